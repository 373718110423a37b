// Who may read or bring Artifact content (ART-001…ART-010): the rules between the HTTP side and the blob store. Content is
// asked for in one Group, where the caller is a member; classification is reported, and is no access control.
import { nowAt } from '../domain/decision.ts';
import { currentMemberships, isAfter } from '../domain/members.ts';
import { parentOf } from '../domain/mission-tree.ts';
import { ORGANIZATION, SINGLE, type World } from '../domain/world.ts';
import type { Artifact } from '../protocol/generated/documents.ts';
import { refuse, type Result } from '../protocol/result.ts';
import {
  type BlobReading,
  type BlobRefusal,
  type BlobStore,
  type ByteRange,
  isContentHash,
  type StoredBlob,
} from '../store/blobs/blob-store.ts';
import type { AuthorityStore } from '../store/authority-store.ts';
import type { Caller } from './access-tokens.ts';
import type { Authority } from './authority.ts';
import { MentionFinder } from './control-plane/mentions.ts';
import { groupScope, memberScope } from './hosted-content.ts';
import { snapshotHashOf } from './snapshots.ts';

/** The part of an Authority that decides about content. */
export type ArtifactAuthority = Pick<Authority, 'look' | 'visibleFrom'> & {
  readonly store: Pick<AuthorityStore, 'readGroupEvents'>;
};

export interface ArtifactServiceOptions {
  readonly authority: ArtifactAuthority;
  readonly blobs: BlobStore;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly maxUploadBytes: number;
}

/** Content that a caller may read, before its bytes are touched. */
export interface ReadableContent {
  readonly contentHash: string;
  readonly sizeBytes: number;
  readonly mediaType: string;
  /** The highest of its manifests; undefined for what is no Artifact, such as a snapshot. */
  readonly classification: Artifact['classification'] | undefined;
}

/** Why an upload is refused: the caller may not, or the content is not what it should be. */
export type UploadRefusal = 'forbidden' | BlobRefusal;

const CLASSIFICATIONS: readonly Artifact['classification'][] = [
  'public',
  'internal',
  'confidential',
  'restricted',
];

const SNAPSHOT: Pick<ReadableContent, 'mediaType' | 'classification'> = {
  mediaType: 'application/json',
  classification: undefined,
};

export class ArtifactService {
  readonly maxUploadBytes: number;
  private readonly options: ArtifactServiceOptions;
  private readonly mentions: MentionFinder;

  constructor(options: ArtifactServiceOptions) {
    this.options = options;
    this.maxUploadBytes = options.maxUploadBytes;
    this.mentions = new MentionFinder(options.authority.store);
  }

  /**
   * What a caller may read in a Group: content that was brought and published there or in a Mission above it, and that
   * the caller brought itself or an Event of somebody else lets it know (MEM-005). To name or publish a hash alone opens
   * nothing (CTX-005). Undefined for everything else, whether it exists or not (DEL-011).
   */
  async find(caller: Caller, groupId: string, contentHash: string): Promise<ReadableContent | undefined> {
    if (!isContentHash(contentHash)) return undefined;
    const from = await this.options.authority.visibleFrom(caller.principal, groupId);
    if (from === undefined) return undefined;
    const known = await this.options.authority.look((world) => describe(world, groupId, contentHash));
    if (known === undefined) return undefined;
    if (!(await this.isVisible(caller, groupId, contentHash, from, known))) return undefined;
    const sizeBytes = await this.options.blobs.sizeOf(contentHash);
    const { mediaType, classification } = known;
    return sizeBytes === undefined ? undefined : { contentHash, sizeBytes, mediaType, classification };
  }

  private async isVisible(
    { principal }: Caller,
    groupId: string,
    contentHash: string,
    from: number,
    known: KnownContent,
  ): Promise<boolean> {
    const { blobs } = this.options;
    const seesAll = from <= 1;
    // The Authority itself stored it; it holds all of the state.
    if (known.isSnapshot) return seesAll;
    if (!(await isBroughtInto(blobs, known.broughtInto, contentHash))) return false;
    if (seesAll && known.groupId === groupId) return true;
    return (
      (await blobs.isLinked(memberScope(groupId, principal), contentHash)) ||
      this.mentions.isMentioned(groupId, contentHash, from, principal)
    );
  }

  /** The bytes of content that `find` has allowed. */
  read(content: ReadableContent, range?: ByteRange): Promise<BlobReading | undefined> {
    return this.options.blobs.read(content.contentHash, range);
  }

  /**
   * Whether a caller may bring content into a Group: its owner and Coordinator always, an Agent with a current Execution
   * Lease of its Session. Nobody else, and nobody in a Group that is archived.
   */
  mayUpload(caller: Caller, groupId: string): Promise<boolean> {
    return this.options.authority.look((world) => mayUpload(world, caller, groupId, this.options.now()));
  }

  /** Stores content for a manifest that is yet to be published. The answer is the same whether it was there before. */
  async upload(
    caller: Caller,
    groupId: string,
    expectedHash: string,
    content: AsyncIterable<Uint8Array>,
  ): Promise<Result<StoredBlob, UploadRefusal>> {
    if (!isContentHash(expectedHash) || !(await this.mayUpload(caller, groupId))) return refuse('forbidden');
    const { blobs } = this.options;
    const stored = await blobs.put(content, { maxBytes: this.maxUploadBytes, expectedHash });
    if (!stored.ok) return stored;
    // After the bytes, which prove that the caller has them. A crash in between leaves content that nobody can read
    // here yet; its sender was not answered and sends it again.
    await blobs.link(groupScope(groupId), expectedHash);
    await blobs.link(memberScope(groupId, caller.principal), expectedHash);
    return stored;
  }
}

interface KnownContent extends Pick<ReadableContent, 'mediaType' | 'classification'> {
  /** Where it is known. */
  readonly groupId: string;
  /** Where it was published, one of which it was brought into: a child's result is known to its parent too (CHD-006). */
  readonly broughtInto: ReadonlySet<string>;
  readonly isSnapshot: boolean;
}

async function isBroughtInto(
  blobs: BlobStore,
  groupIds: Iterable<string>,
  contentHash: string,
): Promise<boolean> {
  for (const groupId of groupIds) {
    if (await blobs.isLinked(groupScope(groupId), contentHash)) return true;
  }
  return false;
}

/** What the state says of a content hash in a Group and along the line of Missions above it (ART-006). */
function describe(world: World, groupId: string, contentHash: string): KnownContent | undefined {
  const own = manifestsOf(world, groupId, contentHash);
  if (own.length > 0) return { ...summaryOf(own), groupId, isSnapshot: false };
  for (const [, snapshot] of world.list('snapshot', groupId)) {
    const isOne = snapshot.stateHash === contentHash || snapshotHashOf(snapshot) === contentHash;
    if (isOne) return { ...SNAPSHOT, groupId, broughtInto: new Set(), isSnapshot: true };
  }
  const mission = world.get('mission', groupId, SINGLE);
  let above = mission === undefined ? undefined : parentOf(world, mission);
  while (above !== undefined) {
    const { groupId: place } = above.document;
    const inherited = manifestsOf(world, place, contentHash);
    if (inherited.length > 0) return { ...summaryOf(inherited), groupId: place, isSnapshot: false };
    above = parentOf(world, above);
  }
  return undefined;
}

function manifestsOf(world: World, groupId: string, contentHash: string): readonly Artifact[] {
  return (world.get('content', groupId, contentHash)?.artifactIds ?? [])
    .map((artifactId) => world.get('artifact', groupId, artifactId))
    .filter((artifact) => artifact !== undefined);
}

function summaryOf(
  manifests: readonly Artifact[],
): Pick<KnownContent, 'mediaType' | 'classification' | 'broughtInto'> {
  const ranks = manifests.map(({ classification }) => CLASSIFICATIONS.indexOf(classification));
  return {
    mediaType: manifests.at(-1)?.mediaType ?? 'application/octet-stream',
    classification: CLASSIFICATIONS[Math.max(...ranks)],
    broughtInto: new Set(manifests.map(({ groupId }) => groupId)),
  };
}

function mayUpload(
  world: World,
  { principal, sessionEpoch }: Caller,
  groupId: string,
  nowMs: number,
): boolean {
  const now = nowAt(nowMs);
  if (world.get('group', groupId, SINGLE)?.state !== 'active') return false;
  const active = currentMemberships(world, groupId, principal, now).filter(({ state }) => state === 'active');
  if (active.some(({ role }) => role === 'mission_owner' || role === 'coordinator')) return true;
  if (active.length === 0 || principal.type !== 'agent') return false;
  const items = world.get('execution', ORGANIZATION, principal.id)?.items ?? [];
  return items.some((item) => {
    const record = item.groupId === groupId ? world.get('workItem', groupId, item.workItemId) : undefined;
    const leaseId = record?.executionLeaseId;
    const lease = leaseId === undefined ? undefined : world.get('lease', groupId, leaseId);
    return (
      lease?.holderAgentId === principal.id &&
      lease.sessionEpoch === sessionEpoch &&
      lease.state === 'active' &&
      isAfter(lease.expiresAt, now)
    );
  });
}

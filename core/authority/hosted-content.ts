// The content that an Authority keeps for its Groups (ART-001, ART-008): who brought it where, under which names that is
// noted, and what a manifest has to find before it becomes a fact.
import { reject, type Rejection } from '../domain/rejection.ts';
import { memberKey } from '../domain/world.ts';
import type { Actor, Artifact } from '../protocol/generated/documents.ts';
import { accept, type Result } from '../protocol/result.ts';
import type { VerifiedDocument } from '../protocol/verify.ts';
import type { BlobStore } from '../store/blobs/blob-store.ts';

/** Where content was brought into a Group. Identifiers hold no space, so scopes are unambiguous. */
export function groupScope(groupId: string): string {
  return `group ${groupId}`;
}

/** Where one member brought content into a Group. */
export function memberScope(groupId: string, member: Actor): string {
  return `member ${groupId} ${memberKey(member)}`;
}

/** Content of one Group, as far as it was brought to this Authority. */
export interface HostedContent {
  /** The size of content that somebody brought into the Group; undefined for any other, whether it exists or not. */
  sizeIn(groupId: string, contentHash: string): Promise<number | undefined>;
}

/** Hosted content on the store into which members upload. */
export function createHostedContent(blobs: Pick<BlobStore, 'isLinked' | 'sizeOf'>): HostedContent {
  return {
    sizeIn: async (groupId, contentHash) =>
      (await blobs.isLinked(groupScope(groupId), contentHash)) ? blobs.sizeOf(contentHash) : undefined,
  };
}

/** What a look at the content of a manifest has found. */
export interface ContentLook {
  /** Undefined where there was none, or the look failed. */
  readonly sizeBytes: number | undefined;
  /** Milliseconds since 1970. */
  readonly lookedAtMs: number;
}

/** So long a look holds: content goes only when it has lain unused for much longer. */
const LOOK_HOLDS_MS = 1_000;

/**
 * Looks for the content of a published Artifact while its Command still waits for its turn: a look takes turns of the event loop,
 * for which every Command behind it would wait as well. Never rejects.
 */
export async function lookForContent(
  documents: readonly VerifiedDocument[],
  hosted: HostedContent,
  now: () => number,
): Promise<ContentLook | undefined> {
  const manifest = documents.find(({ kind }) => kind === 'artifact');
  if (manifest === undefined) return undefined;
  const { groupId, contentHash } = manifest.document as Artifact;
  const lookedAtMs = now();
  // A look that fails is made again when it counts, and its fault is told then.
  const sizeBytes = await hosted.sizeIn(groupId, contentHash).catch(() => undefined);
  return { sizeBytes, lookedAtMs };
}

/**
 * A manifest whose content is here, in the size that it names (ART-001, ART-003): otherwise the log would hold for good
 * a fact that nobody can retrieve. Its retrieval URI is no way around this: where the Authority hosts the content, that
 * is where members look. That content exists in another Group is not told. What an earlier look has found counts while it is
 * fresh and speaks for the manifest.
 */
export async function checkHostedContent(
  { artifactId, groupId, contentHash, sizeBytes }: Artifact,
  hosted: HostedContent,
  look: ContentLook | undefined,
  nowMs: number,
): Promise<Result<undefined, Rejection>> {
  if (look?.sizeBytes === sizeBytes && nowMs - look.lookedAtMs <= LOOK_HOLDS_MS) return accept(undefined);
  const storedSizeBytes = await hosted.sizeIn(groupId, contentHash);
  if (storedSizeBytes === undefined) {
    return reject('INVALID_COMMAND', 'ART-001', 'the content was not brought to this Group', {
      artifactId,
      contentHash,
    });
  }
  if (storedSizeBytes === sizeBytes) return accept(undefined);
  return reject('INVALID_COMMAND', 'ART-003', 'the content has another size than its manifest says', {
    artifactId,
    contentHash,
    sizeBytes,
    storedSizeBytes,
  });
}

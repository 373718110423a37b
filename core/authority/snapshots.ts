// Snapshots of a Group (ARC-002, OPEN-026): the state document, its hash, and the unsigned GroupSnapshot that a service
// signs. Making one changes nothing; a snapshot proves a state and never replaces the log.
import type { GrantRecord, RecordKind, Records, World } from '../domain/world.ts';
import { SINGLE } from '../domain/world.ts';
import type { Actor, GroupSnapshot } from '../protocol/generated/documents.ts';
import { hashContent } from '../protocol/hash.ts';
import { canonicalize } from '../protocol/jcs.ts';
import { accept, refuse, type Result } from '../protocol/result.ts';
import type { Unsigned } from '../protocol/sign.ts';
import type { AuthorityStore } from '../store/authority-store.ts';
import type { BlobStore } from '../store/blobs/blob-store.ts';
import type { Authority } from './authority.ts';

/** The kinds of record that are, or hold, a document of the protocol, and how to take it out. */
const DOCUMENTS: { readonly [Kind in RecordKind]?: (record: Records[Kind]) => object } = {
  mission: ({ document }) => document,
  group: (document) => document,
  conversation: (document) => document,
  membership: (document) => document,
  workItem: ({ document }) => document,
  lease: (document) => document,
  proposal: ({ document }) => document,
  grant: ({ grant }: GrantRecord) => grant,
  approval: (document) => document,
  artifact: (document) => document,
  evidence: (document) => document,
  override: ({ grant }) => grant,
  snapshot: (document) => document,
};

/** The state of a Group as one text with one spelling. */
export interface StateDocument {
  readonly bytes: Uint8Array;
  readonly stateHash: string;
}

/**
 * The state document of a Group: the JCS form of all its documents, sorted by kind and id. The text of Messages stays in
 * the log, where redaction reaches it; so it is not part of the state. Undefined for a Group that does not exist.
 */
export function stateDocumentOf(world: World, groupId: string): StateDocument | undefined {
  if (world.get('group', groupId, SINGLE) === undefined) return undefined;
  const kinds = (Object.keys(DOCUMENTS) as RecordKind[]).toSorted();
  const documents = kinds.flatMap((kind) => documentsOf(world, groupId, kind));
  const canonical = canonicalize({ documents, groupId });
  if (!canonical.ok) throw new Error(`the state of ${groupId} has no canonical form`);
  const bytes = Buffer.from(canonical.value);
  return { bytes, stateHash: hashContent(bytes) };
}

function documentsOf<Kind extends RecordKind>(
  world: World,
  groupId: string,
  kind: Kind,
): readonly { readonly kind: Kind; readonly id: string; readonly document: object }[] {
  const take = DOCUMENTS[kind];
  if (take === undefined) return [];
  return [...world.list(kind, groupId)]
    .map(([id, record]) => ({ kind, id, document: take(record) }))
    .toSorted((a, b) => (a.id < b.id ? -1 : a.id > b.id ? 1 : 0));
}

/** What `draftSnapshot` needs. */
export interface SnapshotSource {
  readonly authority: Pick<Authority, 'look'> & { readonly store: Pick<AuthorityStore, 'readGroupEvents'> };
  readonly createdBy: Actor & { readonly type: 'service' };
  readonly newId: (kind: string) => string;
  /** A protocol timestamp, not before the last Event of the Group (ARC-004). */
  readonly createdAt: string;
}

export interface SnapshotDraft {
  readonly unsigned: Unsigned<'group-snapshot'>;
  readonly state: StateDocument;
}

/** Events are read in pages of this many. */
const PAGE = 1_000;

/**
 * The unsigned snapshot of a Group as it is now, with the ids of all Events in order (ARC-004). State and range are taken
 * in one look; later Events do not disturb it. Undefined for a Group that does not exist.
 */
export async function draftSnapshot(
  groupId: string,
  { authority, createdBy, newId, createdAt }: SnapshotSource,
): Promise<SnapshotDraft | undefined> {
  const seen = await authority.look((world) => {
    const state = stateDocumentOf(world, groupId);
    const head = world.get('head', groupId, SINGLE)?.sequence;
    const policyLog = [...world.list('policyLog', groupId)].map(([, entry]) => entry);
    return state === undefined || head === undefined ? undefined : { state, head, policyLog };
  });
  if (seen === undefined) return undefined;
  const { state, head } = seen;
  const snapshotId = newId('snapshot');
  // The archivist's own entry, so that there is one at least and the act itself is recorded (OPEN-067).
  const entry = {
    entryId: newId('policy-entry'),
    decision: 'snapshot created',
    actor: createdBy,
    occurredAt: createdAt,
    details: { snapshotId, throughSequence: head },
  };
  const eventIds = await readEventIds(authority.store, groupId, head);
  const unsigned: Unsigned<'group-snapshot'> = {
    snapshotId,
    groupId,
    throughSequence: head,
    eventIds,
    stateHash: state.stateHash,
    policyLog: [...seen.policyLog, entry],
    createdBy,
    createdAt,
  };
  return { unsigned, state };
}

async function readEventIds(
  store: Pick<AuthorityStore, 'readGroupEvents'>,
  groupId: string,
  through: number,
): Promise<string[]> {
  const eventIds: string[] = [];
  while (eventIds.length < through) {
    const limit = Math.min(PAGE, through - eventIds.length);
    const page = await store.readGroupEvents(groupId, eventIds.length, limit);
    for (const { eventId, sequence } of page) {
      if (sequence !== eventIds.length + 1) throw new Error(`the log of ${groupId} has a gap at ${sequence}`);
      eventIds.push(eventId);
    }
    if (page.length === 0) throw new Error(`the log of ${groupId} ends before sequence ${through}`);
  }
  return eventIds;
}

export type SnapshotMismatch = 'group' | 'range' | 'event-ids' | 'state-hash';

/**
 * Whether a snapshot says of a Group what log and state say (ARC-004, OPEN-026): for the Authority before it archives,
 * and for whoever restores. Its signature is verified elsewhere.
 */
export async function checkSnapshot(
  snapshot: GroupSnapshot,
  look: Authority['look'],
  store: Pick<AuthorityStore, 'readGroupEvents'>,
): Promise<Result<undefined, SnapshotMismatch>> {
  const { groupId, throughSequence, eventIds } = snapshot;
  const { state, head } = await look((world) => ({
    state: stateDocumentOf(world, groupId),
    head: world.get('head', groupId, SINGLE)?.sequence,
  }));
  if (state === undefined) return refuse('group');
  if (head !== throughSequence) return refuse('range');
  if (state.stateHash !== snapshot.stateHash) return refuse('state-hash');
  const logged = await readEventIds(store, groupId, throughSequence);
  const isSame = logged.length === eventIds.length && logged.every((eventId, at) => eventId === eventIds[at]);
  return isSame ? accept(undefined) : refuse('event-ids');
}

/** Whether bytes are the state document that a snapshot vouches for: the restore check of a client (DEL-006). */
export function isStateOf(snapshot: GroupSnapshot, stateDocument: Uint8Array): boolean {
  return hashContent(stateDocument) === snapshot.stateHash;
}

/** The `snapshotArtifactHash` of `CURSOR_TOO_OLD`: the hash of the signed snapshot in its JCS form (OPEN-026). */
export function snapshotHashOf(snapshot: GroupSnapshot): string {
  return hashContent(snapshotBytesOf(snapshot));
}

/** The signed snapshot as it is stored and served. */
export function snapshotBytesOf(snapshot: GroupSnapshot): Uint8Array {
  const canonical = canonicalize(snapshot);
  if (!canonical.ok) throw new Error('a signed snapshot has a canonical form');
  return Buffer.from(canonical.value);
}

/** The newest snapshot that the state of a Group holds. */
export function latestSnapshotOf(world: World, groupId: string): GroupSnapshot | undefined {
  return [...world.list('snapshot', groupId)].at(-1)?.[1];
}

/** Stores a signed snapshot and its state document as content, and answers with the snapshot's hash. */
export async function storeSnapshot(
  blobs: BlobStore,
  snapshot: GroupSnapshot,
  state: StateDocument,
): Promise<string> {
  if (!isStateOf(snapshot, state.bytes)) throw new Error('the state document belongs to another snapshot');
  const bytes = snapshotBytesOf(snapshot);
  for (const content of [state.bytes, bytes]) {
    const stored = await blobs.put(once(content), {
      maxBytes: content.length,
      expectedHash: hashContent(content),
    });
    if (!stored.ok) throw new Error(`own content was refused: ${stored.fault}`);
  }
  return hashContent(bytes);
}

async function* once(content: Uint8Array): AsyncGenerator<Uint8Array> {
  yield content;
}

// What a client does when the log does not reach back to its Cursor (DEL-006): it fetches the signed snapshot by its hash,
// checks hash, signature and state, and goes on after it.
import { hashContent } from '../protocol/hash.ts';
import { accept, refuse, type Result } from '../protocol/result.ts';
import { verifyDocument } from '../protocol/verify.ts';
import type { KeyRing } from './key-ring.ts';
import { readStateDocument, type StateDocument, type StatePlace } from './snapshot-state.ts';

export interface RestoredState extends StatePlace {
  readonly state: StateDocument;
}

export interface SnapshotSource {
  /** Content by its hash; what comes back is checked here once more. */
  readonly download: (groupId: string, contentHash: string) => Promise<Uint8Array>;
  readonly keys: Pick<KeyRing, 'evidence' | 'refresh'>;
}

/** The state that a snapshot vouches for, or why it is not believed. Rejects when content cannot be fetched. */
export async function fetchSnapshot(
  groupId: string,
  snapshotHash: string,
  cursor: number,
  { download, keys }: SnapshotSource,
): Promise<Result<RestoredState, string>> {
  const bytes = await download(groupId, snapshotHash);
  if (hashContent(bytes) !== snapshotHash) return refuse('the snapshot has another hash');
  let verified = verifyDocument('group-snapshot', bytes, keys.evidence);
  if (!verified.ok && (await keys.refresh()))
    verified = verifyDocument('group-snapshot', bytes, keys.evidence);
  if (!verified.ok) return refuse(`the snapshot was not believed: ${verified.fault.reason}`);
  const { document } = verified.value;
  const { groupId: snapshotGroupId, throughSequence, eventIds, stateHash, createdAt } = document;
  if (snapshotGroupId !== groupId) return refuse(`the snapshot is of ${snapshotGroupId}`);
  if (eventIds.length !== throughSequence) return refuse('the snapshot does not name all of its Events');
  if (throughSequence < cursor) return refuse('the snapshot is older than what is known');
  const content = await download(groupId, stateHash);
  if (hashContent(content) !== stateHash) return refuse('the state has another hash');
  const state = readStateDocument(content, groupId);
  return state.ok ? accept({ throughSequence, createdAt, state: state.value }) : state;
}

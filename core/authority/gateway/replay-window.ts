// Which subscribers start from a snapshot instead of the log (DEL-006, OPEN-026). The log stays whole (DEL-004): this
// only spares a member that would be sent very much what the signed snapshot of its Group says at once.
import type { GroupSnapshot } from '../../protocol/generated/documents.ts';
import type { Authority } from '../authority.ts';
import { latestSnapshotOf, snapshotHashOf } from '../snapshots.ts';
import type { GroupHistory } from './gateway-ports.ts';

export interface ReplayWindowOptions {
  readonly authority: Pick<Authority, 'look'>;
  /** How many Events before the end of a snapshot are still replayed. */
  readonly windowEvents: number;
  /** Whether content can be fetched by its hash. */
  readonly isStored: (contentHash: string) => Promise<boolean>;
}

export function createReplayWindow({ authority, windowEvents, isStored }: ReplayWindowOptions): GroupHistory {
  // A snapshot names every Event of its Group: it is not hashed again for each subscriber.
  const hashes = new WeakMap<GroupSnapshot, string>();
  const hashOf = (snapshot: GroupSnapshot) => {
    const hash = hashes.get(snapshot) ?? snapshotHashOf(snapshot);
    hashes.set(snapshot, hash);
    return hash;
  };
  return {
    async snapshotInsteadOf(groupId, afterSequence) {
      const snapshot = await authority.look((world) => latestSnapshotOf(world, groupId));
      if (snapshot === undefined || afterSequence >= snapshot.throughSequence - windowEvents)
        return undefined;
      const contentHash = hashOf(snapshot);
      // An archivist of another kind may not have stored them: then there is nothing to refer to.
      const isThere = (await isStored(contentHash)) && (await isStored(snapshot.stateHash));
      return isThere ? contentHash : undefined;
    },
  };
}

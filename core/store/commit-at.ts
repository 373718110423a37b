// `commitAt` for stores that have no shorter way to it than a write transaction of their own.
import type { AuthorityStore, CommitBatch } from './authority-store.ts';

/** As `AuthorityStore.commitAt`, through `write`. */
export function commitThroughWrite(
  store: Pick<AuthorityStore, 'write'>,
  position: number,
  batch: CommitBatch,
): Promise<boolean> {
  return store.write(async (transaction) => {
    if (transaction.position !== position) return false;
    await transaction.append(batch);
    return true;
  });
}

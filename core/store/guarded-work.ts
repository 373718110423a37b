// The rules of a write transaction that hold for every adapter: one append, nothing after it, and no commit of an
// append that failed. It begins, commits and rolls back nothing itself.
import type { WriteTransaction } from './authority-store.ts';

/**
 * Runs `work` on a transaction and returns its answer when everything may be committed. Throws when the adapter has
 * to roll back: what `work` threw, or the fault of an append that `work` did not wait for or tried to hide. Either
 * way no append is still running afterwards.
 */
export async function runGuarded<Answer>(
  transaction: WriteTransaction,
  work: (guarded: WriteTransaction) => Promise<Answer>,
): Promise<Answer> {
  let stage: 'open' | 'appended' | 'over' = 'open';
  let appending: Promise<readonly PromiseSettledResult<void>[]> = Promise.resolve([]);
  const assertOpen = () => {
    if (stage === 'over') throw new Error('this write transaction is over');
    if (stage === 'appended') throw new Error('append is the last thing a write transaction does');
  };
  const guarded: WriteTransaction = {
    position: transaction.position,
    async readCommits(afterPosition, limit) {
      assertOpen();
      return transaction.readCommits(afterPosition, limit);
    },
    async readReceipt(actor, actionId) {
      assertOpen();
      return transaction.readReceipt(actor, actionId);
    },
    async readRecords(groupId, kinds) {
      assertOpen();
      return transaction.readRecords(groupId, kinds);
    },
    async readRecord(kind, groupId, id) {
      assertOpen();
      return transaction.readRecord(kind, groupId, id);
    },
    async append(batch) {
      assertOpen();
      stage = 'appended';
      const append = transaction.append(batch);
      appending = Promise.allSettled([append]);
      await append;
    },
  };
  try {
    const answer = await work(guarded);
    for (const outcome of await appending) {
      if (outcome.status === 'rejected') throw outcome.reason;
    }
    return answer;
  } finally {
    stage = 'over';
    await appending;
  }
}

// Runs tasks one after the other within this process. It knows nothing of databases and of other processes.
import { AsyncLocalStorage } from 'node:async_hooks';

/**
 * A queue of one writer. A task that waits for a later task of the same queue would wait for ever, so asking for a
 * turn from inside a turn throws at once.
 */
export class SerialQueue {
  private last: Promise<unknown> = Promise.resolve();
  private readonly turns = new AsyncLocalStorage<{ isOver: boolean }>();

  /** Runs `task` after everything that was queued before it, whether that succeeded or not. */
  async run<Answer>(task: () => Promise<Answer>): Promise<Answer> {
    this.assertOutside();
    const turn = { isOver: false };
    const before = this.last;
    const answer = this.turns.run(turn, async () => {
      await before;
      try {
        return await task();
      } finally {
        turn.isOver = true;
      }
    });
    // The caller gets the rejection; the next in line only has to wait for the end.
    this.last = Promise.allSettled([answer]);
    return answer;
  }

  /** Throws inside a turn: for work that would not fit there although it needs no turn of its own. */
  assertOutside(): void {
    // What a turn leaves running, such as a timer, inherits its context but is outside once the turn is over.
    if (this.turns.getStore()?.isOver !== false) return;
    throw new Error('a write was started from inside a write of the same store');
  }

  /** Resolves when all that has been queued so far is done. */
  async drain(): Promise<void> {
    await this.last;
  }
}

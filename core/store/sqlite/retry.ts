// Waiting for another process that holds the SQLite write lock, without blocking the event loop as the driver would.
import { setTimeout as sleep } from 'node:timers/promises';
import { StoreFault } from '../authority-store.ts';
import { toSqliteFault } from './sqlite-fault.ts';

/** Long enough not to spin, short enough that a lock held for one commit is taken over quickly. */
const LONGEST_PAUSE_MS = 25;

/** Runs a call again while the database is busy, at most for `timeoutMs`; throws its error as a fault. */
export async function retryWhileBusy<Answer>(
  timeoutMs: number,
  action: () => Answer | Promise<Answer>,
): Promise<Answer> {
  const deadline = performance.now() + timeoutMs;
  for (let pauseMs = 1; ; pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS)) {
    try {
      return await action();
    } catch (error) {
      const fault = toSqliteFault(error);
      const isBusy = fault instanceof StoreFault && fault.kind === 'busy';
      if (!isBusy || performance.now() >= deadline) throw fault;
    }
    // Random, so that two waiting processes do not meet again and again.
    await sleep(pauseMs * (0.5 + Math.random() / 2));
  }
}

// Waiting for somebody else, but not for ever.
import type { WorkerClock } from './clock.ts';

/** What a promise comes to, or undefined when it has not settled in time. It may still settle later, to nobody. */
export async function settleWithin<Value>(
  promise: Promise<Value>,
  limitMs: number,
  clock: WorkerClock,
): Promise<Value | undefined> {
  let cancel = () => {};
  const timeout = new Promise<undefined>((resolve) => {
    cancel = clock.setTimer(limitMs, () => resolve(undefined));
  });
  try {
    return await Promise.race([promise, timeout]);
  } finally {
    cancel();
  }
}

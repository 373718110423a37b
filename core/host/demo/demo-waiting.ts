// Waiting for what somebody else does, and for time to pass, until the demo is stopped.
import { setTimeout as delay } from 'node:timers/promises';

/** The demo was stopped while something of it was under way. */
export class DemoStopped extends Error {
  override readonly name = 'DemoStopped';
}

/** What was waited for did not come. */
export class DemoTimeout extends Error {
  override readonly name = 'DemoTimeout';
}

const LOOK_AGAIN_MS = 25;
/** On a busy machine Workers need a while; nothing of the demo takes this long. */
const PATIENCE_MS = 120_000;

export async function untilTrue(isTrue: () => boolean, signal: AbortSignal): Promise<void> {
  const endsAtMs = performance.now() + PATIENCE_MS;
  while (!isTrue()) {
    if (performance.now() > endsAtMs) throw new DemoTimeout('it did not happen');
    await pause(LOOK_AGAIN_MS, signal);
  }
}

/** Rejects when the demo is stopped, and never ends otherwise. */
export function untilStopped(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    const stop = () => reject(new DemoStopped('the demo was stopped'));
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop, { once: true });
  });
}

export async function pause(delayMs: number, signal: AbortSignal): Promise<void> {
  try {
    await delay(delayMs, undefined, { signal });
  } catch (error) {
    throw new DemoStopped('the demo was stopped', { cause: error });
  }
}

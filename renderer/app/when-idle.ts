// Waits until the window has nothing else to do.

/** Longest wait: a window that is never idle fetches what it may need all the same. */
const PATIENCE_MS = 2_000;

export function whenIdle(): Promise<void> {
  return new Promise((resolve) => {
    requestIdleCallback(() => resolve(), { timeout: PATIENCE_MS });
  });
}

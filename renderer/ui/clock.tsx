// The Authority's time in the window. One ticker serves all countdowns; whoever shows it is drawn anew only when what it
// shows has changed.
import { createContext, type ReactNode, useCallback, useContext, useSyncExternalStore } from 'react';

/** Authority's time minus this computer's, in milliseconds. */
const OffsetContext = createContext(0);

export function AuthorityClock(props: { readonly offsetMs: number; readonly children: ReactNode }) {
  return <OffsetContext value={props.offsetMs}>{props.children}</OffsetContext>;
}

const TICK_MS = 1_000;
const watchers = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;
let tickAtMs = Date.now();

function watchTicks(watcher: () => void): () => void {
  watchers.add(watcher);
  if (timer === undefined) {
    tickAtMs = Date.now();
    timer = setInterval(() => {
      tickAtMs = Date.now();
      for (const each of watchers) each();
    }, TICK_MS);
  }
  return () => {
    watchers.delete(watcher);
    if (watchers.size > 0 || timer === undefined) return;
    clearInterval(timer);
    timer = undefined;
  };
}

/**
 * The Authority's time, rounded down to `stepMs` (a second at least), in milliseconds since 1970.
 */
export function useAuthorityNow(stepMs = TICK_MS): number {
  const offsetMs = useContext(OffsetContext);
  const read = useCallback(() => Math.floor((tickAtMs + offsetMs) / stepMs) * stepMs, [offsetMs, stepMs]);
  return useSyncExternalStore(watchTicks, read);
}

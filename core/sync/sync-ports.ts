// What the client side needs from outside: time, randomness, a socket. With these passed in, all of it runs without
// sockets and without a clock of its own; `socket-dial.ts` and `system-ports.ts` are the real ones.
import { parseTimestamp } from '../protocol/timestamp.ts';

/** Two clocks, because they fail differently: one can be set, the other may stand still while a machine sleeps. */
export interface SyncClock {
  /** Milliseconds since 1970; it can jump. */
  wallMs(): number;
  /** Milliseconds since some moment; it never goes back. */
  monotonicMs(): number;
  /** Runs `action` once after a delay. Returns the way to cancel it. */
  after(delayMs: number, action: () => void): () => void;
  /** Runs `action` again and again. Returns the way to stop. */
  every(periodMs: number, action: () => void): () => void;
}

export interface SyncRandom {
  /** Unpredictable bytes. */
  bytes(count: number): Uint8Array;
  /** Evenly distributed in [0, 1). */
  fraction(): number;
}

/** One WebSocket as the connection uses it. Nothing here waits. */
export interface ClientSocket {
  /** Sends one text message. */
  send(text: string): void;
  /** Stops reading: what the peer sends on stays in its own buffers. */
  pauseReading(): void;
  resumeReading(): void;
  /** Closes in good order, and by force when the peer does not answer. */
  close(code: number, reason: string): void;
  /** Ends it at once. */
  terminate(): void;
}

/** What a socket tells. After `closed` it tells nothing more. */
export interface SocketListener {
  connected(): void;
  message(bytes: Uint8Array, isBinary: boolean): void;
  /** Also when it never got connected: then with 1006, and with the error that says why. */
  closed(code: number, reason: string, cause?: Error): void;
}

/** Begins to connect. It throws nothing for a server that cannot be reached. */
export type Dial = (listener: SocketListener) => ClientSocket;

/** Hears of what nobody is waiting for. */
export type FaultHook = (error: unknown) => void;

/** Runs what somebody else has given us: its faults are reported and stop nothing of ours. */
export function runSafely(action: () => void, onFault: FaultHook): void {
  try {
    action();
  } catch (error) {
    onFault(error);
  }
}

/** Milliseconds since 1970 of a timestamp that its schema has checked. */
export function millisecondsOf(timestamp: string): number {
  const at = parseTimestamp(timestamp);
  if (at === undefined) throw new Error(`not a timestamp: ${timestamp}`);
  return at.epochSecond * 1_000 + Math.trunc(Number(`0.${at.fraction || '0'}`) * 1_000);
}

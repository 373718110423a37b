// What the gateway needs from outside: the Authority, time, randomness, and a way to write to one peer. With these
// passed in, everything but `server.ts` and `socket-transport.ts` runs without sockets and without a clock of its own.
import type { AuthorityStore } from '../../store/authority-store.ts';
import type { Authority } from '../authority.ts';
import type { GatewayLimits } from './limits.ts';

/** The part of an Authority that the gateway uses. */
export type GatewayAuthority = Pick<
  Authority,
  'submit' | 'openSession' | 'onCommit' | 'visibleFrom' | 'look' | 'keys' | 'followOthers'
> & {
  readonly store: Pick<AuthorityStore, 'readGroupEvents' | 'writeCursor' | 'readCursors'>;
};

/** Time and timers. */
export interface GatewayClock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Runs `action` once after a delay. Returns the way to cancel it. */
  after(delayMs: number, action: () => void): () => void;
}

/** What a Group's history is replayed from (DEL-006). By default the log, all of it. */
export interface GroupHistory {
  /**
   * Content hash of the signed snapshot that a subscriber at a position has to start from; undefined when Events are
   * replayed. Asked only for members who may see the snapshot.
   */
  snapshotInsteadOf(groupId: string, afterSequence: number): Promise<string | undefined>;
}

/** What all connections of a gateway share. */
export interface GatewayEnvironment {
  readonly authority: GatewayAuthority;
  readonly clock: GatewayClock;
  readonly newId: (kind: string) => string;
  readonly randomBytes: (count: number) => Uint8Array;
  /** Signs session tokens (WS-017); at least 32 bytes. */
  readonly tokenSecret: Uint8Array;
  readonly limits: GatewayLimits;
  readonly history: GroupHistory;
  /** Hears of faults that no peer may hear about. */
  readonly onFault: (error: unknown) => void;
}

/** One peer, as the connection writes to it. Nothing here waits. */
export interface Transport {
  /** Sends one text message. */
  send(message: string | Uint8Array): void;
  /** Bytes that were sent and have not left this process. The owner calls `drained` when they become few. */
  bufferedAmount(): number;
  /** Stops reading from the peer: what it sends on stays in its own buffers. */
  pauseReading(): void;
  resumeReading(): void;
  /** Closes in good order, after what was sent. */
  close(code: number, reason: string): void;
  /** Ends it at once: for a peer that does not read or answer. */
  terminate(): void;
}

/** Why a connection ends (WS-072): going away, protocol violation, policy, internal, session replaced. */
export type CloseCode = 1001 | 1002 | 1008 | 1011 | 4001;

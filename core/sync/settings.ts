// Every bound and pause of the client side with its default and the reason for it. Data, no behaviour.
import type { BackoffSettings } from './backoff.ts';
import type { TimeWatchSettings } from './time-watch.ts';

export interface ConnectionSettings extends BackoffSettings, TimeWatchSettings {
  /** How often the connection looks after itself. */
  readonly tickMs: number;
  /** For each of: connecting, the challenge, the answer to it. */
  readonly phaseMs: number;
  /** Our PING goes out so often; after so much silence the peer counts as gone. */
  readonly heartbeatMs: number;
  readonly silentMs: number;
  /** A Session that held so long shows that the trouble before it is over. */
  readonly stableMs: number;
}

export interface SyncSettings extends ConnectionSettings {
  /** Events that were received and not applied yet; above either bound nothing more is read from the server. */
  readonly waitingEvents: number;
  readonly waitingBytes: number;
  /** Events of one transaction. */
  readonly batchEvents: number;
  /** Events of one Group that wait for one before them (DEL-002); beyond, they are fetched again. */
  readonly gapEvents: number;
  /** How long a gap may stay before its Group is subscribed anew. */
  readonly gapMs: number;
  /** Cursors are acknowledged together, so often at most. */
  readonly ackMs: number;
  /** Groups named in one SUBSCRIBE or ACK. */
  readonly groupsPerFrame: number;
  /** How long what an attention filter leaves out may be missing before it is fetched (WS-042). */
  readonly fillMs: number;
  /** When the Authority cannot be asked for its heads: a Group that was quiet for so long counts as caught up. */
  readonly quietMs: number;
  /** Before a Group that could not be served is subscribed again, when the server names no time. */
  readonly resubscribeMs: number;
  /** Before a Group is subscribed again in which something could not be believed, or not be restored. */
  readonly distrustMs: number;
  /** The Registry is not asked for again sooner, however many unknown keys turn up. */
  readonly registryMs: number;
  /** A Command without any answer for so long is sent again, in the same bytes. */
  readonly answerMs: number;
  /** When bytes older than this are refused, their age may be the reason (OPEN-012). */
  readonly freshMs: number;
  /** How often the same bytes are sent again after a refusal for now, and a Command signed anew after stale epochs. */
  readonly maxRepeats: number;
  readonly maxReissues: number;
  /** How long the end of a Command is remembered in the outbox. */
  readonly outboxKeepMs: number;
}

export const DEFAULT_SETTINGS: SyncSettings = {
  tickMs: 1_000,
  baseMs: 500,
  maxMs: 30_000,
  // NTP slews by half a millisecond a second; leap smearing by less.
  maxDriftMs: 5_000,
  // A busy event loop does not stop for so long; a suspended machine does.
  maxPauseMs: 15_000,
  phaseMs: 10_000,
  // The server forgets presence after 30 s (WS-061).
  heartbeatMs: 10_000,
  silentMs: 25_000,
  stableMs: 10_000,
  waitingEvents: 4_096,
  waitingBytes: 16 * 1024 * 1024,
  batchEvents: 1_024,
  gapEvents: 1_024,
  gapMs: 3_000,
  ackMs: 50,
  groupsPerFrame: 256,
  // Out of the way of nobody, and what is decided by rests on no older state than this.
  fillMs: 60_000,
  quietMs: 2_000,
  resubscribeMs: 2_000,
  distrustMs: 15_000,
  registryMs: 2_000,
  answerMs: 30_000,
  freshMs: 240_000,
  maxRepeats: 8,
  maxReissues: 3,
  outboxKeepMs: 7 * 86_400_000,
};

// Every bound of the gateway with its default and the reason for it. Data, no behaviour.

export interface GatewayLimits {
  /** Connections in all, and from one address. */
  readonly connections: number;
  readonly connectionsPerAddress: number;
  /** Time for the whole handshake, and the bytes a peer may send before it has proven who it is. */
  readonly handshakeMs: number;
  readonly handshakeBytes: number;
  /** The largest message that is read. */
  readonly frameBytes: number;
  /** Frames that wait for their turn on one connection before nothing more is read from it. */
  readonly waitingFrames: number;
  readonly waitingBytes: number;
  /** Frames that one connection may send: a burst, and then so many each second. */
  readonly frameBurst: number;
  readonly framesPerSecond: number;
  /** Malformed frames that are forgiven: a burst, and then one in so many milliseconds. */
  readonly malformedBurst: number;
  readonly malformedRefillMs: number;
  /** Commands of one connection that the Authority is working on. */
  readonly commandsInFlight: number;
  readonly commandBytesInFlight: number;
  /** Groups that one connection follows, and entries of one SUBSCRIBE or ACK. */
  readonly groups: number;
  readonly entriesPerFrame: number;
  /** Events of one Group that are read and sent in one turn. */
  readonly eventsPerTurn: number;
  /** Above this many buffered bytes no Event is sent until the peer has read; above the other it is cut off. */
  readonly highWaterBytes: number;
  readonly maxBufferedBytes: number;
  /** How far live delivery of one Group may fall behind, for how long, and when to come back (WS-063). */
  readonly liveLagEvents: number;
  readonly liveLagMs: number;
  readonly retryAfterMs: number;
  /** Groups of which a peer that does not read is still told that its Membership there has changed. */
  readonly notices: number;
  /** Bytes of recent Events that are kept for live delivery. */
  readonly recentBytes: number;
  /** Lifetime of a session without a PING, and its hard end (WS-014, OPEN-011). */
  readonly sessionMs: number;
  readonly sessionMaxMs: number;
  /** Sessions that one Agent may open: a burst, and then one in so many milliseconds; and the Agents that are remembered. */
  readonly sessionBurst: number;
  readonly sessionRefillMs: number;
  readonly rememberedAgents: number;
  /** Our PING goes out after so much silence; after more of it the peer counts as gone. */
  readonly heartbeatMs: number;
  readonly silentMs: number;
  /** After this a Presence Record is stale whatever it says (WS-061). */
  readonly presenceMs: number;
  /** How long a shutdown waits for answers and deliveries, and a close for the peer's own. */
  readonly drainMs: number;
  readonly closeMs: number;
}

export const DEFAULT_LIMITS: GatewayLimits = {
  connections: 2_000,
  // Agents of one machine or behind one address translation share it.
  connectionsPerAddress: 200,
  handshakeMs: 10_000,
  // Two HELLO frames of at most some 6 KiB each, and the headers of the upgrade are counted elsewhere.
  handshakeBytes: 64 * 1024,
  // Commands carry documents, not files; only the Authority sends snapshots.
  frameBytes: 4 * 1024 * 1024,
  waitingFrames: 64,
  waitingBytes: 8 * 1024 * 1024,
  frameBurst: 1_000,
  framesPerSecond: 500,
  malformedBurst: 20,
  malformedRefillMs: 1_000,
  commandsInFlight: 64,
  commandBytesInFlight: 8 * 1024 * 1024,
  groups: 4_096,
  entriesPerFrame: 1_024,
  eventsPerTurn: 64,
  highWaterBytes: 1024 * 1024,
  // Beyond Events only answers and pings are sent: a peer that leaves this much unread does not read at all.
  maxBufferedBytes: 24 * 1024 * 1024,
  liveLagEvents: 1_000,
  liveLagMs: 2_000,
  retryAfterMs: 1_000,
  // At some 4 KiB each less than what may be buffered anyway.
  notices: 256,
  recentBytes: 16 * 1024 * 1024,
  sessionMs: 15 * 60_000,
  sessionMaxMs: 24 * 60 * 60_000,
  // A laptop on a bad line comes back every half minute for hours; a crash loop comes back at once.
  sessionBurst: 20,
  sessionRefillMs: 15_000,
  rememberedAgents: 10_000,
  heartbeatMs: 15_000,
  silentMs: 45_000,
  presenceMs: 30_000,
  drainMs: 5_000,
  closeMs: 2_000,
};

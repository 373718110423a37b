// One Agent's connection to its Authority, kept up: it dials, proves its key, watches over the peer and over time, and
// tries again for as long as it is wanted. What frames mean once a Session is open is for its owner.
//
// Inputs are dealt with one after another, in the order of `TRANSITIONS`. Everything foreign that an action calls
// (sockets, timers, signers, listeners) may throw: that is reported, and what is left of the action becomes a `fault` of
// the state it led to. A steady tick does by itself whatever a lost timer should have done, so that no error in the path
// of a retry can end the retries.
import { encodeBase64Url } from '../protocol/base64url.ts';
import {
  decodeFrame,
  encodeFrame,
  type Frame,
  type PlainFrame,
  PROTOCOL_VERSION,
} from '../protocol/frame.ts';
import type {
  HelloServerAcceptFrame,
  HelloServerChallengeFrame,
  PingFrame,
  PresenceRecord,
  ProtocolError,
} from '../protocol/generated/documents.ts';
import type { LinkTrouble } from '../protocol/link-trouble.ts';
import { formatTimestamp } from '../protocol/timestamp.ts';
import type { OpenSession, SessionLoss } from './agent-link.ts';
import type { AuthorityTime } from './authority-time.ts';
import { Backoff } from './backoff.ts';
import { type AgentIdentity, ClientHandshake } from './client-handshake.ts';
import { openEventFrame } from './event-frame.ts';
import {
  type ConnectionAction,
  type ConnectionInput,
  type ConnectionState,
  TRANSITIONS,
} from './connection-states.ts';
import { troubleOfError, troubleOfRefusal } from './link-trouble.ts';
import type { ConnectionSettings } from './settings.ts';
import {
  type ClientSocket,
  type Dial,
  type FaultHook,
  millisecondsOf,
  runSafely,
  type SyncClock,
  type SyncRandom,
} from './sync-ports.ts';
import { TimeWatch } from './time-watch.ts';

/** A Session with what only the client side itself needs of it. */
export interface LiveSession extends OpenSession {
  /** Opens the HTTP side for this Agent (OPEN-010). */
  readonly sessionToken: string;
}

/** What the owner of a connection hears, one thing after another. */
export interface ConnectionListener {
  opened(session: LiveSession): void;
  /** A frame of an open Session, but for PINGs and the errors that end it. */
  frame(frame: Frame): void;
  lost(session: LiveSession, reason: SessionLoss): void;
  replaced(session: LiveSession | undefined): void;
  /** A connection was lost or did not come about, and why; it is tried again unless `replaced` is told, too. */
  failed(trouble: LinkTrouble): void;
  woke(jumpMs: number): void;
  /** The Authority's time is known for the first time in this Session. */
  timeLearned(): void;
  /** What the Agent says of itself, for the next PING; undefined for nothing. */
  presence(session: LiveSession): PresenceRecord | undefined;
  /** Once a second or so, while the connection is wanted. */
  tick(): void;
}

export interface ConnectionOptions {
  readonly identity: AgentIdentity;
  readonly dial: Dial;
  readonly clock: SyncClock;
  readonly random: SyncRandom;
  readonly newId: (kind: string) => string;
  readonly time: AuthorityTime;
  readonly settings: ConnectionSettings;
  readonly listener: ConnectionListener;
  readonly onFault: FaultHook;
}

/** Close codes that mean that the Session was taken over (WS-072). */
const SUPERSEDED = 4001;
const GOING_AWAY = 1001;
const PING_NONCE_BYTES = 12;

type Queued =
  | { readonly input: Exclude<ConnectionInput, 'challenge' | 'accept' | 'traffic'> }
  | { readonly input: 'challenge' | 'accept' | 'traffic'; readonly frame: Frame };

export class Connection {
  private readonly options: ConnectionOptions;
  private readonly watch: TimeWatch;
  private readonly backoff: Backoff;
  private readonly queue: Queued[] = [];
  private isHandling = false;
  private currentState: ConnectionState = 'stopped';
  private session: LiveSession | undefined;
  private socket: ClientSocket | undefined;
  /** Everything that a socket of an earlier generation still tells is nobody's business. */
  private generation = 0;
  private handshake: ClientHandshake | undefined;
  private isPaused = false;
  private lossReason: SessionLoss = 'disconnected';
  private enteredAtMs = 0;
  private lastHeardMs = 0;
  private lastPingMs = 0;
  private retryAtMs = 0;
  private cancelRetry = () => {};
  private stopTicking: (() => void) | undefined;

  constructor(options: ConnectionOptions) {
    this.options = options;
    this.watch = new TimeWatch(options.clock, options.settings);
    this.backoff = new Backoff(options.settings, options.random);
  }

  get state(): ConnectionState {
    return this.currentState;
  }

  /** The open Session. */
  get openSession(): LiveSession | undefined {
    return this.currentState === 'open' ? this.session : undefined;
  }

  start(): void {
    this.startTicking();
    this.enter({ input: 'start' });
  }

  /** Does not wait any longer for the next try. */
  retry(): void {
    this.enter({ input: 'due' });
  }

  /** Takes the identity back from whoever has it (WS-016). */
  reclaim(): void {
    this.startTicking();
    this.enter({ input: 'reclaim' });
  }

  stop(): void {
    this.lossReason = 'stopped';
    this.enter({ input: 'stop' });
    this.stopTicking?.();
    this.stopTicking = undefined;
  }

  /** Gives the connection up and makes another one: something said that this one is of no use. */
  giveUp(): void {
    this.lossReason = 'silent';
    this.enter({ input: 'fault' });
  }

  /** Sends a frame in the open Session. Answers whether it was handed to the socket. */
  sendFrame(frame: PlainFrame): boolean {
    const text = encodeFrame(frame);
    if (!text.ok) throw new Error(`a ${frame.frameType} frame is malformed: ${text.fault.message}`);
    return this.sendText(text.value);
  }

  /** As `sendFrame`, for a frame around signed bytes. Looks first whether time has jumped. */
  sendText(text: string): boolean {
    this.lookAtTime();
    if (this.currentState !== 'open') return false;
    return this.transmit(text);
  }

  /** Says now what the Agent has to say of itself. */
  ping(): void {
    if (this.currentState === 'open') this.sendPing();
  }

  /** Leaves what comes in the peer's buffers. */
  pauseReading(): void {
    if (this.isPaused) return;
    this.isPaused = true;
    this.attempt(() => this.socket?.pauseReading());
  }

  resumeReading(): void {
    if (!this.isPaused) return;
    this.isPaused = false;
    // What the peer said meanwhile has not been read yet.
    this.lastHeardMs = this.options.clock.monotonicMs();
    this.attempt(() => this.socket?.resumeReading());
  }

  private startTicking(): void {
    const { clock, settings, onFault } = this.options;
    this.stopTicking ??= clock.every(settings.tickMs, () => runSafely(() => this.tick(), onFault));
  }

  private tick(): void {
    const { clock, settings, listener, onFault } = this.options;
    this.lookAtTime();
    const nowMs = clock.monotonicMs();
    switch (this.currentState) {
      case 'waiting':
        if (nowMs >= this.retryAtMs) this.enter({ input: 'due' });
        break;
      case 'dialing':
      case 'greeting':
      case 'proving':
        if (nowMs - this.enteredAtMs >= settings.phaseMs) {
          this.fail({ reason: 'too-slow', detail: `no answer within ${settings.phaseMs} ms` });
          this.enter({ input: 'silent' });
        }
        break;
      case 'open':
        if (!this.isPaused && nowMs - this.lastHeardMs >= settings.silentMs) {
          this.lossReason = 'silent';
          this.fail({ reason: 'too-slow', detail: `nothing was heard for ${settings.silentMs} ms` });
          this.enter({ input: 'silent' });
        } else if (nowMs - this.lastPingMs >= settings.heartbeatMs) this.sendPing();
        break;
      case 'stopped':
      case 'halted':
        break;
    }
    runSafely(() => listener.tick(), onFault);
  }

  private lookAtTime(): void {
    const jumpMs = this.watch.look();
    if (jumpMs === 0) return;
    const { time, listener, onFault } = this.options;
    time.forget();
    this.lossReason = 'time-jump';
    this.backoff.reset();
    runSafely(() => listener.woke(jumpMs), onFault);
    this.enter({ input: 'jump' });
  }

  /** Deals with an input, and with those that come of it, in order. */
  private enter(queued: Queued): void {
    this.queue.push(queued);
    if (this.isHandling) return;
    this.isHandling = true;
    try {
      for (let next = this.queue.shift(); next !== undefined; next = this.queue.shift()) this.handle(next);
    } finally {
      this.isHandling = false;
    }
  }

  private handle(queued: Queued): void {
    const { clock, settings } = this.options;
    const { next, actions } = TRANSITIONS[this.currentState][queued.input];
    if (next !== this.currentState) {
      const nowMs = clock.monotonicMs();
      // Only a connection that has held for a while shows that the trouble is over.
      if (this.currentState === 'open' && nowMs - this.enteredAtMs >= settings.stableMs) this.backoff.reset();
      this.enteredAtMs = nowMs;
    }
    this.currentState = next;
    for (const action of actions) {
      try {
        this.perform(action, queued);
      } catch (error) {
        this.options.onFault(error);
        // Of a connection that could not even begin, nothing else would ever be heard.
        if (action === 'dial' || action === 'greet' || action === 'prove') {
          this.fail(troubleOfError(error));
          this.queue.push({ input: 'fault' });
        }
      }
    }
  }

  private perform(action: ConnectionAction, queued: Queued): void {
    const { listener, onFault } = this.options;
    switch (action) {
      case 'dial':
        this.dial();
        break;
      case 'greet':
        this.greet();
        break;
      case 'prove':
        if ('frame' in queued) this.prove(queued.frame as HelloServerChallengeFrame);
        break;
      case 'open':
        if ('frame' in queued) this.open(queued.frame as HelloServerAcceptFrame);
        break;
      case 'deliver':
        if ('frame' in queued) this.deliver(queued.frame);
        break;
      case 'drop':
        this.drop();
        break;
      case 'wait':
        this.wait();
        break;
      case 'cancel-wait':
        this.cancelRetry();
        break;
      case 'lose': {
        const { session, lossReason } = this;
        this.session = undefined;
        this.lossReason = 'disconnected';
        if (session !== undefined) runSafely(() => listener.lost(session, lossReason), onFault);
        break;
      }
      case 'halt': {
        const { session } = this;
        this.session = undefined;
        runSafely(() => listener.replaced(session), onFault);
        break;
      }
    }
  }

  private dial(): void {
    const generation = (this.generation += 1);
    const isCurrent = () => this.generation === generation;
    this.isPaused = false;
    this.lossReason = 'disconnected';
    this.socket = this.options.dial({
      connected: () => {
        if (isCurrent()) this.enter({ input: 'connected' });
      },
      message: (bytes, isBinary) => {
        if (isCurrent()) this.receive(bytes, isBinary);
      },
      closed: (code, reason, cause) => {
        if (!isCurrent()) return;
        const trouble: LinkTrouble =
          cause === undefined
            ? { reason: 'cut-off', detail: `${code} ${reason}`.trim() }
            : troubleOfError(cause);
        // Why a connection does not even come about, nobody else would ever hear.
        if (this.currentState !== 'open') {
          this.options.onFault(new Error(`no connection: ${trouble.detail}`, { cause }));
        }
        if (code !== SUPERSEDED) this.fail(trouble);
        this.enter({ input: code === SUPERSEDED ? 'superseded' : 'closed' });
      },
    });
  }

  private greet(): void {
    const { identity, random, newId } = this.options;
    this.handshake = new ClientHandshake(identity, random, newId);
    this.transmitFrame(this.handshake.init());
  }

  private prove(frame: HelloServerChallengeFrame): void {
    const { handshake, generation } = this;
    if (handshake === undefined) throw new Error('a challenge was answered without having been asked for');
    this.handshake = undefined;
    this.respond(handshake, frame, generation).catch((error: unknown) => {
      if (this.generation !== generation) return;
      // Nothing else rejects but the key that is to sign. A locked one is no defect, and is said as trouble.
      this.fail({ reason: 'key-unusable', detail: troubleOfError(error).detail });
      this.enter({ input: 'fault' });
    });
  }

  private async respond(
    handshake: ClientHandshake,
    frame: HelloServerChallengeFrame,
    generation: number,
  ): Promise<void> {
    const response = await handshake.respond(frame, this.options.clock.wallMs());
    if (this.generation !== generation || this.currentState !== 'proving') return;
    if (response.ok) this.transmitFrame(response.value);
    else this.giveUpOn(`challenge not signed: ${response.fault.message}`);
  }

  private open({ sessionEpoch, sessionToken }: HelloServerAcceptFrame): void {
    const { clock, time, listener, onFault } = this.options;
    const session = { sessionEpoch, sessionToken, openedAt: formatTimestamp(time.nowMs()) };
    this.session = session;
    this.lastHeardMs = clock.monotonicMs();
    // The answer to the first PING tells the Authority's time.
    time.forget();
    this.sendPing();
    runSafely(() => listener.opened(session), onFault);
  }

  private drop(): void {
    const { socket } = this;
    this.generation += 1;
    this.socket = undefined;
    this.handshake = undefined;
    if (socket === undefined) return;
    // In good order only where the peer can be expected to answer.
    if (this.currentState === 'stopped') this.attempt(() => socket.close(GOING_AWAY, 'going away'));
    else this.attempt(() => socket.terminate());
  }

  private wait(): void {
    const { clock } = this.options;
    const delayMs = this.backoff.nextDelayMs();
    // First, so that the tick finds it even when the timer cannot be set.
    this.retryAtMs = clock.monotonicMs() + delayMs;
    this.cancelRetry = () => {};
    this.cancelRetry = clock.after(delayMs, () => this.enter({ input: 'due' }));
  }

  private receive(bytes: Uint8Array, isBinary: boolean): void {
    this.lastHeardMs = this.options.clock.monotonicMs();
    const event = isBinary ? undefined : openEventFrame(bytes);
    if (event !== undefined) {
      this.enter({ input: 'traffic', frame: event });
      return;
    }
    const frame = decodeFrame(bytes, { isBinary });
    if (!frame.ok) {
      this.lossReason = 'silent';
      this.giveUpOn(`the server sent no frame: ${frame.fault.message}`);
    } else this.classify(frame.value);
  }

  private classify(frame: Frame): void {
    if (frame.frameType === 'HELLO') {
      if (frame.phase === 'server_challenge') this.enter({ input: 'challenge', frame });
      else if (frame.phase === 'server_accept') this.enter({ input: 'accept', frame });
      else this.enter({ input: 'fault' });
    } else if (frame.frameType === 'ERROR' && frame.error.fatal === true) this.end(frame.error);
    else this.enter({ input: 'traffic', frame });
  }

  /** The server ends the connection and says why. */
  private end(error: ProtocolError): void {
    const { code, message } = error;
    if (code === 'AUTH_STALE_SESSION') this.enter({ input: 'superseded' });
    else {
      this.fail(troubleOfRefusal(error));
      this.options.onFault(new Error(`the server ended the connection: ${code} ${message}`));
      this.enter({ input: code === 'UNSUPPORTED_VERSION' ? 'incompatible' : 'fault' });
    }
  }

  private deliver(frame: Frame): void {
    const { listener, onFault } = this.options;
    if (frame.frameType === 'PING') this.hearPing(frame);
    else runSafely(() => listener.frame(frame), onFault);
  }

  private hearPing({ nonce, replyToNonce, sentAt }: PingFrame): void {
    const { time, listener, onFault } = this.options;
    const isFirst = !time.isKnown;
    time.learn(millisecondsOf(sentAt));
    // A reply is not replied to, otherwise it would never end (WS-060).
    if (replyToNonce === undefined) this.sendPing(nonce);
    if (isFirst) runSafely(() => listener.timeLearned(), onFault);
  }

  private sendPing(replyToNonce?: string): void {
    const { newId, random, clock, time, listener, onFault } = this.options;
    const { session } = this;
    this.lastPingMs = clock.monotonicMs();
    let presence: PresenceRecord | undefined;
    if (session !== undefined && time.isKnown && replyToNonce === undefined) {
      runSafely(() => {
        presence = listener.presence(session);
      }, onFault);
    }
    this.transmitFrame({
      protocolVersion: PROTOCOL_VERSION,
      frameId: newId('frame'),
      frameType: 'PING',
      nonce: encodeBase64Url(random.bytes(PING_NONCE_BYTES)),
      ...(replyToNonce === undefined ? {} : { replyToNonce }),
      sentAt: formatTimestamp(time.nowMs()),
      ...(presence === undefined ? {} : { presence }),
    });
  }

  private transmitFrame(frame: PlainFrame): void {
    const text = encodeFrame(frame);
    if (!text.ok) throw new Error(`a ${frame.frameType} frame is malformed: ${text.fault.message}`);
    this.transmit(text.value);
  }

  private transmit(text: string): boolean {
    const { socket } = this;
    if (socket === undefined) return false;
    try {
      socket.send(text);
      return true;
    } catch (error) {
      this.options.onFault(error);
      this.enter({ input: 'fault' });
      return false;
    }
  }

  /** The peer does not do what an Authority does. */
  private giveUpOn(detail: string): void {
    this.options.onFault(new Error(detail));
    this.fail({ reason: 'no-authority', detail });
    this.enter({ input: 'fault' });
  }

  private fail(trouble: LinkTrouble): void {
    const { listener, onFault } = this.options;
    runSafely(() => listener.failed(trouble), onFault);
  }

  private attempt(action: () => void): void {
    runSafely(action, this.options.onFault);
  }
}

// One peer of the gateway: handshake, session and frames (file 09). It knows no sockets: decoded bytes come in by
// `receive`, frames go out through a `Transport`, and time is passed in, so that all of it can be simulated.
//
// Frames are dealt with one after another. Only a Command's fate is not waited for: several may be under way, in the
// order in which they came, and each is answered when it is decided. A refused Command, Group or ACK leaves the
// connection as it is (WS-071); it ends by a fatal error, by its session's end, by silence, or by the peer.
import { encodeBase64Url } from '../../protocol/base64url.ts';
import type { ErrorCode } from '../../protocol/error-codes.ts';
import {
  decodeFrame,
  type DocumentFrame,
  encodeFrame,
  type Frame,
  type FrameFault,
  type PlainFrame,
  PROTOCOL_VERSION,
} from '../../protocol/frame.ts';
import type {
  AckFrame,
  HelloClientInitFrame,
  HelloClientResponseFrame,
  PingFrame,
  ProtocolError,
  SubscribeFrame,
} from '../../protocol/generated/documents.ts';
import { formatTimestamp } from '../../protocol/timestamp.ts';
import type { StoredEvent } from '../../store/authority-store.ts';
import type { SubmitResult } from '../answers.ts';
import { acknowledge } from './acknowledgements.ts';
import { type ConnectionState, frameClassOf, REACTIONS } from './connection-states.ts';
import { Deliveries } from './deliveries.ts';
import { closeCodeOf, describeError, encodeError, type ErrorDetail, readActionId } from './error-frames.ts';
import type { EventTail } from './event-tail.ts';
import type { CloseCode, GatewayEnvironment, Transport } from './gateway-ports.ts';
import { Inbox, type Message } from './inbox.ts';
import type { PresenceBook } from './presence-book.ts';
import type { SessionOpenings } from './session-openings.ts';
import { acceptFrameOf, offerChallenge, openSession } from './server-handshake.ts';
import {
  extendSession,
  judgeSession,
  judgeSessionNow,
  type Session,
  type SessionEnd,
  STALE_SESSION,
} from './session.ts';
import { TokenBucket } from './token-bucket.ts';

/** What all connections of one gateway know of each other. */
export interface ConnectionCircle {
  readonly tail: EventTail;
  readonly presence: PresenceBook;
  readonly openings: SessionOpenings;
  /** From the moment an Agent's session is being opened, the connection hears of every session of that Agent. */
  enter(connection: Connection, agentId: string): void;
  follow(connection: Connection, groupId: string): void;
  unfollow(connection: Connection, groupId: string): void;
  leave(connection: Connection): void;
}

const PING_NONCE_BYTES = 12;
type OpenState = Extract<ConnectionState, { readonly name: 'open' }>;

export class Connection {
  private readonly environment: GatewayEnvironment;
  private readonly circle: ConnectionCircle;
  private readonly transport: Transport;
  private readonly inbox: Inbox;
  private readonly malformed: TokenBucket;
  private state: ConnectionState = { name: 'awaiting-init' };
  private newestEpoch = 0;
  private handshakeBytes = 0;
  private commandsInFlight = 0;
  private commandBytesInFlight = 0;
  private lastHeardMs: number;
  private isLeaving = false;
  private cancelTimer: () => void;

  constructor(environment: GatewayEnvironment, circle: ConnectionCircle, transport: Transport) {
    const { clock, limits, onFault } = environment;
    this.environment = environment;
    this.circle = circle;
    this.transport = transport;
    this.lastHeardMs = clock.now();
    this.malformed = new TokenBucket(limits.malformedBurst, limits.malformedRefillMs, clock.now());
    this.inbox = new Inbox({
      clock,
      limits,
      transport,
      handle: (message) => this.handle(message),
      onIdle: () => this.finishLeaving(),
      onFault,
    });
    this.cancelTimer = clock.after(limits.handshakeMs, () =>
      this.fail({ code: 'AUTH_REQUIRED', message: 'the handshake took too long' }),
    );
  }

  get isClosed(): boolean {
    return this.state.name === 'closed';
  }

  /** The epoch of the session, while it is open and in time. */
  get sessionEpoch(): number | undefined {
    if (this.state.name !== 'open') return undefined;
    const { sessionEpoch, deadlineMs } = this.state.session;
    return this.environment.clock.now() < deadlineMs ? sessionEpoch : undefined;
  }

  /** One message of the peer. */
  receive(bytes: Uint8Array, isBinary: boolean): void {
    if (this.isClosed) return;
    const { clock, limits } = this.environment;
    this.lastHeardMs = clock.now();
    if (this.state.name !== 'open') {
      this.handshakeBytes += bytes.length;
      if (this.handshakeBytes > limits.handshakeBytes) {
        this.fail({ code: 'PROTOCOL_VIOLATION', message: 'too much for a handshake' });
        return;
      }
    }
    this.inbox.put({ bytes, isBinary });
  }

  /** The peer has gone; nothing can be sent any more. */
  lost(): void {
    this.leave();
  }

  /** What was sent has left this process. */
  drained(): void {
    if (this.state.name === 'open') this.state.deliveries.drained();
    this.finishLeaving();
  }

  /** Events of a Group that the connection follows were committed, up to a sequence. */
  wake(groupId: string, sequence: number): void {
    if (this.state.name === 'open') this.state.deliveries.wake(groupId, sequence);
  }

  /** An Event about a Membership of this connection's Agent was committed. */
  announce(stored: StoredEvent): void {
    if (this.state.name === 'open') this.state.deliveries.announce(stored);
  }

  /** There may be more in any Group, and the session may have been replaced. */
  recheck(): void {
    this.confirm()
      .then((open) => open?.deliveries.recheck())
      .catch((error: unknown) => this.environment.onFault(error));
  }

  /** A session of this connection's Agent was opened, here or by another process: only the newest one stands (WS-016). */
  noteSessionOpened(sessionEpoch: number): void {
    this.newestEpoch = Math.max(this.newestEpoch, sessionEpoch);
    if (this.state.name === 'open' && this.state.session.sessionEpoch < this.newestEpoch) {
      this.fail(STALE_SESSION);
    }
  }

  /** Reads no more, answers what has come, sends what was committed, and closes (1001). */
  shutDown(): void {
    this.isLeaving = true;
    this.inbox.hold();
    this.finishLeaving();
  }

  /** Ends the connection now. */
  close(code: CloseCode, reason: string): void {
    if (this.isClosed) return;
    this.leave();
    this.transport.close(code, reason);
  }

  private async handle({ bytes, isBinary }: Message): Promise<void> {
    try {
      const frame = decodeFrame(bytes, { isBinary });
      if (frame.ok) await this.react(frame.value);
      else this.refuseFrame(frame.fault);
    } catch (error) {
      this.environment.onFault(error);
      this.fail({ code: 'INTERNAL_ERROR', message: 'the gateway failed' });
    }
  }

  private async react(frame: Frame): Promise<void> {
    const { state } = this;
    const { frameId } = frame;
    switch (REACTIONS[state.name][frameClassOf(frame)]) {
      case 'challenge':
        this.challenge(frame as HelloClientInitFrame);
        return;
      case 'authenticate':
        await this.authenticate(state, frame as HelloClientResponseFrame);
        return;
      case 'subscribe':
        await this.subscribe(frame as SubscribeFrame);
        return;
      case 'submit':
        await this.submit(frame as DocumentFrame<'COMMAND'>);
        return;
      case 'acknowledge':
        await this.acknowledge(frame as AckFrame);
        return;
      case 'answer-ping':
        await this.answerPing(frame as PingFrame);
        return;
      case 'refuse-unauthenticated':
        this.fail({ code: 'AUTH_REQUIRED', message: 'only HELLO is valid before authentication' }, frameId);
        return;
      case 'refuse-misplaced':
        this.fail({ code: 'PROTOCOL_VIOLATION', message: 'this frame is out of place here' }, frameId);
        return;
      case 'note':
      case 'ignore':
    }
  }

  private challenge(init: HelloClientInitFrame): void {
    const offer = offerChallenge(init, this.environment);
    if (!offer.ok) {
      this.fail(offer.fault, init.frameId);
      return;
    }
    this.state = { name: 'awaiting-response', challenge: offer.value.challenge };
    this.sendFrame(offer.value.frame);
  }

  private async authenticate(state: ConnectionState, response: HelloClientResponseFrame): Promise<void> {
    if (state.name !== 'awaiting-response') throw new Error(`no challenge is open in ${state.name}`);
    const { challenge } = state;
    const { agentId } = challenge.transcript;
    // Whatever comes of it, this challenge is used up.
    this.state = { name: 'opening', agentId };
    this.circle.enter(this, agentId);
    const session = await openSession(challenge, response, this.environment, this.circle.openings);
    if (this.isClosed) return;
    if (!session.ok) this.fail(session.fault, response.frameId);
    // Another connection of this Agent opened a session at the same time, and later.
    else if (session.value.sessionEpoch < this.newestEpoch) this.fail(STALE_SESSION, response.frameId);
    else this.open(session.value);
  }

  private open(session: Session): void {
    const deliveries = new Deliveries(this.environment, this.circle.tail, {
      agentId: session.agentId,
      transport: this.transport,
      send: (message) => this.send(message),
      report: (code, detail) => this.report(code, detail),
      confirmNow: () => this.confirmNow() !== undefined,
      follow: (groupId) => this.circle.follow(this, groupId),
      unfollow: (groupId) => this.circle.unfollow(this, groupId),
      settled: () => this.finishLeaving(),
    });
    this.state = { name: 'open', session, deliveries };
    this.cancelTimer();
    this.scheduleBeat();
    this.sendFrame(acceptFrameOf(session, this.environment));
  }

  private async subscribe({ frameId, groups }: SubscribeFrame): Promise<void> {
    const open = await this.confirm();
    if (open === undefined || !this.fitsFrame(groups.length, frameId)) return;
    for (const entry of groups) {
      if (this.isClosed) return;
      await open.deliveries.subscribe(entry, frameId);
    }
  }

  private async submit({ documentBytes, frameId }: DocumentFrame<'COMMAND'>): Promise<void> {
    const open = await this.confirm();
    if (open === undefined) return;
    const { limits, authority, onFault } = this.environment;
    if (
      this.commandsInFlight >= limits.commandsInFlight ||
      this.commandBytesInFlight + documentBytes.length > limits.commandBytesInFlight
    ) {
      this.report('BACKPRESSURE', {
        message: 'too many Commands of this connection are waiting for their answers',
        retryAfterMs: limits.retryAfterMs,
        ...relationOf(documentBytes, frameId),
      });
      return;
    }
    const { agentId, keyId, sessionEpoch } = open.session;
    this.commandsInFlight += 1;
    this.commandBytesInFlight += documentBytes.length;
    authority
      .submit(documentBytes, { kind: 'session', agentId, keyId, sessionEpoch })
      .finally(() => {
        this.commandsInFlight -= 1;
        this.commandBytesInFlight -= documentBytes.length;
      })
      .then((result) => this.answerCommand(result, documentBytes, frameId))
      .catch((error: unknown) => {
        onFault(error);
        this.report('INTERNAL_ERROR', {
          message: 'the authority failed',
          ...relationOf(documentBytes, frameId),
        });
      })
      .finally(() => this.finishLeaving())
      .catch(onFault);
  }

  private answerCommand(result: SubmitResult, documentBytes: Uint8Array, frameId: string): void {
    if (this.state.name !== 'open') return;
    if (result.ok) this.state.deliveries.answer(result.value.primary, result.value.isRepeat);
    else this.sendError({ ...result.fault, ...relationOf(documentBytes, frameId, result.fault) });
  }

  private async acknowledge({ acknowledgements, frameId }: AckFrame): Promise<void> {
    const open = await this.confirm();
    if (open === undefined || !this.fitsFrame(acknowledgements.length, frameId)) return;
    const { session, deliveries } = open;
    await acknowledge(acknowledgements, {
      agentId: session.agentId,
      environment: this.environment,
      reachedIn: (groupId) => deliveries.reachedIn(groupId),
      report: (code, detail) => this.report(code, { ...detail, relatedFrameId: frameId }),
    });
  }

  /** Unbounded lists would be a cheap way to keep the gateway busy, and to be answered with as many errors. */
  private fitsFrame(count: number, relatedFrameId: string): boolean {
    const { entriesPerFrame } = this.environment.limits;
    if (count <= entriesPerFrame) return true;
    this.report('RATE_LIMITED', {
      message: `one frame names at most ${entriesPerFrame} Groups`,
      retryable: false,
      relatedFrameId,
    });
    return false;
  }

  private async answerPing(ping: PingFrame): Promise<void> {
    const open = await this.confirm();
    if (open === undefined) return;
    const { clock, limits } = this.environment;
    const { presence, frameId } = ping;
    const { agentId, sessionEpoch } = open.session;
    if (presence !== undefined && presence.agentId !== agentId) {
      this.report('PROTOCOL_VIOLATION', {
        message: 'this Presence Record is of another Agent',
        relatedFrameId: frameId,
      });
      return;
    }
    if (presence !== undefined && presence.sessionEpoch !== sessionEpoch) {
      this.report('AUTH_STALE_SESSION', {
        message: 'this Presence Record is of another session',
        relatedFrameId: frameId,
      });
      return;
    }
    if (presence !== undefined) this.circle.presence.note(presence, clock.now(), limits.presenceMs);
    this.state = { ...open, session: extendSession(open.session, clock.now(), limits) };
    // A reply is not replied to, otherwise it would never end (WS-060).
    if (ping.replyToNonce === undefined) this.sendPing(ping.nonce);
  }

  private sendPing(replyToNonce?: string): void {
    const { newId, randomBytes, clock } = this.environment;
    this.sendFrame({
      protocolVersion: PROTOCOL_VERSION,
      frameId: newId('frame'),
      frameType: 'PING',
      nonce: encodeBase64Url(randomBytes(PING_NONCE_BYTES)),
      ...(replyToNonce === undefined ? {} : { replyToNonce }),
      sentAt: formatTimestamp(clock.now()),
    });
  }

  /** The open state, if the session stands in every respect (WS-017); otherwise this is the end of the connection. */
  private async confirm(): Promise<OpenState | undefined> {
    if (this.state.name !== 'open') return undefined;
    const { authority, clock } = this.environment;
    const end = await judgeSession(this.state.session, authority, clock.now());
    if (end !== undefined) this.fail(end);
    // Much may have happened during the look: no state from before it counts.
    return this.state.name === 'open' ? this.state : undefined;
  }

  /** As `confirm`, by what is known without asking anybody. */
  private confirmNow(): OpenState | undefined {
    if (this.state.name !== 'open') return undefined;
    const { authority, clock } = this.environment;
    const end = judgeSessionNow(this.state.session, authority.keys, clock.now());
    if (end === undefined) return this.state;
    this.fail(end);
    return undefined;
  }

  /** Looks after the connection now and then: its session's end, its peer's silence (WS-060). */
  private beat(): void {
    const { clock, limits } = this.environment;
    if (this.confirmNow() === undefined) return;
    const silentMs = clock.now() - this.lastHeardMs;
    if (silentMs >= limits.silentMs) {
      // Half-open: a peer that says nothing will not answer a close either.
      this.leave();
      this.transport.terminate();
      return;
    }
    if (silentMs >= limits.heartbeatMs) this.sendPing();
    this.scheduleBeat();
  }

  private scheduleBeat(): void {
    if (this.state.name !== 'open') return;
    const { clock, limits } = this.environment;
    const untilEndMs = this.state.session.deadlineMs - clock.now();
    const delayMs = Math.max(1, Math.min(limits.heartbeatMs, untilEndMs));
    this.cancelTimer = clock.after(delayMs, () => this.beat());
  }

  private refuseFrame({ code, message, reason, relatedFrameId }: FrameFault): void {
    const isForgivable =
      reason === 'schema-mismatch' &&
      this.state.name === 'open' &&
      this.malformed.take(this.environment.clock.now()) === 0;
    if (isForgivable) {
      this.report(code, { message, ...(relatedFrameId === undefined ? {} : { relatedFrameId }) });
    } else {
      this.fail({ code, message }, relatedFrameId);
    }
  }

  private report(code: ErrorCode, detail: ErrorDetail): void {
    this.sendError(describeError(code, detail, this.environment.clock.now()));
  }

  private sendError(error: ProtocolError): void {
    if (!this.isClosed) this.send(encodeError(error, this.environment.newId('frame')));
  }

  /** Says why, and ends the connection (WS-071, WS-072). */
  private fail({ code, message, retryAfterMs }: SessionEnd, relatedFrameId?: string): void {
    if (this.isClosed) return;
    this.report(code, {
      message,
      fatal: true,
      ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
      ...(relatedFrameId === undefined ? {} : { relatedFrameId }),
    });
    this.close(closeCodeOf(code), code);
  }

  private sendFrame(frame: PlainFrame): void {
    const text = encodeFrame(frame);
    if (!text.ok) throw new Error(`a ${frame.frameType} frame is malformed: ${text.fault.message}`);
    this.send(text.value);
  }

  private send(message: string | Uint8Array): void {
    if (this.isClosed) return;
    this.transport.send(message);
    if (this.transport.bufferedAmount() <= this.environment.limits.maxBufferedBytes) return;
    // It does not read, not even its answers: an ERROR would only be one more message that it leaves there.
    this.leave();
    this.transport.terminate();
  }

  private finishLeaving(): void {
    if (!this.isLeaving || this.isClosed || !this.inbox.isEmpty || this.commandsInFlight > 0) return;
    if (this.state.name === 'open' && !this.state.deliveries.isIdle) return;
    this.close(1001, 'the gateway is shutting down');
  }

  private leave(): void {
    const { state } = this;
    if (state.name === 'closed') return;
    this.state = { name: 'closed' };
    this.cancelTimer();
    this.inbox.stop();
    if (state.name === 'open') {
      state.deliveries.stop();
      this.circle.presence.forget(state.session.agentId, state.session.sessionEpoch);
    }
    this.circle.leave(this);
  }
}

/** Which frame and Command an answer is about (WS-070). */
function relationOf(
  documentBytes: Uint8Array,
  relatedFrameId: string,
  known: Partial<ProtocolError> = {},
): Pick<ProtocolError, 'relatedFrameId' | 'relatedActionId'> {
  const relatedActionId = known.relatedActionId ?? readActionId(documentBytes);
  return { relatedFrameId, ...(relatedActionId === undefined ? {} : { relatedActionId }) };
}

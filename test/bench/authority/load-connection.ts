// One Agent's connection to the server under load: handshake, Commands with their answers, and nothing that a client
// would not do. It trusts what it receives, so that it costs less than the server.
import { randomBytes } from 'node:crypto';
import { WebSocket } from 'ws';
import { newId } from '../../../core/sync/system-ports.ts';
import { encodeDocumentFrame, PROTOCOL_VERSION } from '../../../core/protocol/frame.ts';
import type {
  Event,
  HelloServerChallengeFrame,
  ProtocolError,
} from '../../../core/protocol/generated/documents.ts';
import { checkChallenge, signChallenge } from '../../../core/protocol/handshake.ts';
import { formatTimestamp } from '../../../core/protocol/timestamp.ts';
import { ControlPlaneClient } from '../../../core/sync/control-plane-client.ts';
import { sessionCredentials } from '../../../core/sync/credentials.ts';
import { openServerAddress } from '../../../core/sync/server-address.ts';
import type { Principal } from './bench-world.ts';
import { mustOk } from './history-writer.ts';

export interface ServerAddress {
  readonly port: number;
  /** PEM; exactly this certificate is trusted. */
  readonly certificate: string;
}

interface ReceivedFrame {
  readonly frameType: string;
  readonly phase?: string;
  readonly event?: Event;
  readonly error?: ProtocolError;
  readonly nonce?: string;
  readonly replyToNonce?: string;
  readonly sessionEpoch?: number;
  readonly sessionToken?: string;
}

interface Pending {
  readonly resolve: (event: Event) => void;
  readonly reject: (error: Error) => void;
}

export class LoadConnection {
  readonly principal: Principal;
  sessionEpoch = 0;
  /** Content is brought over HTTPS by the same Session. */
  readonly controlPlane: ControlPlaneClient;
  private sessionToken: string | undefined;
  /** Takes every message instead of the connection itself: for loads that only count. */
  intercept: ((data: Buffer) => void) | undefined;
  private readonly socket: WebSocket;
  private readonly pending = new Map<string, Pending>();
  private onHello: ((frame: ReceivedFrame) => void) | undefined;
  private failure: Error | undefined;

  private constructor(principal: Principal, { port, certificate }: ServerAddress) {
    this.principal = principal;
    const origin = `https://localhost:${port}`;
    this.controlPlane = new ControlPlaneClient({
      address: mustOk(openServerAddress({ origin, ca: certificate })),
      credentials: sessionCredentials(() => this.sessionToken),
    });
    this.socket = new WebSocket(`wss://localhost:${port}/ws`, {
      perMessageDeflate: false,
      ca: certificate,
      minVersion: 'TLSv1.3',
      family: 4,
    });
    this.socket.on('message', (data) => {
      if (!Buffer.isBuffer(data)) return;
      if (this.intercept === undefined) this.take(JSON.parse(data.toString('utf8')) as ReceivedFrame);
      else this.intercept(data);
    });
    this.socket.on('error', (error) => this.fail(error));
    this.socket.on('close', (code) => this.fail(new Error(`the connection was closed with ${code}`)));
  }

  static async open(principal: Principal, address: ServerAddress): Promise<LoadConnection> {
    const connection = new LoadConnection(principal, address);
    await new Promise((resolve, reject) => {
      connection.socket.once('open', resolve);
      connection.socket.once('error', reject);
    });
    await connection.authenticate();
    return connection;
  }

  /** Sends a signed Command and answers with its primary Event. */
  submit(actionId: string, documentBytes: Uint8Array): Promise<Event> {
    return this.submitFrame(actionId, frameOf(documentBytes));
  }

  submitFrame(actionId: string, frame: string): Promise<Event> {
    return new Promise((resolve, reject) => {
      if (this.failure !== undefined) {
        reject(this.failure);
        return;
      }
      this.pending.set(actionId, { resolve, reject });
      this.socket.send(frame);
    });
  }

  subscribe(groupIds: readonly string[], afterSequence: number): void {
    this.send({
      frameType: 'SUBSCRIBE',
      subscriptionId: 'urn:heddle:bench:subscription:1',
      groups: groupIds.map((groupId) => ({ groupId, afterSequence })),
    });
  }

  close(): void {
    this.controlPlane.close();
    this.socket.close();
  }

  private take(frame: ReceivedFrame): void {
    switch (frame.frameType) {
      case 'EVENT':
        if (frame.event?.cause.type === 'command') this.settle(frame.event.cause.id, frame.event);
        break;
      case 'ERROR':
        this.refuse(frame.error);
        break;
      case 'PING':
        if (frame.replyToNonce === undefined) this.answerPing(frame.nonce);
        break;
      case 'HELLO':
        this.onHello?.(frame);
        break;
      default:
        this.fail(new Error(`unexpected ${frame.frameType}`));
    }
  }

  private settle(actionId: string, event: Event): void {
    const pending = this.pending.get(actionId);
    this.pending.delete(actionId);
    pending?.resolve(event);
  }

  private refuse(error: ProtocolError | undefined): void {
    const problem = new Error(`refused: ${JSON.stringify(error)}`);
    const pending = this.pending.get(error?.relatedActionId ?? '');
    if (pending === undefined) {
      this.fail(problem);
      return;
    }
    this.pending.delete(error?.relatedActionId ?? '');
    pending.reject(problem);
  }

  private fail(error: Error): void {
    this.failure ??= error;
    for (const { reject } of this.pending.values()) reject(error);
    this.pending.clear();
  }

  private async authenticate(): Promise<void> {
    const { actor, signer } = this.principal;
    const clientNonce = randomBytes(18).toString('base64url');
    const who = { frameType: 'HELLO', agentId: actor.id, keyId: signer.keyId, clientNonce };
    const frame = await this.hello({ ...who, phase: 'client_init', supportedVersions: [PROTOCOL_VERSION] });
    const challenge = frame as unknown as HelloServerChallengeFrame;
    const checked = checkChallenge(challenge, {
      agentId: actor.id,
      keyId: signer.keyId,
      clientNonce,
      nowMs: Date.now(),
    });
    if (!checked.ok) throw new Error(`not to be signed: ${checked.fault.reason}`);
    const accepted = await this.hello({
      ...who,
      phase: 'client_response',
      serverNonce: challenge.serverNonce,
      challengeSignature: signChallenge(checked.value, signer.privateKey),
    });
    if (accepted.sessionEpoch === undefined) throw new Error(`no session: ${JSON.stringify(accepted)}`);
    this.sessionEpoch = accepted.sessionEpoch;
    this.sessionToken = accepted.sessionToken;
  }

  private hello(frame: { readonly [name: string]: unknown }): Promise<ReceivedFrame> {
    return new Promise((resolve, reject) => {
      this.pending.set('hello', { resolve: () => {}, reject });
      this.onHello = (answer) => {
        this.pending.delete('hello');
        resolve(answer);
      };
      this.send(frame);
    });
  }

  private answerPing(replyToNonce: string | undefined): void {
    const sentAt = formatTimestamp(Date.now());
    this.send({ frameType: 'PING', nonce: randomBytes(12).toString('base64url'), replyToNonce, sentAt });
  }

  private send(frame: { readonly [name: string]: unknown }): void {
    const frameId = newId();
    this.socket.send(JSON.stringify({ protocolVersion: PROTOCOL_VERSION, frameId, ...frame }));
  }
}

/** The COMMAND frame around a signed Command. */
export function frameOf(documentBytes: Uint8Array): string {
  return encodeDocumentFrame({
    protocolVersion: PROTOCOL_VERSION,
    frameId: newId(),
    frameType: 'COMMAND',
    documentBytes,
  });
}

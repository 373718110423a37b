// A client of the gateway as tests need one: it can do everything right, and each thing wrong. How bytes travel is for
// those who extend it.
import { randomBytes } from 'node:crypto';
import type { CommandKind } from '../../core/domain/decision.ts';
import { encodeDocumentFrame } from '../../core/protocol/frame.ts';
import type {
  AttentionFilter,
  CommandPayloads,
  Event,
  HelloServerChallengeFrame,
  PresenceRecord,
  ProtocolError,
} from '../../core/protocol/generated/documents.ts';
import { checkChallenge, CLIENT_NONCE_BYTES, signChallenge } from '../../core/protocol/handshake.ts';
import { checkSchema, describeSchemaFault } from '../../core/protocol/schema.ts';
import type { Principal, TestMission, TestOrganization } from '../harness/organization.ts';

/** A frame as it came, with its text for the cases where every byte counts. */
export interface ReceivedFrame {
  readonly frameId: string;
  readonly frameType: string;
  readonly phase?: string;
  readonly event?: Event;
  readonly error?: ProtocolError;
  readonly nonce?: string;
  readonly replyToNonce?: string;
  readonly sessionToken?: string;
  readonly sessionEpoch?: number;
  readonly expiresAt?: string;
  readonly text: string;
}

export interface Subscription {
  readonly groupId: string;
  readonly afterSequence: number;
  readonly attention?: AttentionFilter;
}

type Envelope = Parameters<TestOrganization['commandOf']>[3];

let lastFrame = 0;

export abstract class TestClient {
  readonly frames: ReceivedFrame[] = [];
  closeCode: number | undefined;
  sessionEpoch = 0;
  protected readonly organization: TestOrganization;
  private principal: Principal | undefined;

  constructor(organization: TestOrganization) {
    this.organization = organization;
  }

  /** Sends one message as it is. */
  abstract sendText(text: string): void;
  /** Waits until a frame is there, or says what came instead. */
  abstract until(isWanted: (client: this) => boolean): Promise<void>;

  /** Takes a message of the server. Every one of them must be a valid frame. */
  take(text: string): void {
    const frame = JSON.parse(text) as ReceivedFrame;
    const fault = checkSchema('websocket-frame', frame);
    if (fault !== undefined) throw new Error(`not a frame: ${describeSchemaFault(fault)} in ${text}`);
    this.frames.push({ ...frame, text });
  }

  send(frame: { readonly [name: string]: unknown }): string {
    const frameId = `urn:heddle:test:frame:c${(lastFrame += 1)}`;
    this.sendText(JSON.stringify({ protocolVersion: '0.1', frameId, ...frame }));
    return frameId;
  }

  get events(): readonly Event[] {
    return this.frames.map(({ event }) => event).filter((event) => event !== undefined);
  }

  get errors(): readonly ProtocolError[] {
    return this.frames.map(({ error }) => error).filter((error) => error !== undefined);
  }

  sequencesOf({ groupId }: Pick<TestMission, 'groupId'>): readonly (number | undefined)[] {
    return this.events.filter((event) => event.groupId === groupId).map(({ sequence }) => sequence);
  }

  /** What came since the last look. */
  clear(): void {
    this.frames.length = 0;
  }

  init(principal: Principal, changes: { readonly [name: string]: unknown } = {}): string {
    this.principal = principal;
    const clientNonce = randomBytes(CLIENT_NONCE_BYTES).toString('base64url');
    this.send({
      frameType: 'HELLO',
      phase: 'client_init',
      agentId: principal.actor.id,
      keyId: principal.signer.keyId,
      clientNonce,
      supportedVersions: ['0.1'],
      ...changes,
    });
    return clientNonce;
  }

  /** Both steps of the handshake; each may be changed to go wrong. */
  async respond(clientNonce: string, changes: { readonly [name: string]: unknown } = {}): Promise<string> {
    const { principal } = this;
    if (principal === undefined) throw new Error('say client_init first');
    await this.until(({ frames }) => frames.some(({ phase }) => phase === 'server_challenge'));
    const frame = JSON.parse(
      this.frames.findLast(({ phase }) => phase === 'server_challenge')?.text ?? '',
    ) as HelloServerChallengeFrame;
    const checked = checkChallenge(frame, {
      agentId: principal.actor.id,
      keyId: principal.signer.keyId,
      clientNonce,
      nowMs: this.organization.nowMs,
    });
    if (!checked.ok) throw new Error(`not to be signed: ${checked.fault.reason}`);
    return this.send({
      frameType: 'HELLO',
      phase: 'client_response',
      agentId: principal.actor.id,
      keyId: principal.signer.keyId,
      clientNonce,
      serverNonce: frame.serverNonce,
      challengeSignature: signChallenge(checked.value, principal.signer.privateKey),
      ...changes,
    });
  }

  async authenticate(principal: Principal): Promise<void> {
    await this.respond(this.init(principal));
    const isDone = ({ frames, closeCode }: this) =>
      closeCode !== undefined || frames.some(({ phase }) => phase === 'server_accept');
    await this.until(isDone);
    const epoch = this.frames.find(({ phase }) => phase === 'server_accept')?.sessionEpoch;
    if (epoch === undefined) throw new Error(`no session: ${JSON.stringify(this.frames)}`);
    this.sessionEpoch = epoch;
    this.clear();
  }

  subscribe(...groups: readonly Subscription[]): string {
    return this.send({
      frameType: 'SUBSCRIBE',
      subscriptionId: 'urn:heddle:test:subscription:1',
      groups,
    });
  }

  ack(...acknowledgements: readonly { readonly groupId: string; readonly sequence: number }[]): string {
    return this.send({ frameType: 'ACK', acknowledgements, sentAt: this.organization.nowText });
  }

  ping(members: { readonly replyToNonce?: string; readonly presence?: PresenceRecord } = {}): string {
    return this.send({ frameType: 'PING', nonce: 'bm9uY2Ux', sentAt: this.organization.nowText, ...members });
  }

  /** Sends the exact bytes of a Command. */
  sendCommand(documentBytes: Uint8Array): string {
    const frameId = `urn:heddle:test:frame:c${(lastFrame += 1)}`;
    this.sendText(
      encodeDocumentFrame({ protocolVersion: '0.1', frameId, frameType: 'COMMAND', documentBytes }),
    );
    return frameId;
  }

  async commandOf<Kind extends CommandKind>(
    kind: Kind,
    payload: CommandPayloads[Kind],
    envelope: Envelope,
  ): Promise<Uint8Array> {
    if (this.principal === undefined) throw new Error('authenticate first');
    return this.organization.commandOf(kind, this.principal, payload, {
      sessionEpoch: this.sessionEpoch,
      ...envelope,
    });
  }

  /** A Message as signed bytes. */
  messageOf(
    { groupId, conversationId }: TestMission,
    text: string,
    payload: Partial<CommandPayloads['message.post']> = {},
    envelope: Envelope = {},
  ): Promise<Uint8Array> {
    return this.commandOf(
      'message.post',
      { messageId: this.organization.newId('message'), content: [{ type: 'text', text }], ...payload },
      { groupId, conversationId, ...envelope },
    );
  }
}

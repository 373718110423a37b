// A Coordinator that was replaced and does not know it: the old key on a new socket, and Commands with the epochs that it
// remembers. A client of ours would look first; this one does not.
import { randomBytes } from 'node:crypto';
import { WebSocket } from 'ws';
import { encodeDocumentFrame } from '../../core/protocol/frame.ts';
import type {
  Command,
  HelloServerChallengeFrame,
  ProtocolError,
} from '../../core/protocol/generated/documents.ts';
import { checkChallenge, CLIENT_NONCE_BYTES, signChallenge } from '../../core/protocol/handshake.ts';
import { signDocument } from '../../core/protocol/sign.ts';
import { formatTimestamp } from '../../core/protocol/timestamp.ts';
import { newId } from '../../core/sync/system-ports.ts';
import type { Principal } from './principals.ts';
import { PATIENCE_MS } from './scenario-process.ts';

interface ReceivedFrame {
  readonly frameType: string;
  readonly phase?: string;
  readonly sessionEpoch?: number;
  readonly error?: ProtocolError;
}

export class FormerCoordinator {
  private readonly principal: Principal;
  private readonly socket: WebSocket;
  private readonly frames: ReceivedFrame[] = [];
  private readonly waiting = new Set<() => void>();
  private sessionEpoch = 0;

  private constructor(principal: Principal, socket: WebSocket) {
    this.principal = principal;
    this.socket = socket;
    socket.on('message', (data) => {
      if (Buffer.isBuffer(data)) this.frames.push(JSON.parse(data.toString('utf8')) as ReceivedFrame);
      for (const look of this.waiting) look();
    });
  }

  /** Both steps of the handshake over TLS 1.3. */
  static async connect(
    principal: Principal,
    { origin, ca }: { readonly origin: string; readonly ca: string },
  ): Promise<FormerCoordinator> {
    const address = `${origin.replace(/^https/, 'wss')}/ws`;
    const socket = new WebSocket(address, { ca, minVersion: 'TLSv1.3', perMessageDeflate: false });
    const former = new FormerCoordinator(principal, socket);
    await new Promise((resolve, reject) => {
      socket.once('open', resolve);
      socket.once('error', reject);
    });
    await former.greet();
    return former;
  }

  /** Sends a Command with these epochs; the reason of its refusal. */
  async refusalOf(
    command: Pick<Command, 'groupId' | 'kind' | 'payload' | 'membershipEpoch' | 'coordinatorEpoch'>,
  ): Promise<ProtocolError> {
    const { actor, signer } = this.principal;
    const actionId = newId();
    const signed = signDocument(
      'command',
      {
        protocolVersion: '0.1',
        actionId,
        actor,
        correlationId: actionId,
        issuedAt: formatTimestamp(Date.now()),
        sessionEpoch: this.sessionEpoch,
        ...command,
      },
      signer,
    );
    if (!signed.ok) throw new Error(signed.fault.message);
    const frame = { protocolVersion: '0.1', frameId: newId(), frameType: 'COMMAND' } as const;
    this.socket.send(encodeDocumentFrame({ ...frame, documentBytes: signed.value.bytes }));
    const answer = await this.frame(({ error }) => error?.relatedActionId === actionId);
    if (answer.error === undefined) throw new Error('an answer without a reason');
    return answer.error;
  }

  async close(): Promise<void> {
    const closed = new Promise((resolve) => {
      this.socket.once('close', resolve);
    });
    this.socket.close();
    await closed;
  }

  private async greet(): Promise<void> {
    const { actor, signer } = this.principal;
    const clientNonce = randomBytes(CLIENT_NONCE_BYTES).toString('base64url');
    const who = { agentId: actor.id, keyId: signer.keyId, clientNonce };
    this.say({ frameType: 'HELLO', phase: 'client_init', ...who, supportedVersions: ['0.1'] });
    const frame = (await this.frame(
      ({ phase }) => phase === 'server_challenge',
    )) as HelloServerChallengeFrame;
    const checked = checkChallenge(frame, { ...who, nowMs: Date.now() });
    if (!checked.ok) throw new Error(checked.fault.message);
    const challengeSignature = signChallenge(checked.value, signer.privateKey);
    const { serverNonce } = frame;
    this.say({ frameType: 'HELLO', phase: 'client_response', ...who, serverNonce, challengeSignature });
    const accepted = await this.frame(({ phase }) => phase === 'server_accept');
    this.sessionEpoch = accepted.sessionEpoch ?? 0;
  }

  private say(frame: object): void {
    this.socket.send(JSON.stringify({ protocolVersion: '0.1', frameId: newId(), ...frame }));
  }

  private frame(isWanted: (frame: ReceivedFrame) => boolean): Promise<ReceivedFrame> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(
        () => reject(new Error(`never came; got ${JSON.stringify(this.frames)}`)),
        PATIENCE_MS,
      );
      const look = () => {
        const found = this.frames.find(isWanted);
        if (found === undefined) return;
        this.waiting.delete(look);
        clearTimeout(timer);
        resolve(found);
      };
      this.waiting.add(look);
      look();
    });
  }
}

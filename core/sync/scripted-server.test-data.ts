// A server that does what a test says, without sockets: it sees every dial, and every frame that the client sends.
import { encodeBase64Url } from '../protocol/base64url.ts';
import type { HelloClientInitFrame } from '../protocol/generated/documents.ts';
import { createChallenge } from '../protocol/handshake.ts';
import { formatTimestamp } from '../protocol/timestamp.ts';
import type { ClientSocket, Dial, SocketListener } from './sync-ports.ts';

export interface SentFrame {
  readonly frameType: string;
  readonly phase?: string;
  readonly nonce?: string;
  readonly replyToNonce?: string;
  readonly challengeSignature?: string;
  readonly presence?: object;
}

let lastFrame = 0;

/** One connection, from the server's side. */
export class ScriptedPeer {
  readonly sent: SentFrame[] = [];
  isOver = false;
  closedWith: number | undefined;
  isReading = true;
  private readonly listener: SocketListener;
  private readonly readNow: () => number;

  constructor(listener: SocketListener, readNow: () => number) {
    this.listener = listener;
    this.readNow = readNow;
  }

  /** What the client holds in its hands. */
  socket(): ClientSocket {
    return {
      send: (text) => {
        if (!this.isOver) this.sent.push(JSON.parse(text) as SentFrame);
      },
      pauseReading: () => {
        this.isReading = false;
      },
      resumeReading: () => {
        this.isReading = true;
      },
      close: (code) => {
        this.isOver = true;
        this.closedWith = code;
      },
      terminate: () => {
        this.isOver = true;
      },
    };
  }

  connected(): void {
    this.listener.connected();
  }

  closed(code = 1006): void {
    this.isOver = true;
    this.listener.closed(code, '');
  }

  text(text: string): void {
    this.listener.message(Buffer.from(text), false);
  }

  binary(): void {
    this.listener.message(Buffer.from('{}'), true);
  }

  frame(members: object): void {
    this.text(
      JSON.stringify({ protocolVersion: '0.1', frameId: `urn:heddle:test:s${(lastFrame += 1)}`, ...members }),
    );
  }

  error(code: string, members: object = {}): void {
    const error = { code, message: 'told by a test', retryable: false, occurredAt: this.now, ...members };
    this.frame({ frameType: 'ERROR', error });
  }

  ping(members: object = {}): void {
    this.frame({ frameType: 'PING', nonce: 'AAAA', sentAt: this.now, ...members });
  }

  /** A challenge as a good server makes it, with changes to it. */
  challenge(changes: object = {}, transcript?: (members: Record<string, string>) => string): void {
    const init = this.sent.find(({ phase }) => phase === 'client_init') as HelloClientInitFrame | undefined;
    if (init === undefined) throw new Error('the client has not said hello');
    const made = createChallenge({
      agentId: init.agentId,
      keyId: init.keyId,
      clientNonce: init.clientNonce,
      serverNonce: new Uint8Array(32).fill(7),
      challengeId: new Uint8Array(18).fill(8),
      nowMs: this.readNow(),
    });
    if (!made.ok) throw new Error(made.fault.message);
    const { text, transcript: members } = made.value;
    this.frame({
      frameType: 'HELLO',
      phase: 'server_challenge',
      selectedVersion: '0.1',
      clientNonce: init.clientNonce,
      serverNonce: members.serverNonce,
      challenge: transcript === undefined ? text : encodeBase64Url(Buffer.from(transcript({ ...members }))),
      ...changes,
    });
  }

  accept(sessionEpoch = 1): void {
    this.frame({
      frameType: 'HELLO',
      phase: 'server_accept',
      selectedVersion: '0.1',
      sessionToken: 'a-session-token-of-the-test',
      sessionEpoch,
      expiresAt: formatTimestamp(this.readNow() + 900_000),
    });
  }

  private get now(): string {
    return formatTimestamp(this.readNow());
  }
}

export class ScriptedServer {
  readonly peers: ScriptedPeer[] = [];
  /** While set, dialing fails at once, by an exception. */
  isBroken = false;
  private readonly readNow: () => number;

  constructor(readNow: () => number) {
    this.readNow = readNow;
  }

  readonly dial: Dial = (listener) => {
    if (this.isBroken) throw new Error('no socket to be had');
    const peer = new ScriptedPeer(listener, this.readNow);
    this.peers.push(peer);
    return peer.socket();
  };

  get last(): ScriptedPeer {
    const peer = this.peers.at(-1);
    if (peer === undefined) throw new Error('nobody has dialed');
    return peer;
  }
}

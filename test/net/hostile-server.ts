// A server with the Authority's own certificate and none of its manners: it says what a test has it say.
import { once } from 'node:events';
import { createServer, type Server } from 'node:https';
import { readFile } from 'node:fs/promises';
import type { AddressInfo, Socket } from 'node:net';
import { type WebSocket, WebSocketServer } from 'ws';
import { pathsOf } from '../../core/host/organization-files.ts';
import { createChallenge } from '../../core/protocol/handshake.ts';
import type { NetWorld } from './net-world.ts';

/** A frame as it came, typed by nothing. */
export type LooseFrame = Readonly<Record<string, unknown>>;

/** One connection of a client to the hostile server. */
export class HostileLine {
  readonly socket: WebSocket;
  readonly received: LooseFrame[] = [];
  isClosed = false;
  private readonly listeners = new Set<() => void>();

  constructor(socket: WebSocket) {
    this.socket = socket;
    socket.on('message', (data) => {
      if (Buffer.isBuffer(data)) this.received.push(JSON.parse(data.toString('utf8')) as LooseFrame);
      for (const look of this.listeners) look();
    });
    socket.on('close', () => {
      this.isClosed = true;
      for (const look of this.listeners) look();
    });
    socket.on('error', () => {});
  }

  /** The TCP and TLS below it. */
  get raw(): Socket {
    // The library keeps it for itself; a server that breaks its protocol needs it.
    return (this.socket as unknown as { readonly _socket: Socket })._socket;
  }

  /** The first frame of a type, when it is there; undefined when the client has gone instead. */
  async frame(frameType: string, phase?: string): Promise<LooseFrame | undefined> {
    for (;;) {
      const found = this.received.find(
        (frame) => frame['frameType'] === frameType && (phase === undefined || frame['phase'] === phase),
      );
      if (found !== undefined || this.isClosed) return found;
      await this.something();
    }
  }

  async closed(): Promise<void> {
    while (!this.isClosed) await this.something();
  }

  say(frame: object): void {
    this.socket.send(
      JSON.stringify({ protocolVersion: '0.1', frameId: 'urn:heddle:test:frame:1', ...frame }),
    );
  }

  /** An EVENT frame around an Event in its exact bytes, as the Authority writes it. */
  sayEvent(text: string): void {
    this.socket.send(
      `{"event":${text},"frameId":"urn:heddle:test:frame:1","frameType":"EVENT","protocolVersion":"0.1"}`,
    );
  }

  /** A challenge as it should be, with changes to frame and text. */
  challenge(init: LooseFrame, change: (frame: Record<string, unknown>) => void = () => {}): void {
    const made = createChallenge({
      agentId: String(init['agentId']),
      keyId: String(init['keyId']),
      clientNonce: String(init['clientNonce']),
      serverNonce: Buffer.alloc(32, 1),
      challengeId: Buffer.alloc(18, 2),
      nowMs: Date.now(),
    });
    if (!made.ok) throw new Error(made.fault.message);
    const frame: Record<string, unknown> = {
      frameType: 'HELLO',
      phase: 'server_challenge',
      selectedVersion: '0.1',
      clientNonce: init['clientNonce'],
      serverNonce: made.value.transcript.serverNonce,
      challenge: made.value.text,
    };
    change(frame);
    this.say(frame);
  }

  /** The whole handshake, as an Authority would do it, and the answer to the first PING. */
  async welcome(sessionEpoch: number): Promise<void> {
    const init = await this.frame('HELLO', 'client_init');
    if (init === undefined) return;
    this.challenge(init);
    if ((await this.frame('HELLO', 'client_response')) === undefined) return;
    this.say({
      frameType: 'HELLO',
      phase: 'server_accept',
      selectedVersion: '0.1',
      sessionEpoch,
      sessionToken: 'heddle-test-session-token-of-a-hostile-server',
      expiresAt: new Date(Date.now() + 900_000).toISOString(),
    });
    const ping = await this.frame('PING');
    this.say({
      frameType: 'PING',
      nonce: 'aGVkZGxlLXRlc3Q',
      replyToNonce: ping?.['nonce'],
      sentAt: new Date().toISOString(),
    });
  }

  private something(): Promise<void> {
    return new Promise((resolve) => {
      const look = () => {
        this.listeners.delete(look);
        resolve();
      };
      this.listeners.add(look);
    });
  }
}

export class HostileServer {
  readonly lines: HostileLine[] = [];
  private readonly server: Server;

  private constructor(server: Server) {
    this.server = server;
  }

  /** `act` is what it does with the nth connection, from 1. */
  static async open(
    world: NetWorld,
    act: (line: HostileLine, nth: number) => Promise<void>,
  ): Promise<HostileServer> {
    const paths = pathsOf(world.folder);
    const server = createServer({
      key: await readFile(paths.certificateKey),
      cert: await readFile(paths.certificate),
      minVersion: 'TLSv1.3',
    });
    const hostile = new HostileServer(server);
    const sockets = new WebSocketServer({ server, path: '/ws', perMessageDeflate: false });
    sockets.on('connection', (socket) => {
      const line = new HostileLine(socket);
      hostile.lines.push(line);
      act(line, hostile.lines.length).catch((error: unknown) => world.faults.push(error));
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    world.closeWith(async () => {
      for (const { socket } of hostile.lines) socket.terminate();
      sockets.close();
      server.close();
    });
    return hostile;
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }
}

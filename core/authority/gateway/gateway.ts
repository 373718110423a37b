// The WebSocket gateway of an Authority on real sockets: one path, TLS 1.3, bounded (WS-001). Everything about the
// protocol is in `connection.ts` and below; here are servers, upgrades, and the end of it all.
import { randomBytes, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type Server as HttpServer } from 'node:http';
import { createServer as createTlsServer, type Server as HttpsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { WebSocketServer } from 'ws';
import type { PresenceRecord } from '../../protocol/generated/documents.ts';
import type { GatewayAuthority, GatewayClock, GatewayEnvironment, GroupHistory } from './gateway-ports.ts';
import { ConnectionHub } from './hub.ts';
import { DEFAULT_LIMITS, type GatewayLimits } from './limits.ts';
import { SocketTransport } from './socket-transport.ts';
import {
  ConnectionCounter,
  isGatewayPath,
  isLoopback,
  judgeEncryption,
  type UpgradeRefusal,
} from './upgrade-guard.ts';

/** Where the gateway listens: on a port of its own, or on a server that has other routes as well. */
export type GatewayBinding =
  | {
      readonly kind: 'tls';
      readonly host: string;
      readonly port: number;
      /** PEM. */
      readonly key: string | Buffer;
      readonly cert: string | Buffer;
    }
  /** Without encryption, for development on one machine (WS-001). */
  | { readonly kind: 'plain-loopback'; readonly host?: string; readonly port: number }
  /** `allowPlainLoopback` counts for an `http.Server` only, and there for connections of this machine only. */
  | {
      readonly kind: 'shared';
      readonly server: HttpServer | HttpsServer;
      readonly allowPlainLoopback?: boolean;
    };

export interface GatewayOptions {
  readonly authority: GatewayAuthority;
  readonly binding: GatewayBinding;
  /** The Organization's secret for tokens, at least 32 random bytes, kept by the host (WS-017). */
  readonly tokenSecret: Uint8Array;
  /** Hears of faults that no peer may hear about. */
  readonly onFault: (error: unknown) => void;
  readonly limits?: Partial<GatewayLimits>;
  readonly history?: GroupHistory;
  readonly clock?: GatewayClock;
  readonly newId?: (kind: string) => string;
}

export interface Gateway {
  /** The port it listens on, also when 0 was asked for. */
  readonly port: number;
  readonly connectionCount: number;
  /** What an Agent last said about itself, while that is fresh (WS-061); undefined counts as offline. */
  presenceOf(agentId: string): PresenceRecord | undefined;
  /** Whether a session is live on a connection (OPEN-011). */
  isSessionOpen(agentId: string, sessionEpoch: number): boolean;
  /** Takes nobody new, lets connections finish, closes them with 1001, and its own server too. */
  close(): Promise<void>;
}

const MIN_SECRET_BYTES = 32;

/** Every Event is replayed to whoever has not seen it. */
const WHOLE_HISTORY: GroupHistory = { snapshotInsteadOf: async () => undefined };

const SYSTEM_CLOCK: GatewayClock = {
  now: () => Date.now(),
  after(delayMs, action) {
    // Timers longer than 2^31 ms would fire at once; whoever set them looks again then.
    const timer = setTimeout(action, Math.min(delayMs, 0x7fff_ffff));
    return () => clearTimeout(timer);
  },
};

/** Opens the gateway and answers when it listens. Refuses settings under which it would not be safe. */
export async function createGateway(options: GatewayOptions): Promise<Gateway> {
  const { authority, binding, tokenSecret, onFault } = options;
  if (tokenSecret.length < MIN_SECRET_BYTES) {
    throw new RangeError(`a token secret has at least ${MIN_SECRET_BYTES} bytes`);
  }
  const limits: GatewayLimits = { ...DEFAULT_LIMITS, ...options.limits };
  const environment: GatewayEnvironment = {
    authority,
    clock: options.clock ?? SYSTEM_CLOCK,
    newId: options.newId ?? (() => `urn:uuid:${randomUUID()}`),
    randomBytes: (count) => randomBytes(count),
    tokenSecret,
    limits,
    history: options.history ?? WHOLE_HISTORY,
    onFault,
  };
  const server = binding.kind === 'shared' ? binding.server : await listen(binding, limits);
  const upgrades = new Upgrades(environment, server, binding);
  let closing: Promise<void> | undefined;
  const close = async () => {
    await upgrades.close();
    if (binding.kind !== 'shared') await closeServer(server);
  };
  return {
    get port() {
      return portOf(server);
    },
    get connectionCount() {
      return upgrades.hub.connectionCount;
    },
    presenceOf: (agentId) => upgrades.hub.presenceOf(agentId),
    isSessionOpen: (agentId, sessionEpoch) => upgrades.hub.isSessionOpen(agentId, sessionEpoch),
    close() {
      closing ??= close();
      return closing;
    },
  };
}

/** Turns upgrade requests of a server into connections. */
class Upgrades {
  readonly hub: ConnectionHub;
  private readonly environment: GatewayEnvironment;
  private readonly server: HttpServer | HttpsServer;
  private readonly allowPlainLoopback: boolean;
  private readonly counter: ConnectionCounter;
  private readonly sockets: WebSocketServer;
  private readonly listener: (request: IncomingMessage, socket: Duplex, head: Buffer) => void;
  private isClosing = false;

  constructor(environment: GatewayEnvironment, server: HttpServer | HttpsServer, binding: GatewayBinding) {
    this.environment = environment;
    this.server = server;
    this.allowPlainLoopback =
      binding.kind === 'plain-loopback' || (binding.kind === 'shared' && binding.allowPlainLoopback === true);
    this.hub = new ConnectionHub(environment);
    this.counter = new ConnectionCounter(environment.limits);
    this.sockets = new WebSocketServer({
      noServer: true,
      // Compression would let a small message become a large one, and mixes secrets with what a peer can choose.
      perMessageDeflate: false,
      maxPayload: environment.limits.frameBytes,
      clientTracking: false,
      // Answered by the transport, which minds whether the peer reads its answers.
      autoPong: false,
    });
    this.listener = (request, socket, head) => this.upgrade(request, socket, head);
    server.on('upgrade', this.listener);
  }

  async close(): Promise<void> {
    this.isClosing = true;
    await this.hub.shutDown();
    this.server.off('upgrade', this.listener);
  }

  private upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    const refusal = this.judge(request);
    if (refusal === 'not-ours') return;
    if (refusal !== undefined) {
      refuseUpgrade(socket, refusal);
      return;
    }
    const leave = this.counter.enter(addressOf(request));
    socket.once('close', leave);
    this.sockets.handleUpgrade(request, socket, head, (webSocket) => {
      const { clock, limits } = this.environment;
      const transport = new SocketTransport(webSocket, socket, clock, limits);
      const connection = this.hub.connect(transport);
      transport.connect(connection);
      // The library assembles a message before anybody sees it: a stranger gets no room for a large one.
      let strangerBytes = head.length;
      const count = (chunk: Buffer) => {
        if (connection.sessionEpoch !== undefined) {
          socket.off('data', count);
          return;
        }
        strangerBytes += chunk.length;
        if (strangerBytes > 2 * limits.handshakeBytes) webSocket.terminate();
      };
      socket.on('data', count);
    });
  }

  private judge(request: IncomingMessage): UpgradeRefusal | 'not-ours' | undefined {
    if (!isGatewayPath(request)) {
      // On a shared server another listener may know the path; alone, nobody else would answer.
      const isAlone = this.server.listenerCount('upgrade') === 1;
      return isAlone ? { status: 404, reason: 'no such path' } : 'not-ours';
    }
    if (this.isClosing) return { status: 503, reason: 'shutting down' };
    return judgeEncryption(request, this.allowPlainLoopback) ?? this.counter.judge(addressOf(request));
  }
}

function addressOf({ socket }: IncomingMessage): string {
  return socket.remoteAddress ?? 'unknown';
}

const STATUS_TEXTS: Readonly<Record<number, string>> = {
  403: 'Forbidden',
  404: 'Not Found',
  426: 'Upgrade Required',
  429: 'Too Many Requests',
  503: 'Service Unavailable',
};

function refuseUpgrade(socket: Duplex, { status, reason }: UpgradeRefusal): void {
  socket.on('error', () => socket.destroy());
  const body = `${reason}\n`;
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_TEXTS[status] ?? 'Refused'}\r\nConnection: close\r\n` +
      `Content-Type: text/plain\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
    () => socket.destroy(),
  );
}

async function listen(
  binding: Exclude<GatewayBinding, { readonly kind: 'shared' }>,
  limits: GatewayLimits,
): Promise<HttpServer | HttpsServer> {
  const host = binding.host ?? '127.0.0.1';
  if (binding.kind === 'plain-loopback' && !isLoopback(host)) {
    throw new RangeError(`without TLS the gateway listens on a loopback address only, not on ${host}`);
  }
  // A peer that never asks for the upgrade must not keep its socket either.
  const common = {
    headersTimeout: limits.handshakeMs,
    requestTimeout: limits.handshakeMs,
    // Looked after so often; by default it would be every 30 s.
    connectionsCheckingInterval: Math.ceil(limits.handshakeMs / 2),
  };
  const server =
    binding.kind === 'tls'
      ? createTlsServer({
          ...common,
          key: binding.key,
          cert: binding.cert,
          minVersion: 'TLSv1.3',
          maxVersion: 'TLSv1.3',
          handshakeTimeout: limits.handshakeMs,
        })
      : createServer(common);
  // Refused ones are answered over HTTP, so a few more than the gateway itself takes.
  server.maxConnections = limits.connections + 100;
  server.on('request', (_request, response) => {
    response.writeHead(426, { Connection: 'close', Upgrade: 'websocket' }).end();
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(binding.port, host, () => {
      server.off('error', reject);
      resolve();
    });
  });
  return server;
}

function portOf(server: HttpServer | HttpsServer): number {
  const address: AddressInfo | string | null = server.address();
  if (typeof address !== 'object' || address === null)
    throw new Error('the server does not listen on a port');
  return address.port;
}

async function closeServer(server: HttpServer | HttpsServer): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    server.close((error) => (error === undefined ? resolve() : reject(error)));
    server.closeAllConnections();
  });
}

// The server under the control plane and the WebSocket gateway: TLS 1.3, or plain on loopback when that is asked for (WS-001).
// It limits what a connection may cost before any route sees it.
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { createServer as createTlsServer, type ServerOptions as TlsServerOptions } from 'node:https';
import type { Socket } from 'node:net';
import type { ControlPlaneLimits } from './control-plane-ports.ts';

/** How connections are protected. */
export type Transport =
  | { readonly kind: 'tls'; readonly key: TlsServerOptions['key']; readonly cert: TlsServerOptions['cert'] }
  /** For development and the embedded Authority: connections from elsewhere are dropped. */
  | { readonly kind: 'plain-loopback' };

const LOOPBACK_NAMES: readonly string[] = ['localhost', '127.0.0.1', '::1', '[::1]'];
const TLS_HANDSHAKE_MS = 10_000;
/** How often Node looks for requests that are too slow. */
const CHECK_MS = 1_000;
/** Browsers and our clients send about twenty. */
const MAX_HEADERS = 64;

export function createHttpServer(transport: Transport, limits: ControlPlaneLimits): Server {
  const options = {
    maxHeaderSize: limits.maxHeaderBytes,
    headersTimeout: limits.headersMs,
    // For the slowest request that is allowed; bodies of Commands have their own, shorter limit.
    requestTimeout: limits.uploadMs,
    connectionsCheckingInterval: CHECK_MS,
  };
  const server: Server =
    transport.kind === 'tls'
      ? createTlsServer({
          ...options,
          ...(transport.key === undefined ? {} : { key: transport.key }),
          ...(transport.cert === undefined ? {} : { cert: transport.cert }),
          minVersion: 'TLSv1.3',
          maxVersion: 'TLSv1.3',
          handshakeTimeout: TLS_HANDSHAKE_MS,
        })
      : createServer(options);
  server.maxHeadersCount = MAX_HEADERS;
  // Without a listener the connection is ended; the WebSocket library lifts this for its own.
  server.setTimeout(limits.idleMs);
  server.maxConnections = limits.maxConnections;
  if (transport.kind === 'plain-loopback') server.on('connection', dropForeign);
  return server;
}

/** Whether a server of this kind may be bound to a host. */
export function isAllowedHost({ kind }: Transport, host: string): boolean {
  return kind === 'tls' || LOOPBACK_NAMES.includes(host);
}

/**
 * Whether a plain request names this machine as its host. Another name means that a page somewhere made a browser
 * resolve that name to loopback.
 */
export function hasLoopbackHost({ headers }: IncomingMessage): boolean {
  const name = (headers.host ?? '').replace(/:\d{1,5}$/, '').toLowerCase();
  return LOOPBACK_NAMES.includes(name);
}

/** The address check holds also when somebody else made the server listen. */
function dropForeign(socket: Socket): void {
  const { remoteAddress = '' } = socket;
  const isLoopback = remoteAddress === '::1' || /^(?:::ffff:)?127\./.test(remoteAddress);
  if (!isLoopback) socket.destroy();
}

/** Answers what is not even a request, in a few bytes, and hangs up. */
export function refuseConnection(error: Error & { readonly code?: string }, socket: Socket): void {
  if (!socket.writable || error.code === 'ECONNRESET') {
    socket.destroy();
    return;
  }
  const line = STATUS_LINES[error.code ?? ''] ?? '400 Bad Request';
  socket.end(`HTTP/1.1 ${line}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
}

const STATUS_LINES: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
};

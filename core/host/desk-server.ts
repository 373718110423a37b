// The loopback server: the window's files and its socket, for our own page alone. Bound to 127.0.0.1; nothing of it can be
// reached from another computer.
import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { type WebSocket, WebSocketServer } from 'ws';
import { DeskGate, type GateVerdict } from './desk-gate.ts';
import { DESK_HEADERS, readDeskFile } from './desk-files.ts';
import { type DeskRpc, MAX_FRAME_BYTES } from './desk-rpc.ts';

export interface DeskServerOptions {
  /** The built window. */
  readonly folder: string;
  readonly rpc: DeskRpc;
  /** 0 picks a free port. */
  readonly port?: number;
  readonly onFault: (error: unknown) => void;
  readonly monotonicMs?: () => number;
  /** Opens windows for other processes of the same person. */
  readonly instanceSecret?: string;
}

export interface DeskServer {
  readonly origin: string;
  readonly port: number;
  /** An address that opens one window, once, within two minutes. */
  newLaunchUrl(): string;
  close(): Promise<void>;
}

const HOST = '127.0.0.1';
const MAX_SOCKETS = 16;
const PING_MS = 20_000;

const TEXTS: Readonly<Record<number, string>> = {
  400: 'Bad request.',
  401: 'Open this window from the app.',
  403: 'This address was used already, or is not for you. Open the window from the app.',
  404: 'There is no such file.',
  405: 'Only GET.',
  421: 'This server has another name.',
};

export async function startDeskServer(options: DeskServerOptions): Promise<DeskServer> {
  const { rpc, onFault } = options;
  const { instanceSecret } = options;
  const gate = new DeskGate({
    monotonicMs: options.monotonicMs ?? (() => performance.now()),
    randomBytes,
    ...(instanceSecret === undefined ? {} : { instanceSecret }),
  });
  const server = createServer(
    { maxHeaderSize: 16_384, requestTimeout: 10_000, headersTimeout: 5_000 },
    (request, response) => {
      answer(gate, options.folder, request, response).catch((error: unknown) => {
        onFault(error);
        response.destroy();
      });
    },
  );
  server.maxConnections = 128;
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: MAX_FRAME_BYTES,
    perMessageDeflate: false,
    clientTracking: true,
  });
  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    socket.on('error', onFault);
    const verdict = gate.judgeSocket(request);
    if (verdict.kind !== 'pass') refuseUpgrade(socket, verdict);
    else if (sockets.clients.size >= MAX_SOCKETS) refuseUpgrade(socket, { kind: 'refused', status: 403 });
    else {
      sockets.handleUpgrade(request, socket, head, (client) => {
        client.on('error', onFault);
        keepAlive(client, onFault);
        rpc.serveSocket(client);
      });
    }
  });
  server.on('clientError', (_error, socket) => socket.destroy());
  const port = await listen(server, options.port ?? 0);
  gate.open(port);
  return {
    origin: gate.origin,
    port,
    newLaunchUrl: () => gate.newLaunchUrl(),
    close: async () => {
      for (const client of sockets.clients) client.terminate();
      sockets.close();
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      });
    },
  };
}

async function answer(
  gate: DeskGate,
  folder: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (gate.judgeInstance(request)) {
    response.writeHead(200, { ...DESK_HEADERS, 'content-type': 'application/json' });
    response.end(JSON.stringify({ launchUrl: gate.newLaunchUrl() }));
    return;
  }
  const verdict = gate.judgePage(request);
  if (verdict.kind === 'refused') {
    refuse(response, verdict.status);
    return;
  }
  if (verdict.kind === 'launched') {
    // The token leaves the address at once; the cookie stays in the browser and no script can read it.
    response.writeHead(303, { ...DESK_HEADERS, 'set-cookie': verdict.cookie, location: '/' }).end();
    return;
  }
  const [path = ''] = (request.url ?? '').split('?');
  const file = await readDeskFile(folder, path);
  if (file === undefined) {
    refuse(response, 404);
    return;
  }
  const { mediaType, bytes } = file;
  response.writeHead(200, { ...DESK_HEADERS, 'content-type': mediaType, 'content-length': bytes.length });
  response.end(request.method === 'HEAD' ? undefined : bytes);
}

function refuse(response: ServerResponse, status: number): void {
  response
    .writeHead(status, { ...DESK_HEADERS, 'content-type': 'text/plain; charset=utf-8', connection: 'close' })
    .end(`${TEXTS[status] ?? 'Refused.'}\n`);
}

function refuseUpgrade(socket: Duplex, verdict: GateVerdict): void {
  const status = verdict.kind === 'refused' ? verdict.status : 403;
  socket.end(`HTTP/1.1 ${status} Refused\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
}

/** A window that is gone without a word frees its place. */
function keepAlive(client: WebSocket, onFault: (error: unknown) => void): void {
  let isAlive = true;
  client.on('pong', () => {
    isAlive = true;
  });
  const timer = setInterval(() => {
    if (!isAlive) client.terminate();
    isAlive = false;
    try {
      client.ping();
    } catch (error) {
      onFault(error);
    }
  }, PING_MS);
  timer.unref();
  client.on('close', () => clearInterval(timer));
}

function listen(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen({ host: HOST, port, exclusive: true }, () => {
      const address = server.address();
      resolve(typeof address === 'object' && address !== null ? address.port : port);
    });
  });
}

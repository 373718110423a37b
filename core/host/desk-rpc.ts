// The router over whatever brings messages: a WebSocket of the loopback server, or a MessagePort from Electron. What goes
// wrong inside is told to nobody but the log of this app.
import { RPCHandler as PortHandler } from '@orpc/server/message-port';
import { RPCHandler as SocketHandler } from '@orpc/server/ws';
import type { WebSocket } from 'ws';
import type { DeskRouter } from './desk-router.ts';

/** No message of a window is larger: forms and briefs fit in, and nothing else comes. */
export const MAX_FRAME_BYTES = 1_048_576;

export interface DeskRpc {
  serveSocket(socket: WebSocket): void;
  /** Serves a port until it is closed. Messages that came before wait in the port. */
  servePort(port: DeskPort): void;
}

/** A port of Electron's main or utility process, or of Node. */
export interface DeskPort {
  on(event: 'message' | 'close', listener: (message?: unknown) => void): unknown;
  postMessage(message: unknown): void;
  start(): void;
  close(): void;
}

/** `onCall` hears the name of each procedure that was asked for, and whether it answered. */
export function createDeskRpc(
  router: DeskRouter,
  onFault: (error: unknown) => void,
  onCall: (name: string, isOk: boolean) => void = () => {},
): DeskRpc {
  const interceptors = [
    async <Answer>(call: {
      readonly request: { readonly url: URL };
      next(): Promise<Answer>;
    }): Promise<Answer> => {
      const name = call.request.url.pathname.split('/').filter(Boolean).join('.');
      try {
        const answer = await call.next();
        onCall(name, true);
        return answer;
      } catch (error) {
        onCall(name, false);
        // The window hears that it failed, and nothing more.
        onFault(error);
        throw error;
      }
    },
  ];
  const sockets = new SocketHandler(router, { interceptors });
  const ports = new PortHandler(router, { interceptors });
  return {
    serveSocket: (socket) => {
      sockets
        .upgrade({
          addEventListener: listenTo(socket),
          // Answered when the bytes have left this process: whoever sends more waits for that.
          send: ((data: string | Uint8Array) => sendAll(socket, data)) as WebSocket['send'],
        })
        .catch(onFault);
    },
    servePort: (port) => {
      ports.upgrade(limitPort(port));
      port.start();
    },
  };
}

/** Hands on what is a message, and closes on everything else: no window sends such. */
function listenTo(socket: WebSocket): WebSocket['addEventListener'] {
  const listen = (name: string, listener: (event: { readonly data: unknown }) => void) => {
    if (name === 'close') socket.on('close', () => listener({ data: undefined }));
    if (name !== 'message') return;
    socket.on('message', (data, isBinary) => {
      // One piece by default; the library's types know more ways.
      const text = isBinary ? undefined : (data as Buffer).toString('utf8');
      if (text !== undefined && isMessage(text)) listener({ data: text });
      else socket.close(isBinary ? 1003 : 1008, 'not a message');
    });
  };
  return listen as WebSocket['addEventListener'];
}

/** Whether a text has the outer shape of a message: an id, and what it brings. */
function isMessage(text: string): boolean {
  let message: unknown;
  try {
    message = JSON.parse(text);
  } catch {
    return false;
  }
  if (typeof message !== 'object' || message === null || !('i' in message) || typeof message.i !== 'string') {
    return false;
  }
  const { t, p } = message as { readonly t?: unknown; readonly p?: unknown };
  return t === undefined ? isRequest(p) : typeof t === 'number';
}

function isRequest(payload: unknown): boolean {
  return typeof payload === 'object' && payload !== null && 'u' in payload && typeof payload.u === 'string';
}

function sendAll(socket: WebSocket, data: string | Uint8Array): Promise<void> {
  return new Promise((resolve, reject) => {
    if (socket.readyState !== socket.OPEN) {
      resolve();
      return;
    }
    socket.send(data, (error) => {
      if (error === undefined || error === null) resolve();
      else reject(error);
    });
  });
}

/** Closes a port whose other side sends what no window sends. */
function limitPort(port: DeskPort): {
  on(event: string, listener: (event?: { data: unknown }) => void): void;
  postMessage(data: unknown): void;
} {
  return {
    postMessage: (data) => port.postMessage(data),
    on: (name, listener) => {
      if (name === 'close') port.on('close', () => listener());
      if (name !== 'message') return;
      port.on('message', (message) => {
        const data = dataOf(message);
        if (typeof data === 'string' && data.length <= MAX_FRAME_BYTES && isMessage(data)) listener({ data });
        else port.close();
      });
    },
  };
}

/** Node hands the message itself over, Electron an event around it. */
function dataOf(message: unknown): unknown {
  return typeof message === 'object' && message !== null && 'data' in message ? message.data : message;
}

// A WebSocket of the library `ws` as the connection's socket (WS-001, WS-003).
import { WebSocket } from 'ws';
import type { ServerAddress } from './server-address.ts';
import type { ClientSocket, Dial } from './sync-ports.ts';

export interface SocketDialSettings {
  /** For TCP, TLS and the upgrade together. */
  readonly handshakeMs: number;
  /** The largest message that is read. */
  readonly frameBytes: number;
  /** What may wait to be sent: a peer that leaves more unread does not read at all, and is given up. */
  readonly unsentBytes: number;
  /** How long a close waits for the peer's own. */
  readonly closeMs: number;
}

export const DEFAULT_DIAL_SETTINGS: SocketDialSettings = {
  handshakeMs: 10_000,
  // The server's own documents may be larger than what it takes from others.
  frameBytes: 32 * 1024 * 1024,
  // Several of the largest Commands that an Authority takes.
  unsentBytes: 16 * 1024 * 1024,
  closeMs: 2_000,
};

const ABNORMAL = 1006;

export function createSocketDial(
  { gatewayUrl, tls, isEncrypted }: ServerAddress,
  settings: SocketDialSettings = DEFAULT_DIAL_SETTINGS,
): Dial {
  return (listener) => {
    const socket = new WebSocket(gatewayUrl, {
      perMessageDeflate: false,
      handshakeTimeout: settings.handshakeMs,
      maxPayload: settings.frameBytes,
      followRedirects: false,
      ...(isEncrypted ? tls : {}),
    });
    let isClosed = false;
    let cause: Error | undefined;
    const close = (code: number, reason: string) => {
      if (isClosed) return;
      isClosed = true;
      listener.closed(code, reason, cause);
    };
    socket.on('open', () => listener.connected());
    socket.on('message', (data, isBinary) => {
      // `binaryType` is `nodebuffer`: a message is always one Buffer.
      if (!isClosed && Buffer.isBuffer(data)) listener.message(data, isBinary);
    });
    socket.on('close', (code, reason) => close(code, reason.toString('utf8')));
    // `close` follows, also for a server that refused the upgrade, but does not say why.
    socket.on('error', (error) => {
      cause = error;
    });
    return new WebSocketAdapter(socket, settings, () => close(ABNORMAL, ''));
  };
}

class WebSocketAdapter implements ClientSocket {
  private readonly socket: WebSocket;
  private readonly settings: SocketDialSettings;
  private readonly ended: () => void;

  constructor(socket: WebSocket, settings: SocketDialSettings, ended: () => void) {
    this.socket = socket;
    this.settings = settings;
    this.ended = ended;
  }

  send(text: string): void {
    if (this.socket.readyState !== WebSocket.OPEN) return;
    if (this.socket.bufferedAmount > this.settings.unsentBytes) this.terminate();
    else this.socket.send(text);
  }

  pauseReading(): void {
    this.socket.pause();
  }

  resumeReading(): void {
    this.socket.resume();
  }

  close(code: number, reason: string): void {
    // The peer's own close frame has to be read, whatever was on its way before it.
    this.socket.resume();
    this.socket.close(code, reason);
    const timer = setTimeout(() => this.socket.terminate(), this.settings.closeMs);
    this.socket.once('close', () => clearTimeout(timer));
    this.ended();
  }

  terminate(): void {
    this.socket.terminate();
    this.ended();
  }
}

// A WebSocket of the library `ws` as the transport of a connection, and back.
import type { Duplex } from 'node:stream';
import type { WebSocket } from 'ws';
import type { Connection } from './connection.ts';
import type { CloseCode, GatewayClock, Transport } from './gateway-ports.ts';

export class SocketTransport implements Transport {
  private readonly socket: WebSocket;
  private readonly clock: GatewayClock;
  private readonly closeMs: number;
  private readonly lowWaterBytes: number;
  private readonly stream: Duplex;
  private isCorked = false;
  private onDrained = () => {};

  /** `stream` carries `socket`. */
  constructor(
    socket: WebSocket,
    stream: Duplex,
    clock: GatewayClock,
    limits: { closeMs: number; highWaterBytes: number },
  ) {
    this.socket = socket;
    this.stream = stream;
    this.clock = clock;
    this.closeMs = limits.closeMs;
    this.lowWaterBytes = limits.highWaterBytes / 2;
  }

  /** Lets a connection hear what its peer sends. */
  connect(connection: Connection): void {
    const { socket } = this;
    this.onDrained = () => connection.drained();
    socket.on('message', (data, isBinary) => {
      // `binaryType` is `nodebuffer`: a message is always one Buffer.
      if (Buffer.isBuffer(data)) connection.receive(data, isBinary);
    });
    socket.on('ping', (data) => {
      // Pings that come faster than their answers are read would fill the memory.
      if (socket.bufferedAmount <= this.lowWaterBytes) socket.pong(data);
    });
    socket.on('close', () => connection.lost());
    // A broken frame or connection: the library closes it, with the code that fits, and `close` follows.
    socket.on('error', () => {});
  }

  send(message: string | Uint8Array): void {
    this.cork();
    // Always a text message, also when its bytes are shared by many peers (WS-003).
    this.socket.send(message, { binary: false }, () => {
      if (this.socket.bufferedAmount <= this.lowWaterBytes) this.onDrained();
    });
  }

  /** What is sent in one go, as the answers to all Commands of a commit are, is encrypted and handed on as one piece. */
  private cork(): void {
    if (this.isCorked) return;
    this.isCorked = true;
    this.stream.cork();
    process.nextTick(() => {
      this.isCorked = false;
      this.stream.uncork();
    });
  }

  bufferedAmount(): number {
    return this.socket.bufferedAmount;
  }

  pauseReading(): void {
    this.socket.pause();
  }

  resumeReading(): void {
    this.socket.resume();
  }

  close(code: CloseCode, reason: string): void {
    this.onDrained = () => {};
    // The peer's own close frame has to be read, whatever was on its way before it.
    this.socket.resume();
    this.socket.close(code, reason);
    // A peer that does not answer, or does not even read, must not keep the socket.
    const cancel = this.clock.after(this.closeMs, () => this.socket.terminate());
    this.socket.once('close', cancel);
  }

  terminate(): void {
    this.onDrained = () => {};
    this.socket.terminate();
  }
}

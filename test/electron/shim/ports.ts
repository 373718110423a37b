// Channels of messages as Electron's main process has them. A port that was transferred forwards to where it went.
import { EventEmitter } from 'node:events';

/** Where a port goes when it is transferred out of this process. */
export interface PortCarrier {
  deliver(data: unknown): void;
  close(): void;
}

export class ShimPort extends EventEmitter {
  #peer: ShimPort | undefined;
  readonly #queue: unknown[] = [];
  #isStarted = false;
  #isClosed = false;
  #carrier: PortCarrier | undefined;

  static pair(): readonly [ShimPort, ShimPort] {
    const [one, other] = [new ShimPort(), new ShimPort()];
    one.#peer = other;
    other.#peer = one;
    return [one, other];
  }

  postMessage(data: unknown): void {
    if (this.#carrier !== undefined) throw new Error('The port was transferred.');
    this.send(data);
  }

  start(): void {
    this.#isStarted = true;
    for (const data of this.#queue.splice(0)) this.#hand(data);
  }

  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    const peer = this.#peer;
    queueMicrotask(() => {
      this.emit('close');
      if (peer === undefined) return;
      peer.close();
      peer.#carrier?.close();
    });
  }

  /** From here on, messages for this port go to the carrier, which sends its own with `send`. */
  transfer(carrier: PortCarrier): void {
    this.#carrier = carrier;
    this.start();
  }

  /** To the other end; for carriers. */
  send(data: unknown): void {
    if (this.#isClosed) return;
    if (this.#peer !== undefined) this.#peer.#receive(structuredClone(data));
  }

  #receive(data: unknown): void {
    if (this.#isStarted) this.#hand(data);
    else this.#queue.push(data);
  }

  #hand(data: unknown): void {
    // As in the real one, a message never arrives within the call that sent it.
    setImmediate(() => {
      if (this.#carrier === undefined) this.emit('message', { data, ports: [] });
      else this.#carrier.deliver(data);
    });
  }
}

export class ShimMessageChannel {
  readonly port1: ShimPort;
  readonly port2: ShimPort;

  constructor() {
    [this.port1, this.port2] = ShimPort.pair();
  }
}

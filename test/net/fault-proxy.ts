// A TCP proxy on loopback between a client and its server, with the faults of a network: cut, stalled, half-open, slow, and
// cut at one byte. It knows nothing of what it carries, so it stands before TLS as it does before anything else.
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

/** `up` is what the client sends, `down` what the server sends. */
export type Direction = 'up' | 'down';

/** What happens to a connection from its beginning. */
export interface ConnectionPlan {
  /** The connection is cut when so many bytes have gone through in that direction. */
  readonly cutAfter?: Readonly<Partial<Record<Direction, number>>>;
  /** What does not go on until it is released. */
  readonly held?: readonly Direction[];
  /** Each piece arrives so much later. */
  readonly delayMs?: number;
  /** What the server sends arrives byte by byte, with so much time between two of them. */
  readonly trickleMs?: number;
}

export class FaultProxy {
  /** All connections so far, in order. */
  readonly connections: ProxiedConnection[] = [];
  /** What becomes of the next connections; `refused` resets them at once, as a network that is gone. */
  plan: (nth: number) => ConnectionPlan | 'refused' = () => ({});
  /** Connections that were tried, also those that were refused. */
  tried = 0;
  private readonly server: Server;
  private readonly readTargetPort: () => number;

  private constructor(server: Server, readTargetPort: () => number) {
    this.server = server;
    this.readTargetPort = readTargetPort;
  }

  static async open(readTargetPort: () => number): Promise<FaultProxy> {
    const server = createServer({ pauseOnConnect: true, allowHalfOpen: true });
    const proxy = new FaultProxy(server, readTargetPort);
    server.on('connection', (socket) => proxy.accept(socket));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return proxy;
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  /** Those that neither side nor a fault has ended. */
  get open(): readonly ProxiedConnection[] {
    return this.connections.filter(({ isOver }) => !isOver);
  }

  /** The newest connection. */
  get last(): ProxiedConnection {
    const last = this.connections.at(-1);
    if (last === undefined) throw new Error('nobody has connected yet');
    return last;
  }

  /** Resets everything that is open. */
  cut(): void {
    for (const connection of this.open) connection.cut();
  }

  /** Nothing goes on, in either direction, and nobody is told. */
  stall(): void {
    for (const connection of this.open)
      for (const direction of ['up', 'down'] as const) connection.hold(direction);
  }

  release(): void {
    for (const connection of this.open) connection.release();
  }

  /** The server is gone, and its end of the connection never reached the client. */
  halfOpen(): void {
    for (const connection of this.open) connection.halfOpen();
  }

  async close(): Promise<void> {
    for (const connection of this.connections) connection.destroy();
    this.server.close();
    await once(this.server, 'close');
  }

  private accept(client: Socket): void {
    this.tried += 1;
    const plan = this.plan(this.tried);
    client.on('error', () => {});
    if (plan === 'refused') client.resetAndDestroy();
    else this.connections.push(new ProxiedConnection(client, this.readTargetPort(), plan));
  }
}

/** One connection through the proxy. */
export class ProxiedConnection {
  /** Bytes that were passed on. */
  readonly passed: Record<Direction, number> = { up: 0, down: 0 };
  isOver = false;
  private readonly client: Socket;
  private readonly server: Socket;
  private readonly plan: ConnectionPlan;
  private readonly held: Set<Direction>;
  private readonly trickling: number[] = [];
  private trickleTimer: NodeJS.Timeout | undefined;
  private readonly waiting: Record<Direction, (() => void)[]> = { up: [], down: [] };

  constructor(client: Socket, targetPort: number, plan: ConnectionPlan) {
    this.client = client;
    this.plan = plan;
    this.held = new Set(plan.held);
    this.server = connect({ port: targetPort, host: '127.0.0.1', allowHalfOpen: true, noDelay: true });
    client.setNoDelay(true);
    this.join('up', client, this.server);
    this.join('down', this.server, client);
    for (const socket of [client, this.server]) {
      socket.on('error', () => this.cut());
      socket.on('close', () => this.cut());
    }
    client.resume();
  }

  hold(direction: Direction): void {
    this.held.add(direction);
  }

  release(): void {
    this.held.clear();
    for (const direction of ['up', 'down'] as const) {
      for (const act of this.waiting[direction].splice(0)) act();
    }
  }

  /** How many pieces wait to be released. */
  waitingPieces(direction: Direction): number {
    return this.waiting[direction].length;
  }

  cut(): void {
    if (this.isOver) return;
    this.isOver = true;
    clearInterval(this.trickleTimer);
    this.client.resetAndDestroy();
    this.server.resetAndDestroy();
  }

  /** Lets go of both sockets, whatever has happened to them. */
  destroy(): void {
    this.cut();
    this.client.destroy();
  }

  /** The client's socket stays open, takes whatever is sent, and answers nothing. */
  halfOpen(): void {
    this.isOver = true;
    clearInterval(this.trickleTimer);
    this.server.resetAndDestroy();
    this.client.removeAllListeners('data').removeAllListeners('end').resume();
  }

  private join(direction: Direction, from: Socket, to: Socket): void {
    from.on('data', (bytes) => this.pass(direction, to, bytes));
    // What one side does not read stays with the other, as it would without a proxy.
    to.on('drain', () => from.resume());
    // In order: an end never overtakes what was sent before it.
    from.on('end', () => this.later(direction, () => to.end()));
  }

  private pass(direction: Direction, to: Socket, bytes: Buffer): void {
    if (direction === 'down' && this.plan.trickleMs !== undefined) {
      this.trickle(to, bytes, this.plan.trickleMs);
      return;
    }
    this.later(direction, () => {
      const limit = this.plan.cutAfter?.[direction] ?? Number.POSITIVE_INFINITY;
      const piece = bytes.subarray(0, limit - this.passed[direction]);
      this.passed[direction] += piece.length;
      if (this.passed[direction] < limit) {
        if (!to.write(piece)) (to === this.client ? this.server : this.client).pause();
      }
      // Only when the last byte is on its way, and then at once.
      else to.write(piece, () => this.cut());
    });
  }

  private trickle(to: Socket, bytes: Buffer, pauseMs: number): void {
    for (const byte of bytes) this.trickling.push(byte);
    this.trickleTimer ??= setInterval(() => {
      const byte = this.trickling.shift();
      if (byte === undefined || this.isOver) return;
      this.passed.down += 1;
      to.write(Buffer.of(byte));
    }, pauseMs);
  }

  private later(direction: Direction, act: () => void): void {
    const run = () => {
      if (!this.isOver) act();
    };
    if (this.held.has(direction)) this.waiting[direction].push(run);
    else if (this.plan.delayMs === undefined) run();
    // Timers of the same delay fire in the order in which they were set.
    else setTimeout(run, this.plan.delayMs);
  }
}

// The line between the person's identities and the Authority of the demo: bytes pass as they are, until it is cut. Whoever else
// is connected does not notice.
import { connect, createServer, type Server, type Socket } from 'node:net';

const HOST = '127.0.0.1';
const AFTERMATH_MS = 5_000;

export class DemoWire {
  readonly port: number;
  private readonly server: Server;
  private readonly sockets = new Set<Socket>();
  private isCut = false;
  private mendedAtMs = -Infinity;

  private constructor(server: Server, port: number, targetPort: number) {
    this.server = server;
    this.port = port;
    server.on('connection', (near) => this.carry(near, targetPort));
  }

  static async open(targetPort: number): Promise<DemoWire> {
    // Half-open: the end of one direction is passed on by `pipe`, not made up here.
    const server = createServer({ allowHalfOpen: true });
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen({ host: HOST, port: 0 }, resolve);
    });
    const address = server.address();
    if (typeof address !== 'object' || address === null) throw new Error('a listening server has an address');
    return new DemoWire(server, address.port, targetPort);
  }

  /** Breaks every connection, and takes no new one. */
  cut(): void {
    this.isCut = true;
    for (const socket of this.sockets) socket.destroy();
  }

  mend(): void {
    this.isCut = false;
    this.mendedAtMs = performance.now();
  }

  /** Whether faults on it are of our making: who was cut off may notice only a little later. */
  get isDisturbed(): boolean {
    return this.isCut || performance.now() - this.mendedAtMs < AFTERMATH_MS;
  }

  async close(): Promise<void> {
    const closed = new Promise<void>((resolve) => {
      this.server.close(() => resolve());
    });
    this.cut();
    await closed;
  }

  private carry(near: Socket, targetPort: number): void {
    if (this.isCut) {
      near.destroy();
      return;
    }
    const far = connect({ host: HOST, port: targetPort, allowHalfOpen: true });
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      this.sockets.add(socket);
      socket.setNoDelay(true);
      // A broken end breaks the other one too; what went wrong is for the two at the ends to notice.
      socket.on('error', () => other.destroy());
      socket.on('close', () => {
        this.sockets.delete(socket);
        other.destroy();
      });
      socket.pipe(other);
    }
  }
}

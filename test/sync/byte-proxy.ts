// A TCP proxy on loopback that cuts, stalls and half-opens connections at any byte.
import { connect, createServer, type Server, type Socket } from 'node:net';

/** What happens to a connection, and after how many bytes from the server. */
export interface Fate {
  readonly afterBytes: number;
  /** `cut` resets both sides; `stall` passes nothing on any more; `half-open` tells the client nothing of the end. */
  readonly kind: 'cut' | 'stall' | 'half-open';
}

export class ByteProxy {
  port = 0;
  private readonly targetPort: () => number;
  /** The fate of the next connection; undefined for none. */
  nextFate: () => Fate | undefined = () => undefined;
  connections = 0;
  private readonly sockets = new Set<Socket>();
  private readonly server: Server;

  constructor(targetPort: () => number) {
    this.targetPort = targetPort;
    this.server = createServer((client) => this.pass(client));
  }

  async listen(): Promise<void> {
    await new Promise<void>((resolve) => {
      this.server.listen(0, '127.0.0.1', resolve);
    });
    const address = this.server.address();
    this.port = typeof address === 'object' && address !== null ? address.port : 0;
  }

  /** Ends every connection that is open. */
  cutAll(): void {
    for (const socket of this.sockets) socket.resetAndDestroy();
  }

  async close(): Promise<void> {
    this.cutAll();
    await new Promise<void>((resolve) => {
      this.server.close(() => resolve());
    });
  }

  private pass(client: Socket): void {
    this.connections += 1;
    const fate = this.nextFate();
    const server = connect(this.targetPort(), '127.0.0.1');
    for (const socket of [client, server]) {
      this.sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => this.sockets.delete(socket));
    }
    let passed = 0;
    let isStalled = false;
    server.on('data', (bytes) => {
      if (isStalled) return;
      const left = fate === undefined ? bytes.length : fate.afterBytes - passed;
      passed += bytes.length;
      client.write(left < bytes.length ? bytes.subarray(0, Math.max(0, left)) : bytes);
      if (fate === undefined || passed < fate.afterBytes) return;
      if (fate.kind === 'cut') {
        client.end(() => client.destroy());
        server.destroy();
      } else {
        isStalled = true;
        // The server sees its peer gone; the client sees nothing at all.
        if (fate.kind === 'half-open') server.destroy();
      }
    });
    client.on('data', (bytes) => {
      if (!isStalled) server.write(bytes);
    });
    client.on('close', () => server.destroy());
    server.on('close', () => {
      if (!isStalled) client.destroy();
    });
  }
}

// A TCP proxy on loopback that lets nothing through in one direction for a while: whoever sends hears no answer, or is not heard.
import { connect, createServer, type Server, type Socket } from 'node:net';

export class OneWayProxy {
  port = 0;
  /** What is swallowed: what the client says, what the server says, or nothing. */
  swallows: 'client' | 'server' | undefined;
  swallowedBytes = 0;
  private readonly targetPort: number;
  private readonly sockets = new Set<Socket>();
  private readonly server: Server;

  constructor(targetPort: number) {
    this.targetPort = targetPort;
    this.server = createServer((client) => this.join(client));
  }

  async listen(): Promise<void> {
    await new Promise<void>((resolve) => {
      this.server.listen(0, '127.0.0.1', resolve);
    });
    const address = this.server.address();
    this.port = typeof address === 'object' && address !== null ? address.port : 0;
  }

  /** Ends every connection that is open; the next ones are whole. */
  cut(): void {
    this.swallows = undefined;
    this.swallowedBytes = 0;
    for (const socket of this.sockets) socket.resetAndDestroy();
  }

  async close(): Promise<void> {
    this.cut();
    await new Promise<void>((resolve) => {
      this.server.close(() => resolve());
    });
  }

  private join(client: Socket): void {
    const server = connect(this.targetPort, '127.0.0.1');
    this.pass('client', client, server);
    this.pass('server', server, client);
  }

  private pass(side: 'client' | 'server', from: Socket, to: Socket): void {
    this.sockets.add(from);
    from.on('error', () => undefined);
    from.on('close', () => {
      this.sockets.delete(from);
      to.destroy();
    });
    from.on('data', (bytes) => {
      if (this.swallows === side) this.swallowedBytes += bytes.length;
      else to.write(bytes);
    });
  }
}

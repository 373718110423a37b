// A client on a real socket.
import type { ClientRequestArgs } from 'node:http';
import { WebSocket } from 'ws';
import type { TestOrganization } from '../harness/organization.ts';
import { TestClient } from './test-client.ts';

const PATIENCE_MS = 20_000;

export class SocketClient extends TestClient {
  readonly socket: WebSocket;
  /** The HTTP status when the upgrade was refused. */
  refusedWith: number | undefined;
  closeReason = '';
  failure: Error | undefined;

  constructor(
    organization: TestOrganization,
    address: string,
    options: WebSocket.ClientOptions & ClientRequestArgs = {},
  ) {
    super(organization);
    this.socket = new WebSocket(address, { perMessageDeflate: false, ...options });
    this.socket.on('message', (data) => {
      if (Buffer.isBuffer(data)) this.take(data.toString('utf8'));
    });
    this.socket.on('unexpected-response', (request, response) => {
      this.refusedWith = response.statusCode;
      this.closeCode ??= 1006;
      request.destroy();
    });
    this.socket.on('close', (code, reason) => {
      this.closeCode ??= code;
      this.closeReason = reason.toString('utf8');
    });
    this.socket.on('error', (error) => {
      this.failure = error;
    });
  }

  /** Waits until the socket is open, or was refused. */
  async opened(): Promise<this> {
    await this.until(
      ({ socket, closeCode }) => socket.readyState === WebSocket.OPEN || closeCode !== undefined,
    );
    return this;
  }

  sendText(text: string): void {
    this.socket.send(text);
  }

  async closed(): Promise<number> {
    await this.until(({ closeCode }) => closeCode !== undefined);
    return this.closeCode ?? 0;
  }

  async until(isWanted: (client: this) => boolean): Promise<void> {
    const end = performance.now() + PATIENCE_MS;
    while (!isWanted(this)) {
      if (performance.now() > end) {
        throw new Error(`never came; got ${this.frames.length} frames, closed with ${this.closeCode}`);
      }
      await new Promise((resolve) => {
        setTimeout(resolve, 2);
      });
    }
  }
}

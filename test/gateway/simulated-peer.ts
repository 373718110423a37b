// A peer without a socket: what it sends is there at once, and how much it has read is for the test to say.
import type { Connection } from '../../core/authority/gateway/connection.ts';
import type { Transport } from '../../core/authority/gateway/gateway-ports.ts';
import type { ConnectionHub } from '../../core/authority/gateway/hub.ts';
import type { TestOrganization } from '../harness/organization.ts';
import { settle } from './settling.ts';
import { TestClient } from './test-client.ts';

const MAX_TICKS = 2_000;

export class SimulatedPeer extends TestClient {
  readonly connection: Connection;
  isReadingPaused = false;
  wasTerminated = false;
  /** While set, what is sent to the peer piles up. */
  isSlow = false;
  private buffered: string[] = [];
  private bufferedBytes = 0;
  highestBuffered = 0;

  constructor(hub: ConnectionHub, organization: TestOrganization) {
    super(organization);
    const transport: Transport = {
      send: (message) => this.accept(message),
      bufferedAmount: () => this.bufferedBytes,
      pauseReading: () => {
        this.isReadingPaused = true;
      },
      resumeReading: () => {
        this.isReadingPaused = false;
      },
      close: (code) => {
        this.closeCode = code;
      },
      terminate: () => {
        this.wasTerminated = true;
        this.closeCode = 1006;
      },
    };
    this.connection = hub.connect(transport);
  }

  sendText(text: string): void {
    this.connection.receive(Buffer.from(text), false);
  }

  sendBinary(bytes: Uint8Array): void {
    this.connection.receive(bytes, true);
  }

  async until(isWanted: (client: this) => boolean): Promise<void> {
    for (let tick = 0; tick < MAX_TICKS; tick += 1) {
      if (isWanted(this)) return;
      await settle();
    }
    throw new Error(`never came; got ${JSON.stringify(this.frames.map(({ text }) => text)).slice(0, 2_000)}`);
  }

  /** Reads what has piled up: so many messages, or all. */
  read(count = Number.POSITIVE_INFINITY): void {
    for (const text of this.buffered.splice(0, count)) {
      this.bufferedBytes -= Buffer.byteLength(text);
      this.take(text);
    }
    this.connection.drained();
  }

  get bufferedAmountNow(): number {
    return this.bufferedBytes;
  }

  private accept(message: string | Uint8Array): void {
    if (this.closeCode !== undefined) throw new Error('sent after the end');
    const text = Buffer.from(message).toString('utf8');
    if (!this.isSlow) {
      this.take(text);
      return;
    }
    this.buffered.push(text);
    this.bufferedBytes += Buffer.byteLength(text);
    this.highestBuffered = Math.max(this.highestBuffered, this.bufferedBytes);
  }
}

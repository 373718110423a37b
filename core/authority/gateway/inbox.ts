// Messages of one peer on their way in: one after another, at a bounded rate and in bounded memory. Where a bound is
// reached nothing more is read from the peer, which TCP makes it feel; nothing is lost.
import type { GatewayClock, Transport } from './gateway-ports.ts';
import type { GatewayLimits } from './limits.ts';
import { TokenBucket } from './token-bucket.ts';

export interface Message {
  readonly bytes: Uint8Array;
  readonly isBinary: boolean;
}

export interface InboxOptions {
  readonly clock: GatewayClock;
  readonly limits: GatewayLimits;
  readonly transport: Pick<Transport, 'pauseReading' | 'resumeReading'>;
  /** Deals with one message. The next one waits until it is done. */
  readonly handle: (message: Message) => Promise<void>;
  /** Everything that has come was dealt with. */
  readonly onIdle: () => void;
  readonly onFault: (error: unknown) => void;
}

export class Inbox {
  private readonly options: InboxOptions;
  private readonly rate: TokenBucket;
  private readonly waiting: Message[] = [];
  private waitingBytes = 0;
  private isRunning = false;
  private isHeld = false;
  private isPacing = false;
  private isReading = true;
  private isStopped = false;
  private cancelPause = () => {};

  constructor(options: InboxOptions) {
    const { limits, clock } = options;
    this.options = options;
    this.rate = new TokenBucket(limits.frameBurst, 1_000 / limits.framesPerSecond, clock.now());
  }

  get isEmpty(): boolean {
    return this.waiting.length === 0 && !this.isRunning;
  }

  put(message: Message): void {
    if (this.isStopped) return;
    this.waiting.push(message);
    this.waitingBytes += message.bytes.length;
    this.steerReading();
    this.run();
  }

  /** Takes nothing more from the peer, but deals with what is here. */
  hold(): void {
    this.isHeld = true;
    this.steerReading();
  }

  /** Forgets what is waiting. */
  stop(): void {
    this.isStopped = true;
    this.waiting.length = 0;
    this.cancelPause();
  }

  private run(): void {
    if (this.isRunning) return;
    this.isRunning = true;
    this.work().catch((error: unknown) => this.options.onFault(error));
  }

  private async work(): Promise<void> {
    const { clock, handle, onFault } = this.options;
    for (;;) {
      if (this.isStopped || this.waiting.length === 0) break;
      const pauseMs = this.rate.take(clock.now());
      if (pauseMs > 0) {
        await this.pause(pauseMs);
        continue;
      }
      const message = this.waiting.shift();
      if (message === undefined) break;
      this.waitingBytes -= message.bytes.length;
      this.steerReading();
      try {
        await handle(message);
      } catch (error) {
        onFault(error);
      }
    }
    this.isRunning = false;
    this.options.onIdle();
  }

  private async pause(pauseMs: number): Promise<void> {
    this.isPacing = true;
    this.steerReading();
    await new Promise<void>((resolve) => {
      const cancel = this.options.clock.after(pauseMs, resolve);
      this.cancelPause = () => {
        cancel();
        resolve();
      };
    });
    this.isPacing = false;
    this.steerReading();
  }

  /** Stops at the bound and starts again at half of it, so that it does not flutter. */
  private steerReading(): void {
    if (this.isStopped) return;
    const { waitingFrames, waitingBytes } = this.options.limits;
    const share = this.isReading ? 1 : 0.5;
    const isFull = this.waiting.length > waitingFrames * share || this.waitingBytes > waitingBytes * share;
    this.setReading(!isFull && !this.isHeld && !this.isPacing);
  }

  private setReading(isReading: boolean): void {
    if (isReading === this.isReading) return;
    this.isReading = isReading;
    const { transport } = this.options;
    if (isReading) transport.resumeReading();
    else transport.pauseReading();
  }
}

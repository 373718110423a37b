// The host process as main sees it: started, started again when it ends by itself, asked to stop, and connected with windows.
import type { UtilityProcess, WebContents } from 'electron';
import type { ElectronModule } from './electron-module.ts';
import { CHANNELS, type MessageFromHost, type MessageToHost } from './host-messages.ts';

export interface HostConnectionOptions {
  readonly modulePath: string;
  readonly args: readonly string[];
  readonly timing: HostTiming;
  readonly onMessage: (message: MessageFromHost) => void;
  /** It ended again and again and is not started any more. */
  readonly onLost: () => void;
}

/** Calls back after a while, or never once the returned function was called. */
export interface HostTiming {
  after(delayMs: number, run: () => void): () => void;
}

/** After as many ends in a row it stays down. */
const MOST_RESTARTS = 5;
const FIRST_PAUSE_MS = 250;
/** Who runs that long has started well. */
const STABLE_MS = 60_000;
/** How long a host may take to finish what is under way. */
const STOP_PATIENCE_MS = 10_000;

export class HostConnection {
  readonly #electron: Pick<ElectronModule, 'utilityProcess' | 'MessageChannelMain'>;
  readonly #options: HostConnectionOptions;
  readonly #waiting = new Set<WebContents>();
  #child: UtilityProcess | undefined;
  #restarts = 0;
  #cancelTimer: () => void = () => {};
  #stopping: { readonly ended: Promise<void>; readonly end: () => void } | undefined;
  /** The host has said that it cannot run. */
  #isRefused = false;

  constructor(
    electron: Pick<ElectronModule, 'utilityProcess' | 'MessageChannelMain'>,
    options: HostConnectionOptions,
  ) {
    this.#electron = electron;
    this.#options = options;
  }

  start(): void {
    const { modulePath, args, timing } = this.#options;
    const child = this.#electron.utilityProcess.fork(modulePath, [...args], {
      serviceName: 'Heddle Host',
      stdio: 'inherit',
    });
    this.#child = child;
    child.on('message', (message: MessageFromHost) => this.#hear(child, message));
    child.once('exit', () => this.#onExit(child));
    this.#cancelTimer = timing.after(STABLE_MS, () => {
      this.#restarts = 0;
    });
    for (const contents of this.#waiting) this.connect(contents);
  }

  /** Gives a window a port of its own to the host, as soon as there is one. */
  connect(contents: WebContents): void {
    if (contents.isDestroyed()) {
      this.#waiting.delete(contents);
      return;
    }
    if (this.#child === undefined) {
      this.#waiting.add(contents);
      return;
    }
    this.#waiting.delete(contents);
    const { port1, port2 } = new this.#electron.MessageChannelMain();
    const message: MessageToHost = { type: 'window' };
    this.#child.postMessage(message, [port1]);
    contents.postMessage(CHANNELS.port, null, [port2]);
  }

  send(message: Exclude<MessageToHost, { readonly type: 'window' | 'stop' }>): void {
    this.#child?.postMessage(message);
  }

  /** Resolves when the host has ended, or was told to after a while: it does not outlive main. */
  async stop(): Promise<void> {
    if (this.#stopping === undefined) {
      const { promise, resolve } = Promise.withResolvers<void>();
      this.#stopping = { ended: promise, end: resolve };
      this.#cancelTimer();
      const child = this.#child;
      if (child === undefined) {
        resolve();
      } else {
        const message: MessageToHost = { type: 'stop' };
        child.postMessage(message);
        this.#cancelTimer = this.#options.timing.after(STOP_PATIENCE_MS, () => {
          child.kill();
          resolve();
        });
      }
    }
    return this.#stopping.ended;
  }

  #hear(child: UtilityProcess, message: MessageFromHost): void {
    if (child !== this.#child) return;
    if (message.type === 'refused') this.#isRefused = true;
    if (message.type === 'refused' || message.type === 'stopped') child.kill();
    this.#options.onMessage(message);
  }

  #onExit(child: UtilityProcess): void {
    if (child !== this.#child) return;
    this.#child = undefined;
    this.#cancelTimer();
    if (this.#stopping !== undefined) {
      this.#stopping.end();
      return;
    }
    if (this.#isRefused) return;
    this.#restarts += 1;
    if (this.#restarts > MOST_RESTARTS) {
      this.#options.onLost();
      return;
    }
    const pauseMs = FIRST_PAUSE_MS * 2 ** (this.#restarts - 1);
    this.#cancelTimer = this.#options.timing.after(pauseMs, () => this.start());
  }
}

// The host's side of the conversation with main: serves windows over the ports that arrive, and tells main what tray, badge and
// notifications show.
import { followLive } from '../core/contract/live.ts';
import type { DeskClient } from '../core/contract/contract.ts';
import type { MessageFromHost, MessageToHost, ShellSummary } from './host-messages.ts';
import { NewNotices } from './new-notices.ts';

/** What is needed of the host. */
export interface ServedHost<Port> {
  serveWindow(port: Port): void;
  /** Later where only the recovery window is there. */
  readonly client: DeskClient | Promise<DeskClient>;
  suspend(): void;
  resume(): void;
  stop(): Promise<void>;
}

/** The way to main: `process.parentPort` in a utility process. */
export interface HostParent<Port> extends HostVoice {
  on(
    event: 'message',
    listener: (event: { readonly data: unknown; readonly ports: Port[] }) => void,
  ): unknown;
}

interface HostVoice {
  postMessage(message: MessageFromHost): void;
}

/** Serves until main says stop; resolves when the host has stopped. */
export async function serveHost<Port>(parent: HostParent<Port>, host: ServedHost<Port>): Promise<void> {
  const ending = new AbortController();
  const { promise: stopped, resolve: onStopped, reject: onFault } = Promise.withResolvers<void>();
  parent.on('message', ({ data, ports }) => {
    // Only main has the other end of this port.
    const message = data as MessageToHost;
    switch (message.type) {
      case 'window':
        for (const port of ports) host.serveWindow(port);
        return;
      case 'suspend':
        host.suspend();
        return;
      case 'resume':
        host.resume();
        return;
      case 'stop':
        ending.abort();
        host.stop().then(onStopped, onFault);
        return;
      default:
        message satisfies never;
    }
  });
  parent.postMessage({ type: 'ready' });
  const client = await Promise.race([host.client, stopped]);
  if (client !== undefined) {
    const voice = new ShellVoice(parent, client, ending.signal);
    await Promise.all([stopped, voice.followStatus(), voice.followNotices()]);
  }
  // The process ends when main says so: what was posted would be lost otherwise.
  parent.postMessage({ type: 'stopped' });
}

/** Follows the same live queries as a window does. */
class ShellVoice {
  readonly #parent: HostVoice;
  readonly #client: DeskClient;
  readonly #signal: AbortSignal;
  #badge = 0;
  #summary: Omit<ShellSummary, 'badge'> | undefined;
  #lastSummary = '';

  constructor(parent: HostVoice, client: DeskClient, signal: AbortSignal) {
    this.#parent = parent;
    this.#client = client;
    this.#signal = signal;
  }

  async followStatus(): Promise<void> {
    await this.#untilStopped(async () => {
      const parts = await this.#client.system.status(undefined, { signal: this.#signal });
      for await (const { summary } of followLive(parts, (ack) => this.#client.system.acknowledge(ack))) {
        if (summary === undefined) continue;
        const { language, attention, keyboard } = summary;
        this.#summary = { language, now: attention.now, decide: attention.decide, keyboard };
        this.#tell();
      }
    });
  }

  /** What is new was decided by the host; here it is only handed on, each notice once. */
  async followNotices(): Promise<void> {
    const fresh = new NewNotices();
    await this.#untilStopped(async () => {
      const parts = await this.#client.notices.follow(undefined, { signal: this.#signal });
      for await (const state of followLive(parts, (ack) => this.#client.system.acknowledge(ack))) {
        if (state.isComplete) {
          for (const notice of fresh.of(state.rows)) this.#parent.postMessage({ type: 'notice', notice });
        }
        if (state.summary === undefined) continue;
        this.#badge = state.summary.badge;
        this.#tell();
      }
    });
  }

  #tell(): void {
    if (this.#summary === undefined) return;
    const summary = { ...this.#summary, badge: this.#badge };
    const text = JSON.stringify(summary);
    if (text === this.#lastSummary) return;
    this.#lastSummary = text;
    this.#parent.postMessage({ type: 'summary', summary });
  }

  /** A query that was ended by us is no fault. */
  async #untilStopped(follow: () => Promise<void>): Promise<void> {
    try {
      await follow();
    } catch (error) {
      if (!this.#signal.aborted) throw error;
    }
  }
}

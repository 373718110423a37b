// The way to the host. It survives the loss of a connection: calls wait for the next one for a while, and live queries are
// opened anew by whoever follows them.
import type { ClientContext, ClientLink, ClientOptions } from '@orpc/client';

/** One connection that is there: calls go through `link` until `closed` resolves. */
export interface OpenConnection {
  readonly link: ClientLink<ClientContext>;
  readonly closed: Promise<void>;
}

/** Opens one connection, or rejects. */
export type Connect = () => Promise<OpenConnection>;

export type LinkState =
  | { readonly name: 'connecting'; readonly attempt: number }
  | { readonly name: 'open' }
  | { readonly name: 'waiting'; readonly attempt: number; readonly retryAtMs: number };

/** What the link needs of the world, for tests to put in its place. */
export interface LinkTiming {
  now(): number;
  /** Calls back after a while, or never once the returned function was called. */
  after(delayMs: number, run: () => void): () => void;
  /** 0…1. */
  random(): number;
}

/** How long a call waits for a connection before it rejects. */
const CALL_PATIENCE_MS = 10_000;
const FIRST_DELAY_MS = 250;
const LONGEST_DELAY_MS = 10_000;

/** The host could not be reached in time. */
export class HostUnreachable extends Error {
  override readonly name = 'HostUnreachable';
}

export const WINDOW_TIMING: LinkTiming = {
  now: () => Date.now(),
  after: (delayMs, run) => {
    const timer = setTimeout(run, delayMs);
    return () => clearTimeout(timer);
  },
  random: () => Math.random(),
};

export class DeskLink implements ClientLink<ClientContext> {
  readonly #connect: Connect;
  readonly #timing: LinkTiming;
  readonly #watchers = new Set<() => void>();
  #state: LinkState = { name: 'connecting', attempt: 0 };
  #current: OpenConnection | undefined;
  #cancelRetry: (() => void) | undefined;

  constructor(connect: Connect, timing: LinkTiming = WINDOW_TIMING) {
    this.#connect = connect;
    this.#timing = timing;
    this.#open(0);
  }

  get state(): LinkState {
    return this.#state;
  }

  /** Tells about each change of the state, until the returned function is called. */
  watch(watcher: () => void): () => void {
    this.#watchers.add(watcher);
    return () => this.#watchers.delete(watcher);
  }

  /** Tries at once instead of waiting: the machine woke up, or a person asked for it. */
  retryNow(): void {
    if (this.#state.name !== 'waiting') return;
    this.#cancelRetry?.();
    this.#open(this.#state.attempt);
  }

  async call(
    path: readonly string[],
    input: unknown,
    options: ClientOptions<ClientContext>,
  ): Promise<unknown> {
    const connection = this.#current ?? (await this.#untilOpen(options.signal));
    return connection.link.call(path, input, options);
  }

  #open(attempt: number): void {
    this.#change({ name: 'connecting', attempt });
    this.#hold().catch(() => this.#wait(attempt + 1));
  }

  /** From the opening of a connection to its end; rejects when it could not be opened. */
  async #hold(): Promise<void> {
    const connection = await this.#connect();
    this.#current = connection;
    this.#change({ name: 'open' });
    try {
      await connection.closed;
    } finally {
      this.#current = undefined;
    }
    this.#wait(1);
  }

  #wait(attempt: number): void {
    const longest = Math.min(LONGEST_DELAY_MS, FIRST_DELAY_MS * 2 ** Math.min(attempt - 1, 10));
    const delayMs = Math.round(longest * (0.5 + this.#timing.random() / 2));
    this.#change({ name: 'waiting', attempt, retryAtMs: this.#timing.now() + delayMs });
    this.#cancelRetry = this.#timing.after(delayMs, () => this.#open(attempt));
  }

  #change(state: LinkState): void {
    this.#state = state;
    for (const watcher of this.#watchers) watcher();
  }

  async #untilOpen(signal: AbortSignal | undefined): Promise<OpenConnection> {
    return new Promise((resolve, reject) => {
      const end = (): void => {
        unwatch();
        cancel();
        signal?.removeEventListener('abort', onAbort);
      };
      const onAbort = (): void => {
        end();
        reject(new DOMException('Nobody waits for the answer any more.', 'AbortError'));
      };
      const unwatch = this.watch(() => {
        if (this.#current === undefined) return;
        end();
        resolve(this.#current);
      });
      const cancel = this.#timing.after(CALL_PATIENCE_MS, () => {
        end();
        reject(new HostUnreachable('The host did not answer.'));
      });
      signal?.addEventListener('abort', onAbort);
    });
  }
}

// Hears of commits by other processes through LISTEN/NOTIFY. It says that there is something new, never what.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from 'pg';
import { StoreFault } from '../authority-store.ts';
import type { TroubleHook } from '../trouble.ts';
import { toPostgresFault } from './postgres-fault.ts';

/** The channel of all stores on one database; the payload is the store that has committed. */
export const COMMIT_CHANNEL = 'heddle_commits';

const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 10_000;

/** A connection that a router has forgotten looks alive until it is used. */
const PING_MS = 30_000;

/**
 * Keeps a listening connection while anybody listens, and connects again with growing pauses when it is lost. What was
 * committed meanwhile was not heard of, so every connection begins with a call to all listeners.
 */
export class CommitListener {
  private readonly createClient: () => Client;
  private readonly ownId: string;
  private readonly onTrouble: TroubleHook;
  private readonly listeners = new Set<{ readonly call: () => void }>();
  private readonly loops = new Set<Promise<void>>();
  private stopper = new AbortController();

  constructor(createClient: () => Client, ownId: string, onTrouble: TroubleHook) {
    this.createClient = createClient;
    this.ownId = ownId;
    this.onTrouble = onTrouble;
  }

  /** Adds a listener and returns the way to remove it. */
  listen(call: () => void): () => void {
    // An object of its own, so that the same function may listen twice.
    const listener = { call };
    this.listeners.add(listener);
    if (this.listeners.size === 1) {
      this.stopper = new AbortController();
      const loop = this.run(this.stopper.signal);
      this.loops.add(loop);
    }
    return () => {
      if (this.listeners.delete(listener) && this.listeners.size === 0) this.stopper.abort();
    };
  }

  /** Resolves when no connection is left. */
  async stop(): Promise<void> {
    this.listeners.clear();
    this.stopper.abort();
    await Promise.all(this.loops);
  }

  private async run(signal: AbortSignal): Promise<void> {
    let pauseMs = FIRST_PAUSE_MS;
    while (!signal.aborted) {
      try {
        await this.listenOnce(signal, () => {
          pauseMs = FIRST_PAUSE_MS;
        });
      } catch (error) {
        const fault = toPostgresFault(error);
        if (!(fault instanceof StoreFault)) throw error;
        if (!signal.aborted) this.onTrouble(fault);
      }
      await pause(pauseMs, signal);
      pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS);
    }
  }

  /** One connection from its beginning to its end; throws when it is lost. */
  private async listenOnce(signal: AbortSignal, onConnected: () => void): Promise<void> {
    const client = this.createClient();
    const connection: { lost: Error | undefined } = { lost: undefined };
    const ended = new Promise<void>((resolve) => {
      client.once('end', resolve);
    });
    client.on('error', (error) => {
      connection.lost = error;
    });
    client.on('notification', ({ payload }) => {
      if (payload !== this.ownId) this.callAll(signal);
    });
    try {
      await client.connect();
      await client.query(`LISTEN ${COMMIT_CHANNEL}`);
      onConnected();
      this.callAll(signal);
      for (;;) {
        await Promise.race([ended, pause(PING_MS, signal)]);
        if (signal.aborted) return;
        if (connection.lost !== undefined) throw connection.lost;
        await client.query('SELECT 1');
      }
    } finally {
      await client.end();
    }
  }

  private callAll(signal: AbortSignal): void {
    if (signal.aborted) return;
    for (const { call } of this.listeners) call();
  }
}

/** A pause that ends early, and without an error, when the signal says so. */
async function pause(durationMs: number, signal: AbortSignal): Promise<void> {
  try {
    // Up to a fifth longer at random, so that many processes do not come back in one moment.
    await sleep(durationMs * (1 + Math.random() / 5), undefined, { signal, ref: false });
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}

import type { ClientContext, ClientLink } from '@orpc/client';
import { describe, expect, it } from 'vitest';
import { DeskLink, HostUnreachable, type LinkTiming, type OpenConnection } from './desk-link.ts';

/** A clock that moves by hand. */
class ManualTiming implements LinkTiming {
  nowMs = 0;
  #timers: { readonly atMs: number; readonly run: () => void }[] = [];

  now(): number {
    return this.nowMs;
  }

  after(delayMs: number, run: () => void): () => void {
    const timer = { atMs: this.nowMs + delayMs, run };
    this.#timers.push(timer);
    return () => {
      this.#timers = this.#timers.filter((each) => each !== timer);
    };
  }

  random(): number {
    return 1;
  }

  async pass(ms: number): Promise<void> {
    this.nowMs += ms;
    const due = this.#timers.filter(({ atMs }) => atMs <= this.nowMs);
    this.#timers = this.#timers.filter(({ atMs }) => atMs > this.nowMs);
    for (const { run } of due) run();
    await settle();
  }
}

/** Everything that was decided by now has happened. */
const settle = (): Promise<void> =>
  new Promise((resolve) => {
    setImmediate(resolve);
  });

class FakeHost {
  readonly closers: (() => void)[] = [];
  isThere = true;
  tries = 0;

  readonly connect = async (): Promise<OpenConnection> => {
    this.tries += 1;
    if (!this.isThere) throw new Error('refused');
    const number = this.tries;
    const link: ClientLink<ClientContext> = { call: async (path) => `${path.join('.')} by ${number}` };
    return { link, closed: new Promise((resolve) => this.closers.push(resolve)) };
  };
}

function createLink(isThere = true) {
  const host = new FakeHost();
  host.isThere = isThere;
  const timing = new ManualTiming();
  return { host, timing, link: new DeskLink(host.connect, timing) };
}

const call = (link: DeskLink, signal?: AbortSignal): Promise<unknown> =>
  link.call(['system', 'settings'], undefined, { context: {}, ...(signal === undefined ? {} : { signal }) });

describe('the link to the host', () => {
  it('lets a call wait for the first connection', async () => {
    const { link } = createLink();
    expect(link.state).toEqual({ name: 'connecting', attempt: 0 });
    expect(await call(link)).toBe('system.settings by 1');
    expect(link.state).toEqual({ name: 'open' });
  });

  it('opens another connection after one was lost, and calls go through that', async () => {
    const { link, host, timing } = createLink();
    await settle();
    host.closers[0]?.();
    await settle();
    expect(link.state).toEqual({ name: 'waiting', attempt: 1, retryAtMs: 250 });
    const waiting = call(link);
    await timing.pass(250);
    expect(await waiting).toBe('system.settings by 2');
  });

  it('waits longer after each failure, but never longer than ten seconds', async () => {
    const { link, timing } = createLink(false);
    const delays: number[] = [];
    await settle();
    for (let round = 0; round < 9; round += 1) {
      const { state } = link;
      if (state.name !== 'waiting') throw new Error(`The link is ${state.name}`);
      delays.push(state.retryAtMs - timing.nowMs);
      await timing.pass(state.retryAtMs - timing.nowMs);
    }
    expect(delays).toEqual([250, 500, 1_000, 2_000, 4_000, 8_000, 10_000, 10_000, 10_000]);
  });

  it('tries at once when somebody asks for it', async () => {
    const { link, host } = createLink(false);
    await settle();
    host.isThere = true;
    link.retryNow();
    await settle();
    expect(link.state).toEqual({ name: 'open' });
    link.retryNow();
    expect(host.tries).toBe(2);
  });

  it('rejects a call for which there was no connection in time', async () => {
    const { link, timing } = createLink(false);
    const refused = call(link).catch((fault: unknown) => fault);
    await timing.pass(10_000);
    expect(await refused).toBeInstanceOf(HostUnreachable);
  });

  it('lets go of a call that nobody waits for any more', async () => {
    const { link } = createLink(false);
    const abort = new AbortController();
    const refused = call(link, abort.signal).catch((fault: unknown) => fault);
    abort.abort();
    expect(await refused).toMatchObject({ name: 'AbortError' });
  });
});

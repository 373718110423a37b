import { describe, expect, it } from 'vitest';
import type { DeskClient } from '../../core/contract/contract.ts';
import { createMockDesk } from '../dev/mock-desk.ts';
import type { LinkTiming } from './desk-link.ts';
import { LiveQueries } from './live-queries.ts';

/** Timers that a test lets go off. */
function createTimers() {
  const timers = new Set<() => void>();
  const timing: LinkTiming = {
    now: () => 0,
    after: (_delayMs, run) => {
      timers.add(run);
      return () => timers.delete(run);
    },
    random: () => 0,
  };
  return {
    timing,
    fire: () => {
      const due = [...timers];
      timers.clear();
      for (const run of due) run();
    },
  };
}

/** The next time that a query tells of a change which fits. */
function until(live: LiveQueries, fits: (view: ReturnType<LiveQueries['read']>) => boolean): Promise<void> {
  return new Promise((resolve) => {
    const unwatch = live.watch('attention.follow', undefined, () => {
      if (!fits(live.read('attention.follow', undefined))) return;
      // Not inside of the call that told it.
      queueMicrotask(() => unwatch());
      resolve();
    });
  });
}

describe('live queries of the window', () => {
  it('begin with everything, and change by what the host says', async () => {
    const { client } = createMockDesk({ nowMs: 0 });
    const live = new LiveQueries(client);
    expect(live.read('attention.follow', undefined).status).toBe('loading');
    await until(live, ({ status }) => status === 'live');
    const before = live.read('attention.follow', undefined).rows;
    const gone = until(live, ({ rows }) => rows.length === before.length - 1);
    await client.attention.snooze({ rowId: before[0]?.id ?? '', until: 'change', reason: '' });
    await gone;
    expect(live.read('attention.follow', undefined).rows[0]).toBe(before[1]);
  });

  it('ask the host once for all that look at the same', async () => {
    const { client } = createMockDesk({ nowMs: 0 });
    let asked = 0;
    const counting = {
      ...client,
      system: client.system,
      attention: {
        follow: async (...rest: Parameters<DeskClient['attention']['follow']>) => {
          asked += 1;
          return client.attention.follow(...rest);
        },
      },
    } as unknown as DeskClient;
    const live = new LiveQueries(counting);
    await Promise.all([
      until(live, ({ isComplete }) => isComplete),
      until(live, ({ isComplete }) => isComplete),
    ]);
    expect(asked).toBe(1);
  });

  it('keep what was known when the connection is lost, say so, and open anew', async () => {
    const { client } = createMockDesk({ nowMs: 0 });
    let lose = (): void => undefined;
    const fragile = {
      system: client.system,
      attention: {
        follow: async (...rest: Parameters<DeskClient['attention']['follow']>) => {
          const parts = await client.attention.follow(...rest);
          const lost = new Promise<never>((_resolve, reject) => {
            lose = () => reject(new Error('connection lost'));
          });
          return {
            [Symbol.asyncIterator]: () => ({ next: () => Promise.race([parts.next(), lost]) }),
          };
        },
      },
    } as unknown as DeskClient;
    const { timing, fire } = createTimers();
    const live = new LiveQueries(fragile, timing);
    const unwatch = live.watch('attention.follow', undefined, () => undefined);
    await until(live, ({ status }) => status === 'live');
    const { rows } = live.read('attention.follow', undefined);
    const stale = until(live, ({ status }) => status === 'stale');
    lose();
    await stale;
    expect(live.read('attention.follow', undefined).rows).toBe(rows);
    const again = until(live, ({ status }) => status === 'live');
    fire();
    await again;
    unwatch();
  });

  it('end at the host some time after the last one has left, not at once', async () => {
    const { client } = createMockDesk({ nowMs: 0 });
    const { timing, fire } = createTimers();
    const live = new LiveQueries(client, timing);
    await until(live, ({ isComplete }) => isComplete);
    await Promise.resolve();
    expect(live.read('attention.follow', undefined).isComplete).toBe(true);
    fire();
    expect(live.read('attention.follow', undefined).status).toBe('loading');
  });
});

// Delivery at every possible moment: a commit, an answer or a SUBSCRIBE may come between any two steps of the machine.
import { describe, expect, test } from 'vitest';
import { MemoryWorld } from '../../domain/world.ts';
import { refuseEvidence } from '../../protocol/registry.ts';
import type { AttentionFilter, Event } from '../../protocol/generated/documents.ts';
import type { StoredEvent } from '../../store/authority-store.ts';
import { Deliveries } from './deliveries.ts';
import { EventTail } from './event-tail.ts';
import type { GatewayEnvironment } from './gateway-ports.ts';
import { DEFAULT_LIMITS, type GatewayLimits } from './limits.ts';

const GROUP = 'urn:heddle:test:group:1';
/** More steps than any delivery takes. */
const MOMENTS = 40;
const UNWANTED: AttentionFilter = { eventKinds: ['never.this'] };

class Bench {
  readonly sent: number[] = [];
  readonly errors: string[] = [];
  buffered = 0;
  visibleFrom = 1;
  nowMs = 0;
  readonly log: StoredEvent[] = [];
  readonly deliveries: Deliveries;
  private readonly tail: EventTail;
  private readonly world = new MemoryWorld();

  constructor(limits: Partial<GatewayLimits> = {}) {
    const environment: GatewayEnvironment = {
      authority: {
        submit: () => Promise.reject(new Error('not here')),
        openSession: () => Promise.reject(new Error('not here')),
        onCommit: () => () => {},
        visibleFrom: () => Promise.resolve(this.visibleFrom),
        look: (read) => Promise.resolve(read(this.world)),
        followOthers: () => Promise.resolve(),
        keys: refuseEvidence('unavailable', 'not here'),
        store: {
          readGroupEvents: async (_groupId, after, limit) => this.log.slice(after, after + limit),
          writeCursor: () => Promise.reject(new Error('not here')),
          readCursors: async () => [],
        },
      },
      clock: { now: () => this.nowMs, after: () => () => {} },
      newId: (kind) => `urn:heddle:test:${kind}:1`,
      randomBytes: (count) => new Uint8Array(count),
      tokenSecret: new Uint8Array(32),
      limits: { ...DEFAULT_LIMITS, ...limits },
      history: { snapshotInsteadOf: async () => undefined },
      onFault: (error) => this.errors.push(String(error)),
    };
    this.tail = new EventTail(limits.recentBytes ?? 1_000_000, () => 'urn:heddle:test:frame:1');
    this.deliveries = new Deliveries(environment, this.tail, {
      agentId: 'urn:heddle:test:agent:1',
      transport: { bufferedAmount: () => this.buffered },
      send: (message) => {
        const frame = JSON.parse(Buffer.from(message).toString('utf8')) as { readonly event: Event };
        this.sent.push(frame.event.sequence ?? 0);
      },
      report: (code) => this.errors.push(code),
      confirmNow: () => true,
      follow: () => {},
      unfollow: () => {},
      settled: () => {},
    });
  }

  async subscribe(afterSequence: number, attention?: AttentionFilter): Promise<void> {
    const entry = { groupId: GROUP, afterSequence };
    await this.deliveries.subscribe(attention === undefined ? entry : { ...entry, attention }, 'urn:x:f');
    await settle();
  }

  /** The next Event of the log, and the word of it. */
  commit(): StoredEvent {
    const sequence = this.log.length + 1;
    const event = { kind: 'message.posted', groupId: GROUP, sequence, payload: {} } as unknown as Event;
    const bytes = Buffer.from(JSON.stringify(event));
    const stored = { position: sequence, eventId: `urn:x:e${sequence}`, groupId: GROUP, sequence, bytes };
    this.log.push(stored);
    this.tail.add({ stored, event });
    const value = { sequence, lastOccurredAt: '' };
    this.world.apply([{ kind: 'head', groupId: GROUP, id: '', value }]);
    this.deliveries.wake(GROUP, sequence);
    return stored;
  }
}

async function settle(): Promise<void> {
  for (let i = 0; i < 3; i += 1) {
    await new Promise((resolve) => {
      setImmediate(resolve);
    });
  }
}

async function steps(count: number): Promise<void> {
  for (let i = 0; i < count; i += 1) await Promise.resolve();
}

const MOMENT_LIST = Array.from({ length: MOMENTS }, (_none, moment) => moment);

describe.each([1_000_000, 0])('with %d bytes of recent Events', (recentBytes) => {
  test('a commit at any moment of the delivery of another one', async () => {
    for (const moment of MOMENT_LIST) {
      const bench = new Bench({ recentBytes });
      await bench.subscribe(0);
      bench.commit();
      await steps(moment);
      bench.commit();
      await settle();
      expect(bench.sent).toStrictEqual([1, 2]);
      expect(bench.errors).toStrictEqual([]);
    }
  });

  test('a commit at any moment of a SUBSCRIBE', async () => {
    for (const moment of MOMENT_LIST) {
      const bench = new Bench({ recentBytes });
      bench.commit();
      const subscribed = bench.subscribe(0);
      await steps(moment);
      bench.commit();
      await subscribed;
      await settle();
      expect(bench.sent).toStrictEqual([1, 2]);
    }
  });

  test.each([undefined, UNWANTED])(
    'OPEN-042: an answer at any moment of its own delivery',
    async (attention) => {
      for (const moment of MOMENT_LIST) {
        const bench = new Bench({ recentBytes });
        await bench.subscribe(0, attention);
        const primary = bench.commit();
        await steps(moment);
        bench.deliveries.answer(primary, false);
        await settle();
        expect(bench.sent).toStrictEqual([1]);
      }
    },
  );

  test('a SUBSCRIBE at any moment of a delivery: from then on nothing comes by the former one', async () => {
    for (const moment of MOMENT_LIST) {
      const bench = new Bench({ recentBytes, eventsPerTurn: 1 });
      await bench.subscribe(0);
      for (let i = 0; i < 3; i += 1) bench.commit();
      await steps(moment);
      const entry = { groupId: GROUP, afterSequence: 3 };
      await bench.deliveries.subscribe(entry, 'urn:x:f');
      const before = bench.sent.length;
      await settle();
      expect(bench.sent).toHaveLength(before);
    }
  });

  test('MEM-005: what lies before a visibility that moved on is passed over', async () => {
    const bench = new Bench({ recentBytes });
    await bench.subscribe(0);
    bench.commit();
    bench.commit();
    bench.visibleFrom = 4;
    for (let i = 0; i < 3; i += 1) bench.commit();
    await settle();
    expect(bench.sent).toStrictEqual([4, 5]);
    bench.commit();
    await settle();
    expect(bench.sent).toStrictEqual([4, 5, 6]);
    expect(bench.errors).toStrictEqual([]);
  });

  test('an answer never comes before the Events that precede it', async () => {
    for (const moment of MOMENT_LIST) {
      const bench = new Bench({ recentBytes, eventsPerTurn: 1 });
      await bench.subscribe(0);
      bench.commit();
      bench.commit();
      const primary = bench.commit();
      await steps(moment);
      bench.deliveries.answer(primary, false);
      await settle();
      expect(bench.sent).toStrictEqual([1, 2, 3]);
    }
  });
});

describe('an answer that is owed by a subscription comes all the same when', () => {
  async function owe(): Promise<Bench> {
    const bench = new Bench({ highWaterBytes: 10, liveLagEvents: 1, liveLagMs: 100 });
    await bench.subscribe(0);
    bench.buffered = 10;
    bench.commit();
    bench.deliveries.answer(bench.commit(), false);
    await settle();
    expect(bench.sent).toStrictEqual([]);
    return bench;
  }

  test('its Group is paused', async () => {
    const bench = await owe();
    bench.nowMs = 100;
    bench.commit();
    expect(bench.errors).toStrictEqual(['BACKPRESSURE']);
    expect(bench.sent).toStrictEqual([2]);
    bench.buffered = 0;
    bench.deliveries.drained();
    bench.commit();
    await settle();
    expect(bench.sent).toStrictEqual([2]);
  });

  test('the Group is subscribed anew from before it: then in its turn', async () => {
    const bench = await owe();
    await bench.subscribe(0, UNWANTED);
    expect(bench.sent).toStrictEqual([]);
    bench.buffered = 0;
    bench.deliveries.drained();
    await settle();
    expect(bench.sent).toStrictEqual([1, 2]);
  });

  test('the Group is subscribed anew from behind it: then at once', async () => {
    const bench = await owe();
    await bench.subscribe(2);
    expect(bench.sent).toStrictEqual([2]);
  });
});

test('an answer after a SUBSCRIBE from behind it is sent: that subscription never had it', async () => {
  const bench = new Bench();
  const primary = bench.commit();
  await bench.subscribe(1);
  bench.deliveries.answer(primary, false);
  expect(bench.sent).toStrictEqual([1]);
});

test('IDM-001: the answer to a repeat is sent again', async () => {
  const bench = new Bench();
  await bench.subscribe(0);
  const primary = bench.commit();
  await settle();
  bench.deliveries.answer(primary, true);
  expect(bench.sent).toStrictEqual([1, 1]);
});

test('a broken log ends the subscription instead of leaving a hole', async () => {
  const bench = new Bench({ recentBytes: 0 });
  bench.commit();
  bench.commit();
  bench.log.splice(0, 1);
  await bench.subscribe(0);
  expect(bench.sent).toStrictEqual([]);
  expect(bench.errors.at(-1)).toBe('INTERNAL_ERROR');
  expect(bench.errors[0]).toContain('jumps from 0 to 2');
});

import { describe, expect, test } from 'vitest';
import { Inbox, type Message } from './inbox.ts';
import { DEFAULT_LIMITS, type GatewayLimits } from './limits.ts';

/** An inbox whose messages are done when the test says so, under a clock that the test moves. */
class Bench {
  readonly handled: string[] = [];
  readonly readings: boolean[] = [];
  readonly faults: unknown[] = [];
  idleCount = 0;
  nowMs = 0;
  readonly inbox: Inbox;
  private readonly timers: { readonly at: number; readonly action: () => void }[] = [];
  private finish: (() => void)[] = [];
  private readonly isManual: boolean;

  constructor(limits: Partial<GatewayLimits> = {}, isManual = false) {
    this.isManual = isManual;
    this.inbox = new Inbox({
      clock: {
        now: () => this.nowMs,
        after: (delayMs, action) => {
          const timer = { at: this.nowMs + delayMs, action };
          this.timers.push(timer);
          return () => {
            this.timers.splice(this.timers.indexOf(timer), 1);
          };
        },
      },
      limits: { ...DEFAULT_LIMITS, ...limits },
      transport: {
        pauseReading: () => this.readings.push(false),
        resumeReading: () => this.readings.push(true),
      },
      handle: (message) => this.handle(message),
      onIdle: () => {
        this.idleCount += 1;
      },
      onFault: (error) => this.faults.push(error),
    });
  }

  get timerCount(): number {
    return this.timers.length;
  }

  put(...texts: readonly string[]): void {
    for (const text of texts) this.inbox.put({ bytes: Buffer.from(text), isBinary: false });
  }

  /** Lets the message that is being dealt with be done. */
  async done(): Promise<void> {
    this.finish.shift()?.();
    await settle();
  }

  async pass(ms: number): Promise<void> {
    this.nowMs += ms;
    for (const timer of this.timers.filter(({ at }) => at <= this.nowMs)) {
      this.timers.splice(this.timers.indexOf(timer), 1);
      timer.action();
    }
    await settle();
  }

  private async handle({ bytes }: Message): Promise<void> {
    const text = Buffer.from(bytes).toString('utf8');
    this.handled.push(text);
    if (text === 'bad') throw new Error('cannot be dealt with');
    if (!this.isManual) return;
    await new Promise<void>((resolve) => {
      this.finish.push(resolve);
    });
  }
}

async function settle(): Promise<void> {
  await new Promise((resolve) => {
    setImmediate(resolve);
  });
}

test('one after another, in the order in which they came', async () => {
  const bench = new Bench({}, true);
  bench.put('a', 'b', 'c');
  await settle();
  expect(bench.handled).toStrictEqual(['a']);
  await bench.done();
  expect(bench.handled).toStrictEqual(['a', 'b']);
  expect(bench.inbox.isEmpty).toBe(false);
  await bench.done();
  await bench.done();
  expect(bench.handled).toStrictEqual(['a', 'b', 'c']);
  expect(bench.inbox.isEmpty).toBe(true);
  expect(bench.idleCount).toBe(1);
});

test('a fault of one does not keep the next one waiting', async () => {
  const bench = new Bench();
  bench.put('bad', 'good');
  await settle();
  expect(bench.handled).toStrictEqual(['bad', 'good']);
  expect(bench.faults).toHaveLength(1);
});

describe('bounds', () => {
  test('at so many frames nothing more is read, until half of them are done', async () => {
    const bench = new Bench({ waitingFrames: 4 }, true);
    bench.put('1', '2', '3', '4', '5');
    await settle();
    expect(bench.readings).toStrictEqual([]);
    bench.put('6');
    expect(bench.readings).toStrictEqual([false]);
    await bench.done();
    await bench.done();
    expect(bench.readings).toStrictEqual([false]);
    await bench.done();
    expect(bench.readings).toStrictEqual([false, true]);
  });

  test('at so many bytes too', async () => {
    const bench = new Bench({ waitingBytes: 10 }, true);
    bench.put('first', 'x'.repeat(10));
    await settle();
    expect(bench.readings).toStrictEqual([]);
    bench.put('y');
    expect(bench.readings).toStrictEqual([false]);
    await bench.done();
    await bench.done();
    expect(bench.readings).toStrictEqual([false, true]);
  });

  test('above its rate a peer waits, and what it still sends changes nothing about that', async () => {
    const bench = new Bench({ frameBurst: 2, framesPerSecond: 10 });
    bench.put('1', '2', '3');
    await settle();
    expect(bench.handled).toStrictEqual(['1', '2']);
    expect(bench.readings).toStrictEqual([false]);
    bench.put('4');
    await settle();
    expect(bench.readings).toStrictEqual([false]);
    await bench.pass(100);
    expect(bench.handled).toStrictEqual(['1', '2', '3']);
    await bench.pass(100);
    expect(bench.handled).toStrictEqual(['1', '2', '3', '4']);
    expect(bench.readings.at(-1)).toBe(true);
  });
});

test('held, it deals with what is here and reads no more', async () => {
  const bench = new Bench({}, true);
  bench.put('1', '2');
  bench.inbox.hold();
  expect(bench.readings).toStrictEqual([false]);
  await settle();
  await bench.done();
  await bench.done();
  expect(bench.handled).toStrictEqual(['1', '2']);
  expect(bench.readings).toStrictEqual([false]);
});

test('stopped, it forgets what waits, also in the middle of a pause', async () => {
  const bench = new Bench({ frameBurst: 1, framesPerSecond: 10 });
  bench.put('1', '2');
  await settle();
  expect(bench.timerCount).toBe(1);
  bench.inbox.stop();
  bench.put('3');
  await bench.pass(1_000);
  expect(bench.timerCount).toBe(0);
  expect(bench.handled).toStrictEqual(['1']);
  expect(bench.inbox.isEmpty).toBe(true);
});

import { describe, expect, test } from 'vitest';
import { Backoff } from './backoff.ts';

describe('Backoff', () => {
  test('the bound doubles up to the longest pause, and begins anew after a reset', () => {
    const backoff = new Backoff({ baseMs: 500, maxMs: 30_000 }, { fraction: () => 0.999_999 });
    const bounds = Array.from({ length: 9 }, () => backoff.nextDelayMs() + 1);
    expect(bounds).toStrictEqual([500, 1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000, 30_000]);
    backoff.reset();
    expect(backoff.nextDelayMs()).toBe(499);
  });

  test('full jitter: the pause may be anything below the bound', () => {
    const fractions = [0, 0.5, 0.25];
    const backoff = new Backoff({ baseMs: 1_000, maxMs: 1_000 }, { fraction: () => fractions.shift() ?? 0 });
    expect([backoff.nextDelayMs(), backoff.nextDelayMs(), backoff.nextDelayMs()]).toStrictEqual([
      0, 500, 250,
    ]);
  });

  test('after very many failures it still is a pause', () => {
    const backoff = new Backoff({ baseMs: 500, maxMs: 30_000 }, { fraction: () => 0.5 });
    for (let n = 0; n < 5_000; n += 1) backoff.nextDelayMs();
    expect(backoff.nextDelayMs()).toBe(15_000);
  });
});

import { expect, test } from 'vitest';
import { TokenBucket } from './token-bucket.ts';

test('a burst, and then one each interval', () => {
  const bucket = new TokenBucket(3, 100, 0);
  expect([0, 0, 0, 0].map((now) => bucket.take(now))).toStrictEqual([0, 0, 0, 100]);
  expect(bucket.take(60)).toBe(40);
  expect(bucket.take(100)).toBe(0);
  expect(bucket.take(100)).toBe(100);
});

test('it never holds more than the burst', () => {
  const bucket = new TokenBucket(2, 100, 0);
  expect([10_000, 10_000, 10_000].map((now) => bucket.take(now))).toStrictEqual([0, 0, 100]);
});

test('a clock that is set back neither refills nor drains it', () => {
  const bucket = new TokenBucket(2, 100, 1_000);
  expect(bucket.take(1_000)).toBe(0);
  expect(bucket.take(0)).toBe(0);
  expect(bucket.take(0)).toBe(100);
  expect(bucket.take(100)).toBe(0);
});

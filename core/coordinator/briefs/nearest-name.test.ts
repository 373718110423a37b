// The name that was probably meant, and durations as people write them.
import { describe, expect, it } from 'vitest';
import { secondsOf } from './durations.ts';
import { nearestName } from './nearest-name.ts';

describe('the nearest name', () => {
  it.each([
    ['budgt', ['budget', 'brief'], 'budget'],
    ['hihg', ['high', 'normal'], 'high'],
    ['Budget', ['budget'], 'budget'],
    ['files.inventry', ['files.inventory', 'files.checks'], 'files.inventory'],
    ['x', ['y'], undefined],
    ['something', ['else'], undefined],
    ['a', [], undefined],
    ['x'.repeat(5_000), ['x'.repeat(4_999)], undefined],
  ])('of %s among %j', (name, known, expected) => {
    expect(nearestName(name, known)).toBe(expected);
  });
});

describe('durations', () => {
  it.each([
    ['90s', 90],
    ['1h30m', 5_400],
    ['2d', 172_800],
    ['1d1h1m1s', 90_061],
    ['', undefined],
    ['5', undefined],
    ['1m1h', undefined],
    ['-5m', undefined],
  ])('reads %j', (text, seconds) => {
    expect(secondsOf(text)).toBe(seconds);
  });
});

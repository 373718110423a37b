// The Range header: what is understood, what is ignored, what cannot be satisfied.
import { expect, it } from 'vitest';
import { parseRange } from './byte-range.ts';

it.each([
  ['bytes=0-0', { start: 0, end: 1 }],
  ['bytes=0-99', { start: 0, end: 100 }],
  ['bytes=0-1000', { start: 0, end: 100 }],
  ['bytes=99-', { start: 99, end: 100 }],
  ['bytes=-1', { start: 99, end: 100 }],
  ['bytes=-500', { start: 0, end: 100 }],
  ['Bytes=5-6', { start: 5, end: 7 }],
  ['bytes=100-', 'unsatisfiable'],
  ['bytes=100-200', 'unsatisfiable'],
  ['bytes=-0', 'unsatisfiable'],
  ['bytes=5-4', undefined],
  ['bytes=-', undefined],
  ['bytes=0-1,3-4', undefined],
  ['bytes=0 - 1', undefined],
  ['bytes=a-b', undefined],
  ['bytes=-1-2', undefined],
  ['bytes=0x1-2', undefined],
  ['lines=0-1', undefined],
  [`bytes=${'9'.repeat(400)}-`, undefined],
  ['', undefined],
])('%s', (header, range) => {
  expect(parseRange(header, 100)).toEqual(range);
});

it('finds nothing in empty content', () => {
  expect(parseRange('bytes=0-', 0)).toBe('unsatisfiable');
  expect(parseRange('bytes=-5', 0)).toBe('unsatisfiable');
  expect(parseRange(undefined, 0)).toBeUndefined();
});

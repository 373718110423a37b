// Order of timestamps in documents that were checked to be well-formed.
import { compareInstants, parseTimestamp } from '../protocol/timestamp.ts';

/** Whether `a` lies before `b`, to the last digit. False when one of them is no timestamp. */
export function isBefore(a: string, b: string): boolean {
  const first = parseTimestamp(a);
  const second = parseTimestamp(b);
  return first !== undefined && second !== undefined && compareInstants(first, second) < 0;
}

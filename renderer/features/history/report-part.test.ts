import { expect, test } from 'vitest';
import type { DeskClient } from '../../../core/contract/contract.ts';
import { MAX_PAGE_ROWS } from '../../../core/contract/history.ts';
import { countParts, MAX_PART_ROWS, readReportPart } from './report-part.ts';

const PLACE = { connectionId: 'acme', groupId: 'urn:heddle:test:group:1', filter: '' };

/** A host with so many Events, of which each row has only its sequence. */
function deskWith(total: number) {
  const asked: number[] = [];
  const window = ((input: { readonly from: number; readonly limit: number }) => {
    asked.push(input.limit);
    const count = Math.max(0, Math.min(input.limit, total - input.from));
    const rows = Array.from({ length: count }, (_none, index) => ({ sequence: input.from + index + 1 }));
    return Promise.resolve({ ok: true, value: { rows, total } });
  }) as unknown as DeskClient['history']['window'];
  return { desk: { history: { window } }, asked };
}

test('the parts of a report together have every Event once, each page within what a host answers', async () => {
  const total = 2 * MAX_PART_ROWS + 7;
  const { desk, asked } = deskWith(total);
  const told: (readonly [number, number, number])[] = [];
  const sequences: number[] = [];
  for (let part = 0; part < countParts(total); part += 1) {
    const { signal } = new AbortController();
    const found = await readReportPart(desk, PLACE, part, (...each) => told.push(each), signal);
    if ('fault' in found) throw new Error(found.fault.code);
    sequences.push(...found.rows.map(({ sequence }) => sequence));
  }
  expect(sequences).toEqual(Array.from({ length: total }, (_none, index) => index + 1));
  expect(Math.max(...asked)).toBeLessThanOrEqual(MAX_PAGE_ROWS);
  expect(told.at(-1)).toEqual([7, 7, total]);
});

test('there is one part of nothing, and none without Events beyond the first', () => {
  expect([0, 1, MAX_PART_ROWS, MAX_PART_ROWS + 1].map(countParts)).toEqual([1, 1, 1, 2]);
});

test('a fault of the host ends it', async () => {
  const fault = { code: 'gone', words: { text: 'It is gone.' } };
  const window = (() => Promise.resolve({ ok: false, fault })) as unknown as DeskClient['history']['window'];
  const { signal } = new AbortController();
  expect(await readReportPart({ history: { window } }, PLACE, 0, () => {}, signal)).toEqual({ fault });
});

import { expect, it } from 'vitest';
import { UNSIGNED } from '../protocol/fixtures.test-data.ts';
import type { ContextPackage } from '../protocol/generated/documents.ts';
import type { StoredEvent } from '../store/authority-store.ts';
import { checkCitedEvents } from './cited-events.ts';

const GROUP = 'urn:heddle:test:group:1';
const LENGTH = 2_500;
let reads = 0;

const log = {
  readGroupEvents: async (groupId: string, after: number, limit: number): Promise<readonly StoredEvent[]> => {
    reads += 1;
    const count = groupId === GROUP ? Math.max(0, Math.min(limit, LENGTH - after)) : 0;
    return Array.from({ length: count }, (_none, n) => {
      const sequence = after + n + 1;
      return { position: sequence, eventId: idOf(sequence), groupId, sequence, bytes: Buffer.alloc(0) };
    });
  },
};

function idOf(sequence: number): string {
  return `urn:x:event:${sequence}`;
}

function check(
  fromSequence: number,
  toSequence: number,
  change: (eventIds: string[]) => void = () => undefined,
) {
  const eventIds = Array.from({ length: toSequence - fromSequence + 1 }, (_none, n) =>
    idOf(fromSequence + n),
  );
  change(eventIds);
  const sourceEventRange = { fromSequence, toSequence, eventIds };
  const contextPackage = {
    ...UNSIGNED['context-package'],
    groupId: GROUP,
    sourceEventRange,
  } as ContextPackage;
  return checkCitedEvents(contextPackage, log);
}

it('CTX-007 takes a range with all of its Events, wherever it begins and ends', async () => {
  for (const [from, to] of [
    [1, 1],
    [1, LENGTH],
    [2_000, LENGTH],
    [700, 1_900],
  ] as const) {
    expect(await check(from, to)).toEqual({ ok: true, value: undefined });
  }
});

it.each([
  ['an invented id', 5, (ids: string[]) => ids.splice(4, 1, 'urn:x:invented')],
  ['two ids in the wrong order', 3, (ids: string[]) => ids.splice(2, 2, idOf(4), idOf(3))],
  ['one id less', 1_500, (ids: string[]) => ids.pop()],
  ['one id more', 1_502, (ids: string[]) => ids.push(idOf(1_501))],
  ['an id from the next page that is wrong', 1_200, (ids: string[]) => ids.splice(1_199, 1, idOf(7))],
])('CTX-002 refuses %s, and says where', async (_what, sequence, change) => {
  expect(await check(1, 1_500, change)).toMatchObject({
    ok: false,
    fault: { code: 'INVALID_COMMAND', rule: 'CTX-002', details: { sequence } },
  });
});

it('CTX-002 refuses a range beyond the log, and reads nothing for a range without its ids', async () => {
  expect(await check(LENGTH, LENGTH + 1)).toMatchObject({
    ok: false,
    fault: { details: { sequence: LENGTH + 1 } },
  });
  reads = 0;
  const huge = {
    ...UNSIGNED['context-package'],
    sourceEventRange: { fromSequence: 1, toSequence: 2 ** 50, eventIds: [idOf(1)] },
  } as ContextPackage;
  expect((await checkCitedEvents(huge, log)).ok).toBe(false);
  expect(reads).toBe(0);
});

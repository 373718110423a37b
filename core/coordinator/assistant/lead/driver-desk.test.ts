import { expect, test } from 'vitest';
import { hashContent } from '../../../protocol/hash.ts';
import { deskOf } from '../../desk/desk.test-data.ts';
import { SeededOrganization } from '../../../domain/seeded-world.test-data.ts';
import type { ReviewPorts } from '../review/prepare-review.ts';
import { DriverDesk } from './driver-desk.ts';

const HASH = hashContent('right');

function portsWith(answer: Awaited<ReturnType<ReviewPorts['fetchContent']>>): ReviewPorts {
  return {
    fetchContent: () => Promise.resolve(answer),
    keys: () => {
      throw new Error('no signature is looked at');
    },
    runCheck: () => {
      throw new Error('nothing is run');
    },
  };
}

test.each([
  ['intact', { ok: true, bytes: Buffer.from('right') }],
  ['differs', { ok: true, bytes: Buffer.from('wrong') }],
  ['differs', { ok: false, problem: 'compared elsewhere', differs: true }],
  ['unavailable', { ok: false, problem: 'gone' }],
] as const)('ART-003: a content of a child is %s', async (condition, answer) => {
  const desk = new DriverDesk();
  const connection = deskOf(new SeededOrganization());
  expect(desk.withContents(connection)).toBe(connection);
  expect(await desk.fetch(HASH, 0, portsWith(answer))).toBe(true);
  expect(desk.withContents(connection).contents.get(HASH)).toBe(condition);
});

test('a content is asked for again after a pause, not sooner', async () => {
  const desk = new DriverDesk();
  const ports = portsWith({ ok: false, problem: 'gone' });
  await desk.fetch(HASH, 0, ports);
  expect([await desk.fetch(HASH, 59_999, ports), desk.recheckAtMs]).toEqual([false, 60_000]);
  expect(await desk.fetch(HASH, 60_000, ports)).toBe(true);
});

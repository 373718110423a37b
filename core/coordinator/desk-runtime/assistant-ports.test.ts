import { expect, test } from 'vitest';
import { refuse } from '../../protocol/result.ts';
import { reviewPortsOf } from './assistant-ports.ts';
import type { FetchedContent } from './ports.ts';

const GROUP = 'urn:heddle:test:group';

/** What a review gets of a content, and what was reported. */
async function fetchAs(fetchContent: () => Promise<FetchedContent>) {
  const faults: unknown[] = [];
  const evidence = () => refuse({ reason: 'unavailable' as const, message: 'no Registry here' });
  const ports = reviewPortsOf(
    { fetchContent, evidence, refreshKeys: async () => undefined },
    GROUP,
    async () => ({ status: 'broken', detail: 'nothing is run here' }),
    (fault) => faults.push(fault),
  );
  return { answer: await ports.fetchContent('sha256:0', 10), faults };
}

test('a content that differs is told apart from one that cannot be had (ART-003)', async () => {
  const bytes = Buffer.from('whole');
  expect((await fetchAs(async () => ({ condition: 'intact', bytes }))).answer).toEqual({ ok: true, bytes });
  expect((await fetchAs(async () => ({ condition: 'differs' }))).answer).toMatchObject({
    ok: false,
    differs: true,
  });
  expect((await fetchAs(async () => ({ condition: 'unavailable' }))).answer).toMatchObject({
    ok: false,
    differs: false,
  });
});

test('a way that fails is an answer, and is reported', async () => {
  const fault = new Error('the line is gone');
  const { answer, faults } = await fetchAs(() => Promise.reject(fault));
  expect(answer.ok).toBe(false);
  expect(faults).toEqual([fault]);
});

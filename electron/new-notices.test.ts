// Which notices the system shows.
import { expect, it } from 'vitest';
import type { NoticeRow } from '../core/contract/notices.ts';
import { NewNotices } from './new-notices.ts';

function row(id: string, changes: Partial<NoticeRow> = {}): NoticeRow {
  return {
    id,
    sort: id,
    atMs: 1,
    severity: 'decide',
    title: 'A submission waits for review',
    body: `Item ${id}`,
    href: `#/work/c/g/${id}`,
    channels: ['native', 'window'],
    count: 1,
    isTest: false,
    ...changes,
  };
}

it('hands each notice on once, the oldest first, and none that is for other ways', () => {
  const fresh = new NewNotices();
  const first = fresh.of([row('2'), row('1'), row('0', { channels: ['window'] })]);
  expect(first.map(({ href }) => href)).toEqual(['#/work/c/g/1', '#/work/c/g/2']);
  // The same rows again, such as in another language.
  expect(fresh.of([row('2', { title: 'Eine Vorlage wartet' }), row('1')])).toEqual([]);
  expect(fresh.of([row('3'), row('2'), row('1')])).toHaveLength(1);
});

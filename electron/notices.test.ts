// Which rows of the attention list are announced.
import { describe, expect, it } from 'vitest';
import type { AttentionRowModel } from '../core/contract/attention.ts';
import { noticeKeyOf, noticesOf } from './notices.ts';
import { shellWordsFor } from './shell-words.ts';

const ENGLISH = shellWordsFor('en');

function row(id: string, changes: Partial<AttentionRowModel> = {}): AttentionRowModel {
  return {
    id,
    sort: id,
    rule: 'submission-waits',
    number: 10,
    severity: 'decide',
    object: { connectionId: 'c', type: 'workItem', groupId: 'g', id },
    title: `Item ${id}`,
    words: { key: 'attention.submission-waits', values: {}, text: 'A submission waits for review' },
    action: { id: 'review', words: { key: 'action.review', values: {}, text: 'Review' } },
    blocksCount: 0,
    isByClock: false,
    ...changes,
  };
}

describe('notifications of the system', () => {
  it('announces rows that are new and need a person, and leads to them', () => {
    const known = new Set([noticeKeyOf(row('1'))]);
    expect(noticesOf(known, [row('1'), row('a/2', { missionTitle: 'Audit' })], ENGLISH)).toEqual([
      { title: 'A submission waits for review', body: 'Item a/2 · Audit', href: '#/attention?row=a%2F2' },
    ]);
  });

  it('leaves alone what only has to be watched', () => {
    expect(noticesOf(new Set(), [row('1', { severity: 'watch' })], ENGLISH)).toEqual([]);
  });

  it('announces a row again that became urgent', () => {
    const known = new Set([noticeKeyOf(row('1'))]);
    expect(noticesOf(known, [row('1', { severity: 'now' })], ENGLISH)).toHaveLength(1);
  });

  it('says many things in one notification, in the language of the settings', () => {
    const rows = ['1', '2', '3', '4'].map((id) => row(id));
    expect(noticesOf(new Set(), rows.slice(0, 3), ENGLISH)).toHaveLength(3);
    expect(noticesOf(new Set(), rows, shellWordsFor('de'))).toEqual([
      {
        title: '4 Dinge brauchen dich',
        body: 'Öffne Heddle, um sie zu sehen.',
        href: '#/attention',
      },
    ]);
  });
});

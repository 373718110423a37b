import { describe, expect, it } from 'vitest';
import { createContext, AUTH, ACME, BILLING, item } from '../../dev/sample-world.ts';
import { sampleTakeover } from '../../dev/sample-takeover.ts';
import {
  handoverText,
  hrefOfCause,
  keepProgress,
  NO_PROGRESS,
  readProgress,
  takeoverModelOf,
  undecided,
} from './takeover-model.ts';

const context = createContext(0, 'en');
const PLACE = { connectionId: ACME, groupId: AUTH };

function storage() {
  const kept = new Map<string, string>();
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => {
      kept.set(key, value);
    },
  };
}

describe('the checklist of a takeover (CRD-005)', () => {
  it('holds until every item is decided that has to be, and no longer', () => {
    const model = takeoverModelOf(sampleTakeover(context, AUTH, undefined));
    const items = model?.items ?? [];
    expect(undecided(items, NO_PROGRESS).map(({ cause }) => cause)).toEqual([
      'review-waits',
      'resolution-needed',
      'offer-ended',
      'ends-soon',
    ]);
    const decided = items.map(({ workItemId }) => workItemId);
    expect(undecided(items, { ...NO_PROGRESS, decided })).toEqual([]);
  });

  it('is that of one term: the next one begins anew', () => {
    const kept = storage();
    const progress = { isRead: true, isVerified: false, decided: [item('service')] };
    keepProgress(kept, PLACE, 3, progress);
    expect(readProgress(kept, PLACE, 3)).toEqual(progress);
    expect(readProgress(kept, PLACE, 4)).toEqual(NO_PROGRESS);
  });

  it('is empty where what was kept cannot be read', () => {
    const broken = { getItem: () => '{"decided":[1,"a"],"isRead":"yes"' };
    expect(readProgress(broken, PLACE, 1)).toEqual(NO_PROGRESS);
    const odd = { getItem: () => '{"decided":[1,"a"],"isRead":"yes"}' };
    expect(readProgress(odd, PLACE, 1)).toEqual({ isRead: false, isVerified: false, decided: ['a'] });
  });

  it('leads to where each cause is decided', () => {
    const at = (cause: string, questions = 0) =>
      hrefOfCause(PLACE, { cause, questions, workItemId: 'w' }).split('/')[1];
    expect(
      ['review-waits', 'offer-ended', 'lease-ended', 'child-ended', 'start-approval'].map((each) => at(each)),
    ).toEqual(['review', 'offer', 'reassign', 'children', 'approvals']);
    expect(hrefOfCause(PLACE, { cause: 'question-open', questions: 1, workItemId: 'w' })).toContain(
      'tab=conversation',
    );
  });

  it('is nothing while a part is missing', () => {
    expect(takeoverModelOf(sampleTakeover(context, AUTH, undefined).slice(1))).toBeUndefined();
  });
});

describe('what a replaced Coordinator hands on (CRD-004)', () => {
  it('names every Command with its content', () => {
    const stale = sampleTakeover(context, BILLING, undefined).find((row) => row.section === 'stale');
    if (stale === undefined) throw new Error('no stale part');
    const text = handoverText(stale, 'Not sent:');
    expect(text.split('\n')[0]).toBe('Assistant → analyst');
    expect(text).toContain('- Offer item: Map the old accounts\n  {"workItemId"');
    expect(text).toContain('- Authorise item\n  {"contract"');
  });
});

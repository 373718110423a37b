import { describe, expect, test } from 'vitest';
import type { DeskFormat } from './desk-words.ts';
import { type DeskLanguage, deskWords } from './words.ts';

const FORMAT: DeskFormat = {
  time: (atMs) => `<${atMs}>`,
  duration: (ms) => `${ms} ms`,
  number: (value) => String(value),
};

/** Every value that any text asks for. */
const VALUES = {
  endsAt: 1,
  endedAt: 2,
  canRenew: false,
  agentId: 'coder',
  renewals: 1,
  candidates: 2,
  declined: 1,
  isRecorded: false,
  covered: 1,
  criteria: 2,
  risk: 'external',
  ownershipEndsAt: 3,
  revision: 21,
  artifacts: 6,
  feedback: 'more',
  resolution: 'a key',
  by: 'ada',
  goal: 'sort',
  attempts: 3,
  because: 'ended',
  state: 'failed',
  waiting: 2,
  root: 'deploy',
  deadlineAt: 4,
  forecastAt: 5,
  withoutEstimate: 1,
  dimension: 'toolCalls',
  percent: 90,
  missing: 1,
  failed: 1,
  first: 'AC-1 deterministic_test',
  condition: 'differs',
  code: 'REVISION_CONFLICT',
  kind: 'work.offer',
  expectedRevision: 9,
  currentRevision: 11,
  epoch: 3,
  currentEpoch: 4,
  policyName: 'delegation_depth',
  verified: 3,
  at: '2026-05-04T09:00:00Z',
  count: 2,
  type: 'execution',
  version: 2,
  member: 'ada',
  role: 'worker',
  name: 'Ada',
  rule: 'WORK-T03',
  until: 6,
  ownerId: 'ada',
  workItemId: 'w',
  groupId: 'g',
};

/** All texts of a language, by the way to each. */
function textsOf(language: DeskLanguage): ReadonlyMap<string, string> {
  const texts = new Map<string, string>();
  const walk = (path: string, value: unknown): void => {
    if (typeof value === 'string') texts.set(path, value);
    else if (typeof value === 'function') {
      const say = value as (...args: readonly unknown[]) => string;
      texts.set(path, path === 'nextMoment' ? say('offer', 'now', 'x') : say(VALUES, FORMAT));
    } else if (typeof value === 'object' && value !== null) {
      for (const [name, each] of Object.entries(value)) walk(path === '' ? name : `${path}.${name}`, each);
    }
  };
  walk('', deskWords(language));
  return texts;
}

const LANGUAGES: readonly DeskLanguage[] = ['en', 'de'];

for (const language of LANGUAGES) {
  describe(`texts of the desk, ${language}`, () => {
    const texts = textsOf(language);

    test('every one says something, and nothing of the machine shows', () => {
      const bad = [...texts].filter(
        ([, text]) => text.trim() === '' || /undefined|NaN|\[object|null/.test(text),
      );
      expect(bad).toEqual([]);
    });

    test('without any value no text breaks', () => {
      const { rules } = deskWords(language);
      for (const { detail } of Object.values(rules)) expect(detail({}, FORMAT)).not.toMatch(/undefined|NaN/);
    });

    test('no two states, actions or options look the same', () => {
      const { itemStates, entryStates, fixOptions, severities } = deskWords(language);
      for (const table of [itemStates, entryStates, fixOptions, severities]) {
        const words = Object.values(table);
        expect(new Set(words).size).toBe(words.length);
      }
    });
  });
}

describe('German and English beside each other', () => {
  test('have the same texts', () => {
    expect([...textsOf('de').keys()].toSorted()).toEqual([...textsOf('en').keys()].toSorted());
  });

  test('table D: the state words are fixed', () => {
    const { itemStates, missionStates, offerEnded, childMission } = deskWords('de');
    expect(itemStates).toEqual({
      open: 'offen',
      offered: 'angeboten',
      queued: 'in Warteschlange',
      active: 'in Arbeit',
      blocked: 'blockiert',
      submitted: 'vorgelegt',
      verified: 'bestätigt',
      failed: 'gescheitert',
      cancelled: 'abgebrochen',
    });
    expect([missionStates.awaiting_approval, missionStates.approved]).toEqual([
      'wartet auf Freigabe',
      'freigegeben',
    ]);
    expect([offerEnded, childMission]).toEqual(['Angebot abgelaufen', 'Unteraufgabe']);
  });

  test('eingereiht and eingereicht, one letter apart, are not used at all', () => {
    expect(
      [...textsOf('de')].filter(([, text]) => /einger(ei)(ht|cht)|einreih|einreich/i.test(text)),
    ).toEqual([]);
  });

  test('words of the protocol stay as they are: no Aufgabe, Job, Beweis, Koordinator, Ereignis', () => {
    const translated =
      /\b(Aufgaben?|Jobs?|Tasks?|Projekte?|Beweise?|Artefakte?|Koordinator|Arbeiter|Ereignisse?|Sitzung|Befehle?|Mitgliedschaft)\b/;
    expect([...textsOf('de')].filter(([, text]) => translated.test(text))).toEqual([]);
  });

  test('a Message is never called an order, an offer never an assignment, a WorkItem never a task', () => {
    expect(
      [...textsOf('en')].filter(([, text]) => /\b(order|assignment|task|job|room|project)s?\b/i.test(text)),
    ).toEqual([]);
  });

  test('a Child Mission is one, and a WorkItem is not called so', () => {
    const { itemActions } = deskWords('de');
    expect(itemActions.promote).toContain('Unteraufgabe');
    const others = Object.entries(itemActions).filter(([id]) => id !== 'promote');
    expect(others.filter(([, text]) => text.includes('Unteraufgabe'))).toEqual([]);
  });
});

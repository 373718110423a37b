import { describe, expect, test } from 'vitest';
import { childWords } from '../children/words.ts';
import type { DeskFormat } from '../../desk/words/desk-words.ts';
import { planningWords } from './words.ts';

const FORMAT: DeskFormat = {
  time: (atMs) => `<${atMs}>`,
  duration: (ms) => `${ms} ms`,
  number: (value) => String(value),
};

/** A value for whatever a text asks for; the name shows when a text takes the wrong one. */
const VALUES = new Proxy<Readonly<Record<string, string | number>>>(
  {},
  {
    get: (_target, name) =>
      String(name).endsWith('Ms') || AMOUNTS.has(String(name)) ? 7 : `‹${String(name)}›`,
  },
);
const AMOUNTS: ReadonlySet<string> = new Set(['expected', 'limit', 'left', 'wanted', 'allowed']);

const TABLES = [
  ['planning', planningWords('en').reasons, planningWords('de').reasons],
  ['children', childWords('en').reasons, childWords('de').reasons],
] as const;

describe('the texts of planning and of child Missions', () => {
  test.each(TABLES)(
    '%s: every reason says something in both languages, by the same values',
    (_name, english, german) => {
      const others = new Map<string, (values: typeof VALUES, format: DeskFormat) => string>(
        Object.entries(german),
      );
      for (const [id, say] of Object.entries<(values: typeof VALUES, format: DeskFormat) => string>(
        english,
      )) {
        const said = [say(VALUES, FORMAT), others.get(id)?.(VALUES, FORMAT) ?? ''];
        for (const text of said) expect(`${id}: ${text}`).not.toMatch(/undefined|NaN|: $/);
        // What one language tells the other tells too.
        const [first, second] = said.map((text) => (text.match(/‹\w+›|<\d+>/g) ?? []).toSorted());
        expect([id, second]).toEqual([id, first]);
      }
    },
  );

  test('money is written in whole units of its currency', () => {
    const values = { dimension: 'financialMicrounits', expected: 2_500_000, limit: 10_000_000 };
    expect(planningWords('en').reasons['budget-within'](values, FORMAT)).toBe(
      'financialMicrounits: 2.5 of 10 expected',
    );
    expect(planningWords('de').reasons['budget-within']({ ...values, dimension: 'toolCalls' }, FORMAT)).toBe(
      'toolCalls: erwartet 2500000 von 10000000',
    );
  });

  test('every heading is there in both languages', () => {
    for (const language of ['en', 'de'] as const) {
      const { waysOut, reconcile } = planningWords(language);
      const { advice, reviews, replans } = childWords(language);
      for (const table of [waysOut, reconcile, advice, reviews, replans])
        for (const [id, text] of Object.entries(table)) expect([id, text]).not.toEqual([id, '']);
    }
  });
});

// Table B in words: what every rule says to a person, in both languages.
import { describe, expect, test } from 'vitest';
import type { Language } from '../../../contract/values.ts';
import { ATTENTION_RULES } from '../../desk/attention/rules.ts';
import { textsOf } from '../words/texts.ts';
import { RULE_FIXTURES, rowsOfFixture } from './attention-rows.test-data.ts';
import { MACHINE_TEXT } from './machine-text.test-data.ts';

const LANGUAGES: readonly Language[] = ['en', 'de'];

test('every rule of table B has a fixture', () => {
  const covered = new Set(RULE_FIXTURES.map(({ rule }) => ATTENTION_RULES[rule].number));
  expect([...covered].toSorted((a, b) => a - b)).toEqual(Array.from({ length: 36 }, (_, index) => index + 1));
});

describe.each(RULE_FIXTURES.map((fixture) => ({ title: `${fixture.rule}: ${fixture.name}`, fixture })))(
  '$title',
  ({ fixture }) => {
    test.each(LANGUAGES)('is a row with its name, its case and its action, in %s', (language) => {
      const rows = rowsOfFixture(fixture, language);
      const { desk } = textsOf(language);
      const { number } = ATTENTION_RULES[fixture.rule];
      expect(rows.length).toBeGreaterThan(0);
      for (const row of rows) {
        expect(row).toMatchObject({
          number,
          rule: fixture.rule,
          severity: fixture.says.severity,
          action: { id: fixture.says.action, words: { text: desk.attentionActions[fixture.says.action] } },
        });
        const { name } = desk.rules[fixture.rule];
        expect(row.words.text.startsWith(`${name} · `)).toBe(true);
        for (const text of [row.title, row.words.text, row.action.words.text, row.advice?.text]) {
          expect(text).not.toMatch(MACHINE_TEXT);
        }
        // What it means and what helps is a sentence, not a label.
        expect(row.advice?.text).toMatch(/^\p{Lu}.{40,}\.$/u);
      }
    });

    test('says the same in both languages, in other words', () => {
      const [english] = rowsOfFixture(fixture, 'en');
      const [german] = rowsOfFixture(fixture, 'de');
      expect(german?.sort).toBe(english?.sort);
      expect(german?.words.text).not.toBe(english?.words.text);
      expect(german?.advice?.text).not.toBe(english?.advice?.text);
    });
  },
);

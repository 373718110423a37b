// Table C in words: the panel of every code, in both languages, and which identity of a Command a way on changes.
import { describe, expect, test } from 'vitest';
import { ERROR_RULES } from '../../../protocol/error-codes.ts';
import { CODE_FIXTURES } from '../../desk/fix/code-fixtures.test-data.ts';
import { FIX_RULES } from '../../desk/fix/fix-rules.ts';
import { REISSUE_IDENTITIES } from '../../desk/fix/reissue.ts';
import { textsOf } from '../words/texts.ts';
import { openFixture } from './fix-rows.test-data.ts';
import { MACHINE_TEXT } from './machine-text.test-data.ts';

/** What people need of the protocol's own names: a rule, a place in a document, a hash, a version of a profile. */
const EXACT_FACTS: ReadonlySet<string> = new Set([
  'fact.rule',
  'fact.path',
  'fact.hashes',
  'fact.snapshot',
  'fact.profile',
  'fact.required-role',
]);

test('every code of the wire, and no answer, has a fixture', () => {
  expect(CODE_FIXTURES.map(({ code }) => code).toSorted()).toEqual(
    [...Object.keys(ERROR_RULES), 'NO_ANSWER'].toSorted(),
  );
});

describe.each(CODE_FIXTURES.map((fixture) => ({ code: fixture.code, fixture })))('$code', ({ fixture }) => {
  const FRESH_SECONDS = 240;

  test('shows its facts, and begins with what helps', () => {
    const { panel } = openFixture(fixture);
    expect(panel.code).toBe(fixture.code);
    expect(panel.facts.map(({ id }) => id)).toEqual(fixture.facts);
    expect(panel.options.map(({ id }) => id)).toEqual(FIX_RULES[fixture.code].options);
    expect(panel.options.find(({ isEnabled }) => isEnabled)?.id).toBe(fixture.first);
  });

  test.each([
    ['at once', 0, fixture.now],
    ['once its signature is too old', FRESH_SECONDS, fixture.late],
  ] as const)('ERR-040, ERR-041: is issued again only as table C says, %s', (_when, seconds, kinds) => {
    const { options } = openFixture(fixture, seconds).panel;
    const possible = options.flatMap(({ isEnabled, reissue }) =>
      isEnabled && reissue !== undefined ? [reissue.kind] : [],
    );
    expect(possible).toEqual(kinds);
    const verdicts = options.flatMap(({ reissue }) => reissue ?? []);
    expect(verdicts.map(({ identity }) => identity)).toEqual(
      verdicts.map(({ kind }) => REISSUE_IDENTITIES[kind]),
    );
  });

  test.each(['en', 'de'] as const)(
    'says why, what and how on, without a word of the machine, in %s',
    (language) => {
      const model = openFixture(fixture).model(language);
      const { desk, row } = textsOf(language);
      for (const words of [model.cause, model.advice]) expect(words.text).toMatch(/^\p{Lu}.{7,}[.]$/u);
      const texts = [
        model.cause,
        model.advice,
        ...model.facts.filter(({ key }) => !EXACT_FACTS.has(key)),
        ...model.diff.map(({ words }) => words),
        ...model.options.flatMap(({ words, reasons, reissue }) => [
          words,
          ...reasons,
          ...(reissue?.changes ?? []),
        ]),
        ...(model.refusedNow === undefined ? [] : [model.refusedNow.words]),
      ].map(({ text }) => text);
      for (const text of texts) expect(text).not.toMatch(MACHINE_TEXT);
      for (const { mine, asDrafted, now } of model.diff) {
        for (const value of [mine, asDrafted, now]) expect(String(value ?? '')).not.toMatch(MACHINE_TEXT);
      }
      expect(model.cause.text).toBe(desk.codes[fixture.code].cause);
      for (const { reissue } of model.options) {
        if (reissue === undefined) continue;
        const identity = REISSUE_IDENTITIES[reissue.kind];
        const changed = Object.entries(row.reissueChanges).filter(
          ([part]) => identity[part as keyof typeof row.reissueChanges] !== 'same',
        );
        expect(reissue.changes.map(({ text }) => text)).toEqual(changed.map(([, text]) => text));
      }
      // Whoever cannot take a way is told why.
      for (const { isEnabled, reasons } of model.options) expect(isEnabled).toBe(reasons.length === 0);
    },
  );
});

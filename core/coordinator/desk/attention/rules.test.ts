import { describe, expect, test } from 'vitest';
import { SeededOrganization } from '../../../domain/seeded-world.test-data.ts';
import { inputOf, rowsFor } from '../desk.test-data.ts';
import { AttentionCache, attend } from './attend.ts';
import { DESK_FIXTURES } from './desk-fixtures.test-data.ts';
import { WORK_FIXTURES } from './work-fixtures.test-data.ts';
import { ATTENTION_RULES } from './rules.ts';

const RULE_FIXTURES = [...WORK_FIXTURES, ...DESK_FIXTURES];

describe('table B', () => {
  test('has 36 rules with the numbers 1 to 36', () => {
    const numbers = Object.values(ATTENTION_RULES).map(({ number }) => number);
    expect(numbers.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 36 }, (_, index) => index + 1));
  });

  test('has a fixture for every rule', () => {
    const covered = new Set(RULE_FIXTURES.map(({ rule }) => rule));
    expect(Object.keys(ATTENTION_RULES).filter((name) => !covered.has(name as 'mention'))).toEqual([]);
  });
});

for (const { rule, name, before, begin, end, says } of RULE_FIXTURES) {
  describe(`rule ${ATTENTION_RULES[rule].number} ${rule}: ${name}`, () => {
    /** The rows after so many of the three steps. */
    const play = (steps: 1 | 2 | 3) => {
      const organization = new SeededOrganization();
      let changes = before(organization);
      if (steps > 1) changes = begin(organization, changes);
      if (steps > 2) changes = end(organization, changes);
      return { organization, input: inputOf(organization, changes) };
    };

    test('is silent before', () => {
      expect(rowsFor(play(1).input, rule)).toEqual([]);
    });

    test('speaks when its condition holds', () => {
      const { organization, input } = play(2);
      const rows = rowsFor(input, rule);
      expect(rows).toHaveLength(says.count ?? 1);
      const [row] = rows;
      expect(row).toMatchObject({
        severity: says.severity,
        action: says.action,
        values: says.values ?? {},
        isByClock: ATTENTION_RULES[rule].isByClock,
      });
      const endsIn = ((row?.endsAtMs ?? NaN) - organization.nowMs) / 1_000;
      expect(endsIn).toBe(says.endsIn ?? endsIn);
    });

    test('closes when its condition is false', () => {
      expect(rowsFor(play(3).input, rule)).toEqual([]);
    });

    test('says the same when only what has changed is looked at', () => {
      const cache = new AttentionCache();
      const organization = new SeededOrganization();
      let changes = before(organization);
      for (const step of [begin, end]) {
        const input = inputOf(organization, changes);
        expect(attend(input, cache)).toEqual(attend(input));
        changes = step(organization, changes);
      }
      const input = inputOf(organization, changes);
      expect(attend(input, cache)).toEqual(attend(input));
    });
  });
}

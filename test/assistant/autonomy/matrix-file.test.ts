import { describe, expect, test } from 'vitest';
import { classOf, DELEGABLE_ACTS } from '../../../core/coordinator/assistant/autonomy/acts.ts';
import { PROPOSE_ONLY, readMatrix } from '../../../core/coordinator/assistant/autonomy/read-matrix.ts';
import { formatAutonomyFault } from '../../../core/coordinator/assistant/autonomy/words.ts';
import matrixSchema from '../../../schemas/autonomy-matrix.schema.json' with { type: 'json' };

const WHOLE = `
autonomy: 1
limits: { perMinute: 5 }
rules:
  - id: small-offers
    because: The office has agreed to it.
    acts: [work.offer, membership.change]
    missions: [urn:example:mission:1]
    withChildren: true
    risk: reversible
    each: { money: 2.5, currency: EUR, toolCalls: 10 }
    total: { money: 20, currency: EUR, toolCalls: 100 }
    perHour: 30
    until: 2026-06-01T18:00:00Z
`;

const read = (text: string) => readMatrix(Buffer.from(text), 'yaml');

function faultsOf(text: string, language: 'en' | 'de' = 'en'): readonly string[] {
  const matrix = read(text);
  if (matrix.ok) throw new Error('the matrix is right');
  return matrix.fault.map((fault) => formatAutonomyFault('autonomy.yaml', fault, language));
}

function ruleWith(line: string): string {
  return `autonomy: 1\nrules:\n  - id: a\n    acts: [work.offer]\n    missions: [all]\n    risk: none\n    ${line}\n`;
}

describe('a matrix file', () => {
  test('is read as it is written', () => {
    const matrix = read(WHOLE);
    expect(matrix).toMatchObject({
      ok: true,
      value: {
        limits: { perMinute: 5, perHour: 60, perDay: 300 },
        rules: [
          {
            id: 'small-offers',
            acts: new Set(['work.offer', 'membership.change']),
            missionIds: new Set(['urn:example:mission:1']),
            withChildren: true,
            risk: 'reversible',
            each: {
              currency: 'EUR',
              limits: { financialMicrounits: 2_500_000, toolCalls: 10, modelTokens: 0 },
            },
            total: { limits: { financialMicrounits: 20_000_000 } },
            perHour: 30,
            untilMs: Date.parse('2026-06-01T18:00:00Z'),
          },
        ],
      },
    });
  });

  test('has the hash of what it says, not of how it is written', () => {
    const spaced = read('rules:   []\nautonomy: 1');
    expect(spaced).toMatchObject({ ok: true, value: { hash: PROPOSE_ONLY.hash } });
    const whole = read(WHOLE);
    expect(whole.ok && whole.value.hash).not.toBe(PROPOSE_ONLY.hash);
  });

  test.each<readonly [string, string, string, string]>([
    ['an unknown member', ruleWith('perDay: 3'), 'rules[0].perDay', 'perHour'],
    ['an act that nobody knows', WHOLE.replace('work.offer', 'work.ofer'), 'rules[0].acts[0]', 'work.offer'],
    ['an unknown risk', WHOLE.replace('risk: reversible', 'risk: medium'), 'rules[0].risk', 'reversible'],
    [
      'no Mission',
      ruleWith('').replace('missions: [all]', 'missions: []'),
      'rules[0].missions',
      'at least 1',
    ],
    [
      'a Mission by its title',
      WHOLE.replace('urn:example:mission:1', 'Folder audit'),
      'rules[0].missions[0]',
      'all',
    ],
    [
      'a moment that is none',
      WHOLE.replace('2026-06-01T18:00:00Z', 'tomorrow'),
      'rules[0].until',
      '2026-06-01T18:00:00Z',
    ],
    ['money without a currency', ruleWith('each: { money: 3 }'), 'rules[0].each', 'currency'],
    [
      'money that is too fine',
      ruleWith('each: { money: 0.0000001, currency: EUR }'),
      'rules[0].each.money',
      '',
    ],
    [
      'the same name twice',
      `${ruleWith('perHour: 1')}${ruleWith('perHour: 1').split('rules:\n')[1] ?? ''}`,
      'rules[1].id',
      'a',
    ],
    ['a text for a number', ruleWith('perHour: many'), 'rules[0].perHour', 'number'],
    ['another version', WHOLE.replace('autonomy: 1', 'autonomy: 2'), 'autonomy', '1'],
    ['no rules', 'autonomy: 1', '', 'rules'],
    ['nothing', '', '', 'autonomy: 1'],
  ])('%s is said with its place and what would be right', (_name, text, path, right) => {
    for (const language of ['en', 'de'] as const) {
      const [first = '', ...more] = faultsOf(text, language);
      expect(more).toStrictEqual([]);
      expect(first).toMatch(/^autonomy\.yaml:\d+:\d+: /u);
      expect(first).not.toMatch(/undefined|docs\/briefs/u);
      expect(first).toContain(path === '' ? ': ' : `: ${path}: `);
    }
    expect(faultsOf(text)[0]).toContain(right);
  });

  test('one fault and nothing of it holds', () => {
    expect(read(WHOLE.replace('perHour: 30', 'perHour: 0')).ok).toBe(false);
  });

  test.each(
    matrixSchema.$defs.rule.properties.acts.items.enum.filter(
      (act) => classOf(act as never) !== 'coordination',
    ),
  )('%s stands in no rule', (act) => {
    const [fault] = faultsOf(WHOLE.replace('membership.change', act));
    expect(fault).toContain(`rules[0].acts[1]: ${act} is never signed alone: `);
    expect(fault).toContain('Possible are mission.create_child, ');
    expect(faultsOf(WHOLE.replace('membership.change', act), 'de')[0]).toContain(
      'wird nie allein unterschrieben',
    );
  });

  test('every act that can be allowed is known to the schema', () => {
    expect(matrixSchema.$defs.rule.properties.acts.items.enum).toStrictEqual(
      expect.arrayContaining([...DELEGABLE_ACTS]),
    );
  });
});

import { readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { PROPOSE_ONLY } from '../coordinator/assistant/autonomy/read-matrix.ts';
import { DEFAULT_LEAD_SETTINGS } from '../coordinator/assistant/lead/lead-settings.ts';
import { readCoordinatePolicy } from './coordinate-policy.ts';
import { formatCoordinatePolicyFault } from './coordinate-policy-words.ts';

function read(text: string, format: 'yaml' | 'json' = 'yaml') {
  return readCoordinatePolicy(Buffer.from(text), format);
}

function policyOf(text: string, format: 'yaml' | 'json' = 'yaml') {
  const policy = read(text, format);
  if (!policy.ok) throw new Error(JSON.stringify(policy.fault));
  return policy.value;
}

function linesOf(text: string, language: 'en' | 'de' = 'en'): readonly string[] {
  const policy = read(text);
  if (policy.ok) throw new Error('it was taken');
  return policy.fault.map((fault) => formatCoordinatePolicyFault('policy.yaml', fault, language));
}

describe('the policy of a Coordinator without a window', () => {
  test('allows nothing and has the usual settings where it says nothing', () => {
    const policy = policyOf('coordinate: 1\n');
    expect(policy.matrix).toEqual(PROPOSE_ONLY);
    expect(policy).toMatchObject({
      missionIds: 'all',
      plan: { proposals: 'owner', patterns: false },
      lead: DEFAULT_LEAD_SETTINGS,
    });
  });

  test('is the same in YAML and in JSON, with the same hash in every note', () => {
    const rule = {
      id: 'a',
      acts: ['work.offer'],
      missions: ['urn:x:1'],
      risk: 'none',
      each: { toolCalls: 1 },
    };
    const json = policyOf(JSON.stringify({ coordinate: 1, rules: [rule] }), 'json');
    const yaml = policyOf(
      'coordinate: 1\nrules:\n  - { id: a, acts: [work.offer], missions: ["urn:x:1"], risk: none, each: { toolCalls: 1 } }\n',
    );
    expect(yaml).toEqual(json);
    expect(yaml.matrix.rules[0]).toMatchObject({ id: 'a', missionIds: new Set(['urn:x:1']) });
  });

  test('sets what it names and leaves the rest', () => {
    const policy = policyOf(`coordinate: 1
missions: ["urn:x:mission:1"]
plan: { patterns: true }
ranking: { asksPerAgent: 5 }
offers: { lasts: 90s, urgent: [] }
review: { checkTime: 3s, independence: other-agent, capability: text.review@1.2.0-beta.1 }
retry: any-failure
blockers: [{ contains: password, act: another-worker }]
children: { reviewShare: 0.2, afterFailure: [offer-again] }
promotion: { duration: 1d, needed: 3 }
`);
    expect(policy.missionIds).toEqual(new Set(['urn:x:mission:1']));
    expect(policy.plan).toEqual({ proposals: 'owner', patterns: true });
    const { ranking, offers, review } = DEFAULT_LEAD_SETTINGS;
    expect(policy.lead).toEqual({
      ...DEFAULT_LEAD_SETTINGS,
      ranking: { ...ranking, maxAsksPerAgent: 5 },
      offers: { ...offers, offerSeconds: 90, urgent: [] },
      review: {
        ...review,
        limits: { ...review.limits, timeMs: 3_000 },
        independence: 'other-agent',
        reviewCapability: { id: 'text.review', version: '1.2.0-beta.1' },
      },
      retry: 'any-failure',
      blockers: [{ contains: 'password', act: 'another-worker' }],
      child: { reviewShare: 0.2 },
      afterChild: ['offer-again'],
      promotion: expect.objectContaining({ durationMs: 86_400_000, needed: 3, criteria: 5 }),
    });
  });

  test('names line, path and what would be right, for all that is wrong at once', () => {
    expect(
      linesOf(`coordinate: 1
rules:
  - { id: a, acts: [mission.approve, mission.create], missions: [all], risk: none }
  - { id: a, acts: [work.offer], missions: [all], risk: none, each: { money: 2 } }
ranking:
  weights: { deadlineFit: 0, cost: 0, reliability: 0, load: 0, fairness: 0 }
offers: { lasts: 0s }
`),
    ).toEqual([
      expect.stringMatching(/^policy\.yaml:3:38: rules\[0\]\.acts\[1\]: .*mission\.create/),
      expect.stringMatching(/^policy\.yaml:4:11: rules\[1\]\.id: /),
      expect.stringMatching(/^policy\.yaml:4:63: rules\[1\]\.each: /),
      expect.stringMatching(/^policy\.yaml:6:12: ranking\.weights: Every weight is 0\. At least one/),
      expect.stringMatching(/^policy\.yaml:7:18: offers\.lasts: /),
    ]);
  });

  test('refuses members that it does not know, with the nearest name, in both languages', () => {
    const text = 'coordinate: 1\nmisions: [all]\n';
    expect(linesOf(text)).toEqual([expect.stringMatching(/^policy\.yaml:2:1: misions: .*missions/)]);
    expect(linesOf(text, 'de')).toEqual([expect.stringMatching(/^policy\.yaml:2:1: misions: .*missions/)]);
    expect(linesOf('', 'de')).toEqual([expect.stringContaining('coordinate: 1')]);
    expect(linesOf(text, 'de')).not.toEqual(linesOf(text));
  });

  test('is told from a matrix of the assistant alone', () => {
    expect(linesOf('autonomy: 1\nrules: []\n').join('\n')).toMatch(/coordinate/);
  });

  test('of the examples can be used as it is', async () => {
    const text = await readFile(new URL('../../examples/coordinator/policy.yaml', import.meta.url), 'utf8');
    const policy = policyOf(text);
    expect(policy.matrix.rules.map(({ id }) => id)).toEqual([
      'own-term',
      'small-work',
      'clear-results',
      'submissions',
    ]);
    // What stands behind `#` in it is right, too.
    const optional = text.replaceAll(/^( *)# (?=[a-zA-Z]+: [^`]*$)/gm, '$1').replaceAll('until:', '# until:');
    expect(policyOf(optional).missionIds).toEqual(new Set(['urn:example:mission:1']));
    expect(policyOf(optional).lead.promotion).toMatchObject({ needed: 2, durationMs: 259_200_000 });
  });
});

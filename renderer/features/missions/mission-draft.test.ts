import { describe, expect, it } from 'vitest';
import { intent } from '../../../core/contract/forms.ts';
import {
  draftOfRough,
  EMPTY_DRAFT,
  faultsOf,
  intentOf,
  type MissionDraft,
  roughOf,
} from './mission-draft.ts';

const NOW_MS = Date.parse('2026-11-30T12:00:00Z');

const FULL: MissionDraft = {
  ...EMPTY_DRAFT,
  title: ' Weekly report ',
  objective: 'A report that the team reads.',
  criteria: [
    { description: 'The figures are right', evidence: ['deterministic_test'] },
    { description: ' ', evidence: [] },
  ],
  deadline: '2026-12-01T18:00',
  permissions: 'report.write\n\nstaging.deploy ',
  limits: { ...EMPTY_DRAFT.limits, money: '20,50', toolCalls: '100' },
  coordinatorAgentId: 'urn:x:agent:a',
  connectionId: 'here',
};

const keysOf = (draft: MissionDraft): readonly string[] =>
  faultsOf(draft, 'check', NOW_MS).map(({ key }) => key);

describe('the draft of a new Mission', () => {
  it('says all that an empty one lacks, step by step', () => {
    expect(faultsOf(EMPTY_DRAFT, 'goal', NOW_MS).map(({ key }) => key)).toEqual([
      'name',
      'objective',
      'criteria',
    ]);
    expect(keysOf(EMPTY_DRAFT)).toEqual([
      'name',
      'objective',
      'criteria',
      'deadline',
      'budget',
      'coordinator',
      'connection',
    ]);
  });

  it('becomes a wish that the contract takes, without empty lines and with exact amounts', () => {
    expect(keysOf(FULL)).toEqual([]);
    const wish = intentOf(FULL);
    expect(intent.safeParse(wish).success).toBe(true);
    expect(wish.form).toMatchObject({
      title: 'Weekly report',
      definitionOfDone: [{ criterionId: 'DoD-1', evidenceRequired: ['deterministic_test'] }],
      budget: { financialLimit: 20.5, currency: 'EUR', toolCallLimit: 100 },
      permissions: ['report.write', 'staging.deploy'],
      coordinatorLeaseSeconds: 300,
    });
  });

  it('asks for a human at the end, whatever was chosen (MIS, DOC-MISN-C1)', () => {
    const wish = intentOf({ ...FULL, asksForRisk: false });
    expect(wish.form).toMatchObject({
      approvalPolicy: { finalHumanApproval: true, highRiskExecutionApproval: false },
    });
  });

  it.each([
    ['a deadline that is over', { deadline: '2026-11-01T10:00' }, 'deadlinePast'],
    ['an operation in capitals', { permissions: 'Deploy' }, 'permission'],
    ['half a tool call', { limits: { ...FULL.limits, toolCalls: '1.5' } }, 'amount'],
    ['money without a currency', { currency: 'euro' }, 'currency'],
    ['a lease of no time', { leaseMinutes: '0' }, 'lease'],
    ['a criterion without Evidence', { criteria: [{ description: 'x', evidence: [] }] }, 'evidence'],
  ] as const)('refuses %s', (_what, change, key) => {
    expect(keysOf({ ...FULL, ...change })).toEqual([key]);
  });

  it('comes back from a saved draft as it was', () => {
    expect(draftOfRough(roughOf(FULL))).toEqual(FULL);
    expect(draftOfRough({ kind: 'mission.create', form: { wizard: 7 } })).toEqual(EMPTY_DRAFT);
  });

  it('names the Mission that it follows up', () => {
    const wish = intentOf({ ...FULL, followUpToMissionId: 'urn:x:mission:1' });
    expect(wish).toMatchObject({
      kind: 'mission.create_follow_up',
      form: { followUpToMissionId: 'urn:x:mission:1' },
    });
    expect(intent.safeParse(wish).success).toBe(true);
  });
});

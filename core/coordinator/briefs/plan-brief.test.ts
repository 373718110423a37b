// A brief bound to ids and Agents.
import { describe, expect, it } from 'vitest';
import { read, SMALL_BRIEF } from './briefs.test-data.ts';
import { checkCommandPayload } from '../../protocol/schema.ts';
import { missionPayloadOf, planBrief, type PlanBriefOptions } from './plan-brief.ts';

function plan(changes: Partial<PlanBriefOptions> = {}) {
  const brief = read(SMALL_BRIEF);
  if (!brief.ok) throw new Error('the brief is right');
  return planBrief(brief.value, {
    missionId: 'urn:test:mission:1',
    ownerId: 'urn:test:human',
    coordinatorAgentId: 'urn:test:coordinator',
    agentIds: new Map([
      ['maker', 'urn:test:maker'],
      ['judge', 'urn:test:judge'],
    ]),
    ...changes,
  });
}

describe('planning', () => {
  it('CMD-101 gives a payload of its schema, and plain data', () => {
    const planned = plan();
    if (!planned.ok) throw new Error('it can be planned');
    const payload = missionPayloadOf(planned.value);
    expect(checkCommandPayload('mission.create', payload)).toBeUndefined();
    expect(payload).toMatchObject({
      missionId: 'urn:test:mission:1',
      groupId: 'urn:test:mission:1:group',
      approvalPolicy: { finalHumanApproval: true },
      permissions: ['read', 'execute', 'tool:pandoc'],
    });
    expect(JSON.parse(JSON.stringify(planned.value))).toEqual(JSON.parse(JSON.stringify(planned.value)));
  });

  it.each([
    [
      'an Agent is missing',
      { agentIds: new Map([['maker', 'urn:test:a']]) },
      { reason: 'no-agent', worker: 'judge' },
    ],
    [
      'CRD-006 two Workers are one Agent',
      {
        agentIds: new Map([
          ['maker', 'urn:test:a'],
          ['judge', 'urn:test:a'],
        ]),
      },
      { reason: 'same-agent', workers: ['maker', 'judge'] },
    ],
    ['an id is none', { ownerId: 'somebody' }, { reason: 'invalid-id', id: 'somebody' }],
  ])('refuses when %s', (_name, changes, fault) => {
    expect(plan(changes)).toEqual({ ok: false, fault });
  });

  it('DATA-044 refuses a Mission id that leaves no room for those made from it', () => {
    const planned = plan({ missionId: `urn:test:${'m'.repeat(480)}` });
    expect(planned.ok).toBe(false);
  });
});

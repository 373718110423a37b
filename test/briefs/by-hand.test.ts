// Briefs led by hand, against the real rules: what the run does before the judgement of people, and what it leaves to them.
import { describe, expect, it } from 'vitest';
import { stepByHand } from '../../core/coordinator/brief-run/step.ts';
import { proposalIdOf, workItemIdOf } from '../../core/coordinator/briefs/plan-brief.ts';
import type { WorkContract } from '../../core/protocol/generated/documents.ts';
import { principalOfActor } from '../../core/simulation/principals.ts';
import { COORDINATOR, RunStage } from './run-stage.ts';

const BRIEF = `brief: 1
title: Pair
objective: Make two things.
definitionOfDone: [{ id: done, text: Both are there. }]
budget: { toolCalls: 1000 }
deadline: { in: 6h }
workers:
  ada: { config: a.yaml, capabilities: [test.make@1.0.0] }
  eve: { config: e.yaml, capabilities: [test.judge@1.0.0] }
work:
  first:
    goal: Make the first.
    capability: test.make
    deliverables: [{ file: first.json, members: [/files] }]
    accept: [{ id: right, text: It is right. }]
  second:
    goal: Make the second.
    capability: test.make
    needs: [first]
    deliverables: [second.md]
    accept: [{ id: fine, text: It is fine., evidence: [deterministic_test, reviewer_assessment] }]
    review: { capability: test.judge }
`;

async function begun(): Promise<RunStage> {
  const stage = await RunStage.open({ brief: BRIEF, decide: stepByHand });
  await stage.settle();
  return stage;
}

function kindsOf({ sent }: RunStage, from = 0): readonly string[] {
  const ours = sent.slice(from).filter(({ kind }) => !kind.startsWith('ext.'));
  return ours.map(({ kind, by }) => `${by} ${kind}`);
}

function proposalOf({ plan, world }: RunStage, name: string, review = '') {
  const id = proposalIdOf(`${workItemIdOf(plan.missionId, name, 0)}${review}`);
  return world.get('proposal', plan.groupId, id)?.document;
}

/** What a person does as Coordinator. The id of the WorkItem is any. */
async function authorize(stage: RunStage, name: string, workItemId: string): Promise<WorkContract> {
  const proposal = proposalOf(stage, name);
  if (proposal === undefined) throw new Error(`${name} is not proposed`);
  const { contract, proposalId } = proposal;
  await act(stage, 'work.authorize', { workItemId, contract, proposalId });
  return contract;
}

async function act(
  stage: RunStage,
  kind: 'work.authorize' | 'work.offer' | 'membership.end',
  payload: object,
) {
  const { groupId } = stage.plan;
  const answer = await stage.send(COORDINATOR, { kind, groupId, payload });
  if (answer.kind === 'refused') throw new Error(`${kind}: ${answer.code} ${answer.message}`);
}

describe('a Mission that people lead', () => {
  it('WORK-T01: it is created, its Workers are invited, and only what can begin is proposed', async () => {
    const stage = await begun();
    const [owner, coordinator] = [
      stage.sent.find(({ kind }) => kind === 'mission.create')?.by,
      COORDINATOR.label,
    ];
    expect(kindsOf(stage)).toEqual([
      `${owner} mission.create`,
      `${coordinator} membership.change`,
      `${coordinator} membership.change`,
      `${coordinator} work.propose`,
    ]);
    expect(stage.refusals).toEqual([]);
    expect(stage.look().progress.map(({ item, phase }) => [item, phase])).toEqual([
      ['first', 'proposed'],
      ['second', 'planned'],
    ]);
    const roles = [...stage.world.list('membership', stage.plan.groupId)].map(([, { member, role }]) => [
      member.type === 'agent' ? principalOfActor(member).label : 'owner',
      role,
    ]);
    const [maker, judge] = stage.plan.workers.map(
      ({ agentId }) => principalOfActor({ type: 'agent', id: agentId }).label,
    );
    expect(roles).toEqual(
      expect.arrayContaining([
        [maker, 'worker'],
        [judge, 'reviewer'],
      ]),
    );
  });

  it('WORK-T02, WORK-006: what a person authorizes under an id of its own goes on as that, and nothing is offered for anybody', async () => {
    const stage = await begun();
    const from = stage.sent.length;
    await authorize(stage, 'first', 'urn:heddle:test:by-hand:first');
    await stage.settle();
    expect(kindsOf(stage, from)).toEqual([`${COORDINATOR.label} work.authorize`]);
    expect(stage.look().progress[0]).toMatchObject({
      item: 'first',
      phase: 'ready',
      workItemId: 'urn:heddle:test:by-hand:first',
    });
    expect(proposalOf(stage, 'second')).toBeUndefined();
  });

  it('whom a person has sent away is not invited again (MEM-007)', async () => {
    const stage = await begun();
    const [, eve] = stage.plan.workers;
    await act(stage, 'membership.end', { member: { type: 'agent', id: eve?.agentId } });
    const from = stage.sent.length;
    await stage.settle();
    expect(kindsOf(stage, from)).toEqual([]);
  });

  it('CRD-009: the term of the Coordinator is renewed in time, and nothing else happens by itself', async () => {
    const stage = await begun();
    const from = stage.sent.length;
    const { wakeAtMs } = stage.look();
    stage.clock.jumpTo(wakeAtMs ?? 0);
    await stage.settle();
    expect(kindsOf(stage, from)).toEqual([`${COORDINATOR.label} mission.renew_coordinator`]);
  });

  it('CRD-003, CRD-007: a term that ran out while nobody was there is restored by the owner, to the same Agent', async () => {
    const stage = await begun();
    const from = stage.sent.length;
    stage.clock.jumpTo(stage.clock.nowMs + 3_600_000);
    await stage.settle();
    const owner = stage.sent.find(({ kind }) => kind === 'mission.create')?.by;
    expect(kindsOf(stage, from)).toEqual([`${owner} mission.assign_coordinator`]);
    expect(stage.look().obstacles).toEqual([]);
  });
});

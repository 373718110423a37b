import { describe, expect, test } from 'vitest';
import { worldOf } from '../../../../test/assistant/corpus.ts';
import { ANNA, BERT, Stage, TASK } from '../../../../test/assistant/stage.ts';
import { CAPABILITY, COORDINATOR, GROUP } from '../../../domain/seeded-world.test-data.ts';
import { failureOf } from '../../../domain/work-scenes.test-data.ts';
import { SINGLE } from '../../../domain/world.ts';
import { AgentHistory, OBSERVATIONS, OUTCOMES } from './agent-history.ts';

const A = 'urn:heddle:test:work:a';
const B = 'urn:heddle:test:work:b';

function fold({ log }: Stage, window = 20): AgentHistory {
  const history = new AgentHistory(window);
  for (const event of log) history.take(event);
  return history;
}

/** Counts by outcome, and the kinds of the Events that they point to. */
function record(stage: Stage, agentId: string) {
  const track = fold(stage).trackOf(GROUP, agentId, CAPABILITY.id);
  const kindOf = new Map(stage.log.map(({ eventId, kind }) => [eventId, kind]));
  return Object.fromEntries(
    OUTCOMES.map((outcome) => [outcome, track?.events[outcome].map(({ eventId }) => kindOf.get(eventId))]),
  );
}

/** As `record`, of what else happened. */
function observed(stage: Stage, agentId: string) {
  const work = fold(stage).observedOf(GROUP, agentId, CAPABILITY.id);
  const kindOf = new Map(stage.log.map(({ eventId, kind }) => [eventId, kind]));
  return Object.fromEntries(
    OBSERVATIONS.map((each) => [each, work?.[each].map(({ eventId }) => kindOf.get(eventId)) ?? []]),
  );
}

const UNOBSERVED = { reassigned: [], sentBack: [], budgetSpent: [] };

const NOTHING = { accepted: [], late: [], failed: [], lostLease: [], declined: [] };

describe('the record of an Agent', () => {
  test('WORK-T12 an accepted result counts, with its time, its cost and its Event', () => {
    const stage = new Stage().employ(ANNA);
    stage.complete(ANNA, A, { seconds: 60, usage: { financialMicrounits: 5, toolCalls: 3 } });
    stage.complete(ANNA, B, { seconds: 40 });
    expect(record(stage, ANNA.id)).toEqual({
      ...NOTHING,
      accepted: ['work.result.accepted', 'work.result.accepted'],
    });
    expect(fold(stage).trackOf(GROUP, ANNA.id, CAPABILITY.id)).toMatchObject({
      durationMs: 100_000,
      // Work that was not metered says nothing about cost.
      meteredItems: 1,
      usage: { financialMicrounits: 5, toolCalls: 3 },
    });
  });

  test('WORK-T11 a submission after the deadline of the contract is late', () => {
    const stage = new Stage().employ(ANNA);
    stage.complete(ANNA, A, { seconds: 61, contract: { deadline: '2026-05-04T09:01:00Z' } });
    expect(record(stage, ANNA.id)).toMatchObject({ accepted: { length: 1 }, late: ['work.submitted'] });
  });

  test('WORK-T13 a failure counts against its owner only', () => {
    const stage = new Stage().employ(ANNA, BERT).plan().offer(ANNA).accept(ANNA).begin(ANNA).fail(ANNA);
    expect(record(stage, ANNA.id)).toEqual({ ...NOTHING, failed: ['work.failed'] });
    expect(fold(stage).trackOf(GROUP, BERT.id, CAPABILITY.id)).toBeUndefined();
    expect(fold(stage).lostTermsOf(GROUP, TASK)).toMatchObject([{ type: 'event', groupId: GROUP }]);
  });

  test('MIS-020 work that ends with its Mission counts against nobody', () => {
    const stage = new Stage().employ(ANNA).plan().offer(ANNA).accept(ANNA).begin(ANNA);
    const coordinator = {
      type: 'agent' as const,
      id: stage.world.get('mission', GROUP, SINGLE)?.document.coordinator.agentId ?? '',
    };
    stage.mustAct('mission.terminate', coordinator, { reason: 'not possible' });
    expect(fold(stage).trackOf(GROUP, ANNA.id, CAPABILITY.id)).toBeUndefined();
    expect(fold(stage).heldBy(GROUP, ANNA.id)).toBe(0);
  });

  test('WORK-T03 a lease that ran out counts when the item is offered again', () => {
    const stage = new Stage().employ(ANNA, BERT).plan().offer(ANNA).accept(ANNA).wait(4_000);
    expect(fold(stage).trackOf(GROUP, ANNA.id, CAPABILITY.id)).toBeUndefined();
    stage.offer(BERT);
    expect(record(stage, ANNA.id)).toEqual({ ...NOTHING, lostLease: ['work.offer.created'] });
  });

  test('OPEN-037 a no counts once, and only from whom the offer was made to', () => {
    const stage = new Stage().employ(ANNA, BERT).plan().offer(ANNA).decline(BERT);
    expect(fold(stage).trackOf(GROUP, ANNA.id, CAPABILITY.id)).toBeUndefined();
    stage.decline(ANNA).decline(ANNA);
    expect(record(stage, ANNA.id)).toEqual({ ...NOTHING, declined: ['message.posted'] });
  });

  test('WORK-022 fairness looks back on the newest assignments alone', () => {
    const stage = new Stage().employ(ANNA, BERT);
    stage.complete(ANNA, A).complete(BERT, B).complete(BERT, 'urn:heddle:test:work:c');
    const history = fold(stage, 2);
    expect([history.assignedTo(GROUP, ANNA.id), history.assignedTo(GROUP, BERT.id)]).toEqual([0, 2]);
    expect(history.assignmentEvents(GROUP, BERT.id)).toHaveLength(2);
  });

  test('WORK-022 an Event says whom and what it touches', () => {
    const stage = new Stage().employ(ANNA, BERT).plan();
    const history = fold(stage);
    stage.offer(ANNA).accept(ANNA);
    const [offered, accepted] = stage.log.slice(-2).map((event) => history.take(event));
    expect([offered, accepted]).toMatchObject([{ workItemId: TASK }, { workItemId: TASK }]);
    expect([...(accepted?.agentIds ?? [])]).toEqual([ANNA.id]);
  });

  test('POL-003 what an Agent holds is what the state says', () => {
    const stage = new Stage().employ(ANNA);
    stage.complete(ANNA, A).plan().offer(ANNA).accept(ANNA).begin(ANNA);
    expect(fold(stage).heldBy(GROUP, ANNA.id)).toBe(1);
    expect(fold(stage).heldEvents(GROUP, ANNA.id)).toHaveLength(1);
    expect(worldOf(stage.log).get('workload', '', ANNA.id)).toEqual({ queued: 0, active: 1 });
  });

  test('WORK-T03 work that another Agent takes up afterwards is reassigned once, and counts in no ranking', () => {
    const stage = new Stage().employ(ANNA, BERT).plan().offer(ANNA).accept(ANNA).wait(4_000);
    stage.offer(BERT);
    expect(observed(stage, ANNA.id)).toEqual(UNOBSERVED);
    stage.accept(BERT);
    expect(observed(stage, ANNA.id)).toEqual({ ...UNOBSERVED, reassigned: ['work.offer.accepted'] });
    expect(observed(stage, BERT.id)).toEqual(UNOBSERVED);
    expect(record(stage, ANNA.id)).toEqual({ ...NOTHING, lostLease: ['work.offer.created'] });
    expect([...fold(stage).capabilitiesOf(GROUP, ANNA.id)]).toEqual([CAPABILITY.id]);
  });

  test('WORK-T13 a submission that comes to nothing was sent back; a failure before one was not', () => {
    const stage = new Stage().employ(ANNA, BERT).plan().offer(ANNA).accept(ANNA).begin(ANNA).fail(ANNA);
    expect(observed(stage, ANNA.id)).toEqual(UNOBSERVED);
    // The same Agent once more: that is no reassignment.
    stage.offer(ANNA).accept(ANNA).begin(ANNA).submitWork(ANNA, TASK);
    expect(observed(stage, ANNA.id)).toEqual(UNOBSERVED);
    stage.mustAct('work.fail', COORDINATOR, {
      workItemId: TASK,
      reason: 'the second half is missing',
      evidence: [
        failureOf({
          evidenceId: stage.newId('evidence'),
          workItemId: TASK,
          subject: { type: 'work_item', id: TASK },
          generatedBy: COORDINATOR,
        }),
      ],
    });
    expect(observed(stage, ANNA.id)).toEqual({ ...UNOBSERVED, sentBack: ['work.failed'] });
    expect(record(stage, ANNA.id)).toEqual({ ...NOTHING, failed: ['work.failed', 'work.failed'] });
  });

  test('BUD-008 a ceiling that is used up is told once, with the charge', () => {
    const stage = new Stage().employ(ANNA);
    const contract = { budget: { toolCallLimit: 3 } };
    stage.complete(ANNA, A, { seconds: 60, usage: { toolCalls: 2 }, contract });
    expect(observed(stage, ANNA.id)).toEqual(UNOBSERVED);
    stage.complete(ANNA, B, { seconds: 60, usage: { toolCalls: 3 }, contract });
    expect(observed(stage, ANNA.id)).toEqual({
      ...UNOBSERVED,
      budgetSpent: ['ext.missionweaveprotocol.core.resource_usage_recorded'],
    });
  });
});

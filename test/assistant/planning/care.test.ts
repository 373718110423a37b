// The care for the term, before sleep and after it, and taking over a Mission.
import { describe, expect, test } from 'vitest';
import { careForTerm, warnBeforeSleep } from '../../../core/coordinator/assistant/planning/care.ts';
import { planTakeover, undecidedRows } from '../../../core/coordinator/assistant/planning/takeover.ts';
import type { DeskConnection } from '../../../core/coordinator/desk/connection.ts';
import { identityFor } from '../../../core/coordinator/desk/desk.test-data.ts';
import { Moment } from '../../../core/coordinator/desk/moment.ts';
import { COORDINATOR, GROUP, OWNER } from '../../../core/domain/seeded-world.test-data.ts';
import { ANNA, BERT, TASK } from '../stage.ts';
import { connectionOf, refusalOf, sceneOf } from './plan-scene.ts';
import { HOUR_MS, promise, SECOND, staged } from './planned-stage.ts';

describe('the care for the term', () => {
  const care = (connection: DeskConnection) => careForTerm(connection, GROUP, new Moment(connection.nowMs));

  test('CRD-007: a third of the term is gone: it is renewed for as long again', () => {
    const stage = staged();
    expect(care(connectionOf(stage.situation))).toBeUndefined();
    const connection = connectionOf(stage.wait(66_667).situation);
    const note = care(connection);
    expect(note?.reason.id).toBe('term-renewal-due');
    expect(note?.proposals[0]?.intent.form).toEqual({ leaseSeconds: 200_000 });
    expect(note?.proposals.map((each) => refusalOf(connection, each))).toEqual([undefined]);
  });

  test('without a key or a connection nothing is proposed, and it is said', () => {
    const { situation } = staged().wait(66_667);
    for (const changes of [
      { status: 'offline' as const },
      { identities: [identityFor(OWNER), identityFor(COORDINATOR, { key: 'locked' })] },
    ]) {
      expect(care(connectionOf(situation, changes))).toMatchObject({
        reason: { id: 'term-cannot-renew' },
        proposals: [],
      });
    }
  });

  test('somebody else’s term is not our care', () => {
    const connection = connectionOf(staged().wait(190_000).situation, { identities: [identityFor(ANNA)] });
    expect(care(connection)).toBeUndefined();
  });

  test('OPEN-035: a term that ended while asleep is no renewal but an appointment by the owner', () => {
    const connection = connectionOf(staged().wait(200_001).situation);
    const note = care(connection);
    expect(note?.reason.id).toBe('term-over');
    expect(note?.proposals.map(({ intent }) => [intent.kind, intent.signer])).toEqual([
      ['mission.assign_coordinator', OWNER],
    ]);
    expect(note?.proposals.map((each) => refusalOf(connection, each))).toEqual([undefined]);
    const alone = care({ ...connection, identities: [identityFor(COORDINATOR)] });
    expect(alone).toMatchObject({
      reason: { id: 'term-over', values: { ownerId: OWNER.id } },
      proposals: [],
    });
  });

  test('before sleep: the term is made to last, leases and offers that end are named in their order', () => {
    const stage = staged().plan().plan({ goal: 'second' }, SECOND);
    stage.offer(ANNA).accept(ANNA).offer(BERT, SECOND, 600).wait(198_000);
    stage.offer(BERT, SECOND, 600);
    const connection = connectionOf(stage.situation);
    const notes = warnBeforeSleep(connection, [GROUP], new Moment(stage.nowMs), stage.nowMs + HOUR_MS);
    expect(notes.map(({ reason }) => reason.id)).toEqual(['sleep-ends-term', 'sleep-ends-offer']);
    const [term] = notes;
    expect(term?.proposals[0]?.intent.form).toEqual({ leaseSeconds: 3_900 });
    expect(term?.proposals.map((each) => refusalOf(connection, each))).toEqual([undefined]);
  });

  test('a sleep that outlasts every term asks for a handover', () => {
    const stage = staged();
    const notes = warnBeforeSleep(
      connectionOf(stage.situation),
      [GROUP],
      new Moment(stage.nowMs),
      stage.nowMs + 72 * HOUR_MS,
    );
    expect(notes[0]).toMatchObject({ reason: { id: 'sleep-outlasts-term' }, proposals: [] });
    expect(notes.map(({ reason }) => reason.id)).toContain('sleep-ends-other');
  });
});

describe('taking over', () => {
  test('CRD-005: what waits for a decision comes first and keeps new work from being assigned', () => {
    const stage = staged()
      .plan()
      .plan({ goal: 'second' }, SECOND)
      .plan({ goal: 'third', dependencyWorkItemIds: [TASK] }, 'urn:heddle:test:work:third')
      .produce(ANNA, 'urn:heddle:test:work:done');
    promise(stage, ANNA, TASK, 0, 4);
    stage.offer(BERT, SECOND, 60);
    const connection = connectionOf(stage.situation);
    const plan = planTakeover(sceneOf(connection), BERT.id);
    if (plan === undefined) throw new Error('the Mission goes on');
    expect(
      plan.rows.map(({ workItemId, cause, mustDecide }) => [workItemId.split(':').at(-1), cause, mustDecide]),
    ).toEqual([
      ['second', 'ends-soon', true],
      ['done', 'review-waits', true],
      ['task', 'keep', false],
      ['third', 'dependency-open', false],
    ]);
    expect(undecidedRows(plan, new Set([SECOND])).map(({ cause }) => cause)).toEqual(['review-waits']);
    expect(undecidedRows(plan, new Set([SECOND, 'urn:heddle:test:work:done']))).toEqual([]);
    expect(plan.texts.unresolvedQuestions).toEqual([
      'ends-soon: second',
      'review-waits: work urn:heddle:test:work:done',
    ]);
    expect(plan.reasons.map(({ id }) => id)).toEqual(['term-still-runs', 'package-missing', 'log-complete']);
    expect(plan.appointment === undefined ? 'none' : refusalOf(connection, plan.appointment)).toBeUndefined();
  });

  test('a hole in the log, and a term that has ended, are said', () => {
    const health = new Map([
      [
        GROUP,
        { gap: { fromSequence: 2, toSequence: 3 }, isCursorTooOld: false, isVerificationFailed: false },
      ],
    ]);
    const connection = connectionOf(staged().plan().wait(200_001).situation, { health });
    const plan = planTakeover(sceneOf(connection), COORDINATOR.id);
    expect(plan?.reasons.map(({ id }) => id)).toEqual([
      'term-ended-before',
      'package-missing',
      'log-incomplete',
    ]);
  });

  test('a Mission that is over cannot be taken over', () => {
    const stage = staged();
    stage.mustAct('mission.cancel', OWNER, { reason: 'enough' });
    expect(planTakeover(sceneOf(connectionOf(stage.situation)), BERT.id)).toBeUndefined();
  });
});

// Child Missions in a step of their parent: answered, given a Coordinator again, promoted, replanned.
import { describe, expect, test } from 'vitest';
import { DEFAULT_PROMOTION } from '../../../core/coordinator/assistant/children/promotion.ts';
import type { ReplanKind } from '../../../core/coordinator/assistant/children/replan.ts';
import { identityFor } from '../../../core/coordinator/desk/desk.test-data.ts';
import { COORDINATOR, GROUP, OWNER } from '../../../core/domain/seeded-world.test-data.ts';
import { CONTENT } from '../../../core/domain/work-scenes.test-data.ts';
import type { ChildFailurePolicy } from '../../../core/protocol/generated/documents.ts';
import { CHILD_GROUP, ChildStage } from '../children/child-stage.ts';
import { ANNA, BERT, TASK } from '../stage.ts';
import { asked, checked, due } from './due.ts';

const INTACT = { connection: { contents: new Map([[CONTENT, 'intact' as const]]) } };

function failed(childFailurePolicy: ChildFailurePolicy): ChildStage {
  return new ChildStage()
    .promote({ childFailurePolicy })
    .beginChild()
    .inChild('mission.terminate', BERT, { reason: 'it cannot be done' });
}

function after(...afterChild: readonly ReplanKind[]) {
  return { settings: { afterChild } };
}

describe('the answer to a child', () => {
  test('CHD-005: its contents are looked at before anything is said', () => {
    const stage = new ChildStage().promote().deliver();
    const step = checked(stage);
    expect([step.wishes, step.contentsWanted]).toEqual([
      [],
      [{ groupId: CHILD_GROUP, contentHash: CONTENT }],
    ]);
  });

  test('CHD-006: what is proven is approved by the Coordinator as its MissionOwner', () => {
    const stage = new ChildStage().promote().deliver();
    const [wish] = checked(stage, INTACT).wishes;
    expect(due(stage, INTACT)).toEqual(['child-answer task: mission.approve']);
    expect(wish?.proposals[0]?.intent).toMatchObject({ groupId: CHILD_GROUP, signer: COORDINATOR });
  });

  test('MIS-T5: what is not goes back', () => {
    const stage = new ChildStage().promote().deliver();
    const contents = new Map([[CONTENT, 'differs' as const]]);
    expect(due(stage, { connection: { contents } })).toEqual(['child-answer task: mission.request_changes']);
  });

  test('OPEN-058: where the root human has to agree, it is asked', () => {
    const stage = new ChildStage()
      .promote({
        approvalPolicy: { finalHumanApproval: true, highRiskExecutionApproval: true },
      })
      .deliver();
    expect([due(stage, INTACT), asked(stage, INTACT)]).toEqual([
      [],
      ['child-answer task: human-must-approve'],
    ]);
  });

  test('a child that lives keeps its parent from nothing else, and from its submission', () => {
    const stage = new ChildStage().promote().beginChild();
    expect(due(stage)).toEqual([]);
  });

  test('the Group of a child is led by its own Coordinator alone', () => {
    const stage = new ChildStage().promote().beginChild();
    expect(due(stage, {}, CHILD_GROUP)).toEqual([]);
    const connection = { identities: [identityFor(BERT)] };
    expect(due(stage.wait(30_000), { connection }, CHILD_GROUP)).toContain('term: mission.renew_coordinator');
  });
});

describe('a child without a Coordinator', () => {
  test('OPEN-035: is given the same one again when that is there; otherwise a person is asked', () => {
    const stage = new ChildStage().promote().beginChild().wait(81_000);
    expect([due(stage), asked(stage)]).toEqual([
      ['term: mission.renew_coordinator'],
      ['child task: child-coordinator-gone'],
    ]);
    stage.hear(BERT);
    expect(due(stage)).toEqual(['term: mission.renew_coordinator', 'child task: mission.assign_coordinator']);
  });
});

describe('promotion', () => {
  const promotion = { ...DEFAULT_PROMOTION, criteria: 1, deliverables: 1 };

  test('CHD-001: only where the settings say so, and then instead of an offer', () => {
    const stage = new ChildStage().hear(ANNA);
    expect(due(stage)).toEqual(['offer task: work.offer']);
    expect(due(stage, { settings: { promotion } })).toEqual(['child task: mission.create_child']);
  });

  test('WORK-055: not a second time after a child has failed', () => {
    const stage = failed('block_parent_work_item');
    stage.mustAct('work.unblock', COORDINATOR, { workItemId: TASK });
    stage.hear(ANNA);
    expect(due(stage, { settings: { promotion } })).toEqual(['offer task: work.offer']);
  });
});

describe('after a child has come to nothing', () => {
  test('CHD-007: a person decides, with all drafts that there are', () => {
    const stage = failed('block_parent_work_item');
    const step = checked(stage);
    expect(step.wishes).toEqual([]);
    expect(
      step.questions.map(({ reasons, drafts }) => [reasons[0]?.id, drafts.map(({ intent }) => intent.kind)]),
    ).toEqual([['child-failed', ['mission.create_child', 'work.unblock', 'work.cancel']]]);
  });

  test('CHD-007: as far as the settings allow it goes on by itself', () => {
    const stage = failed('block_parent_work_item');
    expect(due(stage, after('replacement-child'))).toEqual(['child task: mission.create_child']);
    expect(due(stage, after('own-work'))).toEqual(['child task: work.unblock']);
  });

  test('WORK-T17: work that its child has failed is offered again only with leave', () => {
    const stage = failed('fail_parent_work_item');
    stage.hear(ANNA);
    expect([due(stage), asked(stage)]).toEqual([[], ['child task: child-failed']]);
    expect(due(stage, after('offer-again'))).toEqual(['offer task: work.offer']);
  });

  test('MIS-T8: a Mission that its child has failed is over, and nothing is due', () => {
    const stage = failed('fail_parent_mission');
    const identities = [identityFor(OWNER), identityFor(COORDINATOR)];
    expect(due(stage, { connection: { identities }, ...after('new-mission') }, GROUP)).toEqual([]);
  });
});

// The answer to what a child Mission has submitted.
import { describe, expect, test } from 'vitest';
import { reviewChild } from '../../../core/coordinator/assistant/children/review-child.ts';
import type { DeskConnection } from '../../../core/coordinator/desk/connection.ts';
import { approvalOf } from '../../../core/domain/seeded-missions.test-data.ts';
import { COORDINATOR, OWNER } from '../../../core/domain/seeded-world.test-data.ts';
import { CONTENT } from '../../../core/domain/work-scenes.test-data.ts';
import { checkCases, type Decided, type DecisionCase, type Situation } from '../corpus.ts';
import { connectionOf, itemOf, refusalOf } from '../planning/plan-scene.ts';
import { TASK } from '../stage.ts';
import { CHILD_GROUP, CHILD_MISSION, ChildStage } from './child-stage.ts';

interface ReviewSubject {
  readonly contents?: 'intact' | 'differs';
  readonly hasRootApproval?: boolean;
}

function judgeReview(situation: Situation, { contents, hasRootApproval = false }: ReviewSubject): Decided {
  const connection = connectionOf(
    situation,
    contents === undefined ? {} : { contents: new Map([[CONTENT, contents]]) },
  );
  const rootApproval = approvalOf({
    approvalId: 'urn:heddle:test:approval:root',
    missionId: CHILD_MISSION,
    groupId: CHILD_GROUP,
    missionRevision: connection.world.get('mission', CHILD_GROUP, '')?.submission?.missionRevision ?? 0,
    artifactHashes: [CONTENT],
    approver: OWNER,
  });
  const review = reviewChild(connection, CHILD_GROUP, hasRootApproval ? rootApproval : undefined);
  if (review === undefined) return { verdict: 'nothing', reasons: [] };
  for (const proposal of review.proposals) expect(refusalOf(connection, proposal)).toBeUndefined();
  return review;
}

const REVIEWS: readonly DecisionCase<ReviewSubject>[] = [
  {
    name: 'nothing is answered before it was submitted',
    situation: () => new ChildStage().promote().beginChild().situation,
    subject: {},
    verdict: 'nothing',
    because: [],
  },
  {
    name: 'CHD-005: a proven result is approved by the child’s MissionOwner',
    situation: () => new ChildStage().promote().deliver().situation,
    subject: { contents: 'intact' },
    verdict: 'approve',
    because: ['content-intact', 'criterion-proven', 'parent-covered'],
    notBecause: ['human-must-approve', 'criterion-unproven'],
  },
  {
    name: 'ART-003: contents that nobody has looked at are looked at first',
    situation: () => new ChildStage().promote().deliver().situation,
    subject: {},
    verdict: 'wait',
    because: ['content-unseen'],
  },
  {
    name: 'ART-003: contents that are not those of the hash go back',
    situation: () => new ChildStage().promote().deliver().situation,
    subject: { contents: 'differs' },
    verdict: 'send-back',
    because: ['content-differs'],
  },
  {
    name: 'EVI-005: a criterion without Evidence goes back by its name',
    situation: () =>
      new ChildStage()
        .promote({
          definitionOfDone: [
            { criterionId: 'safe', description: 'nothing is harmed', evidenceRequired: ['business_rule'] },
          ],
        })
        .deliver().situation,
    subject: { contents: 'intact' },
    verdict: 'send-back',
    because: ['criterion-unproven', 'parent-covered'],
  },
  {
    name: 'OPEN-058: where policy asks for the human at the root, that Approval comes first',
    situation: () =>
      new ChildStage()
        .promote({ approvalPolicy: { finalHumanApproval: true, highRiskExecutionApproval: true } })
        .deliver().situation,
    subject: { contents: 'intact' },
    verdict: 'ask-human',
    because: ['human-must-approve'],
  },
  {
    name: 'OPEN-058: with that Approval the MissionOwner approves',
    situation: () =>
      new ChildStage()
        .promote({ approvalPolicy: { finalHumanApproval: true, highRiskExecutionApproval: true } })
        .deliver().situation,
    subject: { contents: 'intact', hasRootApproval: true },
    verdict: 'approve',
    because: ['human-has-approved'],
    notBecause: ['human-must-approve'],
  },
  {
    name: 'CRD-006: nobody is the only one to approve its own output',
    situation: () =>
      new ChildStage().promote({ coordinatorAgentId: COORDINATOR.id }).deliver(COORDINATOR).situation,
    subject: { contents: 'intact' },
    verdict: 'ask-human',
    because: ['own-output'],
  },
  {
    name: 'a late child result is still answered, and it is said that it is late',
    situation: () => new ChildStage().promote().deliver().wait(83_000).situation,
    subject: { contents: 'intact' },
    verdict: 'approve',
    because: ['answer-late', 'content-intact'],
  },
];

describe('the answer to a child', () => {
  checkCases(REVIEWS, judgeReview);

  test('CHD-006: the result becomes Evidence of the parent’s item, criterion by criterion', () => {
    const stage = new ChildStage().promote().deliver();
    const review = reviewChild(connectionOf(stage.situation), CHILD_GROUP);
    expect(review?.parentEvidence).toEqual([
      {
        type: 'deterministic_test',
        criterionIds: ['complete'],
        method: 'child-mission',
        result: 'passed',
        artifactHashes: [CONTENT],
        details: { childMissionId: CHILD_MISSION, evidenceId: 'urn:heddle:test:evidence:complete' },
      },
    ]);
  });

  test('a result for which no WorkItem waits any more is late, and nothing is proposed', () => {
    const connection = connectionOf(new ChildStage().promote().deliver().situation, {
      contents: new Map([[CONTENT, 'intact']]),
    });
    const item = itemOf(connection.world, TASK);
    const world: DeskConnection['world'] = {
      get: (kind, groupId, id) =>
        kind === 'workItem' && id === TASK
          ? ({ ...item, childGroupId: undefined } as ReturnType<typeof connection.world.get<typeof kind>>)
          : connection.world.get(kind, groupId, id),
      list: (kind, groupId) => connection.world.list(kind, groupId),
    };
    const review = reviewChild({ ...connection, world }, CHILD_GROUP);
    expect(review).toMatchObject({ verdict: 'late', proposals: [] });
    expect(review?.reasons.map(({ id }) => id)).toContain('nobody-waits');
  });
});

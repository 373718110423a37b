// Drafts: of a plan from an objective, and of what gets blocked work going again.
import { describe, expect, test } from 'vitest';
import { draftResolutions } from '../../../core/coordinator/assistant/planning/blockers.ts';
import { draftFromBrief, draftPlan } from '../../../core/coordinator/assistant/planning/draft-plan.ts';
import { checkSchema } from '../../../core/protocol/schema.ts';
import { read, SMALL_BRIEF } from '../../../core/coordinator/briefs/briefs.test-data.ts';
import { IdBook } from '../../../core/coordinator/desk/intent/id-book.ts';
import { CAPABILITY, COORDINATOR, GROUP } from '../../../core/domain/seeded-world.test-data.ts';
import { claimOf } from '../../../core/domain/work-scenes.test-data.ts';
import { agentOf, ANNA, BERT, type Stage, TASK } from '../stage.ts';
import { connectionOf, refusalOf, sceneOf } from './plan-scene.ts';
import { staged } from './planned-stage.ts';

describe('blocked work', () => {
  function blocked(): Stage {
    const stage = staged().plan().offer(ANNA).accept(ANNA).begin(ANNA);
    stage.mustAct('work.block', ANNA, {
      ...claimOf(stage, TASK),
      checkpoint: { phase: 'hashing', completedMilestones: [], nextStep: 'wait' },
      reason: 'locked',
      requiredResolution: 'somebody unlocks the folder',
    });
    return stage;
  }
  const kinds = (stage: Stage) => {
    const connection = connectionOf(stage.situation);
    const [draft] = draftResolutions(sceneOf(connection));
    return {
      resolution: draft?.resolution,
      reassignment: draft?.reassignment?.map(({ id }) => id),
      proposals: draft?.proposals.map(({ intent, reasons }) => [intent.kind, ...reasons.map(({ id }) => id)]),
      refusal: draft?.proposals[0] === undefined ? 'none' : refusalOf(connection, draft.proposals[0]),
    };
  };

  test('WORK-T10: while its owner waits, it is unblocked', () => {
    expect(kinds(blocked())).toEqual({
      resolution: 'somebody unlocks the folder',
      reassignment: undefined,
      proposals: [['work.unblock', 'owner-waits']],
      refusal: undefined,
    });
  });

  test('WORK-053: proposed sub-work comes first', () => {
    const stage = blocked();
    stage.mustAct('work.propose', ANNA, {
      proposalId: 'urn:heddle:test:proposal:1',
      parentWorkItemId: TASK,
      contract: {
        ...(stage.world.get('workItem', GROUP, TASK)?.document.contract ?? fail()),
        goal: 'unlock the folder',
        budget: { currency: 'EUR', financialLimit: 1 },
      },
    });
    expect(kinds(stage)).toMatchObject({
      proposals: [
        ['work.authorize', 'sub-work-proposed'],
        ['work.unblock', 'owner-waits'],
      ],
      refusal: undefined,
    });
  });

  test('WORK-T03: when nobody holds it any more, it can go to somebody else, whom the ranking chooses', () => {
    expect(kinds(blocked().wait(901))).toMatchObject({
      proposals: [['work.unblock', 'hold-ended']],
      reassignment: ['hold-ended', 'another-worker'],
    });
    expect(kinds(blocked()).reassignment).toBeUndefined();
  });
});

function fail(): never {
  throw new Error('the item is there');
}

describe('the draft of a plan', () => {
  const REPORTING = { id: 'report.write', version: '2.1.0' };
  const REVIEWING = { id: 'text.review', version: '1.0.0' };
  function drafted(
    changes: Partial<Parameters<typeof draftPlan>[0]> = {},
    criteria?: Parameters<typeof withCriteria>[1],
  ) {
    const stage = staged();
    const connection = connectionOf(
      criteria === undefined ? stage.situation : withCriteria(stage, criteria).situation,
    );
    let lastId = 0;
    const draft = draftPlan({
      connection,
      groupId: GROUP,
      capabilities: [CAPABILITY, REVIEWING, REPORTING],
      language: 'en',
      ids: new IdBook((kind) => `urn:heddle:test:${kind}:plan-${(lastId += 1)}`),
      ...changes,
    });
    if (draft === undefined) throw new Error('the Mission is in the log');
    return { draft, connection, stage };
  }

  test('WORK-006: every item of the draft is accepted, each after what it needs', () => {
    const { draft, stage } = drafted({}, [
      {
        criterionId: 'inventory',
        description: 'the inventory of files is complete',
        evidenceRequired: ['deterministic_test', 'reviewer_assessment'],
      },
      { criterionId: 'text', description: 'each text was read', evidenceRequired: ['deterministic_test'] },
    ]);
    expect(draft.reasons.map(({ id }) => id)).toEqual(['pattern-by-word']);
    expect(draft.questions).toEqual([]);
    expect(
      draft.items.map(({ contract }) => [
        contract.requiredCapabilities[0]?.id,
        contract.dependencyWorkItemIds.length,
      ]),
    ).toEqual([
      ['files.inventory', 0],
      ['files.inventory', 1],
      ['text.review', 1],
      ['text.review', 1],
      ['report.write', 2],
    ]);
    for (const { proposal, contract, workItemId } of draft.items) {
      expect(refusalOf(connectionOf(stage.situation), proposal)).toBeUndefined();
      stage.mustAct('work.authorize', COORDINATOR, { workItemId, contract });
    }
    const reserved = stage.world.get('account', GROUP, 'urn:heddle:test:mission:1')?.reserved;
    expect(reserved?.financialMicrounits).toBeLessThanOrEqual(90_000_000);
    expect(reserved?.financialMicrounits).toBeGreaterThan(89_000_000);
  });

  test('what rules cannot know is asked: a capability that no word points to, a criterion that only a human proves', () => {
    const { draft } = drafted({
      capabilities: [
        { id: 'music.compose', version: '1.0.0' },
        { id: 'video.cut', version: '1.0.0' },
      ],
    });
    expect(draft.questions.map(({ id }) => id)).toEqual([
      'criterion-by-human',
      'capability-unknown',
      'capability-unknown',
    ]);
    const { draft: only } = drafted({ capabilities: [{ id: 'music.compose', version: '1.0.0' }] });
    expect(only.items[0]?.proposal.reasons.map(({ id }) => id)).toEqual([
      'prepares-others',
      'capability-only-one',
    ]);
  });

  test('the deadlines rise with the steps and leave time for the answer', () => {
    const { draft, connection } = drafted();
    const deadlines = draft.items.map(({ contract }) => Date.parse(contract.deadline));
    expect(deadlines).toEqual(deadlines.toSorted((a, b) => a - b));
    expect(deadlines.at(-1)).toBeLessThan(Date.parse('2026-05-06T09:00:00Z'));
    expect(deadlines[0]).toBeGreaterThan(connection.nowMs);
  });

  test('German goals for a German Organization', () => {
    expect(drafted({ language: 'de' }).draft.items[0]?.contract.goal).toBe(
      'Alles auflisten, was zu untersuchen ist: audit the input folder',
    );
  });
});

/** The same Mission with another definition of done, from the first Event on. */
function withCriteria(
  stage: Stage,
  definitionOfDone: readonly {
    criterionId: string;
    description: string;
    evidenceRequired: ('deterministic_test' | 'reviewer_assessment')[];
  }[],
): Stage {
  for (const event of stage.log) {
    if (event.kind !== 'mission.created') continue;
    const payload = event.payload as { mission: { definitionOfDone: unknown } };
    payload.mission.definitionOfDone = definitionOfDone;
  }
  return stage;
}

test('the plan of a brief is the same kind of draft, with its ids and what each item needs', () => {
  const brief = read(SMALL_BRIEF);
  if (!brief.ok) throw new Error('the brief is right');
  let lastId = 0;
  const ids = new IdBook((kind) => `urn:heddle:test:${kind}:${(lastId += 1)}`);
  const { items, questions } = draftFromBrief(GROUP, brief.value.mission, ids);
  expect(questions).toEqual([]);
  expect(items.map(({ needs, contract }) => [needs, contract.dependencyWorkItemIds])).toEqual([
    [[], []],
    [['urn:heddle:test:work-item:1'], ['urn:heddle:test:work-item:1']],
  ]);
  for (const { contract, proposal } of items) {
    expect(checkSchema('work-contract', contract)).toBeUndefined();
    expect(proposal.intent).toMatchObject({ kind: 'work.authorize', groupId: GROUP, form: { contract } });
  }
});

test('an Agent that nobody has registered is no candidate', () => {
  const scene = sceneOf(connectionOf(staged().plan().situation));
  const [item] = scene.items;
  if (item === undefined) fail();
  const ids = scene.workers.candidatesFor(item.document.contract).map(({ agentId }) => agentId);
  expect(ids).toEqual([ANNA.id, BERT.id]);
  expect(ids).not.toContain(agentOf('cara').id);
});

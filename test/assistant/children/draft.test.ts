// The draft of a child Mission, and everything that it may not widen.
import { describe, expect, test } from 'vitest';
import { type ChildWish, draftChild } from '../../../core/coordinator/assistant/children/draft-child.ts';
import { proveNarrowing } from '../../../core/coordinator/assistant/children/narrowing.ts';
import type { DeskConnection } from '../../../core/coordinator/desk/connection.ts';
import { COORDINATOR, GROUP, MISSION } from '../../../core/domain/seeded-world.test-data.ts';
import { checkCases, type Decided, type DecisionCase, type Situation } from '../corpus.ts';
import { refusalOf } from '../planning/plan-scene.ts';
import { BERT, CARA, TASK } from '../stage.ts';
import { candidatesIn, placed, type PlaceSubject, withDepth } from './child-scene.ts';
import { CHILD_GROUP, CHILD_TASK, ChildStage } from './child-stage.ts';

interface DraftSubject extends PlaceSubject {
  readonly wish?: ChildWish;
  /** All registered Agents but the Worker when left out. */
  readonly candidates?: readonly string[];
}

function judgeDraft(situation: Situation, subject: DraftSubject): Decided {
  const { connection, scene, item } = placed(situation, subject);
  const all = candidatesIn(connection);
  const candidates =
    subject.candidates === undefined
      ? all
      : all.filter(({ agentId }) => subject.candidates?.includes(agentId));
  const draft = draftChild(scene, item, candidates, subject.wish);
  if (!draft.ok) return { verdict: 'refused', reasons: draft.fault };
  expect(refusalOf(connection, draft.value)).toBeUndefined();
  return { verdict: 'drafted', reasons: draft.value.reasons };
}

const DRAFTS: readonly DecisionCase<DraftSubject>[] = [
  {
    name: 'CHD-002: everything that is drafted narrows, and the rules accept it',
    situation: () => new ChildStage().situation,
    subject: {},
    verdict: 'drafted',
    because: [
      'budget-narrows',
      'deadline-narrows',
      'permission-narrows',
      'depth-within',
      'coordinator-has-capabilities',
      'policy-fail-item',
    ],
    notBecause: ['human-for-risk', 'human-for-own-output'],
  },
  {
    name: 'CHD-002: a wider permission is refused by its name',
    situation: () => new ChildStage().situation,
    subject: { wish: { permissions: ['read', 'production.deploy'] } },
    verdict: 'refused',
    because: ['permission-widens'],
    notBecause: ['budget-widens', 'permission-narrows'],
  },
  {
    name: 'CHD-002: more than the contract’s budget is refused',
    situation: () => new ChildStage().situation,
    subject: { wish: { budget: { currency: 'EUR', financialLimit: 10.5 } } },
    verdict: 'refused',
    because: ['budget-widens'],
  },
  {
    name: 'BUD-006: what the item’s own parts hold cannot be given to a child as well',
    situation: () =>
      new ChildStage().plan(
        { goal: 'part', budget: { currency: 'EUR', financialLimit: 7 } },
        'urn:heddle:test:work:part',
        TASK,
      ).situation,
    subject: { wish: { budget: { currency: 'EUR', financialLimit: 4 } } },
    verdict: 'refused',
    because: ['budget-widens'],
  },
  {
    name: 'BUD-006: without a wish the child gets what is left',
    situation: () =>
      new ChildStage().plan(
        { goal: 'part', budget: { currency: 'EUR', financialLimit: 7 } },
        'urn:heddle:test:work:part',
        TASK,
      ).situation,
    subject: {},
    verdict: 'drafted',
    because: ['budget-narrows'],
  },
  {
    name: 'OPEN-052: another currency is refused',
    situation: () => new ChildStage().situation,
    subject: { wish: { budget: { currency: 'USD', financialLimit: 1 } } },
    verdict: 'refused',
    because: ['currency-differs'],
  },
  {
    name: 'CHD-002: a deadline after that of the contract is refused, although the Mission’s is later',
    situation: () => new ChildStage().situation,
    subject: { wish: { deadline: '2026-05-05T10:00:00Z' } },
    verdict: 'refused',
    because: ['deadline-widens'],
    notBecause: ['deadline-passed'],
  },
  {
    name: 'CHD-002: a contract that has run out leaves no time for a child',
    situation: () => new ChildStage().wait(100_000).situation,
    subject: {},
    verdict: 'refused',
    because: ['deadline-passed'],
  },
  {
    name: 'CHD-003: the limit of depth is named',
    situation: () => new ChildStage().promote().beginChild().situation,
    subject: { groupId: CHILD_GROUP, workItemId: CHILD_TASK, connection: withDepth(1) },
    verdict: 'refused',
    because: ['depth-exceeded'],
  },
  {
    name: 'MIS-008: without anybody to coordinate there is no child',
    situation: () => new ChildStage().situation,
    subject: { candidates: [] },
    verdict: 'refused',
    because: ['no-coordinator'],
  },
  {
    name: 'IDN-006: a revoked card coordinates nothing',
    situation: () => new ChildStage().register(BERT, { cardVersion: 2, status: 'revoked' }).situation,
    subject: { candidates: [BERT.id] },
    verdict: 'refused',
    because: ['no-coordinator'],
  },
  {
    name: 'CRD-006: the parent’s own Coordinator is the last choice, and then a human has to approve',
    situation: () => new ChildStage().situation,
    subject: { candidates: [COORDINATOR.id] },
    verdict: 'drafted',
    because: ['coordinator-is-parents', 'human-for-own-output'],
  },
  {
    name: 'CHD-005: external effects are approved by the human at the root',
    situation: () => new ChildStage({ sideEffectRisk: 'external' }).situation,
    subject: {},
    verdict: 'drafted',
    because: ['human-for-risk'],
  },
  {
    name: 'CHD-007: what others wait for stays blocked when the child fails',
    situation: () =>
      new ChildStage().plan({ goal: 'next', dependencyWorkItemIds: [TASK] }, 'urn:heddle:test:work:next')
        .situation,
    subject: {},
    verdict: 'drafted',
    because: ['policy-block'],
  },
  {
    name: 'CHD-007: only what the contract calls indispensable brings the Mission down',
    situation: () => new ChildStage({ constraints: { indispensable: true } }).situation,
    subject: {},
    verdict: 'drafted',
    because: ['policy-fail-mission'],
  },
];

describe('the draft of a child', () => {
  checkCases(DRAFTS, judgeDraft);

  test.each([
    ['whoever is heard of comes before the others', new ChildStage().hear(CARA), CARA],
    ['one that is not believed any more counts as not heard of', new ChildStage().hear(CARA).wait(301), BERT],
    ['one that says it is away as well', new ChildStage().hear(CARA, { status: 'offline' }), BERT],
  ])('IDN-004: of those who could lead %s', (_name, stage, chosen) => {
    const { connection, scene, item } = placed(stage.situation, {});
    const able = candidatesIn(connection).filter(({ agentId }) => [BERT.id, CARA.id].includes(agentId));
    const draft = draftChild(scene, item, able);
    expect(draft.ok && draft.value.intent.form).toMatchObject({ coordinatorAgentId: chosen.id });
  });

  test('BUD-009: the one account of the ancestry that has no room is named', () => {
    const { connection, item, scene } = placed(new ChildStage().situation, {});
    const account = connection.world.get('account', GROUP, MISSION);
    if (account === undefined) throw new Error('the Mission has an account');
    const value = { ...account, usage: { ...account.usage, financialMicrounits: 95_000_000 } };
    const world = { ...connection, world: overlay(connection, value) };
    const proof = proveNarrowing(
      { world: world.world, mission: scene.mission, item, nowMs: connection.nowMs, depthLimit: 3 },
      {
        budget: { currency: 'EUR', financialLimit: 8 },
        deadline: '2026-05-05T08:00:00Z',
        permissions: [],
        failurePolicy: 'block_parent_work_item',
      },
    );
    expect(
      proof.widenings.map(({ id, values }) => [id, values['accountId'], values['allowed'], values['wanted']]),
    ).toEqual([['budget-widens', MISSION, 5_000_000, 8_000_000]]);
  });
});

/** The same state with another account of the Mission. */
function overlay({ world }: DeskConnection, account: unknown): DeskConnection['world'] {
  return {
    get: (kind, groupId, id) =>
      kind === 'account' && id === MISSION
        ? (account as ReturnType<typeof world.get<typeof kind>>)
        : world.get(kind, groupId, id),
    list: (kind, groupId) => world.list(kind, groupId),
  };
}

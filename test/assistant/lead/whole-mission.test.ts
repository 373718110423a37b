// A Mission of eight items from its plan to its submission, led by the assistant alone.
import { expect, test } from 'vitest';
import { AUTONOMY_EXTENSION } from '../../../core/coordinator/assistant/autonomy/notes.ts';
import { RULES_VERSION } from '../../../core/coordinator/assistant/offers/selection-basis.ts';
import { GROUP } from '../../../core/domain/seeded-world.test-data.ts';
import { ORGANIZATION, SINGLE } from '../../../core/domain/world.ts';
import { auditOffers } from '../../briefs/offer-audit.ts';
import { type Deed, LedStage, planned, WORKERS, workId } from './led-stage.ts';

function needs(...names: readonly string[]) {
  return { dependencyWorkItemIds: names.map(workId) };
}

/** Two lines of work that meet at the end. */
const PLAN = [
  planned('a1'),
  planned('a2'),
  planned('a3'),
  planned('b1', needs('a1', 'a2')),
  planned('b2', needs('a3')),
  planned('c1', needs('b1')),
  planned('c2', needs('b2')),
  planned('end', needs('c1', 'c2')),
];
const MOST_ROUNDS = 60;

function missionOf({ world }: LedStage) {
  return world.get('mission', GROUP, SINGLE);
}

async function lead(
  stage: LedStage,
  deedOf?: (workItemId: string, agentId: string) => Deed,
): Promise<LedStage> {
  stage.wanted = PLAN;
  await stage.settle();
  for (let round = 1; missionOf(stage)?.document.state === 'active' && round <= MOST_ROUNDS; round += 1) {
    stage.work(deedOf).wait(200);
    for (const agent of WORKERS) stage.hear(agent);
    await stage.settle();
  }
  return stage;
}

function staffed(): LedStage {
  const stage = new LedStage();
  stage.employ(...WORKERS);
  return stage;
}

test('MIS-T4, CRD-002: eight items come to a correct submission without a person', async () => {
  const stage = await lead(staffed());
  const end = stage.world.get('workItem', GROUP, workId('end'))?.document;
  expect(missionOf(stage)?.document.state).toBe('awaiting_approval');
  // What others build on is no result of its own (MIS-010).
  expect(missionOf(stage)?.submission?.artifactHashes).toEqual(end?.submission?.artifactHashes);
  expect(stage.faults).toEqual([]);
  expect(stage.driver.questions()).toEqual([]);
  // Each Command went out once, with the mark of its rule, and nothing was refused.
  expect(new Set(stage.orders.map(({ actionId }) => actionId)).size).toBe(stage.orders.length);
  const marked = stage.log.filter(({ extensions }) => extensions?.[AUTONOMY_EXTENSION] !== undefined);
  expect(new Set(marked.map(({ cause }) => cause.id)).size).toBe(stage.orders.length);
  const bases = stage.orders.flatMap(({ draft }) =>
    draft.kind === 'work.offer' ? [draft.payload.selectionBasis.policyRulesApplied[0]] : [],
  );
  expect(new Set(bases)).toEqual(new Set([RULES_VERSION]));
  const events = stage.log.filter(({ groupId }) => groupId === GROUP);
  const cards = [...stage.world.list('agent', ORGANIZATION)].map(([, { card }]) => card);
  // An auditor computes every choice anew from the log (WORK-023).
  expect(auditOffers(events, cards).map(({ verdict }) => verdict)).toEqual(PLAN.map(() => 'proved'));
});

test('FLR-001, WORK-055, OPEN-056: failures, lost Workers and wrong results are overcome', async () => {
  const done = new Set<string>();
  const first: { readonly [workItemId: string]: Deed } = {
    [workId('a1')]: 'fail',
    [workId('a3')]: 'vanish',
    [workId('c1')]: 'deliver-other-bytes',
  };
  const stage = staffed();
  const epochOf = (workItemId: string) => stage.world.get('workItem', GROUP, workItemId)?.ownershipEpoch ?? 0;
  await lead(stage, (workItemId) => {
    const deed = done.has(workItemId) ? undefined : first[workItemId];
    // A Worker that has vanished stays away until its lease is over.
    if (deed === 'vanish' && epochOf(workItemId) > 1) return 'deliver';
    if (deed !== 'vanish') done.add(workItemId);
    return deed ?? 'deliver';
  });
  expect(missionOf(stage)?.document.state).toBe('awaiting_approval');
  const corrected = stage.world.get('workItem', GROUP, workId('c1'))?.document.contract;
  expect(corrected?.contractVersion).toBe(2);
  expect(corrected?.constraints?.['corrections']).toHaveLength(1);
});

test('with nothing allowed all of it is proposed, and nothing is signed', async () => {
  const stage = staffed();
  stage.matrix = { ...stage.matrix, rules: [] };
  stage.wanted = PLAN;
  await stage.settle();
  expect(stage.orders).toEqual([]);
  expect(stage.driver.proposals().map(({ proposal, why }) => [proposal.intent.kind, why])).toEqual(
    ['a1', 'a2', 'a3'].map(() => [
      'work.authorize',
      { kind: 'not-allowed', why: [{ id: 'no-rule', values: { kind: 'work.authorize' } }] },
    ]),
  );
});

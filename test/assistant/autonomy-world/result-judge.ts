// Compares what the assistant has accepted and submitted with what really happened: no bad result, nothing that is proven by nobody,
// nothing missing and nothing too much.
import { recomputeSelection } from '../../../core/coordinator/assistant/offers/audit-selection.ts';
import { reviewedItemOf } from '../../../core/coordinator/assistant/review-mark.ts';
import type { World } from '../../../core/domain/world.ts';
import type {
  AgentCard,
  Event,
  EventPayloads,
  Evidence,
  WorkItem,
} from '../../../core/protocol/generated/documents.ts';
import type { MissionPlan } from './mission-plan.ts';
import { GROUP } from './owner.ts';
import { LEADER } from './people.ts';
import type { Truth } from './truth.ts';

/** Types that whoever reviews establishes by itself; the word of the producer counts for the others but these. */
const NEEDS_ANOTHER: readonly Evidence['type'][] = ['reviewer_assessment', 'human_review'];

/** What is wrong with an acceptance by the leader. */
export function judgeAcceptance(
  world: World,
  truth: Truth,
  { workItem }: { workItem: WorkItem },
): readonly string[] {
  const { workItemId, contract, submission, owner, groupId } = workItem;
  const hashes = submission?.artifactHashes ?? [];
  const wrong: string[] = [];
  if (reviewedItemOf(contract) === undefined) {
    const unsound = hashes.filter((hash) => !truth.isSound(hash));
    if (unsound.length > 0) wrong.push(`${workItemId} was accepted with ${unsound.length} bad contents`);
  }
  if (hashes.length < contract.requiredDeliverables.length)
    wrong.push(`${workItemId} was accepted without all deliverables`);
  const evidence = [...world.list('evidence', groupId)]
    .map(([, each]) => each)
    .filter((each) => each.workItemId === workItemId && each.result === 'passed');
  for (const { criterionId, evidenceRequired } of contract.acceptanceCriteria) {
    for (const type of evidenceRequired) {
      const isProven = evidence.some(
        (each) =>
          each.type === type &&
          each.criterionIds.includes(criterionId) &&
          (each.generatedBy.id !== owner?.agentId || !NEEDS_ANOTHER.includes(type)) &&
          each.artifactHashes.every((hash) => hashes.includes(hash)),
      );
      if (!isProven) wrong.push(`${workItemId} was accepted without ${type} for ${criterionId}`);
      if (type === 'reviewer_assessment') wrong.push(...judgeReviewer(world, workItem, criterionId));
    }
  }
  return wrong;
}

/** Somebody assessed just this result who neither made it nor leads. */
function* judgeReviewer(world: World, item: WorkItem, criterionId: string): Generator<string> {
  const hashes = item.submission?.artifactHashes ?? [];
  const isAssessed = [...world.list('evidence', item.groupId)].some(
    ([, { type, result, generatedBy, criterionIds, artifactHashes }]) =>
      type === 'reviewer_assessment' &&
      result === 'passed' &&
      criterionIds.includes(criterionId) &&
      generatedBy.id !== item.owner?.agentId &&
      generatedBy.id !== LEADER.actor.id &&
      hashes.every((hash) => artifactHashes.includes(hash)),
  );
  if (!isAssessed) yield `${item.workItemId} was accepted without anybody independent for ${criterionId}`;
}

/**
 * What is wrong with a submission of the whole Mission: everything that was planned has a sound result, and submitted is exactly
 * what came of the work on which no other work of the plan builds.
 */
export function judgeSubmission(
  world: World,
  truth: Truth,
  { items }: MissionPlan,
  { artifactHashes }: EventPayloads['mission.submitted_for_approval'],
): readonly string[] {
  const wrong: string[] = [];
  const results = new Map<string, readonly string[]>();
  for (const [, { document }] of world.list('workItem', GROUP)) {
    const { contract, submission, workItemId, state } = document;
    const label = labelOf(contract.constraints);
    if (state !== 'verified' || label === undefined || reviewedItemOf(contract) !== undefined) continue;
    const hashes = submission?.artifactHashes ?? [];
    if (results.has(label)) wrong.push(`${label} was done twice`);
    if (!hashes.every((hash) => truth.isSound(hash))) wrong.push(`a content of ${workItemId} is bad`);
    results.set(label, hashes);
  }
  const needed = new Set(items.flatMap(({ planned }) => planned.contract.dependencyWorkItemIds));
  const expected = new Set<string>();
  for (const { planned } of items) {
    const label = labelOf(planned.contract.constraints) ?? '';
    const hashes = results.get(label) ?? [];
    if (hashes.length === 0) wrong.push(`${label} was submitted without a result`);
    if (!needed.has(planned.workItemId)) for (const hash of hashes) expected.add(hash);
  }
  const submitted = new Set(artifactHashes);
  if (submitted.size < artifactHashes.length) wrong.push('a content is submitted twice');
  if (submitted.size !== expected.size || [...expected].some((hash) => !submitted.has(hash)))
    wrong.push(
      `submitted are ${submitted.size} contents, and ${expected.size} are the results of the Mission`,
    );
  return wrong;
}

function labelOf(constraints: Readonly<Record<string, unknown>> | undefined): string | undefined {
  const task = constraints?.['task'] as { readonly label?: string } | undefined;
  return task?.label;
}

/** Whether an auditor refutes the basis of an offer. */
export function judgeBasis(
  events: readonly Event[],
  cards: readonly AgentCard[],
  { workItem, candidateAgentIds = [], selectionBasis: basis }: EventPayloads['work.offer.created'],
): readonly string[] {
  if (basis === undefined) return [`an offer of ${workItem.workItemId} has no basis`];
  const { verdict, findings } = recomputeSelection(
    { events, cards },
    {
      groupId: workItem.groupId,
      workItemId: workItem.workItemId,
      agentIds: candidateAgentIds,
      basis,
    },
  );
  if (verdict !== 'refuted') return [];
  const against = findings.filter((each) => each.verdict === 'unmet');
  return [`the basis of an offer of ${workItem.workItemId} is refuted: ${JSON.stringify(against)}`];
}

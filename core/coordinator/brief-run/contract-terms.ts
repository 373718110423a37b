// The contract under which work is offered next: the planned one with what is known by now: inputs, corrections, what to
// change, where to resume, and the budget that there is room for (WORK-003, WORK-004, OPEN-048, OPEN-056).
import { DIMENSIONS, findReservationExcess, type Limits, limitsOf } from '../../domain/budget.ts';
import { isSameContract } from '../../domain/contracts.ts';
import type { AccountAddress, World } from '../../domain/world.ts';
import type { Artifact, Budget, WorkContract } from '../../protocol/generated/documents.ts';
import { reviewConstraint } from '../assistant/review-mark.ts';
import { budgetOf } from '../briefs/share-budget.ts';
import { reviewPolicyOf } from './review-policy.ts';
import { lastFailureOf } from './attempts.ts';
import { findWork, labelOf, type MissionView, type Work } from './mission-view.ts';

/** An input by the name of its file; who joins late has not seen its manifest. */
export interface InputRef {
  readonly name: string;
  readonly contentHash: string;
  readonly mediaType: string;
  readonly item: string;
  readonly deliverableId: string | undefined;
}

/** What an answer of a human changes about a contract. */
export interface ContractChange {
  readonly maxAttempts?: number;
  readonly alsoRetry?: string;
  readonly moreBudget?: boolean;
}

/** Ids of the WorkItems that have to be verified first. */
export function dependencyIdsOf(view: MissionView, { kind, item }: Work): readonly string[] {
  if (kind === 'review') return [];
  return item.needs.map((need) => findWork(view, need)?.workItemId).filter((id) => id !== undefined);
}

/**
 * The contract with which a WorkItem is authorized. Of its inputs nothing is known yet but what it waits for, except for a
 * review, which is authorized when they are there.
 */
export function firstContract(
  view: MissionView,
  work: Work,
  inputs: readonly InputRef[] = work.reviewed === undefined ? [] : inputsOf(view, work),
): WorkContract {
  const { reviewed } = work;
  return withTerms({ ...work.contract, dependencyWorkItemIds: [...dependencyIdsOf(view, work)] }, inputs, {
    ...work.contract.constraints,
    ...(work.changes.length === 0 ? {} : { changes: work.changes.filter((text) => text !== '') }),
    ...(reviewed === undefined
      ? {}
      : { ...reviewConstraint(reviewed.workItemId), review: reviewTermsOf(reviewed) }),
  });
}

/** The corrected contract for the next offer; undefined where the present one says all of it. */
export function correctedContract(
  view: MissionView,
  work: Work,
  change: ContractChange = {},
): WorkContract | undefined {
  const { record } = work;
  if (record === undefined) return undefined;
  const current = record.document.contract;
  const failure = lastFailureOf(view, work);
  const { checkpoint } = record;
  // Corrected work begins anew; otherwise the newest checkpoint counts.
  const { resumeFrom: _former, ...constraints } = current.constraints ?? {};
  const isAgain = failure !== undefined && failure.findings.length > 0;
  const wanted = withTerms(
    {
      ...current,
      retryPolicy: {
        ...current.retryPolicy,
        ...(change.maxAttempts === undefined ? {} : { maxAttempts: change.maxAttempts }),
        ...(change.alsoRetry === undefined ? {} : { retryableFailures: withCode(current, change.alsoRetry) }),
      },
      budget: nextBudget(view, work, change),
    },
    inputsOf(view, work),
    {
      ...constraints,
      ...(isAgain ? { corrections: [...failure.findings] } : {}),
      ...(checkpoint === undefined || isAgain ? {} : { resumeFrom: { ...checkpoint } }),
    },
  );
  const next = { ...wanted, contractVersion: current.contractVersion + 1 };
  return isSameContract({ ...wanted, contractVersion: current.contractVersion }, current) ? undefined : next;
}

function withCode({ retryPolicy }: WorkContract, code: string): string[] {
  return [...new Set([...retryPolicy.retryableFailures, code])];
}

function withTerms(
  contract: WorkContract,
  inputs: readonly InputRef[],
  terms: { readonly [name: string]: unknown },
): WorkContract {
  const constraints = {
    ...terms,
    ...(inputs.length === 0 ? {} : { inputs: inputs.map(plainInput) }),
  };
  return {
    ...contract,
    inputArtifacts: [...new Set(inputs.map(({ contentHash }) => contentHash))],
    ...(Object.keys(constraints).length === 0 ? {} : { constraints }),
  };
}

function plainInput({ name, contentHash, mediaType, item, deliverableId }: InputRef) {
  return {
    name,
    contentHash,
    mediaType,
    item,
    ...(deliverableId === undefined ? {} : { deliverableId }),
  };
}

function reviewTermsOf(reviewed: Work) {
  const criteria = (reviewed.record?.document.contract ?? reviewed.contract).acceptanceCriteria;
  return {
    workItemId: reviewed.workItemId,
    item: reviewed.name,
    producerAgentId: reviewed.record?.document.owner?.agentId ?? '',
    independence: reviewPolicyOf(reviewed).independence,
    criteria: criteria
      .filter(({ evidenceRequired }) => evidenceRequired.includes('reviewer_assessment'))
      .map(({ criterionId, description }) => ({ criterionId, description })),
  };
}

/**
 * The results that an item builds on, each under a name of its own: those of the work that it needs; for a review what
 * is reviewed and what that was made from; inside a child also what the item above it was given.
 */
export function inputsOf(view: MissionView, work: Work): readonly InputRef[] {
  const { reviewed } = work;
  const found: InputRef[] = [];
  if (reviewed === undefined) {
    for (const need of work.item.needs) {
      const source = findWork(view, need);
      if (source !== undefined) found.push(...resultsOf(view, source));
    }
    if (work.item.needs.length === 0 && view.parent !== undefined) {
      found.push(...inputsOf(view.parent.view, view.parent.work));
    }
  } else {
    found.push(...resultsOf(view, reviewed), ...inputsOf(view, reviewed));
  }
  const names = new Set<string>();
  const hashes = new Set<string>();
  return found.flatMap((input) => {
    if (hashes.has(input.contentHash)) return [];
    hashes.add(input.contentHash);
    const name = names.has(input.name) ? `${input.item}-${input.name}` : input.name;
    names.add(name);
    return [{ ...input, name }];
  });
}

/** The Artifacts of a submitted or verified result. */
export function resultsOf(view: MissionView, work: Work): readonly InputRef[] {
  const { submission } = work.record?.document ?? {};
  return (submission?.artifactHashes ?? []).flatMap((contentHash) => {
    const manifest = manifestOf(view, work, contentHash);
    if (manifest === undefined) return [];
    const deliverable = work.contract.requiredDeliverables.find(
      ({ schema }) => schema === manifest.schemaUri,
    );
    const file = work.files.find(({ deliverableId }) => deliverableId === deliverable?.deliverableId)?.file;
    return [
      {
        name: file ?? `${work.name}-${contentHash.slice('sha256:'.length, 'sha256:'.length + 12)}`,
        contentHash,
        mediaType: manifest.mediaType,
        item: labelOf(work),
        deliverableId: deliverable?.deliverableId,
      },
    ];
  });
}

/** The manifest under which a content was published; that of the item itself where it has one (ART-010). */
export function manifestOf(
  { world, groupId }: MissionView,
  { workItemId }: Work,
  contentHash: string,
): Artifact | undefined {
  const manifests = (world.get('content', groupId, contentHash)?.artifactIds ?? [])
    .map((id) => world.get('artifact', groupId, id))
    .filter((artifact) => artifact !== undefined);
  return manifests.findLast((artifact) => artifact.workItemId === workItemId) ?? manifests.at(-1);
}

/**
 * The budget of the next term: the same, or twice as much where a human wants that. Failed work has given its reservation
 * back (OPEN-051), so it gets what there is still room for.
 */
function nextBudget(
  { world, groupId, missionId }: MissionView,
  { workItemId, record, contract }: Work,
  { moreBudget = false }: ContractChange,
): Budget {
  const { state, contract: current = contract } = record?.document ?? {};
  const limits = limitsOf(current.budget);
  if (limits === undefined || (!moreBudget && state !== 'failed')) return current.budget;
  const wanted: { -readonly [Name in keyof Limits]: number } = { ...limits };
  for (const dimension of DIMENSIONS) wanted[dimension] *= moreBudget ? 2 : 1;
  const own = { groupId, id: workItemId };
  const fitting = fitLimits(world, { groupId, id: missionId }, wanted, own);
  return fitting === undefined ? current.budget : budgetOf(current.budget, fitting);
}

/** A budget cut down to the room that is left below an account; undefined when not even nothing fits. */
export function fitBudget(world: World, parent: AccountAddress, budget: Budget): Budget | undefined {
  const limits = limitsOf(budget);
  const fitting = limits === undefined ? undefined : fitLimits(world, parent, limits, undefined);
  return fitting === undefined ? undefined : budgetOf(budget, fitting);
}

function fitLimits(
  world: World,
  parent: AccountAddress,
  wanted: Limits,
  replaced: AccountAddress | undefined,
): Limits | undefined {
  const limits: { -readonly [Name in keyof Limits]: number } = { ...wanted };
  // Each round settles one of the six dimensions.
  for (let round = 0; round < 12; round += 1) {
    const excess = findReservationExcess(world, parent, limits, replaced);
    if (excess === undefined) return limits;
    const { dimension, limit, wanted: total } = excess;
    if (limits[dimension] === 0) return undefined;
    limits[dimension] = Math.max(0, limits[dimension] - (total - limit));
  }
  return undefined;
}

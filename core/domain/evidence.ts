// Evidence for a WorkItem (EVI-001…EVI-006): what each document has to say, and when all of it together suffices.
import type { Evidence, WorkItem } from '../protocol/generated/documents.ts';
import { accept, type Result } from '../protocol/result.ts';
import { findSource } from './artifact-sources.ts';
import type { GroupInput } from './decision.ts';
import { currentMemberships, isAfter } from './members.ts';
import { reject, type Rejection } from './rejection.ts';

/**
 * Evidence that a Command brings: about this item and its criteria, new, from the past, and by somebody who has to do
 * with the Group. Signatures were verified before.
 */
export function checkEvidence(
  input: GroupInput,
  item: WorkItem,
  evidence: readonly Evidence[],
): Result<undefined, Rejection> {
  const seen = new Set<string>();
  for (const each of evidence) {
    if (seen.has(each.evidenceId)) {
      return reject('INVALID_COMMAND', 'EVI-002', 'an Evidence id occurs twice', {
        evidenceId: each.evidenceId,
      });
    }
    seen.add(each.evidenceId);
    for (const check of [checkProducer, checkPlace, checkSubject, checkCriteria, checkReferences]) {
      const result = check(input, item, each);
      if (!result.ok) return result;
    }
  }
  return accept(undefined);
}

/** Members answer for their Evidence by their membership, services by the Organization's policy (EVI-004). */
function checkProducer(
  { world, groupId, context }: GroupInput,
  _item: WorkItem,
  { evidenceId, generatedBy }: Evidence,
): Result<undefined, Rejection> {
  const isAllowed =
    generatedBy.type === 'service'
      ? Object.values(context.policy.services).some((ids) => ids.includes(generatedBy.id))
      : currentMemberships(world, groupId, generatedBy, context.now).some(({ state }) => state === 'active');
  if (isAllowed) return accept(undefined);
  return reject('AUTH_FORBIDDEN', 'EVI-004', 'the producer of the Evidence is no active member', {
    evidenceId,
    generatedBy,
  });
}

function checkPlace(
  { world, groupId, context }: GroupInput,
  { missionId, workItemId }: WorkItem,
  evidence: Evidence,
): Result<undefined, Rejection> {
  const { evidenceId, createdAt } = evidence;
  if (
    evidence.missionId !== missionId ||
    evidence.groupId !== groupId ||
    evidence.workItemId !== workItemId
  ) {
    return reject('INVALID_COMMAND', 'EVI-002', 'the Evidence is about another WorkItem', {
      evidenceId,
      workItemId: evidence.workItemId,
    });
  }
  if (world.get('evidence', groupId, evidenceId) !== undefined) {
    return reject('INVALID_STATE_TRANSITION', 'EVI-002', 'Evidence with this id exists already', {
      evidenceId,
    });
  }
  if (!isAfter(createdAt, context.now)) return accept(undefined);
  return reject('INVALID_COMMAND', 'EVI-002', 'the Evidence lies in the future', { evidenceId, createdAt });
}

function checkSubject(
  { world, groupId }: GroupInput,
  { missionId, workItemId }: WorkItem,
  { evidenceId, subject }: Evidence,
): Result<undefined, Rejection> {
  const isKnown = {
    work_item: () => subject.id === workItemId,
    mission: () => subject.id === missionId,
    // By manifest or by content (EVI-003).
    artifact: () =>
      world.get('artifact', groupId, subject.id) !== undefined ||
      world.get('content', groupId, subject.id) !== undefined,
  }[subject.type];
  if (isKnown()) return accept(undefined);
  return reject('INVALID_COMMAND', 'EVI-003', 'the subject of the Evidence is not known here', {
    evidenceId,
    subject,
  });
}

function checkCriteria(
  _input: GroupInput,
  { contract }: WorkItem,
  { evidenceId, criterionIds }: Evidence,
): Result<undefined, Rejection> {
  const known = contract.acceptanceCriteria.map(({ criterionId }) => criterionId);
  const unknown = criterionIds.filter((criterionId) => !known.includes(criterionId));
  if (unknown.length === 0) return accept(undefined);
  return reject('INVALID_COMMAND', 'EVI-001', 'the Evidence names a criterion that the contract lacks', {
    evidenceId,
    criterionIds: unknown,
  });
}

function checkReferences(
  { world, groupId }: GroupInput,
  { contract }: WorkItem,
  { evidenceId, artifactHashes }: Evidence,
): Result<undefined, Rejection> {
  const unknown = artifactHashes.filter(
    (hash) =>
      !contract.inputArtifacts.includes(hash) && findSource(world, groupId, hash).manifests.length === 0,
  );
  if (unknown.length === 0) return accept(undefined);
  return reject('INVALID_COMMAND', 'EVI-002', 'the Evidence refers to an unknown Artifact', {
    evidenceId,
    artifactHashes: unknown,
  });
}

/** A submission says something about every criterion (EVI-005, WORK-060). */
export function requireCoverage(
  { workItemId, contract }: WorkItem,
  evidence: readonly Evidence[],
): Result<undefined, Rejection> {
  const missing = contract.acceptanceCriteria
    .map(({ criterionId }) => criterionId)
    .filter((criterionId) => !evidence.some(({ criterionIds }) => criterionIds.includes(criterionId)));
  if (missing.length === 0) return accept(undefined);
  return reject('INVALID_COMMAND', 'EVI-005', 'no Evidence is given for a criterion', {
    workItemId,
    missingCriterionIds: missing,
  });
}

/** A review accepts only with Evidence that has passed, all of it (WORK-061). */
export function requireSuccess(evidence: readonly Evidence[]): Result<undefined, Rejection> {
  const other = evidence.find(({ result }) => result !== 'passed');
  if (other === undefined) return accept(undefined);
  return reject('INVALID_COMMAND', 'WORK-061', 'the Evidence of an acceptance has to be successful', {
    evidenceId: other.evidenceId,
    result: other.result,
  });
}

/** Every kind of Evidence that the contract asks for, for every criterion, has passed (EVI-005). */
export function requireProof(
  { workItemId, contract }: WorkItem,
  evidence: readonly Evidence[],
): Result<undefined, Rejection> {
  const missing = contract.acceptanceCriteria.flatMap(({ criterionId, evidenceRequired }) =>
    evidenceRequired
      .filter((type) => !evidence.some((each) => proves(each, criterionId, type)))
      .map((type) => ({ criterionId, type })),
  );
  if (missing.length === 0) return accept(undefined);
  return reject('INVALID_COMMAND', 'EVI-005', 'Evidence that the contract requires is missing', {
    workItemId,
    missing,
  });
}

function proves(evidence: Evidence, criterionId: string, type: Evidence['type']): boolean {
  const isMatch =
    evidence.type === type && evidence.result === 'passed' && evidence.criterionIds.includes(criterionId);
  // No other Principal can testify to a review by a human (INV-10).
  return isMatch && (type !== 'human_review' || evidence.generatedBy.type === 'human');
}

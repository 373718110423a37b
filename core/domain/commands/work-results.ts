// Results of work: Artifacts, submission, acceptance, failure, cancellation (ART-006, WORK-T11…WORK-T14, EVI-005).
import type { Artifact, Evidence, Lease, WorkOwner } from '../../protocol/generated/documents.ts';
import { accept, type Result } from '../../protocol/result.ts';
import { checkSources } from '../artifact-sources.ts';
import { requireNoLiveChild } from '../child-links.ts';
import { isCoordinator, requireCoordinator } from '../coordinator.ts';
import type { Decision, GroupInput } from '../decision.ts';
import { checkEvidence, requireCoverage, requireProof, requireSuccess } from '../evidence.ts';
import { closeLease } from '../leases.ts';
import { isAfter, isMissionOwner } from '../members.ts';
import { requireMissionState } from '../missions.ts';
import { requireRunningWork } from '../owned-work.ts';
import { advance, fenceOwner, findWorkItem, requireWorkItem, requireWorkItemState } from '../ownership.ts';
import { reject, type Rejection } from '../rejection.ts';
import { placeOf } from '../work-events.ts';
import type { WorkItemRecord } from '../world.ts';

/** Where work can still fail or be cancelled (WORK-T13, WORK-T14). */
const UNFINISHED = ['open', 'offered', 'queued', 'active', 'blocked', 'submitted'] as const;

/** `artifact.publish` (CMD-130): the owner publishes the manifest of a content, under its lease and pins (ART-006). */
export function publishArtifact(input: GroupInput<'artifact.publish'>): Decision {
  const { payload, world, context } = input;
  const { artifact, ownershipEpoch, executionLeaseId } = payload;
  const claim = { workItemId: artifact.workItemId, ownershipEpoch, executionLeaseId };
  const running = requireRunningWork(input, claim, 'ART-006');
  if (!running.ok) return running;
  const { document } = running.value.record;
  const manifest = checkManifest(input, artifact, document.owner);
  if (!manifest.ok) return manifest;
  const sources = checkSources(world, artifact);
  if (!sources.ok) return sources;
  const workItem = advance(context.now, document, {});
  return accept([
    {
      kind: 'artifact.published',
      ...placeOf(workItem),
      eventId: context.newId('event'),
      payload: { artifact, workItem, ownershipEpoch, executionLeaseId },
    },
  ]);
}

/** `work.submit` (CMD-126, WORK-T11): published Artifacts with Evidence for every criterion (WORK-060). */
export function submitWork(input: GroupInput<'work.submit'>): Decision {
  const { payload, context } = input;
  const running = requireRunningWork(input, payload, 'WORK-T11');
  if (!running.ok) return running;
  const { document } = running.value.record;
  const published = requirePublished(input);
  if (!published.ok) return published;
  const evidence = checkEvidence(input, document, payload.evidence);
  if (!evidence.ok) return evidence;
  const coverage = requireCoverage(document, payload.evidence);
  if (!coverage.ok) return coverage;
  const workItem = advance(context.now, document, {
    state: 'submitted',
    submission: {
      artifactHashes: payload.artifactHashes,
      evidenceIds: payload.evidence.map(({ evidenceId }) => evidenceId),
      submittedAt: context.now.text,
    },
  });
  return accept([
    {
      kind: 'work.submitted',
      ...placeOf(workItem),
      eventId: context.newId('event'),
      payload: {
        workItem,
        evidence: payload.evidence,
        artifactHashes: payload.artifactHashes,
        lease: closeLease(context.now, running.value.executionLease, 'released', 'work_submitted'),
        ownershipEpoch: payload.ownershipEpoch,
        executionLeaseId: payload.executionLeaseId,
      },
    },
  ]);
}

/** `work.accept_result` (CMD-127, WORK-T12): the Coordinator's review, which is no approval of the Mission (INV-10). */
export function acceptResult(input: GroupInput<'work.accept_result'>): Decision {
  const { payload, mission, context } = input;
  const coordinator = requireCoordinator(input, 'WORK-T12');
  if (!coordinator.ok) return coordinator;
  const active = requireMissionState(input, ['active'], 'WORK-T12');
  if (!active.ok) return active;
  const record = requireWorkItem(input, payload.workItemId);
  if (!record.ok) return record;
  const state = requireWorkItemState(record.value, ['submitted'], 'WORK-T12');
  if (!state.ok) return state;
  const review = checkReview(input, record.value);
  if (!review.ok) return review;
  const workItem = advance(context.now, record.value.document, { state: 'verified' });
  return accept([
    {
      kind: 'work.result.accepted',
      ...placeOf(workItem),
      eventId: context.newId('event'),
      payload: {
        workItem,
        evidence: payload.evidence,
        ...closedLeasesOf(releaseHolding(input, record.value)),
        missionRevision: mission.document.revision + 1,
      },
    },
  ]);
}

/** `work.fail` (CMD-128, WORK-T13): reported by the owner of active work, or declared by the Coordinator (WORK-012). */
export function failWork(input: GroupInput<'work.fail'>): Decision {
  const { payload, world, mission, context } = input;
  const record = requireFailable(input);
  if (!record.ok) return record;
  const evidence = checkEvidence(input, record.value.document, payload.evidence);
  if (!evidence.ok) return evidence;
  const fenced = fenceOwner(world, context.now, record.value, 'work_failed');
  const workItem = advance(context.now, fenced.document, { state: 'failed' });
  return accept([
    {
      kind: 'work.failed',
      ...placeOf(workItem),
      eventId: context.newId('event'),
      payload: {
        workItem,
        reason: payload.reason,
        evidence: payload.evidence,
        ...closedLeasesOf(fenced.closedLeases),
        missionRevision: mission.document.revision + 1,
      },
    },
  ]);
}

/** `work.cancel` (CMD-129, WORK-T14): by the MissionOwner or the Coordinator; nothing leads out again (WORK-011). */
export function cancelWork(input: GroupInput<'work.cancel'>): Decision {
  const { payload, world, mission, context } = input;
  const right = isMissionOwner(input) ? accept(undefined) : requireCoordinator(input, 'WORK-T14');
  if (!right.ok) return right;
  const record = requireWorkItem(input, payload.workItemId);
  if (!record.ok) return record;
  const unfinished = requireUnfinished(record.value, 'WORK-T14');
  if (!unfinished.ok) return unfinished;
  const fenced = fenceOwner(world, context.now, record.value, 'work_cancelled');
  const workItem = advance(context.now, fenced.document, { state: 'cancelled' });
  return accept([
    {
      kind: 'work.cancelled',
      ...placeOf(workItem),
      eventId: context.newId('event'),
      payload: {
        workItem,
        ...(payload.reason === undefined ? {} : { reason: payload.reason }),
        ...closedLeasesOf(fenced.closedLeases),
        missionRevision: mission.document.revision + 1,
      },
    },
  ]);
}

/** The manifest names its place and its producer as the assignment has pinned them (ART-005, ART-006). */
function checkManifest(
  { command, world, groupId, mission, context }: GroupInput,
  artifact: Artifact,
  owner: WorkOwner | undefined,
): Result<undefined, Rejection> {
  const { artifactId, producer, createdAt } = artifact;
  if (world.get('artifact', groupId, artifactId) !== undefined) {
    return reject('INVALID_STATE_TRANSITION', 'ART-006', 'an Artifact with this id exists already', {
      artifactId,
    });
  }
  if (artifact.groupId !== groupId || artifact.missionId !== mission.document.missionId) {
    return reject('INVALID_COMMAND', 'ART-006', 'the manifest names another Mission', { artifactId });
  }
  if (producer.agentId !== command.actor.id) {
    return reject('AUTH_FORBIDDEN', 'ART-006', 'the producer is not the actor', {
      artifactId,
      producerAgentId: producer.agentId,
    });
  }
  const pins = checkProducerPins(artifact, owner);
  if (!pins.ok) return pins;
  if (!isAfter(createdAt, context.now)) return accept(undefined);
  return reject('INVALID_COMMAND', 'ART-006', 'the manifest lies in the future', { artifactId, createdAt });
}

function checkProducerPins(
  { artifactId, producer }: Artifact,
  owner: WorkOwner | undefined,
): Result<undefined, Rejection> {
  const pinnedVersion = owner?.agentCardVersion;
  if (producer.agentCardVersion !== pinnedVersion) {
    const { agentCardVersion } = producer;
    return reject('REVISION_CONFLICT', 'ART-006', 'the producer names another card version than its pin', {
      artifactId,
      agentCardVersion,
      pinnedAgentCardVersion: pinnedVersion ?? null,
    });
  }
  const foreign = producer.capabilities.find(
    ({ id, version }) => !owner?.capabilityPins.some((pin) => pin.id === id && pin.version === version),
  );
  if (foreign === undefined) return accept(undefined);
  return reject('INVALID_COMMAND', 'ART-005', 'the producer names a capability that was not pinned', {
    artifactId,
    capability: foreign,
  });
}

/** WORK-061: each submitted content has a manifest that was published for this very item. */
function requirePublished({
  world,
  groupId,
  payload,
}: GroupInput<'work.submit'>): Result<undefined, Rejection> {
  const { workItemId } = payload;
  const unpublished = payload.artifactHashes.filter((hash) => {
    const artifactIds = world.get('content', groupId, hash)?.artifactIds ?? [];
    return !artifactIds.some((id) => world.get('artifact', groupId, id)?.workItemId === workItemId);
  });
  if (unpublished.length === 0) return accept(undefined);
  return reject('INVALID_COMMAND', 'WORK-061', 'an Artifact was not published for this WorkItem', {
    workItemId,
    artifactHashes: unpublished,
  });
}

/** The review together with what was submitted satisfies the contract, and the Coordinator is no judge in its own case. */
function checkReview(
  input: GroupInput<'work.accept_result'>,
  { document }: WorkItemRecord,
): Result<undefined, Rejection> {
  const { payload, command, world, groupId } = input;
  const checked = checkEvidence(input, document, payload.evidence);
  if (!checked.ok) return checked;
  const success = requireSuccess(payload.evidence);
  if (!success.ok) return success;
  const isOwnOutput = document.owner?.agentId === command.actor.id;
  if (isOwnOutput && payload.evidence.every(({ generatedBy }) => generatedBy.id === command.actor.id)) {
    return reject('AUTH_FORBIDDEN', 'CRD-006', 'a Coordinator is not the sole reviewer of its own output', {
      workItemId: document.workItemId,
    });
  }
  const submitted: readonly Evidence[] = (document.submission?.evidenceIds ?? [])
    .map((evidenceId) => world.get('evidence', groupId, evidenceId))
    .filter((evidence) => evidence !== undefined);
  return requireProof(document, [...submitted, ...payload.evidence]);
}

/** Ownership ends with the work; the owner stays named on the verified item. */
function releaseHolding(
  { world, groupId, context }: GroupInput,
  { holdingLeaseId }: WorkItemRecord,
): readonly Lease[] {
  const lease = holdingLeaseId === undefined ? undefined : world.get('lease', groupId, holdingLeaseId);
  return lease === undefined ? [] : [closeLease(context.now, lease, 'released', 'work_verified')];
}

function closedLeasesOf(leases: readonly Lease[]): { readonly closedLeases?: Lease[] } {
  return leases.length === 0 ? {} : { closedLeases: [...leases] };
}

/** A Worker's report needs its epoch and its Execution Lease; without them the Command is the Coordinator's (WORK-012). */
function requireFailable(input: GroupInput<'work.fail'>): Result<WorkItemRecord, Rejection> {
  const { payload, command } = input;
  const { workItemId, ownershipEpoch, executionLeaseId } = payload;
  if (ownershipEpoch !== undefined && executionLeaseId !== undefined) {
    const running = requireRunningWork(input, { workItemId, ownershipEpoch, executionLeaseId }, 'WORK-012');
    return running.ok ? accept(running.value.record) : running;
  }
  const known = findWorkItem(input, workItemId);
  if (!known.ok) return known;
  if (known.value.document.owner?.agentId === command.actor.id && !isCoordinator(input)) {
    return reject('INVALID_COMMAND', 'WORK-012', 'an owner reports failure with its epoch and lease', {
      workItemId,
      missing: ['ownershipEpoch', 'executionLeaseId'],
    });
  }
  const coordinator = requireCoordinator(input, 'WORK-012');
  if (!coordinator.ok) return coordinator;
  const record = requireWorkItem(input, workItemId);
  if (!record.ok) return record;
  const unfinished = requireUnfinished(record.value, 'WORK-T13');
  return unfinished.ok ? record : unfinished;
}

function requireUnfinished(record: WorkItemRecord, rule: string): Result<undefined, Rejection> {
  const state = requireWorkItemState(record, UNFINISHED, rule);
  return state.ok ? requireNoLiveChild(record) : state;
}

// A Mission in which nothing can run any more until somebody acts: why, and the way out of it. Most of what waits only waits for
// something else; shown are the causes at the root, those that hold up most first.
import { coordinatorLeaseOf } from '../../../domain/coordinator.ts';
import type { WorkItemRecord } from '../../../domain/world.ts';
import { localCoordinator, localOwner } from '../../desk/connection.ts';
import type { Intent } from '../../desk/intent/forms.ts';
import { msOf } from '../../desk/moment.ts';
import type { Proposal, Reason } from '../proposal.ts';
import type { PlanScene } from './plan-scene.ts';
import { type ItemWait, type Readiness, readinessOf, type WaitCause } from './readiness.ts';
import { because, propose, recordOf } from './reasons.ts';

export type StandstillCause =
  | Exclude<WaitCause, 'dependency-open'>
  | 'term-ended'
  | 'deadline-passed'
  | 'mission-awaits-answer'
  | 'no-work'
  | 'all-done';

/**
 * What ends a standstill: a Command that can be signed, or a screen on which somebody has to decide. `offer` says that the
 * item is to be offered; to whom is for the ranking to say (offers/plan-offer.ts).
 */
export type WayOutKind =
  | 'offer'
  | 'find-worker'
  | 'approve-start'
  | 'resolve'
  | 'review'
  | 'answer-child'
  | 'replan-child'
  | 'replace'
  | 'raise-budget'
  | 'appoint'
  | 'plan'
  | 'submit'
  | 'answer-submission'
  | 'follow-up';

export interface WayOut {
  readonly kind: WayOutKind;
  readonly workItemId: string | undefined;
  readonly reason: Reason<StandstillCause>;
  /** Unfinished items that go on once this one has. */
  readonly blocksCount: number;
  readonly proposals: readonly Proposal<StandstillCause>[];
}

export interface Standstill {
  readonly waysOut: readonly WayOut[];
  /** Items that only wait for others. */
  readonly waiting: number;
}

/** Undefined while anything runs, and for a Mission that has come to its end. */
export function findStandstill(scene: PlanScene): Standstill | undefined {
  const { mission, items, moment } = scene;
  const { state, deadline } = mission.document;
  if (state === 'awaiting_approval')
    return alone(missionWay(scene, 'mission-awaits-answer', 'answer-submission'));
  if (state !== 'active') return undefined;
  const term = findEndedTerm(scene);
  if (term !== undefined) return alone(term);
  if (items.length === 0) return alone(missionWay(scene, 'no-work', 'plan'));
  const waits: { readonly item: WorkItemRecord; readonly wait: ItemWait }[] = [];
  let isUnfinished = false;
  for (const item of items) {
    const readiness: Readiness = readinessOf(scene, item);
    if (readiness === 'runs') return undefined;
    if (readiness === 'done') continue;
    isUnfinished = true;
    waits.push({ item, wait: readiness });
  }
  if (!isUnfinished) return alone(submission(scene));
  // No new work can be had for a Mission that is over its time: its contracts may end no later (WORK-006).
  if (moment.hasReached(msOf(deadline))) return alone(missionWay(scene, 'deadline-passed', 'follow-up'));
  const waysOut: WayOut[] = [];
  for (const { item, wait } of waits) {
    const { cause } = wait;
    if (cause !== 'dependency-open' && cause !== 'dependency-failed')
      waysOut.push(wayOutOf(scene, item, cause, wait.subject));
  }
  waysOut.sort((a, b) => b.blocksCount - a.blocksCount);
  return { waysOut, waiting: waits.length - waysOut.length };
}

function alone(wayOut: WayOut): Standstill {
  return { waysOut: [wayOut], waiting: 0 };
}

function missionWay(
  { groupId, mission, items }: PlanScene,
  id: StandstillCause,
  kind: WayOutKind,
  proposals: readonly Proposal<StandstillCause>[] = [],
  values: Reason['values'] = {},
): WayOut {
  const reason = because(id, 'unmet', { deadlineAtMs: msOf(mission.document.deadline), ...values }, [
    recordOf('mission', groupId, ''),
  ]);
  return { kind, workItemId: undefined, reason, blocksCount: items.length, proposals };
}

/** Without a term nobody may lead (CRD-007): the owner appoints, the same Agent if it likes (OPEN-035). */
function findEndedTerm(scene: PlanScene): WayOut | undefined {
  const { connection, groupId, mission, moment } = scene;
  const lease = coordinatorLeaseOf(connection.world, mission);
  const endedAtMs = lease === undefined ? moment.nowMs : msOf(lease.expiresAt);
  if (lease?.state === 'active' && !moment.hasReached(endedAtMs)) return undefined;
  const { agentId } = mission.document.coordinator;
  const owner = localOwner(connection, mission);
  const values = { endedAtMs, agentId, ownerId: mission.document.missionOwner.id };
  const reason = because('term-ended' as const, 'unmet', values, [
    recordOf('lease', groupId, mission.document.coordinator.leaseId),
  ]);
  const intent: Intent = {
    kind: 'mission.assign_coordinator',
    groupId,
    form: { coordinatorAgentId: agentId },
    ...(owner === undefined ? {} : { signer: owner.actor }),
  };
  const canAppoint = owner !== undefined && localCoordinator(connection, mission) !== undefined;
  return {
    kind: 'appoint',
    workItemId: undefined,
    reason,
    blocksCount: scene.items.length,
    proposals: canAppoint ? [propose(intent, [reason])] : [],
  };
}

/** Everything was accepted or given up (MIS-009): the results that are there can be submitted. */
function submission(scene: PlanScene): WayOut {
  const { groupId, items } = scene;
  const verified = items.filter(({ document }) => document.state === 'verified');
  const artifactHashes = [
    ...new Set(verified.flatMap(({ document }) => document.submission?.artifactHashes ?? [])),
  ];
  const values = { verified: verified.length, cancelled: items.length - verified.length };
  const reason = because('all-done' as const, 'met', values, [recordOf('mission', groupId, '')]);
  const intent: Intent = { kind: 'mission.submit_for_approval', groupId, form: { artifactHashes } };
  // Without a single result there is nothing that could be submitted: more work is needed, or the owner cancels.
  if (artifactHashes.length === 0) return missionWay(scene, 'no-work', 'plan', [], values);
  return missionWay(scene, 'all-done', 'submit', [propose(intent, [reason])], values);
}

const KINDS: { readonly [Each in Exclude<WaitCause, 'dependency-open' | 'dependency-failed'>]: WayOutKind } =
  {
    'dependency-cancelled': 'replace',
    'not-offered': 'offer',
    'offer-ended': 'offer',
    'no-candidate': 'find-worker',
    'start-approval': 'approve-start',
    'start-missed': 'offer',
    'lease-ended': 'offer',
    'resolution-needed': 'resolve',
    'child-awaits-answer': 'answer-child',
    'child-ended': 'replan-child',
    'review-waits': 'review',
    'work-failed': 'offer',
    'budget-spent': 'raise-budget',
  };

function wayOutOf(
  scene: PlanScene,
  item: WorkItemRecord,
  cause: keyof typeof KINDS,
  subject: string,
): WayOut {
  const { groupId, graph } = scene;
  const { workItemId, contract } = item.document;
  const reason = because(cause, 'unmet', { subject, goal: contract.goal }, [
    recordOf('workItem', groupId, workItemId),
  ]);
  return {
    kind: KINDS[cause],
    workItemId,
    reason,
    blocksCount: graph.blocksCount(workItemId),
    proposals: [...intentsFor(scene, item, cause)].map((intent) => propose(intent, [reason])),
  };
}

/** The Commands that the Coordinator could sign at once. What needs a choice first is left to its screen. */
function* intentsFor(scene: PlanScene, item: WorkItemRecord, cause: keyof typeof KINDS): Generator<Intent> {
  const { groupId } = scene;
  const { workItemId } = item.document;
  if (cause === 'dependency-cancelled') yield* replacementFor(scene, item);
  if (cause === 'resolution-needed' || cause === 'child-ended')
    yield { kind: 'work.unblock', groupId, form: { workItemId } };
}

/** What waits for work that was given up never starts (WORK-042): the same work without that, in its place. */
export function* replacementFor(
  scene: PlanScene,
  { document, parentWorkItemId }: WorkItemRecord,
): Generator<Intent> {
  const { connection, groupId } = scene;
  const { contract, workItemId } = document;
  const dependencyWorkItemIds = contract.dependencyWorkItemIds.filter(
    (id) => connection.world.get('workItem', groupId, id)?.document.state !== 'cancelled',
  );
  // Given up first: it holds the budget that its replacement needs.
  yield { kind: 'work.cancel', groupId, form: { workItemId } };
  yield {
    kind: 'work.authorize',
    groupId,
    form: {
      contract: { ...contract, contractVersion: 1, dependencyWorkItemIds },
      ...(parentWorkItemId === undefined ? {} : { parentWorkItemId }),
    },
  };
}

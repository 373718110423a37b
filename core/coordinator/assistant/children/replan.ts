// What can be done when a child Mission has failed or was cancelled (CHD-007, OPEN-036), by what its failure policy has made of the
// parent: the item blocked, the item failed, or the whole Mission failed. Nothing of it happens by itself.
import { parentOf } from '../../../domain/mission-tree.ts';
import { type MissionRecord, SINGLE, type WorkItemRecord } from '../../../domain/world.ts';
import type { AgentCard, ChildFailurePolicy } from '../../../protocol/generated/documents.ts';
import type { Intent } from '../../desk/intent/forms.ts';
import { msOf } from '../../desk/moment.ts';
import { isFree } from '../planning/readiness.ts';
import { planScene, type PlanScene } from '../planning/plan-scene.ts';
import { because, propose, recordOf } from '../planning/reasons.ts';
import type { Proposal, Reason } from '../proposal.ts';
import { type ChildReasonId, draftChild } from './draft-child.ts';

export type ReplanReasonId =
  | ChildReasonId
  | 'child-failed'
  | 'child-cancelled'
  | 'attempts-left'
  | 'attempts-spent'
  | 'results-kept'
  | 'time-left'
  | 'time-gone'
  | 'work-waits'
  | 'worker-found'
  | 'no-worker'
  | 'mission-failed'
  | 'failure-climbs';

export type ReplanKind =
  | 'replacement-child'
  | 'own-work'
  | 'offer-again'
  | 'give-up'
  | 'new-mission'
  | 'look-above';

export interface ReplanOption {
  readonly kind: ReplanKind;
  /** One after the other: each is tried once the one before it is accepted. */
  readonly proposals: readonly Proposal<ReplanReasonId>[];
  /** Whether the item has to be offered before or after that; to whom is for the ranking to say. */
  readonly offer: 'before' | 'after' | undefined;
  /** Why it cannot be had; empty where it can. */
  readonly obstacles: readonly Reason<ReplanReasonId>[];
}

export interface Replan {
  readonly policy: ChildFailurePolicy;
  readonly reasons: readonly Reason<ReplanReasonId>[];
  /** The best first; those that cannot be had last. */
  readonly options: readonly ReplanOption[];
}

/** Undefined while no child of the item has come to nothing. */
export function replanAfterChild(
  scene: PlanScene,
  item: WorkItemRecord,
  candidates: readonly AgentCard[],
): Replan | undefined {
  const { connection } = scene;
  const childGroupId = item.childGroupId ?? item.formerChildGroupIds.at(-1);
  const child =
    childGroupId === undefined ? undefined : connection.world.get('mission', childGroupId, SINGLE);
  const state = child?.document.state;
  if (child === undefined || (state !== 'failed' && state !== 'cancelled')) return undefined;
  const policy = child.failurePolicy ?? 'block_parent_work_item';
  const reasons = [...reasonsFor(scene, item, child)];
  const options = optionsFor(scene, item, candidates, reasons);
  const isOpen = ({ obstacles }: ReplanOption) => obstacles.length === 0;
  return {
    policy,
    reasons,
    options: [...options.filter(isOpen), ...options.filter((each) => !isOpen(each))],
  };
}

function* reasonsFor(
  scene: PlanScene,
  item: WorkItemRecord,
  child: MissionRecord,
): Generator<Reason<ReplanReasonId>> {
  const { connection, groupId, graph, mission } = scene;
  const { workItemId, contract } = item.document;
  const { groupId: childGroupId, missionId, state } = child.document;
  const reference = recordOf('workItem', groupId, workItemId);
  yield because(state === 'failed' ? 'child-failed' : 'child-cancelled', 'unmet', { missionId }, [
    recordOf('mission', childGroupId, SINGLE),
  ]);
  const artifacts = [...connection.world.list('artifact', childGroupId)];
  // What a child published stays in its Group; a replacement may take it as its input, nothing accepts it by itself.
  if (artifacts.length > 0)
    yield because(
      'results-kept',
      'met',
      { count: artifacts.length },
      artifacts.map(([id]) => recordOf('artifact', childGroupId, id)),
    );
  const used = triesOf(item);
  const { maxAttempts } = contract.retryPolicy;
  const hasAttempts = used < maxAttempts;
  yield because(
    hasAttempts ? 'attempts-left' : 'attempts-spent',
    hasAttempts ? 'met' : 'unmet',
    { used, allowed: maxAttempts },
    [reference],
  );
  const endMs = Math.min(msOf(contract.deadline), msOf(mission.document.deadline));
  const hasTime = endMs > connection.nowMs;
  yield because(hasTime ? 'time-left' : 'time-gone', hasTime ? 'met' : 'unmet', { deadlineAtMs: endMs }, [
    reference,
  ]);
  const waiting = graph.blocksCount(workItemId);
  if (waiting > 0) yield because('work-waits', 'unmet', { count: waiting }, [reference]);
}

/** Every child that came to nothing was one try (WORK-055). */
function triesOf({ formerChildGroupIds, childGroupId, attempts }: WorkItemRecord): number {
  return attempts + formerChildGroupIds.length + (childGroupId === undefined ? 0 : 1);
}

function optionsFor(
  scene: PlanScene,
  item: WorkItemRecord,
  candidates: readonly AgentCard[],
  reasons: readonly Reason<ReplanReasonId>[],
): readonly ReplanOption[] {
  const { mission } = scene;
  if (mission.document.state === 'failed' || mission.document.state === 'cancelled')
    return [afterMission(scene, reasons)];
  const { state } = item.document;
  if (state === 'failed') return [offerAgain(scene, item, reasons), giveUpFailed(scene, item, reasons)];
  if (state !== 'blocked') return [];
  const replacement = replacementChild(scene, item, candidates, reasons);
  const own = ownWork(scene, item, reasons);
  const giveUp: ReplanOption = {
    kind: 'give-up',
    proposals: [
      propose(
        { kind: 'work.cancel', groupId: scene.groupId, form: { workItemId: item.document.workItemId } },
        reasons,
      ),
    ],
    offer: undefined,
    obstacles: [],
  };
  // What has failed as often as it may is not tried in the same way again.
  return reasons.some(({ id }) => id === 'attempts-spent')
    ? [own, giveUp, replacement]
    : [replacement, own, giveUp];
}

function replacementChild(
  scene: PlanScene,
  item: WorkItemRecord,
  candidates: readonly AgentCard[],
  reasons: readonly Reason<ReplanReasonId>[],
): ReplanOption {
  const spent = reasons.filter(({ id }) => id === 'attempts-spent' || id === 'time-gone');
  const draft = draftChild(scene, item, candidates);
  const obstacles = draft.ok ? spent : [...spent, ...draft.fault];
  const proposals = draft.ok ? [propose(draft.value.intent, [...reasons, ...draft.value.reasons])] : [];
  return { kind: 'replacement-child', proposals, offer: undefined, obstacles };
}

/** The item goes back to `open`, and to a member that can do it alone. */
function ownWork(
  scene: PlanScene,
  item: WorkItemRecord,
  reasons: readonly Reason<ReplanReasonId>[],
): ReplanOption {
  const { groupId } = scene;
  const { workItemId } = item.document;
  const unblock: Intent = { kind: 'work.unblock', groupId, form: { workItemId } };
  const worker = findWorker(scene, item);
  const time = reasons.filter(({ id }) => id === 'time-gone');
  return {
    kind: 'own-work',
    proposals: worker === undefined ? [] : [propose(unblock, [...reasons, worker])],
    offer: 'after',
    obstacles: worker === undefined ? [...time, noWorker(scene, item)] : time,
  };
}

function offerAgain(
  scene: PlanScene,
  item: WorkItemRecord,
  reasons: readonly Reason<ReplanReasonId>[],
): ReplanOption {
  const worker = isFree(scene, item) ? findWorker(scene, item) : undefined;
  const spent = reasons.filter(({ id }) => id === 'attempts-spent' || id === 'time-gone');
  const obstacles = worker === undefined ? [...spent, noWorker(scene, item)] : spent;
  return { kind: 'offer-again', proposals: [], offer: 'after', obstacles };
}

/** From `failed` only an offer leads out; after it the item can be cancelled (OPEN-033). */
function giveUpFailed(
  scene: PlanScene,
  item: WorkItemRecord,
  reasons: readonly Reason<ReplanReasonId>[],
): ReplanOption {
  const { groupId } = scene;
  const { workItemId } = item.document;
  const worker = findWorker(scene, item);
  const cancel: Intent = { kind: 'work.cancel', groupId, form: { workItemId } };
  return {
    kind: 'give-up',
    proposals: worker === undefined ? [] : [propose(cancel, [...reasons, worker])],
    offer: 'before',
    obstacles: worker === undefined ? [noWorker(scene, item)] : [],
  };
}

/** That somebody of the Group could do the work. */
function findWorker(
  { workers }: PlanScene,
  { document }: WorkItemRecord,
): Reason<ReplanReasonId> | undefined {
  const [card] = workers.candidatesFor(document.contract);
  if (card === undefined) return undefined;
  const { agentId, cardVersion } = card;
  return because('worker-found', 'met', { agentId }, [{ type: 'agent-card', agentId, cardVersion }]);
}

function noWorker({ groupId, workers }: PlanScene, { document }: WorkItemRecord): Reason<ReplanReasonId> {
  const capabilities = workers
    .missingFor(document.contract)
    .map(({ id }) => id)
    .join(', ');
  return because('no-worker', 'unmet', { capabilities }, [
    recordOf('workItem', groupId, document.workItemId),
  ]);
}

/** A failed Mission is never opened again (MIS-006): a root is begun anew by its owner, a child is its parent's matter. */
function afterMission(scene: PlanScene, reasons: readonly Reason<ReplanReasonId>[]): ReplanOption {
  const { connection, groupId, mission } = scene;
  const { document, title, permissions } = mission;
  const reference = [recordOf('mission', groupId, SINGLE)];
  const { parent } = document;
  if (parent !== undefined) {
    const climbs = because(
      'failure-climbs' as const,
      'unmet',
      { missionId: parent.missionId, workItemId: parent.workItemId },
      reference,
    );
    return { kind: 'look-above', proposals: [], offer: undefined, obstacles: [climbs] };
  }
  const failed = because('mission-failed' as const, 'unmet', { missionId: document.missionId }, reference);
  const gone =
    msOf(document.deadline) <= connection.nowMs
      ? [because('time-gone' as const, 'unmet', { deadlineAtMs: msOf(document.deadline) }, reference)]
      : [];
  const intent: Intent = {
    kind: 'mission.create',
    form: {
      objective: document.objective,
      definitionOfDone: document.definitionOfDone,
      budget: document.budget,
      deadline: document.deadline,
      approvalPolicy: document.approvalPolicy,
      coordinatorAgentId: document.coordinator.agentId,
      ...(title === undefined ? {} : { title }),
      ...(permissions.length === 0 ? {} : { permissions }),
    },
    signer: document.missionOwner,
  };
  return {
    kind: 'new-mission',
    proposals: [propose(intent, [...reasons, failed])],
    offer: undefined,
    obstacles: gone,
  };
}

/** The item above a Mission whose failure has climbed, with its own scene; undefined for a root. */
export function sceneAbove(
  scene: PlanScene,
): { readonly scene: PlanScene; readonly item: WorkItemRecord } | undefined {
  const { connection, mission } = scene;
  const { parent } = mission.document;
  const above = parentOf(connection.world, mission);
  const item =
    parent === undefined || above === undefined
      ? undefined
      : connection.world.get('workItem', above.document.groupId, parent.workItemId);
  const found = above === undefined ? undefined : planScene(connection, above.document.groupId);
  return item === undefined || found === undefined ? undefined : { scene: found, item };
}

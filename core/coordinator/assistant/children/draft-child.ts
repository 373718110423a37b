// The draft of a child Mission: what the item asks for, within what the parent has, with a Coordinator and a failure policy that are
// chosen by rules which are written down (CHD-001…CHD-007). What would widen anything is never drafted.
import type { WorkItemRecord } from '../../../domain/world.ts';
import { accept, refuse, type Result } from '../../../protocol/result.ts';
import { formatTimestamp } from '../../../protocol/timestamp.ts';
import type { AgentCard, CapabilityRef, ChildFailurePolicy } from '../../../protocol/generated/documents.ts';
import type { Intent } from '../../desk/intent/forms.ts';
import { msOf } from '../../desk/moment.ts';
import { canDo, isUsableCard, type PlanScene } from '../planning/plan-scene.ts';
import { because, propose, recordOf } from '../planning/reasons.ts';
import type { Proposal, Reason } from '../proposal.ts';
import {
  type ChildTerms,
  type NarrowingReasonId,
  type NarrowingPlace,
  type NarrowingProof,
  proveNarrowing,
  roomBelow,
} from './narrowing.ts';

export type ChildReasonId =
  | NarrowingReasonId
  | 'coordinator-has-capabilities'
  | 'coordinator-is-free'
  | 'coordinator-is-parents'
  | 'no-coordinator'
  | 'policy-block'
  | 'policy-fail-item'
  | 'policy-fail-mission'
  | 'human-for-risk'
  | 'human-for-own-output';

/** What a person wants otherwise than the rules would choose. */
export interface ChildWish extends Partial<ChildTerms> {
  readonly coordinatorAgentId?: string;
  readonly finalHumanApproval?: boolean;
}

export interface ChildSettings {
  /** Kept back of the time that the item has, for the parent's own review. */
  readonly reviewShare: number;
}

export const DEFAULT_CHILD: ChildSettings = { reviewShare: 0.1 };

/** An entry of a contract's constraints: without this work the Mission is lost, and there is no other way (CHD-007). */
const INDISPENSABLE = 'indispensable';

/** Everything about a child that is to be made: for a person to change, or to be signed. */
export interface ChildPlan {
  readonly place: NarrowingPlace;
  readonly terms: ChildTerms;
  readonly proof: NarrowingProof;
  /** What stands in the way; empty where it can be signed. */
  readonly faults: readonly Reason<ChildReasonId>[];
  readonly reasons: readonly Reason<ChildReasonId>[];
  readonly finalHumanApproval: boolean;
  /** Who could coordinate it, the best first. */
  readonly coordinators: readonly CoordinatorCandidate[];
  /** Undefined where nobody can coordinate it. */
  readonly intent: ChildIntent | undefined;
}

type ChildIntent = Extract<Intent, { readonly kind: 'mission.create_child' }>;

export interface CoordinatorCandidate {
  readonly agentId: string;
  readonly isParents: boolean;
  /** Capabilities of the contract that it has, of as many. */
  readonly capabilities: number;
  readonly required: number;
  /** WorkItems of this Mission that it holds. */
  readonly held: number;
  readonly reason: Reason<ChildReasonId>;
}

/** The child as the rules choose it, changed by what a person wishes; also one that would be refused. */
export function planChild(
  scene: PlanScene,
  item: WorkItemRecord,
  candidates: readonly AgentCard[],
  wish: ChildWish = {},
  settings: ChildSettings = DEFAULT_CHILD,
): ChildPlan {
  const { groupId, mission } = scene;
  const { contract, workItemId } = item.document;
  const place = placeOf(scene, item);
  const policy = choosePolicy(scene, item, wish.failurePolicy);
  const terms: ChildTerms = {
    budget: wish.budget ?? roomBelow(place),
    deadline: wish.deadline ?? deadlineFor(scene, item, settings),
    permissions: wish.permissions ?? permissionsFor(scene, item),
    failurePolicy: policy.policy,
  };
  const proof = proveNarrowing(place, terms);
  const coordinators = rankCoordinators(scene, item, candidates);
  const { coordinatorAgentId: wished } = wish;
  const coordinator = coordinators.find(({ agentId }) => wished === undefined || agentId === wished);
  const human = coordinator === undefined ? [] : humanReasons(scene, item, coordinator.agentId);
  const finalHumanApproval = wish.finalHumanApproval ?? human.length > 0;
  const chosen =
    coordinator?.reason ??
    because('no-coordinator' as const, 'unmet', { candidates: candidates.length, wished: wished ?? '' });
  const intent: ChildIntent | undefined =
    coordinator === undefined
      ? undefined
      : {
          kind: 'mission.create_child',
          groupId,
          form: {
            parentWorkItemId: workItemId,
            title: contract.goal,
            objective: contract.goal,
            definitionOfDone: contract.acceptanceCriteria,
            budget: terms.budget,
            deadline: terms.deadline,
            permissions: terms.permissions,
            approvalPolicy: { ...mission.document.approvalPolicy, finalHumanApproval },
            coordinatorAgentId: coordinator.agentId,
            childFailurePolicy: terms.failurePolicy,
          },
        };
  return {
    place,
    terms,
    proof,
    faults: coordinator === undefined ? [...proof.widenings, chosen] : proof.widenings,
    reasons: [...proof.checks, chosen, policy.reason, ...human],
    finalHumanApproval,
    coordinators,
    intent,
  };
}

/** The Command with the whole proof, or what widens. */
export function draftChild(
  scene: PlanScene,
  item: WorkItemRecord,
  candidates: readonly AgentCard[],
  wish: ChildWish = {},
  settings: ChildSettings = DEFAULT_CHILD,
): Result<Proposal<ChildReasonId>, readonly Reason<ChildReasonId>[]> {
  const { intent, faults, reasons } = planChild(scene, item, candidates, wish, settings);
  return intent === undefined || faults.length > 0 ? refuse(faults) : accept(propose(intent, reasons));
}

/** Where a child below an item has to fit in. */
export function placeOf({ connection, mission }: PlanScene, item: WorkItemRecord): NarrowingPlace {
  return {
    world: connection.world,
    mission,
    item,
    nowMs: connection.nowMs,
    depthLimit: connection.policy.cooperation.delegationDepth,
  };
}

/** The earlier of both deadlines, less what the parent needs to look at the result. */
function deadlineFor(
  { connection, mission }: PlanScene,
  { document }: WorkItemRecord,
  { reviewShare }: ChildSettings,
): string {
  const endMs = Math.min(msOf(mission.document.deadline), msOf(document.contract.deadline));
  const reserveMs = Math.max(0, endMs - connection.nowMs) * reviewShare;
  return formatTimestamp(Math.floor((endMs - reserveMs) / 1_000) * 1_000);
}

/** Only what the work may do by its contract, and only what the parent permits. */
function permissionsFor({ mission }: PlanScene, { document }: WorkItemRecord): readonly string[] {
  const wanted = new Set(
    document.contract.allowedResources.flatMap(({ resource, operations }) => [resource, ...operations]),
  );
  return mission.permissions.filter((permission) => wanted.has(permission));
}

function choosePolicy(
  { groupId, graph }: PlanScene,
  { document }: WorkItemRecord,
  wished: ChildFailurePolicy | undefined,
): { readonly policy: ChildFailurePolicy; readonly reason: Reason<ChildReasonId> } {
  const { workItemId, contract } = document;
  const waiting = graph.blocksCount(workItemId);
  const usual =
    contract.constraints?.[INDISPENSABLE] === true
      ? 'fail_parent_mission'
      : // Nothing waits for it, so nothing is lost when it fails at once, and what it held is free for a new offer.
        waiting === 0
        ? 'fail_parent_work_item'
        : 'block_parent_work_item';
  const policy = wished ?? usual;
  const ids = {
    block_parent_work_item: 'policy-block',
    fail_parent_work_item: 'policy-fail-item',
    fail_parent_mission: 'policy-fail-mission',
  } as const;
  return {
    policy,
    reason: because(ids[policy], 'met', { waiting, isWish: wished !== undefined }, [
      recordOf('workItem', groupId, workItemId),
    ]),
  };
}

/** Somebody else than the parent's Coordinator where possible, with as many of the capabilities and as little work as possible. */
function rankCoordinators(
  scene: PlanScene,
  { document }: WorkItemRecord,
  candidates: readonly AgentCard[],
): readonly CoordinatorCandidate[] {
  const { requiredCapabilities } = document.contract;
  return candidates
    .filter((card) => isUsableCard(card, scene.moment))
    .map((card) => weighCoordinator(scene, card, requiredCapabilities))
    .toSorted(
      (a, b) =>
        Number(a.isParents) - Number(b.isParents) ||
        // Whoever is not heard of now may never begin to lead.
        Number(isHeard(scene, b.agentId)) - Number(isHeard(scene, a.agentId)) ||
        b.capabilities - a.capabilities ||
        a.held - b.held ||
        (a.agentId < b.agentId ? -1 : 1),
    );
}

/** Whether an Agent says that it is there, and may still be believed. */
function isHeard({ connection, moment }: PlanScene, agentId: string): boolean {
  const presence = connection.presence.get(agentId);
  if (presence === undefined || moment.hasReached(msOf(presence.expiresAt))) return false;
  return presence.status === 'online' || presence.status === 'busy';
}

function weighCoordinator(
  scene: PlanScene,
  card: AgentCard,
  requiredCapabilities: readonly CapabilityRef[],
): CoordinatorCandidate {
  const { agentId, cardVersion } = card;
  const isParents = agentId === scene.mission.document.coordinator.agentId;
  const capabilities = requiredCapabilities.filter((each) => canDo(card, [each])).length;
  const figures = { capabilities, required: requiredCapabilities.length, held: heldBy(scene, agentId) };
  const id = isParents
    ? 'coordinator-is-parents'
    : capabilities > 0
      ? 'coordinator-has-capabilities'
      : 'coordinator-is-free';
  const reason = because(id, isParents ? 'unmet' : 'met', { agentId, ...figures }, [
    { type: 'agent-card' as const, agentId, cardVersion },
  ]);
  return { agentId, isParents, ...figures, reason };
}

function heldBy({ items }: PlanScene, agentId: string): number {
  return items.filter(
    ({ document: { owner, state } }) =>
      owner?.agentId === agentId && (state === 'queued' || state === 'active' || state === 'blocked'),
  ).length;
}

/** When the human at the root has to approve as well (CHD-005, CRD-006). */
function humanReasons(
  { mission, groupId }: PlanScene,
  { document }: WorkItemRecord,
  agentId: string,
): readonly Reason<ChildReasonId>[] {
  const { sideEffectRisk } = document.contract;
  const reasons: Reason<ChildReasonId>[] = [];
  if (sideEffectRisk === 'external' || sideEffectRisk === 'high_risk' || sideEffectRisk === 'destructive')
    reasons.push(
      because('human-for-risk', 'met', { risk: sideEffectRisk }, [
        recordOf('workItem', groupId, document.workItemId),
      ]),
    );
  if (agentId === mission.document.coordinator.agentId)
    reasons.push(because('human-for-own-output', 'met', { agentId }, [recordOf('mission', groupId, '')]));
  return reasons;
}

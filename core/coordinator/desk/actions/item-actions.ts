// What can be done with a WorkItem or a Work Proposal, state by state (screen 7). Only what the object itself decides stands
// here; what a form adds is judged by the rules when its sheet opens.
import { liveHoldingLease } from '../../../domain/ownership.ts';
import { nowAt } from '../../../domain/decision.ts';
import type { ProposalRecord, WorkItemRecord } from '../../../domain/world.ts';
import type { DeskConnection } from '../connection.ts';
import { msOf } from '../moment.ts';
import type {
  ActionReason,
  ActionRule,
  ActionWarningId,
  DeskAction,
  ItemActionId,
  ProposalActionId,
} from './action-types.ts';
import {
  judgeAction,
  type MissionScene,
  missionScene,
  reason,
  requireActive,
  requireLive,
} from './mission-scene.ts';

type ItemState = WorkItemRecord['document']['state'];

interface ItemScene extends MissionScene {
  readonly record: WorkItemRecord;
  /** Until when its owner holds it; undefined while nobody does. */
  readonly heldUntilMs: number | undefined;
}

function inStates(...states: readonly ItemState[]) {
  return ({ record }: ItemScene): ActionReason | undefined =>
    states.includes(record.document.state)
      ? undefined
      : reason('state', { state: record.document.state, allowed: states.join(' ') });
}

/** WORK-013: nobody owns it now. */
function requireNoOwner({ heldUntilMs }: ItemScene): ActionReason | undefined {
  return heldUntilMs === undefined ? undefined : reason('owner-holds', { until: heldUntilMs });
}

/** OPEN-036: no child Mission is at work on it. */
function requireNoChild({ record }: ItemScene): ActionReason | undefined {
  return record.childGroupId === undefined
    ? undefined
    : reason('child-runs', { childGroupId: record.childGroupId });
}

type Condition = (scene: ItemScene) => ActionReason | undefined;

/** The first reason of several conditions. */
function all(...conditions: readonly Condition[]): Condition {
  return (scene) => {
    for (const condition of conditions) {
      const found = condition(scene);
      if (found !== undefined) return found;
    }
    return undefined;
  };
}

const UNFINISHED: readonly ItemState[] = ['open', 'offered', 'queued', 'active', 'blocked', 'submitted'];

function warnOfOwner({ record, heldUntilMs }: ItemScene): readonly ActionWarningId[] {
  if (record.document.state === 'active') return ['unsafe-point', 'fences-owner'];
  return heldUntilMs === undefined ? [] : ['fences-owner'];
}

const ITEM_RULES: { readonly [Id in ItemActionId]: ActionRule<ItemScene> } = {
  offer: { kind: 'work.offer', by: 'coordinator', hindrance: all(inStates('open'), requireActive) },
  'edit-contract': {
    kind: 'work.offer',
    by: 'coordinator',
    // A corrected contract comes with a new offer (OPEN-048).
    hindrance: all(inStates('open', 'offered', 'failed'), requireActive),
  },
  'add-dependency': {
    kind: 'ext.missionweaveprotocol.core.work_dependency_add',
    by: 'coordinator',
    hindrance: all(inStates('open', 'offered'), requireActive),
  },
  promote: {
    kind: 'mission.create_child',
    by: 'coordinator',
    hindrance: all(inStates('open', 'offered', 'queued', 'active', 'blocked'), requireNoChild, requireActive),
    warnings: warnOfOwner,
  },
  cancel: {
    kind: 'work.cancel',
    by: 'lead',
    hindrance: all(inStates(...UNFINISHED), requireNoChild),
    warnings: warnOfOwner,
  },
  fail: {
    kind: 'work.fail',
    by: 'coordinator',
    hindrance: all(inStates(...UNFINISHED), requireNoChild),
    warnings: warnOfOwner,
  },
  'override-offer': {
    kind: 'work.offer',
    by: 'owner',
    hindrance: all(inStates('open'), requireActive),
    warnings: () => ['audited'],
  },
  'extend-offer': {
    kind: 'work.offer',
    by: 'coordinator',
    hindrance: all(inStates('offered'), requireActive),
  },
  reassign: {
    kind: 'work.offer',
    by: 'coordinator',
    hindrance: all(inStates('queued', 'active', 'blocked'), requireNoChild, requireNoOwner, requireActive),
    warnings: ({ record }) => (record.document.owner === undefined ? [] : ['fences-owner']),
  },
  'grant-start': {
    kind: 'approval.grant_execution',
    by: 'owner',
    hindrance: all(inStates('queued'), requireGate, requireHold, requireActive),
  },
  message: { kind: 'message.post', by: 'member', hindrance: requireLive },
  unblock: {
    kind: 'work.unblock',
    by: 'coordinator',
    hindrance: all(inStates('blocked'), requireNoChild, requireActive),
    warnings: ({ heldUntilMs }) => [heldUntilMs === undefined ? 'becomes-open' : 'becomes-queued'],
  },
  review: { kind: undefined, by: 'coordinator', hindrance: inStates('submitted') },
  'accept-result': {
    kind: 'work.accept_result',
    by: 'coordinator',
    hindrance: all(inStates('submitted'), requireActive),
  },
  'send-back': {
    kind: 'work.fail',
    by: 'coordinator',
    hindrance: all(inStates('submitted'), requireActive),
    warnings: () => ['two-steps', 'fences-owner'],
  },
  'offer-again': { kind: 'work.offer', by: 'coordinator', hindrance: all(inStates('failed'), requireActive) },
  'replace-item': {
    kind: 'work.authorize',
    by: 'coordinator',
    hindrance: all(inStates('failed'), requireActive),
  },
  'follow-up-item': {
    kind: 'work.authorize',
    by: 'coordinator',
    hindrance: all(inStates('verified', 'cancelled'), requireActive),
  },
};

function requireGate({ record }: ItemScene): ActionReason | undefined {
  const { executionApproval } = record.document.contract;
  return executionApproval === 'not_required' ? reason('no-approval-needed') : undefined;
}

function requireHold({ heldUntilMs }: ItemScene): ActionReason | undefined {
  return heldUntilMs === undefined ? reason('hold-ended') : undefined;
}

/** Every action of a WorkItem, the possible ones and the others; empty when it is not known. */
export function itemActions(
  connection: DeskConnection,
  groupId: string,
  workItemId: string,
): readonly DeskAction<ItemActionId>[] {
  const mission = missionScene(connection, groupId);
  const record = connection.world.get('workItem', groupId, workItemId);
  if (mission === undefined || record === undefined) return [];
  const lease = liveHoldingLease(connection.world, record, nowAt(connection.nowMs));
  const scene: ItemScene = {
    ...mission,
    record,
    heldUntilMs: lease === undefined ? undefined : msOf(lease.expiresAt),
  };
  return Object.entries(ITEM_RULES).map(([id, rule]) =>
    // The table's names are its keys.
    judgeAction(id as ItemActionId, rule, scene, id === 'grant-start' || id === 'override-offer'),
  );
}

interface ProposalScene extends MissionScene {
  readonly proposal: ProposalRecord;
}

function requireOpen({ proposal }: ProposalScene): ActionReason | undefined {
  const { state } = proposal.document;
  return state === 'open' ? undefined : reason('proposal-closed', { state });
}

const PROPOSAL_RULES: { readonly [Id in ProposalActionId]: ActionRule<ProposalScene> } = {
  'authorize-as-proposed': {
    kind: 'work.authorize',
    by: 'coordinator',
    hindrance: (scene) => requireOpen(scene) ?? requireActive(scene),
  },
  'write-own': { kind: 'work.authorize', by: 'coordinator', hindrance: requireActive },
  reply: { kind: 'message.post', by: 'member', hindrance: requireLive },
};

/** Every action of a Work Proposal. There is none that rejects it: it stays open (OPEN-037's like). */
export function proposalActions(
  connection: DeskConnection,
  groupId: string,
  proposalId: string,
): readonly DeskAction<ProposalActionId>[] {
  const mission = missionScene(connection, groupId);
  const proposal = connection.world.get('proposal', groupId, proposalId);
  if (mission === undefined || proposal === undefined) return [];
  const scene: ProposalScene = { ...mission, proposal };
  return Object.entries(PROPOSAL_RULES).map(([id, rule]) => judgeAction(id as ProposalActionId, rule, scene));
}

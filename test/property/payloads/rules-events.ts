// Rules of the Event payloads: kinds of Leases, Messages and Approvals, and what a document has to hold.
import type { Lease } from '../../../core/protocol/generated/documents.ts';
import type { EventKind } from '../../../core/protocol/schema.ts';
import type { PayloadRule } from './payload-rule.ts';
import { CHANGE_REQUEST, CHILD_APPROVAL, EXECUTION_APPROVAL, FINAL_APPROVAL } from './sample-decisions.ts';
import { CORRECTION, MESSAGE, REDACTION, RETRACTION } from './sample-records.ts';
import {
  BLOCKED_LEASE,
  EXECUTION_LEASE,
  OWNERSHIP_LEASE,
  PROPOSAL,
  REVOKED_EXECUTION_LEASE,
  WORK_ITEM_OPEN,
} from './sample-work.ts';
import { COORDINATOR_LEASE, GROUP, MISSION } from './samples.ts';

type Rule = PayloadRule<EventKind>;

const LEASES = {
  coordinator: COORDINATOR_LEASE,
  ownership: OWNERSHIP_LEASE,
  execution: EXECUTION_LEASE,
  blocked: BLOCKED_LEASE,
};

/** The one type of Lease that each member may hold (section 6.2). */
const LEASE_MEMBERS: readonly [EventKind, string, keyof typeof LEASES][] = [
  ['mission.created', 'lease', 'coordinator'],
  ['mission.follow_up.created', 'lease', 'coordinator'],
  ['mission.child.created', 'ownershipLease', 'ownership'],
  ['mission.coordinator.assigned', 'lease', 'coordinator'],
  ['mission.coordinator.assigned', 'previousLease', 'coordinator'],
  ['mission.coordinator.renewed', 'lease', 'coordinator'],
  ['mission.approved', 'lease', 'coordinator'],
  ['mission.cancelled', 'lease', 'coordinator'],
  ['mission.terminated', 'lease', 'coordinator'],
  ['work.offer.accepted', 'lease', 'ownership'],
  ['work.started', 'lease', 'execution'],
  ['work.started', 'ownershipLease', 'ownership'],
  ['work.progressed', 'lease', 'execution'],
  ['work.progressed', 'ownershipLease', 'ownership'],
  ['work.checkpointed', 'lease', 'execution'],
  ['work.checkpointed', 'ownershipLease', 'ownership'],
  ['work.blocked', 'lease', 'execution'],
  ['work.blocked', 'blockedLease', 'blocked'],
  ['work.blocked', 'ownershipLease', 'ownership'],
  ['work.unblocked', 'ownershipLease', 'ownership'],
  ['work.submitted', 'lease', 'execution'],
  ['work.submitted', 'ownershipLease', 'ownership'],
  ['work.failed', 'lease', 'execution'],
  ['work.cancelled', 'lease', 'execution'],
  ['ext.missionweaveprotocol.core.work_execution_lease_revoked', 'lease', 'execution'],
  ['ext.missionweaveprotocol.core.work_execution_lease_revoked', 'ownershipLease', 'ownership'],
];

/** The Leases that an Event has just ended; everywhere else the Lease is the one that holds now. */
const ENDED: ReadonlySet<string> = new Set([
  'mission.coordinator.assigned previousLease',
  'mission.approved lease',
  'mission.cancelled lease',
  'mission.terminated lease',
  'work.checkpointed lease',
  'work.blocked lease',
  'work.submitted lease',
  'work.failed lease',
  'work.cancelled lease',
  'ext.missionweaveprotocol.core.work_execution_lease_revoked lease',
]);

const LEASE_TYPES: readonly Rule[] = LEASE_MEMBERS.flatMap(([kind, name, wanted]) =>
  Object.entries(LEASES).map(([type, lease]): Rule => ({
    rule: 'file 06 section 6.2',
    kind,
    says: `${name} ${type === wanted ? 'may' : 'may not'} be of type ${type}`,
    change: { [name]: ENDED.has(`${kind} ${name}`) ? endedOf(lease) : lease },
    refusedAt: type === wanted ? undefined : `/${name}/leaseType`,
  })),
);

const ENDED_LEASES: readonly Rule[] = LEASE_MEMBERS.filter(([kind, name]) =>
  ENDED.has(`${kind} ${name}`),
).map(([kind, name, type]): Rule => ({
  rule: 'LSE-003',
  kind,
  says: `${name} has ended`,
  change: { [name]: LEASES[type] },
  refusedAt: `/${name}/state`,
}));

function endedOf(lease: Lease): Lease {
  return { ...lease, state: 'released', closedAt: lease.startsAt, closureReason: 'its work is done' };
}

const MESSAGE_OF = {
  'message.posted': MESSAGE,
  'message.corrected': CORRECTION,
  'message.retracted': RETRACTION,
  'message.redacted': REDACTION,
};

const MESSAGE_KINDS: readonly Rule[] = (Object.keys(MESSAGE_OF) as (keyof typeof MESSAGE_OF)[]).flatMap(
  (kind) =>
    Object.values(MESSAGE_OF).map((message): Rule => ({
      rule: 'file 08 section 8.3',
      kind,
      says: `the Message ${message === MESSAGE_OF[kind] ? 'may' : 'may not'} be of kind ${message.kind}`,
      change: { message },
      refusedAt: message === MESSAGE_OF[kind] ? undefined : '/message/kind',
    })),
);

const APPROVALS: readonly Rule[] = [
  {
    rule: 'CMD-107',
    kind: 'mission.approved',
    says: 'a change request approves nothing',
    change: { approval: CHANGE_REQUEST },
    refusedAt: '/approval/decision',
  },
  {
    rule: 'CMD-107',
    kind: 'mission.approved',
    says: 'an execution Approval approves no Mission',
    change: { approval: EXECUTION_APPROVAL },
    refusedAt: '/approval/kind',
  },
  {
    rule: 'OPEN-058',
    kind: 'mission.approved',
    says: 'the root Approval is a final one',
    of: 'maximal',
    change: { rootApproval: CHILD_APPROVAL },
    refusedAt: '/rootApproval/kind',
  },
  {
    rule: 'CMD-108',
    kind: 'mission.changes_requested',
    says: 'an approving Approval asks for nothing',
    change: { approval: FINAL_APPROVAL },
    refusedAt: '/approval/decision',
  },
  {
    rule: 'CMD-131',
    kind: 'approval.execution.granted',
    says: 'only with an execution Approval',
    change: { approval: FINAL_APPROVAL },
    refusedAt: '/approval/kind',
  },
  {
    rule: 'CHD-006',
    kind: 'work.result.accepted',
    says: 'the Approval of a child is a child Approval',
    change: { childApproval: FINAL_APPROVAL },
    refusedAt: '/childApproval/kind',
  },
  {
    rule: 'CHD-006',
    kind: 'work.result.accepted',
    says: 'a child Approval takes the place of Evidence',
    change: { evidence: [], childApproval: CHILD_APPROVAL },
  },
];

const DOCUMENTS: readonly Rule[] = [
  {
    rule: 'ARC-004',
    kind: 'group.archived',
    says: 'the Group is archived',
    change: { group: GROUP },
    refusedAt: '/group/state',
  },
  {
    rule: 'DOC-MISN-C1',
    kind: 'mission.created',
    says: 'the Mission is valid',
    change: {
      mission: { ...MISSION, approvalPolicy: { ...MISSION.approvalPolicy, finalHumanApproval: false } },
    },
    refusedAt: '/mission/approvalPolicy/finalHumanApproval',
  },
  {
    rule: 'WORK-T02',
    kind: 'work.proposed',
    says: 'an authorized proposal names its WorkItem',
    change: { workProposal: { ...PROPOSAL, state: 'authorized' } },
    refusedAt: '/workProposal',
    naming: 'workItemId',
  },
  {
    rule: 'file 05 section 5.2',
    kind: 'work.proposed',
    says: 'a proposal is open, authorized or withdrawn',
    change: { workProposal: { ...PROPOSAL, state: 'rejected' } },
    refusedAt: '/workProposal/state',
  },
  {
    rule: 'DOC-WORK-C1',
    kind: 'work.offer.accepted',
    says: 'owned work has an owner',
    change: { workItem: { ...WORK_ITEM_OPEN, state: 'queued' } },
    refusedAt: '/workItem',
    naming: 'owner',
  },
  {
    rule: 'DOC-LEASE-C6',
    kind: 'work.checkpointed',
    says: 'a closed Lease says why',
    change: {
      lease: { ...EXECUTION_LEASE, state: 'released', closedAt: REVOKED_EXECUTION_LEASE.closedAt },
    },
    refusedAt: '/lease',
    naming: 'closureReason',
  },
  ...['queued', 'open'].map((status): Rule => ({
    rule: 'WORK-T10',
    kind: 'work.unblocked',
    says: `unblocked work is ${status}`,
    change: { status },
  })),
  {
    rule: 'WORK-T10',
    kind: 'work.unblocked',
    says: 'unblocked work is not active at once',
    change: { status: 'active' },
    refusedAt: '/status',
  },
  {
    rule: 'DATA-052',
    kind: 'ext.missionweaveprotocol.identity.session_opened',
    says: 'epochs start at one',
    change: { sessionEpoch: 0 },
    refusedAt: '/sessionEpoch',
  },
  {
    rule: 'BUD-010',
    kind: 'ext.missionweaveprotocol.core.resource_usage_recorded',
    says: 'a delta has a dimension',
    change: { usageDelta: {} },
    refusedAt: '/usageDelta',
  },
];

export const EVENT_RULES: readonly Rule[] = [
  ...LEASE_TYPES,
  ...ENDED_LEASES,
  ...MESSAGE_KINDS,
  ...APPROVALS,
  ...DOCUMENTS,
];

// Values that the authority alone computes and that no Command payload may bring along (section 8.6, principle).
import type { CommandKind } from '../../../core/protocol/schema.ts';
import type { JsonObject } from '../documents/json.ts';
import {
  AGENT_CARD_VERSION,
  at,
  AUTHORITY,
  BLOCKED_LEASE_ID,
  COORDINATOR,
  COORDINATOR_EPOCH,
  EXECUTION_LEASE_ID,
  GROUP_ID,
  OWNERSHIP_EPOCH,
  OWNERSHIP_LEASE_ID,
  SOURCE_EVENT_ID,
  urn,
  WORKER,
} from './sample-ground.ts';
import { MESSAGE, OVERRIDE_GRANT } from './sample-records.ts';
import { BLOCKED_LEASE, EXECUTION_LEASE, OWNERSHIP_LEASE, WORK_ITEM_OPEN } from './sample-work.ts';
import {
  COORDINATOR_LEASE,
  DELEGATION_GRANT,
  GROUP,
  MAIN_CONVERSATION,
  MISSION,
  OWNER_MEMBERSHIP,
} from './samples.ts';

/** Documents have interface types, which are no JSON objects to the compiler. */
function plainObject(values: object): JsonObject {
  return values as JsonObject;
}

/** Names of computed members with values that would be valid where the authority writes them. */
export const AUTHORITY_VALUES: JsonObject = plainObject({
  // Order and identity of Events.
  eventId: SOURCE_EVENT_ID,
  sourceEventId: SOURCE_EVENT_ID,
  sequence: 17,
  aggregateRevision: 3,
  revision: 3,
  missionRevision: 3,
  acceptedBy: AUTHORITY,
  // Times.
  occurredAt: at('09:30'),
  acceptedAt: at('09:30'),
  createdAt: at('09:30'),
  committedAt: at('09:30'),
  grantedAt: at('09:30'),
  activatedAt: at('09:30'),
  endedAt: at('09:30'),
  updatedAt: at('09:30'),
  submittedAt: at('09:30'),
  archivedAt: at('09:30'),
  startBy: at('09:30'),
  leaseExpiresAt: at('09:30'),
  ownershipLeaseExpiresAt: at('09:30'),
  executionLeaseExpiresAt: at('09:30'),
  offerExpiresAt: at('09:30'),
  // Epochs and pinned versions.
  sessionEpoch: 2,
  membershipEpoch: 2,
  granteeMembershipEpoch: 2,
  coordinatorEpoch: COORDINATOR_EPOCH,
  ownershipEpoch: OWNERSHIP_EPOCH,
  agentCardVersion: AGENT_CARD_VERSION,
  cardVersion: AGENT_CARD_VERSION,
  // Leases and other records.
  leaseId: COORDINATOR_LEASE.leaseId,
  ownershipLeaseId: OWNERSHIP_LEASE_ID,
  executionLeaseId: EXECUTION_LEASE_ID,
  blockedLeaseId: BLOCKED_LEASE_ID,
  membershipId: OWNER_MEMBERSHIP.membershipId,
  lease: COORDINATOR_LEASE,
  executionLease: EXECUTION_LEASE,
  ownershipLease: OWNERSHIP_LEASE,
  blockedLease: BLOCKED_LEASE,
  mission: MISSION,
  group: GROUP,
  conversation: MAIN_CONVERSATION,
  membership: OWNER_MEMBERSHIP,
  message: MESSAGE,
  workItem: WORK_ITEM_OPEN,
  delegationGrant: DELEGATION_GRANT,
  cooperationOverrideGrant: OVERRIDE_GRANT,
  // Who acts, which the envelope and the log tell.
  actor: COORDINATOR,
  author: COORDINATOR,
  approver: COORDINATOR,
  missionOwner: COORDINATOR,
  grantedBy: COORDINATOR,
  createdBy: COORDINATOR,
  authorizedBy: COORDINATOR,
  proposedBy: WORKER,
  assigneeId: WORKER.id,
  // State, usage and what belongs into the envelope.
  status: 'queued',
  cumulativeUsage: { modelTokens: 1 },
  remainingBudget: { modelTokens: 1 },
  kind: 'message',
  conversationId: urn('conversation', 'other'),
  cooperationOverrideGrantId: OVERRIDE_GRANT.grantId,
  expectedRevision: 3,
  actionId: urn('action', 'other'),
  correlationId: GROUP_ID,
  issuedAt: at('09:30'),
});

/** Where the sender states one of these to be fenced by it (LSE-002, WORK-036, APV-004). */
export const STATED_BY_SENDER: Readonly<Record<string, ReadonlySet<string>>> = {
  ownershipEpoch: new Set<CommandKind>([
    'work.start',
    'work.checkpoint',
    'work.block',
    'work.submit',
    'work.fail',
    'artifact.publish',
    'approval.grant_execution',
    'ext.missionweaveprotocol.core.work_execution_lease_renew',
    'ext.missionweaveprotocol.core.resource_usage_record',
  ]),
  executionLeaseId: new Set<CommandKind>([
    'work.checkpoint',
    'work.block',
    'work.submit',
    'work.fail',
    'artifact.publish',
    'ext.missionweaveprotocol.core.work_execution_lease_renew',
    'ext.missionweaveprotocol.core.resource_usage_record',
  ]),
};

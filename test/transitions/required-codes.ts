// The Command table of section 8.2 as data: which codes each Command can be refused with, besides those that are decided
// before a Command reaches the rules; and which Command each Event kind comes from (8.3).
import type { CommandKind, EventKind } from '../../core/domain/decision.ts';
import type { ErrorCode } from '../../core/protocol/error-codes.ts';

/** Base codes that no rule of the domain produces, and who decides them. */
export const DECIDED_ELSEWHERE: Readonly<Partial<Record<ErrorCode, string>>> = {
  PROTOCOL_VIOLATION: 'the frame, before there is a Command',
  SCHEMA_VALIDATION_FAILED: 'the envelope, in the second stage of verification',
  AUTH_INVALID_SIGNATURE: 'signature, key, admission and freshness, in verification',
  AUTH_REQUIRED: 'the connection, before there is a Command',
  ACTION_ID_COLLISION: 'the receipts of the Authority (IDM-002)',
  BACKPRESSURE: 'the queue in front of the Authority',
  INTERNAL_ERROR: 'a failure that is no decision',
};

/** The base codes of every Group Command that are for the domain. */
const BASE = [
  'AUTH_STALE_SESSION',
  'AUTH_FORBIDDEN',
  'GROUP_NOT_FOUND',
  'MEMBERSHIP_REQUIRED',
  'MEMBERSHIP_STALE',
  'UNKNOWN_CRITICAL_EXTENSION',
  'INVALID_COMMAND',
] as const satisfies readonly ErrorCode[];

/** A Command that names no existing Group has nothing to be a member of (CMD-003, CMD-005). */
const OUTSIDE_BASE = [
  'AUTH_STALE_SESSION',
  'AUTH_FORBIDDEN',
  'UNKNOWN_CRITICAL_EXTENSION',
  'INVALID_COMMAND',
] as const satisfies readonly ErrorCode[];

const COORD = ['AUTH_STALE_COORDINATOR', 'WORK_LEASE_EXPIRED'] as const satisfies readonly ErrorCode[];
const OWN = ['WORK_STALE_OWNERSHIP', 'WORK_LEASE_EXPIRED'] as const satisfies readonly ErrorCode[];
const STATE = ['INVALID_STATE_TRANSITION'] as const satisfies readonly ErrorCode[];
const REV = ['REVISION_CONFLICT'] as const satisfies readonly ErrorCode[];
/** Limits on cooperation and the overrides that lift them (section 10). */
const COOPERATION = ['RATE_LIMITED', 'APPROVAL_REQUIRED'] as const satisfies readonly ErrorCode[];
/** OFF-006, OFF-007, besides what the Command has already. */
const OFFLINE = [...OWN, 'BUDGET_EXCEEDED'] as const satisfies readonly ErrorCode[];
const CONTRACT = ['WORK_CONTRACT_INCOMPLETE'] as const satisfies readonly ErrorCode[];

/** Column "Extra errors" of section 8.2; "policy" is what section 10 makes of it for the Command. */
const EXTRA: Readonly<Record<CommandKind, readonly ErrorCode[]>> = {
  // BUDGET_EXCEEDED stands in the table, too, but a root has no account above it that it could exceed (BUD-005).
  'mission.create': [...STATE],
  'mission.create_follow_up': [...STATE],
  'mission.create_child': [...COORD, ...STATE, 'BUDGET_EXCEEDED', ...COOPERATION],
  'mission.assign_coordinator': [...STATE],
  'mission.renew_coordinator': [...COORD, ...STATE],
  'mission.submit_for_approval': [...COORD, ...STATE, ...REV],
  'mission.approve': [...STATE, ...REV],
  'mission.request_changes': [...STATE, ...REV],
  'mission.cancel': [...STATE],
  'mission.terminate': [...COORD, ...STATE],
  'membership.change': [...COORD, ...STATE],
  'membership.end': [...COORD, ...STATE],
  'membership.grant_delegation': [...COORD, ...STATE, ...COOPERATION, 'BUDGET_EXCEEDED'],
  'message.post': [...STATE, 'RATE_LIMITED', ...OFFLINE],
  'message.correct': [...STATE],
  'message.retract': [...STATE],
  'message.redact': [...COORD, ...STATE],
  'work.propose': [...STATE, 'RATE_LIMITED', ...CONTRACT],
  'work.authorize': [...COORD, ...STATE, ...REV, 'BUDGET_EXCEEDED', ...COOPERATION, ...CONTRACT],
  'work.offer': [...COORD, ...STATE, ...REV, 'BUDGET_EXCEEDED'],
  'work.accept_offer': ['WORK_OFFER_EXPIRED', 'WORK_ALREADY_OWNED', ...STATE, ...REV, 'RATE_LIMITED'],
  'work.start': [...OWN, ...STATE, ...REV, 'APPROVAL_REQUIRED', 'RATE_LIMITED'],
  'work.checkpoint': [...OWN, ...STATE, ...REV, 'BUDGET_EXCEEDED'],
  'work.block': [...OWN, ...STATE, ...REV],
  'work.unblock': [...COORD, ...STATE, ...REV],
  'work.submit': [...OWN, ...STATE, ...REV],
  'work.accept_result': [...COORD, ...STATE, ...REV],
  'work.fail': [...COORD, 'WORK_STALE_OWNERSHIP', ...STATE],
  'work.cancel': [...COORD, ...STATE],
  'artifact.publish': [...OWN, ...STATE, ...REV],
  'approval.grant_execution': ['WORK_STALE_OWNERSHIP', ...STATE, 'BUDGET_EXCEEDED'],
  'policy.grant_cooperation_override': [...STATE],
  'ext.missionweaveprotocol.registry.agent_card_register': [...REV],
  'ext.missionweaveprotocol.identity.session_open': [],
  'ext.missionweaveprotocol.core.work_dependency_add': [...COORD, ...STATE, ...REV],
  'ext.missionweaveprotocol.core.work_execution_lease_renew': [...OWN, ...STATE, ...REV],
  'ext.missionweaveprotocol.core.resource_usage_record': [...OWN, ...STATE, 'BUDGET_EXCEEDED'],
  'ext.missionweaveprotocol.core.group_archive': [...STATE, ...REV],
};

const OUTSIDE: ReadonlySet<CommandKind> = new Set<CommandKind>([
  'mission.create',
  'mission.create_follow_up',
  'ext.missionweaveprotocol.registry.agent_card_register',
  'ext.missionweaveprotocol.identity.session_open',
]);

export const COMMAND_KINDS = Object.keys(EXTRA) as readonly CommandKind[];

/** The codes that need a refused case. */
export function requiredCodesOf(kind: CommandKind): readonly ErrorCode[] {
  const base = OUTSIDE.has(kind) ? OUTSIDE_BASE : BASE;
  return [...new Set<ErrorCode>([...base, ...EXTRA[kind]])];
}

/** Which Command makes each Event, with the number of its row in section 8.2. */
export const EVENT_SOURCES: Readonly<Record<EventKind, readonly [CommandKind, requirement: string]>> = {
  'mission.created': ['mission.create', 'CMD-101'],
  'mission.follow_up.created': ['mission.create_follow_up', 'CMD-102'],
  'mission.child.created': ['mission.create_child', 'CMD-103'],
  'mission.coordinator.assigned': ['mission.assign_coordinator', 'CMD-104'],
  'mission.coordinator.renewed': ['mission.renew_coordinator', 'CMD-105'],
  'mission.submitted_for_approval': ['mission.submit_for_approval', 'CMD-106'],
  'mission.approved': ['mission.approve', 'CMD-107'],
  'mission.changes_requested': ['mission.request_changes', 'CMD-108'],
  'mission.cancelled': ['mission.cancel', 'CMD-109'],
  'mission.terminated': ['mission.terminate', 'CMD-110'],
  'membership.changed': ['membership.change', 'CMD-111'],
  'membership.ended': ['membership.end', 'CMD-112'],
  'membership.delegation.granted': ['membership.grant_delegation', 'CMD-113'],
  'message.posted': ['message.post', 'CMD-114'],
  'message.corrected': ['message.correct', 'CMD-115'],
  'message.retracted': ['message.retract', 'CMD-116'],
  'message.redacted': ['message.redact', 'CMD-117'],
  'work.proposed': ['work.propose', 'CMD-118'],
  'work.authorized': ['work.authorize', 'CMD-119'],
  'work.offer.created': ['work.offer', 'CMD-120'],
  'work.offer.accepted': ['work.accept_offer', 'CMD-121'],
  'work.started': ['work.start', 'CMD-122'],
  'work.checkpointed': ['work.checkpoint', 'CMD-123'],
  'work.blocked': ['work.block', 'CMD-124'],
  'work.unblocked': ['work.unblock', 'CMD-125'],
  'work.submitted': ['work.submit', 'CMD-126'],
  'work.result.accepted': ['work.accept_result', 'CMD-127'],
  'work.failed': ['work.fail', 'CMD-128'],
  'work.cancelled': ['work.cancel', 'CMD-129'],
  'artifact.published': ['artifact.publish', 'CMD-130'],
  'approval.execution.granted': ['approval.grant_execution', 'CMD-131'],
  'policy.cooperation_override.granted': ['policy.grant_cooperation_override', 'CMD-132'],
  'ext.missionweaveprotocol.registry.agent_card_registered': [
    'ext.missionweaveprotocol.registry.agent_card_register',
    'CMD-140',
  ],
  'ext.missionweaveprotocol.identity.session_opened': [
    'ext.missionweaveprotocol.identity.session_open',
    'CMD-141',
  ],
  'ext.missionweaveprotocol.core.work_execution_lease_revoked': [
    'ext.missionweaveprotocol.identity.session_open',
    'CMD-141',
  ],
  'work.contract.revised': ['ext.missionweaveprotocol.core.work_dependency_add', 'CMD-142'],
  'work.progressed': ['ext.missionweaveprotocol.core.work_execution_lease_renew', 'CMD-143'],
  'ext.missionweaveprotocol.core.resource_usage_recorded': [
    'ext.missionweaveprotocol.core.resource_usage_record',
    'CMD-144',
  ],
  'group.snapshot.created': ['ext.missionweaveprotocol.core.group_archive', 'CMD-145'],
  'group.archived': ['ext.missionweaveprotocol.core.group_archive', 'CMD-145'],
};

/** The row of a Command in section 8.2. */
export function requirementOf(kind: CommandKind): string {
  const row = Object.values(EVENT_SOURCES).find(([source]) => source === kind);
  if (row === undefined) throw new Error(`no Event comes of ${kind}`);
  return row[1];
}

// Whether a run has seen what it was for: every kind of Command accepted and refused, every code of a refusal.
import type { CommandKind } from '../domain/decision.ts';
import type { ErrorCode } from '../protocol/error-codes.ts';
import type { Tally } from './tally.ts';

const EVERY_KIND: { readonly [Kind in CommandKind]: true } = {
  'mission.create': true,
  'mission.create_follow_up': true,
  'mission.create_child': true,
  'mission.assign_coordinator': true,
  'mission.renew_coordinator': true,
  'mission.submit_for_approval': true,
  'mission.approve': true,
  'mission.request_changes': true,
  'mission.cancel': true,
  'mission.terminate': true,
  'membership.change': true,
  'membership.end': true,
  'membership.grant_delegation': true,
  'message.post': true,
  'message.correct': true,
  'message.retract': true,
  'message.redact': true,
  'work.propose': true,
  'work.authorize': true,
  'work.offer': true,
  'work.accept_offer': true,
  'work.start': true,
  'work.checkpoint': true,
  'work.block': true,
  'work.unblock': true,
  'work.submit': true,
  'work.accept_result': true,
  'work.fail': true,
  'work.cancel': true,
  'artifact.publish': true,
  'approval.grant_execution': true,
  'policy.grant_cooperation_override': true,
  'ext.missionweaveprotocol.core.work_dependency_add': true,
  'ext.missionweaveprotocol.core.work_execution_lease_renew': true,
  'ext.missionweaveprotocol.core.resource_usage_record': true,
  'ext.missionweaveprotocol.core.group_archive': true,
  'ext.missionweaveprotocol.registry.agent_card_register': true,
  'ext.missionweaveprotocol.identity.session_open': true,
};

/** Every kind of Command that an Authority executes. */
export const COMMAND_KINDS: readonly string[] = Object.keys(EVERY_KIND);

/**
 * The codes with which a Command can be refused. The others are about connections: versions, cursors, queues that are
 * full.
 */
export const REFUSAL_CODES: readonly ErrorCode[] = [
  'PROTOCOL_VIOLATION',
  'SCHEMA_VALIDATION_FAILED',
  'AUTH_REQUIRED',
  'AUTH_INVALID_SIGNATURE',
  'AUTH_STALE_SESSION',
  'AUTH_STALE_COORDINATOR',
  'AUTH_FORBIDDEN',
  'GROUP_NOT_FOUND',
  'MEMBERSHIP_REQUIRED',
  'MEMBERSHIP_STALE',
  'INVALID_COMMAND',
  'INVALID_STATE_TRANSITION',
  'REVISION_CONFLICT',
  'ACTION_ID_COLLISION',
  'UNKNOWN_CRITICAL_EXTENSION',
  'WORK_CONTRACT_INCOMPLETE',
  'WORK_OFFER_EXPIRED',
  'WORK_ALREADY_OWNED',
  'WORK_LEASE_EXPIRED',
  'WORK_STALE_OWNERSHIP',
  'APPROVAL_REQUIRED',
  'BUDGET_EXCEEDED',
  'RATE_LIMITED',
  'INTERNAL_ERROR',
];

/** What a run has not seen. */
export interface CoverageGaps {
  readonly neverAccepted: readonly string[];
  readonly neverRefused: readonly string[];
  readonly neverSeen: readonly string[];
}

/** Kinds and codes that a total lacks. */
export function findGaps({ acceptedByKind, refusedByKind, byCode }: Tally): CoverageGaps {
  return {
    neverAccepted: COMMAND_KINDS.filter((kind) => acceptedByKind[kind] === undefined),
    neverRefused: COMMAND_KINDS.filter((kind) => refusedByKind[kind] === undefined),
    neverSeen: REFUSAL_CODES.filter((code) => byCode[code] === undefined),
  };
}

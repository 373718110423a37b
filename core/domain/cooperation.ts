// Limits on cooperation and the one-shot grants that lift them (POL-001…POL-015).
import { accept, type Result } from '../protocol/result.ts';
import type { Command, CooperationOverrideGrant } from '../protocol/generated/documents.ts';
import type { CommandKind, GroupInput } from './decision.ts';
import { isAfter } from './members.ts';
import { countAccepted, rateKey } from './rates.ts';
import { reject, type Rejection } from './rejection.ts';

export type CooperationPolicyName = CooperationOverrideGrant['policyName'];

/** Which Commands can run into which limit (section 8.5). */
export const LIMITED_KINDS: { readonly [Name in CooperationPolicyName]: readonly CommandKind[] } = {
  message_rate: ['message.post'],
  proposal_rate: ['work.propose'],
  delegation_depth: ['mission.create_child', 'work.authorize', 'membership.grant_delegation'],
  queued_work_items: ['work.accept_offer'],
  active_work_items: ['work.accept_offer', 'work.start'],
};

/** An override is cited only by Commands that could exceed a limit; those weigh it themselves (POL-014). */
export function checkOverrideUse(
  kind: CommandKind,
  { cooperationOverrideGrantId: grantId }: Command,
): Result<undefined, Rejection> {
  const isLimited = Object.values(LIMITED_KINDS).some((kinds) => kinds.includes(kind));
  if (grantId === undefined || isLimited) return accept(undefined);
  return reject('INVALID_COMMAND', 'POL-014', 'an override is cited where no limit applies', { grantId });
}

/** A limit that a Command would exceed. */
export interface ExceededLimit {
  readonly policyName: CooperationPolicyName;
  readonly limit: number;
  readonly wanted: number;
  /** When trying again can help by itself: rates fall with time, depths and queues do not (ERR-032). */
  readonly retryAfterMs: number | undefined;
}

/** The rate limit of one kind of Event that the actor's next one would exceed, or undefined (POL-003). */
export function findExceededRate(
  input: GroupInput,
  eventKind: 'message.posted' | 'work.proposed',
): ExceededLimit | undefined {
  const { world, groupId, command, context } = input;
  const { cooperation } = context.policy;
  const isMessage = eventKind === 'message.posted';
  const limit = isMessage ? cooperation.messagesPerMinute : cooperation.proposalsPerMinute;
  const counted = countAccepted(world, groupId, rateKey(eventKind, command.actor), context.now.text);
  if (counted < limit) return undefined;
  const policyName = isMessage ? 'message_rate' : 'proposal_rate';
  return { policyName, limit, wanted: counted + 1, retryAfterMs: 60_000 };
}

/** The depth limit of the Organization that a delegation would exceed, or undefined (POL-003, DLG-007, DLG-011). */
export function findExceededDepth({ context }: GroupInput, depth: number): ExceededLimit | undefined {
  const limit = context.policy.cooperation.delegationDepth;
  if (depth <= limit) return undefined;
  return { policyName: 'delegation_depth', limit, wanted: depth, retryAfterMs: undefined };
}

/**
 * Weighs the limits that a Command would exceed against the override that it cites. Answers with the id of the grant
 * to consume, or undefined when there is nothing to consume. A grant without an exceeded limit, one that does not
 * match exactly, and two exceeded limits at once are refused (POL-011, POL-014).
 */
export function checkCooperation(
  input: GroupInput,
  exceeded: readonly (ExceededLimit | undefined)[],
): Result<string | undefined, Rejection> {
  const limits = exceeded.filter((limit) => limit !== undefined);
  const grantId = input.command.cooperationOverrideGrantId;
  const [first, second] = limits;
  if (first === undefined) {
    if (grantId === undefined) return accept(undefined);
    return reject('INVALID_COMMAND', 'POL-014', 'an override is cited although no limit is exceeded', {
      grantId,
    });
  }
  if (grantId === undefined || second !== undefined)
    return rejectLimit(second !== undefined && grantId !== undefined ? second : first);
  const problem = findOverrideProblem(input, grantId, first.policyName);
  if (problem === undefined) return accept(grantId);
  return reject('APPROVAL_REQUIRED', 'POL-011', problem, { grantId, policyName: first.policyName });
}

function rejectLimit({ policyName, limit, wanted, retryAfterMs }: ExceededLimit) {
  return reject(
    'RATE_LIMITED',
    'POL-001',
    `the limit ${policyName} would be exceeded`,
    { policyName, limit, wanted },
    retryAfterMs === undefined ? { retryable: false } : { retryable: true, retryAfterMs },
  );
}

function findOverrideProblem(
  input: GroupInput,
  grantId: string,
  policyName: CooperationPolicyName,
): string | undefined {
  const { world, groupId, command, mission, context } = input;
  const override = world.get('override', groupId, grantId);
  if (override === undefined) return 'no such override in this Group';
  const { grant, consumedByActionId } = override;
  if (consumedByActionId !== undefined) return 'the override was used already';
  if (!isAfter(grant.expiresAt, context.now)) return 'the override has expired';
  if (grant.policyName !== policyName) return 'the override lifts another limit';
  if (grant.targetActionId !== command.actionId || grant.targetCommandKind !== command.kind) {
    return 'the override is for another Command';
  }
  if (grant.beneficiary.type !== command.actor.type || grant.beneficiary.id !== command.actor.id) {
    return 'the override is for somebody else';
  }
  const { approver } = grant;
  const { missionOwner } = mission.document;
  if (
    approver.type !== 'service' &&
    (approver.type !== missionOwner.type || approver.id !== missionOwner.id)
  ) {
    return 'the override was given by a former MissionOwner';
  }
  return undefined;
}

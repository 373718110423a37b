// Facts of the Organization: Agent Cards and sessions (IDN-001…IDN-006, LSE-004, WORK-T19). They belong to no Group.
import { accept, type Result } from '../../protocol/result.ts';
import type { CommandInput, Decision, EventDraft } from '../decision.ts';
import { closeLease } from '../leases.ts';
import { isAfter, isAuthorizedService } from '../members.ts';
import { advance } from '../ownership.ts';
import { reject, type Rejection } from '../rejection.ts';
import { ORGANIZATION, type WorkItemAddress } from '../world.ts';
import { placeOf } from '../work-events.ts';

type CardInput = CommandInput<'ext.missionweaveprotocol.registry.agent_card_register'>;
type SessionInput = CommandInput<'ext.missionweaveprotocol.identity.session_open'>;

/**
 * `ext.missionweaveprotocol.registry.agent_card_register` (CMD-140). The card does not say who signed it, so that the
 * signer may issue cards for the Organization is for the Authority to check with the signature (SIG-061).
 */
export function registerAgentCard(input: CardInput): Decision {
  const { payload, context } = input;
  const { card } = payload;
  if (!isAuthorizedService(input, 'registry')) {
    return reject('AUTH_FORBIDDEN', 'IDN-001', 'only an authorized registry registers Agent Cards');
  }
  for (const check of [checkCapabilities, checkIssue, checkCardVersion]) {
    const result = check(input);
    if (!result.ok) return result;
  }
  return accept([
    {
      kind: 'ext.missionweaveprotocol.registry.agent_card_registered',
      eventId: context.newId('event'),
      groupId: undefined,
      aggregateRevision: card.cardVersion,
      payload: { agentCard: card, agentId: card.agentId, cardVersion: card.cardVersion },
    },
  ]);
}

/** Each capability is there once, so that a version names one pair of schemas (IDN-002). */
function checkCapabilities({ payload }: CardInput): Result<undefined, Rejection> {
  const ids = payload.card.capabilities.map(({ id }) => id);
  const twice = ids.find((id, index) => ids.indexOf(id) !== index);
  if (twice === undefined) return accept(undefined);
  return reject('INVALID_COMMAND', 'IDN-002', 'the Agent Card names a capability twice', {
    capabilityId: twice,
  });
}

function checkIssue({ payload, context }: CardInput): Result<undefined, Rejection> {
  const { agentId, issuedAt } = payload.card;
  if (!isAfter(issuedAt, context.now)) return accept(undefined);
  return reject('INVALID_COMMAND', 'IDN-001', 'the Agent Card was issued in the future', {
    agentId,
    issuedAt,
  });
}

/** IDN-003: a card that is not newer than the known one lost a race, and so did one based on another version. */
function checkCardVersion({ command, payload, world }: CardInput): Result<undefined, Rejection> {
  const { agentId, cardVersion } = payload.card;
  const { expectedRevision } = command;
  const current = world.get('agent', ORGANIZATION, agentId)?.card.cardVersion ?? 0;
  const isExpected = expectedRevision === undefined || expectedRevision === current;
  if (cardVersion > current && isExpected) return accept(undefined);
  return reject(
    'REVISION_CONFLICT',
    isExpected ? 'IDN-003' : 'REV-001',
    `the Agent Card has version ${current} already`,
    { agentId, cardVersion, currentCardVersion: current },
    { expectedRevision: expectedRevision ?? cardVersion - 1, currentRevision: current },
  );
}

/**
 * `ext.missionweaveprotocol.identity.session_open` (CMD-141). What the former session was executing goes back to the
 * queues before anything else, as the table of Commands orders it; those Events follow from the session, which stays the
 * primary Event (IDM-007). A coordinator lease is a role and not an execution: it outlives the session (CRD-007).
 */
export function openSession(input: SessionInput): Decision {
  const { payload, world, context } = input;
  const { agentId } = payload;
  if (!isAuthorizedService(input, 'identity')) {
    return reject('AUTH_FORBIDDEN', 'CMD-141', 'only an authorized identity service opens sessions');
  }
  const eligible = requireEligibleAgent(input);
  if (!eligible.ok) return eligible;
  const sessionEpoch = (world.get('session', ORGANIZATION, agentId)?.sessionEpoch ?? 0) + 1;
  const eventId = context.newId('event');
  const executions = world.get('execution', ORGANIZATION, agentId)?.items ?? [];
  return accept([
    ...executions
      .map((address) => revokeExecution(input, address, sessionEpoch, eventId))
      .filter((draft) => draft !== undefined),
    {
      kind: 'ext.missionweaveprotocol.identity.session_opened',
      eventId,
      groupId: undefined,
      aggregateRevision: sessionEpoch,
      payload: { agentId, sessionEpoch },
    },
  ]);
}

/** IDN-006: a deprecated card still works, a revoked one or one past its end does not. */
function requireEligibleAgent({ payload, world, context }: SessionInput): Result<undefined, Rejection> {
  const { agentId } = payload;
  const card = world.get('agent', ORGANIZATION, agentId)?.card;
  if (card === undefined) {
    return reject('INVALID_COMMAND', 'CMD-141', 'no such Agent is registered', { agentId });
  }
  const hasEnded = card.validUntil !== undefined && !isAfter(card.validUntil, context.now);
  if (card.status !== 'revoked' && !hasEnded) return accept(undefined);
  return reject('AUTH_FORBIDDEN', 'IDN-006', 'the Agent Card does not hold any more', {
    agentId,
    cardStatus: card.status,
    validUntil: card.validUntil ?? null,
  });
}

/** The item waits in the queue again, under the same ownership; its Execution Lease is closed for good (WORK-T19). */
function revokeExecution(
  { world, context }: SessionInput,
  { groupId, workItemId }: WorkItemAddress,
  sessionEpoch: number,
  sourceEventId: string,
): EventDraft | undefined {
  const record = world.get('workItem', groupId, workItemId);
  const leaseId = record?.executionLeaseId;
  const lease = leaseId === undefined ? undefined : world.get('lease', groupId, leaseId);
  if (record === undefined || lease === undefined) return undefined;
  const workItem = advance(context.now, record.document, { state: 'queued' });
  return {
    kind: 'ext.missionweaveprotocol.core.work_execution_lease_revoked',
    eventId: context.newId('event'),
    ...placeOf(workItem),
    sourceEventId,
    payload: {
      workItem,
      workItemId,
      lease: closeLease(context.now, lease, 'revoked', 'session_replaced'),
      executionLeaseId: lease.leaseId,
      reason: 'session_replaced',
      status: workItem.state,
      sessionEpoch,
      sourceEventId,
    },
  };
}

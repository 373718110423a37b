// Who can take on a WorkItem (WORK-024, WORK-033, MEM-004, IDN-006): a member in a working role, with a card that
// satisfies the contract.
import type { AgentCard, CapabilityRef, Membership, WorkContract } from '../protocol/generated/documents.ts';
import { accept, type Result } from '../protocol/result.ts';
import { requireActiveAgent } from './agents.ts';
import { matchCapabilities } from './capabilities.ts';
import type { GroupInput } from './decision.ts';
import { currentMemberships, isAfter } from './members.ts';
import { reject, type Rejection } from './rejection.ts';
import { ORGANIZATION } from './world.ts';

/** What an assignment pins (WORK-034). */
export interface Pins {
  readonly card: AgentCard;
  readonly capabilities: readonly CapabilityRef[];
}

/** The membership in which an Agent works: an active one before a provisional one; undefined without either. */
export function workingMembershipOf(
  { world, groupId, context }: GroupInput,
  agentId: string,
): Membership | undefined {
  const memberships = currentMemberships(world, groupId, { type: 'agent', id: agentId }, context.now).filter(
    ({ role }) => role === 'worker' || role === 'reviewer',
  );
  return memberships.find(({ state }) => state === 'active') ?? memberships[0];
}

/** Whether work may be offered to an Agent. A card that is only kept for running work gets no new offers (IDN-006). */
export function requireCandidate(
  input: GroupInput,
  agentId: string,
  contract: WorkContract,
): Result<Pins, Rejection> {
  const member = requireWorkingMember(input, agentId, 'WORK-024');
  if (!member.ok) return member;
  const card = requireActiveAgent(input, agentId, 'WORK-024');
  return card.ok ? requireCapabilities(card.value, contract.requiredCapabilities, 'WORK-024') : card;
}

/** Whether the actor may accept: as a candidate, but an offer made to a card that has been deprecated since stands. */
export function requireAcceptingCard(input: GroupInput, contract: WorkContract): Result<Pins, Rejection> {
  const agentId = input.command.actor.id;
  const card = input.world.get('agent', ORGANIZATION, agentId)?.card;
  const hasEnded = card?.validUntil !== undefined && !isAfter(card.validUntil, input.context.now);
  if (card === undefined || card.status === 'revoked' || hasEnded) {
    return reject('AUTH_FORBIDDEN', 'IDN-006', 'the Agent has no Agent Card that holds', {
      agentId,
      cardStatus: card?.status ?? null,
      validUntil: card?.validUntil ?? null,
    });
  }
  return requireCapabilities(card, contract.requiredCapabilities, 'WORK-033');
}

/** A working role in the Group. */
export function requireWorkingMember(
  input: GroupInput,
  agentId: string,
  rule: string,
): Result<Membership, Rejection> {
  const membership = workingMembershipOf(input, agentId);
  if (membership !== undefined) return accept(membership);
  return reject('AUTH_FORBIDDEN', rule, 'the Agent is no worker or reviewer of the Group', { agentId });
}

/** The capabilities of a card that meet what is required, in versions that can be pinned. */
export function requireCapabilities(
  card: AgentCard,
  required: readonly CapabilityRef[],
  rule: string,
): Result<Pins, Rejection> {
  const { pins, missing } = matchCapabilities(card, required);
  if (missing === undefined) return accept({ card, capabilities: pins });
  return reject('AUTH_FORBIDDEN', rule, 'the Agent Card does not satisfy a required capability', {
    agentId: card.agentId,
    cardVersion: card.cardVersion,
    capability: missing,
  });
}

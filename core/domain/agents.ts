// Registered Agents: whether one can be given a task now, and the session that its leases name (IDN-006, CRD-001).
import type { AgentCard } from '../protocol/generated/documents.ts';
import { accept, type Result } from '../protocol/result.ts';
import type { CommandInput } from './decision.ts';
import { isAfter } from './members.ts';
import { reject, type Rejection } from './rejection.ts';
import { ORGANIZATION, type World } from './world.ts';

/** The card of an Agent that may take on a role: registered, active and not past its end (IDN-006). */
export function requireActiveAgent(
  { world, context }: Pick<CommandInput, 'world' | 'context'>,
  agentId: string,
  rule: string,
): Result<AgentCard, Rejection> {
  const card = world.get('agent', ORGANIZATION, agentId)?.card;
  if (card === undefined) {
    return reject('INVALID_COMMAND', rule, 'no such Agent is registered', { agentId });
  }
  const hasEnded = card.validUntil !== undefined && !isAfter(card.validUntil, context.now);
  if (card.status === 'active' && !hasEnded) return accept(card);
  return reject('AUTH_FORBIDDEN', 'IDN-006', 'the Agent Card is not active', {
    agentId,
    cardStatus: card.status,
    validUntil: card.validUntil ?? null,
  });
}

/**
 * The Session Epoch that a lease of the Agent names. An Agent that has never opened a session gets the lease for its
 * first one: an appointment does not wait until the Agent is online.
 */
export function sessionEpochOf(world: World, agentId: string): number {
  return world.get('session', ORGANIZATION, agentId)?.sessionEpoch ?? 1;
}

// What a caller has to know of the Organization as a whole before it can choose a Worker or judge a Command itself: which
// Agents there are, what they say of themselves, and the policy that Commands are judged by.
import { ORGANIZATION } from '../../domain/world.ts';
import { requireCaller } from './artifact-routes.ts';
import type { ControlPlaneEnvironment, Handler } from './control-plane-ports.ts';

/**
 * The registered cards, in the order of their Agents' ids, each with the Presence of a Session that is live (WS-061): no
 * record of it names a Group or a WorkItem. Whoever has a token belongs to the Organization, as for the Registry.
 */
export function createAgentsHandler({ authority, presenceOf }: ControlPlaneEnvironment): Handler {
  return async (_request, reply, admission) => {
    requireCaller(admission);
    const cards = await authority.look((world) =>
      [...world.list('agent', ORGANIZATION)].map(([, { card }]) => card),
    );
    const agents = cards
      .toSorted((a, b) => (a.agentId < b.agentId ? -1 : 1))
      .map((card) => {
        const presence = presenceOf(card.agentId);
        return presence === undefined ? { card } : { card, presence };
      });
    return reply.send({ agents });
  };
}

/** The policy in force at this moment: an operator may change it while the Authority runs. */
export function createPolicyHandler({ authority, policy }: ControlPlaneEnvironment): Handler {
  return async (_request, reply, admission) => {
    requireCaller(admission);
    return reply.send({ organizationId: authority.organizationId, policy });
  };
}

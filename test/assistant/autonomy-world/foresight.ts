// Whether a refusal could have been known when the Command was signed: by the rules, on the projection as it was then, with
// everything of its own that was under way.
import { decide } from '../../../core/domain/decide.ts';
import { composeEvents, type DecisionContext, nowAt } from '../../../core/domain/decision.ts';
import { evolve } from '../../../core/domain/evolve.ts';
import { ORGANIZATION, OverlayWorld } from '../../../core/domain/world.ts';
import type { SignedOrder } from './assistant-desk.ts';
import { GROUP_AUTHORITY } from './people.ts';

/** The rule that refuses it, as far as the signer knew; undefined when everything that it knew spoke for an acceptance. */
export function foreseeRefusal({ sealed, connection, underWay }: SignedOrder): string | undefined {
  const world = new OverlayWorld(connection.world);
  for (const [agentId, card] of connection.cards) world.put('agent', ORGANIZATION, agentId, { card });
  for (const { actor, sessionEpoch } of connection.identities) {
    if (sessionEpoch !== undefined)
      world.put('session', ORGANIZATION, actor.id, { sessionEpoch, openedAt: '' });
  }
  let lastId = 0;
  const context: DecisionContext = {
    now: nowAt(connection.nowMs),
    newId: (kind) => `urn:heddle:simulation:foreseen:${kind}:${(lastId += 1)}`,
    policy: connection.policy,
    acceptedBy: GROUP_AUTHORITY.actor,
  };
  for (const { command, signingHash } of underWay) {
    const decision = decide(world, command, context);
    if (!decision.ok) continue;
    for (const event of composeEvents(world, command, signingHash, decision.value, context))
      world.apply(evolve(world, event));
  }
  const decision = decide(world, sealed.command, context);
  return decision.ok ? undefined : `${decision.fault.code} ${decision.fault.rule}: ${decision.fault.message}`;
}

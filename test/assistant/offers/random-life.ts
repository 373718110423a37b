// Random histories of a Mission: what anybody may do at any time, as far as the rules accept it.
import { reviewConstraint } from '../../../core/coordinator/assistant/review-mark.ts';
import { nowAt } from '../../../core/domain/decision.ts';
import { ORGANIZATION } from '../../../core/domain/world.ts';
import { CAPABILITY, COORDINATOR, GROUP } from '../../../core/domain/seeded-world.test-data.ts';
import type { Actor } from '../../../core/protocol/generated/documents.ts';
import type { Random } from '../../harness/random.ts';
import { agentOf, Stage } from '../stage.ts';

const STRANGER = agentOf('emil');
const MEMBERS = ['anna', 'bert', 'cara', 'dora'].map(agentOf);
const AGENTS = [...MEMBERS, STRANGER];

/** Four members that are heard, one stranger, and one item. */
export function beginLife(): Stage {
  return new Stage()
    .employ(...MEMBERS)
    .register(STRANGER)
    .plan();
}

/** One thing that may happen; what the rules refuse at this point simply does not. */
export function liveOn(stage: Stage, random: Random, items: string[]): void {
  const id = random.pick(items);
  const owner = stage.world.get('workItem', GROUP, id)?.document.owner;
  const agent: Actor =
    owner === undefined || random.chance(0.2) ? random.pick(AGENTS) : { type: 'agent', id: owner.agentId };
  const steps: (() => unknown)[] = [
    () => {
      const workItemId = `urn:heddle:test:work:${items.length}`;
      const contract = {
        goal: workItemId,
        budget: { currency: 'EUR', financialLimit: 4, toolCallLimit: 40 },
        ...(random.chance(0.25) ? { dependencyWorkItemIds: [id] } : {}),
        ...(random.chance(0.25) ? { constraints: reviewConstraint(id) } : {}),
        ...(random.chance(0.25) ? { requestedUrgency: 'critical' as const } : {}),
        ...(random.chance(0.25) ? { requiredCapabilities: [{ ...CAPABILITY, version: '1.1.0' }] } : {}),
      };
      stage.plan(contract, workItemId, random.chance(0.25) ? id : undefined);
      items.push(workItemId);
    },
    () => stage.offer(agent, id),
    () => stage.offer(agent, id).accept(agent, id).begin(agent, id),
    () => stage.hear(agent).offer(agent, id).accept(agent, id).begin(agent, id),
    () => stage.submitWork(agent, id).verify(id),
    () => stage.decline(agent, id, random.pick(['capacity', 'capability'])),
    () =>
      stage.spend(agent, { financialMicrounits: 1 + random.below(1500000), toolCalls: random.below(10) }, id),
    () => stage.submitWork(agent, id),
    () => stage.verify(id),
    () => stage.fail(agent, id),
    () => stage.save(agent, id),
    () =>
      stage.hear(agent, {
        capacity: {
          maxSlots: 2,
          activeSlots: 0,
          availableSlots: random.below(3),
          queuedItems: random.below(2),
        },
      }),
    () => stage.hear(agent, { status: 'draining' }),
    () => stage.join(agent),
    () => {
      const cardVersion = (stage.world.get('agent', ORGANIZATION, agent.id)?.card.cardVersion ?? 0) + 1;
      const status = random.pick(['active', 'active', 'deprecated', 'revoked'] as const);
      const validUntil = nowAt(stage.nowMs + 1_000 * random.below(2_000)).text;
      stage.register(agent, { cardVersion, status, ...(random.chance(0.3) ? { validUntil } : {}) });
    },
    () => random.chance(0.3) && stage.mustAct('membership.end', COORDINATOR, { member: agent }),
    () => stage.wait(1 + random.below(400)),
    () => random.chance(0.3) && stage.wait(1_000),
  ];
  try {
    random.pick(steps)();
  } catch (refusal) {
    // Only the rules may say no here.
    if (!(refusal instanceof Error) || !/^[a-z_.]+: \{/.test(refusal.message)) throw refusal;
  }
}

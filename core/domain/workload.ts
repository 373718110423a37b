// What a Worker holds across all Groups, and the limits on it (POL-003).
import type { ExceededLimit } from './cooperation.ts';
import type { GroupInput } from './decision.ts';
import { ORGANIZATION, type World } from './world.ts';

/** How many WorkItems an Agent has queued and active, whatever the Group. */
export function workloadOf(
  world: World,
  agentId: string,
): { readonly queued: number; readonly active: number } {
  return world.get('workload', ORGANIZATION, agentId) ?? { queued: 0, active: 0 };
}

/** The limits that the actor would exceed by taking one more item: room in the queue, and not overloaded already. */
export function findExceededByAcceptance({
  world,
  command,
  context,
}: GroupInput): readonly (ExceededLimit | undefined)[] {
  const { queuedWorkItems, activeWorkItems } = context.policy.cooperation;
  const { queued, active } = workloadOf(world, command.actor.id);
  return [
    queued + 1 > queuedWorkItems ? limitOf('queued_work_items', queuedWorkItems, queued + 1) : undefined,
    active > activeWorkItems ? limitOf('active_work_items', activeWorkItems, active) : undefined,
  ];
}

/** The limit that the actor would exceed by starting one more item. */
export function findExceededByStart({ world, command, context }: GroupInput): ExceededLimit | undefined {
  const { activeWorkItems } = context.policy.cooperation;
  const wanted = workloadOf(world, command.actor.id).active + 1;
  return wanted > activeWorkItems ? limitOf('active_work_items', activeWorkItems, wanted) : undefined;
}

function limitOf(
  policyName: 'queued_work_items' | 'active_work_items',
  limit: number,
  wanted: number,
): ExceededLimit {
  // Neither falls by waiting alone (ERR-032).
  return { policyName, limit, wanted, retryAfterMs: undefined };
}

// Slots that Agents say are free and that were offered already: a second item is not to wait behind the first while somebody else
// has nothing to do. Whoever makes the offer states it as what was heard, since no log knows what Agents say.
import { nowAt } from '../../../domain/decision.ts';
import { isRunning } from '../../../domain/offers.ts';
import type { PresenceRecord } from '../../../protocol/generated/documents.ts';
import type { OfferScene } from './agent-standing.ts';

/** How many offers of a Group each Agent may still accept and has not said no to. */
export function promisedIn({
  world,
  groupId,
  history,
  nowMs,
}: Pick<OfferScene, 'world' | 'groupId' | 'history' | 'nowMs'>): ReadonlyMap<string, number> {
  const now = nowAt(nowMs);
  const promised = new Map<string, number>();
  for (const [workItemId, { document }] of world.list('workItem', groupId)) {
    if (document.state !== 'offered') continue;
    const asks = history.asksOf(groupId, workItemId);
    for (const offer of document.offers ?? []) {
      if (!isRunning(offer, now) || asks.get(offer.agentId)?.declinedBy !== undefined) continue;
      promised.set(offer.agentId, (promised.get(offer.agentId) ?? 0) + 1);
    }
  }
  return promised;
}

/** What Agents say, less what was promised to them. */
export function withoutPromised(
  presence: ReadonlyMap<string, PresenceRecord>,
  promised: ReadonlyMap<string, number>,
): ReadonlyMap<string, PresenceRecord> {
  const left = new Map(presence);
  for (const [agentId, count] of promised) {
    const record = presence.get(agentId);
    if (record !== undefined) left.set(agentId, lessSlots(record, count));
  }
  return left;
}

/** A free slot, and a place in the queue: without another free slot nobody is asked for more before it has answered. */
function lessSlots(record: PresenceRecord, count: number): PresenceRecord {
  const { availableSlots, queuedItems } = record.capacity;
  return {
    ...record,
    capacity: {
      ...record.capacity,
      availableSlots: Math.max(0, availableSlots - count),
      queuedItems: queuedItems + count,
    },
  };
}

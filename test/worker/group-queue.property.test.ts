// The queue of a Group is a projection (SCH-001): whatever happens in an Organization, following it Event by Event, being
// told the same Events again, and building it anew from the state come to the same.
import { expect, test } from 'vitest';
import { evolve } from '../../core/domain/evolve.ts';
import { MemoryWorld } from '../../core/domain/world.ts';
import type { Event } from '../../core/protocol/generated/documents.ts';
import { WORKERS } from '../../core/simulation/principals.ts';
import { recordHistory } from '../../core/simulation/run.ts';
import type { AgentLink } from '../../core/worker/agent-link.ts';
import { GroupQueue, NO_NOTES } from '../../core/worker/group-queue.ts';
import { DEFAULT_SCHEDULER_POLICY } from '../../core/worker/scheduler/scheduler-policy.ts';
import { Scheduler } from '../../core/worker/scheduler/scheduler.ts';
import { defaultPlanOf } from '../../core/worker/work-plan.ts';
import { seedFromEnvironment } from '../harness/random.ts';

const SEED = seedFromEnvironment();
const HISTORIES = 12;
const STEPS = 150;

/** The queues of one Worker, over a state that somebody else folds. */
class Queues {
  readonly scheduler = new Scheduler(DEFAULT_SCHEDULER_POLICY);
  readonly byGroup = new Map<string, GroupQueue>();
  private readonly link: AgentLink;

  constructor(world: MemoryWorld, agentId: string) {
    // Queues look at the state and at nothing else of the port.
    this.link = { world, agentId } as unknown as AgentLink;
  }

  queueOf(groupId: string): GroupQueue {
    const known = this.byGroup.get(groupId);
    if (known !== undefined) return known;
    const queue = new GroupQueue({
      groupId,
      link: this.link,
      scheduler: this.scheduler,
      planOf: ({ document }) => defaultPlanOf(document.contract),
      hasRun: () => false,
      notes: NO_NOTES,
    });
    this.byGroup.set(groupId, queue);
    return queue;
  }

  describe(groupIds: readonly string[], nowMs: number) {
    const now = { wallMs: nowMs, monotonicMs: nowMs };
    return groupIds.map((groupId) => {
      const queue = this.queueOf(groupId);
      // Leases and offers also end by time alone, without an Event.
      for (const workItemId of queue.ownIds()) queue.refresh(workItemId, now);
      return {
        groupId,
        own: queue.ownIds().toSorted(),
        offered: queue.offeredIds().toSorted(),
        items: this.scheduler.countIn(groupId),
        states: queue
          .ownIds()
          .toSorted()
          .map((id) => `${id} ${this.scheduler.stateOf(id) ?? 'absent'} ${this.scheduler.termOf(id) ?? 0}`),
      };
    });
  }
}

test(`SCH-001: replay rebuilds every queue, and repeated Events change nothing, seed ${SEED}`, async () => {
  let itemCount = 0;
  for (let history = 0; history < HISTORIES; history += 1) {
    const seed = (SEED + history) % 0x1_0000_0000;
    const { observations } = await recordHistory({ seed, steps: STEPS, mode: 'fast' });
    for (const { actor } of WORKERS) {
      const world = new MemoryWorld();
      const followed = new Queues(world, actor.id);
      const groupIds = new Set<string>();
      let endMs = 0;
      for (const { added, nowMs } of observations) {
        endMs = Math.max(endMs, nowMs);
        const events: Event[] = added.map(({ text }) => JSON.parse(text) as Event);
        for (const event of events) world.apply(evolve(world, event));
        for (const event of events) {
          if (event.groupId === undefined) continue;
          groupIds.add(event.groupId);
          const now = { wallMs: nowMs, monotonicMs: nowMs };
          followed.queueOf(event.groupId).apply([event], now);
          followed.queueOf(event.groupId).apply([event], now);
        }
      }
      const rebuilt = new Queues(world, actor.id);
      for (const groupId of groupIds) {
        rebuilt.queueOf(groupId).rebuild({ wallMs: endMs, monotonicMs: endMs });
      }
      const all = [...groupIds];
      const expected = rebuilt.describe(all, endMs);
      expect({ seed, agent: actor.id, queues: followed.describe(all, endMs) }).toEqual({
        seed,
        agent: actor.id,
        queues: expected,
      });
      itemCount += expected.reduce((sum, { own }) => sum + own.length, 0);
    }
  }
  // Histories of this size leave something in some queue.
  expect(itemCount).toBeGreaterThan(0);
});

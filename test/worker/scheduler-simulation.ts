// A Worker under saturation without anything but its Scheduler: Groups that always have work, runs that take their time,
// and a record of who got the slots.
import type { Moment } from '../../core/worker/clock.ts';
import type { ScheduledItem } from '../../core/worker/scheduler/ready-items.ts';
import { Scheduler } from '../../core/worker/scheduler/scheduler.ts';
import type { SchedulerPolicy } from '../../core/worker/scheduler/scheduler-policy.ts';
import type { Load } from '../../core/worker/scheduler/start-bound.ts';
import type { Random } from '../harness/random.ts';

const START_WALL_MS = Date.UTC(2026, 4, 4, 9);

export interface SimulationSetting {
  readonly policy: SchedulerPolicy;
  readonly load: Load;
  /** How many items each Group keeps waiting. */
  readonly backlog: number;
  readonly untilMs: number;
  /** Whether runs save checkpoints, and so can be asked to make room. */
  readonly isPreemptive: boolean;
}

export interface GroupRecord {
  readonly groupId: string;
  readonly weight: number;
  slotMs: number;
  starts: number;
  /** The longest that an item was the oldest of its Group before it started. */
  longestOldestWaitMs: number;
}

interface Run {
  readonly runId: string;
  readonly groupId: string;
  readonly slots: number;
  readonly startedMs: number;
  readonly endsMs: number;
}

/** Runs the Scheduler for a while and tells who was served. */
export function simulate(setting: SimulationSetting, random: Random): readonly GroupRecord[] {
  const { policy, load, untilMs } = setting;
  const scheduler = new Scheduler(policy);
  const records = load.weights.map((weight, n): GroupRecord => ({
    groupId: `urn:group:${n}`,
    weight,
    slotMs: 0,
    starts: 0,
    longestOldestWaitMs: 0,
  }));
  const waiting = new Map<string, ScheduledItem[]>(records.map(({ groupId }) => [groupId, []]));
  const oldestSince = new Map<string, number>(records.map(({ groupId }) => [groupId, 0]));
  const items = new Map<string, ScheduledItem>();
  const remainingMs = new Map<string, number>();
  const runs: Run[] = [];
  let nowMs = 0;
  let count = 0;
  const now = (): Moment => ({ wallMs: START_WALL_MS + nowMs, monotonicMs: nowMs });
  const recordOf = (groupId: string) => records.find((record) => record.groupId === groupId) as GroupRecord;

  const refill = () => {
    for (const { groupId } of records) {
      const queue = waiting.get(groupId) ?? [];
      while (queue.length < setting.backlog) {
        count += 1;
        const item = randomItem(`urn:work:${count}`, groupId, setting, random, now().wallMs);
        if (scheduler.admit(item, now()) !== 'accepted') throw new Error('the simulated queue is full');
        items.set(item.workId, item);
        // Groups differ in how long their work takes: shares are of time, not of starts.
        const runMs = numberOf(groupId) % 2 === 0 ? load.longestRunMs : load.longestRunMs / 3;
        remainingMs.set(item.workId, 1 + random.below(runMs));
        queue.push(item);
      }
    }
  };
  const leave = (queue: ScheduledItem[], workId: string, groupId: string) => {
    const place = queue.findIndex((item) => item.workId === workId);
    if (place === 0) {
      const record = recordOf(groupId);
      const wait = nowMs - (oldestSince.get(groupId) ?? 0);
      record.longestOldestWaitMs = Math.max(record.longestOldestWaitMs, wait);
      oldestSince.set(groupId, nowMs);
    }
    queue.splice(place, 1);
  };
  const decide = () => {
    const { starts, preemption } = scheduler.dispatch(now());
    for (const { workId, groupId, runId } of starts) {
      const item = items.get(workId) as ScheduledItem;
      leave(waiting.get(groupId) ?? [], workId, groupId);
      recordOf(groupId).starts += 1;
      const endsMs = nowMs + (remainingMs.get(workId) ?? 0);
      runs.push({ runId, groupId, slots: item.slots, startedMs: nowMs, endsMs });
      if (setting.isPreemptive && random.chance(0.5)) scheduler.checkpointSaved(runId);
    }
    if (preemption !== undefined) {
      const place = runs.findIndex(({ runId }) => runId === preemption.runId);
      const [run] = runs.splice(place, 1);
      if (run === undefined) throw new Error('a run was asked that does not run');
      finish(run);
      remainingMs.set(preemption.workId, Math.max(1, run.endsMs - nowMs));
      const queue = waiting.get(run.groupId) ?? [];
      const item = items.get(preemption.workId) as ScheduledItem;
      // It returns to its place by admission, and may be the oldest again.
      queue.push(item);
      queue.sort((a, b) => numberOf(a.workId) - numberOf(b.workId));
      if (queue[0] === item) oldestSince.set(run.groupId, nowMs);
      scheduler.preempted(run.runId, now());
      decide();
    }
  };
  const finish = (run: Run) => {
    recordOf(run.groupId).slotMs += run.slots * (nowMs - run.startedMs);
  };

  refill();
  decide();
  while (nowMs < untilMs) {
    runs.sort((a, b) => a.endsMs - b.endsMs);
    const run = runs.shift();
    if (run === undefined) throw new Error('nothing runs although work waits');
    nowMs = run.endsMs;
    finish(run);
    const done = scheduler.completed(run.runId, now());
    if (!done.ok) throw new Error(done.fault.message);
    refill();
    decide();
  }
  for (const run of runs) finish(run);
  for (const record of records) {
    const wait = nowMs - (oldestSince.get(record.groupId) ?? 0);
    record.longestOldestWaitMs = Math.max(record.longestOldestWaitMs, wait);
  }
  return records;
}

function numberOf(id: string): number {
  return Number(id.split(':').at(-1));
}

/** Priorities, deadlines, efforts and widths of all kinds. */
function randomItem(
  workId: string,
  groupId: string,
  { load }: SimulationSetting,
  random: Random,
  wallMs: number,
): ScheduledItem {
  return {
    workId,
    groupId,
    term: 1,
    priority: random.pick([-100, -20, 0, 0, 0, 10, 50, 100]),
    deadlineMs: random.chance(0.4) ? wallMs + 1 + random.below(3 * 3_600_000) : undefined,
    effort: random.pick(['tiny', 'small', 'medium', 'unknown', 'large', 'huge']),
    slots: random.chance(0.2) ? 1 + random.below(load.widestSlots) : 1,
    capabilityIds: [],
    isPreemptible: random.chance(0.5),
  };
}

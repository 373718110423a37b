// What the documentation promises of the Scheduler, under random loads (SCH-004, SCH-005): shares by weight, and a bound
// for the oldest item of every Group.
import { expect, test } from 'vitest';
import type { Moment } from '../../core/worker/clock.ts';
import {
  agingPoints,
  type Entry,
  pressingPoints,
  ReadyItems,
} from '../../core/worker/scheduler/ready-items.ts';
import {
  DEFAULT_GROUP_POLICY,
  DEFAULT_SCHEDULER_POLICY,
  type SchedulerPolicy,
} from '../../core/worker/scheduler/scheduler-policy.ts';
import { type Load, shareErrorMs, startBoundMs } from '../../core/worker/scheduler/start-bound.ts';
import { createRandom, type Random, seedFromEnvironment } from '../harness/random.ts';
import { simulate } from './scheduler-simulation.ts';

const SEED = seedFromEnvironment();
const RUNS = 12;
const MINUTE_MS = 60_000;

interface Case {
  readonly policy: SchedulerPolicy;
  readonly load: Load;
}

/** A Worker with some Groups of different weights; priorities and biases are as extreme as they may be. */
function randomCase(random: Random): Case {
  const slots = 1 + random.below(6);
  const weights = Array.from({ length: 2 + random.below(8) }, () => random.pick([1, 1, 2, 3, 5, 8]));
  const load = {
    weights,
    longestRunMs: random.pick([1, 5, 20]) * MINUTE_MS,
    widestSlots: random.chance(0.5) ? 1 : 1 + random.below(slots),
  };
  const groups = weights.map((weight, n) => {
    const priorityBias = random.pick([-100, 0, 0, 30, 100]);
    return [`urn:group:${n}`, { ...DEFAULT_GROUP_POLICY, weight, priorityBias }] as const;
  });
  const leadMs = random.pick([0, 1, 10]) * MINUTE_MS;
  return {
    policy: { ...DEFAULT_SCHEDULER_POLICY, slots, groups: new Map(groups), leadMs },
    load,
  };
}

test(`SCH-004: under saturation every Group gets the share of its weight within 5 %, seed ${SEED}`, () => {
  for (let run = 0; run < RUNS; run += 1) {
    const random = createRandom(SEED, run);
    const { policy, load } = randomCase(random);
    const total = load.weights.reduce((sum, weight) => sum + weight, 0);
    // Long enough that the error which is allowed to remain is less than 5 % of the smallest share.
    const longEnoughMs = Math.max(
      ...load.weights.map((weight) => (20 * shareErrorMs(policy, load, weight) * total) / weight),
    );
    const idleFactor = policy.slots - load.widestSlots + 1;
    const untilMs = longEnoughMs / idleFactor;
    const records = simulate({ policy, load, backlog: 12, untilMs, isPreemptive: run % 2 === 1 }, random);
    const all = records.reduce((sum, { slotMs }) => sum + slotMs, 0);
    const wrong = records
      .map(({ weight, slotMs }) => ({ weight, share: slotMs / all / (weight / total) }))
      .filter(({ share }) => Math.abs(share - 1) > 0.05);
    expect({ run, wrong }).toEqual({ run, wrong: [] });
  }
});

test(`SCH-004: the oldest item of every Group starts within the documented bound, seed ${SEED}`, () => {
  for (let run = 0; run < RUNS; run += 1) {
    const random = createRandom(SEED, 1_000 + run);
    const { policy, load } = randomCase(random);
    const lightest = Math.min(...load.weights);
    const untilMs = 2 * startBoundMs(policy, load, lightest);
    const records = simulate({ policy, load, backlog: 12, untilMs, isPreemptive: run % 2 === 1 }, random);
    const late = records
      .map(({ weight, longestOldestWaitMs }) => ({
        weight,
        longestOldestWaitMs,
        boundMs: startBoundMs(policy, load, weight),
      }))
      .filter(({ longestOldestWaitMs, boundMs }) => longestOldestWaitMs > boundMs);
    expect({ run, late }).toEqual({ run, late: [] });
  }
});

test(`SCH-004: a Scheduler without turns for the oldest breaks the bound, so the bound says something, seed ${SEED}`, () => {
  const random = createRandom(SEED, 2_000);
  const load: Load = { weights: [1, 1], longestRunMs: MINUTE_MS, widestSlots: 1 };
  const policy = { ...DEFAULT_SCHEDULER_POLICY, leadMs: 0, oldestEvery: 1_000_000_000 };
  const promised = { ...policy, oldestEvery: DEFAULT_SCHEDULER_POLICY.oldestEvery };
  const bound = startBoundMs(promised, load, 1);
  const records = simulate({ policy, load, backlog: 30, untilMs: 20 * bound, isPreemptive: false }, random);
  expect(Math.max(...records.map(({ longestOldestWaitMs }) => longestOldestWaitMs))).toBeGreaterThan(bound);
});

test(`SCH-005: the order of waiting items equals that of their scores, whatever the clock does, seed ${SEED}`, () => {
  const policy = DEFAULT_SCHEDULER_POLICY;
  for (let run = 0; run < 20; run += 1) {
    const random = createRandom(SEED, 3_000 + run);
    const ready = new ReadyItems(policy);
    const entries = new Set<Entry>();
    let monotonicMs = 0;
    let wallMs = Date.UTC(2026, 4, 4);
    for (let step = 0; step < 200; step += 1) {
      const passedMs = random.below(20 * MINUTE_MS);
      monotonicMs += passedMs;
      wallMs += passedMs;
      if (random.chance(0.05)) {
        wallMs += random.pick([-2, 2]) * 3_600_000;
        ready.rebuild(wallMs);
      }
      ready.advance(wallMs);
      if (random.chance(0.6)) {
        const entry = entryOf(step, random, { wallMs, monotonicMs });
        entries.add(entry);
        ready.add(entry, wallMs);
      }
      const slots = 1 + random.below(3);
      const now = { wallMs, monotonicMs };
      const best = ready.mostUrgent(slots, now);
      const expected = mostUrgentOf([...entries], slots, now);
      expect({ run, step, admission: best?.admission }).toEqual({
        run,
        step,
        admission: expected?.admission,
      });
      if (best !== undefined && random.chance(0.4)) {
        ready.remove(best);
        entries.delete(best);
      }
    }
  }
});

function entryOf(step: number, random: Random, { wallMs, monotonicMs }: Moment): Entry {
  return {
    item: {
      workId: `urn:work:${step}`,
      groupId: 'urn:group:0',
      term: 1,
      priority: random.pick([-5, 0, 0, 0, 5]),
      deadlineMs: random.chance(0.7) ? wallMs + (random.below(600) - 200) * MINUTE_MS : undefined,
      effort: random.pick(['tiny', 'unknown', 'huge']),
      slots: 1 + random.below(3),
      capabilityIds: [],
      isPreemptible: false,
    },
    admission: step,
    state: 'ready',
    generation: 0,
    waitedMs: random.below(60 * MINUTE_MS),
    sinceMs: monotonicMs,
    hasSafeCheckpoint: false,
    isOldestsTurn: false,
    retryAtMs: undefined,
  };
}

/** The definition: look at every item. */
function mostUrgentOf(entries: readonly Entry[], slots: number, now: Moment): Entry | undefined {
  const scored = entries
    .filter(({ item }) => item.slots <= slots)
    .map((entry) => ({
      entry,
      points:
        pressingPoints(DEFAULT_SCHEDULER_POLICY, entry.item, 0, now.wallMs) +
        agingPoints(DEFAULT_SCHEDULER_POLICY, entry, now),
    }));
  scored.sort((a, b) => b.points - a.points || a.entry.admission - b.entry.admission);
  return scored[0]?.entry;
}

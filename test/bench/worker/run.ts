// `node test/bench/worker/run.ts [--quick]`: how long a scheduling decision takes with a full queue, and how long the
// queue takes to build. Beside them the raw limit of the same run: sorting the same items once. Nothing is asserted.
import { parseArgs } from 'node:util';
import type { Moment } from '../../../core/worker/clock.ts';
import type { ScheduledItem } from '../../../core/worker/scheduler/ready-items.ts';
import { Scheduler } from '../../../core/worker/scheduler/scheduler.ts';
import {
  DEFAULT_GROUP_POLICY,
  DEFAULT_SCHEDULER_POLICY,
} from '../../../core/worker/scheduler/scheduler-policy.ts';
import { createRandom } from '../../harness/random.ts';
import { describeMachine } from '../harness.ts';

const { values } = parseArgs({ options: { quick: { type: 'boolean', default: false } } });
const GROUPS = 100;
const ITEMS = 10_000;
const DECISIONS = values.quick ? 500 : 5_000;
const START_MS = Date.UTC(2026, 4, 4, 9);

const random = createRandom(1);
const items = Array.from({ length: ITEMS }, (_none, n): ScheduledItem => ({
  workId: `urn:work:${n}`,
  groupId: `urn:group:${n % GROUPS}`,
  term: 1,
  priority: random.below(201) - 100,
  deadlineMs: random.chance(0.5) ? START_MS + random.below(86_400_000) : undefined,
  effort: 'unknown',
  slots: 1,
  capabilityIds: [],
  isPreemptible: true,
}));
const groups = new Map(
  Array.from({ length: GROUPS }, (_none, n) => [
    `urn:group:${n}`,
    { ...DEFAULT_GROUP_POLICY, weight: 1 + (n % 10) },
  ]),
);
const at = (ms: number): Moment => ({ wallMs: START_MS + ms, monotonicMs: ms });
const scheduler = new Scheduler({ ...DEFAULT_SCHEDULER_POLICY, slots: 8, groups });

const buildMs = measureMs(() => {
  for (const item of items) scheduler.adopt(item, at(0));
});
let nowMs = 0;
const running: { readonly runId: string; readonly item: ScheduledItem }[] = [];
const durations: number[] = [];
for (let n = 0; n < DECISIONS; n += 1) {
  nowMs += 60_000;
  const done = running.shift();
  if (done !== undefined) {
    scheduler.completed(done.runId, at(nowMs));
    scheduler.adopt({ ...done.item, term: done.item.term + 1 }, at(nowMs));
  }
  let starts: ReturnType<Scheduler['dispatch']>['starts'] = [];
  durations.push(measureMs(() => ({ starts } = scheduler.dispatch(at(nowMs)))));
  for (const { runId, workId } of starts) {
    const item = items[Number(workId.split(':').at(-1))];
    if (item !== undefined) running.push({ runId, item });
  }
}
const sortMs = measureMs(() => items.toSorted((a, b) => b.priority - a.priority));
durations.sort((a, b) => a - b);
const figure = (ms: number | undefined) => `${(ms ?? Number.NaN).toFixed(3)} ms`;
const machine = describeMachine();
console.log(`Node ${machine.node}, ${machine.cores} × ${machine.cpu}`);
console.log(`${ITEMS} items of ${GROUPS} Groups, ${DECISIONS} decisions`);
console.log(`building the queue            ${figure(buildMs)}`);
console.log(`a decision, median            ${figure(durations[durations.length >> 1])}`);
console.log(`a decision, 99 of 100 below   ${figure(durations[Math.floor(durations.length * 0.99)])}`);
console.log(`a decision, the longest       ${figure(durations.at(-1))}`);
console.log(`sorting the items once        ${figure(sortMs)}`);

function measureMs(work: () => unknown): number {
  const start = process.hrtime.bigint();
  work();
  return Number(process.hrtime.bigint() - start) / 1e6;
}

// `node test/bench/worker/run.ts [--quick]`: how long a Worker with a full queue takes to start, and how long one
// scheduling decision takes. Beside them a raw limit of the same run: sorting the same items once. Nothing is asserted.
import { parseArgs } from 'node:util';
import type { Moment } from '../../../core/worker/clock.ts';
import type { AgentLink } from '../../../core/worker/agent-link.ts';
import type { ScheduledItem } from '../../../core/worker/scheduler/ready-items.ts';
import {
  DEFAULT_GROUP_POLICY,
  DEFAULT_SCHEDULER_POLICY,
} from '../../../core/worker/scheduler/scheduler-policy.ts';
import { type RunStart, Scheduler } from '../../../core/worker/scheduler/scheduler.ts';
import { WorkerRuntime } from '../../../core/worker/worker-runtime.ts';
import { createRandom } from '../../harness/random.ts';
import { describeMachine } from '../harness.ts';
import { AGENT_ID, createQueueState, START_MS } from './queue-state.ts';

const { values } = parseArgs({ options: { quick: { type: 'boolean', default: false } } });
const GROUPS = 100;
const ITEMS = 10_000;
const DECISIONS = values.quick ? 500 : 5_000;
const WARM_UP = 200;

const random = createRandom(1);
const at = (ms: number): Moment => ({ wallMs: START_MS + ms, monotonicMs: ms });
const figure = (ms: number | undefined) => `${(ms ?? Number.NaN).toFixed(3)} ms`;
const machine = describeMachine();
console.log(`Node ${machine.node}, ${machine.cores} × ${machine.cpu}`);
console.log(`${ITEMS} queued items of ${GROUPS} Groups`);
console.log(`starting the Worker, cold         ${figure(await measureStart())}`);
const decisions = measureDecisions();
console.log(`a decision, median of ${DECISIONS}${' '.repeat(8)}${figure(decisions[decisions.length >> 1])}`);
console.log(`a decision, 99 of 100 below       ${figure(decisions[Math.floor(decisions.length * 0.99)])}`);
console.log(`a decision, the longest           ${figure(decisions.at(-1))}`);

/** From a state that is loaded to the first decision: the queues are rebuilt from it, without any notes. */
async function measureStart(): Promise<number> {
  const { world, groupIds } = createQueueState(ITEMS, GROUPS, random);
  const link: AgentLink = {
    agentId: AGENT_ID,
    world,
    session: { sessionEpoch: 2, openedAt: new Date(START_MS).toISOString() },
    groupIds: () => groupIds,
    onApplied: () => () => {},
    onSession: () => () => {},
    // Nobody answers: what is measured ends with the first start that is asked for.
    submit: () => new Promise(() => {}),
    artifacts: {
      upload: () => Promise.reject(new Error('nothing is uploaded')),
      download: () => Promise.reject(new Error('nothing is downloaded')),
    },
    setPresence: () => {},
  };
  const runtime = new WorkerRuntime({
    link,
    clock: { read: () => at(0), setTimer: () => () => {} },
    newId: (kind) => `urn:heddle:bench:${kind}:new`,
    card: cardOf(),
    signer: { sign: refuseToSign },
    capabilities: {
      issue: () => Promise.reject(new Error('no token is issued')),
      check: () => Promise.reject(new Error('no token is checked')),
    },
    notes: { read: async () => undefined, write: async () => {} },
    content: {
      find: async () => undefined,
      keep: async (contentHash) => contentHash,
      read: () => Promise.reject(new Error('nothing is read')),
    },
    contentUri: (_groupId, contentHash) => contentHash,
    runnerFor: () => undefined,
  });
  const start = process.hrtime.bigint();
  await runtime.start();
  const tookMs = Number(process.hrtime.bigint() - start) / 1e6;
  const items = runtime.status().groups.reduce((sum, group) => sum + group.items, 0);
  if (items !== ITEMS || runtime.status().runs.length !== 8) throw new Error('the queue was not rebuilt');
  return tookMs;
}

async function refuseToSign(): Promise<never> {
  throw new Error('nothing is signed');
}

/** Sorted durations of decisions; each ends one run, and something takes the place of what it was. */
function measureDecisions(): readonly number[] {
  const groups = new Map(
    Array.from({ length: GROUPS }, (_none, n) => [
      `urn:group:${n}`,
      { ...DEFAULT_GROUP_POLICY, weight: 1 + (n % 10) },
    ]),
  );
  const scheduler = new Scheduler({ ...DEFAULT_SCHEDULER_POLICY, slots: 8, groups });
  const items = new Map<string, ScheduledItem>();
  for (let n = 0; n < ITEMS; n += 1) {
    const item: ScheduledItem = {
      workId: `urn:work:${n}`,
      groupId: `urn:group:${n % GROUPS}`,
      term: 1,
      priority: random.below(201) - 100,
      deadlineMs: random.chance(0.5) ? START_MS + random.below(86_400_000) : undefined,
      effort: 'unknown',
      slots: 1,
      capabilityIds: [],
      isPreemptible: true,
    };
    items.set(item.workId, item);
    scheduler.adopt(item, at(0));
  }
  const running: RunStart[] = [];
  const durations: number[] = [];
  for (let n = 0; n < WARM_UP + DECISIONS; n += 1) {
    const now = at(n * 60_000);
    const done = running.shift();
    const item = done === undefined ? undefined : items.get(done.workId);
    if (done !== undefined && item !== undefined) {
      scheduler.completed(done.runId, now);
      const next = { ...item, term: item.term + 1 };
      items.set(next.workId, next);
      scheduler.adopt(next, now);
    }
    const start = process.hrtime.bigint();
    const { starts } = scheduler.dispatch(now);
    const tookMs = Number(process.hrtime.bigint() - start) / 1e6;
    running.push(...starts);
    if (n >= WARM_UP) durations.push(tookMs);
  }
  const list = [...items.values()];
  const start = process.hrtime.bigint();
  const sorted = list.toSorted((a, b) => b.priority - a.priority);
  const sortMs = Number(process.hrtime.bigint() - start) / 1e6;
  console.log(`sorting ${sorted.length} items once         ${figure(sortMs)}`);
  return durations.toSorted((a, b) => a - b);
}

function cardOf(): ConstructorParameters<typeof WorkerRuntime>[0]['card'] {
  const issuedAt = new Date(START_MS).toISOString();
  return {
    agentId: AGENT_ID,
    organizationId: 'urn:heddle:bench:organization',
    cardVersion: 1,
    displayName: 'worker',
    owner: { type: 'human', id: 'urn:heddle:bench:human:owner' },
    status: 'active',
    protocolVersions: ['0.1'],
    endpoints: [],
    publicKeys: [],
    capabilities: [],
    maxConcurrency: 8,
    issuedAt,
    signature: { algorithm: 'Ed25519', keyId: 'urn:heddle:bench:key', createdAt: issuedAt, value: 'AA' },
  };
}

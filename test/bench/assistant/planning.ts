// Measures the watch over a plan: everything anew for a graph of 2,000 items, and after one Event, once while work runs and once
// when nothing can run any more, which asks most. The raw limit goes once over the same edges, with ready numbers.
import { PlanWatch } from '../../../core/coordinator/assistant/planning/plan-watch.ts';
import { planScene } from '../../../core/coordinator/assistant/planning/plan-scene.ts';
import { whatIf } from '../../../core/coordinator/assistant/planning/what-if.ts';
import type { DeskConnection } from '../../../core/coordinator/desk/connection.ts';
import { deskOf } from '../../../core/coordinator/desk/desk.test-data.ts';
import { nowAt } from '../../../core/domain/decision.ts';
import { seedWorkItem } from '../../../core/domain/seeded-work.test-data.ts';
import {
  contractOf,
  GROUP,
  SeededOrganization,
  START_MS,
  WORKER,
} from '../../../core/domain/seeded-world.test-data.ts';
import { SINGLE, type WorkItemRecord } from '../../../core/domain/world.ts';

export interface PlanningFigures {
  readonly name: string;
  readonly items: number;
  readonly edges: number;
  /** Everything anew, from records that nobody has looked at. */
  readonly fullMs: number;
  /** Of that, time of the processor: on a busy machine the rest is waiting. */
  readonly fullProcessorMs: number;
  /** After one Event that moves an estimate, and after one that finishes an item. */
  readonly afterEvent: readonly {
    readonly kind: string;
    readonly ms: number;
    readonly processorMs: number;
  }[];
  /** One question of what would be if a Worker were lost. */
  readonly whatIfMs: number;
  /** Once over all edges. */
  readonly limitMs: number;
}

/** `isRunning`: one item in fifty runs; otherwise all of them wait for somebody. */
export function measurePlanning(items: number, rounds: number, isRunning: boolean): PlanningFigures {
  const { organization, edges } = plan(items, isRunning);
  const connection = deskOf(organization);
  const full: number[] = [];
  let fullProcessor = 0;
  for (let round = 0; round < rounds; round += 1) {
    renew(organization);
    const before = processorMs();
    full.push(timed(() => new PlanWatch().assess(connection, GROUP)));
    fullProcessor += processorMs() - before;
  }
  const watch = new PlanWatch();
  watch.assess(connection, GROUP);
  const afterEvent = [
    afterEvents('work.progressed', organization, watch, connection, rounds, moved),
    afterEvents('work.result.accepted', organization, watch, connection, rounds, (record) => ({
      ...record,
      document: { ...record.document, state: 'verified', revision: record.document.revision + 1 },
    })),
  ];
  const scene = planScene(connection, GROUP);
  if (scene === undefined) throw new Error('the Mission is there');
  const asked: number[] = [];
  for (let round = 0; round < rounds; round += 1)
    asked.push(timed(() => whatIf(scene, { kind: 'worker-lost', agentId: WORKER.id })));
  return {
    name: isRunning ? 'work runs' : 'nothing can run',
    items,
    edges: edges.length,
    fullMs: median(full),
    fullProcessorMs: fullProcessor / rounds,
    afterEvent,
    whatIfMs: median(asked),
    limitMs: limitOf(items, edges, rounds),
  };
}

/** A graph in layers, each item waiting for up to three of the fifty before it. */
export function plan(items: number, isRunning: boolean) {
  const organization = new SeededOrganization();
  const edges: (readonly [number, number])[] = [];
  for (let index = 0; index < items; index += 1) {
    const needs = [...new Set([1, 7, 31].map((step) => index - step * (1 + (index % 3))))].filter(
      (need) => need >= 0 && index % 10 !== 0,
    );
    for (const need of needs) edges.push([need, index]);
    const isDone = index % 25 === 1;
    const state = isDone
      ? 'verified'
      : index % 10 !== 0
        ? 'open'
        : isRunning && index % 50 === 0
          ? 'active'
          : 'blocked';
    const contract = contractOf({
      goal: `work ${index}`,
      dependencyWorkItemIds: needs.map(idOf),
      budget: { currency: 'EUR', financialLimit: 0.01 },
    });
    const record = seedWorkItem(organization, {
      workItemId: idOf(index),
      state,
      contract,
      executionSeconds: 86_400,
      holdingSeconds: 86_400,
      ...(state === 'blocked' ? { record: { requiredResolution: 'a key' } } : {}),
    });
    put(organization, moved(record, index));
  }
  return { organization, edges };
}

function idOf(index: number): string {
  return `urn:heddle:test:work:i${index}`;
}

/** The item with an estimate that has moved. */
export function moved(record: WorkItemRecord, round: number): WorkItemRecord {
  const at = (minutes: number) => nowAt(START_MS + minutes * 60_000).text;
  const scheduleEstimate = {
    estimatedStart: at(round % 60),
    estimatedCompletion: at((round % 60) + 15),
    confidence: 0.5,
    capacityStatus: 'available' as const,
    lastCalculatedAt: at(0),
  };
  const { document } = record;
  return { ...record, document: { ...document, revision: document.revision + 1, scheduleEstimate } };
}

export function put({ world }: SeededOrganization, record: WorkItemRecord): void {
  world.apply([{ kind: 'workItem', groupId: GROUP, id: record.document.workItemId, value: record }]);
}

/** The Group’s log has grown. */
export function append({ world }: SeededOrganization): void {
  const head = world.get('head', GROUP, SINGLE);
  if (head === undefined) throw new Error('the Group has a head');
  world.apply([
    { kind: 'head', groupId: GROUP, id: SINGLE, value: { ...head, sequence: head.sequence + 1 } },
  ]);
}

/** New records with the same contents: nothing that was kept for the old ones helps. */
function renew(organization: SeededOrganization): void {
  for (const [, record] of organization.world.list('workItem', GROUP))
    put(organization, structuredClone(record));
  append(organization);
}

function afterEvents(
  kind: string,
  organization: SeededOrganization,
  watch: PlanWatch,
  connection: DeskConnection,
  rounds: number,
  change: (record: WorkItemRecord, round: number) => WorkItemRecord,
): PlanningFigures['afterEvent'][number] {
  const found: number[] = [];
  let processor = 0;
  const records = [...organization.world.list('workItem', GROUP)].filter(
    ([, { document }]) => document.state === 'blocked',
  );
  for (let round = 0; round < rounds; round += 1) {
    const record = records[round % records.length]?.[1];
    if (record === undefined) throw new Error('there is work');
    put(organization, change(record, round));
    append(organization);
    const before = processorMs();
    found.push(timed(() => watch.assess(connection, GROUP)));
    processor += processorMs() - before;
  }
  return { kind, ms: median(found), processorMs: processor / rounds };
}

function limitOf(items: number, edges: readonly (readonly [number, number])[], rounds: number): number {
  const found: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const ends = new Float64Array(items);
    found.push(
      timed(() => {
        for (const [from, to] of edges) ends[to] = Math.max(ends[to] ?? 0, (ends[from] ?? 0) + 15);
        return ends;
      }),
    );
  }
  return median(found);
}

export function timed(work: () => unknown): number {
  const start = process.hrtime.bigint();
  sink = work();
  return Number(process.hrtime.bigint() - start) / 1e6;
}

export function processorMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}

// Results go somewhere that the compiler cannot prove unused.
let sink: unknown;

/** Whether anything was worked out at all. */
export function hasPlanned(): boolean {
  return sink !== undefined;
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[sorted.length >> 1] ?? Number.NaN;
}

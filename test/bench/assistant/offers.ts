// Measures rankings: 1,000 candidates for 500 open items from nothing, and after one Event. The raw limit sorts as many numbers.
import { AgentHistory } from '../../../core/coordinator/assistant/offers/agent-history.ts';
import { DEFAULT_RANKING } from '../../../core/coordinator/assistant/offers/offer-settings.ts';
import { RankingBoard } from '../../../core/coordinator/assistant/offers/ranking-board.ts';
import type { OfferScene } from '../../../core/coordinator/assistant/offers/agent-standing.ts';
import { DEFAULT_POLICY } from '../../../core/domain/decision.ts';
import { CAPABILITY, cardOf, COORDINATOR, GROUP } from '../../../core/domain/seeded-world.test-data.ts';
import { agentOf, Stage } from '../../assistant/stage.ts';

export interface OfferFigures {
  readonly candidates: number;
  readonly items: number;
  /** All rankings from nothing. */
  readonly allMs: number;
  /** Of that, time of the processor: on a busy machine the rest is waiting. */
  readonly allProcessorMs: number;
  /** All rankings up to date after one Event of a kind, and the time of the processor on average. */
  readonly afterEvent: readonly {
    readonly kind: string;
    readonly ms: number;
    readonly processorMs: number;
  }[];
  /** Sorting as many ready numbers. */
  readonly limitMs: number;
}

const KINDS = 8;
const SHOWN = 10;

export function measureOffers(candidates: number, items: number, rounds: number): OfferFigures {
  const { stage, agents } = crowd(candidates, items);
  const history = new AgentHistory(DEFAULT_RANKING.fairnessWindow);
  for (const event of stage.log) history.take(event);
  const scene: OfferScene = {
    world: stage.world,
    groupId: GROUP,
    nowMs: stage.nowMs,
    policy: DEFAULT_POLICY,
    cards: new Map(),
    presence: new Map(stage.situation.presence.map((each) => [each.agentId, each])),
    history,
    ranking: DEFAULT_RANKING,
  };
  const ids = Array.from({ length: items }, (_, index) => itemId(index));
  const all: number[] = [];
  let board = new RankingBoard(scene);
  const processorBefore = processorMs();
  for (let round = 0; round < rounds; round += 1) {
    all.push(
      timed(() => {
        board = new RankingBoard(scene);
        for (const id of ids) board.best(id, SHOWN);
      }),
    );
  }
  const allProcessorMs = (processorMs() - processorBefore) / rounds;
  const [first, ...others] = agents;
  if (first === undefined) throw new Error('there are no Agents');
  const steps: readonly (readonly [string, (round: number) => unknown])[] = [
    ['work.offer.created', (round) => stage.offer(others[round] ?? first, itemId(round))],
    ['work.offer.accepted', (round) => stage.accept(others[round] ?? first, itemId(round))],
    ['work.started', (round) => stage.begin(others[round] ?? first, itemId(round))],
    [
      'resource_usage_recorded',
      (round) => stage.spend(others[round] ?? first, { toolCalls: 1 }, itemId(round)),
    ],
    ['membership.changed', (round) => stage.join(others[round] ?? first)],
  ];
  const figures = steps.map(([kind]) => ({ kind, times: [] as number[], processorMs: 0 }));
  for (let round = 0; round < rounds; round += 1) {
    for (const [index, [, act]] of steps.entries()) {
      const before = stage.log.length;
      act(round);
      // The Event itself was decided and folded by the stage; what counts here is what follows from it.
      const startedMs = processorMs();
      const ms = timed(() => {
        for (const event of stage.log.slice(before)) board.take(event, history.take(event));
        for (const id of ids) board.best(id, SHOWN);
      });
      const figure = figures[index];
      if (figure === undefined) continue;
      figure.times.push(ms);
      figure.processorMs += processorMs() - startedMs;
    }
  }
  return {
    candidates,
    items,
    allMs: median(all),
    allProcessorMs,
    afterEvent: figures.map((figure) => ({
      kind: figure.kind,
      ms: median(figure.times),
      processorMs: figure.processorMs / rounds,
    })),
    limitMs: sortingMs(candidates, items),
  };
}

/** Members that are heard, one in three with a record, and open items of several kinds. */
export function crowd(
  candidates: number,
  items: number,
): { readonly stage: Stage; readonly agents: readonly ReturnType<typeof agentOf>[] } {
  const stage = new Stage({
    currency: 'EUR',
    financialLimit: 1_000_000,
    toolCallLimit: 10_000_000,
    modelTokenLimit: 100_000_000,
  });
  const agents = Array.from({ length: candidates }, (_, index) =>
    agentOf(`a${String(index).padStart(4, '0')}`),
  );
  const [capability] = cardOf(COORDINATOR).capabilities;
  if (capability === undefined) throw new Error('the card of the tests has a capability');
  const capabilities = [
    capability,
    ...Array.from({ length: KINDS }, (_, kind) => ({
      ...capability,
      id: `files.kind-${kind}`,
      version: '1.0.0',
    })),
  ];
  for (const agent of agents) stage.register(agent, { capabilities }).join(agent);
  for (let index = 0; index < candidates; index += 3) {
    const agent = agents[index];
    if (agent === undefined) continue;
    const usage = { financialMicrounits: 10_000 * (1 + (index % 7)) };
    stage.complete(agent, `urn:heddle:test:work:done-${index}`, { seconds: 1 + (index % 5), usage });
  }
  for (const agent of agents) stage.hear(agent);
  for (let index = 0; index < items; index += 1) {
    const kind = { id: `files.kind-${index % KINDS}`, version: '1.0.0' };
    stage.plan({ goal: `item ${index}`, requiredCapabilities: [CAPABILITY, kind] }, itemId(index));
  }
  return { stage, agents };
}

function itemId(index: number): string {
  return `urn:heddle:test:work:open-${index}`;
}

function sortingMs(candidates: number, items: number): number {
  const times: number[] = [];
  for (let round = 0; round < 5; round += 1) {
    const lists = Array.from({ length: items }, (_, item) =>
      Float64Array.from(
        { length: candidates },
        (_each, index) => ((index * 7_919 + item) % 100_000) * 1_048_576 + index,
      ),
    );
    times.push(
      timed(() => {
        for (const list of lists) list.sort();
      }),
    );
  }
  return median(times);
}

function timed(work: () => void): number {
  const startMs = performance.now();
  work();
  return performance.now() - startMs;
}

function processorMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

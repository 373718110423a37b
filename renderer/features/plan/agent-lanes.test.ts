import { describe, expect, it } from 'vitest';
import type { PlanRow } from '../../../core/contract/plan.ts';
import { samplePlan } from '../../dev/sample-plan.ts';
import { createContext } from '../../dev/sample-world.ts';
import { agentLanes, besideBar } from './agent-lanes.ts';
import { isIn, timeFacts } from './time-facts.ts';

const NOW_MS = 1_800_000_000_000;
const HOUR_MS = 3_600_000;
const rows = samplePlan(createContext(NOW_MS, 'en'));
const at = { nowMs: NOW_MS, language: 'en' };
const agents = agentLanes(rows, at);

describe('the timeline by Agents', () => {
  it('has a row for each Agent by name, and what nobody holds last', () => {
    expect(agents.map(({ agent }) => agent?.name)).toEqual([
      'analyst',
      'coder-1',
      'deployer',
      'sec-1',
      'sec-2',
      'writer',
      undefined,
    ]);
    expect(agents.find(({ agent }) => agent?.name === 'coder-1')?.heldCount).toBe(2);
  });

  it('shows every bar of every item once, but reviews, which are of no Agent', () => {
    const drawn = agents.flatMap(({ bars }) => bars.flatMap(({ spans }) => spans));
    const wanted = rows.flatMap(({ spans }) => spans.filter(({ kind }) => kind !== 'review'));
    expect(new Set(drawn)).toEqual(new Set(wanted));
    expect(drawn).toHaveLength(wanted.length);
  });

  it('lets no two items of a lane run at the same time, and needs no lane more than run at once', () => {
    for (const { bars, laneCount } of agents) {
      for (const bar of bars) {
        const beside = bars.filter(
          (other) => other !== bar && other.fromMs < bar.toMs && other.toMs > bar.fromMs,
        );
        expect(beside.filter(({ lane }) => lane === bar.lane)).toEqual([]);
        expect(bar.lane).toBeLessThan(laneCount);
      }
      const most = Math.max(
        ...bars.map(({ fromMs }) => bars.filter((bar) => bar.fromMs <= fromMs && bar.toMs > fromMs).length),
      );
      expect(laneCount).toBe(most);
    }
  });

  it('is walked from bar to bar in the order of time', () => {
    const coder = agents.find(({ agent }) => agent?.name === 'coder-1');
    if (coder === undefined) throw new Error('the sample has no coder-1');
    const walked: (string | undefined)[] = [];
    let row: PlanRow | undefined;
    do {
      row = besideBar(coder, row?.id, 1);
      walked.push(row?.id);
    } while (row !== undefined);
    expect(walked).toEqual([...coder.bars.map((bar) => bar.row.id), undefined]);
    expect(besideBar(coder, undefined, -1)).toBe(coder.bars.at(-1)?.row);
  });
});

describe('the timeline in words', () => {
  it('has a line for each bar and each moment, by when they begin', () => {
    const facts = timeFacts(rows, NOW_MS);
    const bars = rows.reduce((count, { spans }) => count + spans.length, 0);
    expect(facts.filter(({ toMs }) => toMs !== undefined)).toHaveLength(bars);
    expect(facts.filter(({ kind }) => kind === 'deadline')).toHaveLength(rows.length);
    expect(facts.map(({ fromMs }) => fromMs)).toEqual(
      facts.map(({ fromMs }) => fromMs).toSorted((a, b) => a - b),
    );
    expect(new Set(facts.map(({ id }) => id)).size).toBe(facts.length);
  });

  it('keeps to a range: what overlaps it is there, and only that', () => {
    const range = { fromMs: NOW_MS - HOUR_MS, toMs: NOW_MS + HOUR_MS };
    const facts = timeFacts(rows, NOW_MS, range);
    expect(facts.length).toBeGreaterThan(0);
    for (const { fromMs, toMs = fromMs } of facts) {
      expect(fromMs <= range.toMs && toMs >= range.fromMs).toBe(true);
    }
    const named = new Set(facts.map(({ row }) => row.id));
    for (const row of rows) expect(isIn(row, NOW_MS, range)).toBe(named.has(row.id));
  });
});

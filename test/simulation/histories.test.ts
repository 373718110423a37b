// Whole Organizations under seeds, with faults, judged after every step by a model that shares no rule with the domain.
// HEDDLE_SEED repeats a run; `heddle simulate` runs as many as one likes.
import { describe, expect, test } from 'vitest';
import { type HistoryResult, recordHistory, runHistory } from '../../core/simulation/run.ts';
import { addTally, emptyTally } from '../../core/simulation/tally.ts';
import { seedFromEnvironment } from '../harness/random.ts';

const SEED = seedFromEnvironment();
const FAST = { histories: 60, steps: 200 };
const REAL = { histories: 4, steps: 120 };

async function runMany(mode: 'fast' | 'real', { histories, steps }: typeof FAST): Promise<HistoryResult[]> {
  const results: HistoryResult[] = [];
  for (let i = 0; i < histories; i += 1) {
    results.push(await runHistory({ seed: (SEED + i) % 0x1_0000_0000, steps, mode }));
  }
  return results;
}

function describeFailures(results: readonly HistoryResult[]): readonly string[] {
  return results.flatMap(({ failure }) =>
    failure === undefined
      ? []
      : [`${failure.invariant}: ${failure.message}\n${failure.trace.join('\n')}\n${failure.replay}`],
  );
}

describe(`histories with seed ${SEED}`, () => {
  test('no history of the rules alone breaks an invariant', async () => {
    const results = await runMany('fast', FAST);
    expect(describeFailures(results)).toEqual([]);
    const total = emptyTally();
    for (const { tally } of results) addTally(total, tally);
    // A run of this size is too small to promise every rare kind; it has to go deep all the same.
    expect(total.accepted).toBeGreaterThan(3_000);
    expect(total.refused).toBeGreaterThan(1_500);
    expect(total.acceptedByKind['mission.approve'] ?? 0).toBeGreaterThan(0);
  });

  test('no history of the real Authority breaks an invariant', async () => {
    const results = await runMany('real', REAL);
    expect(describeFailures(results)).toEqual([]);
  });
});

describe('a history', () => {
  test('is the same, byte for byte, whenever its seed is the same', async () => {
    for (const mode of ['fast', 'real'] as const) {
      const settings = { seed: 7, steps: 60, mode };
      const [first, second] = [await runHistory(settings), await runHistory(settings)];
      expect(second.traceHash).toBe(first.traceHash);
      const [one, two] = [await recordHistory(settings), await recordHistory(settings)];
      expect(two.trace).toEqual(one.trace);
    }
    const other = await runHistory({ seed: 8, steps: 60, mode: 'fast' });
    expect(other.traceHash).not.toBe((await runHistory({ seed: 7, steps: 60, mode: 'fast' })).traceHash);
  });

  test('keeps the rest of its ids when some steps are left out', async () => {
    const { trace: whole } = await recordHistory({ seed: 3, steps: 40, mode: 'fast' });
    const { trace: part } = await recordHistory({ seed: 3, steps: 40, mode: 'fast', only: [1, 2, 3] });
    expect(whole.slice(0, part.length)).toEqual(part);
  });
});

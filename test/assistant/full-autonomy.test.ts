// The assistant leads whole random Missions alone, with Workers that decline, vanish and deliver rubbish, children that fail, and
// hardly more money than is needed. Hundreds of larger ones: test/long/full-autonomy.ts.
import { expect, test } from 'vitest';
import { seedFromEnvironment } from '../harness/random.ts';
import type { WorldSettings } from './autonomy-world/lead-world.ts';
import { describe as describeResult, FLAWS, runWorlds } from './autonomy-world/runs.ts';

const seed = seedFromEnvironment();
const MISSIONS = 16;
/** Small enough that sixteen of them fit into every run of the tests. */
const ITEMS = 10;
/** Of a world in which somebody delivers contents that are not what their hashes say. */
const PLANTED_SEED = 12;
const LIMIT = { timeout: 600_000 };

function worldsOf(count: number, changes: Partial<WorldSettings> = {}): readonly WorldSettings[] {
  return Array.from({ length: count }, (_none, n) => ({
    seed: seed + n,
    items: ITEMS,
    flaw: 'none' as const,
    autonomy: 'full' as const,
    auditOneIn: 4,
    ...changes,
  }));
}

test(`brings solvable Missions to a correct submission (HEDDLE_SEED=${seed})`, LIMIT, async () => {
  const { solvable, missed, wrong } = await runWorlds(worldsOf(MISSIONS));
  expect(wrong.map((each) => describeResult(each))).toEqual([]);
  // The large run proves the share; among so few a single one may be the hundredth.
  expect(missed.slice(1).map((each) => describeResult(each))).toEqual([]);
  expect(solvable).toBeGreaterThan(MISSIONS / 2);
});

/** Seeds of worlds that have failed once; what was wrong then has a test of its own where it was mended. */
const REGRESSIONS = [
  [1, 'reviews were offered to Agents whose word does not count'],
  [5, 'an active member was made a provisional one again'],
] as const;

test.each(REGRESSIONS)('seed %i, which failed once: %s', LIMIT, async (regression) => {
  const { missed, wrong } = await runWorlds(worldsOf(1, { seed: regression, items: 12 }));
  expect([...missed, ...wrong].map((each) => describeResult(each))).toEqual([]);
});

test(`leads a Mission of 50 items (HEDDLE_SEED=${seed})`, LIMIT, async () => {
  const { wrong } = await runWorlds(worldsOf(1, { items: 50 }));
  expect(wrong.map((each) => describeResult(each))).toEqual([]);
});

test.each(FLAWS)(
  `asks, and submits nothing, where the plan has a flaw: %s (HEDDLE_SEED=${seed})`,
  LIMIT,
  async (flaw) => {
    const { wrong } = await runWorlds(worldsOf(1, { flaw }));
    expect(wrong.map((each) => describeResult(each))).toEqual([]);
  },
);

test(`signs nothing that a random matrix does not allow (HEDDLE_SEED=${seed})`, LIMIT, async () => {
  const { wrong } = await runWorlds(worldsOf(2, { autonomy: 'random' }));
  expect(wrong.map((each) => describeResult(each))).toEqual([]);
});

test.each(['other-matrix', 'hidden-rubbish'] as const)(
  'the judges of these worlds see what is planted: %s',
  LIMIT,
  async (sabotage) => {
    const { wrong } = await runWorlds(worldsOf(1, { sabotage, seed: PLANTED_SEED }));
    expect(wrong.flatMap((each) => each.wrong).join('\n')).toMatch(
      sabotage === 'other-matrix' ? /cites no rule of the matrix/u : /was accepted with \d+ bad contents/u,
    );
  },
);

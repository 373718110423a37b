// `node test/long/full-autonomy.ts`: the assistant leads random Missions of 50 items alone, by the hundred; too long for every run of
// the tests. Prints the share that came to a correct submission; ends with exit code 1 when that is less than 99 of 100, or when
// anything happened that must never happen. A run with --missions 1 shows one Mission again.
import { parseArgs } from 'node:util';
import { describe, faultsOf, FLAWS, runWorlds } from '../assistant/autonomy-world/runs.ts';
import type { WorldSettings } from '../assistant/autonomy-world/lead-world.ts';
import type { Flaw } from '../assistant/autonomy-world/mission-plan.ts';
import { seedFromEnvironment } from '../harness/random.ts';

const { values } = parseArgs({
  options: {
    seed: { type: 'string' },
    missions: { type: 'string', default: '500' },
    items: { type: 'string', default: '50' },
    flaw: { type: 'string', default: 'none' },
    autonomy: { type: 'string', default: 'full' },
    /** Beside the solvable ones: one in so many has a flaw, and as many have a random matrix. */
    others: { type: 'string', default: '10' },
  },
});
const seed = values.seed === undefined ? seedFromEnvironment() : Number(values.seed);
const missions = Number(values.missions);
const items = Number(values.items);
const others = Number(values.others);
/** How much of the trace of a single Mission is shown. */
const TRACED = missions === 1 ? 60 : 12;

function* worlds(): Generator<WorldSettings> {
  const plain = {
    items,
    flaw: values.flaw as Flaw,
    autonomy: values.autonomy === 'random' ? ('random' as const) : ('full' as const),
    auditOneIn: 16,
  };
  for (let n = 0; n < missions; n += 1) {
    yield { ...plain, seed: seed + n };
    if (missions === 1 || n % others !== 0) continue;
    yield { ...plain, seed: seed + n, flaw: FLAWS[(n / others) % FLAWS.length] ?? 'never-good' };
    yield { ...plain, seed: seed + n, autonomy: 'random' };
  }
}

const startedAt = performance.now();
let done = 0;
let missed = 0;
const result = await runWorlds(worlds(), (each) => {
  done += 1;
  if (missions === 1) console.log(JSON.stringify(each.counts));
  const isMissed = each.isSolvable && !each.isSubmitted && each.settings.autonomy === 'full';
  if (isMissed) missed += 1;
  if (isMissed || faultsOf(each).length > 0) console.error(describe(each, TRACED));
  if (done % 10 !== 0) return;
  const seconds = Math.round((performance.now() - startedAt) / 1_000);
  console.log(`${done} worlds after ${seconds} s, ${missed} of the solvable ones not submitted`);
});
const { solvable, submitted, wrong, commands, signed, audited, refusals } = result;
const share = solvable === 0 ? 1 : submitted / solvable;
console.log(
  `seed ${seed}: ${submitted} of ${solvable} solvable Missions of ${items} items submitted (${(share * 100).toFixed(2)} %); ` +
    `${wrong.length} of ${done} runs with something wrong`,
);
console.log(`${commands} Commands, ${signed} of them signed alone, ${audited} offers audited`);
console.log(`refused, as nobody could foresee: ${JSON.stringify(Object.fromEntries(refusals))}`);
if (share < 0.99 || wrong.length > 0) process.exitCode = 1;

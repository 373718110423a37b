// `node test/bench/sync/run.ts [--events N] [--rounds N] [--json FILE]`: how fast a client catches up, as text and JSON.
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { createBenchOrganization, fillHistory } from '../authority/bench-organization.ts';
import type { WorldShape } from '../authority/bench-world.ts';
import { describeMachine } from '../harness.ts';
import { type CatchUpResult, runCatchUp } from './catch-up.ts';

const { values } = parseArgs({
  options: {
    events: { type: 'string', default: '60000' },
    rounds: { type: 'string', default: '5' },
    json: { type: 'string', default: fileURLToPath(new URL('../results/sync.json', import.meta.url)) },
  },
});
const SHAPE: WorldShape = { groups: 16, coordinators: 4, workers: 16, workersPerGroup: 4 };
const TARGET_PER_SECOND = 8_000;

const root = await mkdtemp(join(tmpdir(), 'heddle-bench-'));
const rounds: CatchUpResult[] = [];
try {
  const folder = join(root, 'organization');
  await mkdir(folder);
  await createBenchOrganization(folder, SHAPE);
  const world = await fillHistory(folder, SHAPE, Number(values.events));
  for (let round = 0; round < Number(values.rounds); round += 1) {
    const result = await runCatchUp(folder, world);
    rounds.push(result);
    process.stderr.write(`${describe(result)}\n`);
  }
} finally {
  await rm(root, { recursive: true, force: true });
}

const machine = describeMachine();
const sorted = rounds.toSorted((a, b) => speedOf(a) - speedOf(b));
const median = sorted[Math.floor(sorted.length / 2)];
if (median === undefined) throw new Error('no round was measured');
console.log(
  `Node ${machine.node}, ${machine.cores} × ${machine.cpu}; wss with TLS 1.3 on loopback, two processes`,
);
console.log(`catch-up, every Event verified and durable: median of ${rounds.length}: ${describe(median)}`);
console.log(`goal: ${TARGET_PER_SECOND} Events per second`);
await mkdir(dirname(values.json), { recursive: true });
await writeFile(
  values.json,
  `${JSON.stringify({ machine, shape: SHAPE, targetPerSecond: TARGET_PER_SECOND, rounds }, null, 2)}\n`,
);

function speedOf({ events, seconds }: CatchUpResult): number {
  return events / seconds;
}

function describe(result: CatchUpResult): string {
  const { events, seconds, clientCpuSeconds, serverCpuSeconds, residentBytes, verifiedPerSecond } = result;
  const perEvent = (cpuSeconds: number) => `${Math.round((cpuSeconds * 1e6) / events)} µs`;
  return (
    `${Math.round(speedOf(result))} Events/s (${events} in ${seconds.toFixed(2)} s; CPU for each: ` +
    `${perEvent(clientCpuSeconds)} here, ${perEvent(serverCpuSeconds)} in the server; ` +
    `${Math.round(residentBytes / 1_048_576)} MiB resident; ` +
    `${Math.round((100 * speedOf(result)) / verifiedPerSecond)} % of ${Math.round(verifiedPerSecond)}/s, the same Events only ` +
    `verified; load ${result.loadAverage.toFixed(1)})`
  );
}

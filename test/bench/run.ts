// `npm run bench [-- --only TEXT] [--quick] [--json FILE]`: all benchmarks, a table, and the figures as JSON.
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import {
  DEFAULT_SETTINGS,
  describeMachine,
  formatTable,
  hasResults,
  measure,
  type Measurement,
} from './harness.ts';
import { createProtocolBenchmarks } from './protocol.ts';

const { values } = parseArgs({
  options: {
    only: { type: 'string', default: '' },
    quick: { type: 'boolean', default: false },
    json: { type: 'string', default: fileURLToPath(new URL('results/bench.json', import.meta.url)) },
  },
});
const settings = values.quick ? { rounds: 5, batchMs: 20 } : DEFAULT_SETTINGS;

const benchmarks = createProtocolBenchmarks().filter(({ name }) => name.includes(values.only));
const measurements: Measurement[] = [];
for (const benchmark of benchmarks) {
  process.stderr.write(`${benchmark.name} …\n`);
  measurements.push(measure(benchmark, settings));
}
if (benchmarks.length > 0 && !hasResults()) throw new Error('nothing was computed');

const machine = describeMachine();
console.log(
  `Node ${machine.node}, ${machine.cores} × ${machine.cpu}; medians of ${settings.rounds} alternating batches`,
);
console.log(formatTable(measurements));
mkdirSync(dirname(values.json), { recursive: true });
writeFileSync(values.json, `${JSON.stringify({ machine, settings, measurements }, null, 2)}\n`);
console.log(`figures: ${values.json}`);

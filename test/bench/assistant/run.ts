// `node test/bench/assistant/run.ts [--json FILE]`: what the Coordinator's assistant computes while people watch.
import { mkdir, writeFile } from 'node:fs/promises';
import { loadavg } from 'node:os';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { describeMachine } from '../harness.ts';
import { measureLead } from './lead.ts';
import { measureOffers } from './offers.ts';
import { hasPlanned, measurePlanning } from './planning.ts';

const { values } = parseArgs({
  options: {
    json: { type: 'string', default: fileURLToPath(new URL('../results/assistant.json', import.meta.url)) },
  },
});

const machine = describeMachine();
console.log(
  `Node ${machine.node}, ${machine.cores} × ${machine.cpu}, load ${(loadavg()[0] ?? 0).toFixed(1)}`,
);
const offers = measureOffers(1_000, 500, 21);
const { candidates, items, allMs, allProcessorMs, limitMs, afterEvent } = offers;
console.log(
  `ranking ${candidates} candidates for ${items} items: ${allMs.toFixed(0)} ms, ${allProcessorMs.toFixed(0)} ms of the processor (goal: 200 ms); sorting as many numbers: ${limitMs.toFixed(0)} ms, a share of ${((100 * limitMs) / allMs).toFixed(0)} %`,
);
for (const { kind, ms, processorMs } of afterEvent) {
  console.log(
    `all of them after one ${kind}: ${ms.toFixed(2)} ms, ${processorMs.toFixed(2)} ms of the processor (goal: 5 ms)`,
  );
}
const planning = [true, false].map((isRunning) => measurePlanning(2_000, 101, isRunning));
if (!hasPlanned()) throw new Error('nothing was worked out');
for (const plan of planning) {
  console.log(
    `a plan of ${plan.items} items, ${plan.edges} edges (${plan.name}): anew ${plan.fullMs.toFixed(1)} ms, ${plan.fullProcessorMs.toFixed(1)} ms of the processor (goal: 300 ms); once over the edges: ${plan.limitMs.toFixed(2)} ms; what if: ${plan.whatIfMs.toFixed(2)} ms`,
  );
  for (const { kind, ms, processorMs } of plan.afterEvent) {
    console.log(
      `the plan after one ${kind}: ${ms.toFixed(2)} ms, ${processorMs.toFixed(2)} ms of the processor (goal: 5 ms)`,
    );
  }
}
const lead = measureLead(2_000, 101);
console.log(
  `a step of the lead with ${lead.items} items: anew ${lead.fullMs.toFixed(1)} ms; after one Event ${lead.afterEventMs.toFixed(2)} ms, ${lead.afterEventProcessorMs.toFixed(2)} ms of the processor (goal: 5 ms); with ${lead.offers} offers planned among 1,000 candidates for 500 items: ${lead.offersMs.toFixed(0)} ms`,
);
await mkdir(dirname(values.json), { recursive: true });
await writeFile(values.json, `${JSON.stringify({ machine, offers, planning, lead }, null, 2)}\n`);

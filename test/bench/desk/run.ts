// `node test/bench/desk/run.ts [--events N] [--json FILE]`: the desk on a long log: from the replica on the disk to the first
// screen, a command sheet with its verdict, and what a window is sent for each Event.
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { describeMachine } from '../harness.ts';
import { type DeskFigures, measureDesk } from './long-log.ts';

const { values } = parseArgs({
  options: {
    events: { type: 'string', default: '50000' },
    json: { type: 'string', default: fileURLToPath(new URL('../results/desk.json', import.meta.url)) },
  },
});

const root = await mkdtemp(join(tmpdir(), 'heddle-bench-desk-'));
const figures: DeskFigures[] = [];
try {
  const events = Number(values.events);
  for (const count of [Math.ceil(events / 50), events]) {
    const measured = await measureDesk(join(root, `${count}.db`), count);
    figures.push(measured);
    process.stderr.write(`${describe(measured)}\n`);
  }
} finally {
  await rm(root, { recursive: true, force: true });
}

const machine = describeMachine();
console.log(
  `Node ${machine.node}, ${machine.cores} × ${machine.cpu}, load ${(loadavg()[0] ?? 0).toFixed(1)}`,
);
for (const measured of figures) console.log(describe(measured));
const [short, long] = figures;
if (short === undefined || long === undefined) throw new Error('nothing was measured');
const growth = long.bytesPerEvent / short.bytesPerEvent;
console.log(
  `bytes per Event on a log ${Math.round(long.events / short.events)} times as long: ${growth.toFixed(2)} times`,
);
console.log('goals: a sheet with its verdict below 50 ms; the same bytes per Event however long the log is');
await mkdir(dirname(values.json), { recursive: true });
await writeFile(values.json, `${JSON.stringify({ machine, figures }, null, 2)}\n`);

function describe({
  events,
  firstScreenMs,
  caughtUpMs,
  sheetMs,
  sheetWorstMs,
  bytesPerEvent,
  eventMs,
}: DeskFigures): string {
  return [
    `${events} Events:`,
    `first screen ${firstScreenMs.toFixed(0)} ms,`,
    `log read ${caughtUpMs.toFixed(0)} ms,`,
    `sheet ${sheetMs.toFixed(1)} ms (worst ${sheetWorstMs.toFixed(1)} ms),`,
    `${bytesPerEvent.toFixed(0)} bytes and ${eventMs.toFixed(2)} ms per Event in six queries`,
  ].join(' ');
}

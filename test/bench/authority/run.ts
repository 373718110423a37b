// `node test/bench/authority/run.ts [--quick] [--only TEXT] [--rounds N] [--million] [--profiles FOLDER] [--json FILE]`:
// the Authority under load, as a table and as JSON. It starts a server and a client process for each round.
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { describeMachine } from '../harness.ts';
import { MESSAGES_PER_MINUTE } from './bench-organization.ts';
import { AUTHORITY_SETTINGS, measureAuthority, QUICK_AUTHORITY_SETTINGS } from './measurements.ts';
import { formatReport } from './report.ts';

const { values } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    only: { type: 'string', default: '' },
    rounds: { type: 'string' },
    million: { type: 'boolean', default: false },
    profiles: { type: 'string' },
    json: { type: 'string', default: fileURLToPath(new URL('../results/authority.json', import.meta.url)) },
  },
});
const preset = values.quick ? QUICK_AUTHORITY_SETTINGS : AUTHORITY_SETTINGS;
const settings = {
  ...preset,
  rounds: values.rounds === undefined ? preset.rounds : Number(values.rounds),
  million: values.million,
  only: values.only,
  profiles: values.profiles,
};
if (values.profiles !== undefined) mkdirSync(values.profiles, { recursive: true });

const report = await measureAuthority(settings, (line) => process.stderr.write(`${line}\n`));
const machine = describeMachine();
console.log(
  `Node ${machine.node}, ${machine.cores} × ${machine.cpu}; wss with TLS 1.3 on loopback, two processes`,
);
console.log(
  `policy: messagesPerMinute raised from 120 to ${MESSAGES_PER_MINUTE}, everything else as by default`,
);
console.log(formatReport(report));
mkdirSync(dirname(values.json), { recursive: true });
writeFileSync(values.json, `${JSON.stringify({ machine, ...report }, null, 2)}\n`);
console.log(`figures: ${values.json}`);

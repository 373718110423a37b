// The process of a Coordinator Agent: a client with a durable replica. It does what it is told by lines on standard
// input, and tells every Event that it has verified, and what became of its Commands, on standard output.
import { readFile } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { SqliteReplicaStore } from '../../core/store/sqlite/replica-sqlite-store.ts';
import { openSyncClient } from '../../core/sync/sync-client.ts';
import type { CoordinatorConfig, CoordinatorLine, CoordinatorOrder } from './coordinator-agent.ts';
import { principalOf } from './principals.ts';

function say(line: CoordinatorLine): void {
  process.stdout.write(`${JSON.stringify(line)}\n`);
}

function sayFault(error: unknown): void {
  say({ kind: 'fault', message: error instanceof Error ? (error.stack ?? error.message) : String(error) });
}

const config = JSON.parse(await readFile(process.argv[2] ?? '', 'utf8')) as CoordinatorConfig;
const { actor, signer } = principalOf('agent', config.label);
const store = await SqliteReplicaStore.open({ path: config.replica });
const client = await openSyncClient({
  organizationId: config.organizationId,
  agentId: actor.id,
  signer,
  server: { origin: config.origin, ca: config.ca },
  store,
  onFault: sayFault,
  settings: { baseMs: 50, maxMs: 500, tickMs: 50 },
});
client.onSession((change) => say({ kind: 'session', change: change.kind }));
client.onApplied((groupId, events) => say({ kind: 'events', groupId, events }));

const orders = createInterface({ input: process.stdin });
orders.on('line', (line) => {
  const { id, draft } = JSON.parse(line) as CoordinatorOrder;
  client
    .submit(draft)
    .then((outcome) => say({ kind: 'outcome', id, outcome }))
    .catch(sayFault);
});
// Whoever gave the orders is gone, or has no more of them.
orders.on('close', () => {
  client
    .stop()
    .then(() => store.close())
    .catch(sayFault);
});
process.on('SIGTERM', () => {
  orders.close();
  process.stdin.destroy();
});
client.start();

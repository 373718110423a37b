// A process that the crash test kills: applies batches to a replica without end and says which are durable.
// Usage: node replica-crash-writer.ts <database> [<step> <batch>]; with a step it kills itself there, in that batch.
import { writeSync } from 'node:fs';
import { SqliteReplicaStore } from '../../core/store/sqlite/replica-sqlite-store.ts';
import { groupOf } from './batches.ts';
import { crashReplicaBatch, draftOf, startOf } from './replica-batches.ts';

const [path, killStep, killBatch] = process.argv.slice(2);
if (path === undefined) throw new Error('no database');

let batch = 0;
const store = await SqliteReplicaStore.open({
  path,
  onStep: (step) => {
    // Not an exit: nothing is flushed, closed or rolled back.
    if (step === killStep && batch === Number(killBatch)) process.kill(process.pid, 'SIGKILL');
  },
});
const groups = await store.readGroups();
if (groups.length === 0) {
  await store.addOutboxEntry(draftOf(1));
  for (const number of [1, 2]) await store.startGroup(startOf(groupOf(number)));
}
const first = (groups[0]?.cursor ?? 0) + 1;
for (batch = first; ; batch += 1) {
  await store.apply(crashReplicaBatch(batch));
  // Synchronous, so that a batch is acknowledged before the next begins, and never before it is durable.
  writeSync(1, `${batch}\n`);
}

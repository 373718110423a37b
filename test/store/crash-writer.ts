// A process that the crash test kills: commits batches to a SQLite store without end and says which are committed.
// Usage: node crash-writer.ts <database> [<step> <batch>]; with a step it kills itself there, in that batch.
import { writeSync } from 'node:fs';
import { SqliteStore } from '../../core/store/sqlite/sqlite-store.ts';
import { crashBatch, EVENTS_PER_BATCH, WRITER } from './batches.ts';

const [path, killStep, killBatch] = process.argv.slice(2);
if (path === undefined) throw new Error('no database');

let batch = 0;
const store = await SqliteStore.open({
  path,
  writer: WRITER,
  onStep: (step) => {
    // Not an exit: nothing is flushed, closed or rolled back.
    if (step === killStep && batch === Number(killBatch)) process.kill(process.pid, 'SIGKILL');
  },
});
const first = (await store.readPosition()) / EVENTS_PER_BATCH + 1;
for (batch = first; ; batch += 1) {
  await store.write(async (transaction) => {
    await transaction.append(crashBatch(batch));
  });
  // Synchronous, so that a batch is acknowledged before the next begins, and never before it is committed.
  writeSync(1, `${batch}\n`);
}

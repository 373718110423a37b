// A child process with an Authority under load, which kills itself at a named step of a commit. It tells its parent of
// every Command before sending it, and of every answer after getting it. Run by authority-crash.test.ts.
import { argv, pid, stdout } from 'node:process';
import { writeSync } from 'node:fs';
import type { AuthorityStore } from '../../core/store/authority-store.ts';
import type { CommitStep } from '../../core/store/commit-steps.ts';
import { PostgresStore } from '../../core/store/postgres/postgres-store.ts';
import { SqliteStore } from '../../core/store/sqlite/sqlite-store.ts';
import { type Principal, SERVICES, TestOrganization } from '../harness/organization.ts';

const [, , target = '', prefix = '', step = '', occurrence = '1'] = argv;
let left = Number(occurrence);
let isArmed = false;

const onStep = (reached: CommitStep): void => {
  if (!isArmed || reached !== step) return;
  left -= 1;
  // No clean-up, no flush: what is not durable now is gone.
  if (left === 0) process.kill(pid, 'SIGKILL');
};

const writer = SERVICES.actor;
const store: AuthorityStore = target.startsWith('postgres:')
  ? await PostgresStore.open({ connectionString: target, writer, onStep })
  : await SqliteStore.open({ path: target, writer, onStep });
const organization = await TestOrganization.open(store, { prefix, workers: 4 });
const mission = await organization.createMission(`crash-${prefix}`);

/** Straight to the descriptor: a buffered line would be lost with the process. */
function tell(line: object): void {
  writeSync(stdout.fd, `${JSON.stringify(line)}\n`);
}

tell({ ready: mission });
isArmed = true;

async function send(worker: Principal, number: number): Promise<void> {
  const messageId = `urn:heddle:test:message:${prefix}-${worker.actor.id.split(':').at(-1) ?? ''}-${number}`;
  const { groupId, conversationId } = mission;
  const payload = { messageId, content: [{ type: 'text' as const, text: `message ${number}` }] };
  const bytes = await organization.commandOf('message.post', worker, payload, { groupId, conversationId });
  tell({ sent: Buffer.from(bytes).toString('base64'), messageId });
  const result = await organization.submit(bytes, worker);
  tell({ answered: messageId, eventId: result.ok ? result.value.primary.eventId : result.fault.code });
}

// Stays below the message limit of a minute; the clock of this Organization stands still.
await Promise.all(
  organization.workers.map(async (worker) => {
    for (let number = 0; number < 100; number += 1) await send(worker, number);
  }),
);
await organization.authority.close();
tell({ done: true });

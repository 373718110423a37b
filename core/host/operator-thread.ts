// The thread that works long on the database of an Authority: integrity, verification, backups. The process that runs the app,
// or an Authority, goes on meanwhile.
import { copyFile, rm } from 'node:fs/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { openRegistry } from '../protocol/registry.ts';
import { SqliteStore } from '../store/sqlite/sqlite-store.ts';
import { type AuthorityStore, openStore } from './authority-host.ts';
import { type LogVerification, verifyLog } from './log-verification.ts';
import { serviceOf } from './organization-files.ts';

export interface OperatorOrder {
  readonly task: 'integrity' | 'verify' | 'backup' | 'check-backup';
  readonly folder: string;
  readonly organizationId: string;
  readonly databaseUrl: string | undefined;
  /** Of the backup to be made or checked. */
  readonly path: string | undefined;
}

export type OperatorReport =
  | { readonly type: 'progress'; readonly done: number; readonly total: number }
  | {
      readonly type: 'done';
      readonly findings: readonly string[];
      readonly verification?: Pick<LogVerification, 'events' | 'groups' | 'records'>;
    }
  | { readonly type: 'failed'; readonly detail: string };

const port = parentPort;
if (port === null) throw new Error('operator-thread.ts runs as a worker thread');
const order = workerData as OperatorOrder;
const tell = (report: OperatorReport): void => port.postMessage(report);

/** All of it, with the Registry that lies in the same database. */
async function verify(store: AuthorityStore): Promise<OperatorReport> {
  const { organizationId } = order;
  const total = await store.readPosition();
  const keys = openRegistry({ organizationId, bindings: await store.readBindings() });
  const result = await verifyLog(store, keys, (done) => tell({ type: 'progress', done, total }));
  const { events, groups, records } = result;
  const findings = result.findings.map(({ position, message }) =>
    position === undefined ? message : `${position}: ${message}`,
  );
  return { type: 'done', findings, verification: { events, groups, records } };
}

async function withStore(work: (store: AuthorityStore) => Promise<OperatorReport>): Promise<OperatorReport> {
  const { folder, databaseUrl } = order;
  const store = await openStore(databaseUrl === undefined ? { folder } : { folder, databaseUrl });
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}

/** On a copy: opening a database may write to it, and a backup stays as it was made. */
async function checkBackup(path: string): Promise<OperatorReport> {
  const copy = `${path}.checking`;
  await removeDatabase(copy);
  await copyFile(path, copy);
  try {
    const store = await SqliteStore.open({
      path: copy,
      writer: serviceOf(order.organizationId, 'admission'),
    });
    try {
      return await verify(store);
    } finally {
      await store.close();
    }
  } finally {
    await removeDatabase(copy);
  }
}

async function removeDatabase(path: string): Promise<void> {
  for (const suffix of ['', '-wal', '-shm']) await rm(`${path}${suffix}`, { force: true });
}

async function run(): Promise<OperatorReport> {
  const { task, path = '' } = order;
  if (task === 'check-backup') return checkBackup(path);
  return withStore(async (store) => {
    if (task === 'verify') return verify(store);
    if (task === 'integrity') return { type: 'done', findings: await store.checkIntegrity() };
    await store.backup(path);
    return { type: 'done', findings: [] };
  });
}

try {
  tell(await run());
} catch (error) {
  if (!(error instanceof Error)) throw error;
  tell({ type: 'failed', detail: error.message });
}
port.close();

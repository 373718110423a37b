// A Worker inside of another program: a function for its work, folders and slots from whoever starts it.
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { loadWorkerConfig } from '../../core/host/worker-config.ts';
import { type RunningWorker, startWorker, type WorkerHostOptions } from '../../core/host/worker-host.ts';
import type { WorkerHostStatus } from '../../core/host/worker-status.ts';
import type { WorkerHostEvent } from '../../core/host/worker-voice.ts';
import { STUBBORN } from './programs.ts';
import { WorkerStage } from './worker-stage.ts';

const LISTING = `import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
export async function work({ directory, request }) {
  const names = await readdir(request.folders[0].path);
  await writeFile(join(directory.out, 'inventory.json'), JSON.stringify(names.sort()));
  await writeFile(join(directory.out, 'result.json'), JSON.stringify({
    summary: 'listed',
    evidence: [{ type: 'deterministic_test', criterionIds: ['complete'], method: 'listed', result: 'passed' }],
  }));
}
`;

let stage: WorkerStage;
let workers: RunningWorker[];
let events: WorkerHostEvent[];
beforeEach(async () => {
  workers = [];
  events = [];
  stage = await WorkerStage.open();
});
afterEach(async () => {
  for (const worker of workers) await worker.kill();
  await stage.close();
});

async function start(folder: string, changes: Partial<WorkerHostOptions> = {}): Promise<RunningWorker> {
  const loaded = await loadWorkerConfig(join(folder, 'worker.yaml'), { environment: {} });
  if (!loaded.ok) throw new Error(JSON.stringify(loaded.fault));
  const { config, identity, authority } = loaded.value;
  if (identity === undefined || authority === undefined) throw new Error('a template');
  const worker = await startWorker({
    stateFolder: join(folder, 'state'),
    config,
    identity,
    authority,
    onEvent: (event) => events.push(event),
    syncSettings: { tickMs: 20, baseMs: 20, maxMs: 100 },
    ...changes,
  });
  workers.push(worker);
  return worker;
}

async function asModule(folder: string, text: string): Promise<void> {
  await writeFile(join(folder, 'work.mjs'), text);
  const path = join(folder, 'worker.yaml');
  const config = await readFile(path, 'utf8');
  await writeFile(path, config.replace(/^ {4}node: .*$/m, '    module: work.mjs'));
}

test('it works with a function, in the folder and with the slots that it is given', async () => {
  const folder = await stage.newWorker('embedded', await stage.writeProgram('unused.mjs', ''));
  await asModule(folder, LISTING);
  const input = join(stage.folder, 'input');
  await mkdir(input);
  await writeFile(join(input, 'one.txt'), '');
  const worker = await start(folder, { folders: new Map([['input', input]]), slots: 3 });
  const allowedResources = [{ resource: 'folder:input', operations: ['read'] }];
  const record = await stage.untilState(await stage.offer('embedded', { allowedResources }), 'submitted');
  const [contentHash = ''] = record.document.submission?.artifactHashes ?? [];
  expect(await stage.contentOf(contentHash)).toBe('["one.txt"]');
  expect(worker.status()).toMatchObject({
    slots: 3,
    connection: { state: 'open' },
    ended: undefined,
    groups: [{ groupId: stage.groupId }],
  });
  await worker.stop();
  expect(await worker.ended).toBe('stopped');
  const status = JSON.parse(await readFile(join(folder, 'state', 'status.json'), 'utf8')) as WorkerHostStatus;
  expect(status).toMatchObject({ ended: { reason: 'stopped' }, connection: { state: 'stopped' }, runs: [] });
  // Everything is let go of: it starts again in the same place.
  await (await start(folder)).stop();
});

test('a module without its function is refused, and leaves the folder free', async () => {
  const folder = await stage.newWorker('empty', await stage.writeProgram('unused.mjs', ''));
  await asModule(folder, 'export const work = 1;\n');
  for (let round = 0; round < 2; round += 1) {
    await expect(start(folder)).rejects.toMatchObject({ reason: 'no-work-function' });
  }
});

test('killed while it drains, it ends its runs and does not wait for what they have to say', async () => {
  const folder = await stage.newWorker('killed', await stage.writeProgram('stubborn.sh', STUBBORN));
  const path = join(folder, 'worker.yaml');
  await writeFile(path, (await readFile(path, 'utf8')).replace('checkpoints: false', 'checkpoints: true'));
  const begun = Promise.withResolvers<void>();
  const worker = await start(folder, { onRunText: () => begun.resolve() });
  await stage.offer('killed');
  await begun.promise;
  expect(worker.status().runs).toHaveLength(1);
  const stopped = worker.stop();
  // The Authority is gone: what the run would say cannot be said any more.
  await stage.hangUp();
  await worker.kill();
  await stopped;
  expect(await worker.ended).toBe('stopped');
  expect(events.filter(({ name }) => name === 'host.stopping')).toHaveLength(1);
  await stage.serve();
});

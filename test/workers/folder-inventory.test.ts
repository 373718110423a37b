// Folders that want to harm whoever looks at them, and runs that go on where an earlier one was.
import { chmodSync, mkdirSync, renameSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Inventory } from '../../examples/workers/folder-audit/audit-documents.ts';
import { takeInventory } from '../../examples/workers/folder-inventory/folder-inventory.ts';
import type { RunCheckpoint } from '../../core/worker/runners/runner.ts';
import { makeFolder } from '../../core/worker/runners/run-request.test-data.ts';
import {
  type AuditRun,
  type AuditRunOptions,
  buildFolder,
  completed,
  documentOf,
  startFunction,
  startProgram,
} from './audit-programs.ts';

const isWindows = process.platform === 'win32';
const canReadEverything = process.getuid?.() === 0;

async function inventoryOf(options: AuditRunOptions): Promise<Inventory> {
  const result = await completed(startFunction('folder-inventory', takeInventory, options));
  return documentOf<Inventory>(result, 'inventory.json');
}

async function checkpointOf({ handle }: AuditRun): Promise<RunCheckpoint> {
  const answer = await handle.requestCheckpoint();
  if (answer === 'not-supported' || answer.status === 'failed') throw new Error(JSON.stringify(answer));
  return answer.checkpoint;
}

describe('a hostile folder', () => {
  it.skipIf(isWindows)('has its links not followed, and what is no file not opened', async () => {
    const folder = buildFolder({ 'a/b/file': 'x' });
    symlinkSync('..', join(folder, 'a', 'b', 'up'));
    symlinkSync('self', join(folder, 'self'));
    symlinkSync('/etc', join(folder, 'etc'));
    symlinkSync('nowhere', join(folder, 'dangling'));
    execFileSync('/bin/sh', ['-c', 'mkfifo "$0"', join(folder, 'pipe')]);
    const { files, skipped } = await inventoryOf({ folder });
    expect(files.map(({ path }) => path)).toEqual(['a/b/file']);
    expect(skipped).toEqual([
      { path: 'a/b/up', reason: 'symbolic link' },
      { path: 'dangling', reason: 'symbolic link' },
      { path: 'etc', reason: 'symbolic link' },
      { path: 'pipe', reason: 'not a plain file' },
      { path: 'self', reason: 'symbolic link' },
    ]);
  });

  it.skipIf(process.platform !== 'linux')('has names of every kind, each exactly once', async () => {
    const names = [
      'a\nb',
      '\u202egnp.txt',
      '|',
      '`',
      ' ',
      '-rf',
      'é',
      'e\u0301',
      '😀',
      "'",
      '"',
      '\\',
      'x'.repeat(255),
    ];
    const folder = buildFolder(Object.fromEntries(names.map((name) => [name, name])));
    writeFileSync(Buffer.concat([Buffer.from(`${folder}/`), Buffer.from([0x61, 0xff])]), '1');
    writeFileSync(Buffer.concat([Buffer.from(`${folder}/`), Buffer.from([0x61, 0xfe])]), '2');
    const { files } = await inventoryOf({ folder });
    expect(new Set(files.map(({ path, pathBase64 }) => pathBase64 ?? path))).toEqual(
      new Set([
        ...names,
        Buffer.from([0x61, 0xff]).toString('base64'),
        Buffer.from([0x61, 0xfe]).toString('base64'),
      ]),
    );
    expect(new Set(files.map(({ contentHash }) => contentHash)).size).toBe(names.length + 2);
  });

  it.skipIf(isWindows || canReadEverything)('has unreadable parts, which are named', async () => {
    const folder = buildFolder({ 'closed/file': 'x', secret: 'x', open: 'x' });
    chmodSync(join(folder, 'closed'), 0);
    chmodSync(join(folder, 'secret'), 0);
    const { files, skipped } = await inventoryOf({ folder });
    chmodSync(join(folder, 'closed'), 0o700);
    expect(files.map(({ path }) => path)).toEqual(['open']);
    expect(skipped).toEqual([
      { path: 'closed', reason: 'unreadable: EACCES' },
      { path: 'secret', reason: 'unreadable: EACCES' },
    ]);
  });

  it('is deeper than anybody needs', async () => {
    const root = makeFolder();
    let inner = join(root, 'innermost');
    mkdirSync(inner);
    writeFileSync(join(inner, 'file'), 'x');
    // Built from the inside: the whole path is longer than one call may name.
    for (let level = 0; level < 400; level += 1) {
      const outer = join(root, `level-${level}`);
      mkdirSync(outer);
      renameSync(inner, join(outer, 'deeper'));
      inner = outer;
    }
    const { files } = await inventoryOf({ folder: root });
    expect(files).toHaveLength(1);
    expect(files[0]?.path.split('/')).toHaveLength(402);
  });

  it('has more files than agreed', async () => {
    const folder = buildFolder({ a: '1', b: '2', c: '3' });
    const { handle } = startFunction('folder-inventory', takeInventory, {
      folder,
      settings: { maxFiles: 2 },
    });
    expect(await handle.finished).toMatchObject({ outcome: 'failed', failureCode: 'TOO_MANY_FILES' });
  });
});

describe('an inventory', () => {
  it('is the same wherever and whenever it is made', async () => {
    const files = { 'b/a': '1', 'b-a': '2', B: '3', 'a.TXT': '4' };
    const one = await inventoryOf({ folder: buildFolder(files) });
    const other = await inventoryOf({
      folder: buildFolder(Object.fromEntries(Object.entries(files).toReversed())),
    });
    expect(one).toEqual(other);
    expect(one.files.map(({ path, type }) => [path, type])).toEqual([
      ['B', ''],
      ['a.TXT', 'txt'],
      ['b-a', ''],
      ['b/a', ''],
    ]);
  });

  it('leaves out what the contract says, and says so', async () => {
    const folder = buildFolder({ 'keep/a': '1', 'skip/b': '2', 'keep/skip': '3', '.git/c': '4' });
    const { files, excluded } = await inventoryOf({ folder, settings: { exclude: ['skip'] } });
    expect(excluded).toEqual(['skip']);
    expect(files.map(({ path }) => path)).toEqual(['.git/c', 'keep/a']);
  });

  it('of no folder is blocked until one is granted (WORK-052)', async () => {
    const { handle } = startFunction('folder-inventory', takeInventory, {});
    expect(await handle.finished).toMatchObject({ outcome: 'blocked', reason: 'no folder was granted' });
  });

  it.each([{ exclude: 'x' }, { maxFiles: 0 }, { maxFiles: '5' }, { other: 1 }])(
    'is not made with settings that mean nothing: %j',
    async (settings) => {
      const { handle } = startFunction('folder-inventory', takeInventory, { folder: makeFolder(), settings });
      expect(await handle.finished).toMatchObject({ outcome: 'failed', failureCode: 'INVALID_SETTINGS' });
    },
  );

  it('of a folder that is gone fails with a reason', async () => {
    const { handle } = startFunction('folder-inventory', takeInventory, {
      folder: join(makeFolder(), 'gone'),
    });
    expect(await handle.finished).toMatchObject({
      outcome: 'failed',
      failureCode: 'FOLDER_UNREADABLE',
      detail: 'the folder cannot be read: unreadable: ENOENT',
    });
  });
});

describe('an interrupted inventory (WORK-054)', () => {
  it('stops at a safe point, and the next run does not read again what was read', async () => {
    const folder = buildFolder({ 'a-small': 'small', 'b-large': '' });
    truncateSync(join(folder, 'b-large'), 8_000_000_000);
    const first = startProgram('folder-inventory', { folder });
    const phases: string[] = [];
    const { promise: isHashing, resolve } = Promise.withResolvers<void>();
    first.handle.onProgress(({ currentPhase }) => {
      phases.push(currentPhase);
      if (currentPhase.startsWith('hashing')) resolve();
    });
    await isHashing;
    // The first one may come before the first file is done.
    let saved = await checkpointOf(first);
    while (saved.nextStep !== 'hash 1 more files') saved = await checkpointOf(first);
    expect(saved).toMatchObject({ phase: 'hashing', completedMilestones: ['listed'] });
    await first.handle.stop('preempted');
    expect(await first.handle.finished).toMatchObject({ outcome: 'stopped', reason: 'preempted' });

    truncateSync(join(folder, 'b-large'), 10);
    const log: string[] = [];
    const second = startProgram('folder-inventory', { folder, checkpoint: saved });
    second.handle.onLog(({ text }) => log.push(text));
    const inventory = await documentOf<Inventory>(await completed(second), 'inventory.json');
    expect(log).toEqual(['1 hashes are those of an earlier run']);
    expect(inventory).toEqual(await inventoryOf({ folder }));
  });
});

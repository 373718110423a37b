import { mkdir, readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises';
import { afterAll, describe, expect, test } from 'vitest';
import { faultOf, utf8, valueOf } from '../protocol/fixtures.test-data.ts';
import { withFileLock } from './file-lock.ts';
import { temporaryFolder } from './key-store.test-data.ts';
import { readPrivateFile, replacePrivateFile } from './private-file.ts';

const folder = temporaryFolder();
afterAll(() => folder.remove());

describe('private file', () => {
  test('is absent only when there is none', async () => {
    expect(valueOf(await readPrivateFile(folder.at('none'), 100))).toBeUndefined();
    expect(valueOf(await readPrivateFile(folder.at('no/folder/either'), 100))).toBeUndefined();
    await mkdir(folder.at('a-folder'));
    expect(faultOf(await readPrivateFile(folder.at('a-folder'), 100)).reason).toBe('denied');
    await symlink(folder.at('round'), folder.at('round'));
    expect(faultOf(await readPrivateFile(folder.at('round'), 100)).reason).toBe('denied');
    await writeFile(folder.at('a-file'), '', { mode: 0o600 });
    expect(faultOf(await readPrivateFile(folder.at('a-file/below'), 100)).reason).toBe('denied');
  });

  test('is read again only when it is another one', async () => {
    const path = folder.at('stamped');
    valueOf(await replacePrivateFile(path, utf8('one')));
    const first = valueOf(await readPrivateFile(path, 100));
    if (first === undefined || first === 'as-known') throw new Error('it was not known');
    expect(valueOf(await readPrivateFile(path, 100, first.stamp))).toBe('as-known');
    valueOf(await replacePrivateFile(path, utf8('two')));
    expect(valueOf(await readPrivateFile(path, 100, first.stamp))).toMatchObject({
      bytes: Buffer.from('two'),
    });
  });

  test('larger than it can be is damaged, and is not read', async () => {
    const path = folder.at('large');
    valueOf(await replacePrivateFile(path, Buffer.alloc(101)));
    expect(faultOf(await readPrivateFile(path, 100)).reason).toBe('damaged');
  });

  test.runIf(process.platform !== 'win32')(
    'is private from the first moment, in a folder that is private too',
    async () => {
      const path = folder.at('deep/down/file');
      valueOf(await replacePrivateFile(path, utf8('one')));
      expect((await stat(path)).mode & 0o777).toBe(0o600);
      expect((await stat(folder.at('deep'))).mode & 0o777).toBe(0o700);
    },
  );

  test('what a crash has left is no hindrance and is gone afterwards', async () => {
    const path = folder.at('crashed/file');
    valueOf(await replacePrivateFile(path, utf8('one')));
    await writeFile(`${path}.next`, 'half of', { mode: 0o400 });
    valueOf(await replacePrivateFile(path, utf8('two')));
    expect(await readFile(path, 'utf8')).toBe('two');
    expect(await readdir(folder.at('crashed'))).toEqual(['file']);
  });

  test('a link that waits under the temporary name is not followed', async () => {
    const path = folder.at('linked/file');
    await mkdir(folder.at('linked'));
    await writeFile(folder.at('victim'), 'untouched');
    await symlink(folder.at('victim'), `${path}.next`);
    valueOf(await replacePrivateFile(path, utf8('one')));
    expect(await readFile(folder.at('victim'), 'utf8')).toBe('untouched');
    expect(await readFile(path, 'utf8')).toBe('one');
  });

  test('what cannot be written is said, and the old content stands', async () => {
    const path = folder.at('stuck/file');
    valueOf(await replacePrivateFile(path, utf8('one')));
    await mkdir(`${path}.next`);
    expect(faultOf(await replacePrivateFile(path, utf8('two'))).reason).toBe('not-written');
    expect(await readFile(path, 'utf8')).toBe('one');
  });
});

describe('file lock', () => {
  test('one action at a time, and one after a failure too', async () => {
    const path = folder.at('locked');
    let running = 0;
    const action = async () => {
      running += 1;
      expect(running).toBe(1);
      await stat(folder.path);
      running -= 1;
      return { ok: true, value: undefined } as const;
    };
    await Promise.all(Array.from({ length: 10 }, () => withFileLock(path, action)));
    const broken = withFileLock(path, async () => {
      throw new Error('broken');
    });
    await expect(broken).rejects.toThrow('broken');
    valueOf(await withFileLock(path, action));
  });

  test('a lock that cannot be used keeps the action from running', async () => {
    await writeFile(
      folder.at('odd.lock'),
      'no lock of ours at all, but long enough to be looked at by somebody',
    );
    const refused = await withFileLock(folder.at('odd'), async () => {
      throw new Error('it ran');
    });
    expect(faultOf(refused).reason).toBe('not-written');
    await mkdir(folder.at('folder.lock'));
    const unusable = await withFileLock(folder.at('folder'), async () => {
      throw new Error('it ran');
    });
    expect(faultOf(unusable).reason).toBe('not-written');
  });
});

// The file adapter: the suite of all adapters, and what only files can do wrong.
import { mkdir, mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { valueOf } from '../../protocol/fixtures.test-data.ts';
import { bytesOf, drain, hashOf, piecesOfSize, runBlobStoreSuite } from './blob-store-suite.test-data.ts';
import { FileBlobStore, openFileBlobStore, type PutStep } from './file-blob-store.ts';

const DAY_MS = 24 * 60 * 60 * 1_000;
const LIMITS = { maxBytes: 1_000_000 };
const roots: string[] = [];
let lastName = 0;

afterAll(async () => {
  for (const root of roots) await rm(root, { recursive: true });
});

async function makeRoot(): Promise<string> {
  const root = await mkdtemp(join(tmpdir(), 'heddle-blobs-'));
  roots.push(root);
  return root;
}

function newName(): string {
  lastName += 1;
  return `n${lastName}`;
}

async function openStore(root: string, onStep?: (step: PutStep) => void): Promise<FileBlobStore> {
  return openFileBlobStore({ root, now: () => Date.now(), newName, ...(onStep && { onStep }) });
}

function pathOf(root: string, contentHash: string): string {
  const digits = contentHash.slice('sha256:'.length);
  return join(root, 'sha256', digits.slice(0, 2), digits.slice(2));
}

async function unfinishedIn(root: string): Promise<readonly string[]> {
  return readdir(join(root, 'sha256', 'incoming'));
}

runBlobStoreSuite(async () => {
  const root = await makeRoot();
  return {
    store: await openStore(root),
    replaceContent: async (contentHash, content) => writeFile(pathOf(root, contentHash), content),
  };
});

describe('files', () => {
  it('stand under their hash and survive a new process', async () => {
    const root = await makeRoot();
    const content = bytesOf(1_000);
    const { contentHash } = valueOf(await (await openStore(root)).put(piecesOfSize(content, 300), LIMITS));
    expect(await readFile(pathOf(root, contentHash))).toEqual(Buffer.from(content));
    const again = await openStore(root);
    expect((await drain(await again.read(contentHash))).bytes).toEqual(Buffer.from(content));
    expect(await unfinishedIn(root)).toEqual([]);
  });

  it('leave nothing behind when content is refused or breaks off', async () => {
    const root = await makeRoot();
    const store = await openStore(root);
    await store.put(piecesOfSize(bytesOf(100), 10), { maxBytes: 50 });
    await store.put(piecesOfSize(bytesOf(100), 10), { ...LIMITS, expectedHash: hashOf(bytesOf(1)) });
    async function* broken(): AsyncGenerator<Uint8Array> {
      yield bytesOf(10);
      throw Object.assign(new Error('reset'), { code: 'ECONNRESET', errno: -104 });
    }
    await expect(store.put(broken(), LIMITS)).rejects.toThrow('reset');
    expect(await unfinishedIn(root)).toEqual([]);
    expect(await readdir(join(root, 'sha256'))).toEqual(['incoming']);
  });

  it('of a process that died are ignored, and removed a day later', async () => {
    const root = await makeRoot();
    await openStore(root);
    const incoming = join(root, 'sha256', 'incoming');
    await writeFile(join(incoming, 'young'), 'x');
    await writeFile(join(incoming, 'old'), 'x');
    const before = new Date(Date.now() - DAY_MS - 60_000);
    await utimes(join(incoming, 'old'), before, before);
    await openStore(root);
    expect(await unfinishedIn(root)).toEqual(['young']);
  });

  it.each(['created', 'written', 'synced', 'renamed', 'folder-synced'] as const)(
    'are complete or absent when the writer fails after %s',
    async (failing) => {
      const root = await makeRoot();
      const content = bytesOf(1_000);
      const store = await openStore(root, (step) => {
        if (step === failing) throw Object.assign(new Error('no space'), { code: 'ENOSPC', errno: -28 });
      });
      await expect(store.put(piecesOfSize(content, 300), LIMITS)).rejects.toMatchObject({
        name: 'BlobFault',
        kind: 'full',
        retryable: true,
      });
      expect(await unfinishedIn(root)).toEqual([]);
      const again = await openStore(root);
      expect(await again.verify(hashOf(content))).toBe(
        failing === 'renamed' || failing === 'folder-synced' ? 'good' : 'absent',
      );
      expect((await again.put(piecesOfSize(content, 300), LIMITS)).ok).toBe(true);
      expect(await again.verify(hashOf(content))).toBe('good');
    },
  );

  it.each([
    ['EACCES', 'denied'],
    ['EROFS', 'denied'],
    ['EIO', 'other'],
  ])('report %s as %s', async (code, kind) => {
    const store = await openStore(await makeRoot(), () => {
      throw Object.assign(new Error('trouble'), { code, errno: -1 });
    });
    await expect(store.put(piecesOfSize(bytesOf(1), 1), LIMITS)).rejects.toMatchObject({ kind });
  });

  it('keep links for a new process', async () => {
    const root = await makeRoot();
    await (await openStore(root)).link('group a', hashOf(bytesOf(1)));
    expect(await (await openStore(root)).isLinked('group a', hashOf(bytesOf(1)))).toBe(true);
  });

  it('keep what was set aside', async () => {
    const root = await makeRoot();
    const store = new FileBlobStore({ root, now: () => 1_234, newName });
    await store.prepare();
    const { contentHash } = valueOf(await store.put(piecesOfSize(bytesOf(10), 10), LIMITS));
    await writeFile(pathOf(root, contentHash), 'damaged');
    expect(await store.setAside(contentHash)).toBe(true);
    expect(await readFile(`${pathOf(root, contentHash)}.corrupt-1234`, 'utf8')).toBe('damaged');
  });

  it('are no folders: something else under a hash is a fault', async () => {
    const root = await makeRoot();
    const store = await openStore(root);
    const contentHash = hashOf(bytesOf(3));
    await mkdir(pathOf(root, contentHash), { recursive: true });
    await expect(store.sizeOf(contentHash)).rejects.toMatchObject({ name: 'BlobFault', kind: 'other' });
  });

  it('removed between looking and reading are a fault, not content', async () => {
    const root = await makeRoot();
    const store = await openStore(root);
    const { contentHash } = valueOf(await store.put(piecesOfSize(bytesOf(10), 10), LIMITS));
    const reading = await store.read(contentHash);
    await rm(pathOf(root, contentHash));
    expect((await drain(reading)).fault).toMatchObject({ name: 'BlobFault', kind: 'other' });
  });
});

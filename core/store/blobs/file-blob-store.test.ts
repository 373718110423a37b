// The file adapter: the suite of all adapters, and what only files can do wrong.
import { mkdir, mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { valueOf } from '../../protocol/fixtures.test-data.ts';
import { bytesOf, drain, hashOf, piecesOfSize, runBlobStoreSuite } from './blob-store-suite.test-data.ts';
import type { RemovalStep } from './content-removal.ts';
import { FileBlobStore, type FileBlobStoreOptions, openFileBlobStore } from './file-blob-store.ts';

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

async function openStore(
  root: string,
  onStep?: FileBlobStoreOptions['onStep'],
  now: () => number = () => Date.now(),
): Promise<FileBlobStore> {
  return openFileBlobStore({ root, now, newName, ...(onStep && { onStep }) });
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
  const clock = { nowMs: Date.UTC(2026, 4, 4, 9) };
  return {
    clock,
    store: await openStore(root, undefined, () => clock.nowMs),
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

describe('a removal beside an upload', () => {
  const content = bytesOf(1_000);
  const contentHash = hashOf(content);
  const SCOPE = 'group urn:x:1';
  const START_MS = Date.UTC(2026, 4, 4, 9);

  /** A store with old, linked content, on which something happens at one step of its removal. */
  async function removeWith(step: RemovalStep | 'never', happening: (store: FileBlobStore) => Promise<void>) {
    const root = await makeRoot();
    const clock = { nowMs: START_MS };
    const other = await openStore(root, undefined, () => clock.nowMs);
    await other.put(piecesOfSize(content, 300), LIMITS);
    await other.link(SCOPE, contentHash);
    clock.nowMs += 2 * DAY_MS;
    const onStep = async (reached: unknown) => {
      if (reached === step) await happening(other);
    };
    const store = await openStore(root, onStep, () => clock.nowMs);
    const removal = store.removeBroughtBefore(contentHash, START_MS + DAY_MS);
    return { root, clock, other, removal };
  }

  async function bringAgain(store: FileBlobStore): Promise<void> {
    valueOf(await store.put(piecesOfSize(content, 400), LIMITS));
    await store.link(SCOPE, contentHash);
  }

  it('takes the content and its links', async () => {
    const { root, other, removal } = await removeWith('never', async () => undefined);
    expect(await removal).toBe(true);
    expect(await other.sizeOf(contentHash)).toBeUndefined();
    expect(await other.isLinked(SCOPE, contentHash)).toBe(false);
    expect(await readdir(join(root, 'removing'))).toEqual([]);
  });

  it.each(['content-aside', 'links-aside', 'content-removed'] as const)(
    'never takes what was brought again at %s',
    async (step) => {
      const { root, clock, other, removal } = await removeWith(step, bringAgain);
      await removal;
      expect(await other.verify(contentHash)).toBe('good');
      expect(await other.isLinked(SCOPE, contentHash)).toBe(true);
      expect(await readdir(join(root, 'removing'))).toEqual([]);
      // It is as new as when it was brought again.
      expect(await other.list({ after: undefined, limit: 10 })).toEqual({
        contents: [{ contentHash, broughtAtMs: clock.nowMs }],
        next: undefined,
      });
    },
  );

  it('gives back what was marked as new just before it was moved', async () => {
    const root = await makeRoot();
    const clock = { nowMs: START_MS };
    const other = await openStore(root, undefined, () => clock.nowMs);
    await bringAgain(other);
    // The move keeps the time of the file: what another process has just set is seen after it.
    const store = await openStore(root, async (step) => {
      if (step !== 'content-aside') return;
      const aside = join(root, 'removing', contentHash.slice('sha256:'.length));
      const seconds = (START_MS + 2 * DAY_MS) / 1_000;
      await utimes(aside, seconds, seconds);
    });
    expect(await store.removeBroughtBefore(contentHash, START_MS + DAY_MS)).toBe(false);
    expect(await other.verify(contentHash)).toBe('good');
    expect(await other.isLinked(SCOPE, contentHash)).toBe(true);
  });

  it.each(['content-aside', 'links-aside'] as const)(
    'that breaks off after %s comes back with the next process, links included',
    async (step) => {
      const { root, removal } = await removeWith(step, async () => {
        throw Object.assign(new Error('killed'), { code: 'EIO', errno: -5 });
      });
      await expect(removal).rejects.toMatchObject({ name: 'BlobFault' });
      const next = await openStore(root);
      expect(await next.verify(contentHash)).toBe('good');
      expect(await next.isLinked(SCOPE, contentHash)).toBe(true);
      expect(await readdir(join(root, 'removing'))).toEqual([]);
    },
  );

  it('that breaks off is made good by the next removal too, in the same process', async () => {
    const { other, removal } = await removeWith('links-aside', async () => {
      throw Object.assign(new Error('killed'), { code: 'EIO', errno: -5 });
    });
    await expect(removal).rejects.toThrow('EIO');
    expect(await other.removeBroughtBefore(contentHash, START_MS)).toBe(false);
    expect(await other.isLinked(SCOPE, contentHash)).toBe(true);
    expect(await other.removeBroughtBefore(contentHash, START_MS + 1)).toBe(true);
  });

  it('that breaks off after the content has gone leaves no link behind that could be used', async () => {
    const { root, removal } = await removeWith('content-removed', async () => {
      throw Object.assign(new Error('killed'), { code: 'EIO', errno: -5 });
    });
    await expect(removal).rejects.toThrow('EIO');
    const next = await openStore(root);
    expect(await next.sizeOf(contentHash)).toBeUndefined();
    await next.put(piecesOfSize(content, 300), LIMITS);
    expect(await next.verify(contentHash)).toBe('good');
  });

  it('does not look at content that was set aside, nor at unfinished files', async () => {
    const root = await makeRoot();
    const store = await openStore(root, undefined, () => START_MS);
    await store.put(piecesOfSize(content, 300), LIMITS);
    await writeFile(pathOf(root, contentHash), 'damaged');
    await store.setAside(contentHash);
    await writeFile(join(root, 'sha256', 'incoming', 'n0'), 'x');
    expect(await store.list({ after: undefined, limit: 10 })).toEqual({ contents: [], next: undefined });
  });
});

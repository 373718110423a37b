import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { hashContent } from '../protocol/hash.ts';
import { FolderContent } from './folder-content.ts';

let root = '';

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'heddle-content-'));
});

afterEach(() => rm(root, { recursive: true, force: true }));

test('ART-001: content is found under its hash, however often it was kept', async () => {
  const content = new FolderContent(join(root, 'new'));
  const bytes = Buffer.from('state');
  const hash = hashContent(bytes);
  expect(await content.find(hash)).toBeUndefined();
  const path = await content.keep(hash, bytes);
  expect(await content.keep(hash, bytes)).toBe(path);
  expect(await content.find(hash)).toBe(path);
  expect(await content.read(path)).toEqual(bytes);
  expect(await readdir(join(root, 'new'))).toHaveLength(1);
});

test('ART-003: content that has changed on the disk is absent', async () => {
  const content = new FolderContent(root);
  const hash = hashContent('state');
  await writeFile(await content.keep(hash, Buffer.from('state')), 'other');
  expect(await content.find(hash)).toBeUndefined();
});

test('nothing is kept under a hash that is not its own, and no name leaves the folder', async () => {
  const content = new FolderContent(root);
  await expect(content.keep(hashContent('a'), Buffer.from('b'))).rejects.toThrow(RangeError);
  await expect(content.find('sha256:../../etc/passwd')).rejects.toThrow(RangeError);
  expect(await readdir(root)).toEqual([]);
});

test('old content is pruned', async () => {
  const content = new FolderContent(root);
  await content.keep(hashContent('a'), Buffer.from('a'));
  expect(await content.prune(0)).toBe(0);
  expect(await content.prune(Number.MAX_SAFE_INTEGER)).toBe(1);
  expect(await readdir(root)).toEqual([]);
});

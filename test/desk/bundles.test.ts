// A history as a file: written by one profile, opened by another that has neither connection nor identity, and named wherever a
// byte of it was changed.
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { OpenedFile } from '../../core/contract/bundles.ts';
import type { DeskClient } from '../../core/contract/contract.ts';
import { type DeskHost, startDeskHost } from '../../core/host/desk-host.ts';
import { MIN_COST_N } from '../../core/keys/passphrase.ts';
import { createRandom, seedFromEnvironment } from '../harness/random.ts';
import { createMission, PATIENCE_MS, sayIn, stateOf, valueOf } from './desk-client.ts';

/** For tests only. */
const PASSPHRASE = 'correct horse battery staple for tests';

let folder: string;
let mine: DeskHost;
let reader: DeskHost;
let place: { readonly connectionId: string; readonly groupId: string };
let bundle: string;
let original: Buffer;

function start(name: string): Promise<DeskHost> {
  return startDeskHost({
    profileFolder: join(folder, name),
    shell: 'browser',
    appVersion: '0.0.0-test',
    onFault: (error) => {
      throw error;
    },
    keyStore: 'passphrase-file',
    passphraseCostN: MIN_COST_N,
  });
}

/** Opens a file and waits until it was read and verified. */
async function opened(client: DeskClient, path: string): Promise<OpenedFile> {
  const { connectionId } = valueOf(await client.bundles.open({ path }));
  const { byId } = await stateOf(
    client,
    (options) => client.bundles.follow(undefined, options),
    (state) => state.rows.some((row) => row.id === connectionId && row.state !== 'reading'),
  );
  const file = byId.get(connectionId);
  if (file === undefined) throw new Error('the file is not open');
  return file;
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'heddle-bundles-'));
  mine = await start('mine');
  reader = await start('reader');
  const { client } = mine;
  valueOf(await client.keys.unlock({ passphrase: PASSPHRASE }));
  const { connectionId } = valueOf(await client.connections.createLocal({ name: 'Mine', personName: 'Ada' }));
  place = { connectionId, groupId: await createMission(client, connectionId) };
  for (const text of ['one', 'two', 'three']) await sayIn(client, place, text);
  const written = valueOf(await client.bundles.write(place));
  bundle = written.path;
  original = await readFile(bundle);
}, PATIENCE_MS);

afterAll(async () => {
  await mine.stop();
  await reader.stop();
  await rm(folder, { recursive: true, force: true });
});

describe('a history as a file', () => {
  test('is opened without any connection or identity, browsed and verified', async () => {
    const { client } = reader;
    const file = await opened(client, bundle);
    expect(file).toMatchObject({ verdict: 'consistent', findings: [], state: 'open' });
    expect(file.words.text).toContain('consistent, keys not pinned');
    const [group] = file.groups;
    expect(group).toMatchObject({ groupId: place.groupId, title: 'Audit', firstSequence: 1 });
    const there = { connectionId: file.connectionId, groupId: place.groupId };
    const { rows, total } = valueOf(
      await client.history.window({ ...there, filter: '', from: 0, limit: 100 }),
    );
    expect(total).toBe(group?.events);
    expect(rows[0]?.sentence).toContain('creates the Mission “Audit”');
    valueOf(await client.history.verify(there));
    const { summary } = await stateOf(
      client,
      (options) => client.history.followVerification(there, options),
      (state) => state.summary?.state === 'done',
    );
    expect(summary).toMatchObject({ verdict: 'consistent', verified: total, failureCount: 0 });
    valueOf(await client.bundles.close({ connectionId: file.connectionId }));
    const gone = await client.history.window({ ...there, filter: '', from: 0, limit: 1 });
    expect(gone).toMatchObject({ ok: false, fault: { code: 'no-group' } });
  });

  test('rests on the keys that are remembered, where its Organization is known', async () => {
    const file = await opened(mine.client, bundle);
    expect(file.words.text).toContain('verified with pinned registry');
    valueOf(await mine.client.bundles.close({ connectionId: file.connectionId }));
  });

  test('names every byte that was changed, wherever it stands', async () => {
    const seed = seedFromEnvironment();
    const random = createRandom(seed);
    const changed = join(folder, 'changed.mwpbundle');
    for (let turn = 0; turn < 6; turn += 1) {
      const at = random.below(original.length);
      const bytes = Buffer.from(original);
      bytes[at] = (bytes[at] ?? 0) ^ (1 << random.below(7));
      await writeFile(changed, bytes);
      const file = await opened(reader.client, changed);
      const line = original.subarray(0, at).filter((byte) => byte === 0x0a).length + 1;
      // In its own line, or where its section or the whole is compared.
      const isNamed = file.findings.some((finding) => finding.line === line || finding.problem === 'seal');
      expect({ at, seed, verdict: file.verdict, isNamed }).toEqual({
        at,
        seed,
        verdict: 'failed',
        isNamed: true,
      });
      valueOf(await reader.client.bundles.close({ connectionId: file.connectionId }));
    }
  });

  test('stays readable around a line that was damaged', async () => {
    const changed = join(folder, 'damaged.mwpbundle');
    const text = original.toString('utf8');
    const second = text.indexOf('\nE ', text.indexOf('\nE ') + 1) + 3;
    await writeFile(changed, `${text.slice(0, second)}?${text.slice(second + 1)}`);
    const { client } = reader;
    const file = await opened(client, changed);
    const there = { connectionId: file.connectionId, groupId: place.groupId };
    const { rows } = valueOf(await client.history.window({ ...there, filter: '', from: 0, limit: 100 }));
    expect(rows.map(({ sequence }) => sequence)).toEqual(rows.map((_row, index) => index + 1));
    expect(rows[1]?.kind).toBe('unreadable');
    const detail = valueOf(await client.history.read({ ...there, sequence: 2 }));
    expect(detail.signature.verdictWords.text).toBe(
      'first failure at #2, stage 1: strict JSON (local diagnostic)',
    );
    valueOf(await client.bundles.close({ connectionId: file.connectionId }));
  });

  test('is written for people as well, in which nothing of theirs is markup', async () => {
    const { client } = mine;
    const html = valueOf(await client.bundles.report({ ...place, format: 'html' }));
    const page = await readFile(html.path, 'utf8');
    expect(page).toContain('creates the Mission “Audit”');
    // What it is and what is known of it stand at the head, on every printed page as well.
    expect(page).toContain('Verdict on this computer: not verified since the start.');
    expect(page).toMatch(/<thead><tr class="running"><th[^>]*>History of “Audit” · Events #1–#\d+/u);
    const path = join(folder, 'report.md');
    const markdown = valueOf(await client.bundles.report({ ...place, format: 'markdown', path }));
    expect(markdown.path).toBe(path);
    const lines = (await readFile(path, 'utf8')).split('\n').filter((line) => /^\| \d/u.test(line));
    expect(lines).toHaveLength(markdown.events);
  });

  test('is refused in words where it cannot be', async () => {
    const { client } = mine;
    const nowhere = await client.bundles.write({ ...place, path: join(folder, 'none', 'x.mwpbundle') });
    expect(nowhere).toMatchObject({ ok: false, fault: { code: 'cannot-write' } });
    const relative = await client.bundles.open({ path: 'here.mwpbundle' });
    expect(relative).toMatchObject({ ok: false, fault: { code: 'bad-path' } });
    const file = await opened(client, join(folder, 'absent.mwpbundle'));
    expect(file.state).toBe('broken');
    valueOf(await client.bundles.close({ connectionId: file.connectionId }));
  });
});

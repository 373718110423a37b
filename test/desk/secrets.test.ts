// No key bytes anywhere but in the key store: a whole host is used as a person uses it, and then everything that a window was
// sent, that was printed, and that lies on the disk is searched for the keys and the passphrase in every usual form.
import { spawnSync } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { profilePathsOf } from '../../core/host/desk-profile.ts';
import { openKey, openSeal, readSealed } from '../../core/keys/sealed-keys.ts';
import { encodeBase64Url } from '../../core/protocol/base64url.ts';
import { ROOT, type StartedApp, startApp } from '../start/started-app.ts';
import { createMission, openClient, stateOf, valueOf } from './desk-client.ts';

/** For tests only. */
const PASSPHRASE = 'correct horse battery staple for tests';
const OTHER_PASSPHRASE = 'another passphrase of a backup, for tests';

let folder: string;
let profile: string;
let app: StartedApp | undefined;
/** All that the window has been sent, and all that was printed. */
const told: string[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'heddle-secrets-'));
  profile = join(folder, 'profile');
});

afterAll(async () => {
  app?.interrupt();
  await app?.ended;
  await rm(folder, { recursive: true, force: true });
});

/** A seed as it might be written down by somebody who does not know what it is. */
function formsOf(seed: Buffer): ReadonlyMap<string, Buffer> {
  const pkcs8 = Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), seed]);
  const text = (value: string) => Buffer.from(value, 'utf8');
  return new Map([
    ['raw', seed],
    ['hexadecimal', text(seed.toString('hex'))],
    ['upper hexadecimal', text(seed.toString('hex').toUpperCase())],
    ['Base64', text(seed.toString('base64').replace(/=+$/u, ''))],
    ['Base64url', text(encodeBase64Url(seed))],
    // Without the constant beginning, which a public key has as well.
    ['PKCS #8 in Base64', text(pkcs8.toString('base64').slice(22))],
    ['a list of numbers', text([...seed].join(','))],
  ]);
}

interface Needle {
  readonly name: string;
  readonly bytes: Buffer;
}

function find(needles: readonly Needle[], place: string, bytes: Buffer): readonly string[] {
  return needles.filter((needle) => bytes.includes(needle.bytes)).map(({ name }) => `${place}: ${name}`);
}

async function searchFolder(needles: readonly Needle[], root: string): Promise<readonly string[]> {
  const found: string[] = [];
  for (const entry of await readdir(root, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    found.push(...find(needles, path.slice(root.length), await readFile(path)));
  }
  return found;
}

/** The seeds of the key store, read with the passphrase as only the store itself reads them. */
async function readSeeds(): Promise<readonly Buffer[]> {
  const { sealed } = valueOf(readSealed(await readFile(profilePathsOf(profile).keyVault), 'store'));
  const seal = valueOf(await openSeal(sealed, PASSPHRASE));
  return [...sealed.keys.keys()].map((keyId) => valueOf(openKey(sealed, seal, keyId)));
}

/** A person founds an Organization, creates a Mission, backs keys up, gets a passphrase wrong, and locks. */
async function useTheApp(): Promise<void> {
  app = startApp(['--profile', profile, '--no-open'], { DBUS_SESSION_BUS_ADDRESS: '' });
  const { client, socket } = await openClient(await app.nextOut());
  socket.on('message', (data: Buffer) => told.push(data.toString('utf8')));
  valueOf(await client.keys.unlock({ passphrase: PASSPHRASE }));
  const { connectionId } = valueOf(await client.connections.createLocal({ name: 'Mine', personName: 'Ada' }));
  await createMission(client, connectionId);
  const { rows: keys } = await stateOf(
    client,
    (options) => client.keys.follow(undefined, options),
    ({ rows }) => rows.length === 2,
  );
  valueOf(await client.keys.rotate({ keyId: keys[0]?.keyId ?? '' }));
  const { path } = valueOf(await client.keys.backUp({ passphrase: OTHER_PASSPHRASE }));
  await client.keys.testBackup({ path, passphrase: PASSPHRASE });
  valueOf(await client.keys.lock());
  await client.keys.unlock({ passphrase: `${PASSPHRASE}!` });
  await client.intents.sheet({
    connectionId,
    intent: { kind: 'mission.cancel', groupId: 'urn:x', form: { reason: 'x' } },
  });
  socket.terminate();
  app.interrupt();
  await app.ended;
  told.push(...app.out, ...app.err);
  const exported = spawnSync(
    process.execPath,
    [
      join(ROOT, 'core/cli/heddle.ts'),
      'authority',
      'export',
      profilePathsOf(profile).organization(connectionId),
      join(folder, 'history.mwpbundle'),
    ],
    { encoding: 'utf8' },
  );
  told.push(exported.stdout, exported.stderr);
  if (exported.status !== 0) throw new Error(exported.stderr);
}

test('no key and no passphrase is in what a window was sent, in logs, in exports or in files', async () => {
  await useTheApp();
  const seeds = await readSeeds();
  expect(seeds).toHaveLength(3);
  const needles: Needle[] = [
    ...seeds.flatMap((seed, index) =>
      [...formsOf(seed)].map(([form, bytes]) => ({ name: `key ${index} as ${form}`, bytes })),
    ),
    { name: 'the passphrase', bytes: Buffer.from(PASSPHRASE) },
    { name: 'the passphrase of the backup', bytes: Buffer.from(OTHER_PASSPHRASE) },
  ];
  expect(told.length).toBeGreaterThan(10);
  expect(find(needles, 'told', Buffer.from(told.join('\n')))).toStrictEqual([]);
  expect(await searchFolder(needles, folder)).toStrictEqual([]);

  // The search itself finds what it looks for.
  for (const [form, bytes] of formsOf(seeds[0] ?? Buffer.alloc(0))) {
    await writeFile(
      join(folder, 'planted'),
      Buffer.concat([Buffer.from('{"x":"'), bytes, Buffer.from('"}')]),
    );
    expect(await searchFolder(needles, folder)).toContain(`/planted: key 0 as ${form}`);
  }
});

// The keychain of the system itself: the acceptance suite, and the ways in which a real one refuses. Reported as skipped
// where there is no Secret Service to start.
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { KeychainKeyStore } from '../../core/keys/keychain-key-store.ts';
import { systemKeychain } from '../../core/keys/keychain-access.ts';
import { ADA, keyIdOf, temporaryFolder, testPorts } from '../../core/keys/key-store.test-data.ts';
import { utf8, valueOf } from '../../core/protocol/fixtures.test-data.ts';
import { describeKeyStore } from './key-store-suite.ts';
import { reasonAgainstSecretService, type SecretService, startSecretService } from './secret-service.ts';

const run = promisify(execFile);
const CHILD = fileURLToPath(new URL('keychain-process.ts', import.meta.url));
const KEPT = keyIdOf('kept');
const folder = temporaryFolder();
const reason = reasonAgainstSecretService();
const keychain = systemKeychain();
let opened = 0;

async function newPlacement() {
  opened += 1;
  return { keychain, service: `Heddle test ${opened}`, indexPath: folder.at(`${opened}/index`) };
}

/** What a process in that environment makes of a store with one key. */
async function useIn(environment: Readonly<Record<string, string>>, indexPath: string, service: string) {
  const { stdout } = await run(process.execPath, [CHILD, indexPath, service], { env: environment });
  return JSON.parse(stdout) as unknown;
}

describe.skipIf(reason !== undefined)(`Secret Service${reason === undefined ? '' : ` (${reason})`}`, () => {
  let service: SecretService;
  const environmentBefore = process.env['DBUS_SESSION_BUS_ADDRESS'];

  beforeAll(async () => {
    service = await startSecretService();
    await service.startKeyring('password of the keyring');
    process.env['DBUS_SESSION_BUS_ADDRESS'] = service.environment['DBUS_SESSION_BUS_ADDRESS'];
  });

  afterAll(async () => {
    if (environmentBefore === undefined) delete process.env['DBUS_SESSION_BUS_ADDRESS'];
    else process.env['DBUS_SESSION_BUS_ADDRESS'] = environmentBefore;
    await service.stop();
    folder.remove();
  });

  describeKeyStore({ reopens: true, losesSecrets: true }, async () => {
    const placement = await newPlacement();
    const ports = testPorts();
    const store = await KeychainKeyStore.open(placement, ports);
    valueOf(await store.setUp());
    return {
      store,
      ports,
      reopen: () => KeychainKeyStore.open(placement, testPorts('again')),
      loseSecret: async (keyId) => {
        valueOf(await keychain.erase(placement.service, keyId));
      },
    };
  });

  test('without a session bus the keychain is denied, and nothing is made', async () => {
    const placement = await newPlacement();
    const store = await KeychainKeyStore.open(placement, testPorts());
    valueOf(await store.setUp());
    valueOf(await store.create({ keyId: KEPT, principal: ADA }));
    const before = await readFile(placement.indexPath);
    const { PATH = '', HOME = '' } = service.environment;
    expect(await useIn({ PATH, HOME }, placement.indexPath, placement.service)).toEqual({
      condition: 'denied',
      signed: 'denied',
      created: 'denied',
      listed: [[KEPT, 'denied']],
    });
    expect((await readFile(placement.indexPath)).equals(before)).toBe(true);
    valueOf(await store.sign(KEPT, utf8('{"a":1}')));
  });

  test('a locked keyring is locked, nothing is made, and the key is there again afterwards', async () => {
    const placement = await newPlacement();
    const store = await KeychainKeyStore.open(placement, testPorts());
    valueOf(await store.setUp());
    valueOf(await store.create({ keyId: KEPT, principal: ADA }));
    const before = await readFile(placement.indexPath);
    await service.stopKeyring();
    expect(await useIn(service.environment, placement.indexPath, placement.service)).toMatchObject({
      condition: 'denied',
      signed: 'denied',
      created: 'denied',
    });
    await service.startKeyring(undefined);
    expect(await useIn(service.environment, placement.indexPath, placement.service)).toEqual({
      condition: 'locked',
      signed: 'locked',
      created: 'locked',
      listed: [[KEPT, 'locked']],
    });
    expect((await readFile(placement.indexPath)).equals(before)).toBe(true);
    await service.stopKeyring();
    await service.startKeyring('password of the keyring');
    expect(await useIn(service.environment, placement.indexPath, placement.service)).toMatchObject({
      condition: 'available',
      signed: 'signed',
      created: 'created',
    });
  });
});

// One acceptance suite over every key store; the real keychain runs it in system-keychain.test.ts.
import { afterAll, describe } from 'vitest';
import { ScriptedKeychain } from '../../core/keys/keychain.test-data.ts';
import { KeychainKeyStore } from '../../core/keys/keychain-key-store.ts';
import { PASSPHRASE, temporaryFolder, testPorts } from '../../core/keys/key-store.test-data.ts';
import { createMemoryKeyStore } from '../../core/keys/memory-key-store.ts';
import { PassphraseFileKeyStore } from '../../core/keys/passphrase-file-key-store.ts';
import { valueOf } from '../../core/protocol/fixtures.test-data.ts';
import { describeKeyStore } from './key-store-suite.ts';

const folder = temporaryFolder();
afterAll(() => folder.remove());
let opened = 0;

describe('memory', () => {
  describeKeyStore({ reopens: false, losesSecrets: false }, async () => {
    const ports = testPorts();
    return { store: createMemoryKeyStore(ports), ports };
  });
});

describe('passphrase file', () => {
  describeKeyStore({ reopens: true, losesSecrets: false }, async () => {
    opened += 1;
    const path = folder.at(`${opened}/keys.sealed`);
    const ports = testPorts();
    const store = await PassphraseFileKeyStore.open(path, ports);
    valueOf(await store.setUp(PASSPHRASE));
    const reopen = () => PassphraseFileKeyStore.open(path, testPorts('again'));
    return { store, ports, reopen };
  });
});

describe('keychain', () => {
  describeKeyStore({ reopens: true, losesSecrets: true }, async () => {
    opened += 1;
    const keychain = new ScriptedKeychain();
    const placement = { keychain, service: 'Heddle test', indexPath: folder.at(`${opened}/index`) };
    const ports = testPorts();
    const store = await KeychainKeyStore.open(placement, ports);
    valueOf(await store.setUp());
    return {
      store,
      ports,
      reopen: () => KeychainKeyStore.open(placement, testPorts('again')),
      loseSecret: async (keyId) => {
        keychain.secrets.delete(`Heddle test\n${keyId}`);
      },
    };
  });
});

// The changes of a passphrase file that are interrupted at every step.
import { ADA, keyIdOf, PASSPHRASE } from '../../core/keys/key-store.test-data.ts';
import type { PassphraseFileKeyStore } from '../../core/keys/passphrase-file-key-store.ts';

export const NEXT_PASSPHRASE = 'the next passphrase for tests';

export const CHANGES = {
  setUp: (store: PassphraseFileKeyStore) => store.setUp(PASSPHRASE),
  create: (store: PassphraseFileKeyStore) => store.create({ keyId: keyIdOf('new'), principal: ADA }),
  remove: (store: PassphraseFileKeyStore) => store.remove(keyIdOf('old')),
  changePassphrase: (store: PassphraseFileKeyStore) => store.changePassphrase(PASSPHRASE, NEXT_PASSPHRASE),
} as const;

export type Change = keyof typeof CHANGES;

// Adds keys to a passphrase file, as one of several processes that do so at once. Started by processes.test.ts.
import { ADA, keyIdOf, PASSPHRASE, testPorts } from '../../core/keys/key-store.test-data.ts';
import { PassphraseFileKeyStore } from '../../core/keys/passphrase-file-key-store.ts';

const [path = '', name = '', count = '0'] = process.argv.slice(2);
const store = await PassphraseFileKeyStore.open(path, testPorts(name));
const opened = await store.unlock(PASSPHRASE);
if (!opened.ok) throw new Error(opened.fault.reason);
for (let number = 0; number < Number(count); number += 1) {
  const created = await store.create({ keyId: keyIdOf(`${name}-${number}`), principal: ADA });
  if (!created.ok) throw new Error(created.fault.reason);
  process.stdout.write(`${created.value.keyId}\n`);
}

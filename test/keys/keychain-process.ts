// Uses the keychain of the system as a process with another environment finds it, and prints what came of it. Started by
// system-keychain.test.ts.
import { ADA, keyIdOf, testPorts } from '../../core/keys/key-store.test-data.ts';
import { KeychainKeyStore } from '../../core/keys/keychain-key-store.ts';
import { systemKeychain } from '../../core/keys/keychain-access.ts';

const [indexPath = '', service = ''] = process.argv.slice(2);
const store = await KeychainKeyStore.open(
  { keychain: systemKeychain(), service, indexPath },
  testPorts('child'),
);
const signed = await store.sign(keyIdOf('kept'), Buffer.from('{"a":1}'));
const created = await store.create({ keyId: keyIdOf('new'), principal: ADA });
const listed = await store.list();
process.stdout.write(
  JSON.stringify({
    condition: store.condition,
    signed: signed.ok ? 'signed' : signed.fault.reason,
    created: created.ok ? 'created' : created.fault.reason,
    listed: listed.ok ? listed.value.map(({ keyId, condition }) => [keyId, condition]) : listed.fault.reason,
  }),
);

// A desk of its own process that dies between "signed" and "sent", or right after: the test kills it by what it asks for.
// Arguments: port of the Authority, folder of the replicas, where to die, Group.
import { join } from 'node:path';
import { COORDINATOR, OWNER, TEST_ORGANIZATION } from '../harness/organization.ts';
import { SqliteReplicaStore } from '../../core/store/sqlite/replica-sqlite-store.ts';
import { HumanLink } from '../../core/host/desk-human-link.ts';
import { ControlPlaneClient } from '../../core/sync/control-plane-client.ts';
import { accessCredentials } from '../../core/sync/credentials.ts';
import { signerOfLocalKey } from '../../core/sync/key-signer.ts';
import { openServerAddress } from '../../core/sync/server-address.ts';
import { SYSTEM_RANDOM } from '../../core/sync/system-ports.ts';
import { TEST_START_MS } from '../harness/organization.ts';
import { createTestClock, QUICK } from '../sync/sync-world.ts';
import { ACTION_ID, cancelDraft } from './crash-wish.ts';

const [port = '', folder = '', dieAt = '', groupId = ''] = process.argv.slice(2);
const address = openServerAddress({ origin: `http://127.0.0.1:${port}` });
if (!address.ok) throw new Error(address.fault);
const clock = createTestClock(() => TEST_START_MS);
const die = (): never => {
  process.kill(process.pid, 'SIGKILL');
  throw new Error('dead');
};

const store = await SqliteReplicaStore.open({ path: join(folder, 'human.db') });
const controlPlane = new ControlPlaneClient({
  address: address.value,
  credentials: accessCredentials({
    principal: { type: 'human', id: OWNER.actor.id },
    signer: signerOfLocalKey(OWNER.signer),
    clock,
    random: SYSTEM_RANDOM,
  }),
});
if (dieAt === 'before') controlPlane.submitCommand = die;
if (dieAt === 'after') {
  const submit = controlPlane.submitCommand.bind(controlPlane);
  controlPlane.submitCommand = async (bytes) => {
    await submit(bytes);
    return die();
  };
}
if (dieAt === 'signed') {
  // `signed` is on the disk by now, and `sent` is not.
  store.changeOutbox = die;
}
const human = await HumanLink.open({
  actor: OWNER.actor,
  name: 'Ada',
  signer: signerOfLocalKey(OWNER.signer),
  organizationId: TEST_ORGANIZATION,
  store,
  controlPlane,
  freshMs: 300_000,
  hasIngress: true,
  now: () => TEST_START_MS,
  onFault: (error) => console.error(error),
  pollMs: 20,
  clock,
  settings: QUICK,
});
human.start();
while (!human.groups().some((group) => group.groupId === groupId && group.isCaughtUp)) {
  await new Promise((resolve) => {
    setTimeout(resolve, 5);
  });
}
await human.submit({ ...cancelDraft(groupId), actionId: ACTION_ID });
throw new Error(`${COORDINATOR.actor.id} sees a desk that was to die`);

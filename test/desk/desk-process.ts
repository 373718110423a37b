// The whole host of a profile as a process of its own, for tests that kill it: `node desk-process.ts <settings as JSON>`. It
// says the address of a window on standard output. A line on standard input arms the moment at which it dies by its own hand:
// `die signed` when a Command is signed and kept and not sent yet, `die sent` when one is marked as sent and is about to
// be, `die answered` when the Authority has answered one and nobody here has heard of it.
import { createInterface } from 'node:readline';
import { startDeskHost } from '../../core/host/desk-host.ts';
import { MIN_COST_N } from '../../core/keys/passphrase.ts';
import { SqliteReplicaStore } from '../../core/store/sqlite/replica-sqlite-store.ts';
import { ControlPlaneClient } from '../../core/sync/control-plane-client.ts';

export interface DeskProcessSettings {
  readonly profileFolder: string;
  readonly rendererFolder: string;
}

export type DeathWish = 'signed' | 'sent' | 'answered';

function die(): Promise<never> {
  process.kill(process.pid, 'SIGKILL');
  // Nothing happens any more.
  return new Promise(() => {});
}

function arm(wish: DeathWish): void {
  const plane = ControlPlaneClient.prototype;
  const submit = Reflect.get(plane, 'submitCommand');
  if (wish === 'sent') plane.submitCommand = die;
  else if (wish === 'answered') {
    plane.submitCommand = async function submitAndDie(this: ControlPlaneClient, bytes) {
      await submit.call(this, bytes);
      return die();
    };
  } else {
    const store = SqliteReplicaStore.prototype;
    const change = Reflect.get(store, 'changeOutbox');
    store.changeOutbox = function changeOrDie(this: SqliteReplicaStore, changes) {
      return changes.some(({ state }) => state === 'sent') ? die() : change.call(this, changes);
    };
  }
}

if (process.argv[1] === import.meta.filename) {
  // Written by the test that starts this.
  const { profileFolder, rendererFolder } = JSON.parse(process.argv[2] ?? '{}') as DeskProcessSettings;
  const host = await startDeskHost({
    profileFolder,
    shell: 'browser',
    appVersion: '0.0.0-test',
    onFault: (error) => console.error(error),
    keyStore: 'passphrase-file',
    passphraseCostN: MIN_COST_N,
  });
  const server = await host.listen({ rendererFolder });
  createInterface({ input: process.stdin }).on('line', (line) => {
    arm(line.replace('die ', '') as DeathWish);
    process.stdout.write(`armed ${line}\n`);
  });
  process.stdout.write(`${server.newLaunchUrl()}\n`);
}

// A whole Worker in a process of its own, for tests that kill it: `node worker-process.ts <settings as JSON>`. It says its
// events on standard output, one JSON text per line.
import { startWorker } from '../../core/host/worker-host.ts';
import { DEFAULT_GROUP_POLICY } from '../../core/worker/scheduler/scheduler-policy.ts';
import { CAPABILITY, principalOf } from '../harness/organization.ts';
import { QUICK } from '../sync/sync-world.ts';
import { ORGANIZATION } from './net-organization.ts';

export interface WorkerProcessSettings {
  /** Of the Agent's key. */
  readonly label: string;
  readonly origin: string;
  readonly ca: string;
  readonly stateFolder: string;
  readonly command: string;
  readonly args: readonly string[];
}

if (process.argv[1] === import.meta.filename) {
  // Written by the test that starts this.
  const settings = JSON.parse(process.argv[2] ?? '{}') as WorkerProcessSettings;
  const { actor, signer } = principalOf('agent', settings.label);
  await startWorker({
    stateFolder: settings.stateFolder,
    identity: { agentId: actor.id, signer },
    authority: {
      organizationId: ORGANIZATION,
      origin: settings.origin,
      ca: settings.ca,
      serverName: 'localhost',
    },
    config: {
      capabilities: [
        {
          ...CAPABILITY,
          program: { kind: 'executable', command: settings.command },
          args: settings.args,
          supportsCheckpoint: false,
          secrets: new Map(),
          leastBudget: {},
        },
      ],
      slots: 1,
      folders: new Map(),
      shares: { groups: new Map(), otherGroups: DEFAULT_GROUP_POLICY },
      admission: {},
      resources: undefined,
      settings: {},
    },
    syncSettings: QUICK,
    onEvent: (event) => process.stdout.write(`${JSON.stringify(event)}\n`),
  });
}

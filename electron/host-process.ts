// The host process of the Electron app: starts the host of a profile and serves it to main. Runs in a utility process.
import { parseArgs } from 'node:util';
import { createDemo } from '../core/host/demo/demo-service.ts';
import { type StartedDesk, startDesk } from '../core/host/desk-start.ts';
import { WorkerHostFault } from '../core/host/worker-folder.ts';
import { type HostParent, serveHost } from './host-service.ts';

const parent = process.parentPort as unknown as HostParent<Electron.MessagePortMain>;

const { values } = parseArgs({
  options: {
    profile: { type: 'string' },
    'app-version': { type: 'string' },
    runtime: { type: 'string' },
    node: { type: 'string' },
  },
});

// A packed app brings Node and its own sources as plain files for the processes that the host starts: this program cannot run
// scripts, and they cannot read its archive.
if (values.runtime !== undefined) process.env['HEDDLE_RUNTIME'] = values.runtime;
if (values.node !== undefined) process.execPath = values.node;

const host = await openHost();
// Anything that goes wrong from here on ends this process, and main starts another one.
if (host !== undefined) {
  await serveHost(parent, {
    serveWindow: (port) => host.serveWindow(port),
    client: host.host?.client ?? host.recovered.then(({ client }) => client),
    suspend: () => host.host?.suspend(),
    resume: () => host.host?.resume(),
    stop: () => host.stop(),
  });
}

async function openHost(): Promise<StartedDesk | undefined> {
  try {
    return await startDesk({
      profileFolder: values.profile ?? '',
      shell: 'electron',
      appVersion: values['app-version'] ?? '',
      onFault: (error) => console.error(error),
      createDemo,
      language: Intl.DateTimeFormat().resolvedOptions().locale.startsWith('de') ? 'de' : 'en',
      onRecovery: (error) => console.error(error),
    });
  } catch (error) {
    console.error(error);
    const isClaimed = error instanceof WorkerHostFault && error.reason === 'running-already';
    parent.postMessage({
      type: 'refused',
      reason: isClaimed ? 'running-already' : 'unusable-profile',
      detail: error instanceof Error ? error.message : String(error),
    });
    return undefined;
  }
}

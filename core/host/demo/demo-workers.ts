// The Workers of the demo: whole runtimes with the programs of examples/, in this process. Each run is a process of its own.
import { join } from 'node:path';
import { loadWorkerConfig } from '../worker-config.ts';
import { formatWorkerConfigFault } from '../worker-config-words.ts';
import { type RunningWorker, startWorker } from '../worker-host.ts';
import { runtimeFolder } from '../runtime-folder.ts';
import type { DemoCast, DemoPaths, DemoRole } from './demo-folder.ts';
import { demoSignerOf } from './demo-keys.ts';
import { demoSlotsOf } from './demo-organization.ts';
import type { WorkerAuthority } from '../worker-config.ts';

const TEMPLATES = {
  inventory: 'workers/folder-inventory',
  checks: 'workers/file-checks',
  writer: 'workers/report-writer',
  reviewer: 'workers/independent-reviewer',
  records: 'demo/records-clerk',
} as const satisfies { readonly [Role in DemoRole]?: string };

export type DemoWorkerRole = keyof typeof TEMPLATES;

export const DEMO_WORKER_ROLES = Object.keys(TEMPLATES) as readonly DemoWorkerRole[];

/** What comes with the app: briefs, Workers' programs, and papers to audit. */
export function examplesFolder(): string {
  return join(runtimeFolder(), 'examples');
}

/** The folders that are audited, by the names of the briefs' inputs. They are only read. */
export function paperFolders(): ReadonlyMap<string, string> {
  const papers = join(examplesFolder(), 'demo', 'papers');
  return new Map([
    ['archive', join(papers, 'archive')],
    ['accounts', join(papers, 'accounts')],
  ]);
}

export class DemoWorkers {
  private readonly running: readonly RunningWorker[];
  private readonly stopping: AbortController;

  private constructor(running: readonly RunningWorker[], stopping: AbortController) {
    this.running = running;
    this.stopping = stopping;
  }

  static async start(
    paths: DemoPaths,
    cast: DemoCast,
    authority: WorkerAuthority,
    onFault: (error: unknown) => void,
  ): Promise<DemoWorkers> {
    const folders = paperFolders();
    const stopping = new AbortController();
    const started = await Promise.allSettled(
      DEMO_WORKER_ROLES.map(async (role) => {
        const file = join(examplesFolder(), TEMPLATES[role], 'worker.yaml');
        const loaded = await loadWorkerConfig(file, { environment: process.env });
        if (!loaded.ok) {
          throw new Error(loaded.fault.map((fault) => formatWorkerConfigFault(fault, 'en')).join('\n'));
        }
        return startWorker({
          stateFolder: join(paths.workers, role),
          config: loaded.value.config,
          identity: { agentId: cast[role].actor.id, signer: demoSignerOf(cast[role]) },
          authority,
          folders,
          slots: demoSlotsOf(role),
          onEvent: ({ name, detail }) => {
            // What a Worker had asked for when it was stopped is not answered any more.
            if (name === 'host.fault' && !stopping.signal.aborted)
              onFault(new Error(`${cast[role].name}: ${detail ?? name}`));
          },
        });
      }),
    );
    const workers = new DemoWorkers(
      started.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : [])),
      stopping,
    );
    const failed = started.find((each) => each.status === 'rejected');
    if (failed === undefined) return workers;
    await workers.stop();
    throw failed.reason;
  }

  /** Ends runs at once: what the demo does can be done again. */
  async stop(): Promise<void> {
    this.stopping.abort();
    await Promise.all(this.running.map((worker) => worker.kill()));
  }
}

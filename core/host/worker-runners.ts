// The runners behind a Worker's capabilities, which of them a contract gets, and the runs that are alive.
import { randomBytes } from 'node:crypto';
import { pathToFileURL } from 'node:url';
import { compareVersions, satisfies } from '../domain/capabilities.ts';
import type { WorkContract } from '../protocol/generated/documents.ts';
import { SYSTEM_CLOCK } from '../sync/system-ports.ts';
import type { Program } from '../worker/runners/launch.ts';
import { createModuleRunner, type ModuleWork } from '../worker/runners/module-runner.ts';
import { createProcessRunner } from '../worker/runners/process-runner.ts';
import type { RunHandle, Runner, RunnerClock, RunRequest } from '../worker/runners/runner.ts';
import type { ConfiguredCapability } from './worker-config-capabilities.ts';
import { WorkerHostFault } from './worker-folder.ts';

export const RUNNER_CLOCK: RunnerClock = {
  now: () => SYSTEM_CLOCK.wallMs(),
  after: (delayMs, action) => SYSTEM_CLOCK.after(delayMs, action),
};

/** How long a function of this process may take to end or to answer, as long as a program. */
const MODULE_TIMING = { graceMs: 5_000, checkpointMs: 30_000 };
const MARK_BYTES = 16;

export interface RunnersOptions {
  /** The folder of all runs. */
  readonly root: string;
  readonly capabilities: readonly ConfiguredCapability[];
  /** Hears what programs say; without secrets, but in their words. */
  readonly onRunText?: (request: RunRequest, text: string) => void;
}

interface Served {
  readonly capability: ConfiguredCapability;
  readonly runner: Runner;
}

export class WorkerRunners {
  private readonly served: readonly Served[];
  private readonly onRunText: NonNullable<RunnersOptions['onRunText']>;
  private readonly alive = new Set<RunHandle>();

  private constructor(served: readonly Served[], { onRunText = () => {} }: RunnersOptions) {
    this.served = served;
    this.onRunText = onRunText;
  }

  /** Loads modules; a configuration whose modules are none throws a WorkerHostFault. */
  static async open(options: RunnersOptions): Promise<WorkerRunners> {
    const served: Served[] = [];
    for (const capability of options.capabilities) {
      served.push({ capability, runner: await createRunner(capability, options.root) });
    }
    return new WorkerRunners(served, options);
  }

  runnerFor(contract: WorkContract): Runner | undefined {
    const runner = this.find(contract)?.runner;
    return runner === undefined ? undefined : { start: (request) => this.start(runner, request) };
  }

  /** Only what the capability that runs has been given; a contract that needs two does not get those of both. */
  secretsFor(contract: WorkContract): Readonly<Record<string, string>> {
    return Object.fromEntries(this.find(contract)?.capability.secrets ?? []);
  }

  /** Ends every run that is alive. */
  async stopAll(): Promise<void> {
    await Promise.all([...this.alive].map((handle) => handle.stop('shutting-down')));
  }

  /** The newest version that satisfies the first capability of the contract: that is what the work is about. */
  private find({ requiredCapabilities: [required] }: WorkContract): Served | undefined {
    if (required === undefined) return undefined;
    return this.served
      .filter(({ capability }) => satisfies(capability, required))
      .toSorted((a, b) => compareVersions(b.capability.version, a.capability.version))[0];
  }

  private start(runner: Runner, request: RunRequest): RunHandle {
    const handle = runner.start(request);
    this.alive.add(handle);
    handle.onLog(({ text }) => this.onRunText(request, text));
    // It never rejects.
    handle.finished.then(
      () => this.alive.delete(handle),
      () => this.alive.delete(handle),
    );
    return handle;
  }
}

async function createRunner(
  { program, args, supportsCheckpoint }: ConfiguredCapability,
  root: string,
): Promise<Runner> {
  const ports = { root, clock: RUNNER_CLOCK, newMark: () => randomBytes(MARK_BYTES).toString('hex') };
  switch (program.kind) {
    case 'module': {
      const work = await loadWork(program.path);
      return createModuleRunner({ ...ports, work, supportsCheckpoint, timing: MODULE_TIMING });
    }
    case 'node':
      return createProcessRunner({ ...ports, program: { ...program, args, supportsCheckpoint } });
    default: {
      const executable: Program = { ...program, args, supportsCheckpoint };
      return createProcessRunner({ ...ports, program: executable });
    }
  }
}

async function loadWork(path: string): Promise<ModuleWork> {
  const module = (await import(pathToFileURL(path).href)) as { readonly work?: unknown };
  if (typeof module.work !== 'function') throw new WorkerHostFault('no-work-function', path);
  return module.work as ModuleWork;
}

// Executes work as child processes: one per run, in a directory of its own, under limits, with nothing in its environment
// that is not meant for it (docs/runners.md).
import { mkdirSync, realpathSync } from 'node:fs';
import type { Program } from './launch.ts';
import { ProcessRun } from './process-run.ts';
import type { RunAccount } from './run-directory.ts';
import type { RunHandle, Runner, RunnerClock, RunRequest } from './runner.ts';

export interface ProcessRunnerOptions {
  /** Folder of all runs. It belongs to one runtime at a time; see `recoverRuns`. */
  readonly root: string;
  readonly program: Program;
  readonly clock: RunnerClock;
  /** A fresh unguessable text of letters and digits. */
  readonly newMark: () => string;
  /** Where programs are looked for; `/usr/local/bin:/usr/bin:/bin` when absent. */
  readonly searchPath?: string;
  /**
   * Accounts of the operating system, one for each run at a time. Only a runtime that may change accounts (root) can
   * use them; they are what keeps runs of any program apart.
   */
  readonly accounts?: readonly RunAccount[];
  readonly timing?: Partial<ProcessTiming>;
  /** Files and folders of one run's output, 1000 when absent. */
  readonly maxOutputFiles?: number;
}

export interface ProcessTiming {
  /** Between the request to end and the end. */
  readonly graceMs: number;
  /** Until a program has to answer a request for a checkpoint. */
  readonly checkpointMs: number;
}

/** 5 s are enough to finish a write and short enough for a lease that has ended. */
const DEFAULT_TIMING: ProcessTiming = { graceMs: 5_000, checkpointMs: 30_000 };
const DEFAULT_MAX_OUTPUT_FILES = 1_000;
const DEFAULT_SEARCH_PATH = '/usr/local/bin:/usr/bin:/bin';

export function createProcessRunner(options: ProcessRunnerOptions): Runner {
  mkdirSync(options.root, { recursive: true, mode: options.accounts === undefined ? 0o700 : 0o711 });
  const freeAccounts = [...(options.accounts ?? [])];
  const environment = {
    // Permissions are granted by real paths.
    root: realpathSync(options.root),
    program: options.program,
    clock: options.clock,
    newMark: options.newMark,
    searchPath: options.searchPath ?? DEFAULT_SEARCH_PATH,
    timing: { ...DEFAULT_TIMING, ...options.timing },
    maxOutputFiles: options.maxOutputFiles ?? DEFAULT_MAX_OUTPUT_FILES,
    takeAccount: () =>
      options.accounts === undefined
        ? ('not-used' as const)
        : (freeAccounts.shift() ?? ('none-free' as const)),
    returnAccount: (account: RunAccount) => {
      freeAccounts.push(account);
    },
  };
  return {
    start: (request: RunRequest): RunHandle => new ProcessRun(environment, request),
  };
}

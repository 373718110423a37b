// Executes work as a TypeScript function in this process, for tests and for embedding. Directory, reports, result and
// limits on output are those of a child process. What only another process gives is missing: nothing ends a function that
// ignores its signal, and it can reach all that this process can.
import { mkdirSync, realpathSync } from 'node:fs';
import type { RunReportLine } from '../../protocol/generated/documents.ts';
import { checkSchema, describeSchemaFault } from '../../protocol/schema.ts';
import { identifyProcess } from './process-identity.ts';
import { directoryOf, prepareDirectory, removeDirectory, type RunDirectory } from './run-directory.ts';
import { describeTrouble, type EndCause, endRun } from './run-end.ts';
import { RunJournal } from './run-journal.ts';
import {
  type CheckpointResult,
  MAX_TIMER_MS,
  type RunFailureCode,
  type RunHandle,
  type Runner,
  type RunnerClock,
  type RunRequest,
  type RunResult,
  type StopReason,
} from './runner.ts';
import { SecretFilter } from './secret-filter.ts';

/** What a function sees of its run. */
export interface ModuleRunContext {
  /** Absolute paths, with the same content as for a program (docs/runners.md). */
  readonly directory: Pick<RunDirectory, 'run' | 'inputs' | 'work' | 'out' | 'checkpoint'>;
  readonly request: Omit<RunRequest, 'inputs' | 'checkpoint'>;
  /** Aborts when the run has to end; its reason is a text. */
  readonly signal: AbortSignal;
  /** Says one line of the protocol. Throws on one that the protocol does not have. */
  readonly report: (line: RunReportLine) => void;
  /** Calls back when a checkpoint is wanted. */
  readonly onCheckpointRequest: (listener: () => void) => void;
}

/** Settles when the work is done: the result stands in the output folder, or its end was reported. */
export type ModuleWork = (context: ModuleRunContext) => Promise<void>;

export interface ModuleRunnerOptions {
  readonly root: string;
  readonly work: ModuleWork;
  readonly supportsCheckpoint: boolean;
  readonly clock: RunnerClock;
  /** A fresh unguessable text of letters and digits. */
  readonly newMark: () => string;
  /** How long a function may go on after its signal, and until it has to answer a request for a checkpoint. */
  readonly timing: { readonly graceMs: number; readonly checkpointMs: number };
}

const MAX_OUTPUT_FILES = 1_000;

export function createModuleRunner(options: ModuleRunnerOptions): Runner {
  mkdirSync(options.root, { recursive: true, mode: 0o700 });
  const root = realpathSync(options.root);
  return { start: (request) => new ModuleRun({ ...options, root }, request) };
}

class ModuleRun implements RunHandle {
  readonly runId: string;
  readonly finished: Promise<RunResult>;
  readonly onProgress: RunHandle['onProgress'];
  readonly onUsage: RunHandle['onUsage'];
  readonly onCheckpoint: RunHandle['onCheckpoint'];
  readonly onLog: RunHandle['onLog'];
  private readonly options: ModuleRunnerOptions;
  private readonly request: RunRequest;
  private readonly directory: RunDirectory;
  private readonly secrets: SecretFilter;
  private readonly journal: RunJournal;
  private readonly abort = new AbortController();
  private readonly abandoned = Promise.withResolvers<void>();
  private readonly checkpointListeners = new Set<() => void>();
  private cause: EndCause | undefined;
  private saidBytes = 0;
  private state: 'preparing' | 'running' | 'over' = 'preparing';
  private cancelGrace: (() => void) | undefined;

  constructor(options: ModuleRunnerOptions, request: RunRequest) {
    this.options = options;
    this.request = request;
    this.runId = request.runId;
    this.directory = directoryOf(options.root, request.runId);
    this.secrets = new SecretFilter([
      ...Object.values(request.secrets),
      ...(request.capabilityToken === undefined ? [] : [request.capabilityToken]),
    ]);
    this.journal = new RunJournal({
      checkpointFolder: this.directory.checkpoint,
      keptFolder: this.directory.kept,
      keepRules: { secrets: this.secrets, maxBytes: request.limits.outputBytes },
      firstCheckpoint: request.checkpoint,
      onDeclaredEnd: () => this.endNow('declared-end'),
    });
    this.onProgress = this.journal.listening.onProgress;
    this.onUsage = this.journal.listening.onUsage;
    this.onCheckpoint = this.journal.listening.onCheckpoint;
    this.onLog = this.journal.listening.onLog;
    this.finished = this.execute();
  }

  async requestCheckpoint(): Promise<CheckpointResult | 'not-supported'> {
    if (!this.options.supportsCheckpoint) return 'not-supported';
    if (this.state !== 'running') return { status: 'failed', detail: 'the run is not running' };
    const { result, giveUp } = this.journal.awaitCheckpoint();
    const { clock, timing } = this.options;
    const cancel = clock.after(timing.checkpointMs, () =>
      giveUp(`no checkpoint within ${timing.checkpointMs} ms`),
    );
    for (const listener of this.checkpointListeners) listener();
    return result.finally(cancel);
  }

  async stop(reason: StopReason): Promise<void> {
    this.endBecause({ kind: 'stop', reason });
    await this.finished;
  }

  async discard(): Promise<void> {
    await this.finished;
    await removeDirectory(this.directory.base);
  }

  private async execute(): Promise<RunResult> {
    const { clock } = this.options;
    const { outputBytes } = this.request.limits;
    const wallClockMs = Math.min(this.request.limits.wallClockMs, MAX_TIMER_MS);
    const startedAt = clock.now();
    if (await this.prepare()) {
      const cancelWallClock = clock.after(wallClockMs, () =>
        this.failBecause('WALL_CLOCK_EXCEEDED', `longer than ${wallClockMs} ms`),
      );
      this.state = 'running';
      // A function that is told to end and does not is left to itself: its output no longer counts.
      await Promise.race([this.perform(), this.abandoned.promise]);
      cancelWallClock();
      this.cancelGrace?.();
    }
    this.state = 'over';
    const wallClockSeconds = Math.max(0, Math.ceil((clock.now() - startedAt) / 1_000));
    return endRun({
      request: this.request,
      directory: this.directory,
      journal: this.journal,
      keepRules: { secrets: this.secrets },
      outputLimits: { totalBytes: outputBytes, files: MAX_OUTPUT_FILES },
      cause: this.cause,
      measured: { wallClockSeconds, computeSeconds: 0 },
      survivingProcessIds: [],
    });
  }

  private async prepare(): Promise<boolean> {
    try {
      const record = {
        mark: this.options.newMark(),
        runtime: { pid: process.pid, identity: await identifyProcess(process.pid) },
      };
      const prepared = await prepareDirectory(this.directory, this.request, record);
      if (!prepared.ok) this.failBecause(prepared.fault.code, prepared.fault.detail);
    } catch (error) {
      this.failBecause('PREPARATION_FAILED', describeTrouble(error));
    }
    return this.cause === undefined;
  }

  private async perform(): Promise<void> {
    const { inputs: _inputs, checkpoint: _checkpoint, ...request } = this.request;
    const { run, inputs, work, out, checkpoint } = this.directory;
    try {
      await this.options.work({
        directory: { run, inputs, work, out, checkpoint },
        request,
        signal: this.abort.signal,
        report: (line) => this.report(line),
        onCheckpointRequest: (listener) => {
          this.checkpointListeners.add(listener);
        },
      });
    } catch (error) {
      const detail = error instanceof Error ? error.message : 'the function threw something that is no error';
      if (this.journal.declaredEnd === undefined) this.failBecause('PROGRAM_FAILED', detail);
    }
  }

  private report(line: RunReportLine): void {
    // What comes from a function that was left to itself belongs to no run.
    if (this.state !== 'running') return;
    const fault = checkSchema('run-report', line);
    if (fault !== undefined) throw new TypeError(`not a report: ${describeSchemaFault(fault)}`);
    const { outputBytes } = this.request.limits;
    this.saidBytes += JSON.stringify(line).length;
    if (this.saidBytes > outputBytes) {
      this.failBecause('OUTPUT_EXCEEDED', `the run has said more than ${outputBytes} bytes`);
    } else {
      this.journal.accept(line);
    }
  }

  private failBecause(code: RunFailureCode, detail: string): void {
    this.endBecause({ kind: 'failure', code, detail });
  }

  /** The first cause counts, but an order to stop outweighs a failure. */
  private endBecause(cause: EndCause): void {
    if (this.state === 'over' || this.cause?.kind === 'stop') return;
    if (this.cause !== undefined && cause.kind !== 'stop') return;
    this.cause = cause;
    this.endNow(cause.kind === 'stop' ? cause.reason : cause.code);
  }

  private endNow(reason: string): void {
    if (this.abort.signal.aborted) return;
    this.abort.abort(reason);
    this.cancelGrace = this.options.clock.after(this.options.timing.graceMs, () => this.abandoned.resolve());
  }
}

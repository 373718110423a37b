// One run of a program, from the empty directory to the result. It ends in one place, `execute`; everything else only
// notes why it has to.
import { type ChildProcess, spawn } from 'node:child_process';
import { constants } from 'node:os';
import type { Readable } from 'node:stream';
import { type Launch, LaunchFault, planLaunch, type Program } from './launch.ts';
import { LineSplitter } from './line-splitter.ts';
import { identifyProcess } from './process-identity.ts';
import type { ProcessTiming } from './process-runner.ts';
import { askToEnd, endProcesses } from './process-tree.ts';
import {
  directoryOf,
  prepareDirectory,
  recordLeader,
  removeDirectory,
  type RunAccount,
  type RunDirectory,
} from './run-directory.ts';
import { describeTrouble, type EndCause, endRun } from './run-end.ts';
import { RunJournal } from './run-journal.ts';
import { MAX_REPORT_BYTES, parseReportLine } from './run-report-line.ts';
import {
  type CheckpointResult,
  MAX_TIMER_MS,
  type RunFailureCode,
  type RunHandle,
  type RunnerClock,
  type RunRequest,
  type RunResult,
  type StopReason,
} from './runner.ts';
import { SecretFilter } from './secret-filter.ts';

export interface ProcessRunEnvironment {
  readonly root: string;
  readonly program: Program;
  readonly clock: RunnerClock;
  readonly newMark: () => string;
  readonly searchPath: string;
  readonly timing: ProcessTiming;
  readonly maxOutputFiles: number;
  readonly takeAccount: () => RunAccount | 'not-used' | 'none-free';
  readonly returnAccount: (account: RunAccount) => void;
}

/** How the program ended, as far as anybody can tell. */
interface Exit {
  readonly code: number | undefined;
  readonly signal: NodeJS.Signals | undefined;
  /** Of the program and all that it waited for; undefined when the wrapper could not report. */
  readonly cpuSeconds: number | undefined;
}

/** Of the error output only the end is kept: the reason stands there. */
const ERROR_TAIL_BYTES = 16 * 1_024;
const ERROR_TAIL_SHOWN = 2_000;
/** After everything was killed pipes close at once, unless a survivor holds them. */
const PIPES_CLOSE_MS = 1_000;
const MEASURE_BYTES = 1_024;
const SHELL_SIGNAL_BASE = 128;

export class ProcessRun implements RunHandle {
  readonly runId: string;
  readonly finished: Promise<RunResult>;
  readonly onProgress: RunHandle['onProgress'];
  readonly onUsage: RunHandle['onUsage'];
  readonly onCheckpoint: RunHandle['onCheckpoint'];
  readonly onLog: RunHandle['onLog'];
  private readonly environment: ProcessRunEnvironment;
  private readonly request: RunRequest;
  private readonly directory: RunDirectory;
  private readonly account: RunAccount | 'not-used' | 'none-free';
  private readonly secrets: SecretFilter;
  private readonly journal: RunJournal;
  private readonly mark: string;
  private cause: EndCause | undefined;
  private child: ChildProcess | undefined;
  private cancelKill: (() => void) | undefined;
  private hasEnded = false;

  constructor(environment: ProcessRunEnvironment, request: RunRequest) {
    this.environment = environment;
    this.request = request;
    this.runId = request.runId;
    this.directory = directoryOf(environment.root, request.runId);
    this.mark = environment.newMark();
    this.account = environment.takeAccount();
    this.secrets = new SecretFilter([
      ...Object.values(request.secrets),
      ...(request.capabilityToken === undefined ? [] : [request.capabilityToken]),
    ]);
    this.journal = new RunJournal({
      checkpointFolder: this.directory.checkpoint,
      keptFolder: this.directory.kept,
      keepRules: { ...this.keepRules(), maxBytes: request.limits.outputBytes },
      firstCheckpoint: request.checkpoint,
      onDeclaredEnd: () => this.endLater(),
    });
    this.onProgress = this.journal.listening.onProgress;
    this.onUsage = this.journal.listening.onUsage;
    this.onCheckpoint = this.journal.listening.onCheckpoint;
    this.onLog = this.journal.listening.onLog;
    this.finished = this.execute();
  }

  async requestCheckpoint(): Promise<CheckpointResult | 'not-supported'> {
    if (!this.environment.program.supportsCheckpoint) return 'not-supported';
    if (this.child === undefined || this.hasEnded)
      return { status: 'failed', detail: 'the run is not running' };
    const { result, giveUp } = this.journal.awaitCheckpoint();
    const { clock, timing } = this.environment;
    const cancel = clock.after(timing.checkpointMs, () =>
      giveUp(`no checkpoint within ${timing.checkpointMs} ms`),
    );
    this.tellProgram({ command: 'checkpoint' });
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
    const startedAt = this.environment.clock.now();
    const launch = await this.prepare();
    let exit: Exit | undefined;
    let survivingProcessIds: readonly number[] = [];
    if (launch !== undefined && this.cause === undefined) {
      const wallClockMs = Math.min(this.request.limits.wallClockMs, MAX_TIMER_MS);
      const cancelWallClock = this.environment.clock.after(wallClockMs, () =>
        this.failBecause('WALL_CLOCK_EXCEEDED', `longer than ${wallClockMs} ms`),
      );
      try {
        ({ exit, survivingProcessIds } = await this.runProgram(launch));
      } catch (error) {
        this.failBecause('START_FAILED', describeTrouble(error));
      } finally {
        cancelWallClock();
      }
      if (exit !== undefined) this.judgeExit(exit);
    }
    this.hasEnded = true;
    const wallClockSeconds = Math.max(0, Math.ceil((this.environment.clock.now() - startedAt) / 1_000));
    const result = await endRun({
      request: this.request,
      directory: this.directory,
      journal: this.journal,
      keepRules: this.keepRules(),
      outputLimits: {
        totalBytes: this.request.limits.outputBytes,
        files: this.environment.maxOutputFiles,
      },
      cause: this.cause,
      measured: { wallClockSeconds, computeSeconds: Math.ceil(exit?.cpuSeconds ?? 0) },
      survivingProcessIds,
    });
    // Whoever survives still has the account.
    if (typeof this.account !== 'string' && survivingProcessIds.length === 0) {
      this.environment.returnAccount(this.account);
    }
    return result;
  }

  private async prepare(): Promise<Launch | undefined> {
    const account = this.ownAccount();
    if (this.account === 'none-free') {
      this.failBecause('PREPARATION_FAILED', 'no account of the operating system is free for this run');
      return undefined;
    }
    try {
      const runtimeIdentity = await identifyProcess(process.pid);
      const record = {
        mark: this.mark,
        runtime: { pid: process.pid, identity: runtimeIdentity },
        ...(account === undefined ? {} : { account }),
      };
      const prepared = await prepareDirectory(this.directory, this.request, record, account);
      if (!prepared.ok) {
        this.failBecause(prepared.fault.code, prepared.fault.detail);
        return undefined;
      }
      const { program, searchPath } = this.environment;
      const { request, directory, mark } = this;
      return await planLaunch({ program, request, directory, mark, searchPath });
    } catch (error) {
      if (error instanceof LaunchFault) this.failBecause('START_FAILED', error.message);
      else this.failBecause('PREPARATION_FAILED', describeTrouble(error));
      return undefined;
    }
  }

  /** Returns when nothing of the program is alive any more, or when the survivors are known. */
  private async runProgram(
    launch: Launch,
  ): Promise<{ readonly exit: Exit; readonly survivingProcessIds: readonly number[] }> {
    const account = this.ownAccount();
    const child = spawn(launch.command, launch.args, {
      cwd: this.directory.run,
      env: launch.environment,
      stdio: ['pipe', 'pipe', 'pipe', 'pipe'],
      // A session and a group of its own, to be ended as one.
      detached: process.platform !== 'win32',
      windowsHide: true,
      ...account,
    });
    const started = await new Promise<number>((resolve, reject) => {
      child.once('error', reject);
      child.once('spawn', () => resolve(child.pid ?? 0));
    });
    // Signals that do not arrive and pipes without a reader are no errors of the runner.
    child.on('error', ignore);
    child.stdin?.on('error', ignore);
    const exited = new Promise<Exit>((resolve) => {
      child.once('exit', (code, signal) =>
        resolve({ code: code ?? undefined, signal: signal ?? undefined, cpuSeconds: undefined }),
      );
    });
    const closed = new Promise<void>((resolve) => {
      child.once('close', () => resolve());
    });
    const errorTail = this.listen(child);
    const measured = readBounded(child.stdio[3] as Readable, MEASURE_BYTES);
    this.child = child;
    // It may have been told to end before there was anything to end.
    if (this.cause !== undefined) this.terminate(started);
    await recordLeader(this.directory, { pid: started, identity: await identifyProcess(started) });

    const exit = await exited;
    this.cancelKill?.();
    const survivingProcessIds = await endProcesses(
      { mark: this.mark, leaderPid: started, ...(account === undefined ? {} : { account }) },
      this.environment.clock,
    );
    await this.closePipes(child, closed);
    const report = launch.isWrapped ? readMeasures(measured()) : undefined;
    this.errorTail = errorTail();
    return { exit: mergeExit(exit, report), survivingProcessIds };
  }

  private errorTail = '';

  /** Reads what the program says. Returns the way to get at the end of its error output. */
  private listen(child: ChildProcess): () => string {
    const { outputBytes } = this.request.limits;
    let saidBytes = 0;
    const count = (chunk: Buffer): boolean => {
      saidBytes += chunk.length;
      if (saidBytes <= outputBytes) return true;
      this.failBecause('OUTPUT_EXCEEDED', `the program has said more than ${outputBytes} bytes`);
      return false;
    };
    const lines = new LineSplitter(MAX_REPORT_BYTES, ({ bytes, isCut }) => {
      if (bytes.length === 0) return;
      const report = parseReportLine(bytes);
      if (report.ok && !isCut) {
        this.journal.accept(report.value);
        return;
      }
      this.journal.log('output', bytes.toString('utf8'));
      if (!report.ok && report.fault !== 'no-report') {
        this.journal.log('runner', `not a report: ${report.fault.detail}`);
      }
    });
    child.stdout?.on('data', (chunk: Buffer) => {
      if (count(chunk)) lines.add(chunk);
    });
    child.stdout?.on('end', () => lines.finish());
    let tail: Buffer = Buffer.alloc(0);
    child.stderr?.on('data', (chunk: Buffer) => {
      if (!count(chunk)) return;
      tail = Buffer.concat([tail, chunk]);
      if (tail.length > ERROR_TAIL_BYTES) tail = Buffer.from(tail.subarray(-ERROR_TAIL_BYTES));
    });
    return () => this.secrets.redact(tail.toString('utf8')).slice(-ERROR_TAIL_SHOWN).trim();
  }

  /** What only a survivor could still say is not waited for. */
  private async closePipes(child: ChildProcess, closed: Promise<void>): Promise<void> {
    let cancel: () => void = ignore;
    const patience = new Promise<void>((resolve) => {
      cancel = this.environment.clock.after(PIPES_CLOSE_MS, resolve);
    });
    await Promise.race([closed, patience]);
    cancel();
    for (const stream of child.stdio) stream?.destroy();
  }

  private judgeExit({ code, signal, cpuSeconds }: Exit): void {
    if (this.cause !== undefined || this.journal.declaredEnd !== undefined || code === 0) return;
    const { limits } = this.request;
    const isPastCpuLimit = signal === 'SIGKILL' && (cpuSeconds ?? 0) >= limits.cpuSeconds;
    if (signal === 'SIGXCPU' || isPastCpuLimit) {
      this.failBecause('CPU_EXCEEDED', `more than ${limits.cpuSeconds} s of computing`);
    } else if (signal === 'SIGXFSZ') {
      this.failBecause('OUTPUT_EXCEEDED', `a file with more than ${limits.outputBytes} bytes`);
    } else {
      const how = signal === undefined ? `exit code ${code ?? 'unknown'}` : `ended by ${signal}`;
      this.failBecause('PROGRAM_FAILED', this.errorTail === '' ? how : `${how}: ${this.errorTail}`);
    }
  }

  private failBecause(code: RunFailureCode, detail: string): void {
    this.endBecause({ kind: 'failure', code, detail });
  }

  /** The first cause counts, but an order to stop outweighs a failure: then nobody may act on the work any more. */
  private endBecause(cause: EndCause): void {
    if (this.hasEnded || this.cause?.kind === 'stop') return;
    const isFirst = this.cause === undefined;
    if (isFirst || cause.kind === 'stop') this.cause = cause;
    if (isFirst && this.child?.pid !== undefined) this.terminate(this.child.pid);
  }

  /** Tells and asks, and kills after the grace period. `execute` sees the end. */
  private terminate(pid: number): void {
    const reason = this.cause?.kind === 'stop' ? this.cause.reason : 'failed';
    this.tellProgram({ command: 'stop', reason });
    askToEnd(pid);
    this.killLater(pid);
  }

  /** After a declared end the program has the grace period to end by itself. */
  private endLater(): void {
    if (this.child?.pid === undefined || this.hasEnded) return;
    this.tellProgram({ command: 'stop', reason: 'declared-end' });
    this.killLater(this.child.pid);
  }

  private killLater(leaderPid: number): void {
    const account = this.ownAccount();
    const { clock, timing } = this.environment;
    this.cancelKill?.();
    this.cancelKill = clock.after(timing.graceMs, () => {
      // Survivors are found once more, and named, when the first process has ended.
      endProcesses(
        { mark: this.mark, leaderPid, ...(account === undefined ? {} : { account }) },
        clock,
      ).catch((error: unknown) => this.journal.log('runner', `not ended: ${describeTrouble(error)}`));
    });
  }

  private tellProgram(command: object): void {
    const stdin = this.child?.stdin;
    if (stdin?.writable === true) stdin.write(`${JSON.stringify(command)}\n`);
  }

  private ownAccount(): RunAccount | undefined {
    return typeof this.account === 'string' ? undefined : this.account;
  }

  private keepRules(): { readonly secrets: SecretFilter; readonly ownerUid?: number } {
    const account = this.ownAccount();
    return { secrets: this.secrets, ...(account === undefined ? {} : { ownerUid: account.uid }) };
  }
}

function ignore(): void {}

/** Collects the beginning of a stream; the rest is read and dropped. */
function readBounded(stream: Readable, maxBytes: number): () => string {
  let text = '';
  stream.on('error', ignore);
  stream.on('data', (chunk: Buffer) => {
    if (text.length < maxBytes) text += chunk.toString('latin1');
  });
  return () => text;
}

/** The wrapper's report: the exit code, its own times, and those of all that it has waited for. */
function readMeasures(text: string): Pick<Exit, 'code' | 'cpuSeconds'> | undefined {
  const [code, , children] = text.trim().split('\n');
  const times = /^(\d+)m([\d.]+)s (\d+)m([\d.]+)s$/.exec(children ?? '');
  if (times === null) return undefined;
  const [userMinutes = 0, userSeconds = 0, systemMinutes = 0, systemSeconds = 0] = times.slice(1).map(Number);
  return {
    code: Number(code),
    cpuSeconds: (userMinutes + systemMinutes) * 60 + userSeconds + systemSeconds,
  };
}

/** The shell reports a program that was ended by a signal as 128 and the signal's number. */
function mergeExit(exit: Exit, report: Pick<Exit, 'code' | 'cpuSeconds'> | undefined): Exit {
  if (report?.code === undefined) return exit;
  const number = report.code - SHELL_SIGNAL_BASE;
  const signal = Object.entries(constants.signals).find(([, value]) => value === number)?.[0];
  const { cpuSeconds } = report;
  return signal === undefined
    ? { code: report.code, signal: undefined, cpuSeconds }
    : { code: undefined, signal: signal as NodeJS.Signals, cpuSeconds };
}

// The Workers of a Mission as processes of their own: started, listened to, started again when they die, ended.
import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { runtimeFolder } from './runtime-folder.ts';
import { findClaimant } from './worker-claim.ts';
import { statePathsOf, workerPathsOf } from './worker-folder.ts';
import type { WorkerHostEvent } from './worker-voice.ts';

export interface MissionWorkerOptions {
  /** In the brief. */
  readonly name: string;
  readonly folder: string;
  /** Name → absolute path, for the resources `folder:<name>`. */
  readonly inputs: Readonly<Record<string, string>>;
  readonly environment: NodeJS.ProcessEnv;
  readonly onEvent: (event: WorkerHostEvent) => void;
  /** What its process says that is no event. */
  readonly onText: (line: string) => void;
  readonly onChange: (change: WorkerChange) => void;
}

export type WorkerChange =
  | { readonly kind: 'started'; readonly pid: number }
  /** It ended unasked, and is started again after a pause. */
  | { readonly kind: 'died'; readonly how: string; readonly pauseMs: number }
  /** It is not started again. */
  | { readonly kind: 'given-up'; readonly how: string };

/** So often in a row; one that has lived for a while begins anew. */
const MAX_RESTARTS = 6;
const FIRST_PAUSE_MS = 500;
const LAST_PAUSE_MS = 15_000;
const STABLE_MS = 60_000;
/** An orderly end may take the time that runs need to save where they stand. */
const GRACE_MS = 10_000;
const KILL_WAIT_MS = 2_000;

export class MissionWorker {
  private readonly options: MissionWorkerOptions;
  private child: ChildProcess | undefined;
  private ended: Promise<void> = Promise.resolve();
  private isStopping = false;
  private isReplaced = false;
  private readonly stopping = new AbortController();

  constructor(options: MissionWorkerOptions) {
    this.options = options;
  }

  get isRunning(): boolean {
    return this.child !== undefined;
  }

  get pid(): number | undefined {
    return this.child?.pid;
  }

  /** Starts it, and keeps it running until `stop`. */
  start(): void {
    this.ended = this.keepRunning();
  }

  /** Ends it with order, and by force when that takes too long. */
  async stop(): Promise<void> {
    this.isStopping = true;
    this.stopping.abort();
    this.child?.kill('SIGTERM');
    const force = setTimeout(() => this.child?.kill('SIGKILL'), GRACE_MS);
    await this.ended;
    clearTimeout(force);
  }

  /** For the last moment of this process. */
  killNow(): void {
    this.child?.kill('SIGTERM');
  }

  private async keepRunning(): Promise<void> {
    const { onChange } = this.options;
    let restarts = 0;
    while (!this.isStopping) {
      const startedAtMs = performance.now();
      const { how, isFinal } = await this.runOnce();
      if (this.isStopping) return;
      restarts = performance.now() - startedAtMs > STABLE_MS ? 0 : restarts + 1;
      if (isFinal || restarts > MAX_RESTARTS) {
        onChange({ kind: 'given-up', how });
        return;
      }
      const pauseMs = Math.min(LAST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (restarts - 1));
      onChange({ kind: 'died', how, pauseMs });
      await delay(pauseMs, undefined, { signal: this.stopping.signal }).catch(() => {});
    }
  }

  private async runOnce(): Promise<{ readonly how: string; readonly isFinal: boolean }> {
    const { folder, inputs, environment, onChange, onText } = this.options;
    const granted = Object.entries(inputs).flatMap(([name, path]) => ['--input', `${name}=${path}`]);
    const core = join(runtimeFolder(), 'core');
    const leash = pathToFileURL(join(core, 'host', 'mission-worker-leash.ts')).href;
    const heddle = join(core, 'cli', 'heddle.ts');
    const command = ['--import', leash, heddle, 'worker', 'run', folder, '--json', ...granted];
    const child = spawn(process.execPath, command, {
      stdio: ['pipe', 'pipe', 'pipe'],
      env: environment,
      // An interrupt from the terminal is for the Mission, which ends its Workers in its own order.
      detached: process.platform !== 'win32',
      windowsHide: true,
    });
    this.child = child;
    // A process that ended meanwhile no longer reads.
    child.stdin.on('error', () => {});
    createInterface({ input: child.stdout }).on('line', (line) => this.hear(line));
    createInterface({ input: child.stderr }).on('line', onText);
    const end = new Promise<{ readonly how: string; readonly isFinal: boolean }>((resolve) => {
      child.once('error', (error) => resolve({ how: error.message, isFinal: true }));
      child.once('close', (code, signal) => {
        // 2: it cannot run like this.
        const isFinal = code === 2 || this.isReplaced;
        resolve({ how: code === null ? String(signal) : `exit code ${code}`, isFinal });
      });
    });
    if (child.pid !== undefined) onChange({ kind: 'started', pid: child.pid });
    if (this.isStopping) child.kill('SIGTERM');
    try {
      return await end;
    } finally {
      this.child = undefined;
    }
  }

  private hear(line: string): void {
    let event: WorkerHostEvent;
    try {
      event = JSON.parse(line) as WorkerHostEvent;
    } catch {
      this.options.onText(line);
      return;
    }
    // Two that take one identity from each other in turn would never end.
    if (event.name === 'connection.replaced') this.isReplaced = true;
    this.options.onEvent(event);
  }
}

/** Ends what an earlier process has left running in a Worker's folder; it notices by itself, but that takes a while. */
export async function endLeftover(folder: string): Promise<void> {
  const { claims } = statePathsOf(workerPathsOf(folder).state);
  for (const [signal, waitMs] of [
    ['SIGTERM', GRACE_MS],
    ['SIGKILL', KILL_WAIT_MS],
  ] as const) {
    const pid = await findClaimant(claims);
    if (pid === undefined) return;
    try {
      process.kill(pid, signal);
    } catch {
      // It has just ended.
    }
    const deadline = performance.now() + waitMs;
    while ((await findClaimant(claims)) !== undefined && performance.now() < deadline) await delay(50);
  }
}

// A Worker as a process of its own.
import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { WorkerHostEvent } from '../../core/host/worker-voice.ts';

const HEDDLE = fileURLToPath(new URL('../../core/cli/heddle.ts', import.meta.url));
/** After so long, what is waited for is taken never to come. */
export const PATIENCE_MS = 40_000;

/** `heddle worker run FOLDER --json` as a process, with all that it says. */
export class WorkerProcess {
  readonly events: WorkerHostEvent[] = [];
  /** Everything on both outputs, to look for what must not be there. */
  text = '';
  readonly ended: Promise<{ readonly code: number | null; readonly signal: NodeJS.Signals | null }>;
  private readonly child: ChildProcess;
  private readonly waiting = new Set<() => void>();

  constructor(folder: string, args: readonly string[], environment: NodeJS.ProcessEnv) {
    const command = [HEDDLE, 'worker', 'run', folder, '--json', ...args];
    this.child = spawn(process.execPath, command, {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { PATH: process.env['PATH'], LANG: 'C.UTF-8', ...environment },
    });
    const { stdout, stderr } = this.child;
    if (stdout === null || stderr === null) throw new Error('no pipes');
    createInterface({ input: stdout }).on('line', (line) => {
      this.text += `${line}\n`;
      this.events.push(JSON.parse(line) as WorkerHostEvent);
      this.tell();
    });
    createInterface({ input: stderr }).on('line', (line) => {
      this.text += `${line}\n`;
      this.tell();
    });
    this.ended = new Promise((resolve) => {
      this.child.once('close', (code, signal) => {
        resolve({ code, signal });
        this.tell();
      });
    });
  }

  get pid(): number {
    return this.child.pid ?? 0;
  }

  signal(name: NodeJS.Signals): void {
    this.child.kill(name);
  }

  async kill(): Promise<void> {
    if (this.child.exitCode === null && this.child.signalCode === null) this.child.kill('SIGKILL');
    await this.ended;
  }

  count(name: string): number {
    return this.events.filter((event) => event.name === name).length;
  }

  /** Until an event was told so often. */
  async until(name: string, times = 1): Promise<WorkerHostEvent> {
    await this.untilText(() => this.count(name) >= times, name);
    return this.events.filter((event) => event.name === name)[times - 1] as WorkerHostEvent;
  }

  async untilText(isWanted: (text: string) => boolean, what: string): Promise<void> {
    await new Promise<void>((resolve, reject) => {
      const timer = setTimeout(
        () => finish(new Error(`never came: ${what}; ${this.describe()}`)),
        PATIENCE_MS,
      );
      const finish = (error?: Error) => {
        clearTimeout(timer);
        this.waiting.delete(look);
        if (error === undefined) resolve();
        else reject(error);
      };
      const look = () => {
        if (isWanted(this.text)) finish();
        else if (this.child.exitCode !== null) finish(new Error(`ended before ${what}; ${this.describe()}`));
      };
      this.waiting.add(look);
      look();
    });
  }

  describe(): string {
    return `worker ${this.pid} (${this.child.exitCode ?? this.child.signalCode ?? 'running'}):\n${this.text}`;
  }

  private tell(): void {
    for (const look of this.waiting) look();
  }
}

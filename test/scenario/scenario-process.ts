// A process of a scenario, with every line that it says.
import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

/** After so long, what is waited for is taken never to come. */
export const PATIENCE_MS = 40_000;

export class ScenarioProcess {
  readonly name: string;
  /** Standard output. */
  readonly lines: string[] = [];
  /** Standard error. */
  readonly errors: string[] = [];
  readonly ended: Promise<{ readonly code: number | null; readonly signal: NodeJS.Signals | null }>;
  private readonly child: ChildProcess;
  private readonly waiting = new Set<() => void>();

  /** Starts a script of this repository; `onLine` hears of each line of its standard output first. */
  constructor(
    name: string,
    command: readonly [script: string, ...args: string[]],
    onLine: (line: string) => void = () => {},
  ) {
    this.name = name;
    this.child = spawn(process.execPath, command, {
      stdio: 'pipe',
      env: { PATH: process.env['PATH'], LANG: 'C.UTF-8' },
    });
    const { stdin, stdout, stderr } = this.child;
    if (stdin === null || stdout === null || stderr === null) throw new Error('no pipes');
    // A process that has ended takes nothing more; whoever waits for its answer is told that it has ended.
    stdin.on('error', () => {});
    createInterface({ input: stdout }).on('line', (line) => {
      this.lines.push(line);
      onLine(line);
      this.tell();
    });
    createInterface({ input: stderr }).on('line', (line) => {
      this.errors.push(line);
      this.tell();
    });
    this.ended = new Promise((resolve) => {
      this.child.once('close', (code, signal) => {
        resolve({ code, signal });
        this.tell();
      });
    });
  }

  get isRunning(): boolean {
    return this.child.exitCode === null && this.child.signalCode === null;
  }

  write(line: string): void {
    this.child.stdin?.write(`${line}\n`);
  }

  signal(name: NodeJS.Signals): void {
    this.child.kill(name);
  }

  async kill(): Promise<void> {
    if (this.isRunning) this.child.kill('SIGKILL');
    await this.ended;
  }

  /** Until `find` has found something; it looks again after each line. */
  until<Found>(find: () => Found | undefined, what: string): Promise<Found> {
    return new Promise((resolve, reject) => {
      const stop = () => {
        clearTimeout(timer);
        this.waiting.delete(look);
      };
      const fail = (why: string) => {
        stop();
        reject(new Error(`${this.name} ${why} ${what}`));
      };
      const look = () => {
        const found = find();
        if (found !== undefined) {
          stop();
          resolve(found);
        } else if (!this.isRunning) fail('ended before');
      };
      const timer = setTimeout(() => fail('never came to'), PATIENCE_MS);
      this.waiting.add(look);
      look();
    });
  }

  describe(): string {
    const last = this.lines.slice(-20).map((line) => line.slice(0, 400));
    return [this.name, ...last, ...this.errors].join('\n');
  }

  private tell(): void {
    for (const look of this.waiting) look();
  }
}

// A child process that answers requests over the channel of node:child_process, and its parent's side. Every child is
// ended by its own handle; it ends by itself when its parent is gone.
import { type ChildProcess, fork } from 'node:child_process';

interface Request {
  readonly id: number;
  readonly name: string;
  readonly input: unknown;
}

type Answer =
  | { readonly id: number; readonly ok: true; readonly output: unknown }
  | { readonly id: number; readonly ok: false; readonly message: string };

/** What a child can be asked: one function per name, with JSON in and JSON out. */
export type Requests = { readonly [name: string]: (input: never) => Promise<unknown> };

const KILL_AFTER_MS = 10_000;

/** The parent's side of one child. */
export class Child<Served extends Requests> {
  readonly pid: number | undefined;
  private readonly process: ChildProcess;
  private readonly waiting = new Map<number, (answer: Answer) => void>();
  private readonly ended: Promise<void>;
  private lastId = 0;

  constructor(module: URL, execArgv: readonly string[] = []) {
    this.process = fork(module, { execArgv: [...execArgv], stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
    this.pid = this.process.pid;
    this.process.on('message', (message) => {
      const answer = message as Answer;
      this.waiting.get(answer.id)?.(answer);
      this.waiting.delete(answer.id);
    });
    this.ended = new Promise((resolve) => {
      this.process.once('exit', (code, signal) => {
        for (const [id, settle] of this.waiting) {
          settle({ id, ok: false, message: `the child process ended (${code ?? signal ?? 'unknown'})` });
        }
        this.waiting.clear();
        resolve();
      });
    });
  }

  async ask<Name extends keyof Served & string>(
    name: Name,
    input: Parameters<Served[Name]>[0],
  ): Promise<Awaited<ReturnType<Served[Name]>>> {
    this.lastId += 1;
    const request: Request = { id: this.lastId, name, input };
    const answer = await new Promise<Answer>((resolve) => {
      this.waiting.set(request.id, resolve);
      if (this.process.connected) this.process.send(request);
      else resolve({ id: request.id, ok: false, message: 'the child process is gone' });
    });
    if (!answer.ok) throw new Error(`${name}: ${answer.message}`);
    // Both sides are typed by the same table.
    return answer.output as Awaited<ReturnType<Served[Name]>>;
  }

  /** Lets it end by itself, and kills it when it does not. */
  async end(): Promise<void> {
    if (this.process.connected) this.process.disconnect();
    const timer = setTimeout(() => this.process.kill('SIGKILL'), KILL_AFTER_MS);
    await this.ended;
    clearTimeout(timer);
  }
}

/** The child's side: answers requests until the parent lets go, then runs `close`. */
export function serveRequests(served: Requests, close: () => Promise<void>): void {
  const answer = async ({ id, name, input }: Request): Promise<Answer> => {
    const serve = served[name];
    if (serve === undefined) return { id, ok: false, message: 'no such request' };
    try {
      return { id, ok: true, output: await serve(input as never) };
    } catch (error) {
      return {
        id,
        ok: false,
        message: error instanceof Error ? (error.stack ?? error.message) : String(error),
      };
    }
  };
  process.on('message', (message) => {
    answer(message as Request)
      .then((reply) => process.send?.(reply))
      .catch((error: unknown) => console.error(error));
  });
  process.once('disconnect', () => {
    close().catch((error: unknown) => {
      console.error(error);
      process.exitCode = 1;
    });
  });
}

/** What a process has used since it started. */
export interface ProcessUse {
  readonly cpuSeconds: number;
  readonly residentBytes: number;
  readonly heapBytes: number;
  /** Buffers, which lie outside the heap. */
  readonly bufferBytes: number;
}

export function readProcessUse(): ProcessUse {
  const { user, system } = process.cpuUsage();
  const { rss, heapUsed, arrayBuffers } = process.memoryUsage();
  return {
    cpuSeconds: (user + system) / 1e6,
    residentBytes: rss,
    heapBytes: heapUsed,
    bufferBytes: arrayBuffers,
  };
}

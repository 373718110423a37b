// The app as a person starts it: a process of its own, with a profile of its own.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('../..', import.meta.url));

const HEDDLE = fileURLToPath(new URL('../../core/cli/heddle.ts', import.meta.url));

export interface StartedApp {
  readonly process: ChildProcess;
  /** Lines of standard output and standard error so far. */
  readonly out: readonly string[];
  readonly err: readonly string[];
  /** The exit code. */
  readonly ended: Promise<number | null>;
  /** The next line of standard output; rejects when it ends without one. */
  nextOut(): Promise<string>;
  /** Waits for a line of standard error. */
  untilErr(text: string): Promise<void>;
  /** As Ctrl-C does it: all processes of the terminal get the signal. */
  interrupt(): void;
}

export function startApp(
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
  command: readonly string[] = [process.execPath, HEDDLE, 'start'],
): StartedApp {
  const { DISPLAY: _display, WAYLAND_DISPLAY: _wayland, HEDDLE_BROWSER: _browser, ...usual } = process.env;
  const [program = '', ...first] = command;
  const child = spawn(program, [...first, ...args], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...usual, LANG: 'C', LC_ALL: 'C', ...environment },
    detached: true,
  });
  const out: string[] = [];
  const err: string[] = [];
  const watchers = new Set<() => void>();
  const tell = () => {
    for (const watcher of watchers) watcher();
  };
  for (const [stream, lines] of [
    [child.stdout, out],
    [child.stderr, err],
  ] as const) {
    let rest = '';
    stream.setEncoding('utf8').on('data', (chunk: string) => {
      const parts = (rest + chunk).split('\n');
      rest = parts.pop() ?? '';
      lines.push(...parts);
      tell();
    });
  }
  let isOver = false;
  const ended = once(child, 'close').then(([code]) => {
    isOver = true;
    tell();
    return code as number | null;
  });
  /** Resolves once `read` has an answer. */
  const until = <Value>(read: () => Value | undefined, what: string) =>
    new Promise<Value>((resolve, reject) => {
      const look = () => {
        const value = read();
        if (value === undefined && !isOver) return;
        watchers.delete(look);
        if (value === undefined) reject(new Error(`it ended without ${what}:\n${err.join('\n')}`));
        else resolve(value);
      };
      watchers.add(look);
      look();
    });
  let read = 0;
  return {
    process: child,
    out,
    err,
    ended,
    nextOut: () => {
      const index = read;
      read += 1;
      return until(() => out[index], 'a line');
    },
    untilErr: async (text) => {
      await until(() => err.find((line) => line.includes(text)), `"${text}"`);
    },
    interrupt: () => {
      if (child.pid !== undefined && !isOver) process.kill(-child.pid, 'SIGINT');
    },
  };
}

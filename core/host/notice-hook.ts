// Starts a program of the person for each notice, with JSON on its standard input: no shell, an absolute path, no secret in what
// it is given or in its environment, a limit of time, few at once, and every failure counted and said.
import { type ChildProcess, spawn } from 'node:child_process';
import { constants } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import { extname, isAbsolute } from 'node:path';
import type { NoticeHook } from '../contract/notices.ts';
import type { HookProblem } from '../coordinator/desk-runtime/words/notice-words.ts';

/** What a program is told. Nothing here can sign or open anything. */
export interface HookNotice {
  readonly heddle: 'notice/1';
  readonly id: string;
  /** RFC 3339, UTC. */
  readonly at: string;
  readonly urgency: 'now' | 'decide' | 'watch';
  /** The rule of the attention list; `several` for a bundle, `test` for a test. */
  readonly reason: string;
  readonly title: string;
  readonly body: string;
  readonly link: string;
  readonly count: number;
}

export interface HookTrouble {
  readonly problem: HookProblem;
  readonly detail: string;
  readonly atMs: number;
}

export interface HookTiming {
  nowMs(): number;
  /** Runs `action` once after a delay. Returns the way to cancel it. */
  after(delayMs: number, action: () => void): () => void;
}

export const HOOK_LIMIT_MS = 10_000;
const AT_ONCE = 2;
const MOST_WAITING = 50;

/** What of the environment a program may need to run at all. */
const PASSED_ON = [
  'PATH',
  'HOME',
  'USER',
  'LANG',
  'LC_ALL',
  'TZ',
  'TMPDIR',
  'DISPLAY',
  'WAYLAND_DISPLAY',
  'XDG_RUNTIME_DIR',
  'DBUS_SESSION_BUS_ADDRESS',
  'SystemRoot',
  'USERPROFILE',
  'APPDATA',
  'LOCALAPPDATA',
  'TEMP',
];

/** Windows runs these through a shell, whatever one asks for. */
const SHELL_SCRIPTS = new Set(['.bat', '.cmd']);

/** Why a program cannot be started for notices; undefined when it can. */
export async function hookProblem({ path }: NoticeHook): Promise<HookProblem | undefined> {
  if (!isAbsolute(path)) return 'not-absolute';
  const found = await stat(path).catch(() => undefined);
  if (found === undefined) return 'not-there';
  if (!found.isFile() || SHELL_SCRIPTS.has(extname(path).toLowerCase())) return 'not-a-program';
  const isRunnable = await access(path, constants.X_OK).then(
    () => true,
    () => false,
  );
  return isRunnable ? undefined : 'not-a-program';
}

export class NoticeHooks {
  private readonly timing: HookTiming;
  private readonly onChange: () => void;
  private readonly waiting: { readonly hook: NoticeHook; readonly notice: HookNotice }[] = [];
  private readonly children = new Set<ChildProcess>();
  private leftOut = 0;
  private isClosed = false;
  running = 0;
  done = 0;
  failed = 0;
  lastTrouble: HookTrouble | undefined;

  constructor(timing: HookTiming, onChange: () => void) {
    this.timing = timing;
    this.onChange = onChange;
  }

  /** Starts the program as soon as there is room. Never rejects. */
  tell(hook: NoticeHook, notice: HookNotice): void {
    if (this.isClosed) return;
    if (this.waiting.length >= MOST_WAITING) {
      this.leftOut += 1;
      this.fail('too-many', String(this.leftOut));
      return;
    }
    this.waiting.push({ hook, notice });
    this.pump();
  }

  /** Ends what runs and starts nothing more. */
  close(): void {
    this.isClosed = true;
    this.waiting.length = 0;
    for (const child of this.children) child.kill('SIGKILL');
  }

  private pump(): void {
    while (this.running < AT_ONCE && !this.isClosed) {
      const next = this.waiting.shift();
      if (next === undefined) return;
      this.running += 1;
      this.run(next.hook, next.notice);
    }
  }

  private run({ path, arguments: args }: NoticeHook, notice: HookNotice): void {
    let isOver = false;
    let isTooSlow = false;
    const environment = Object.fromEntries(
      PASSED_ON.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]])),
    );
    const child = spawn(path, args, {
      shell: false,
      env: environment,
      stdio: ['pipe', 'ignore', 'ignore'],
      windowsHide: true,
    });
    this.children.add(child);
    const cancel = this.timing.after(HOOK_LIMIT_MS, () => {
      isTooSlow = true;
      child.kill('SIGKILL');
    });
    const end = (problem?: HookProblem, detail = ''): void => {
      if (isOver) return;
      isOver = true;
      cancel();
      this.children.delete(child);
      this.running -= 1;
      if (problem === undefined) this.done += 1;
      else this.fail(problem, detail);
      this.pump();
      this.onChange();
    };
    child.once('error', ({ message }) => end('not-started', message));
    child.once('close', (code, signal) => {
      if (isTooSlow) end('too-slow', String(HOOK_LIMIT_MS / 1_000));
      else if (code === 0) end();
      else end('ended-badly', signal ?? String(code));
    });
    // A program need not read what it is given.
    child.stdin?.on('error', () => {});
    child.stdin?.end(`${JSON.stringify(notice)}\n`);
  }

  private fail(problem: HookProblem, detail: string): void {
    this.failed += 1;
    this.lastTrouble = { problem, detail, atMs: this.timing.nowMs() };
    this.onChange();
  }
}

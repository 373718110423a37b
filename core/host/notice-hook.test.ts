// Programs that are started for notices: what they are given, and what becomes of those that misbehave.
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { HOOK_LIMIT_MS, type HookNotice, hookProblem, NoticeHooks } from './notice-hook.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'heddle-hook-'));
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
});

const NOTICE: HookNotice = {
  heddle: 'notice/1',
  id: '1',
  at: '2026-12-01T00:00:00.000Z',
  urgency: 'now',
  reason: 'item-failed',
  title: 'An item has failed; $(touch x) `y` "z"',
  body: 'Write tests',
  link: 'heddle://c/workItem/i',
  count: 1,
};

const program = (source: string, ...args: string[]) => ({
  path: process.execPath,
  arguments: ['--eval', source, ...args],
});

/** Timers that run when they are told to. */
function manualTiming() {
  const timers = new Set<() => void>();
  return {
    nowMs: () => 7,
    after: (_delayMs: number, action: () => void) => {
      timers.add(action);
      return () => timers.delete(action);
    },
    fire: () => {
      for (const timer of timers) timer();
    },
  };
}

const PATIENCE = { timeout: 30_000 };

describe('a program for notices', () => {
  it('is started without a shell, with the notice on its standard input and no secret around it', async () => {
    const out = join(folder, 'out.json');
    process.env['HEDDLE_TEST_SECRET'] = 'secret';
    const hooks = new NoticeHooks(manualTiming(), () => {});
    const source = `let text = ''; process.stdin.on('data', (each) => (text += each)).on('end', () => require('node:fs').writeFileSync(process.argv[1], JSON.stringify({ text, names: Object.keys(process.env), argument: process.argv[2] })))`;
    hooks.tell(program(source, out, '$(id); "x" & y'), NOTICE);
    await vi.waitFor(() => expect([hooks.done, hooks.failed]).toEqual([1, 0]), PATIENCE);
    delete process.env['HEDDLE_TEST_SECRET'];
    const { text, names, argument } = JSON.parse(await readFile(out, 'utf8')) as {
      text: string;
      names: string[];
      argument: string;
    };
    expect(JSON.parse(text)).toEqual(NOTICE);
    expect(argument).toBe('$(id); "x" & y');
    expect(names).not.toContain('HEDDLE_TEST_SECRET');
  });

  it('may fail, and that is said', async () => {
    const hooks = new NoticeHooks(manualTiming(), () => {});
    hooks.tell(program('process.exit(3)'), NOTICE);
    await vi.waitFor(
      () => expect(hooks.lastTrouble).toMatchObject({ problem: 'ended-badly', detail: '3', atMs: 7 }),
      PATIENCE,
    );
    hooks.tell({ path: join(folder, 'none'), arguments: [] }, NOTICE);
    await vi.waitFor(() => expect(hooks.lastTrouble?.problem).toBe('not-started'), PATIENCE);
    expect([hooks.running, hooks.done, hooks.failed]).toEqual([0, 0, 2]);
  });

  it('is ended when its time is over', async () => {
    const timing = manualTiming();
    const hooks = new NoticeHooks(timing, () => {});
    hooks.tell(program('setInterval(() => {}, 1000)'), NOTICE);
    expect(hooks.running).toBe(1);
    timing.fire();
    const trouble = { problem: 'too-slow', detail: String(HOOK_LIMIT_MS / 1_000) };
    await vi.waitFor(() => expect(hooks.lastTrouble).toMatchObject(trouble), PATIENCE);
    expect(hooks.running).toBe(0);
  });

  it('never runs more than twice at once, and what is too much is left out and counted', async () => {
    const timing = manualTiming();
    const hooks = new NoticeHooks(timing, () => {});
    for (let index = 0; index < 60; index += 1) hooks.tell(program('setInterval(() => {}, 1000)'), NOTICE);
    expect(hooks.running).toBe(2);
    expect(hooks.lastTrouble).toMatchObject({ problem: 'too-many', detail: '8' });
    hooks.close();
    await vi.waitFor(() => expect(hooks.running).toBe(0), PATIENCE);
    hooks.tell(program(''), NOTICE);
    expect(hooks.running).toBe(0);
  });

  it('has to be a program at an absolute path', async () => {
    const plain = join(folder, 'plain.txt');
    await writeFile(plain, 'text');
    await chmod(plain, 0o600);
    const at = (path: string) => hookProblem({ path, arguments: [] });
    expect(await at('notify-send')).toBe('not-absolute');
    expect(await at(join(folder, 'none'))).toBe('not-there');
    expect(await at(folder)).toBe('not-a-program');
    // Windows knows programs by their names.
    expect(await at(plain)).toBe(process.platform === 'win32' ? undefined : 'not-a-program');
    expect(await at(join(folder, 'x.cmd'))).toBe('not-there');
    await writeFile(join(folder, 'y.cmd'), 'echo');
    await chmod(join(folder, 'y.cmd'), 0o700);
    expect(await at(join(folder, 'y.cmd'))).toBe('not-a-program');
    expect(await at(process.execPath)).toBeUndefined();
  });
});

// A runtime that dies leaves runs behind: another process starts one and is killed; the next start clears up.
import { spawn } from 'node:child_process';
import { mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import { makeFolder, SteeredClock } from '../../core/worker/runners/run-request.test-data.ts';
import { recoverRuns } from '../../core/worker/runners/run-recovery.ts';
import { isAlive, startShell } from './shell-programs.ts';

const RUNTIME = fileURLToPath(new URL('runtime-process.ts', import.meta.url));

/** Starts a runtime with one run in a process of its own; returns the pids that the run has named. */
async function startRuntime(root: string): Promise<{ kill: () => Promise<void>; pids: number[] }> {
  const child = spawn(process.execPath, [RUNTIME, root], { stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(() => {
    child.kill('SIGKILL');
  });
  let text = '';
  for await (const chunk of child.stdout) {
    text += String(chunk);
    if (text.includes('ready')) break;
  }
  const pids = [...text.matchAll(/pid (\d+)/g)].map(([, pid]) => Number(pid));
  const exited = new Promise<void>((resolve) => {
    child.once('exit', () => resolve());
  });
  return {
    pids,
    kill: async () => {
      child.kill('SIGKILL');
      await exited;
    },
  };
}

describe.runIf(process.platform === 'linux')('recovery after the death of a runtime', () => {
  it('ends what still runs, then removes its directory', async () => {
    const root = makeFolder();
    const runtime = await startRuntime(root);
    expect(runtime.pids).toHaveLength(2);
    expect(await recoverRuns({ root, clock: new SteeredClock() })).toEqual([]);
    expect(runtime.pids.every(isAlive)).toBe(true);

    await runtime.kill();
    expect(runtime.pids.every(isAlive)).toBe(true);
    const recovered = await recoverRuns({ root, clock: new SteeredClock() });
    expect(recovered).toMatchObject([{ runId: 'orphan', survivingProcessIds: [] }]);
    expect(recovered[0]?.endedProcessIds).toEqual(expect.arrayContaining(runtime.pids));
    expect(runtime.pids.filter(isAlive)).toEqual([]);
    expect(readdirSync(root)).toEqual([]);
    expect(await recoverRuns({ root, clock: new SteeredClock() })).toEqual([]);
  });

  it('takes no other process for the one that had its number', async () => {
    const root = makeFolder();
    const bystander = spawn('sleep', ['1000'], { detached: true });
    onTestFinished(() => {
      bystander.kill('SIGKILL');
    });
    const base = join(root, 'old');
    mkdirSync(base);
    // Our own number, at another time; and the bystander's as that of the run's first process.
    writeFileSync(
      join(base, 'record.json'),
      JSON.stringify({ mark: 'gone', runtime: { pid: process.pid, identity: 'another-boot:1:1' } }),
    );
    writeFileSync(
      join(base, 'leader.json'),
      JSON.stringify({ pid: bystander.pid, identity: 'another-boot:1:1' }),
    );
    expect(await recoverRuns({ root, clock: new SteeredClock() })).toEqual([
      { runId: 'old', endedProcessIds: [], survivingProcessIds: [] },
    ]);
    expect(isAlive(bystander.pid ?? 0)).toBe(true);
    expect(readdirSync(root)).toEqual([]);
  });

  it('leaves the runs of this runtime and directories in the making alone', async () => {
    const root = makeFolder();
    const { handle, said } = startShell('echo ready; sleep 1000', { root, request: { runId: 'mine' } });
    await said('ready');
    mkdirSync(join(root, 'unrecorded'));
    mkdirSync(join(root, 'abandoned'));
    utimesSync(join(root, 'abandoned'), 0, 0);
    expect(await recoverRuns({ root, clock: new SteeredClock() })).toEqual([]);
    expect(readdirSync(root).sort()).toEqual(['mine', 'unrecorded']);
    await handle.stop('shutting-down');
  });

  it('has nothing to do where there never was a run', async () => {
    expect(await recoverRuns({ root: join(makeFolder(), 'none'), clock: new SteeredClock() })).toEqual([]);
  });
});

// A lease that lapses ends real processes: the program, and what it has started.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createProcessRunner } from '../../core/worker/runners/process-runner.ts';
import { newTestMark } from '../../core/worker/runners/run-request.test-data.ts';
import type { Runner } from '../../core/worker/runners/runner.ts';
import { isAlive } from '../runners/shell-programs.ts';
import { WorkerWorld } from './worker-world.ts';

/** Starts a child that does not want to go, says both process ids, and waits. */
const PROGRAM = `
sh -c "trap '' TERM; sleep 600 & wait; sleep 600" &
child=$!
echo "{\\"type\\":\\"progress\\",\\"currentPhase\\":\\"$$ $child\\",\\"nextCheckpoint\\":\\"none\\"}"
wait
`;

let root = '';

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'heddle-worker-'));
});

afterEach(() => rm(root, { recursive: true, force: true }));

test.skipIf(process.platform === 'win32')(
  'LSE-001: when the lease lapses, the program and its children are gone before the slot is free',
  async () => {
    const runner = createProcessRunner({
      root,
      program: { kind: 'executable', command: 'sh', args: ['-c', PROGRAM], supportsCheckpoint: false },
      clock: {
        now: () => Date.now(),
        after: (delayMs, action) => {
          const timer = setTimeout(() => action(), delayMs);
          return () => clearTimeout(timer);
        },
      },
      newMark: newTestMark,
      timing: { graceMs: 200 },
    });
    let pids: readonly number[] = [];
    const listening: Runner = {
      start: (request) => {
        const handle = runner.start(request);
        handle.onProgress(({ currentPhase }) => {
          pids = currentPhase.split(' ').map(Number);
        });
        return handle;
      },
    };
    const world = await WorkerWorld.open({ runnerFor: () => listening });
    await world.offer();
    await world.until(() => pids.length === 2);
    expect(pids.every(isAlive)).toBe(true);
    world.link.onSend = ({ kind }) =>
      kind.endsWith('work_execution_lease_renew') ? { status: 'abandoned' } : undefined;
    world.clock.pass(290_000);
    await world.until(() => world.runtime.status().runs.length === 0);
    // The kernel has been told; a process that is dying may be seen for another moment.
    while (pids.some(isAlive)) await sleep(10);
    expect(world.events.map(({ name }) => name)).toContain('worker.lease_ended');
    expect(world.stateOf(world.events[0]?.workItemId ?? '')).toBe('active');
  },
);

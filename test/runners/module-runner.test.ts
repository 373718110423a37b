// Functions as Workers: the same directory, reports, results and limits as a program has.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createModuleRunner, type ModuleWork } from '../../core/worker/runners/module-runner.ts';
import {
  createRequest,
  makeFolder,
  newTestMark,
  SteeredClock,
  TEST_TIMING,
  WALL_CLOCK_MS,
} from '../../core/worker/runners/run-request.test-data.ts';
import type { RunProgress, RunRequest } from '../../core/worker/runners/runner.ts';

const RESULT = {
  summary: 'greeted',
  evidence: [{ type: 'deterministic_test', criterionIds: ['polite'], method: 'read it', result: 'passed' }],
};

const greet: ModuleWork = async ({ directory }) => {
  writeFileSync(join(directory.out, 'greeting.txt'), 'good morning');
  writeFileSync(join(directory.out, 'result.json'), JSON.stringify(RESULT));
};

function start(work: ModuleWork, request: Partial<RunRequest> = {}, supportsCheckpoint = true) {
  const clock = new SteeredClock();
  const root = makeFolder();
  const runner = createModuleRunner({
    root,
    work,
    supportsCheckpoint,
    clock,
    newMark: newTestMark,
    timing: TEST_TIMING,
  });
  return { handle: runner.start(createRequest(request)), clock, root };
}

/** Never ends by itself. Settles `begun` with its signal once it runs. */
function endless(): { work: ModuleWork; begun: Promise<AbortSignal> } {
  const { promise, resolve } = Promise.withResolvers<AbortSignal>();
  return {
    begun: promise,
    work: async ({ signal }) => {
      resolve(signal);
      await new Promise<never>(() => {});
    },
  };
}

describe('a function as a Worker', () => {
  it('completes like a program', async () => {
    const { handle } = start(greet);
    const result = await handle.finished;
    expect(result).toMatchObject({
      outcome: 'completed',
      summary: 'greeted',
      artifacts: [{ name: 'greeting.txt', deliverableId: 'greeting', sizeBytes: 12 }],
      evidence: [{ subject: { type: 'work_item' } }],
    });
    await handle.discard();
  });

  it('finds contract and run in its directory, secrets only in its request', async () => {
    let seen = '';
    let password: string | undefined;
    const { handle } = start(
      async (context) => {
        const { run } = context.directory;
        seen = readFileSync(join(run, 'contract.json'), 'utf8') + readFileSync(join(run, 'run.json'), 'utf8');
        password = context.request.secrets['PASSWORD'];
        await greet(context);
      },
      { secrets: { PASSWORD: 'correct-horse' } },
    );
    expect(await handle.finished).toMatchObject({ outcome: 'completed' });
    expect(seen).toContain('"goal": "Say hello"');
    expect(seen).not.toContain('correct-horse');
    expect(password).toBe('correct-horse');
  });

  it('reports, without secrets, and only what the protocol has', async () => {
    const heard: RunProgress[] = [];
    const { handle } = start(
      async (context) => {
        context.report({ type: 'progress', currentPhase: 'correct-horse', nextCheckpoint: 'end' });
        expect(() => context.report({ type: 'progress', currentPhase: '', nextCheckpoint: 'end' })).toThrow(
          'not a report',
        );
        await greet(context);
      },
      { secrets: { PASSWORD: 'correct-horse' } },
    );
    handle.onProgress((progress) => heard.push(progress));
    expect(await handle.finished).toMatchObject({ outcome: 'completed' });
    expect(heard).toMatchObject([{ currentPhase: '[secret]' }]);
  });

  it('answers a request for a checkpoint', async () => {
    const { promise: begun, resolve } = Promise.withResolvers<void>();
    const { handle } = start(async ({ directory, report, signal, onCheckpointRequest }) => {
      onCheckpointRequest(() => {
        writeFileSync(join(directory.checkpoint, 'state'), 'saved');
        report({ type: 'checkpoint', phase: 'half', stateFile: 'state' });
      });
      resolve();
      await new Promise((ended) => {
        signal.addEventListener('abort', ended);
      });
    });
    await begun;
    expect(await handle.requestCheckpoint()).toMatchObject({
      status: 'saved',
      checkpoint: { phase: 'half', state: { sizeBytes: 5 } },
    });
    await handle.stop('preempted');
    expect(await handle.finished).toMatchObject({ outcome: 'stopped', checkpoint: { phase: 'half' } });
  });

  it('has no checkpoint where it says so', async () => {
    const { handle } = start(greet, {}, false);
    expect(await handle.requestCheckpoint()).toBe('not-supported');
    await handle.finished;
  });

  it('is told to end, and left to itself when it does not', async () => {
    const { work, begun } = endless();
    const { handle, clock } = start(work);
    const signal = await begun;
    const stopped = handle.stop('lease-ended');
    expect(signal.reason).toBe('lease-ended');
    clock.pass(TEST_TIMING.graceMs);
    await stopped;
    expect(await handle.finished).toMatchObject({ outcome: 'stopped', reason: 'lease-ended' });
  });

  it('has a limit on the wall clock', async () => {
    const { work, begun } = endless();
    const { handle, clock } = start(work);
    await begun;
    clock.pass(WALL_CLOCK_MS);
    clock.pass(TEST_TIMING.graceMs);
    expect(await handle.finished).toMatchObject({
      outcome: 'failed',
      failureCode: 'WALL_CLOCK_EXCEEDED',
    });
  });

  it('has limits on what it says and leaves', async () => {
    const limits = { wallClockMs: WALL_CLOCK_MS, cpuSeconds: 1, outputBytes: 1_000 };
    const talking = start(
      async (context) => {
        for (let line = 0; line < 100; line += 1) context.report({ type: 'log', message: 'still here' });
        await greet(context);
      },
      { limits },
    );
    expect(await talking.handle.finished).toMatchObject({ failureCode: 'OUTPUT_EXCEEDED' });
    const writing = start(
      async (context) => {
        writeFileSync(join(context.directory.out, 'large'), Buffer.alloc(1_001));
        await greet(context);
      },
      { limits },
    );
    expect(await writing.handle.finished).toMatchObject({ failureCode: 'OUTPUT_EXCEEDED' });
  });

  it('fails when it throws, and is blocked when it says so (WORK-052)', async () => {
    const failing = start(async () => {
      throw new Error('no such folder');
    });
    expect(await failing.handle.finished).toMatchObject({
      outcome: 'failed',
      failureCode: 'PROGRAM_FAILED',
      detail: 'no such folder',
    });
    const blocked = start(async ({ report }) =>
      report({ type: 'blocked', reason: 'no access', requiredResolution: 'grant access' }),
    );
    expect(await blocked.handle.finished).toMatchObject({
      outcome: 'blocked',
      requiredResolution: 'grant access',
    });
  });
});

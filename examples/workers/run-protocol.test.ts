import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { operationKeyOf } from '../../core/worker/operation-key.ts';
import { makeFolder } from '../../core/worker/runners/run-request.test-data.ts';
import {
  performWork,
  type ReportLine,
  type Work,
  WorkBlocked,
  WorkFailed,
  type WorkerRun,
} from './run-protocol.ts';

const RUN = {
  runId: 'run-1',
  missionId: 'urn:heddle:test:mission:1',
  workItemId: 'urn:heddle:test:work:1',
  ownershipEpoch: 2,
  attempt: 1,
  inputs: [],
  folders: [],
};
const RESULT = { summary: 'done', evidence: [] };

function connect(description: object = RUN) {
  const runDirectory = makeFolder();
  for (const name of ['out', 'work', 'checkpoint']) mkdirSync(join(runDirectory, name));
  writeFileSync(join(runDirectory, 'contract.json'), JSON.stringify({ goal: 'x' }));
  writeFileSync(join(runDirectory, 'run.json'), JSON.stringify(description));
  const said: ReportLine[] = [];
  const abort = new AbortController();
  let request = () => {};
  const connection = {
    runDirectory,
    signal: abort.signal,
    say: (line: ReportLine) => {
      said.push(line);
    },
    onCheckpointRequest: (listener: () => void) => {
      request = listener;
    },
  };
  return {
    runDirectory,
    said,
    abort,
    requestCheckpoint: () => request(),
    perform: async (work: Work) => performWork(work, connection),
  };
}

describe('work', () => {
  it('that ends leaves its result', async () => {
    const { perform, said, runDirectory } = connect();
    expect(await perform(async () => RESULT)).toBe('done');
    expect(JSON.parse(readFileSync(join(runDirectory, 'out', 'result.json'), 'utf8'))).toEqual(RESULT);
    expect(said).toEqual([]);
  });

  it.each([
    [
      new WorkBlocked('no access', 'grant access'),
      { type: 'blocked', reason: 'no access', requiredResolution: 'grant access' },
    ],
    [
      new WorkFailed('NO_DISK', 'full', true),
      { type: 'failed', failureCode: 'NO_DISK', detail: 'full', retryable: true },
    ],
    [new Error('oh'), { type: 'failed', failureCode: 'PROGRAM_FAILED', detail: 'oh', retryable: true }],
  ])('that throws %s says so, and leaves no result', async (error, line) => {
    const { perform, said, runDirectory } = connect();
    expect(
      await perform(async () => {
        throw error;
      }),
    ).toBe('not-done');
    expect(said).toEqual([line]);
    expect(readdirSync(join(runDirectory, 'out'))).toEqual([]);
  });

  it('stops at its next safe point, without a word', async () => {
    const { perform, said, abort } = connect();
    let steps = 0;
    const outcome = await perform(async (run) => {
      for (;;) {
        await run.safePoint(() => ({ phase: 'working' }));
        steps += 1;
        if (steps === 3) abort.abort();
      }
    });
    expect(outcome).toBe('not-done');
    expect(steps).toBe(3);
    expect(said).toEqual([]);
  });
});

describe('checkpoints', () => {
  it('are made when asked for or due, complete, and the newest two remain', async () => {
    const { perform, said, runDirectory, requestCheckpoint } = connect();
    const step = async (run: WorkerRun, done: number, isDue = false) =>
      run.safePoint(() => ({ phase: 'working', completedMilestones: [`${done}`], state: { done } }), isDue);
    await perform(async (run) => {
      await step(run, 0);
      requestCheckpoint();
      await step(run, 1);
      await step(run, 2);
      await step(run, 3, true);
      await step(run, 4, true);
      return RESULT;
    });
    expect(said).toMatchObject([
      { type: 'checkpoint', completedMilestones: ['1'], stateFile: 'state-1.json' },
      { type: 'checkpoint', completedMilestones: ['3'], stateFile: 'state-2.json' },
      { type: 'checkpoint', completedMilestones: ['4'], stateFile: 'state-3.json' },
    ]);
    const folder = join(runDirectory, 'checkpoint');
    expect(readdirSync(folder).sort()).toEqual(['state-2.json', 'state-3.json']);
    expect(readFileSync(join(folder, 'state-3.json'), 'utf8')).toBe('{"done":4}');
  });

  it('are resumed from', async () => {
    const { perform, runDirectory } = connect({
      ...RUN,
      checkpoint: { phase: 'x', stateFile: 'resumed-state' },
    });
    writeFileSync(join(runDirectory, 'checkpoint', 'resumed-state'), '{"done":4}');
    let state: unknown;
    await perform(async (run) => {
      state = await run.resumedState();
      return RESULT;
    });
    expect(state).toEqual({ done: 4 });
  });
});

it('idempotency keys are those of the protocol (ART-021)', async () => {
  const { perform } = connect();
  let key = '';
  await perform(async (run) => {
    key = run.idempotencyKey('send "the" mail');
    return RESULT;
  });
  const { missionId, workItemId, ownershipEpoch } = RUN;
  expect(key).toBe(
    operationKeyOf({ missionId, workItemId, ownershipEpoch, logicalOperationId: 'send "the" mail' }),
  );
});

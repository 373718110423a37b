// Programs as they really run: results, limits, reports, and the end of everything that they have started.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { UsageDelta } from '../../core/protocol/generated/documents.ts';
import { TEST_TIMING, WALL_CLOCK_MS, makeFolder } from '../../core/worker/runners/run-request.test-data.ts';
import type { RunCheckpoint, RunProgress, RunResult } from '../../core/worker/runners/runner.ts';
import { isAlive, LEAVE_RESULT, startShell } from './shell-programs.ts';

const isWindows = process.platform === 'win32';
const isLinux = process.platform === 'linux';

function hashOf(content: string): string {
  return `sha256:${createHash('sha256').update(content).digest('hex')}`;
}

function completed(result: RunResult): Extract<RunResult, { outcome: 'completed' }> {
  if (result.outcome !== 'completed') throw new Error(JSON.stringify(result));
  return result;
}

describe.skipIf(isWindows)('a program that completes', () => {
  it('gets contract, Context Package, inputs and nothing else, and its output is collected (EVI-001)', async () => {
    const source = join(makeFolder(), 'source');
    writeFileSync(source, 'some input');
    const { handle, log } = startShell(
      `echo "$(ls | tr '\\n' ' ')"; echo "$(cat inputs/letter.txt)"; env | cut -d= -f1 | sort | tr '\\n' ' '; ${LEAVE_RESULT}`,
      {
        request: {
          inputs: [
            {
              name: 'letter.txt',
              contentHash: hashOf('some input'),
              mediaType: 'text/plain',
              path: source,
            },
          ],
          secrets: { MAIL_PASSWORD: 'correct-horse' },
          capabilityToken: 'token.token',
        },
      },
    );
    const result = completed(await handle.finished);
    expect(log).toEqual([
      'output: checkpoint contract.json inputs out run.json work ',
      'output: some input',
      expect.stringContaining('output: '),
    ]);
    expect(log[2]?.replace('output: ', '').trim().split(' ')).toEqual(
      [
        'HEDDLE_BUDGET',
        'HEDDLE_CAPABILITY_TOKEN',
        'HEDDLE_CPU_SECONDS',
        'HEDDLE_OPERATIONS',
        'HEDDLE_OUTPUT_BYTES',
        'HEDDLE_RUN_DIRECTORY',
        'HEDDLE_RUN_ID',
        'HEDDLE_RUN_MARK',
        'HEDDLE_TOOLS',
        'HEDDLE_WALL_CLOCK_MS',
        'HOME',
        'LANG',
        'MAIL_PASSWORD',
        'PATH',
        'PWD',
        'TMPDIR',
        ...(log[2]?.includes('SHLVL') === true ? ['SHLVL'] : []),
        ...(log[2]?.includes(' _ ') === true ? ['_'] : []),
      ].sort(),
    );
    expect(result.summary).toBe('greeted');
    expect(result.artifacts).toMatchObject([
      {
        name: 'greeting.txt',
        deliverableId: 'greeting',
        mediaType: 'text/plain',
        schemaUri: 'urn:heddle:test:schema:greeting',
        contentHash: hashOf('good morning'),
        sizeBytes: 12,
        sourceArtifactHashes: [hashOf('some input')],
      },
    ]);
    expect(readFileSync(result.artifacts[0]?.path ?? '', 'utf8')).toBe('good morning');
    expect(result.evidence).toEqual([
      {
        type: 'deterministic_test',
        subject: { type: 'work_item', id: 'urn:heddle:test:work:1' },
        criterionIds: ['polite'],
        method: 'read it',
        result: 'passed',
        artifactHashes: [hashOf('good morning')],
      },
    ]);
    expect(result.survivingProcessIds).toEqual([]);
  });

  it('has a directory that only its account can enter, and that is gone after discard', async () => {
    const { handle, root } = startShell(LEAVE_RESULT);
    await handle.finished;
    const base = join(root, handle.runId);
    expect(statSync(base).mode & 0o777).toBe(0o700);
    expect(statSync(join(base, 'run')).mode & 0o777).toBe(0o700);
    expect(readFileSync(join(base, 'run', 'run.json'), 'utf8')).toContain('"ownershipEpoch": 3');
    await handle.discard();
    expect(readdirSync(root)).toEqual([]);
  });

  it('is removed also when it has locked its folders', async () => {
    const { handle, root } = startShell(`mkdir -p work/a/b; chmod 0 work/a/b work/a; ${LEAVE_RESULT}`);
    await handle.finished;
    await handle.discard();
    expect(readdirSync(root)).toEqual([]);
  });

  it('is charged for measured time and for what it reports (BUD-010)', async () => {
    const { handle } = startShell(`
      echo '{"type":"usage","delta":{"toolCalls":2,"modelTokens":10}}'
      echo '{"type":"usage","delta":{"toolCalls":1}}'
      i=0; while [ $i -lt 100000 ]; do i=$((i+1)); done
      ${LEAVE_RESULT}`);
    const deltas: UsageDelta[] = [];
    handle.onUsage((delta) => deltas.push(delta));
    const { usage } = await handle.finished;
    expect(deltas).toEqual([{ toolCalls: 2, modelTokens: 10 }, { toolCalls: 1 }]);
    expect(usage).toMatchObject({
      toolCalls: 3,
      modelTokens: 10,
      financialMicrounits: 0,
      externalActions: 0,
    });
    expect(usage.wallClockSeconds).toBeGreaterThanOrEqual(1);
    expect(usage.computeSeconds).toBeGreaterThanOrEqual(1);
  });

  it('cannot change its output afterwards', async () => {
    const { handle, root } = startShell(LEAVE_RESULT);
    const { artifacts } = completed(await handle.finished);
    writeFileSync(join(root, handle.runId, 'run', 'out', 'greeting.txt'), 'something else');
    expect(readFileSync(artifacts[0]?.path ?? '', 'utf8')).toBe('good morning');
  });
});

describe.skipIf(isWindows)('reports', () => {
  it('become progress, with what was left out filled in (WORK-050)', async () => {
    const { handle } = startShell(
      `echo '{"type":"progress","currentPhase":"reading","nextCheckpoint":"half"}'; ${LEAVE_RESULT}`,
    );
    const heard: RunProgress[] = [];
    handle.onProgress((progress) => heard.push(progress));
    await handle.finished;
    expect(heard).toEqual([
      { currentPhase: 'reading', nextCheckpoint: 'half', completedMilestones: [], blockers: [] },
    ]);
  });

  it('that are malformed are words, and the run goes on', async () => {
    const { handle, log } = startShell(`
      echo 'hello'
      echo '{"type":"progress"}'
      echo '{"type":"usage","delta":{"toolCalls":-1}}'
      echo '{"type":"usage","delta":{"toolCalls":1},"type":"log"}'
      printf '{"a":"\\377"}\\n'
      ${LEAVE_RESULT}`);
    const result = completed(await handle.finished);
    expect(result.usage.toolCalls).toBe(0);
    expect(log.filter((line) => line.startsWith('output: '))).toHaveLength(5);
    expect(log.filter((line) => line.startsWith('runner: not a report'))).toHaveLength(4);
  });

  it('say no secret (TOK-003)', async () => {
    const { handle, log } = startShell(
      `echo "my password is $PASSWORD"; echo "{\\"type\\":\\"log\\",\\"message\\":\\"$PASSWORD\\"}"; echo $PASSWORD >&2; exit 3`,
      { request: { secrets: { PASSWORD: 'correct-horse' } } },
    );
    const result = await handle.finished;
    expect(log).toEqual(['output: my password is [secret]', 'report: [secret]']);
    expect(result).toMatchObject({ outcome: 'failed', detail: 'exit code 3: [secret]' });
  });

  it('are limited in number and volume', async () => {
    const { handle, log } = startShell(
      `i=0; while [ $i -lt 3000 ]; do echo $i; i=$((i+1)); done; ${LEAVE_RESULT}`,
    );
    completed(await handle.finished);
    expect(log).toHaveLength(2_000);
    expect(log.at(-1)).toBe('runner: further words of this run are dropped');
  });

  it('end the run when they are more than it may say', async () => {
    const { handle } = startShell('while :; do echo 0123456789012345678901234567890123456789; done', {
      request: { limits: { wallClockMs: WALL_CLOCK_MS, cpuSeconds: 30, outputBytes: 50_000 } },
    });
    expect(await handle.finished).toMatchObject({ outcome: 'failed', failureCode: 'OUTPUT_EXCEEDED' });
  });
});

describe.skipIf(isWindows)('declared ends', () => {
  it('blocked names what has to happen (WORK-052)', async () => {
    const { handle } = startShell(
      `echo '{"type":"checkpoint","phase":"half","nextStep":"go on"}'
       echo '{"type":"blocked","reason":"no access","requiredResolution":"grant access"}'`,
    );
    expect(await handle.finished).toMatchObject({
      outcome: 'blocked',
      reason: 'no access',
      requiredResolution: 'grant access',
      checkpoint: { phase: 'half', nextStep: 'go on', completedMilestones: [] },
    });
  });

  it('blocked ends a program that goes on all the same', async () => {
    const { handle, clock, said } = startShell(
      `trap '' TERM; echo '{"type":"blocked","reason":"a","requiredResolution":"b"}'; echo waiting; while :; do sleep 100; done`,
    );
    await said('waiting');
    clock.pass(TEST_TIMING.graceMs);
    expect(await handle.finished).toMatchObject({ outcome: 'blocked', survivingProcessIds: [] });
  });

  it('failed carries the code of the program', async () => {
    const { handle } = startShell(
      `echo '{"type":"failed","failureCode":"SOURCE_GONE","detail":"no such folder","retryable":true}'; exit 4`,
    );
    expect(await handle.finished).toMatchObject({
      outcome: 'failed',
      failureCode: 'SOURCE_GONE',
      detail: 'no such folder',
      retryable: true,
    });
  });

  it.each([
    ['exit 7', 'exit code 7'],
    ['echo because >&2; exit 1', 'exit code 1: because'],
    ['kill -HUP $$', 'ended by SIGHUP'],
  ])('%s is a failure with its reason', async (script, detail) => {
    const { handle } = startShell(script);
    expect(await handle.finished).toMatchObject({
      outcome: 'failed',
      failureCode: 'PROGRAM_FAILED',
      retryable: true,
      detail: expect.stringContaining(detail),
    });
  });
});

describe.skipIf(isWindows)('checkpoints', () => {
  const ANSWER = `
    echo ready
    while read -r command; do case "$command" in
      *checkpoint*) printf 'state %s' "$RANDOM" > checkpoint/state.tmp; printf saved > checkpoint/state
        echo '{"type":"checkpoint","phase":"half","completedMilestones":["one"],"stateFile":"state"}' ;;
      *stop*) exit 0 ;;
    esac; done`;

  it('come on request, with a private copy of the state (SCH-008)', async () => {
    const { handle, root, said } = startShell(ANSWER, { supportsCheckpoint: true });
    const heard: RunCheckpoint[] = [];
    handle.onCheckpoint((checkpoint) => heard.push(checkpoint));
    await said('ready');
    const answer = await handle.requestCheckpoint();
    expect(answer).toMatchObject({
      status: 'saved',
      checkpoint: {
        phase: 'half',
        completedMilestones: ['one'],
        state: { contentHash: hashOf('saved'), sizeBytes: 5 },
      },
    });
    writeFileSync(join(root, handle.runId, 'run', 'checkpoint', 'state'), 'changed later');
    expect(readFileSync(heard[0]?.state?.path ?? '', 'utf8')).toBe('saved');
    await handle.stop('preempted');
    expect(await handle.finished).toMatchObject({
      outcome: 'stopped',
      reason: 'preempted',
      checkpoint: { state: { contentHash: hashOf('saved') } },
    });
  });

  it('resume a later run where the earlier one was (WORK-054)', async () => {
    const path = join(makeFolder(), 'state');
    writeFileSync(path, 'saved');
    const state = { path, contentHash: hashOf('saved'), sizeBytes: 5 };
    const { handle, log } = startShell(
      `cat checkpoint/resumed-state; grep stateFile run.json; ${LEAVE_RESULT}`,
      {
        request: { checkpoint: { phase: 'half', completedMilestones: [], state } },
      },
    );
    completed(await handle.finished);
    expect(log.join()).toMatch(/saved.*"stateFile": "resumed-state"/s);
  });

  it('are not supported, too late, or not answered', async () => {
    const unable = startShell(LEAVE_RESULT);
    expect(await unable.handle.requestCheckpoint()).toBe('not-supported');
    await unable.handle.finished;

    const slow = startShell('echo ready; sleep 1000', { supportsCheckpoint: true });
    await slow.said('ready');
    const asked = slow.handle.requestCheckpoint();
    slow.clock.pass(TEST_TIMING.checkpointMs);
    expect(await asked).toEqual({ status: 'failed', detail: 'no checkpoint within 222000 ms' });
    const unanswered = slow.handle.requestCheckpoint();
    await slow.handle.stop('cancelled');
    expect(await unanswered).toMatchObject({ status: 'failed' });
    expect(await slow.handle.requestCheckpoint()).toMatchObject({ status: 'failed' });
  });

  it.each([
    'ln -s /etc/passwd checkpoint/state',
    'mkfifo checkpoint/state',
    'mkdir checkpoint/state',
    'rmdir checkpoint; ln -s work checkpoint; echo > work/state',
    ':',
  ])('with a state that is no file are none: %s', async (script) => {
    const { handle, log } = startShell(
      `${script}; echo '{"type":"checkpoint","phase":"half","stateFile":"state"}'; ${LEAVE_RESULT}`,
    );
    const heard: RunCheckpoint[] = [];
    handle.onCheckpoint((checkpoint) => heard.push(checkpoint));
    completed(await handle.finished);
    expect(heard).toEqual([]);
    expect(log.join()).toContain('the state of the checkpoint was not kept');
  });
});

describe.skipIf(isWindows)('the end of the lease', () => {
  it('ends the whole tree, also what has left the group, with its grace period', async () => {
    const { handle, clock, said, log } = startShell(`
      trap '' TERM
      (trap '' TERM; sleep 1000) & echo "child $!"
      setsid sh -c 'trap "" TERM; echo "daemon $$"; sleep 1000' &
      echo ready; while :; do sleep 1000; done`);
    await said('ready');
    await said('daemon');
    const pids = log.flatMap((line) => /(?:child|daemon) (\d+)/.exec(line)?.[1] ?? []).map(Number);
    expect(pids).toHaveLength(2);
    const stopped = handle.stop('lease-ended');
    expect(pids.every(isAlive)).toBe(true);
    clock.pass(TEST_TIMING.graceMs);
    await stopped;
    expect(pids.filter(isAlive)).toEqual([]);
    expect(await handle.finished).toMatchObject({
      outcome: 'stopped',
      reason: 'lease-ended',
      survivingProcessIds: [],
    });
  });

  it('tells a program to stop, and needs no force for one that listens', async () => {
    const { handle, said, log } = startShell(
      `trap 'echo asked; read -r line; echo "told $line"; exit 0' TERM; echo ready; while :; do sleep 0.05; done`,
    );
    await said('ready');
    await handle.stop('cancelled');
    expect(log).toEqual([
      'output: ready',
      'output: asked',
      'output: told {"command":"stop","reason":"cancelled"}',
    ]);
  });

  it('is the result also when the program would have completed', async () => {
    const { handle, said } = startShell(`trap '' TERM; echo ready; read -r line; ${LEAVE_RESULT}`);
    await said('ready');
    await handle.stop('lease-ended');
    expect(await handle.finished).toMatchObject({ outcome: 'stopped', reason: 'lease-ended' });
  });

  it('before the program has started keeps it from starting', async () => {
    const { handle, root } = startShell(`touch work/was-here; ${LEAVE_RESULT}`);
    await handle.stop('cancelled');
    expect(await handle.finished).toMatchObject({ outcome: 'stopped', usage: { computeSeconds: 0 } });
    expect(existsSync(join(root, handle.runId, 'run', 'work', 'was-here'))).toBe(false);
    await handle.stop('cancelled');
  });

  it.runIf(isLinux)('of a program that ends itself ends what it leaves behind', async () => {
    const { handle, log } = startShell(`
      (setsid sh -c 'echo "daemon $$"; : > work/up; exec sleep 1000') &
      until [ -e work/up ]; do sleep 0.01; done
      ${LEAVE_RESULT}`);
    const result = completed(await handle.finished);
    expect(result.survivingProcessIds).toEqual([]);
    const pid = Number(/daemon (\d+)/.exec(log.join())?.[1]);
    expect(pid).toBeGreaterThan(0);
    expect(isAlive(pid)).toBe(false);
  });
});

describe.skipIf(isWindows)('limits', () => {
  it('on the wall clock', async () => {
    const { handle, clock, said } = startShell('echo ready; sleep 1000');
    await said('ready');
    clock.pass(WALL_CLOCK_MS);
    expect(await handle.finished).toMatchObject({
      outcome: 'failed',
      failureCode: 'WALL_CLOCK_EXCEEDED',
      retryable: false,
    });
  });

  it.each(['', "trap '' XCPU;"])('on computing time (%s)', async (prefix) => {
    const { handle } = startShell(`${prefix} while :; do :; done`, {
      request: { limits: { wallClockMs: WALL_CLOCK_MS, cpuSeconds: 1, outputBytes: 1_000 } },
    });
    const result = await handle.finished;
    expect(result).toMatchObject({ outcome: 'failed', failureCode: 'CPU_EXCEEDED' });
    expect(result.usage.computeSeconds).toBeGreaterThanOrEqual(1);
  });

  it('on the size of one file', async () => {
    const { handle } = startShell(`exec cat /dev/zero > work/large`, {
      request: { limits: { wallClockMs: WALL_CLOCK_MS, cpuSeconds: 30, outputBytes: 100_000 } },
    });
    expect(await handle.finished).toMatchObject({ outcome: 'failed', failureCode: 'OUTPUT_EXCEEDED' });
  });

  it('on all output together', async () => {
    const { handle } = startShell(
      `for i in 1 2 3 4; do head -c 40000 /dev/zero > out/$i; done; ${LEAVE_RESULT}`,
      { request: { limits: { wallClockMs: WALL_CLOCK_MS, cpuSeconds: 30, outputBytes: 100_000 } } },
    );
    expect(await handle.finished).toMatchObject({
      outcome: 'failed',
      failureCode: 'OUTPUT_EXCEEDED',
      detail: 'the output has more than 100000 bytes',
    });
  });

  it('on the number of files', async () => {
    const { handle } = startShell(
      `i=0; while [ $i -lt 30 ]; do : > out/$i; i=$((i+1)); done; ${LEAVE_RESULT}`,
      {
        runner: { maxOutputFiles: 20 },
      },
    );
    expect(await handle.finished).toMatchObject({
      failureCode: 'OUTPUT_EXCEEDED',
      detail: 'the output has more than 20 files',
    });
  });
});

describe.skipIf(isWindows)('output that is refused', () => {
  it.each([
    ['ln -s /etc/passwd out/stolen', 'FORBIDDEN_OUTPUT'],
    ['ln -s .. out/up', 'FORBIDDEN_OUTPUT'],
    ['mkfifo out/pipe', 'FORBIDDEN_OUTPUT'],
    ['ln contract.json out/second-name', 'FORBIDDEN_OUTPUT'],
    ['touch "out/$(printf \'a\\nb\')"', 'FORBIDDEN_OUTPUT'],
    ['touch "out/$(printf \'a\\377b\')"', 'FORBIDDEN_OUTPUT'],
    ['mkdir -p out/1/2/3/4/5/6/7/8/9/10/11/12/13/14/15/16/17', 'FORBIDDEN_OUTPUT'],
    ['rm -r out; ln -s work out', 'FORBIDDEN_OUTPUT'],
    ['rm out/greeting.txt', 'DELIVERABLE_MISSING'],
    ['rm out/result.json', 'INVALID_RESULT'],
    ['echo "{" > out/result.json', 'INVALID_RESULT'],
    ['echo $TOKEN > out/extra', 'SECRET_IN_OUTPUT'],
    ['cp -r out work; rm -r out', 'COLLECTION_FAILED'],
  ])('%s', async (script, failureCode) => {
    const { handle } = startShell(`${LEAVE_RESULT}\n${script}`, {
      request: { secrets: { TOKEN: 'correct-horse' } },
    });
    expect(await handle.finished).toMatchObject({ outcome: 'failed', failureCode });
  });
});

describe('what cannot start', () => {
  it('an input with other content (ART-003)', async () => {
    const path = join(makeFolder(), 'source');
    writeFileSync(path, 'changed');
    const { handle } = startShell(LEAVE_RESULT, {
      request: {
        inputs: [{ name: 'a.txt', contentHash: hashOf('original'), mediaType: 'text/plain', path }],
      },
    });
    expect(await handle.finished).toMatchObject({
      outcome: 'failed',
      failureCode: 'INPUT_CORRUPT',
      detail: `the content of input a.txt is not ${hashOf('original')}`,
    });
  });

  it.each(['../escape', 'a/b', '', '.', '..', '.hidden', 'a\nb'])(
    'an input that is called %j',
    async (name) => {
      const path = join(makeFolder(), 'source');
      writeFileSync(path, 'x');
      const { handle } = startShell(LEAVE_RESULT, {
        request: { inputs: [{ name, contentHash: hashOf('x'), mediaType: 'text/plain', path }] },
      });
      expect(await handle.finished).toMatchObject({ outcome: 'failed', failureCode: 'PREPARATION_FAILED' });
    },
  );

  it.each(['PATH', 'LD_PRELOAD', 'NODE_OPTIONS', 'HEDDLE_RUN_ID', 'lower', 'A B', ''])(
    'a secret that is called %j',
    async (name) => {
      const { handle } = startShell(LEAVE_RESULT, { request: { secrets: { [name]: 'correct-horse' } } });
      expect(await handle.finished).toMatchObject({
        outcome: 'failed',
        failureCode: 'START_FAILED',
        detail: `no secret may be called ${name}`,
      });
    },
  );

  it('the same run a second time', async () => {
    const root = makeFolder();
    const first = startShell(LEAVE_RESULT, { root, request: { runId: 'twice' } });
    await first.handle.finished;
    const second = startShell(LEAVE_RESULT, { root, request: { runId: 'twice' } });
    expect(await second.handle.finished).toMatchObject({
      outcome: 'failed',
      failureCode: 'PREPARATION_FAILED',
      detail: 'EEXIST',
    });
  });
});

// Runs of shell scripts, for tests that need real processes.
import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createProcessRunner, type ProcessRunnerOptions } from '../../core/worker/runners/process-runner.ts';
import {
  createRequest,
  makeFolder,
  newTestMark,
  SteeredClock,
  TEST_TIMING,
} from '../../core/worker/runners/run-request.test-data.ts';
import type { RunHandle, RunRequest } from '../../core/worker/runners/runner.ts';

/** Leaves a result that the test contract accepts. */
export const LEAVE_RESULT = `
printf 'good morning' > out/greeting.txt
cat > out/result.json <<'END'
{
  "summary": "greeted",
  "evidence": [
    { "type": "deterministic_test", "criterionIds": ["polite"], "method": "read it", "result": "passed",
      "files": ["greeting.txt"] }
  ]
}
END
`;

export interface StartedRun {
  readonly handle: RunHandle;
  readonly clock: SteeredClock;
  readonly root: string;
  readonly log: string[];
  /** Settles when the run has said this line. */
  readonly said: (text: string) => Promise<void>;
}

export interface ShellRunOptions {
  readonly request?: Partial<RunRequest>;
  readonly supportsCheckpoint?: boolean;
  readonly root?: string;
  readonly runner?: Partial<ProcessRunnerOptions>;
  /** Whether other accounts of this machine may read the script. */
  readonly isProgramPublic?: boolean;
}

export function startShell(script: string, options: ShellRunOptions = {}): StartedRun {
  const folder = makeFolder();
  const program = join(folder, 'program.sh');
  writeFileSync(program, script);
  if (options.isProgramPublic === true) chmodSync(folder, 0o755);
  return startProgram(
    {
      kind: 'executable',
      command: '/bin/sh',
      args: [program],
      supportsCheckpoint: options.supportsCheckpoint ?? false,
    },
    options,
  );
}

export function startProgram(
  program: ProcessRunnerOptions['program'],
  { request = {}, root = makeFolder(), runner = {} }: ShellRunOptions = {},
): StartedRun {
  const clock = new SteeredClock();
  const handle = createProcessRunner({
    root,
    program,
    clock,
    newMark: newTestMark,
    timing: TEST_TIMING,
    ...runner,
  }).start(createRequest(request));
  const log: string[] = [];
  const waiting = new Set<() => void>();
  handle.onLog(({ source, text }) => {
    log.push(`${source}: ${text}`);
    for (const look of waiting) look();
  });
  const said = async (text: string) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const look = () => {
      if (log.some((line) => line.includes(text))) resolve();
    };
    waiting.add(look);
    look();
    const early = handle.finished.then((result) => {
      if (log.some((line) => line.includes(text))) return;
      throw new Error(`ended before it said ${text}: ${JSON.stringify(result)} ${log.join('\n')}`);
    });
    await Promise.race([promise, early]);
  };
  return { handle, clock, root, log, said };
}

/** Whether a process runs code. A zombie is only a number: where nobody asks for its end it stays for ever. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return process.platform !== 'linux' || !/\) Z/.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
}

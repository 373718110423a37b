// Finds and ends everything that a run has started. A run is known by a mark in the environment, which its descendants
// inherit, by the session that its first process leads, by an account of its own where it has one, and by descent.
//
// What this cannot find: a process without an account of its own that has left the session, cleared its environment and
// lost its parent. On macOS and other systems without /proc the mark cannot be read, and on Windows only descent counts.
import { execFile } from 'node:child_process';
import { readdir, readFile, stat } from 'node:fs/promises';
import { promisify } from 'node:util';
import { fieldsOfStat } from './process-identity.ts';
import type { RunAccount } from './run-directory.ts';
import type { RunnerClock } from './runner.ts';

const execute = promisify(execFile);

/** The environment variable that marks every process of a run. */
export const MARK_VARIABLE = 'HEDDLE_RUN_MARK';

export interface RunProcesses {
  /** Unguessable, and of this run alone. */
  readonly mark: string;
  /** The first process, as long as this runtime has started it itself: a number alone proves nothing later. */
  readonly leaderPid?: number;
  readonly account?: RunAccount;
}

/** How long the operating system may take to clear away what was killed: 40 looks, 50 ms apart. */
const LOOKS = 40;
const LOOK_EVERY_MS = 50;

/** Asks the first process and its group to end. */
export function askToEnd(leaderPid: number): void {
  // Windows has no such request; the program is told on its standard input.
  if (process.platform !== 'win32') signal(-leaderPid, 'SIGTERM');
}

/** Kills until nothing of the run is left. Returns what could not be ended. */
export async function endProcesses(run: RunProcesses, clock: RunnerClock): Promise<number[]> {
  if (run.leaderPid !== undefined) await killGroup(run.leaderPid);
  for (let look = 1; ; look += 1) {
    const found = await findProcesses(run);
    if (found.length === 0 || look === LOOKS) return found;
    for (const pid of found) signal(pid, 'SIGKILL');
    await new Promise<void>((resolve) => {
      clock.after(LOOK_EVERY_MS, resolve);
    });
  }
}

/** The processes of a run that are alive now. */
export async function findProcesses(run: RunProcesses): Promise<number[]> {
  const all = await listProcesses(run);
  const found = new Set(all.filter(({ isOurs }) => isOurs).map(({ pid }) => pid));
  // Children of children: until nothing is added.
  for (let before = -1; before !== found.size;) {
    before = found.size;
    for (const { pid, parentPid } of all) if (found.has(parentPid)) found.add(pid);
  }
  found.delete(process.pid);
  return [...found].sort((one, other) => one - other);
}

interface SeenProcess {
  readonly pid: number;
  readonly parentPid: number;
  readonly isOurs: boolean;
}

async function listProcesses(run: RunProcesses): Promise<SeenProcess[]> {
  switch (process.platform) {
    case 'linux':
      return listOnLinux(run);
    // After `taskkill /T` nothing more can be told from the outside.
    case 'win32':
      return [];
    default:
      return listByPs(run);
  }
}

async function listOnLinux(run: RunProcesses): Promise<SeenProcess[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number);
  const marking = Buffer.from(`${MARK_VARIABLE}=${run.mark}\0`);
  const seen = await Promise.all(pids.map(async (pid) => lookAt(pid, run, marking)));
  return seen.filter((each) => each !== undefined);
}

async function lookAt(pid: number, run: RunProcesses, marking: Buffer): Promise<SeenProcess | undefined> {
  try {
    const { state, parentPid, sessionId } = fieldsOfStat(await readFile(`/proc/${pid}/stat`, 'utf8'));
    if (state === 'Z' || state === 'X') return undefined;
    const isOurs =
      sessionId === run.leaderPid ||
      (run.account !== undefined && (await stat(`/proc/${pid}`)).uid === run.account.uid) ||
      (await readEnvironment(pid)).includes(marking);
    return { pid, parentPid, isOurs };
  } catch {
    // It has ended meanwhile.
    return undefined;
  }
}

async function readEnvironment(pid: number): Promise<Buffer> {
  try {
    return await readFile(`/proc/${pid}/environ`);
  } catch {
    // Of another account, and so of no run of ours without one.
    return Buffer.alloc(0);
  }
}

async function listByPs(run: RunProcesses): Promise<SeenProcess[]> {
  const { stdout } = await execute('ps', ['-axo', 'pid=,ppid=,pgid=,uid=,stat='], { env: { LC_ALL: 'C' } });
  return stdout
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .filter(([, , , , state]) => state?.startsWith('Z') !== true)
    .map(([pid, parentPid, groupId, uid]) => ({
      pid: Number(pid),
      parentPid: Number(parentPid),
      isOurs: Number(groupId) === run.leaderPid || Number(uid) === run.account?.uid,
    }));
}

async function killGroup(leaderPid: number): Promise<void> {
  if (process.platform !== 'win32') {
    signal(-leaderPid, 'SIGKILL');
    return;
  }
  try {
    await execute('taskkill', ['/PID', String(leaderPid), '/T', '/F']);
  } catch {
    // It has ended already.
  }
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    // Gone, or not ours to end: whoever looks next sees which.
    if (code !== 'ESRCH' && code !== 'EPERM') throw error;
  }
}

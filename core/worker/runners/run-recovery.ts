// What a runtime that has died left behind: ends the processes of its runs, then removes their directories. A process is
// recognized by its mark, or by number and start time together, never by its number alone.
import { readdir, readFile, stat } from 'node:fs/promises';
import { identifyProcess } from './process-identity.ts';
import { endProcesses, findProcesses } from './process-tree.ts';
import { directoryOf, removeDirectory, type RunAccount } from './run-directory.ts';
import type { RunnerClock } from './runner.ts';

export interface RecoveredRun {
  readonly runId: string;
  readonly endedProcessIds: readonly number[];
  /** Still alive: the directory was left alone. */
  readonly survivingProcessIds: readonly number[];
}

interface Identified {
  readonly pid: number;
  /** Absent where the platform tells none. */
  readonly identity?: string;
}

interface RunRecord {
  readonly mark: string;
  readonly runtime: Identified;
  readonly account?: RunAccount;
}

/** A directory without a record may be one that is being made right now. */
const UNRECORDED_MAX_AGE_MS = 60_000;

/**
 * Call it when a runtime starts, before its first run. Runs of a runtime that still lives are left alone. A crash in here
 * leaves directories for the next start.
 */
export async function recoverRuns(options: {
  readonly root: string;
  readonly clock: RunnerClock;
}): Promise<RecoveredRun[]> {
  const { root, clock } = options;
  const recovered: RecoveredRun[] = [];
  for (const runId of await listFolders(root)) {
    const directory = directoryOf(root, runId);
    const record = await readJson<RunRecord>(directory.record);
    if (record === undefined) {
      const age = clock.now() - (await stat(directory.base)).mtimeMs;
      if (age > UNRECORDED_MAX_AGE_MS) await removeDirectory(directory.base);
      continue;
    }
    if (await isAlive(record.runtime)) continue;
    const leader = await readJson<Identified>(directory.leader);
    const isLeaderAlive =
      leader?.identity !== undefined && (await identifyProcess(leader.pid)) === leader.identity;
    const processes = {
      mark: record.mark,
      ...(leader === undefined || !isLeaderAlive ? {} : { leaderPid: leader.pid }),
      ...(record.account === undefined ? {} : { account: record.account }),
    };
    const found = await findProcesses(processes);
    const survivingProcessIds = await endProcesses(processes, clock);
    if (survivingProcessIds.length === 0) await removeDirectory(directory.base);
    const endedProcessIds = found.filter((pid) => !survivingProcessIds.includes(pid));
    recovered.push({ runId, endedProcessIds, survivingProcessIds });
  }
  return recovered;
}

async function isAlive({ pid, identity }: Identified): Promise<boolean> {
  if (identity !== undefined) return (await identifyProcess(pid)) === identity;
  // Where nothing better is known a process with this number counts as the runtime: nothing is taken from a live one.
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

async function listFolders(root: string): Promise<string[]> {
  try {
    const entries = await readdir(root, { withFileTypes: true });
    return entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
    throw error;
  }
}

/** Undefined when there is no such file, or a crash has left half of it. */
async function readJson<Shape>(path: string): Promise<Shape | undefined> {
  try {
    return JSON.parse(await readFile(path, 'utf8')) as Shape;
  } catch {
    return undefined;
  }
}

// Tells one process from a later one with the same number: process ids are used again, start times are not.
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';

const run = promisify(execFile);

/**
 * A text that no other process of this machine has or will have; undefined when there is no such process, or when this
 * platform does not tell (Windows).
 */
export async function identifyProcess(pid: number): Promise<string | undefined> {
  switch (process.platform) {
    case 'linux':
      return identifyOnLinux(pid);
    case 'win32':
      return undefined;
    default:
      return identifyByPs(pid);
  }
}

async function identifyOnLinux(pid: number): Promise<string | undefined> {
  try {
    const [bootId, stat] = await Promise.all([
      readFile('/proc/sys/kernel/random/boot_id', 'utf8'),
      readFile(`/proc/${pid}/stat`, 'utf8'),
    ]);
    const fields = fieldsOfStat(stat);
    // A zombie runs no code; it is only a number that its parent has not asked for.
    return fields.state === 'Z' ? undefined : `${bootId.trim()}:${pid}:${fields.startTicks}`;
  } catch {
    return undefined;
  }
}

async function identifyByPs(pid: number): Promise<string | undefined> {
  try {
    const { stdout } = await run('ps', ['-o', 'lstart=', '-p', String(pid)], { env: { LC_ALL: 'C' } });
    return stdout.trim() === '' ? undefined : `${pid}:${stdout.trim()}`;
  } catch {
    return undefined;
  }
}

/** Fields of `/proc/<pid>/stat` (proc_pid_stat(5)). The program's name may contain anything, also `)`. */
export function fieldsOfStat(stat: string): {
  readonly state: string;
  readonly parentPid: number;
  readonly sessionId: number;
  readonly startTicks: string;
} {
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return {
    state: fields[0] ?? '',
    parentPid: Number(fields[1]),
    sessionId: Number(fields[3]),
    startTicks: fields[19] ?? '',
  };
}

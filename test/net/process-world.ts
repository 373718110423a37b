// Programs that do not want to end, and a way to see the moment at which the last of their processes is gone.
import { execFileSync } from 'node:child_process';
import { closeSync, constants, openSync, readSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createProcessRunner, type ProcessTiming } from '../../core/worker/runners/process-runner.ts';
import { newTestMark } from '../../core/worker/runners/run-request.test-data.ts';
import type { Runner } from '../../core/worker/runners/runner.ts';
import type { NetWorld } from './net-world.ts';

/**
 * Starts a child and, through it, a daemon in a session of its own; none of them minds a request to end, and all of them
 * hold the pipe `$1/alive` open for as long as they live.
 */
export const STUBBORN = `
trap '' TERM
exec 9>"$1/alive"
sh -c 'trap "" TERM; setsid sh -c "trap \\"\\" TERM; while :; do sleep 1000; done" & while :; do sleep 1000; done' &
echo '{"type":"progress","currentPhase":"all are there","nextCheckpoint":"none"}'
while :; do sleep 1000; done
`;

export class ProcessWorld {
  /** Told to the program as its first argument. */
  readonly folder: string;
  /** Phases that a run has reported. */
  readonly phases: string[] = [];
  private readonly pipe: number;

  private constructor(folder: string) {
    this.folder = folder;
    execFileSync('sh', ['-c', 'mkfifo "$1"', 'sh', join(folder, 'alive')]);
    // Programs wait until somebody reads.
    this.pipe = openForReading(folder);
  }

  /** Whether any process holds the pipe. */
  isHeld(): boolean {
    try {
      // Nothing to read, and somebody who could still write: EAGAIN. Nobody: the end.
      return readSync(this.pipe, Buffer.alloc(1)) > 0;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'EAGAIN') return true;
      throw error;
    }
  }

  /** The moment at which the last process that holds the pipe is gone. Asked for while there is one. */
  allGone(): Promise<number> {
    // An end of its own: the other one stays for programs that come later.
    const pipe = new Socket({ fd: openForReading(this.folder), readable: true, writable: false });
    return new Promise((resolve, reject) => {
      pipe.on('error', reject);
      pipe.on('end', () => resolve(Date.now()));
      pipe.resume();
    });
  }

  static async open(world: NetWorld): Promise<ProcessWorld> {
    const folder = await mkdtemp(join(tmpdir(), 'heddle-net-runs-'));
    const processes = new ProcessWorld(folder);
    world.closeWith(async () => {
      closeSync(processes.pipe);
      await rm(folder, { recursive: true });
    });
    return processes;
  }

  runner(
    script: string,
    timing: Partial<ProcessTiming>,
    { supportsCheckpoint = false }: { readonly supportsCheckpoint?: boolean } = {},
  ): Runner {
    const runner = createProcessRunner({
      root: join(this.folder, 'runs'),
      program: {
        kind: 'executable',
        command: 'sh',
        args: ['-c', script, 'program', this.folder],
        supportsCheckpoint,
      },
      clock: {
        now: () => Date.now(),
        after: (delayMs, action) => {
          const timer = setTimeout(action, delayMs);
          return () => clearTimeout(timer);
        },
      },
      newMark: newTestMark,
      timing,
    });
    return {
      start: (request) => {
        const handle = runner.start(request);
        handle.onProgress(({ currentPhase }) => this.phases.push(currentPhase));
        return handle;
      },
    };
  }
}

/** Not blocking, it takes none of the few threads that also sign and verify. */
function openForReading(folder: string): number {
  return openSync(join(folder, 'alive'), constants.O_RDONLY | constants.O_NONBLOCK);
}

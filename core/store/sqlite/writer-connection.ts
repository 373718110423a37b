// The way to the thread that writes: tasks go there in order, and each comes back as a promise. It knows nothing of what
// is written.
import { Worker } from 'node:worker_threads';
import { StoreFault, type StoreFaultKind } from '../authority-store.ts';
import type { OpenSettings } from './open-database.ts';
import { type PackedWrites, packWrites } from './packed-writes.ts';
import type { Write } from './writes.ts';

type Task<Writes> =
  | { readonly kind: 'begin' | 'rollback' | 'data-version' | 'close' }
  /** With what is still to be written: a message to another thread costs more than most rows. */
  | { readonly kind: 'write' | 'commit'; readonly writes: Writes }
  /**
   * A transaction of its own, if the last commit is the one at `position`: answers 1 when it was and 0 when not. A Group that
   * does not stand at the sequence which the batch follows is a `conflict`.
   */
  | {
      readonly kind: 'commit-at';
      readonly position: number;
      readonly follows: readonly (readonly [groupId: string, sequence: number])[];
      readonly writes: Writes;
    };

export type WriterTask = Task<readonly Write[]>;

/** A task as it crosses to the thread. */
export type PackedTask = Task<PackedWrites>;

export interface WriterRequest {
  readonly id: number;
  readonly task: PackedTask;
}

export type WriterAnswer =
  | { readonly id: number; readonly value: number | undefined }
  | { readonly id: number; readonly fault: { readonly kind: StoreFaultKind; readonly message: string } }
  | { readonly id: number; readonly defect: string };

/** The id of the answer that comes before any request: whether the database could be opened. */
export const OPENING = 0;

interface Pending {
  readonly task: WriterTask | undefined;
  readonly resolve: (value: number | undefined) => void;
  readonly reject: (error: Error) => void;
}

const YOUNG_GENERATION_MB = 6;

/** The one connection that writes, in a thread of its own. */
export class WriterConnection {
  private readonly worker: Worker;
  private readonly pending = new Map<number, Pending>();
  private lastId = 0;
  private isClosing = false;
  private hasEnded = false;

  private constructor(settings: OpenSettings) {
    this.worker = new Worker(new URL('./writer-thread.ts', import.meta.url), {
      workerData: settings,
      // Its faults come back as answers; it prints nothing.
      name: 'heddle-sqlite-writer',
      // What it takes in is garbage a moment later; by default it would let 48 MB of that lie about.
      resourceLimits: { maxYoungGenerationSizeMb: YOUNG_GENERATION_MB },
    });
    this.worker.on('message', (answer: WriterAnswer) => this.settle(answer));
    this.worker.on('error', (error) => this.end(error));
    this.worker.on('exit', () => this.end(new Error('the writing thread has ended')));
  }

  /** Opens, creates or migrates the database in the thread. Throws a StoreFault when that cannot be. */
  static async open(settings: OpenSettings): Promise<WriterConnection> {
    const connection = new WriterConnection(settings);
    try {
      await connection.expect(OPENING, undefined);
    } catch (error) {
      await connection.worker.terminate();
      throw error;
    }
    return connection;
  }

  /** Runs one task after all earlier ones. Throws a StoreFault for what the database could not do. */
  async run(task: WriterTask): Promise<number | undefined> {
    this.lastId += 1;
    const answer = this.expect(this.lastId, task);
    const id = this.lastId;
    if ('writes' in task) {
      const writes = packWrites(task.writes);
      this.worker.postMessage({ id, task: { ...task, writes } } satisfies WriterRequest, [writes.bytes]);
    } else {
      this.worker.postMessage({ id, task } satisfies WriterRequest);
    }
    return answer;
  }

  async close(): Promise<void> {
    if (this.hasEnded) return;
    this.isClosing = true;
    const ended = new Promise<void>((resolve) => this.worker.once('exit', () => resolve()));
    await this.run({ kind: 'close' });
    await ended;
  }

  private async expect(id: number, task: WriterTask | undefined): Promise<number | undefined> {
    if (this.hasEnded) throw new StoreFault('other', 'the writing thread has ended');
    // The process stays alive for an answer that somebody waits for, and for nothing else.
    this.worker.ref();
    return new Promise((resolve, reject) => this.pending.set(id, { task, resolve, reject }));
  }

  private settle(answer: WriterAnswer): void {
    const pending = this.pending.get(answer.id);
    this.pending.delete(answer.id);
    if (this.pending.size === 0 && !this.isClosing) this.worker.unref();
    if ('fault' in answer) pending?.reject(new StoreFault(answer.fault.kind, answer.fault.message));
    else if ('defect' in answer) pending?.reject(new Error(answer.defect));
    else pending?.resolve(answer.value);
  }

  private end(cause: Error): void {
    this.hasEnded = true;
    const pending = [...this.pending.values()];
    this.pending.clear();
    for (const { task, reject } of pending) reject(faultOfEnd(task, cause));
  }
}

/** Whether a commit that was under way happened, nobody can say; nothing else has happened. */
function faultOfEnd(task: WriterTask | undefined, cause: Error): StoreFault {
  const isCommit = task?.kind === 'commit' || task?.kind === 'commit-at';
  const kind = isCommit ? 'commit-unknown' : 'other';
  return new StoreFault(kind, `the writing thread has ended: ${cause.message}`, { cause });
}

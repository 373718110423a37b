// The way to the thread that reads histories. The thread begins with the first question and ends with the host.
import { Worker } from 'node:worker_threads';
import type { HistoryAnswer, HistoryRequest, HistoryTaskName, HistoryTasks } from './history-tasks.ts';

interface Pending {
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: Error) => void;
}

export class HistoryReader {
  private worker: Worker | undefined;
  private readonly pending = new Map<number, Pending>();
  private lastId = 0;
  private isClosed = false;

  /** Rejects when a replica or its index cannot be read, or the reader was closed. */
  ask<Name extends HistoryTaskName>(
    name: Name,
    input: HistoryTasks[Name][0],
  ): Promise<HistoryTasks[Name][1]> {
    if (this.isClosed) return Promise.reject(new Error('the reader of histories is closed'));
    const worker = this.start();
    this.lastId += 1;
    const id = this.lastId;
    // Whoever waits for an answer keeps the process alive, and nothing else does.
    worker.ref();
    return new Promise((resolve, reject) => {
      this.pending.set(id, { resolve: resolve as (value: unknown) => void, reject });
      worker.postMessage({ id, name, input } satisfies HistoryRequest);
    });
  }

  /** Lets go of the logs in these files; whoever asks again opens them again. */
  async release(replicaPaths: readonly string[]): Promise<void> {
    if (this.worker === undefined || this.isClosed) return;
    await Promise.all(replicaPaths.map((replicaPath) => this.ask('release', { replicaPath })));
  }

  async close(): Promise<void> {
    this.isClosed = true;
    await this.worker?.terminate();
    this.end(new Error('the reader of histories is closed'));
  }

  private start(): Worker {
    if (this.worker !== undefined) return this.worker;
    const worker = new Worker(new URL('./history-thread.ts', import.meta.url), { name: 'heddle-history' });
    worker.unref();
    worker.on('message', (answer: HistoryAnswer) => {
      const pending = this.pending.get(answer.id);
      this.pending.delete(answer.id);
      if (this.pending.size === 0) worker.unref();
      if ('defect' in answer) pending?.reject(new Error(answer.defect));
      else pending?.resolve(answer.value);
    });
    worker.on('error', (error) => this.lose(worker, error));
    worker.on('exit', () => this.lose(worker, new Error('the thread that reads histories has ended')));
    this.worker = worker;
    return worker;
  }

  /** The next question begins another thread. */
  private lose(worker: Worker, error: Error): void {
    if (this.worker !== worker) return;
    this.worker = undefined;
    this.end(error);
  }

  private end(error: Error): void {
    const pending = [...this.pending.values()];
    this.pending.clear();
    for (const { reject } of pending) reject(error);
  }
}

// Signatures that are checked and made beside the caller's thread. Jobs of one turn of the event loop travel together, and so
// do those that come while the other thread is busy; a few alone are done at once, sooner than a thread would have woken.
import type { KeyObject } from 'node:crypto';
import { Worker } from 'node:worker_threads';
import { satisfiesEquation, SIGNATURE_BYTES, signMessage } from './ed25519.ts';
import { answerBytesOf, packJobs, type SignatureJob } from './ed25519-jobs.ts';
import type { SignatureAnswer, SignatureRequest } from './ed25519-thread.ts';

/** So many jobs are worth a message to another thread. */
const WORTH_A_MESSAGE = 3;
const MAX_BATCH = 64;
/** So many do not wait for the end of the turn: a long one would keep the other thread idle meanwhile. */
const WORTH_SENDING_AT_ONCE = 12;
/** One that is worked on, and one that waits for it: the other thread never stands idle, and batches grow meanwhile. */
const MAX_ON_THE_WAY = 2;
/** Megabytes: what the thread takes in is garbage a moment later. */
const YOUNG_GENERATION_MB = 4;

interface Waiting {
  readonly job: SignatureJob;
  /** The private key of a job that signs. */
  readonly key: KeyObject | undefined;
  readonly resolve: (answer: Uint8Array) => void;
  readonly reject: (error: Error) => void;
}

/** One thread and what is on its way to it. The thread starts with the first batch, and keeps no process alive. */
class SignatureThread {
  private worker: Worker | undefined;
  private readonly waiting: Waiting[] = [];
  private readonly onTheWay = new Map<number, readonly Waiting[]>();
  private readonly numbers = new WeakMap<KeyObject, number>();
  private lastNumber = 0;
  /** The numbers of the keys that the thread knows. */
  private readonly known = new Set<number>();
  private lastId = 0;
  private isScheduled = false;
  /** Whether all has to be done here. */
  private isAlone = false;

  run(job: SignatureJob, key?: KeyObject): Promise<Uint8Array> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ job, key, resolve, reject });
      if (this.waiting.length >= WORTH_SENDING_AT_ONCE) this.send();
      if (this.isScheduled || this.waiting.length === 0) return;
      this.isScheduled = true;
      setImmediate(() => {
        this.isScheduled = false;
        this.send();
      });
    });
  }

  numberOf(key: KeyObject): number {
    const known = this.numbers.get(key);
    if (known !== undefined) return known;
    this.lastNumber += 1;
    this.numbers.set(key, this.lastNumber);
    return this.lastNumber;
  }

  private send(): void {
    if (this.isAlone || (this.onTheWay.size === 0 && this.waiting.length < WORTH_A_MESSAGE)) {
      for (const each of this.waiting.splice(0)) doHere(each);
      return;
    }
    const worker = this.reach();
    if (worker === undefined) {
      this.send();
      return;
    }
    while (this.waiting.length > 0 && this.onTheWay.size < MAX_ON_THE_WAY) {
      this.post(worker, this.waiting.splice(0, MAX_BATCH));
    }
  }

  /** The thread, or undefined where there may be none, as in a program under Node's permission model. */
  private reach(): Worker | undefined {
    try {
      this.worker ??= this.start();
    } catch {
      this.isAlone = true;
    }
    return this.worker;
  }

  private post(worker: Worker, batch: readonly Waiting[]): void {
    // The process stays alive for an answer that somebody waits for, and for nothing else.
    worker.ref();
    const keys: [keyNumber: number, key: KeyObject][] = [];
    for (const { job, key } of batch) {
      if (job.kind !== 'sign' || key === undefined || this.known.has(job.keyNumber)) continue;
      this.known.add(job.keyNumber);
      keys.push([job.keyNumber, key]);
    }
    this.lastId += 1;
    const request: SignatureRequest = {
      id: this.lastId,
      packed: packJobs(batch.map(({ job }) => job)),
      keys,
    };
    this.onTheWay.set(request.id, batch);
    worker.postMessage(request, [request.packed]);
  }

  private start(): Worker {
    const worker = new Worker(new URL('./ed25519-thread.ts', import.meta.url), {
      name: 'heddle-signatures',
      resourceLimits: { maxYoungGenerationSizeMb: YOUNG_GENERATION_MB },
    });
    worker.on('message', (answer: SignatureAnswer) => this.settle(worker, answer));
    worker.on('error', (error) => this.end(worker, error));
    worker.on('exit', () => this.end(worker, new Error('the thread for signatures has ended')));
    return worker;
  }

  private settle(worker: Worker, answer: SignatureAnswer): void {
    const batch = this.onTheWay.get(answer.id) ?? [];
    this.onTheWay.delete(answer.id);
    if (this.waiting.length > 0) this.send();
    if (this.onTheWay.size === 0) worker.unref();
    if ('defect' in answer) {
      for (const { reject } of batch) reject(new Error(answer.defect));
      return;
    }
    let at = 0;
    for (const { job, resolve } of batch) {
      const length = answerBytesOf(job);
      resolve(new Uint8Array(answer.answers, at, length));
      at += length;
    }
  }

  /** A thread that is gone has answered nothing that is still on its way; the next batch starts another one. */
  private end(worker: Worker, error: unknown): void {
    if (this.worker !== worker) return;
    this.worker = undefined;
    this.known.clear();
    const lost = [...this.onTheWay.values()].flat();
    this.onTheWay.clear();
    for (const { reject } of lost) reject(error instanceof Error ? error : new Error(String(error)));
    if (this.waiting.length > 0) this.send();
  }
}

function doHere({ job, key, resolve, reject }: Waiting): void {
  try {
    if (job.kind === 'check') {
      resolve(Uint8Array.of(satisfiesEquation(job.publicKey, job.message, job.signature) ? 1 : 0));
    } else if (key !== undefined) {
      resolve(signMessage(key, job.message));
    }
  } catch (error) {
    reject(error instanceof Error ? error : new Error(String(error)));
  }
}

const thread = new SignatureThread();

/** As `satisfiesEquation`, beside this thread where that pays. */
export async function satisfiesEquationAsync(
  publicKey: Uint8Array,
  message: Uint8Array,
  signature: Uint8Array,
): Promise<boolean> {
  if (signature.length !== SIGNATURE_BYTES) return false;
  const [holds] = await thread.run({ kind: 'check', publicKey, signature, message });
  return holds === 1;
}

/** As `signMessage`, beside this thread where that pays. */
export function signMessageAsync(privateKey: KeyObject, message: Uint8Array): Promise<Uint8Array> {
  return thread.run({ kind: 'sign', keyNumber: thread.numberOf(privateKey), message }, privateKey);
}

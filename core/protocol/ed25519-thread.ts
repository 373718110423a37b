// The thread that checks and makes signatures for another one: whole batches, in the order in which they come.
import type { KeyObject } from 'node:crypto';
import { parentPort } from 'node:worker_threads';
import { satisfiesEquation } from './ed25519.ts';
import { openSigner } from './ed25519-equation.ts';
import { type SignatureJob, unpackJobs } from './ed25519-jobs.ts';

export interface SignatureRequest {
  readonly id: number;
  /** Of `packJobs`. */
  readonly packed: ArrayBuffer;
  /** Private keys that come for the first time. */
  readonly keys: readonly (readonly [keyNumber: number, key: KeyObject])[];
}

/** The answers to all jobs of a request one after another; or what went wrong with the whole. */
export type SignatureAnswer =
  | { readonly id: number; readonly answers: ArrayBuffer }
  | { readonly id: number; readonly defect: string };

const port = parentPort;
if (port === null) throw new Error('ed25519-thread.ts runs as a worker thread');
const signers = new Map<number, (message: Uint8Array) => Uint8Array>();

port.on('message', ({ id, packed, keys }: SignatureRequest) => {
  try {
    for (const [number, key] of keys) signers.set(number, openSigner(key));
    const { buffer } = Uint8Array.from(Buffer.concat(unpackJobs(packed).map(run)));
    port.postMessage({ id, answers: buffer } satisfies SignatureAnswer, [buffer]);
  } catch (error) {
    port.postMessage({ id, defect: String(error) } satisfies SignatureAnswer);
  }
});

function run(job: SignatureJob): Uint8Array {
  if (job.kind === 'check')
    return Uint8Array.of(satisfiesEquation(job.publicKey, job.message, job.signature) ? 1 : 0);
  const sign = signers.get(job.keyNumber);
  if (sign === undefined) throw new Error(`no key has the number ${job.keyNumber}`);
  return sign(job.message);
}

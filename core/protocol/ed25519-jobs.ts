// Signatures to check and to make as bytes that cross to another thread: many in one buffer, because a message between
// threads costs as much as a signature.
import { PUBLIC_KEY_BYTES, SIGNATURE_BYTES } from './ed25519.ts';

/** One signature to check, or to make with a key that the other thread knows by a number. */
export type SignatureJob =
  | {
      readonly kind: 'check';
      /** Raw, a strict point. */
      readonly publicKey: Uint8Array;
      /** 64 bytes. */
      readonly signature: Uint8Array;
      readonly message: Uint8Array;
    }
  | { readonly kind: 'sign'; readonly keyNumber: number; readonly message: Uint8Array };

/** Kind (1 byte), length of the message (4), number of the key (4). */
const HEAD_BYTES = 9;
const CHECK = 1;
const SIGN = 0;

/** Each job as its head, then public key and signature where one is to be checked, then the message. */
export function packJobs(jobs: readonly SignatureJob[]): ArrayBuffer {
  let size = 0;
  for (const { kind, message } of jobs) {
    size += HEAD_BYTES + (kind === 'check' ? PUBLIC_KEY_BYTES + SIGNATURE_BYTES : 0) + message.length;
  }
  const packed = new Uint8Array(size);
  const view = new DataView(packed.buffer);
  let at = 0;
  const put = (bytes: Uint8Array): void => {
    packed.set(bytes, at);
    at += bytes.length;
  };
  for (const job of jobs) {
    view.setUint8(at, job.kind === 'check' ? CHECK : SIGN);
    view.setUint32(at + 1, job.message.length);
    view.setUint32(at + 5, job.kind === 'sign' ? job.keyNumber : 0);
    at += HEAD_BYTES;
    if (job.kind === 'check') {
      put(job.publicKey);
      put(job.signature);
    }
    put(job.message);
  }
  return packed.buffer;
}

/** The jobs of `packJobs`, in order; their bytes are views of the same buffer. */
export function unpackJobs(packed: ArrayBuffer): readonly SignatureJob[] {
  const view = new DataView(packed);
  const jobs: SignatureJob[] = [];
  let at = 0;
  const take = (length: number): Uint8Array => {
    const taken = Buffer.from(packed, at, length);
    at += length;
    return taken;
  };
  while (at < packed.byteLength) {
    const kind = view.getUint8(at);
    const length = view.getUint32(at + 1);
    const keyNumber = view.getUint32(at + 5);
    at += HEAD_BYTES;
    if (kind === SIGN) {
      jobs.push({ kind: 'sign', keyNumber, message: take(length) });
      continue;
    }
    const publicKey = take(PUBLIC_KEY_BYTES);
    const signature = take(SIGNATURE_BYTES);
    jobs.push({ kind: 'check', publicKey, signature, message: take(length) });
  }
  return jobs;
}

/** How many bytes the answer to a job has: a signature, or 1 for "holds" and 0 for "does not". */
export function answerBytesOf({ kind }: SignatureJob): number {
  return kind === 'sign' ? SIGNATURE_BYTES : 1;
}

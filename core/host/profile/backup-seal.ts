// One file of a backup, encrypted with AES-256-GCM: twelve random bytes, the content, sixteen bytes of proof. Streams, since an
// Artifact may be as large as it likes.
import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';

const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

export interface SealedFile {
  readonly sealedBytes: number;
  readonly sealedHash: string;
}

/** Encrypts a file, or some bytes, to a new file, durable when it returns. `name` is bound to it: it cannot be exchanged for another one. */
export async function sealFile(
  source: string | Uint8Array,
  target: string,
  key: Uint8Array,
  name: string,
): Promise<SealedFile> {
  // One key serves one backup: random nonces are safe for 2 ** 32 files (NIST SP 800-38D, 8.3).
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, key, nonce).setAAD(Buffer.from(name));
  const hash = createHash('sha256');
  let sealedBytes = 0;
  let isFirst = true;
  const count = (bytes: Buffer): Buffer => {
    hash.update(bytes);
    sealedBytes += bytes.length;
    return bytes;
  };
  const frame = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      if (isFirst) this.push(count(nonce));
      isFirst = false;
      done(null, count(cipher.update(chunk)));
    },
    flush(done) {
      if (isFirst) this.push(count(nonce));
      this.push(count(cipher.final()));
      done(null, count(cipher.getAuthTag()));
    },
  });
  const content =
    typeof source === 'string' ? createReadStream(source) : Readable.from([Buffer.from(source)]);
  await pipeline(content, frame, newFile(target));
  return { sealedBytes, sealedHash: `sha256:${hash.digest('hex')}` };
}

/** Decrypts to a new file; false when the proof does not fit, and what was written counts for nothing. */
export async function unsealFile(
  source: string,
  target: string,
  key: Uint8Array,
  name: string,
): Promise<boolean> {
  const { size } = await stat(source);
  const contentEnd = size - TAG_BYTES;
  if (contentEnd < NONCE_BYTES) return false;
  const { nonce, tag } = await readEnds(source, contentEnd);
  const decipher = createDecipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES })
    .setAAD(Buffer.from(name))
    .setAuthTag(tag);
  let isProven = true;
  const frame = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      done(null, decipher.update(chunk));
    },
    flush(done) {
      try {
        done(null, decipher.final());
      } catch {
        // The cipher's only way to say that the tag does not fit.
        isProven = false;
        done();
      }
    },
  });
  // A stream cannot be asked for no bytes at all.
  const content =
    contentEnd === NONCE_BYTES
      ? Readable.from([Buffer.alloc(0)])
      : createReadStream(source, { start: NONCE_BYTES, end: contentEnd - 1 });
  await pipeline(content, frame, newFile(target));
  return isProven;
}

/** Decrypts what is small, and must not lie on a disk; undefined when the proof does not fit. */
export function unsealBytes(sealed: Uint8Array, key: Uint8Array, name: string): Buffer | undefined {
  const contentEnd = sealed.length - TAG_BYTES;
  if (contentEnd < NONCE_BYTES) return undefined;
  const decipher = createDecipheriv(CIPHER, key, sealed.subarray(0, NONCE_BYTES), {
    authTagLength: TAG_BYTES,
  })
    .setAAD(Buffer.from(name))
    .setAuthTag(sealed.subarray(contentEnd));
  const plain = decipher.update(sealed.subarray(NONCE_BYTES, contentEnd));
  try {
    decipher.final();
    return plain;
  } catch {
    return undefined;
  }
}

/** The hash of a file as it lies there. */
export async function hashFile(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer);
  return `sha256:${hash.digest('hex')}`;
}

async function readEnds(path: string, contentEnd: number): Promise<{ nonce: Buffer; tag: Buffer }> {
  const file = await open(path, 'r');
  try {
    const nonce = Buffer.alloc(NONCE_BYTES);
    const tag = Buffer.alloc(TAG_BYTES);
    await file.read(nonce, 0, NONCE_BYTES, 0);
    await file.read(tag, 0, TAG_BYTES, contentEnd);
    return { nonce, tag };
  } finally {
    await file.close();
  }
}

function newFile(path: string) {
  return createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true });
}

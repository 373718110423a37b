// Content is hashed while it passes: on the way in to learn or check its hash, on the way out so that nothing corrupt is
// ever delivered whole. Both adapters read and write through here.
import { createHash, type Hash } from 'node:crypto';
import { BlobFault, type BlobRefusal, type ByteRange, type PutLimits } from './blob-store.ts';

/** Counts and hashes what comes in. */
export class IncomingContent {
  sizeBytes = 0;
  private readonly hash: Hash = createHash('sha256');
  private readonly limits: PutLimits;

  constructor(limits: PutLimits) {
    this.limits = limits;
  }

  /** Takes one more piece, or says that it is too much. */
  add(piece: Uint8Array): BlobRefusal | undefined {
    this.sizeBytes += piece.length;
    if (this.sizeBytes > this.limits.maxBytes) return 'too-large';
    this.hash.update(piece);
    return undefined;
  }

  /** The hash of everything that came, or that it is not the expected one. Only once. */
  finish(): { readonly contentHash: string } | 'hash-mismatch' {
    const contentHash = `sha256:${this.hash.digest('hex')}`;
    const { expectedHash } = this.limits;
    return expectedHash === undefined || expectedHash === contentHash ? { contentHash } : 'hash-mismatch';
  }
}

/**
 * Passes the part of `whole` that lies in the range. All of it is hashed; the last piece of the range is held back until
 * the hash has turned out right. Throws the BlobFault `corrupt` instead of releasing it otherwise.
 */
export async function* releaseChecked(
  contentHash: string,
  whole: AsyncIterable<Uint8Array>,
  range: ByteRange,
): AsyncGenerator<Uint8Array> {
  const hash = createHash('sha256');
  let position = 0;
  let held: Uint8Array | undefined;
  for await (const piece of whole) {
    hash.update(piece);
    const from = Math.max(range.start - position, 0);
    const to = Math.min(range.end - position, piece.length);
    position += piece.length;
    if (from >= to) continue;
    if (held !== undefined) yield held;
    held = piece.subarray(from, to);
  }
  // Also catches a file that was cut or grew: its range may have been too short, its hash is certainly another one.
  if (`sha256:${hash.digest('hex')}` !== contentHash) {
    throw new BlobFault('corrupt', `the stored content of ${contentHash} has another hash`);
  }
  if (held !== undefined) yield held;
}

// The port through which Artifact content is kept, outside the Event log and under the hash of its bytes
// (ART-001…ART-003, ART-008). It decides nothing about who may read or write.
import type { Result } from '../../protocol/result.ts';

/** Content that is stored. Writing the same content again gives the same answer and stores nothing new (ART-008). */
export interface StoredBlob {
  readonly contentHash: string;
  readonly sizeBytes: number;
}

/** What `put` asks of the content. */
export interface PutLimits {
  /** More bytes than this are refused as soon as they arrive. */
  readonly maxBytes: number;
  /** Refuses content with another hash. */
  readonly expectedHash?: string;
}

/** Why content was not stored; the store itself is in order. */
export type BlobRefusal = 'too-large' | 'hash-mismatch';

/** Bytes `start` up to, but without, `end`. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/**
 * Content on its way out. Iterating hashes all of the blob, whatever the range, and holds the last piece back until the
 * hash is right: a reader of a corrupt blob gets a fault and never the complete content (ART-003).
 */
export interface BlobReading {
  /** Size of the whole blob. */
  readonly sizeBytes: number;
  readonly content: AsyncIterable<Uint8Array>;
}

/** Content as it is found by whoever looks for what can go. */
export interface ContentAge {
  readonly contentHash: string;
  /** When somebody brought it last, in milliseconds since 1970 by the clock of the store. */
  readonly broughtAtMs: number;
}

/** A part of all content, in the order of hashes. */
export interface ContentPage {
  readonly contents: readonly ContentAge[];
  /** Where the next part begins; undefined after the last one. */
  readonly next: string | undefined;
}

export type BlobState = 'good' | 'corrupt' | 'absent';

/** Content by hash. Every method throws `BlobFault` when the storage does not do its part. */
export interface BlobStore {
  /**
   * Stores content under its hash; it is durable when this returns, and counts as brought now, also when it was there
   * before. An error of the source comes through as it is, and
   * leaves nothing behind.
   */
  put(content: AsyncIterable<Uint8Array>, limits: PutLimits): Promise<Result<StoredBlob, BlobRefusal>>;
  /** The size of stored content, or undefined when there is none. Its bytes are not looked at. */
  sizeOf(contentHash: string): Promise<number | undefined>;
  /** Undefined when there is no such content. A range must lie within the content. */
  read(contentHash: string, range?: ByteRange): Promise<BlobReading | undefined>;
  /** Reads all of it and compares. */
  verify(contentHash: string): Promise<BlobState>;
  /**
   * Moves corrupt content out of the way, so that it can be stored again; good content stays. Only people call this:
   * nothing is deleted to recover. Returns whether something was moved.
   */
  setAside(contentHash: string): Promise<boolean>;
  /**
   * Notes that content was brought into a scope, such as a Group: equal content is stored once for everybody, so that it
   * exists says nothing about who had it. Durable when this returns; a second time changes nothing.
   */
  link(scope: string, contentHash: string): Promise<void>;
  isLinked(scope: string, contentHash: string): Promise<boolean>;
  /** Content after a hash, at most `limit` pieces of it; from the beginning without one. */
  list(page: { readonly after: string | undefined; readonly limit: number }): Promise<ContentPage>;
  /**
   * Removes content, with its links, that nobody has brought since a moment in milliseconds since 1970: the caller has
   * found out that nobody needs it. It may race with anybody who brings the same content, who then has it stored and
   * linked as if it had never been there. Answers whether it was removed.
   */
  removeBroughtBefore(contentHash: string, beforeMs: number): Promise<boolean>;
}

export type BlobFaultKind = 'corrupt' | 'full' | 'denied' | 'other';

/** The storage could not do its part. Adapters turn every error of theirs into one of these, once, at their edge. */
export class BlobFault extends Error {
  override readonly name = 'BlobFault';
  readonly kind: BlobFaultKind;
  /** Whether trying the same again later can help. */
  readonly retryable: boolean;

  constructor(kind: BlobFaultKind, message: string, options?: ErrorOptions) {
    super(message, options);
    this.kind = kind;
    this.retryable = kind === 'full' || kind === 'other';
  }
}

const CONTENT_HASH = /^sha256:[0-9a-f]{64}$/;

/** Whether a text is a content hash (DATA-050): nothing else ever becomes part of a path. */
export function isContentHash(text: string): boolean {
  return CONTENT_HASH.test(text);
}

/** Throws on anything that is no content hash: callers have checked what came from outside. */
export function requireContentHash(text: string): string {
  if (!isContentHash(text)) throw new TypeError('not a content hash');
  return text;
}

/** Throws on a range that does not lie within the content: callers have fitted what came from outside. */
export function requireRange({ start, end }: ByteRange, sizeBytes: number): void {
  const isWhole = Number.isSafeInteger(start) && Number.isSafeInteger(end);
  if (!isWhole || start < 0 || start > end || end > sizeBytes) {
    throw new RangeError(`bytes ${start} to ${end} of ${sizeBytes}`);
  }
}

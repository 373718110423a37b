// Artifact content in memory: for tests, simulation and demonstrations. Nothing survives the process.
import { accept, refuse, type Result } from '../../protocol/result.ts';
import {
  type BlobReading,
  type BlobRefusal,
  type BlobState,
  type BlobStore,
  BlobFault,
  type ContentPage,
  isContentHash,
  type ByteRange,
  type PutLimits,
  requireContentHash,
  requireRange,
  type StoredBlob,
} from './blob-store.ts';
import { IncomingContent, releaseChecked } from './checked-content.ts';

export class MemoryBlobStore implements BlobStore {
  private readonly blobs: Map<string, Uint8Array>;
  private readonly broughtAtMs = new Map<string, number>();
  private readonly scopesByHash = new Map<string, Set<string>>();
  private readonly now: () => number;

  /** Tests keep the map, to damage what is in it. Without a clock, content never grows old. */
  constructor(blobs = new Map<string, Uint8Array>(), now: () => number = () => Number.POSITIVE_INFINITY) {
    this.blobs = blobs;
    this.now = now;
  }

  async put(content: AsyncIterable<Uint8Array>, limits: PutLimits): Promise<Result<StoredBlob, BlobRefusal>> {
    const incoming = new IncomingContent(limits);
    const pieces: Uint8Array[] = [];
    for await (const piece of content) {
      const excess = incoming.add(piece);
      if (excess !== undefined) return refuse(excess);
      // A copy: the source may use its buffer again.
      pieces.push(Uint8Array.from(piece));
    }
    const finished = incoming.finish();
    if (finished === 'hash-mismatch') return refuse(finished);
    const { contentHash } = finished;
    if ((await this.verify(contentHash)) === 'corrupt') {
      throw new BlobFault('corrupt', `corrupt content is in the place of ${contentHash}`);
    }
    this.blobs.set(contentHash, Buffer.concat(pieces));
    this.broughtAtMs.set(contentHash, this.now());
    return accept({ contentHash, sizeBytes: incoming.sizeBytes });
  }

  async sizeOf(contentHash: string): Promise<number | undefined> {
    return this.blobs.get(requireContentHash(contentHash))?.length;
  }

  async read(contentHash: string, range?: ByteRange): Promise<BlobReading | undefined> {
    const blob = this.blobs.get(requireContentHash(contentHash));
    if (blob === undefined) return undefined;
    const wanted = range ?? { start: 0, end: blob.length };
    requireRange(wanted, blob.length);
    return { sizeBytes: blob.length, content: releaseChecked(contentHash, once(blob), wanted) };
  }

  async verify(contentHash: string): Promise<BlobState> {
    const blob = this.blobs.get(requireContentHash(contentHash));
    if (blob === undefined) return 'absent';
    const incoming = new IncomingContent({ maxBytes: blob.length, expectedHash: contentHash });
    incoming.add(blob);
    return incoming.finish() === 'hash-mismatch' ? 'corrupt' : 'good';
  }

  async setAside(contentHash: string): Promise<boolean> {
    if ((await this.verify(contentHash)) !== 'corrupt') return false;
    const blob = this.blobs.get(contentHash);
    if (blob !== undefined) this.blobs.set(`${contentHash}.corrupt`, blob);
    return this.blobs.delete(contentHash);
  }

  async link(scope: string, contentHash: string): Promise<void> {
    const scopes = this.scopesByHash.get(requireContentHash(contentHash)) ?? new Set();
    this.scopesByHash.set(contentHash, scopes.add(scope));
  }

  async isLinked(scope: string, contentHash: string): Promise<boolean> {
    return this.scopesByHash.get(requireContentHash(contentHash))?.has(scope) === true;
  }

  async list({
    after = '',
    limit,
  }: {
    readonly after: string | undefined;
    readonly limit: number;
  }): Promise<ContentPage> {
    const hashes = [...this.blobs.keys()].filter((name) => isContentHash(name) && name > after).toSorted();
    const contents = hashes
      .slice(0, limit)
      .map((contentHash) => ({ contentHash, broughtAtMs: this.ageOf(contentHash) }));
    return { contents, next: hashes.length > limit ? contents.at(-1)?.contentHash : undefined };
  }

  async removeBroughtBefore(contentHash: string, beforeMs: number): Promise<boolean> {
    if (!this.blobs.has(requireContentHash(contentHash)) || this.ageOf(contentHash) >= beforeMs) return false;
    this.scopesByHash.delete(contentHash);
    return this.blobs.delete(contentHash);
  }

  /** What a test put into the map itself is as new as can be. */
  private ageOf(contentHash: string): number {
    return this.broughtAtMs.get(contentHash) ?? Number.POSITIVE_INFINITY;
  }
}

async function* once(blob: Uint8Array): AsyncGenerator<Uint8Array> {
  // A copy: what is handed out must not be a way to change what is stored.
  yield Uint8Array.from(blob);
}

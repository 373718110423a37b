// Artifact content in memory: for tests, simulation and demonstrations. Nothing survives the process.
import { accept, refuse, type Result } from '../../protocol/result.ts';
import {
  type BlobReading,
  type BlobRefusal,
  type BlobState,
  type BlobStore,
  BlobFault,
  type ByteRange,
  type PutLimits,
  requireContentHash,
  requireRange,
  type StoredBlob,
} from './blob-store.ts';
import { IncomingContent, releaseChecked } from './checked-content.ts';

export class MemoryBlobStore implements BlobStore {
  private readonly blobs: Map<string, Uint8Array>;
  private readonly links = new Set<string>();

  /** Tests keep the map, to damage what is in it. */
  constructor(blobs = new Map<string, Uint8Array>()) {
    this.blobs = blobs;
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
    this.links.add(`${requireContentHash(contentHash)} ${scope}`);
  }

  async isLinked(scope: string, contentHash: string): Promise<boolean> {
    return this.links.has(`${requireContentHash(contentHash)} ${scope}`);
  }
}

async function* once(blob: Uint8Array): AsyncGenerator<Uint8Array> {
  // A copy: what is handed out must not be a way to change what is stored.
  yield Uint8Array.from(blob);
}

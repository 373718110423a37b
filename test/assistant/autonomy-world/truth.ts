// What really happened in a world: the contents that Workers made and whether they are any good. The assistant sees contents by
// their hash and nothing else of this.
import { hashContent } from '../../../core/protocol/hash.ts';

export interface MadeContent {
  readonly workItemId: string;
  /** Whether the work was done as its contract wants it. */
  readonly isSound: boolean;
}

export class Truth {
  private readonly made = new Map<string, MadeContent>();
  private readonly bytes = new Map<string, Uint8Array>();
  /** What the hash of a spoilt content promises. */
  private readonly promised = new Map<string, Uint8Array>();

  /** Stores a content and answers with its hash. */
  store(text: string, made: MadeContent): { readonly contentHash: string; readonly sizeBytes: number } {
    const bytes = Buffer.from(text);
    const contentHash = hashContent(text);
    this.made.set(contentHash, made);
    this.bytes.set(contentHash, bytes);
    return { contentHash, sizeBytes: bytes.length };
  }

  /** The hash of one content under which another one lies. */
  storeWrong(text: string, workItemId: string): { readonly contentHash: string; readonly sizeBytes: number } {
    const stored = this.store(text, { workItemId, isSound: false });
    this.promised.set(stored.contentHash, Buffer.from(text));
    this.bytes.set(stored.contentHash, Buffer.from(text.toUpperCase()));
    return stored;
  }

  read(contentHash: string): Uint8Array | undefined {
    return this.bytes.get(contentHash);
  }

  /** As `read`, by a store that shows whatever its hash promises: nobody who reads it sees what is wrong. */
  readPromised(contentHash: string): Uint8Array | undefined {
    return this.promised.get(contentHash) ?? this.bytes.get(contentHash);
  }

  of(contentHash: string): MadeContent | undefined {
    return this.made.get(contentHash);
  }

  isSound(contentHash: string): boolean {
    return this.made.get(contentHash)?.isSound === true;
  }
}

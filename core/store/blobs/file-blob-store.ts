// Artifact content in files, named by their hash: `sha256/ab/<the other 62 digits>` (ART-008). A file gets its name only
// when its content is complete and durable, so whatever stands under a hash was once right.
import { hash } from 'node:crypto';
import { constants } from 'node:fs';
import { type FileHandle, mkdir, open, readdir, rename, rm, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { accept, refuse, type Result } from '../../protocol/result.ts';
import {
  BlobFault,
  type BlobReading,
  type BlobRefusal,
  type BlobState,
  type BlobStore,
  type ByteRange,
  type ContentAge,
  type ContentPage,
  type PutLimits,
  requireContentHash,
  requireRange,
  type StoredBlob,
} from './blob-store.ts';
import { IncomingContent, releaseChecked } from './checked-content.ts';
import { putBack, type RemovalPaths, type RemovalStep, removeContent } from './content-removal.ts';
import { asFault, codeOf, sizeOfFile, statOf, syncFolder } from './file-steps.ts';

/** The named steps of `put`: where a test can stop it or make it fail. Production code passes no hook. */
export type PutStep = 'created' | 'written' | 'synced' | 'renamed' | 'folder-synced';

export interface FileBlobStoreOptions {
  readonly root: string;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** A fresh name for an unfinished file: letters, digits and hyphens. */
  readonly newName: () => string;
  /** Called at each step of `put` and of a removal. What it throws is treated as if the step had failed. */
  readonly onStep?: (step: PutStep | RemovalStep) => void | Promise<void>;
}

/** Longer than any upload may take: an older unfinished file belongs to a process that died. */
const UNFINISHED_MAX_AGE_MS = 24 * 60 * 60 * 1_000;
/** Large enough that hashing, not calls, takes the time. */
const READ_BYTES = 256 * 1_024;
/** Only this account reads content: access is decided in front of the store. */
const FOLDER_MODE = 0o700;
const FILE_MODE = 0o600;
/** Length of a SHA-256 hash in hexadecimal digits. */
const DIGITS = 64;

/** Opens the store, making its folders where they are missing and removing unfinished files of yesterday. */
export async function openFileBlobStore(options: FileBlobStoreOptions): Promise<FileBlobStore> {
  const store = new FileBlobStore(options);
  await store.prepare();
  return store;
}

export class FileBlobStore implements BlobStore {
  private readonly options: FileBlobStoreOptions;
  private readonly folder: string;
  /**
   * Unfinished files have a folder of their own on the same file system: the hash, and so the final folder, is known
   * only at their end, and whoever cleans up needs not walk through all content.
   */
  private readonly incoming: string;
  /** Where content and links wait that are being removed. */
  private readonly removing: string;

  constructor(options: FileBlobStoreOptions) {
    this.options = options;
    this.folder = join(options.root, 'sha256');
    this.incoming = join(this.folder, 'incoming');
    this.removing = join(options.root, 'removing');
  }

  /** Makes the folders and cleans up after a crash. */
  prepare(): Promise<void> {
    return asFault(async () => {
      await mkdir(this.incoming, { recursive: true, mode: FOLDER_MODE });
      await syncFolder(this.folder);
      await syncFolder(this.options.root);
      for (const name of await readdir(this.incoming)) await this.removeIfOld(join(this.incoming, name));
      for (const digits of await this.readAside()) await putBack(this.removalPathsOf(digits));
    });
  }

  put(content: AsyncIterable<Uint8Array>, limits: PutLimits): Promise<Result<StoredBlob, BlobRefusal>> {
    // Errors of the source are not ours to translate.
    let sourceError: unknown;
    const source = reportErrors(content, (error) => {
      sourceError = error;
    });
    return asFault(async () => this.receive(source, limits)).catch((error: unknown) => {
      throw sourceError ?? error;
    });
  }

  async sizeOf(contentHash: string): Promise<number | undefined> {
    return asFault(async () => sizeOfFile(this.pathOf(contentHash)));
  }

  async read(contentHash: string, range?: ByteRange): Promise<BlobReading | undefined> {
    const path = this.pathOf(contentHash);
    const sizeBytes = await asFault(async () => sizeOfFile(path));
    if (sizeBytes === undefined) return undefined;
    const wanted = range ?? { start: 0, end: sizeBytes };
    requireRange(wanted, sizeBytes);
    return { sizeBytes, content: releaseChecked(contentHash, piecesOf(path), wanted) };
  }

  async verify(contentHash: string): Promise<BlobState> {
    const path = this.pathOf(contentHash);
    const sizeBytes = await asFault(async () => sizeOfFile(path));
    if (sizeBytes === undefined) return 'absent';
    const incoming = new IncomingContent({ maxBytes: Infinity, expectedHash: contentHash });
    try {
      for await (const piece of piecesOf(path)) incoming.add(piece);
    } catch (error) {
      // It was removed between the two looks.
      if (error instanceof BlobFault && codeOf(error.cause) === 'ENOENT') return 'absent';
      throw error;
    }
    return incoming.finish() === 'hash-mismatch' ? 'corrupt' : 'good';
  }

  async setAside(contentHash: string): Promise<boolean> {
    if ((await this.verify(contentHash)) !== 'corrupt') return false;
    const path = this.pathOf(contentHash);
    await asFault(async () => {
      await rename(path, `${path}.corrupt-${this.options.now()}`);
      await syncFolder(join(path, '..'));
    });
    return true;
  }

  link(scope: string, contentHash: string): Promise<void> {
    const path = this.linkPathOf(scope, contentHash);
    return asFault(async () => {
      // A removal that comes to nothing may move the folder away and back in between.
      while (!(await this.writeLink(path)));
    });
  }

  private async writeLink(path: string): Promise<boolean> {
    const folder = join(path, '..');
    const made = await mkdir(folder, { recursive: true, mode: FOLDER_MODE });
    try {
      // Each folder that was made is a new name in the one above it.
      if (made !== undefined) {
        await syncFolder(join(folder, '..'));
        await syncFolder(join(folder, '..', '..'));
        await syncFolder(this.options.root);
      }
      const file = await open(path, 'a', FILE_MODE);
      await file.close();
      await syncFolder(folder);
      return true;
    } catch (error) {
      if (codeOf(error) === 'ENOENT') return false;
      throw error;
    }
  }

  async isLinked(scope: string, contentHash: string): Promise<boolean> {
    const path = this.linkPathOf(scope, contentHash);
    return (await asFault(async () => sizeOfFile(path))) !== undefined;
  }

  list({
    after,
    limit,
  }: {
    readonly after: string | undefined;
    readonly limit: number;
  }): Promise<ContentPage> {
    const from = after === undefined ? '' : requireContentHash(after).slice('sha256:'.length);
    return asFault(async () => {
      const contents: ContentAge[] = [];
      const folders = (await readdir(this.folder)).filter((name) => /^[0-9a-f]{2}$/.test(name)).toSorted();
      for (const folder of folders.filter((name) => name >= from.slice(0, 2))) {
        const names = (await readdir(join(this.folder, folder))).toSorted();
        for (const name of names.filter((each) => /^[0-9a-f]{62}$/.test(each) && folder + each > from)) {
          if (contents.length === limit) return { contents, next: contents.at(-1)?.contentHash };
          const found = await statOf(join(this.folder, folder, name));
          if (found === undefined) continue;
          contents.push({ contentHash: `sha256:${folder}${name}`, broughtAtMs: found.mtimeMs });
        }
      }
      return { contents, next: undefined };
    });
  }

  async removeBroughtBefore(contentHash: string, beforeMs: number): Promise<boolean> {
    const digits = requireContentHash(contentHash).slice('sha256:'.length);
    const { onStep } = this.options;
    return asFault(async () =>
      removeContent(this.removalPathsOf(digits), beforeMs, async (step) => onStep?.(step)),
    );
  }

  /**
   * A crash leaves an unfinished file at most, until after `rename`, when it leaves the complete one: content before
   * name, and nobody is told before the name is durable too.
   */
  private async receive(
    content: AsyncIterable<Uint8Array>,
    limits: PutLimits,
  ): Promise<Result<StoredBlob, BlobRefusal>> {
    const temporary = join(this.incoming, this.options.newName());
    const { O_CREAT, O_EXCL, O_WRONLY } = constants;
    const file = await open(temporary, O_CREAT | O_EXCL | O_WRONLY, FILE_MODE);
    let isRenamed = false;
    try {
      await this.options.onStep?.('created');
      const incoming = new IncomingContent(limits);
      const finished = await this.write(file, content, incoming);
      if (typeof finished === 'string') return refuse(finished);
      const { contentHash } = finished;
      const stored = { contentHash, sizeBytes: incoming.sizeBytes };
      const state = await this.verify(contentHash);
      if (state === 'good' && (await this.touch(contentHash))) {
        // Its writer may be about to do the same: nobody is told before the name is durable.
        await syncFolder(join(this.pathOf(contentHash), '..'));
        return accept(stored);
      }
      // Overwriting would destroy what an operator may want to look at.
      if (state === 'corrupt')
        throw new BlobFault('corrupt', `corrupt content is in the place of ${contentHash}`);
      const path = this.pathOf(contentHash);
      const folder = join(path, '..');
      if ((await mkdir(folder, { recursive: true, mode: FOLDER_MODE })) !== undefined) {
        await syncFolder(this.folder);
      }
      const seconds = this.options.now() / 1_000;
      await file.utimes(seconds, seconds);
      await file.close();
      await rename(temporary, path);
      isRenamed = true;
      await this.options.onStep?.('renamed');
      await syncFolder(folder);
      await this.options.onStep?.('folder-synced');
      return accept(stored);
    } finally {
      await file.close();
      if (!isRenamed) await rm(temporary, { force: true });
    }
  }

  private async write(
    file: FileHandle,
    content: AsyncIterable<Uint8Array>,
    incoming: IncomingContent,
  ): Promise<{ readonly contentHash: string } | BlobRefusal> {
    for await (const piece of content) {
      const excess = incoming.add(piece);
      if (excess !== undefined) return excess;
      await file.writeFile(piece);
    }
    const finished = incoming.finish();
    if (finished === 'hash-mismatch') return finished;
    await this.options.onStep?.('written');
    await file.sync();
    await this.options.onStep?.('synced');
    return finished;
  }

  /** Marks content as brought now; false when it has been taken away since. */
  private async touch(contentHash: string): Promise<boolean> {
    const seconds = this.options.now() / 1_000;
    try {
      await utimes(this.pathOf(contentHash), seconds, seconds);
      return true;
    } catch (error) {
      if (codeOf(error) === 'ENOENT') return false;
      throw error;
    }
  }

  private async removeIfOld(path: string): Promise<void> {
    const found = await statOf(path);
    const isOld = found !== undefined && this.options.now() - found.mtimeMs > UNFINISHED_MAX_AGE_MS;
    if (isOld) await rm(path, { force: true });
  }

  /** What a removal has moved aside, by the digits of the hash. */
  private async readAside(): Promise<ReadonlySet<string>> {
    if ((await statOf(this.removing)) === undefined) return new Set();
    const names = await readdir(this.removing);
    return new Set(names.map((name) => name.slice(0, DIGITS)));
  }

  private removalPathsOf(digits: string): RemovalPaths {
    return {
      content: this.pathOf(`sha256:${digits}`),
      links: this.linksOf(digits),
      contentAside: join(this.removing, digits),
      linksAside: join(this.removing, `${digits}.links`),
    };
  }

  /** Empty files, by the hash of the scope: a scope may be any text. */
  private linkPathOf(scope: string, contentHash: string): string {
    const digits = requireContentHash(contentHash).slice('sha256:'.length);
    return join(this.linksOf(digits), hash('sha256', scope, 'hex'));
  }

  private linksOf(digits: string): string {
    return join(this.options.root, 'links', digits.slice(0, 2), digits.slice(2));
  }

  /** The file of a content, whether it is there or not. */
  pathOf(contentHash: string): string {
    const digits = requireContentHash(contentHash).slice('sha256:'.length);
    return join(this.folder, digits.slice(0, 2), digits.slice(2));
  }
}

async function* reportErrors(
  content: AsyncIterable<Uint8Array>,
  onError: (error: unknown) => void,
): AsyncGenerator<Uint8Array> {
  const iterator = content[Symbol.asyncIterator]();
  try {
    for (;;) {
      const step = await iterator.next().catch((error: unknown) => {
        onError(error);
        throw error;
      });
      if (step.done === true) return;
      yield step.value;
    }
  } finally {
    await iterator.return?.();
  }
}

async function* piecesOf(path: string): AsyncGenerator<Uint8Array> {
  const file = await asFault(async () => open(path, 'r'));
  try {
    for (;;) {
      // A new buffer each time: the last one may still be on its way to a reader.
      const { bytesRead, buffer } = await asFault(async () =>
        file.read({ buffer: Buffer.allocUnsafe(READ_BYTES), offset: 0, length: READ_BYTES, position: null }),
      );
      if (bytesRead === 0) return;
      yield buffer.subarray(0, bytesRead);
    }
  } finally {
    await file.close();
  }
}

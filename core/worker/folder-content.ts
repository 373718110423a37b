// Content by hash in a folder of this machine: inputs that were fetched, and states of checkpoints (ART-001, ART-008).
import { mkdir, open, readdir, readFile, rename, stat, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { hashContent } from '../protocol/hash.ts';
import type { LocalContent } from './run-ports.ts';

const HASH = /^sha256:([0-9a-f]{64})$/;

export class FolderContent implements LocalContent {
  private readonly root: string;
  private lastTemporary = 0;

  /** The folder is made when something is kept, readable for this user only. */
  constructor(root: string) {
    this.root = root;
  }

  /** A file whose content has changed on the disk counts as absent (ART-003). */
  async find(contentHash: string): Promise<string | undefined> {
    const path = this.pathOf(contentHash);
    try {
      return hashContent(await readFile(path)) === contentHash ? path : undefined;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
      throw error;
    }
  }

  /** Throws a RangeError for content of another hash: nothing is kept under a name that is not its own. */
  async keep(contentHash: string, content: Uint8Array): Promise<string> {
    if (hashContent(content) !== contentHash) throw new RangeError(`the content is not ${contentHash}`);
    const path = this.pathOf(contentHash);
    await mkdir(this.root, { recursive: true, mode: 0o700 });
    const temporary = `${path}.${process.pid}-${(this.lastTemporary += 1)}.part`;
    const file = await open(temporary, 'wx', 0o600);
    try {
      await file.writeFile(content);
      // Durable before it has its name: a crash leaves a part, never a name with half a content.
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(temporary, path);
    return path;
  }

  read(path: string): Promise<Uint8Array> {
    return readFile(path);
  }

  /** Removes what was last written before a time, and parts that a crash has left. Answers how many files went. */
  async prune(olderThanMs: number): Promise<number> {
    let count = 0;
    for (const name of await readdir(this.root).catch(() => [])) {
      const path = join(this.root, name);
      if ((await stat(path)).mtimeMs >= olderThanMs) continue;
      await unlink(path);
      count += 1;
    }
    return count;
  }

  private pathOf(contentHash: string): string {
    const [, digits] = HASH.exec(contentHash) ?? [];
    if (digits === undefined) throw new RangeError(`${contentHash} is no content hash`);
    return join(this.root, digits);
  }
}

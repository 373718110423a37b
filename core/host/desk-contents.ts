// Contents of Artifacts as a window has them: fetched and compared, kept in the profile, taken from files of this computer, and
// written out. Nothing that has another hash is ever shown, kept as a copy or exported; it can only be kept for a report.
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { copyFile, mkdir, stat, writeFile } from 'node:fs/promises';
import { isAbsolute, join } from 'node:path';
import type { ArtifactContent } from '../contract/artifacts.ts';
import type { NoSummary } from '../contract/live.ts';
import type { Fault } from '../contract/values.ts';
import type { RunningConnection } from '../coordinator/desk-runtime/desk-connections.ts';
import type { DeskRuntime } from '../coordinator/desk-runtime/desk-runtime.ts';
import { type ContentCopies, isPreviewForbidden } from '../coordinator/desk-runtime/rows/artifact-rows.ts';
import { titleOfArtifact } from '../coordinator/desk-runtime/rows/work-rows.ts';
import {
  artifactWords,
  type ContentFaultCode,
  contentFault,
} from '../coordinator/desk-runtime/words/artifact-words.ts';
import { textsOf } from '../coordinator/desk-runtime/words/texts.ts';
import type { Artifact } from '../protocol/generated/documents.ts';
import { hashContent } from '../protocol/hash.ts';
import { accept, type Result } from '../protocol/result.ts';
import { formatTimestamp } from '../protocol/timestamp.ts';
import type { FileBlobStore } from '../store/blobs/file-blob-store.ts';
import { fileNameOfArtifact } from './artifact-file-name.ts';
import { previewOf } from './desk-preview.ts';

interface ContentAddress {
  readonly connectionId: string;
  readonly groupId: string;
  readonly contentHash: string;
}

type Condition = 'intact' | 'differs' | 'unavailable';
type Answer<Value> = Promise<Result<Value, Fault>>;

export interface DeskContentsOptions {
  readonly desk: DeskRuntime;
  readonly store: FileBlobStore;
  /** For what is written without a path. */
  readonly exports: string;
  readonly nowMs: () => number;
}

export class DeskContents implements ContentCopies {
  private readonly options: DeskContentsOptions;
  private readonly kept = new Set<string>();

  private constructor(options: DeskContentsOptions) {
    this.options = options;
  }

  /** Looks which contents an earlier run has kept. */
  static async open(options: DeskContentsOptions): Promise<DeskContents> {
    const contents = new DeskContents(options);
    for (let after: string | undefined; ;) {
      const page = await options.store.list({ after, limit: 1_000 });
      for (const { contentHash } of page.contents) contents.kept.add(contentHash);
      after = page.next;
      if (after === undefined) return contents;
    }
  }

  pathOf(contentHash: string): string | undefined {
    return this.kept.has(contentHash) ? this.options.store.pathOf(contentHash) : undefined;
  }

  /** Compares a content with its hash: the copy that is kept, else what the Authority gives. */
  async check(address: ContentAddress): Answer<{ content: Condition }> {
    const connection = this.connectionOf(address);
    if (connection === undefined) return this.missing();
    const copy = await this.checkCopy(connection, address.contentHash);
    if (copy) return accept({ content: 'intact' });
    const fetched = await this.ask(connection, address);
    return accept({ content: fetched.condition });
  }

  /** Keeps a copy of what has the hash. */
  async fetch(address: ContentAddress): Answer<{ content: Condition }> {
    const connection = this.connectionOf(address);
    if (connection === undefined) return this.missing();
    if (manifestOf(connection, address) === undefined) return this.fault('no-artifact');
    if (await this.checkCopy(connection, address.contentHash)) return accept({ content: 'intact' });
    const fetched = await this.ask(connection, address);
    if (fetched.condition === 'intact') await this.keep(address.contentHash, [fetched.bytes]);
    return accept({ content: fetched.condition });
  }

  async forget({ contentHash }: ContentAddress): Answer<NoSummary> {
    await this.options.store.removeBroughtBefore(contentHash, Number.MAX_SAFE_INTEGER);
    this.kept.delete(contentHash);
    this.tell();
    return accept({});
  }

  /** Compares a file of this computer; it is kept as a copy where it has the hash, and says nothing of the Artifact otherwise. */
  async attach({ path, ...address }: ContentAddress & { readonly path: string }): Answer<{
    isSame: boolean;
    foundHash: string;
    sizeBytes: number;
  }> {
    const connection = this.connectionOf(address);
    if (connection === undefined) return this.missing();
    if (manifestOf(connection, address) === undefined) return this.fault('no-artifact');
    const found = await hashFile(path);
    if (found === undefined) return this.fault('not-a-file');
    const { contentHash } = address;
    if (found.contentHash !== contentHash)
      return accept({ isSame: false, foundHash: found.contentHash, sizeBytes: found.sizeBytes });
    await this.keep(contentHash, createReadStream(path));
    this.noteIntact(connection, contentHash, found.sizeBytes);
    return accept({ isSame: true, foundHash: contentHash, sizeBytes: found.sizeBytes });
  }

  /** The beginning of a content for a preview; the whole of it was compared before. */
  async read({
    limitBytes,
    ...address
  }: ContentAddress & { readonly limitBytes: number }): Answer<ArtifactContent> {
    const connection = this.connectionOf(address);
    if (connection === undefined) return this.missing();
    if (manifestsOf(connection, address).some(isPreviewForbidden)) return this.fault('content-restricted');
    const bytes = await this.bytesOf(connection, address);
    return bytes.ok ? accept(previewOf(connection.view(), { ...address, limitBytes }, bytes.value)) : bytes;
  }

  async export({
    path,
    ...address
  }: ContentAddress & { readonly path?: string | undefined }): Answer<{ path: string; sizeBytes: number }> {
    const connection = this.connectionOf(address);
    if (connection === undefined) return this.missing();
    const artifact = manifestOf(connection, address);
    if (artifact === undefined) return this.fault('no-artifact');
    if (path !== undefined && !isAbsolute(path)) return this.plainFault('bad-path');
    const bytes = await this.bytesOf(connection, address);
    if (!bytes.ok) return bytes;
    return this.guarded(async () => {
      const target = path ?? join(await this.newFolder('artifact', address), nameOf(connection, artifact));
      await writeFile(target, bytes.value, { mode: 0o600, flush: true });
      return { path: target, sizeBytes: bytes.value.length };
    });
  }

  /** Puts what belongs into a report into a folder: manifest, verdict, what was found, and what was expected where it is kept. */
  async keepBoth({
    path,
    ...address
  }: ContentAddress & { readonly path?: string | undefined }): Answer<{ folder: string; files: string[] }> {
    const connection = this.connectionOf(address);
    if (connection === undefined) return this.missing();
    const artifact = manifestOf(connection, address);
    if (artifact === undefined) return this.fault('no-artifact');
    const { contentHash } = address;
    const fromFile = path === undefined ? undefined : await hashFile(path);
    if (path !== undefined && fromFile === undefined) return this.fault('not-a-file');
    const fetched = path === undefined ? await this.ask(connection, address) : undefined;
    const received = fetched?.condition === 'differs' ? fetched.received : undefined;
    const found =
      fromFile ?? (received && { contentHash: hashContent(received), sizeBytes: received.length });
    // An Authority that notices by itself hands nothing out: then there is a verdict, and no content.
    const differs =
      fetched?.condition === 'differs' || (found !== undefined && found.contentHash !== contentHash);
    if (!differs) return this.fault('nothing-differs');
    return this.guarded(async () => {
      const folder = await this.newFolder('differs', address);
      const files = ['manifest.json', 'verdict.txt', ...(found === undefined ? [] : ['found.bin'])];
      await writeFile(join(folder, 'manifest.json'), `${JSON.stringify(artifact, undefined, 2)}\n`);
      await writeFile(join(folder, 'verdict.txt'), this.verdictText(connection, artifact, found, path));
      if (path !== undefined) await copyFile(path, join(folder, 'found.bin'));
      else if (received !== undefined) await writeFile(join(folder, 'found.bin'), received);
      const copyPath = this.pathOf(contentHash);
      if (copyPath !== undefined) {
        await copyFile(copyPath, join(folder, 'expected.bin'));
        files.push('expected.bin');
      }
      return { folder, files };
    });
  }

  private verdictText(
    connection: RunningConnection,
    artifact: Artifact,
    found: { readonly contentHash: string; readonly sizeBytes: number } | undefined,
    path: string | undefined,
  ): string {
    const { report } = artifactWords(this.options.desk.language);
    const title = titleOfArtifact(connection.view().world, artifact);
    return [
      report.title,
      '',
      // One line each, whatever a stranger has called it.
      `${report.artifact}: ${JSON.stringify(title)} ${artifact.artifactId}`,
      `${report.expected}: ${artifact.contentHash} (${report.bytes(String(artifact.sizeBytes))})`,
      `${report.found}: ${found === undefined ? report.withheld : `${found.contentHash} (${report.bytes(String(found.sizeBytes))})`}`,
      `${report.from}: ${path === undefined ? report.authority : `${report.file}, ${JSON.stringify(path)}`}`,
      `${report.comparedAt}: ${formatTimestamp(this.options.nowMs())}`,
      '',
    ].join('\n');
  }

  /** Whether there is a copy that has its hash; one that has another one is set aside. */
  private async checkCopy(connection: RunningConnection, contentHash: string): Promise<boolean> {
    if (!this.kept.has(contentHash)) return false;
    const { store } = this.options;
    const state = await store.verify(contentHash);
    if (state === 'good') {
      this.noteIntact(connection, contentHash, await store.sizeOf(contentHash));
      return true;
    }
    if (state === 'corrupt') await store.setAside(contentHash);
    this.kept.delete(contentHash);
    this.tell();
    return false;
  }

  private async bytesOf(connection: RunningConnection, address: ContentAddress): Answer<Uint8Array> {
    if (await this.checkCopy(connection, address.contentHash)) {
      const reading = await this.options.store.read(address.contentHash);
      const pieces: Uint8Array[] = [];
      for await (const piece of reading?.content ?? []) pieces.push(piece);
      if (reading !== undefined) return accept(Buffer.concat(pieces));
    }
    const fetched = await this.ask(connection, address);
    return fetched.condition === 'intact'
      ? accept(fetched.bytes)
      : this.plainFault(`content-${fetched.condition}`);
  }

  /** Asks the Authority; windows see that it is under way. */
  private async ask(connection: RunningConnection, { groupId, contentHash }: ContentAddress) {
    const fetched = connection.fetchContent(groupId, contentHash);
    this.tell();
    try {
      return await fetched;
    } finally {
      this.tell();
    }
  }

  private async keep(
    contentHash: string,
    content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  ): Promise<void> {
    const stored = await this.options.store.put(piecesOf(content), {
      maxBytes: Infinity,
      expectedHash: contentHash,
    });
    if (stored.ok) this.kept.add(contentHash);
    this.tell();
  }

  private noteIntact(
    connection: RunningConnection,
    contentHash: string,
    sizeBytes: number | undefined,
  ): void {
    connection.noteContent(contentHash, 'intact', {
      atMs: Math.floor(connection.nowMs()),
      found: undefined,
      sizeBytes,
    });
    this.tell();
  }

  private async newFolder(what: string, { contentHash }: ContentAddress): Promise<string> {
    const stamp = formatTimestamp(this.options.nowMs()).replaceAll(/[:.]/gu, '-');
    const digits = contentHash.slice('sha256:'.length, 'sha256:'.length + 8);
    const folder = join(this.options.exports, `${what}-${digits}-${stamp}`);
    await mkdir(folder, { recursive: true, mode: 0o700 });
    return folder;
  }

  private async guarded<Value>(work: () => Promise<Value>): Answer<Value> {
    try {
      return accept(await work());
    } catch (error) {
      // No right, no room, no such folder: for the person to mend.
      if (error instanceof Error && 'syscall' in error) return this.plainFault('cannot-write');
      throw error;
    }
  }

  private connectionOf({ connectionId }: ContentAddress): RunningConnection | undefined {
    return this.options.desk.connection(connectionId);
  }

  private missing() {
    return this.plainFault('no-connection');
  }

  private plainFault(code: Parameters<ReturnType<typeof textsOf>['fault']>[0]) {
    return textsOf(this.options.desk.language).fault(code);
  }

  private fault(code: ContentFaultCode) {
    return contentFault(this.options.desk.language, code);
  }

  private tell(): void {
    this.options.desk.tell({ kind: 'area', area: 'contents' });
  }
}

function manifestsOf(connection: RunningConnection, { groupId, contentHash }: ContentAddress): Artifact[] {
  const { world } = connection.view();
  const { artifactIds = [] } = world.get('content', groupId, contentHash) ?? {};
  return artifactIds.flatMap((artifactId) => world.get('artifact', groupId, artifactId) ?? []);
}

function manifestOf(connection: RunningConnection, address: ContentAddress): Artifact | undefined {
  return manifestsOf(connection, address)[0];
}

function nameOf(connection: RunningConnection, artifact: Artifact): string {
  return fileNameOfArtifact(titleOfArtifact(connection.view().world, artifact), artifact.mediaType);
}

/** Hash and length of a regular file; undefined for anything else. */
async function hashFile(
  path: string,
): Promise<{ readonly contentHash: string; readonly sizeBytes: number } | undefined> {
  if (!isAbsolute(path)) return undefined;
  try {
    // What is no file may never end.
    if (!(await stat(path)).isFile()) return undefined;
    const hash = createHash('sha256');
    let sizeBytes = 0;
    for await (const piece of createReadStream(path) as AsyncIterable<Uint8Array>) {
      hash.update(piece);
      sizeBytes += piece.length;
    }
    return { contentHash: `sha256:${hash.digest('hex')}`, sizeBytes };
  } catch (error) {
    if (error instanceof Error && 'syscall' in error) return undefined;
    throw error;
  }
}

async function* piecesOf(
  content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  yield* content;
}

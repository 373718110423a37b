// Writes a `.mwpbundle`. Content comes as it is known; nothing is verified here, the reader does that.
import { createHash, type Hash } from 'node:crypto';
import { type FileHandle, open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import {
  BUNDLE_FORMAT,
  BUNDLE_VERSION,
  type BundleHeader,
  type BundleRegistry,
  type BundleSection,
  LINE,
  type LineKind,
  lineOf,
} from './bundle-format.ts';
import { flushFolder } from './flush-folder.ts';

/** Where the content of a bundle comes from: a store, or an Authority over its control plane. */
export interface BundleSource {
  readonly registry: BundleRegistry;
  readonly groupIds: readonly string[];
  /** The Events of a Group in sequence, each in its exact bytes. */
  events(groupId: string): AsyncIterable<Uint8Array>;
  /** The signed snapshot of a Group in its exact bytes. */
  snapshot(groupId: string): Promise<Uint8Array | undefined>;
}

export interface WrittenBundle {
  readonly events: number;
  readonly bytes: number;
}

/**
 * Writes the bundle under another name, makes it durable and renames it: whatever has the name `target` is whole. A file
 * of that name is replaced.
 */
export async function writeBundle(
  target: string,
  source: BundleSource,
  createdAt: string,
): Promise<WrittenBundle> {
  const partial = `${target}.partial`;
  const file = await open(partial, 'w');
  const writer = new BundleWriter(file);
  try {
    await writeContent(writer, source, createdAt);
    await file.sync();
  } catch (error) {
    await file.close();
    await rm(partial, { force: true });
    throw error;
  }
  await file.close();
  await rename(partial, target);
  await flushFolder(dirname(target));
  return { events: writer.events, bytes: writer.bytes };
}

async function writeContent(writer: BundleWriter, source: BundleSource, createdAt: string): Promise<void> {
  const { registry, groupIds } = source;
  const header: BundleHeader = {
    format: BUNDLE_FORMAT,
    version: BUNDLE_VERSION,
    protocolVersion: '0.1',
    organizationId: registry.organizationId,
    createdAt,
    groupIds,
  };
  await writer.write(LINE.header, JSON.stringify(header));
  await writer.write(LINE.registry, JSON.stringify(registry));
  for (const groupId of groupIds) {
    for await (const bytes of source.events(groupId)) await writer.write(LINE.event, bytes, groupId);
  }
  for (const groupId of groupIds) {
    const snapshot = await source.snapshot(groupId);
    if (snapshot !== undefined) await writer.write(LINE.snapshot, snapshot, groupId);
  }
  await writer.finish();
}

const BUFFER_BYTES = 262_144;

class BundleWriter {
  bytes = 0;
  events = 0;
  private readonly file: FileHandle;
  private readonly whole = createHash('sha256');
  private readonly sections: BundleSection[] = [];
  private section:
    | { readonly kind: LineKind; readonly groupId: string | undefined; readonly hash: Hash }
    | undefined;
  private sectionLines = 0;
  private waiting: Buffer[] = [];
  private waitingBytes = 0;

  constructor(file: FileHandle) {
    this.file = file;
  }

  async write(kind: LineKind, content: string | Uint8Array, groupId?: string): Promise<void> {
    const line = lineOf(kind, content);
    // What an Authority signs is in its canonical form, which has no line ends.
    if (line.indexOf('\n') !== line.length - 1) throw new Error('a document with line ends is not canonical');
    if (this.section?.kind !== kind || this.section.groupId !== groupId) {
      this.closeSection();
      this.section = { kind, groupId, hash: createHash('sha256') };
    }
    this.section.hash.update(line);
    this.sectionLines += 1;
    if (kind === LINE.event) this.events += 1;
    await this.put(line);
  }

  async finish(): Promise<void> {
    this.closeSection();
    await this.put(lineOf(LINE.trailer, JSON.stringify({ sections: this.sections })));
    await this.put(lineOf(LINE.seal, `sha256:${this.whole.copy().digest('hex')}`));
    await this.flush();
  }

  private closeSection(): void {
    if (this.section === undefined) return;
    const { kind, groupId, hash } = this.section;
    this.sections.push({
      kind,
      ...(groupId === undefined ? {} : { groupId }),
      lines: this.sectionLines,
      hash: `sha256:${hash.digest('hex')}`,
    });
    this.section = undefined;
    this.sectionLines = 0;
  }

  private async put(line: Buffer): Promise<void> {
    this.whole.update(line);
    this.bytes += line.length;
    this.waiting.push(line);
    this.waitingBytes += line.length;
    if (this.waitingBytes >= BUFFER_BYTES) await this.flush();
  }

  private async flush(): Promise<void> {
    await this.file.writeFile(Buffer.concat(this.waiting, this.waitingBytes));
    this.waiting = [];
    this.waitingBytes = 0;
  }
}

// The files of one Worker configuration: its own, and the one that it is based on. Each section is taken whole from the
// first that has it, and is judged, with its relative paths, as part of the file in which it stands.
import { readFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import type { BriefFaultCode, BriefFaultValues, BriefPath } from '../coordinator/briefs/faults.ts';
import { type BriefSource, readSource } from '../coordinator/briefs/read-source.ts';
import type { WorkerConfigFile } from '../protocol/generated/documents.ts';
import { accept, refuse, type Result } from '../protocol/result.ts';
import {
  ownFaultAt,
  type OwnFaultCode,
  type OwnFaultValues,
  unreadableFault,
  type WorkerConfigFault,
} from './worker-config-faults.ts';
import { checkConfigShape } from './worker-config-shape.ts';

type SectionName = Exclude<keyof WorkerConfigFile, 'worker' | 'base'>;

/** One section where it stands. */
export interface ConfigSection<Name extends SectionName> {
  readonly value: NonNullable<WorkerConfigFile[Name]>;
  /** A path of the section as an absolute one. */
  resolve(path: string): string;
  /** Notes a fault at a place in the section. */
  report<Code extends OwnFaultCode>(path: BriefPath, code: Code, values: OwnFaultValues[Code]): void;
  /** The same for what briefs can have too. */
  reportShared<Code extends BriefFaultCode>(
    path: BriefPath,
    code: Code,
    values: BriefFaultValues[Code],
  ): void;
}

interface ConfigFile {
  readonly file: string;
  readonly source: BriefSource;
  readonly content: WorkerConfigFile;
}

/** What a configuration says, and what is wrong with it by what its sections are found to mean. */
export class ConfigSource {
  readonly faults: WorkerConfigFault[] = [];
  private readonly files: readonly [ConfigFile, ...ConfigFile[]];

  private constructor(files: readonly [ConfigFile, ...ConfigFile[]]) {
    this.files = files;
  }

  /** Reads a configuration and its base as far as notation and shape go. */
  static async read(file: string): Promise<Result<ConfigSource, readonly WorkerConfigFault[]>> {
    const own = await readConfigFile(file);
    if (!own.ok) return own;
    const { base: path } = own.value.content;
    if (path === undefined) return accept(new ConfigSource([own.value]));
    const base = await readConfigFile(resolve(dirname(file), path));
    if (!base.ok) {
      // A base that is not there is a fault of whoever names it.
      const [first] = base.fault;
      return first?.code === 'unreadable'
        ? refuse([ownFaultAt(own.value, ['base'], 'unreadable', first.values)])
        : base;
    }
    if (base.value.content.base !== undefined)
      return refuse([ownFaultAt(base.value, ['base'], 'base-of-base', {})]);
    return accept(new ConfigSource([own.value, base.value]));
  }

  section<Name extends SectionName>(name: Name): ConfigSection<Name> | undefined {
    const holder = this.files.find(({ content }) => content[name] !== undefined);
    const value = holder?.content[name];
    if (holder === undefined || value === undefined) return undefined;
    return {
      value,
      resolve: (path) => resolve(dirname(holder.file), path),
      report: (path, code, values) => {
        this.faults.push(ownFaultAt(holder, [name, ...path], code, values));
      },
      reportShared: (path, code, values) => {
        const { file, source } = holder;
        this.faults.push({ ...source.faultAt([name, ...path], code, values), file });
      },
    };
  }

  /** Notes that a section is missing of which there is no place. */
  reportMissing(name: SectionName): void {
    this.faults.push(ownFaultAt(this.files[0], [], 'section-missing', { name }));
  }
}

async function readConfigFile(file: string): Promise<Result<ConfigFile, readonly WorkerConfigFault[]>> {
  try {
    return parseConfig(file, await readFile(file));
  } catch (error) {
    return refuse([unreadableFault(file, error)]);
  }
}

/** The content of a configuration as far as notation and shape go; `file` is what faults call it. */
export function parseConfig(
  file: string,
  bytes: Uint8Array,
): Result<ConfigFile, readonly WorkerConfigFault[]> {
  const source = readSource(bytes, 'yaml');
  if (!source.ok) return refuse(source.fault.map((fault) => ({ ...fault, file })));
  const shape = checkConfigShape(source.value);
  if (!shape.ok) return refuse(inOrder(shape.fault.map((fault) => ({ ...fault, file }))));
  return accept({ file, source: source.value, content: shape.value });
}

/** In the order of the file. */
export function inOrder(faults: readonly WorkerConfigFault[]): readonly WorkerConfigFault[] {
  return faults.toSorted((a, b) => a.line - b.line || a.column - b.column);
}

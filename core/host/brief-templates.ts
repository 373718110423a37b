// Briefs to begin with: those that come with this app, in the language of the window, and texts of a person's own, kept in the
// profile. Only what is a brief is taken in; the text itself stays as it was written.
import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { type BriefTemplate, type KeptTemplate, keptTemplates } from '../contract/briefs.ts';
import type { Fault } from '../contract/values.ts';
import type { Brief } from '../coordinator/briefs/brief.ts';
import type { BriefFormat } from '../coordinator/briefs/read-source.ts';
import type { BriefFault } from '../coordinator/briefs/faults.ts';
import { readBrief } from '../coordinator/briefs/resolve-brief.ts';
import type { DeskRuntime } from '../coordinator/desk-runtime/desk-runtime.ts';
import { textsOf } from '../coordinator/desk-runtime/words/texts.ts';
import { accept, type Result } from '../protocol/result.ts';
import { faultModel } from './desk-briefs.ts';
import { readJson, writeJson } from './desk-profile.ts';
import type { Nothing } from './desk-services.ts';
import { runtimeFolder } from './runtime-folder.ts';

export interface BriefTemplatesOptions {
  readonly desk: Pick<DeskRuntime, 'language'>;
  /** The file of one's own. */
  readonly path: string;
  readonly newId: (kind: string) => string;
  readonly nowMs: () => number;
  readonly onFault: (error: unknown) => void;
}

export type ImportedTemplate =
  | { readonly kind: 'faults'; readonly faults: BriefTemplate['faults'] }
  | { readonly kind: 'kept'; readonly templateId: string };

/** By language, below `examples/`. */
const BUILT_IN = {
  en: ['folder-audit/brief.yaml', 'templates/folder-inventory.en.yaml'],
  de: ['templates/folder-audit.de.yaml', 'templates/folder-inventory.de.yaml'],
} as const;

/** More is no list that anybody looks through. */
const MAX_OWN = 200;

export class BriefTemplates {
  private readonly options: BriefTemplatesOptions;
  /** Changes of the file take turns. */
  private turn: Promise<unknown> = Promise.resolve();

  constructor(options: BriefTemplatesOptions) {
    this.options = options;
  }

  async list(): Promise<readonly BriefTemplate[]> {
    const { desk, onFault } = this.options;
    const builtIn = await Promise.all(BUILT_IN[desk.language].map((path) => this.readBuiltIn(path)));
    // What cannot be read is told and stays as it is; those of the app can be used all the same.
    const own = await this.readOwn().catch((error: unknown) => {
      onFault(error);
      return [];
    });
    return [
      ...builtIn.flatMap((each) => each ?? []),
      ...own
        .toSorted((a, b) => b.importedAtMs - a.importedAtMs)
        .map((each) => this.templateOf('own', each, each.importedAtMs)),
    ];
  }

  import(given: {
    readonly name: string;
    readonly text: string;
    readonly format: BriefFormat;
  }): Promise<Result<ImportedTemplate, Fault>> {
    const { desk, newId, nowMs } = this.options;
    const read = this.read(given);
    if (!read.ok) {
      const faults = read.fault.map((fault) => faultModel(desk, fault));
      return Promise.resolve(accept({ kind: 'faults', faults }));
    }
    return this.change(async (own) => {
      if (own.length >= MAX_OWN) return textsOf(desk.language).fault('not-now');
      const templateId = newId('brief-template');
      await this.write([...own, { templateId, ...given, importedAtMs: nowMs() }]);
      return accept({ kind: 'kept', templateId });
    });
  }

  remove(templateId: string): Promise<Result<Nothing, Fault>> {
    return this.change(async (own) => {
      const left = own.filter((each) => each.templateId !== templateId);
      if (left.length === own.length) return textsOf(this.options.desk.language).fault('no-row');
      await this.write(left);
      return accept({});
    });
  }

  private change<Value>(
    act: (own: readonly KeptTemplate[]) => Promise<Result<Value, Fault>>,
  ): Promise<Result<Value, Fault>> {
    const { desk, onFault } = this.options;
    const next = this.turn.then(async (): Promise<Result<Value, Fault>> => {
      try {
        return await act(await this.readOwn());
      } catch (error) {
        onFault(error);
        const detail = error instanceof Error ? error.message : String(error);
        return textsOf(desk.language).fault('failed', { detail });
      }
    });
    this.turn = next;
    return next;
  }

  private async readOwn(): Promise<readonly KeptTemplate[]> {
    return keptTemplates.parse((await readJson(this.options.path)) ?? []);
  }

  private write(own: readonly KeptTemplate[]): Promise<void> {
    return writeJson(this.options.path, own);
  }

  private async readBuiltIn(path: string): Promise<BriefTemplate | undefined> {
    try {
      const text = await readFile(join(runtimeFolder(), 'examples', path), 'utf8');
      const given = { templateId: `built-in:${path}`, name: basename(path), format: 'yaml' as const, text };
      return this.templateOf('built-in', given, undefined);
    } catch (error) {
      this.options.onFault(error);
      return undefined;
    }
  }

  private read({
    text,
    format,
  }: Pick<KeptTemplate, 'text' | 'format'>): Result<Brief, readonly BriefFault[]> {
    return readBrief(Buffer.from(text), { format, startMs: this.options.nowMs() });
  }

  private templateOf(
    origin: BriefTemplate['origin'],
    { templateId, name, format, text }: Omit<KeptTemplate, 'importedAtMs'>,
    importedAtMs: number | undefined,
  ): BriefTemplate {
    const read = this.read({ text, format });
    const facts = read.ok
      ? {
          title: read.value.title,
          objective: read.value.mission.objective,
          workers: read.value.workers.map((worker) => worker.name),
          inputs: read.value.inputs.map((input) => input.name),
          faults: [],
        }
      : {
          title: name,
          objective: '',
          workers: [],
          inputs: [],
          faults: read.fault.map((fault) => faultModel(this.options.desk, fault)),
        };
    return {
      templateId,
      origin,
      name,
      format,
      text,
      ...facts,
      ...(importedAtMs === undefined ? {} : { importedAtMs }),
    };
  }
}

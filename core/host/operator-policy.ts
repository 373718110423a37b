// The policy file of an administered Authority: read, judged field by field, compared, and replaced as a whole. A text that is
// not valid is never written; comments and everything else that a person has put there stay as they are.
import { createHash } from 'node:crypto';
import { readFile, realpath, rename, stat, writeFile } from 'node:fs/promises';
import { isDeepStrictEqual } from 'node:util';
import { isScalar, LineCounter, parseDocument } from 'yaml';
import type { PolicyFault, PolicyField, PolicyFile, PolicyVerdict } from '../contract/operator.ts';
import type { Fault, Language } from '../contract/values.ts';
import { operatorWords, type PolicyFieldName } from '../coordinator/desk-runtime/words/operator-words.ts';
import { say } from '../coordinator/desk-runtime/words/texts.ts';
import { DEFAULT_POLICY } from '../domain/decision.ts';
import { accept, type Result } from '../protocol/result.ts';
import { checkSchema } from '../protocol/schema.ts';
import { type Administered, detailOf, type OperatorAuthorities } from './operator-authorities.ts';
import { organizationRecords } from './operator-lists.ts';
import { pathsOf, readSettings } from './organization-files.ts';

/** As the schema of the settings has them. */
export const POLICY_BOUNDS = {
  cooperation: { minimum: 0, maximum: 1_000_000 },
  seconds: { minimum: 1, maximum: 31_536_000 },
} as const;

type Group = keyof typeof POLICY_BOUNDS;

interface PlacedField {
  readonly name: PolicyFieldName;
  readonly group: Group;
  readonly key: string;
  readonly usual: number;
}

const FIELDS: readonly PlacedField[] = (['cooperation', 'seconds'] as const).flatMap((group) =>
  Object.entries(DEFAULT_POLICY[group]).map(([key, usual]) => ({
    // The words have a text for each of them, or they do not compile.
    name: `${group}.${key}` as PolicyFieldName,
    group,
    key,
    usual,
  })),
);

/** Members of the file as far as they are there; anything may stand in a file. */
interface Settings {
  readonly organizationId?: unknown;
  readonly policy?: {
    readonly [Each in Group]?: Readonly<Record<string, unknown>>;
  } & { readonly extensions?: unknown };
  readonly delivery?: unknown;
}

interface JudgedText {
  readonly settings: Settings;
  readonly faults: PolicyFault[];
}

export class OperatorPolicy {
  private readonly authorities: OperatorAuthorities;

  constructor(authorities: OperatorAuthorities) {
    this.authorities = authorities;
  }

  async read(at: Administered): Promise<Result<PolicyFile, Fault>> {
    try {
      return accept(await this.fileOf(at));
    } catch (error) {
      return this.authorities.fault('policy-unreadable', detailOf(error, undefined));
    }
  }

  async check(at: Administered, text: string): Promise<Result<PolicyVerdict, Fault>> {
    const file = await this.read(at);
    if (!file.ok) return file;
    const { language } = this.authorities;
    const before = judgeText(file.value.text, at.organizationId, language);
    const after = judgeText(text, at.organizationId, language);
    return accept({
      faults: after.faults,
      fields: fieldsOf(after.settings, language),
      changes: after.faults.length > 0 ? [] : await this.compare(at, before.settings, after.settings),
    });
  }

  /** The digits of one value in its place; a value that is not there yet gets a line of its own. */
  setField(text: string, field: string, value: number | undefined): Result<{ text: string }, Fault> {
    const placed = FIELDS.find(({ name }) => name === field);
    const document = parseDocument(text);
    if (placed === undefined || document.errors.length > 0) return this.authorities.fault('no-field');
    const path = ['policy', placed.group, placed.key];
    const node = document.getIn(path, true);
    if (value !== undefined && isScalar(node) && node.range !== undefined && node.range !== null) {
      const [start, end] = node.range;
      return accept({ text: `${text.slice(0, start)}${value}${text.slice(end)}` });
    }
    try {
      if (value === undefined) document.deleteIn(path);
      else document.setIn(path, value);
    } catch {
      // Something else than a map stands where the field belongs.
      return this.authorities.fault('no-field');
    }
    return accept({ text: document.toString({ lineWidth: 0 }) });
  }

  async apply(
    at: Administered,
    text: string,
    version: string,
  ): Promise<
    Result<
      | { kind: 'applied'; file: PolicyFile }
      | { kind: 'faults'; faults: PolicyFault[] }
      | { kind: 'changed'; file: PolicyFile },
      Fault
    >
  > {
    if (at.obstacle !== undefined) return this.authorities.fault('read-only', at.obstacle);
    const file = await this.read(at);
    if (!file.ok) return file;
    if (file.value.version !== version) return accept({ kind: 'changed', file: file.value });
    const { faults } = judgeText(text, at.organizationId, this.authorities.language);
    if (faults.length > 0) return accept({ kind: 'faults', faults });
    try {
      // Where the name is a link, what it leads to is replaced.
      const path = await realpath(file.value.path);
      const { mode } = await stat(path);
      // Whole under its name, or as it was before: of a crash in between a file is left that nobody reads.
      await writeFile(`${path}.next`, text, { mode: mode & 0o777, flush: true });
      await rename(`${path}.next`, path);
    } catch (error) {
      return this.authorities.fault('not-written', detailOf(error, undefined));
    }
    await at.server?.policy.reload();
    this.authorities.tell();
    return accept({ kind: 'applied', file: await this.fileOf(at) });
  }

  private async fileOf(at: Administered): Promise<PolicyFile> {
    const { language } = this.authorities;
    const path = pathsOf(at.folder).settings;
    const text = await readFile(path, 'utf8');
    const { settings, faults } = judgeText(text, at.organizationId, language);
    const { inForce } = operatorWords(language);
    const state =
      faults.length > 0
        ? 'broken'
        : at.server === undefined
          ? 'elsewhere'
          : isDeepStrictEqual((await readSettings(at.folder)).policy, at.server.policy.current)
            ? 'same'
            : 'other';
    return {
      path,
      text,
      version: createHash('sha256').update(text).digest('hex'),
      fields: fieldsOf(settings, language),
      faults,
      inForceWords: say(`operator.policy.${state}`, inForce[state]),
    };
  }

  private async compare(
    at: Administered,
    before: Settings,
    after: Settings,
  ): Promise<PolicyVerdict['changes']> {
    const { language } = this.authorities;
    const { fields, meanings, notSet, otherField } = operatorWords(language);
    const changes: PolicyVerdict['changes'] = [];
    const workloads = [...(await organizationRecords(at.store, 'workload')).values()];
    const meaningOf = ({ group, key }: PlacedField, from: number, to: number): string => {
      if (group === 'seconds') return meanings.duration;
      if (to >= from) return meanings.looser;
      if (key === 'activeWorkItems')
        return meanings.stricterItems(workloads.filter(({ active }) => active > to).length);
      if (key === 'queuedWorkItems')
        return meanings.stricterItems(workloads.filter(({ queued }) => queued > to).length);
      return meanings.stricter;
    };
    for (const field of FIELDS) {
      const [from, to] = [valueOf(before, field), valueOf(after, field)];
      if (from === to) continue;
      const meaning = meaningOf(field, from ?? field.usual, to ?? field.usual);
      changes.push({
        field: field.name,
        words: say(`operator.field.${field.name}`, fields[field.name][0]),
        before: from === undefined ? `${notSet} ${field.usual}` : String(from),
        after: to === undefined ? `${notSet} ${field.usual}` : String(to),
        meaning: say('operator.meaning', meaning),
      });
    }
    const others = [
      ['policy.extensions', before.policy?.extensions, after.policy?.extensions, meanings.extensions],
      ['delivery', before.delivery, after.delivery, meanings.delivery],
    ] as const;
    for (const [field, from, to, meaning] of others) {
      if (isDeepStrictEqual(from, to)) continue;
      changes.push({
        field,
        words: say('operator.field.other', `${otherField}: ${field}`),
        before: JSON.stringify(from ?? {}),
        after: JSON.stringify(to ?? {}),
        meaning: say('operator.meaning', meaning),
      });
    }
    return changes;
  }
}

/** Everything that is wrong with a text, each where it stands. */
function judgeText(text: string, organizationId: string, language: Language): JudgedText {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines });
  const { policyFaults } = operatorWords(language);
  const faults: PolicyFault[] = [];
  const add = (path: readonly string[], message: string, offset?: number) => {
    const node: unknown = path.length === 0 ? undefined : document.getIn(path, true);
    const start = offset ?? (isScalar(node) ? node.range?.[0] : undefined);
    faults.push({
      field: path.map((part) => `/${part}`).join(''),
      words: say('operator.policy-fault', message),
      ...(start === undefined ? {} : { line: lines.linePos(start).line }),
    });
  };
  for (const { message, pos } of document.errors)
    add([], policyFaults.yaml(message.split('\n')[0] ?? ''), pos[0]);
  if (faults.length > 0) return { settings: {}, faults };
  const content: unknown = document.toJS();
  if (typeof content !== 'object' || content === null || Array.isArray(content)) {
    add([], policyFaults.shape('{ … }'));
    return { settings: {}, faults };
  }
  const settings = content as Settings;
  if (settings.organizationId !== organizationId) add(['organizationId'], policyFaults.organization);
  for (const group of ['cooperation', 'seconds'] as const) {
    const { minimum, maximum } = POLICY_BOUNDS[group];
    const number = new Intl.NumberFormat(language);
    for (const [key, value] of Object.entries(settings.policy?.[group] ?? {})) {
      if (!FIELDS.some((field) => field.group === group && field.key === key)) {
        add(['policy', group, key], policyFaults.unknown);
      } else if (
        checkSchema('organization-settings', { organizationId, policy: { [group]: { [key]: value } } })
      ) {
        add(['policy', group, key], policyFaults.integer(number.format(minimum), number.format(maximum)));
      }
    }
  }
  // What has no words of its own: other members, and shapes that are altogether wrong.
  const whole = checkSchema('organization-settings', content);
  const isTold = faults.some(({ field }) => whole !== undefined && field.startsWith(whole.path));
  if (whole !== undefined && !isTold) {
    add(whole.path.split('/').slice(1), policyFaults.shape(`${whole.path} ${whole.message}`));
  }
  return { settings, faults };
}

function valueOf({ policy }: Settings, { group, key }: PlacedField): number | undefined {
  const value = policy?.[group]?.[key];
  return typeof value === 'number' ? value : undefined;
}

function fieldsOf(settings: Settings, language: Language): PolicyField[] {
  return FIELDS.map((field) => fieldOf(settings, field, language));
}

function fieldOf(settings: Settings, field: PlacedField, language: Language): PolicyField {
  const [name, hint] = operatorWords(language).fields[field.name];
  const value = valueOf(settings, field);
  return {
    field: field.name,
    words: say(`operator.field.${field.name}`, name),
    hint: say(`operator.hint.${field.name}`, hint),
    ...(value === undefined || !Number.isSafeInteger(value) ? {} : { value }),
    usual: field.usual,
    ...POLICY_BOUNDS[field.group],
  };
}

// The documents that the Workers of a folder audit hand to each other. Each says its format, and is checked against its
// schema by whoever writes it and whoever reads it.
import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { type InputDescription, WorkFailed, type WorkerEvidence, type WorkerRun } from '../run-protocol.ts';
import type { ListedPath, SkippedEntry } from './folder-listing.ts';

export interface InventoryFile extends ListedPath {
  readonly sizeBytes: number;
  readonly contentHash: string;
  readonly type: string;
}

export interface Inventory {
  readonly format: 'urn:heddle:example:inventory:1';
  readonly excluded: readonly string[];
  readonly totals: {
    readonly files: number;
    readonly bytes: number;
    readonly folders: number;
    readonly skipped: number;
  };
  readonly types: readonly { readonly type: string; readonly files: number; readonly bytes: number }[];
  readonly files: readonly InventoryFile[];
  readonly skipped: readonly SkippedEntry[];
}

export type FindingKind =
  | 'duplicate'
  | 'json-invalid'
  | 'yaml-invalid'
  | 'link-missing'
  | 'link-outside'
  | 'anchor-missing';

export interface Finding {
  readonly kind: FindingKind;
  /** The files that it is about; the first one is where it was found. */
  readonly files: readonly string[];
  readonly line?: number;
  readonly message: string;
  /** Of a link: where it leads, as written. */
  readonly target?: string;
}

export interface Findings {
  readonly format: 'urn:heddle:example:findings:1';
  readonly inventoryHash: string;
  readonly totals: {
    readonly files: number;
    readonly parsed: number;
    readonly findings: number;
    readonly byKind: Readonly<Record<FindingKind, number>>;
  };
  readonly findings: readonly Finding[];
  /** What could not be checked, and why. */
  readonly unchecked: readonly { readonly path: string; readonly reason: string }[];
}

export interface Report {
  readonly format: 'urn:heddle:example:report:1';
  readonly goal: string;
  readonly sources: { readonly inventory: string; readonly findings: string };
  /** Of report.md. */
  readonly textHash: string;
  readonly totals: Inventory['totals'];
  readonly types: Inventory['types'];
  readonly findings: Findings['totals'];
  readonly wastedBytes: number;
  readonly unchecked: number;
}

export interface Review {
  readonly format: 'urn:heddle:example:review:1';
  readonly verdicts: readonly {
    readonly criterionId: string;
    readonly result: WorkerEvidence['result'];
    readonly reasons: readonly string[];
  }[];
  readonly checks: readonly ReviewCheck[];
}

export interface ReviewCheck {
  readonly check: string;
  readonly result: WorkerEvidence['result'];
  /** How much was looked at. */
  readonly examined: number;
  readonly reasons: readonly string[];
}

interface AuditDocuments {
  readonly inventory: Inventory;
  readonly findings: Findings;
  readonly report: Report;
  readonly review: Review;
}

type DocumentName = keyof AuditDocuments;

export const FINDING_KINDS: readonly FindingKind[] = [
  'json-invalid',
  'yaml-invalid',
  'link-missing',
  'anchor-missing',
  'link-outside',
  'duplicate',
];

const count = { type: 'integer', minimum: 0 };
const text = { type: 'string' };
const hash = { type: 'string', pattern: '^sha256:[0-9a-f]{64}$' };
const result = { enum: ['passed', 'failed', 'inconclusive'] };

const inventoryTotals = closed({ files: count, bytes: count, folders: count, skipped: count });
const types = list(closed({ type: text, files: count, bytes: count }));
const findingTotals = closed({
  files: count,
  parsed: count,
  findings: count,
  byKind: closed(Object.fromEntries(FINDING_KINDS.map((kind) => [kind, count]))),
});

const SCHEMAS: Readonly<Record<DocumentName, object>> = {
  inventory: closed({
    format: { const: 'urn:heddle:example:inventory:1' },
    excluded: list(text),
    totals: inventoryTotals,
    types,
    files: list(
      closed({ path: text, sizeBytes: count, contentHash: hash, type: text }, { pathBase64: text }),
    ),
    skipped: list(closed({ path: text, reason: text }, { pathBase64: text })),
  }),
  findings: closed({
    format: { const: 'urn:heddle:example:findings:1' },
    inventoryHash: hash,
    totals: findingTotals,
    findings: list(
      closed(
        { kind: { enum: FINDING_KINDS }, files: { ...list(text), minItems: 1 }, message: text },
        { line: { type: 'integer', minimum: 1 }, target: text },
      ),
    ),
    unchecked: list(closed({ path: text, reason: text })),
  }),
  report: closed({
    format: { const: 'urn:heddle:example:report:1' },
    goal: text,
    sources: closed({ inventory: hash, findings: hash }),
    textHash: hash,
    totals: inventoryTotals,
    types,
    findings: findingTotals,
    wastedBytes: count,
    unchecked: count,
  }),
  review: closed({
    format: { const: 'urn:heddle:example:review:1' },
    verdicts: list(closed({ criterionId: text, result, reasons: list(text) })),
    checks: list(closed({ check: text, result, examined: count, reasons: list(text) })),
  }),
};

export interface FoundDocument<Document> {
  readonly document: Document;
  readonly input: InputDescription;
}

/** The input with a format, whatever it is called. Fails when there is none, or more than one. */
export async function readDocument<Name extends DocumentName>(
  run: WorkerRun,
  name: Name,
): Promise<FoundDocument<AuditDocuments[Name]>> {
  const found: FoundDocument<AuditDocuments[Name]>[] = [];
  for (const input of run.description.inputs) {
    const value = await parseInput(run, input);
    if (formatOf(value) !== `urn:heddle:example:${name}:1`) continue;
    const fault = faultIn(name, value);
    if (fault !== undefined) throw new WorkFailed('INPUT_INVALID', `${input.name}: ${fault}`);
    found.push({ document: value as AuditDocuments[Name], input });
  }
  const [only, second] = found;
  if (only === undefined) throw new WorkFailed('INPUT_MISSING', `no input is a ${name}`);
  if (second !== undefined) throw new WorkFailed('INPUT_AMBIGUOUS', `two inputs are a ${name}`);
  return only;
}

/** Writes a document of this run and proves what it can: its schema, and that it stands there as it was meant. */
export async function writeDocument<Name extends DocumentName>(
  run: WorkerRun,
  name: Name,
  document: AuditDocuments[Name],
): Promise<WorkerEvidence[]> {
  const file = `${name}.json`;
  const fault = faultIn(name, document);
  if (fault !== undefined) throw new Error(`${file}: ${fault}`);
  return [
    {
      type: 'schema_validation',
      criterionIds: criteriaOf(run),
      method: `${file} was checked against the JSON Schema of ${document.format}`,
      result: 'passed',
      about: file,
      files: [file],
    },
    await writeChecked(run, file, `${JSON.stringify(document, undefined, 1)}\n`),
  ];
}

/** Writes a file, reads it back and compares hashes. */
export async function writeChecked(run: WorkerRun, file: string, content: string): Promise<WorkerEvidence> {
  const path = join(run.out, file);
  await writeFile(path, content);
  const contentHash = hashOf(content);
  const isIntact = hashOf(await readFile(path)) === contentHash;
  return {
    type: 'artifact_integrity',
    criterionIds: criteriaOf(run),
    method: `${file} was read back and has the SHA-256 hash of what was written`,
    result: isIntact ? 'passed' : 'failed',
    details: { contentHash },
    about: file,
    files: [file],
  };
}

export function criteriaOf({ contract }: WorkerRun): string[] {
  return contract.acceptanceCriteria.map(({ criterionId }) => criterionId);
}

export function hashOf(content: string | Uint8Array): string {
  return `sha256:${createHash('sha256').update(content).digest('hex')}`;
}

/** What is wrong with a document; undefined when nothing is. */
export function faultIn(name: DocumentName, value: unknown): string | undefined {
  const validate = validatorOf(name);
  if (validate(value)) return undefined;
  const [error] = validate.errors ?? [];
  return `${error?.instancePath ?? ''} ${error?.message ?? 'is invalid'}`.trim();
}

const validators = new Map<DocumentName, ValidateFunction>();

function validatorOf(name: DocumentName): ValidateFunction {
  const known = validators.get(name);
  if (known !== undefined) return known;
  const compiled = new Ajv2020().compile(SCHEMAS[name]);
  validators.set(name, compiled);
  return compiled;
}

async function parseInput(run: WorkerRun, { name }: InputDescription): Promise<unknown> {
  try {
    return JSON.parse(await readFile(run.inputPath(name), 'utf8'));
  } catch {
    // Not every input is JSON.
    return undefined;
  }
}

function formatOf(value: unknown): unknown {
  return typeof value === 'object' && value !== null && 'format' in value ? value.format : undefined;
}

/** An object with these members and no others. */
function closed(required: object, optional: object = {}): object {
  return {
    type: 'object',
    additionalProperties: false,
    required: Object.keys(required),
    properties: { ...required, ...optional },
  };
}

function list(items: object): { readonly type: 'array'; readonly items: object } {
  return { type: 'array', items };
}

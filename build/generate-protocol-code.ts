// Generates core/protocol/generated/ from schemas/: compiled validators (no eval at run time) and TypeScript types.
// `node build/generate-protocol-code.ts` writes the files, `--check` fails when they are stale.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { _ } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import standaloneModule from 'ajv/dist/standalone/index.js';
import { compile } from 'json-schema-to-typescript';
import { isAbsoluteUri } from '../core/protocol/identifier.ts';
import { isTimestamp } from '../core/protocol/timestamp.ts';
import { hasUniqueItems } from '../core/protocol/unique-items.ts';

type Schema = { [keyword: string]: unknown };

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const SCHEMAS = join(ROOT, 'schemas');
const OUTPUT = join(ROOT, 'core', 'protocol', 'generated');
const ROOT_ID = 'urn:heddle:schema:all';
const SUFFIX = '.schema.json';
/** Own formats that people write by hand: they are told everything that is wrong at once, and what would be right. */
const WRITTEN_BY_HAND = ['mission-brief', 'worker-config', 'autonomy-matrix', 'coordinate-policy'];
// What TypeScript cannot say.
const CONDITIONALS = new Set(['if', 'then', 'else', 'not', '$comment', 'pattern', 'format']);
/** What a validator that finds every fault says about each of them beside the usual. */
const VERBOSE_MEMBERS = [
  '  /** The member name at fault, where a rule for names failed. */',
  '  readonly propertyName?: string;',
  '  readonly params: { readonly [name: string]: unknown };',
  '  readonly data?: unknown;',
  '  readonly parentSchema?: { readonly [keyword: string]: unknown };',
];
const BANNER = '// Generated from schemas/ by build/generate-protocol-code.ts. Do not edit.\n';

const documents = readSchemas(SCHEMAS);
const commandPayloads = readSchemas(join(SCHEMAS, 'payloads', 'commands'));
const eventPayloads = readSchemas(join(SCHEMAS, 'payloads', 'events'));
const all = [...documents, ...readSchemas(join(SCHEMAS, 'payloads')), ...commandPayloads, ...eventPayloads];
const definitions = mergeDefinitions();
const tables = listValidators();

const EVERY_FAULT = new Map([
  ['HANDWRITTEN', titlesByName(documents.filter(({ name }) => WRITTEN_BY_HAND.includes(name)))],
]);

const outputs = new Map([
  ['validators.js', compileValidators(tables, {})],
  ['validators.d.ts', declareValidators(tables)],
  ['handwritten-validators.js', compileValidators(EVERY_FAULT, { allErrors: true, verbose: true })],
  ['handwritten-validators.d.ts', declareValidators(EVERY_FAULT, VERBOSE_MEMBERS)],
  ['documents.ts', await compileTypes()],
]);

let stale = 0;
for (const [name, text] of outputs) {
  const path = join(OUTPUT, name);
  if (!process.argv.includes('--check')) {
    writeFileSync(path, text);
  } else if (readFileSync(path, 'utf8') !== text) {
    console.error(`core/protocol/generated/${name} is stale: run npm run generate`);
    stale += 1;
  }
}
process.exitCode = stale === 0 ? 0 : 1;

interface SchemaFile {
  readonly name: string;
  readonly schema: Schema;
}

function readSchemas(folder: string): SchemaFile[] {
  return readdirSync(folder)
    .filter((file) => file.endsWith(SUFFIX))
    .sort()
    .map((file) => ({
      name: basename(file, SUFFIX),
      schema: JSON.parse(readFileSync(join(folder, file), 'utf8')) as Schema,
    }));
}

/**
 * All schemas as definitions of one, keyed by title, their references rewritten to match. Types and validators then
 * exist once each, however many files refer to them; separate roots would compile every shared piece anew.
 */
function mergeDefinitions(): Record<string, Schema> {
  const merged: Record<string, Schema> = {};
  const add = (schema: Schema, base: string, where: string) => {
    const title = titleOf(schema, where);
    if (Object.hasOwn(merged, title)) throw new Error(`${where} repeats the title ${title}`);
    merged[title] = rewriteReferences(schema, base) as Schema;
  };
  for (const { name, schema } of all) {
    const base = String(schema['$id']);
    for (const [key, definition] of Object.entries(definitionsOf(schema)))
      add(definition, base, `${name}#/$defs/${key}`);
    const { $defs: _definitions, $id: _id, $schema: _dialect, ...rest } = schema;
    if (['type', 'oneOf', 'anyOf'].some((keyword) => Object.hasOwn(rest, keyword))) add(rest, base, name);
  }
  return merged;
}

function rewriteReferences(value: unknown, base: string): unknown {
  if (Array.isArray(value)) return value.map((item) => rewriteReferences(item, base));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([name, member]): [string, unknown] =>
    name === '$ref' && typeof member === 'string'
      ? [name, `#/$defs/${resolveTitle(member, base)}`]
      : [name, rewriteReferences(member, base)],
  );
  return Object.fromEntries(entries);
}

/** The title of what a reference in the file `base` points to. */
function resolveTitle(reference: string, base: string): string {
  const absolute = reference.startsWith('#')
    ? `${base}${reference}`
    : new URL(reference, base.startsWith('urn:') ? undefined : base).href;
  const [id, fragment = ''] = absolute.split('#');
  const file = all.find(({ schema }) => schema['$id'] === id);
  const target =
    fragment === '' ? file?.schema : definitionsOf(file?.schema ?? {})[fragment.replace('/$defs/', '')];
  if (target === undefined) throw new Error(`no schema for reference ${reference} in ${base}`);
  return titleOf(target, absolute);
}

function definitionsOf(schema: Schema): Record<string, Schema> {
  return (schema['$defs'] ?? {}) as Record<string, Schema>;
}

function titleOf(schema: Schema, where: string): string {
  const { title } = schema;
  if (typeof title !== 'string') throw new Error(`${where} has no title to name its type by`);
  return title;
}

function titlesByName(files: readonly SchemaFile[]): Map<string, string> {
  return new Map(files.map(({ name, schema }) => [name, titleOf(schema, name)]));
}

/** The validators that get a name: table name → entry name → title. */
function listValidators(): Map<string, Map<string, string>> {
  const documentTable = titlesByName(
    documents.filter(({ name }) => !['common', 'frame-envelope', ...WRITTEN_BY_HAND].includes(name)),
  );
  documentTable.set('id', 'Id');
  return new Map([
    ['DOCUMENTS', documentTable],
    [
      'FRAME_PARTS',
      new Map([
        ['helloClientInit', 'HelloClientInitFrame'],
        ['helloServerChallenge', 'HelloServerChallengeFrame'],
        ['helloClientResponse', 'HelloClientResponseFrame'],
        ['helloServerAccept', 'HelloServerAcceptFrame'],
        ['subscribe', 'SubscribeFrame'],
        ['commandEnvelope', 'CommandFrameEnvelope'],
        ['eventEnvelope', 'EventFrameEnvelope'],
        ['ack', 'AckFrame'],
        ['ping', 'PingFrame'],
        ['error', 'ErrorFrame'],
      ]),
    ],
    ['COMMAND_PAYLOADS', titlesByName(commandPayloads)],
    ['EVENT_PAYLOADS', titlesByName(eventPayloads)],
  ]);
}

type Validators = ReadonlyMap<string, ReadonlyMap<string, string>>;

function compileValidators(
  wanted: Validators,
  options: { readonly allErrors?: boolean; readonly verbose?: boolean },
): string {
  const ajv = new Ajv2020({
    ...options,
    strict: true,
    strictTypes: false,
    strictRequired: false,
    // A number outside binary64 reaches the validators as an infinity and is a number all the same (DATA-004).
    strictNumbers: false,
    inlineRefs: false,
    code: { source: true, esm: true, lines: true, formats: _`protocolFormats` },
    formats: { uri: isAbsoluteUri, 'date-time': isTimestamp },
  });
  ajv.removeKeyword('uniqueItems');
  ajv.addKeyword({
    keyword: 'uniqueItems',
    type: 'array',
    schemaType: 'boolean',
    error: { message: 'must NOT have duplicate items' },
    code(context) {
      if (context.schema !== true) throw new Error('uniqueItems: false says nothing');
      const check = context.gen.scopeValue('func', { ref: hasUniqueItems, code: _`hasUniqueItems` });
      context.pass(_`${check}(${context.data})`);
    },
  });
  ajv.addSchema({ $id: ROOT_ID, $defs: definitions });

  const entries: Record<string, string> = {};
  for (const table of wanted.values()) {
    for (const title of table.values()) entries[title] = `${ROOT_ID}#/$defs/${title}`;
  }
  const code = standaloneModule.default(ajv, entries);

  const imports = new Map<string, string>();
  const body = code
    .replace('"use strict";', '')
    .replaceAll(/^export const (\w+) = /gm, 'const $1 = ')
    .replaceAll(/require\("([^"]+)"\)\.default/g, (_match, path: string) => {
      const name = imports.get(path) ?? `runtime${imports.size}`;
      imports.set(path, name);
      // CommonJS: some loaders hand over the module, others its default export.
      return `(${name}.default ?? ${name})`;
    });
  if (/\brequire\(|new Function|\beval\(/.test(body)) throw new Error('the validators need code evaluation');

  const lines = [
    BANNER,
    "import { isAbsoluteUri } from '../identifier.ts';",
    "import { isTimestamp } from '../timestamp.ts';",
    "import { hasUniqueItems } from '../unique-items.ts';",
    ...[...imports].map(([path, name]) => `import ${name} from '${path}.js';`),
    "const protocolFormats = { uri: isAbsoluteUri, 'date-time': isTimestamp };",
    body,
  ];
  for (const [table, validators] of wanted) {
    lines.push(`export const ${table} = {`);
    for (const [name, title] of validators) lines.push(`  '${name}': ${title},`);
    lines.push('};');
  }
  return `${lines.join('\n')}\n`;
}

function declareValidators(wanted: Validators, members: readonly string[] = []): string {
  const lines = [
    BANNER,
    'export interface ValidationError {',
    '  readonly keyword: string;',
    '  readonly instancePath: string;',
    '  readonly schemaPath: string;',
    '  readonly message?: string;',
    ...members,
    '}',
    'export interface Validator {',
    '  (value: unknown): boolean;',
    '  errors?: readonly ValidationError[] | null;',
    '}',
  ];
  for (const [table, entries] of wanted) {
    lines.push(`export declare const ${table}: {`);
    for (const name of entries.keys()) lines.push(`  readonly '${name}': Validator;`);
    lines.push('};');
  }
  return `${lines.join('\n')}\n`;
}

async function compileTypes(): Promise<string> {
  const $defs: Schema = {};
  for (const [title, definition] of Object.entries(definitions)) $defs[title] = toTypeSchema(definition);
  const schema = { type: 'object', additionalProperties: false, $defs };
  const types = await compile(schema as Parameters<typeof compile>[0], 'GeneratedRoot', {
    bannerComment: BANNER,
    unreachableDefinitions: true,
    ignoreMinAndMaxItems: true,
    strictIndexSignatures: true,
    format: false,
  });
  return types
    .replace(/export interface GeneratedRoot \{[^}]*\}\n?/, '')
    .replaceAll(
      / *\*? *\n? *\* This interface was referenced by `GeneratedRoot`'s JSON-Schema\n *\* via the `definition` "\w+"\.\n/g,
      '',
    )
    .replaceAll(/\/\*\*\s*\*\/\n/g, '')
    .replaceAll('unknown | undefined', 'unknown')
    .concat(payloadMap('CommandPayloads', 'COMMAND_PAYLOADS'), payloadMap('EventPayloads', 'EVENT_PAYLOADS'));
}

/** The type of the payload of each kind. */
function payloadMap(name: string, table: string): string {
  const members = [...(tables.get(table) ?? [])].map(([kind, title]) => `  '${kind}': ${title};`);
  return `export interface ${name} {\n${members.join('\n')}\n}\n`;
}

/** A schema without conditionals and bounds. */
function toTypeSchema(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(toTypeSchema);
  if (typeof value !== 'object' || value === null) return value;
  const copy: Schema = {};
  for (const [keyword, member] of Object.entries(value)) {
    if (CONDITIONALS.has(keyword)) continue;
    if (keyword === 'properties') {
      copy[keyword] = Object.fromEntries(
        Object.entries(member as Schema).map(([name, property]) => [name, toTypeSchema(property)]),
      );
    } else if ((keyword === 'allOf' || keyword === 'anyOf' || keyword === 'oneOf') && Array.isArray(member)) {
      const kept = member.filter((branch) => hasShape(branch as Schema)).map(toTypeSchema);
      if (kept.length > 0) copy[keyword] = kept;
    } else {
      copy[keyword] = toTypeSchema(member);
    }
  }
  return copy;
}

/** Whether a branch describes a value rather than only constrain one. */
function hasShape(branch: Schema): boolean {
  return ['type', 'const', 'enum', '$ref', 'oneOf', 'anyOf'].some((keyword) =>
    Object.hasOwn(branch, keyword),
  );
}

// JSON Schema of results. Schemas come from elsewhere, so only those whose cost is in proportion to the content are
// evaluated here; all others become a program for the sandbox, with its limits.
import { Ajv, type ValidateFunction } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import standaloneModule from 'ajv/dist/standalone/index.js';
import { accept, refuse, type Result } from '../../../protocol/result.ts';

const MAX_SCHEMA_CHARACTERS = 512 * 1024;
const DRAFT_2020 = 'https://json-schema.org/draft/2020-12/schema';
const DRAFT_7 = 'http://json-schema.org/draft-07/schema';

export type JsonSchema = Readonly<Record<string, unknown>> | boolean;

/** A schema that is ready to be used: here, or as a program. */
export type CompiledSchema =
  | { readonly kind: 'plain'; readonly findFault: (json: unknown) => string | undefined }
  | { readonly kind: 'program'; readonly source: string };

export type SchemaFault = 'no-schema' | 'too-large' | 'unknown-draft' | 'invalid';

/** Node and bundlers do not agree on what the default import of this module is; its member has the name everywhere. */
const standalone = Reflect.get(standaloneModule, 'default') as (
  compiler: Ajv | Ajv2020,
  validate: ValidateFunction,
) => string;

/** Compiling takes milliseconds, and a review is made anew after every Event. */
const compiled = new WeakMap<object, Result<CompiledSchema, SchemaFault>>();

/**
 * Makes a schema ready. Formats are notes and not checked; schemas that refer to others which they do not contain are
 * refused, since nothing is fetched. Schemas are not to be changed afterwards.
 */
export function compileSchema(schema: unknown): Result<CompiledSchema, SchemaFault> {
  if (!isSchema(schema)) return refuse('no-schema');
  if (typeof schema === 'boolean') return compileAnew(schema);
  const known = compiled.get(schema) ?? compileAnew(schema);
  compiled.set(schema, known);
  return known;
}

function compileAnew(schema: JsonSchema): Result<CompiledSchema, SchemaFault> {
  if (JSON.stringify(schema).length > MAX_SCHEMA_CHARACTERS) return refuse('too-large');
  const draft = typeof schema === 'boolean' ? undefined : schema['$schema'];
  const name = typeof draft === 'string' ? draft.replace(/#$/, '') : DRAFT_2020;
  if (name !== DRAFT_2020 && name !== DRAFT_7) return refuse('unknown-draft');
  const isPlain = isProportional(schema);
  // A fresh compiler for each schema, so that none can name another.
  const options = { strict: false, validateFormats: false, logger: false, code: { source: true } } as const;
  const compiler = name === DRAFT_7 ? new Ajv(options) : new Ajv2020(options);
  try {
    const validate = compiler.compile(schema);
    if (!isPlain) return accept({ kind: 'program', source: programOf(standalone(compiler, validate)) });
    return accept({ kind: 'plain', findFault: (json) => findFault(validate, json) });
  } catch {
    // The compiler throws at what is no schema and at references that lead nowhere.
    return refuse('invalid');
  }
}

function isSchema(schema: unknown): schema is JsonSchema {
  return (
    typeof schema === 'boolean' || (typeof schema === 'object' && schema !== null && !Array.isArray(schema))
  );
}

/** The rule of the schema that is broken first. Names of members are the content's own words, and stay out of it. */
function findFault(validate: ValidateFunction, json: unknown): string | undefined {
  if (validate(json)) return undefined;
  const [fault] = validate.errors ?? [];
  return fault?.schemaPath ?? '';
}

/** Keywords whose value is no schema and which take one look at the value. */
const SIMPLE_KEYWORDS = new Set(
  [
    ['$schema', '$id', '$comment', 'title', 'description', 'default', 'examples', 'deprecated', 'format'],
    ['type', 'required', 'minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'],
    ['minLength', 'maxLength', 'minItems', 'maxItems', 'minProperties', 'maxProperties'],
  ].flat(),
);

/** Whether every part of a value is looked at once: no patterns, no branches, no references, no comparison of elements. */
function isProportional(schema: unknown): boolean {
  if (typeof schema !== 'object' || schema === null) return typeof schema === 'boolean';
  return Object.entries(schema).every(([keyword, value]) => {
    if (SIMPLE_KEYWORDS.has(keyword)) return true;
    if (keyword === 'const') return isScalar(value);
    if (keyword === 'enum') return Array.isArray(value) && value.length <= 1_000 && value.every(isScalar);
    if (keyword === 'items' || keyword === 'additionalProperties') return isProportional(value);
    if (keyword !== 'properties' || typeof value !== 'object' || value === null) return false;
    return Object.values(value).every(isProportional);
  });
}

function isScalar(value: unknown): boolean {
  return typeof value !== 'object' || value === null;
}

/** What compiled schemas want of their library, for where there is none. */
const RUNTIME = `
const sameJson = (a, b) => {
  if (a === b) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  const names = Object.keys(a);
  return names.length === Object.keys(b).length
    && names.every((name) => Object.hasOwn(b, name) && sameJson(a[name], b[name]));
};
const require = (name) => {
  if (name.endsWith('/ucs2length')) return { default: (text) => Array.from(text).length };
  if (name.endsWith('/equal')) return { default: sameJson };
  throw new Error('no module ' + name);
};
`;

function programOf(code: string): string {
  return `
const validate = (() => {
  const module = { exports: {} };
  const exports = module.exports;
  ${RUNTIME}
  ${code}
  return module.exports;
})();
function check(inputs) {
  for (const { text } of inputs) {
    let json;
    try { json = JSON.parse(text); } catch { return 'failed'; }
    if (!validate(json)) return 'failed';
  }
  return 'passed';
}
`;
}

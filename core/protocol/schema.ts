// Schema checks (DOC-000…DOC-002): the compiled validators of schemas/ behind one small interface. No rule of
// the protocol is written here.
import { excerptOf } from './excerpt.ts';
import { type JsonDocument, type JsonValue, OutOfRangeNumber } from './json.ts';
import {
  COMMAND_PAYLOADS,
  DOCUMENTS,
  EVENT_PAYLOADS,
  FRAME_PARTS,
  type Validator,
} from './generated/validators.js';

/** The documents and own formats that have a schema: the names of `schemas/<name>.schema.json`, and `id`. */
export type SchemaName = keyof typeof DOCUMENTS;

/** The parts of a frame that are checked by themselves (WS-006). */
export type FramePart = keyof typeof FRAME_PARTS;

/** Command kinds with a payload schema. */
export type CommandKind = keyof typeof COMMAND_PAYLOADS;

/** Event kinds with a payload schema. */
export type EventKind = keyof typeof EVENT_PAYLOADS;

/** A value to judge: as parsed, or built in code, where no number is out of range. */
export type Judged =
  | Pick<JsonDocument, 'value' | 'hasOutOfRangeNumber'>
  | { readonly value: unknown; readonly hasOutOfRangeNumber?: never };

/** The first thing that a schema has against a value. `path` is a JSON pointer, `rule` the schema keyword that failed. */
export interface SchemaFault {
  readonly path: string;
  readonly rule: string;
  readonly message: string;
}

/** A fault in words, for logs and developers: where and what. */
export function describeSchemaFault({ path, message }: Pick<SchemaFault, 'path' | 'message'>): string {
  return path === '' ? message : `${excerptOf(path)} ${message}`;
}

/** Checks a JSON value against a named schema; undefined when it conforms. */
export function checkSchema(name: SchemaName, value: unknown): SchemaFault | undefined {
  return run(DOCUMENTS[name], value);
}

/** Checks a strictly parsed value (SIG-032). Numbers outside binary64 count as the numbers they are (DATA-004). */
export function checkParsed(name: SchemaName, parsed: Judged): SchemaFault | undefined {
  return run(DOCUMENTS[name], withNumbers(parsed));
}

/** Checks a parsed frame, or the envelope of a COMMAND or EVENT frame, against one alternative (DOC-WS-C1). */
export function checkFramePart(part: FramePart, parsed: Judged): SchemaFault | undefined {
  return run(FRAME_PARTS[part], withNumbers(parsed));
}

/** Whether a text names a schema. */
export function isSchemaName(text: string): text is SchemaName {
  return Object.hasOwn(DOCUMENTS, text);
}

/** Whether a Command kind has a payload schema, and so is executable at all (CMD-016). */
export function isCommandKind(kind: string): kind is CommandKind {
  return Object.hasOwn(COMMAND_PAYLOADS, kind);
}

/** Whether an Event kind has a payload schema. */
export function isEventKind(kind: string): kind is EventKind {
  return Object.hasOwn(EVENT_PAYLOADS, kind);
}

/** Checks the payload of a Command; a fault means `INVALID_COMMAND` (section 8.6). */
export function checkCommandPayload(kind: CommandKind, payload: unknown): SchemaFault | undefined {
  return run(COMMAND_PAYLOADS[kind], payload);
}

/** Checks the payload of an Event. */
export function checkEventPayload(kind: EventKind, payload: unknown): SchemaFault | undefined {
  return run(EVENT_PAYLOADS[kind], payload);
}

function run(validate: Validator, value: unknown): SchemaFault | undefined {
  if (validate(value)) return undefined;
  const error = validate.errors?.[0];
  if (error === undefined) throw new Error('a failed validator names its first error');
  return { path: error.instancePath, rule: error.schemaPath, message: error.message ?? error.keyword };
}

/** A value for the validators in which every out-of-range number is an infinity: beyond each bound, yet a number. */
function withNumbers({ value, hasOutOfRangeNumber }: Judged): unknown {
  return hasOutOfRangeNumber === true ? replaceOutOfRange(value) : value;
}

function replaceOutOfRange(value: JsonValue): unknown {
  if (value instanceof OutOfRangeNumber) return value.text.startsWith('-') ? -Infinity : Infinity;
  if (Array.isArray(value)) return value.map((item) => replaceOutOfRange(item));
  if (typeof value !== 'object' || value === null) return value;
  // Made by definition, not assignment: a member may be called `__proto__`.
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, replaceOutOfRange(member)]));
}

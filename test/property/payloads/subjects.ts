// Every kind under test with its examples, its check, and what the schema files say about it.
import { readdirSync, readFileSync } from 'node:fs';
import {
  checkCommandPayload,
  checkEventPayload,
  type CommandKind,
  type EventKind,
  type SchemaFault,
} from '../../../core/protocol/schema.ts';
import { isObject, type JsonObject } from '../documents/json.ts';
import type { ExamplePair } from './example-pair.ts';
import { COMMAND_EXAMPLES, EVENT_EXAMPLES } from './examples.ts';

const SCHEMAS = new URL('../../../schemas/', import.meta.url);
const FILE_END = '.schema.json';

/** One kind with all that the tests need to know about it. */
export interface Subject {
  readonly family: 'commands' | 'events';
  readonly kind: string;
  readonly minimal: JsonObject;
  readonly maximal: JsonObject;
  readonly check: (payload: unknown) => SchemaFault | undefined;
}

function pairOf(pair: ExamplePair<object>): Pick<Subject, 'minimal' | 'maximal'> {
  return { minimal: pair.minimal as JsonObject, maximal: pair.maximal as JsonObject };
}

export function commandSubject(kind: CommandKind): Subject {
  const check = (payload: unknown): SchemaFault | undefined => checkCommandPayload(kind, payload);
  return { family: 'commands', kind, check, ...pairOf(COMMAND_EXAMPLES[kind]) };
}

export function eventSubject(kind: EventKind): Subject {
  const check = (payload: unknown): SchemaFault | undefined => checkEventPayload(kind, payload);
  return { family: 'events', kind, check, ...pairOf(EVENT_EXAMPLES[kind]) };
}

export const COMMAND_SUBJECTS: readonly Subject[] = (Object.keys(COMMAND_EXAMPLES) as CommandKind[]).map(
  commandSubject,
);
export const EVENT_SUBJECTS: readonly Subject[] = (Object.keys(EVENT_EXAMPLES) as EventKind[]).map(
  eventSubject,
);
export const SUBJECTS: readonly Subject[] = [...COMMAND_SUBJECTS, ...EVENT_SUBJECTS];

function readSchema(path: string): JsonObject {
  const schema: unknown = JSON.parse(readFileSync(new URL(path, SCHEMAS), 'utf8'));
  if (!isObject(schema)) throw new Error(`${path} is not a JSON object`);
  return schema;
}

/** The texts of an enum in the definitions of a schema file. */
export function enumOf(path: string, definition: string): readonly string[] {
  const definitions = readSchema(path)['$defs'];
  const found = isObject(definitions) ? definitions[definition] : undefined;
  const values = isObject(found) ? found['enum'] : undefined;
  if (!Array.isArray(values)) throw new Error(`${path} has no enum ${definition}`);
  return values.map(String);
}

/** The kinds for which a payload schema file exists. */
export function kindsWithFile(family: Subject['family']): readonly string[] {
  return readdirSync(new URL(`payloads/${family}/`, SCHEMAS)).map((name) => name.slice(0, -FILE_END.length));
}

/** The members that the schema file of a kind allows at the top. */
export function membersInFile({ family, kind }: Subject): readonly string[] {
  const properties = readSchema(`payloads/${family}/${kind}${FILE_END}`)['properties'];
  return isObject(properties) ? Object.keys(properties) : [];
}

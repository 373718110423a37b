// Compares a brief, or another file of its notation, with its schema, and says for every difference what would be right.
import { excerptOf } from '../../protocol/excerpt.ts';
import type { MissionBriefFile } from '../../protocol/generated/documents.ts';
import { accept, refuse, type Result } from '../../protocol/result.ts';
import {
  type DetailedSchemaFault,
  type HandwrittenName,
  listSchemaFaults,
} from '../../protocol/handwritten-schema.ts';
import type { BriefFault, BriefMeasure, BriefPath } from './faults.ts';
import { nearestName } from './nearest-name.ts';
import type { BriefSource } from './read-source.ts';

/** More than a person reads at once; a file of another kind differs from the schema everywhere. */
const MAX_FAULTS = 100;

/** The brief as its schema describes it, or everything in which it differs. */
export function checkShape(source: BriefSource): Result<MissionBriefFile, readonly BriefFault[]> {
  const faults = listShapeFaults(source, 'mission-brief');
  // The schema has just proven the shape.
  return faults === undefined ? accept(source.value as MissionBriefFile) : refuse(faults);
}

/** What names have to look like, by the member that holds them; as in a brief where a format says nothing else. */
export type NameForms = { readonly [member: string]: string };

/** Everything in which a file differs from its schema; undefined when that is nothing. */
export function listShapeFaults(
  source: BriefSource,
  format: HandwrittenName,
  nameForms: NameForms = {},
): readonly BriefFault[] | undefined {
  const found = listSchemaFaults(format, source.value);
  if (found.length === 0) return undefined;
  const faults: BriefFault[] = [];
  const seen = new Set<string>();
  for (const each of found) {
    if (faults.length === MAX_FAULTS) break;
    const fault = translate(source, each, nameForms);
    const key = fault === undefined ? '' : JSON.stringify(fault);
    if (fault === undefined || seen.has(key)) continue;
    seen.add(key);
    faults.push(fault);
  }
  return faults;
}

function translate(
  source: BriefSource,
  fault: DetailedSchemaFault,
  nameForms: NameForms,
): BriefFault | undefined {
  const { keyword, params, data, parentSchema = {} } = fault;
  const { path, value } = locate(fault.instancePath, source.value);
  // What a name breaks is said once, of the name.
  if (typeof data === 'string' && typeof value === 'object') return undefined;
  switch (keyword) {
    case 'additionalProperties': {
      const name = String(params['additionalProperty']);
      const allowed = Object.keys(parentSchema['properties'] ?? {});
      const values = { name: excerptOf(name), allowed, nearest: nearestName(name, allowed) };
      return source.faultAt([...path, name], 'unknown-member', values, 'name');
    }
    case 'required':
      return source.faultAt(path, 'missing-member', { name: String(params['missingProperty']) }, 'name');
    case 'type':
      return source.faultAt(path, 'wrong-type', {
        expected: [params['type']].flat().map(String),
        found: typeName(data),
      });
    case 'enum':
    case 'const': {
      const allowed = ((parentSchema['enum'] ?? [parentSchema['const']]) as unknown[]).map(String);
      const text = typeof data === 'string' ? data : JSON.stringify(data);
      const nearest = keyword === 'enum' ? nearestName(text, allowed) : undefined;
      return source.faultAt(path, 'not-allowed', { found: excerptOf(text), allowed, nearest });
    }
    case 'pattern':
    case 'format': {
      const { title } = parentSchema;
      const form = typeof title === 'string' ? title : '';
      return source.faultAt(path, 'wrong-form', { found: excerptOf(String(data)), form });
    }
    case 'propertyNames': {
      const name = String(params['propertyName']);
      const values = { found: excerptOf(name), form: nameForms[String(path.at(-1))] ?? 'BriefName' };
      return source.faultAt([...path, name], 'wrong-form', values, 'name');
    }
    case 'uniqueItems':
      return source.faultAt(path, 'repeated-item', {});
    default:
      return translateBound(source, fault, path);
  }
}

const BOUNDS: {
  readonly [keyword: string]: { readonly code: 'too-little' | 'too-much'; readonly measure: BriefMeasure };
} = {
  minimum: { code: 'too-little', measure: 'number' },
  maximum: { code: 'too-much', measure: 'number' },
  minLength: { code: 'too-little', measure: 'length' },
  maxLength: { code: 'too-much', measure: 'length' },
  minItems: { code: 'too-little', measure: 'items' },
  maxItems: { code: 'too-much', measure: 'items' },
  minProperties: { code: 'too-little', measure: 'members' },
  maxProperties: { code: 'too-much', measure: 'members' },
};

function translateBound(
  source: BriefSource,
  { keyword, params }: DetailedSchemaFault,
  path: BriefPath,
): BriefFault | undefined {
  const bound = BOUNDS[keyword];
  if (bound === undefined) return undefined;
  return source.faultAt(path, bound.code, { measure: bound.measure, limit: Number(params['limit']) });
}

function typeName(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return typeof value;
}

/** The steps of a JSON pointer with what is there; what is an index shows in the value that it points into. */
function locate(pointer: string, top: unknown): { readonly path: BriefPath; readonly value: unknown } {
  const path: (string | number)[] = [];
  let at = top;
  for (const part of pointer.split('/').slice(1)) {
    const name = part.replaceAll('~1', '/').replaceAll('~0', '~');
    const step = Array.isArray(at) ? Number(name) : name;
    path.push(step);
    at = typeof at === 'object' && at !== null ? (Reflect.get(at, step) as unknown) : undefined;
  }
  return { path, value: at };
}

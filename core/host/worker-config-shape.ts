// Compares the configuration of a Worker with its schema, and says for every difference what would be right.
import type { BriefFault, BriefMeasure, BriefPath } from '../coordinator/briefs/faults.ts';
import { nearestName } from '../coordinator/briefs/nearest-name.ts';
import type { BriefSource } from '../coordinator/briefs/read-source.ts';
import { excerptOf } from '../protocol/excerpt.ts';
import type { WorkerConfigFile } from '../protocol/generated/documents.ts';
import { accept, refuse, type Result } from '../protocol/result.ts';
import { type DetailedSchemaFault, listSchemaFaults } from '../protocol/handwritten-schema.ts';

/** More than a person reads at once; a file of another kind differs from the schema everywhere. */
const MAX_FAULTS = 100;

/** What names have to look like, by the place that holds them. */
const NAME_FORMS: { readonly [member: string]: string } = {
  capabilities: 'BriefOfferedCapability',
  folders: 'WorkerConfigFolderName',
  groups: 'Id',
  secrets: 'WorkerConfigVariable',
};

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

/** The configuration as its schema describes it, or everything in which it differs. */
export function checkConfigShape(source: BriefSource): Result<WorkerConfigFile, readonly BriefFault[]> {
  const found = listSchemaFaults('worker-config', source.value);
  // The schema has just proven the shape.
  if (found.length === 0) return accept(source.value as WorkerConfigFile);
  const faults = found.flatMap((each) => translate(source, each) ?? []);
  const distinct = new Map(faults.map((fault) => [JSON.stringify(fault), fault]));
  return refuse([...distinct.values()].slice(0, MAX_FAULTS));
}

function translate(source: BriefSource, fault: DetailedSchemaFault): BriefFault | undefined {
  const { keyword, params, data, parentSchema = {} } = fault;
  const { path, value } = locate(fault.instancePath, source.value);
  // What a name breaks is said once, of the name.
  if (typeof data === 'string' && typeof value === 'object') return undefined;
  const bound = BOUNDS[keyword];
  if (bound !== undefined) {
    return source.faultAt(path, bound.code, { measure: bound.measure, limit: Number(params['limit']) });
  }
  switch (keyword) {
    case 'additionalProperties': {
      const name = String(params['additionalProperty']);
      const allowed = Object.keys(parentSchema['properties'] ?? {});
      const values = { name: excerptOf(name), allowed, nearest: nearestName(name, allowed) };
      return source.faultAt([...path, name], 'unknown-member', values, 'name');
    }
    case 'required':
      return source.faultAt(path, 'missing-member', { name: String(params['missingProperty']) }, 'name');
    case 'type': {
      const expected = [params['type']].flat().map(String);
      return source.faultAt(path, 'wrong-type', { expected, found: typeName(data) });
    }
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
      const values = { found: excerptOf(name), form: NAME_FORMS[String(path.at(-1))] ?? '' };
      return source.faultAt([...path, name], 'wrong-form', values, 'name');
    }
    case 'uniqueItems':
      return source.faultAt(path, 'repeated-item', {});
    default:
      return undefined;
  }
}

function typeName(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
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

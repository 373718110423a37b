// Where the closed objects of a payload are, and copies of a payload with one place changed.
import { isArray, isObject, type Json, type JsonObject, withMember } from '../documents/json.ts';

/** The way to a value: member names and array positions. */
export type Place = readonly (string | number)[];

/** A place that holds an object, and what is special about it. */
export interface ObjectPlace {
  readonly place: Place;
  readonly sort: ObjectSort;
}

/**
 * `part`: one of several alternatives (DOC-MSG-C1); `dictionary`: the names are identifiers (DOC-COM-EXT-1); `open`: any
 * members.
 */
export type ObjectSort = 'closed' | 'part' | 'dictionary' | 'open';

/** Members whose object values the specification leaves open, as DOC-COM-RESOURCEGRANT-03 or DOC-EVID-12. */
const OPEN_MEMBERS: ReadonlySet<string | number | undefined> = new Set(['constraints', 'details', 'data']);

/** Every object of a payload that may not hold an unknown member (DOC-002, CMD-016), the payload first. */
export function closedObjects(payload: JsonObject): readonly ObjectPlace[] {
  return objectsIn(payload, []).filter(({ sort }) => sort !== 'open');
}

/** Every object of a payload that may hold anything. */
export function openObjects(payload: JsonObject): readonly ObjectPlace[] {
  return objectsIn(payload, []).filter(({ sort }) => sort === 'open');
}

function objectsIn(value: Json, place: Place): readonly ObjectPlace[] {
  if (isArray(value)) return value.flatMap((item, index) => objectsIn(item, [...place, index]));
  if (!isObject(value)) return [];
  const sort = sortOf(place);
  if (sort === 'open') return [{ place, sort }];
  const inner = Object.entries(value).flatMap(([name, member]) => objectsIn(member, [...place, name]));
  return [{ place, sort }, ...inner];
}

function sortOf(place: Place): ObjectSort {
  if (OPEN_MEMBERS.has(place.at(-1))) return 'open';
  if (place.at(-1) === 'extensions') return 'dictionary';
  return place.at(-2) === 'content' ? 'part' : 'closed';
}

/** The JSON pointer of a place. */
export function pointerOf(place: Place): string {
  return place.map((step) => `/${String(step).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}

/** A copy of the payload with one more member in the object at a place. */
export function withMemberAt(payload: JsonObject, place: Place, name: string, member: Json): JsonObject {
  const changed = changedAt(payload, place, (value) =>
    isObject(value) ? withMember(value, name, member) : value,
  );
  return isObject(changed) ? changed : payload;
}

function changedAt(value: Json, place: Place, change: (found: Json) => Json): Json {
  const [step, ...rest] = place;
  if (step === undefined) return change(value);
  if (isArray(value)) {
    return value.map((item, index) => (index === step ? changedAt(item, rest, change) : item));
  }
  if (!isObject(value)) return value;
  return withMember(value, String(step), changedAt(value[step] ?? null, rest, change));
}

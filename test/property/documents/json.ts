// JSON values as the document oracle sees them: types, deep equality, length and safe member writing.

/** A value that a strict JSON parser can produce. */
export type Json = null | boolean | number | string | readonly Json[] | JsonObject;

/** A JSON object; members are own enumerable properties. */
export interface JsonObject {
  readonly [name: string]: Json;
}

/** True for a JSON object (neither null nor an array). */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** True for a JSON array. */
export function isArray(value: unknown): value is readonly Json[] {
  return Array.isArray(value);
}

/** True when the object has that member itself; names such as `constructor` must not be found in the prototype. */
export function has(value: JsonObject, name: string): boolean {
  return Object.hasOwn(value, name);
}

/** The member's value, or undefined when the object does not own it. */
export function member(value: JsonObject, name: string): Json | undefined {
  return has(value, name) ? value[name] : undefined;
}

/** Builds an object from entries; defining instead of assigning keeps `__proto__` an ordinary member. */
export function objectOf(entries: Iterable<readonly [string, Json]>): JsonObject {
  const result: Record<string, Json> = {};
  for (const [name, value] of entries) {
    Object.defineProperty(result, name, { value, enumerable: true, configurable: true, writable: true });
  }
  return result;
}

/** A copy of the object with one member set or replaced. */
export function withMember(value: JsonObject, name: string, replacement: Json): JsonObject {
  const entries = Object.entries(value).map(([key, old]): readonly [string, Json] =>
    key === name ? [key, replacement] : [key, old],
  );
  return objectOf(has(value, name) ? entries : [...entries, [name, replacement]]);
}

/** A copy of the object without the given members. */
export function withoutMembers(value: JsonObject, ...names: readonly string[]): JsonObject {
  return objectOf(Object.entries(value).filter(([key]) => !names.includes(key)));
}

/** A text that is equal for two values exactly when JSON Schema calls them equal. */
export function equalityKey(value: Json): string {
  if (isArray(value)) {
    return `[${value.map(equalityKey).join(',')}]`;
  }
  if (isObject(value)) {
    const names = Object.keys(value).toSorted();
    return `{${names.map((name) => `${JSON.stringify(name)}:${equalityKey(value[name] ?? null)}`).join(',')}}`;
  }
  // Negative zero equals zero mathematically, and JSON.stringify writes both as 0.
  return JSON.stringify(value);
}

/** The number of Unicode code points; an unpaired surrogate counts as one. */
export function codePointLength(text: string): number {
  let count = 0;
  for (const _ of text) {
    count += 1;
  }
  return count;
}

/** A short one-line rendering of a value for messages. */
export function show(value: Json, limit = 400): string {
  const text = JSON.stringify(value);
  return text.length <= limit ? text : `${text.slice(0, limit)}… (${text.length} characters)`;
}

// Fixed accepted values: plain ones with only what is required, and rich ones with everything a node can hold.

import { isObject, objectOf, withMember } from './json.ts';
import type { Json, JsonObject } from './json.ts';
import type { Node, ObjectNode, StringNode } from './model.ts';

/** One plain accepted text. */
export function exampleText(node: StringNode): string {
  return node.rule?.example ?? 'text'.repeat(Math.max(1, Math.ceil(node.min / 4)));
}

/** One plain accepted value: only what is required, then repaired. */
export function exampleOf(node: Node): Json {
  switch (node.kind) {
    case 'literal':
      return node.values[0] ?? null;
    case 'string':
      return exampleText(node);
    case 'number':
      return Math.max(node.min, 1);
    case 'boolean':
      return true;
    case 'any':
      return null;
    case 'open':
      return {};
    case 'array':
      return node.min === 0 ? [] : [exampleOf(node.item)];
    case 'object':
      return bareExampleOf(node);
    case 'dictionary':
      return {};
    case 'union':
    default: {
      const [first] = node.options;
      return first === undefined ? null : exampleOf(first);
    }
  }
}

/** Only the required members, and what the conditional rules add to them. */
function bareExampleOf(node: ObjectNode): JsonObject {
  const full = fullExampleOf(node);
  const draft = Object.entries(full).filter(([name]) => node.fields.get(name)?.required === true);
  return node.repair(objectOf(draft), full);
}

/** Every member present with a plain value; the conditional rules of the object may be broken. */
export function fullExampleOf(node: ObjectNode): JsonObject {
  return objectOf(
    [...node.fields].map(([name, field]): readonly [string, Json] => [name, exampleOf(field.node)]),
  );
}

/** Every member present with a rich value; the conditional rules of the object may be broken. */
function richMembersOf(node: ObjectNode): JsonObject {
  return objectOf(
    [...node.fields].map(([name, field]): readonly [string, Json] => [name, richExampleOf(field.node)]),
  );
}

/** One accepted value that holds as many optional parts as the rules allow. */
export function richExampleOf(node: Node): Json {
  switch (node.kind) {
    case 'array':
      // One item of each alternative, since each has edits of its own.
      return node.item.kind === 'union' ? node.item.options.map(richExampleOf) : [richExampleOf(node.item)];
    case 'object': {
      const members = richMembersOf(node);
      return node.repair(members, members);
    }
    case 'dictionary':
      return objectOf([[exampleText(node.name), richExampleOf(node.value)]]);
    default:
      return exampleOf(node);
  }
}

/** The listed values a place can hold, and one example for each alternative that is no list. */
function choicesOf(node: Node): readonly Json[] {
  if (node.kind === 'literal') {
    return node.values;
  }
  return node.kind === 'union'
    ? node.options.flatMap((option) => [...choicesOf(option), exampleOf(option)])
    : [];
}

/** The object itself and copies of it with another choice for one of its members. */
function* turned(node: ObjectNode, value: JsonObject): Generator<JsonObject> {
  yield value;
  for (const [name, field] of node.fields) {
    for (const choice of choicesOf(field.node)) {
      yield withMember(value, name, choice);
    }
  }
}

/** As `turned`, for the members that are objects themselves. */
function* turnedInside(node: ObjectNode, value: JsonObject): Generator<JsonObject> {
  yield value;
  for (const [name, field] of node.fields) {
    const inner = value[name];
    if (field.node.kind === 'object' && isObject(inner)) {
      for (const variant of turned(field.node, inner)) {
        yield withMember(value, name, variant);
      }
    }
  }
}

/**
 * Accepted documents for the exhaustive tests: a bare one, a rich one, and rich ones with other enum values as far as
 * the conditional rules then lead to another set of members.
 */
export function plainDocumentsOf(node: ObjectNode): readonly JsonObject[] {
  const members = richMembersOf(node);
  const documents = [bareExampleOf(node)];
  const seen = new Set<string>();
  for (const outer of turned(node, members)) {
    for (const candidate of turnedInside(node, outer)) {
      const document = node.repair(candidate, members);
      const names = Object.keys(document).toSorted().join();
      if (!seen.has(names)) {
        documents.push(document);
        seen.add(names);
      }
    }
  }
  return documents;
}

// Arbitraries of accepted values for every node of the oracle's schema language.

import * as fc from 'fast-check';

import { equalityKey, objectOf } from './json.ts';
import type { Json, JsonObject } from './json.ts';
import type { ArrayNode, DictionaryNode, Node, NumberNode, ObjectNode, StringNode } from './model.ts';

const made = new WeakMap<Node, fc.Arbitrary<Json>>();

/** Longest text that is generated at its upper bound; the longer bounds are left to the mutations. */
const LONGEST_GENERATED = 600;

/** Characters whose UTF-16 length, byte length or rendering differs from one. */
const HARD_CHARACTERS = [
  '😀',
  '\u{10ffff}',
  'é',
  'e\u0301',
  '\ufeff',
  '\u2028',
  '\u0000',
  '\n',
  '"',
  '\\',
  '\u202e',
  '\ud83d',
  '\ude00',
];

function plainText(node: StringNode): fc.Arbitrary<string> {
  const shortest = node.min;
  const longest = Math.min(node.max, Math.max(shortest + 12, 12));
  const bounds = [
    'x'.repeat(shortest),
    '😀'.repeat(shortest),
    ...(node.max <= LONGEST_GENERATED ? ['y'.repeat(node.max), '😀'.repeat(node.max)] : []),
  ];
  return fc.oneof(
    { weight: 3, arbitrary: fc.string({ unit: 'binary', minLength: shortest, maxLength: longest }) },
    { weight: 1, arbitrary: fc.constantFrom(...bounds) },
    {
      weight: 1,
      // Joining could pair two halves of a surrogate pair into one character, so a separator keeps them apart.
      arbitrary: fc
        .array(fc.constantFrom(...HARD_CHARACTERS), { minLength: 1, maxLength: 3 })
        .map((chars) => `${'-'.repeat(shortest)}${chars.join('-')}`)
        .map((text) =>
          Array.from(text)
            .slice(0, node.max === Number.POSITIVE_INFINITY ? undefined : node.max)
            .join(''),
        ),
    },
  );
}

function stringArbitrary(node: StringNode): fc.Arbitrary<string> {
  if (node.rule === undefined) {
    return plainText(node);
  }
  const { ofLength } = node.rule;
  if (ofLength === undefined || node.max > LONGEST_GENERATED) {
    return node.rule.arbitrary;
  }
  const atBounds = [ofLength(node.max), ofLength(node.max - 1)];
  return fc.oneof(
    { weight: 9, arbitrary: node.rule.arbitrary },
    { weight: 1, arbitrary: fc.constantFrom(...atBounds) },
  );
}

function numberArbitrary(node: NumberNode): fc.Arbitrary<number> {
  if (node.integral) {
    return fc.oneof(
      fc.constantFrom(node.min, node.min + 1, node.max, node.max - 1),
      fc.integer({ min: node.min, max: node.min + 100 }),
      fc.maxSafeNat().map((value) => Math.max(node.min, value)),
    );
  }
  const max = Math.min(node.max, Number.MAX_VALUE);
  const special = [node.min, 5e-324, 0.1, 0.5, 1, 3, 4.5, 1e21, Number.MAX_SAFE_INTEGER + 1, max];
  return fc.oneof(
    fc.constantFrom(...special.filter((value) => value >= node.min && value <= max)),
    fc.double({ min: node.min, max, noNaN: true }),
  );
}

function arrayArbitrary(node: ArrayNode): fc.Arbitrary<Json> {
  const bounds = { minLength: node.min, maxLength: Math.max(node.min + 1, 2) };
  const item = arbitraryOf(node.item);
  if (!node.unique) {
    return fc.array(item, bounds);
  }
  return fc.uniqueArray(item, { ...bounds, selector: equalityKey });
}

/** A generated object: the values of all members, and which of the optional ones to keep. */
interface Draft {
  readonly full: JsonObject;
  readonly draft: JsonObject;
}

function drafts(node: ObjectNode): fc.Arbitrary<Draft> {
  const names = [...node.fields.keys()];
  const values = fc.tuple(...[...node.fields.values()].map((field) => arbitraryOf(field.node)));
  const flags = fc.oneof(
    { weight: 4, arbitrary: fc.array(fc.boolean(), { minLength: names.length, maxLength: names.length }) },
    { weight: 1, arbitrary: fc.constant(names.map(() => true)) },
    { weight: 1, arbitrary: fc.constant(names.map(() => false)) },
  );
  return fc.tuple(values, flags).map(([all, kept]) => {
    const entries = names.map((name, index): readonly [string, Json] => [name, all[index] ?? null]);
    const shown = entries.filter(
      ([name], index) => node.fields.get(name)?.required === true || kept[index] === true,
    );
    return { full: objectOf(entries), draft: objectOf(shown) };
  });
}

/** Objects whose members are accepted one by one while the conditional rules may be broken. */
export function unrepairedArbitraryOf(node: ObjectNode): fc.Arbitrary<JsonObject> {
  return drafts(node).map(({ draft }) => draft);
}

function objectArbitrary(node: ObjectNode): fc.Arbitrary<JsonObject> {
  return drafts(node).map(({ draft, full }) => node.repair(draft, full));
}

function dictionaryArbitrary(node: DictionaryNode): fc.Arbitrary<JsonObject> {
  const entry = fc.tuple(stringArbitrary(node.name), arbitraryOf(node.value));
  return fc.uniqueArray(entry, { maxLength: 2, selector: ([name]) => name }).map(objectOf);
}

// Round trip so that the value is what a JSON parser would give: plain prototypes, no negative zero.
const jsonArbitrary: fc.Arbitrary<Json> = fc.oneof(
  fc.constantFrom<Json>(null, false, 0, '', [], {}, 'x\ud800', 1e308, -1.5),
  fc.json({ maxDepth: 2 }).map((text): Json => JSON.parse(text)),
);

const openArbitrary: fc.Arbitrary<JsonObject> = fc
  .uniqueArray(
    fc.tuple(
      fc.oneof(fc.string({ maxLength: 6 }), fc.constantFrom('__proto__', 'constructor', '😀')),
      jsonArbitrary,
    ),
    { maxLength: 2, selector: ([name]) => name },
  )
  .map(objectOf);

function build(node: Node): fc.Arbitrary<Json> {
  switch (node.kind) {
    case 'literal':
      return fc.constantFrom<Json>(...node.values);
    case 'string':
      return stringArbitrary(node);
    case 'number':
      return numberArbitrary(node);
    case 'boolean':
      return fc.boolean();
    case 'any':
      return jsonArbitrary;
    case 'open':
      return openArbitrary;
    case 'array':
      return arrayArbitrary(node);
    case 'object':
      return objectArbitrary(node);
    case 'dictionary':
      return dictionaryArbitrary(node);
    case 'union':
    default:
      return fc.oneof(...node.options.map(arbitraryOf));
  }
}

/** An arbitrary of accepted values; built once for each node. */
export function arbitraryOf(node: Node): fc.Arbitrary<Json> {
  const known = made.get(node);
  if (known !== undefined) {
    return known;
  }
  const fresh = build(node);
  made.set(node, fresh);
  return fresh;
}

// Single-point changes of a document: each takes one accepted document to a near neighbour, valid or not.

import { has, isArray, isObject, objectOf, withMember, withoutMembers } from './json.ts';
import type { Json, JsonObject } from './json.ts';
import { exampleOf, exampleText } from './examples.ts';
import { accepts } from './model.ts';
import type {
  ArrayNode,
  DictionaryNode,
  LiteralNode,
  Node,
  NumberNode,
  ObjectNode,
  StringNode,
  UnionNode,
} from './model.ts';

/** The place of a change: member names and array indexes from the root. */
export type Path = readonly (string | number)[];

/** The sort of a change; samples are drawn evenly over the sorts, since some have far more members than others. */
export type Family =
  | 'removal'
  | 'unknown member'
  | 'added member'
  | 'wrong type'
  | 'text'
  | 'near miss'
  | 'number'
  | 'array'
  | 'enum'
  | 'alternative'
  | 'order';

/** A change that has not been made yet; `make` gives undefined for "remove this place". */
export interface Edit {
  readonly path: Path;
  readonly family: Family;
  readonly description: string;
  readonly make: () => Json | undefined;
}

/** A changed document. */
export interface Mutation {
  readonly path: string;
  readonly description: string;
  readonly value: Json;
}

const WRONG_TYPES: readonly Json[] = [null, true, false, 0, 1, 1.5, '', 'text', [], [null], {}, { a: 1 }];

const UNKNOWN_NAMES = [
  'x-unknown',
  '',
  '__proto__',
  'constructor',
  'toString',
  'extensions',
  'signature',
  'protocolVersion',
  'permissions',
  'title',
  'capabilityTokenId',
  '$schema',
];

function set(path: Path, family: Family, description: string, value: Json): Edit {
  return { path, family, description, make: () => value };
}

function typeName(value: Json): string {
  if (value === null) {
    return 'null';
  }
  return isArray(value) ? 'array' : typeof value;
}

function wrongTypeEdits(path: Path, value: Json): Edit[] {
  return WRONG_TYPES.filter((other) => typeName(other) !== typeName(value)).map((other) =>
    set(path, 'wrong type', `replaced by ${JSON.stringify(other)}`, other),
  );
}

function lengthEdits(node: StringNode, path: Path): Edit[] {
  const spell = node.rule === undefined ? (length: number) => 'x'.repeat(length) : node.rule.ofLength;
  const edits: Edit[] = [];
  const sized = (length: number, what: string): void => {
    if (spell !== undefined && length >= 0) {
      edits.push({ path, family: 'text', description: `${what} (${length})`, make: () => spell(length) });
    }
  };
  if (node.min > 0) {
    // The spellings of the rules need some room, so only plain and one-letter rules go below the lower bound.
    if (node.min <= 16) {
      sized(node.min, 'shortest length');
      sized(node.min - 1, 'too short by one');
    }
  }
  if (node.max !== Number.POSITIVE_INFINITY) {
    sized(node.max, 'longest length');
    sized(node.max + 1, 'too long by one');
  } else if (node.rule?.ofLength !== undefined) {
    sized(513, 'length without a limit');
    sized(5000, 'length without a limit');
  }
  if (node.rule === undefined || node.rule.name === 'P-NONBLANK') {
    for (const char of ['😀', '\ud83d']) {
      for (const length of [node.min - 1, node.min, node.max, node.max + 1]) {
        if (length >= 0 && length !== Number.POSITIVE_INFINITY) {
          edits.push({
            path,
            family: 'text',
            description: `${length} times ${JSON.stringify(char)}`,
            make: () => char.repeat(length),
          });
        }
      }
    }
  }
  return edits;
}

function stringEdits(node: StringNode, path: Path, value: string): Edit[] {
  const middle = Math.floor(value.length / 2);
  const variants: readonly (readonly [string, string])[] = [
    ['trailing line feed', `${value}\n`],
    ['trailing carriage return', `${value}\r`],
    ['trailing space', `${value} `],
    ['leading space', ` ${value}`],
    ['leading line feed', `\n${value}`],
    ['inner space', `${value.slice(0, middle)} ${value.slice(middle)}`],
    ['upper case', value.toUpperCase()],
    ['lower case', value.toLowerCase()],
    ['emptied', ''],
    ['first character cut', value.slice(1)],
    ['last character cut', value.slice(0, -1)],
    ['doubled', value + value],
    ['trailing NUL', `${value}\u0000`],
    ['non-ASCII letter', `${value}é`],
    ['unpaired surrogate', `${value}\ud800`],
  ];
  return [
    ...variants.map(([description, variant]) => set(path, 'text', description, variant)),
    ...lengthEdits(node, path),
    ...(node.rule?.near ?? []).map((near) =>
      set(path, 'near miss', `${node.rule?.name ?? ''} ${JSON.stringify(near).slice(0, 90)}`, near),
    ),
  ];
}

function literalEdits(node: LiteralNode, path: Path): Edit[] {
  const edits: Edit[] = [];
  for (const value of node.values) {
    edits.push(set(path, 'enum', `listed value ${String(value)}`, value));
    if (typeof value === 'string') {
      for (const other of [
        `${value}\n`,
        ` ${value}`,
        value.toUpperCase(),
        value.toLowerCase(),
        `${value}x`,
        value.slice(1),
      ]) {
        edits.push(set(path, 'enum', `variant ${JSON.stringify(other)}`, other));
      }
    } else {
      edits.push(
        set(path, 'enum', `text ${String(value)}`, String(value)),
        set(path, 'enum', 'the other boolean', !value),
      );
    }
  }
  edits.push(set(path, 'enum', 'unknown value', 'no_such_value'), set(path, 'enum', 'empty value', ''));
  return edits;
}

function numberEdits(node: NumberNode, path: Path, value: number): Edit[] {
  const numbers = [
    -1,
    -0,
    0,
    1,
    2,
    0.5,
    1.5,
    node.min,
    node.min - 1,
    node.min + 0.5,
    value + 0.5,
    -value,
    -0.5,
    -5e-324,
    5e-324,
    Number.MAX_SAFE_INTEGER,
    9007199254740992,
    9007199254740994,
    1e16,
    1e21,
    1e300,
    Number.MIN_SAFE_INTEGER,
    ...(node.max === Number.POSITIVE_INFINITY ? [] : [node.max, node.max + 1, 1.0000000000000002]),
  ];
  return [
    ...numbers.map((other) => set(path, 'number', `number ${Object.is(other, -0) ? '-0' : other}`, other)),
    set(path, 'number', 'number as text', String(value)),
  ];
}

function reversed(value: JsonObject): JsonObject {
  return objectOf(Object.entries(value).toReversed());
}

function arrayEdits(node: ArrayNode, path: Path, value: readonly Json[]): Edit[] {
  const edits: Edit[] = [
    set(path, 'array', 'emptied', []),
    set(path, 'array', 'null appended', [...value, null]),
    set(path, 'array', 'another item', [...value, exampleOf(node.item)]),
    set(path, 'array', 'one plain item', [exampleOf(node.item)]),
    set(path, 'array', 'two equal plain items', [exampleOf(node.item), exampleOf(node.item)]),
    set(path, 'array', 'nested', [value]),
    set(path, 'array', 'reversed', value.toReversed()),
    set(path, 'array', 'as an object', objectOf(value.map((item, index) => [String(index), item]))),
  ];
  const [first] = value;
  if (first !== undefined) {
    edits.push(
      set(path, 'array', 'first item duplicated', [...value, first]),
      set(path, 'array', 'first item only', first),
    );
    if (isObject(first)) {
      edits.push(
        set(path, 'array', 'first item duplicated in another member order', [...value, reversed(first)]),
      );
    }
  }
  for (const [index, item] of value.entries()) {
    edits.push({
      path: [...path, index],
      family: 'array',
      description: 'item removed',
      make: () => undefined,
    });
    edits.push(...editsAt(node.item, [...path, index], item));
  }
  return edits;
}

function unknownMemberEdits(path: Path, known: (name: string) => boolean, value: JsonObject): Edit[] {
  const names = [
    ...UNKNOWN_NAMES,
    ...Object.keys(value)
      .slice(0, 2)
      .map((name) => name.toUpperCase()),
  ];
  return names
    .filter((name) => !known(name) && !has(value, name))
    .map((name) => set([...path, name], 'unknown member', `member ${JSON.stringify(name)} added`, null));
}

function objectEdits(node: ObjectNode, path: Path, value: JsonObject): Edit[] {
  const edits = unknownMemberEdits(path, (name) => node.fields.has(name), value);
  edits.push(set(path, 'order', 'members in reverse order', reversed(value)));
  for (const [name, field] of node.fields) {
    const place = [...path, name];
    const current = has(value, name) ? value[name] : undefined;
    if (current === undefined) {
      edits.push({
        path: place,
        family: 'added member',
        description: 'absent member added',
        make: () => exampleOf(field.node),
      });
      edits.push(set(place, 'added member', 'absent member added as null', null));
      continue;
    }
    edits.push({ path: place, family: 'removal', description: 'member removed', make: () => undefined });
    edits.push({
      path,
      family: 'removal',
      description: `member ${name} renamed`,
      make: () => withMember(withoutMembers(value, name), `${name}_`, current),
    });
    edits.push(...editsAt(field.node, place, current));
  }
  return edits;
}

function dictionaryEdits(node: DictionaryNode, path: Path, value: JsonObject): Edit[] {
  const edits: Edit[] = [];
  const plain = exampleOf(node.value);
  const names = [exampleText(node.name)];
  const nameEdits = stringEdits(node.name, [], exampleText(node.name));
  for (const edit of nameEdits) {
    const name = edit.make();
    if (typeof name === 'string') {
      names.push(name);
    }
  }
  for (const name of names) {
    edits.push(set([...path, name], 'near miss', `member name ${JSON.stringify(name).slice(0, 90)}`, plain));
  }
  edits.push(...unknownMemberEdits(path, () => false, value));
  for (const [name, item] of Object.entries(value)) {
    edits.push({
      path: [...path, name],
      family: 'removal',
      description: 'member removed',
      make: () => undefined,
    });
    edits.push(...editsAt(node.value, [...path, name], item));
  }
  return edits;
}

function unionEdits(node: UnionNode, path: Path, value: Json): Edit[] {
  const edits: Edit[] = [];
  for (const option of node.options) {
    const plain = exampleOf(option);
    edits.push({
      path,
      family: 'alternative',
      description: 'plain value of an alternative',
      make: () => plain,
    });
    if (accepts(option, value) === undefined) {
      edits.push(...ownEdits(option, path, value));
    } else if (isObject(plain) && isObject(value)) {
      // Members of two alternatives in one object: closed alternatives must refuse the mixture.
      edits.push(
        set(
          path,
          'alternative',
          'mixed with another alternative',
          objectOf([...Object.entries(plain), ...Object.entries(value)]),
        ),
      );
      edits.push(
        set(
          path,
          'alternative',
          'another alternative with these members',
          objectOf([...Object.entries(value), ...Object.entries(plain)]),
        ),
      );
    } else {
      edits.push(...ownEdits(option, path, plain));
    }
  }
  return edits;
}

function ownEdits(node: Node, path: Path, value: Json): Edit[] {
  switch (node.kind) {
    case 'literal':
      return literalEdits(node, path);
    case 'string':
      return typeof value === 'string' ? stringEdits(node, path, value) : [];
    case 'number':
      return typeof value === 'number' ? numberEdits(node, path, value) : [];
    case 'boolean':
      return [set(path, 'enum', 'the other boolean', value !== true)];
    case 'any':
      return [
        set(path, 'alternative', 'deep value', [{ a: [{ ['__proto__']: null }] }]),
        set(path, 'alternative', 'unpaired surrogate', '\ud800'),
      ];
    case 'open':
      return isObject(value) ? unknownMemberEdits(path, () => false, value) : [];
    case 'array':
      return isArray(value) ? arrayEdits(node, path, value) : [];
    case 'object':
      return isObject(value) ? objectEdits(node, path, value) : [];
    case 'dictionary':
      return isObject(value) ? dictionaryEdits(node, path, value) : [];
    case 'union':
    default:
      return unionEdits(node, path, value);
  }
}

function editsAt(node: Node, path: Path, value: Json): Edit[] {
  return [...wrongTypeEdits(path, value), ...ownEdits(node, path, value)];
}

/** All changes of one accepted document, not yet made. */
export function editsOf(node: Node, document: Json): readonly Edit[] {
  return editsAt(node, [], document);
}

function changed(value: Json, path: Path, replacement: Json | undefined): Json {
  const [step, ...rest] = path;
  if (step === undefined) {
    return replacement ?? null;
  }
  if (isArray(value)) {
    const index = Number(step);
    if (rest.length === 0 && replacement === undefined) {
      return value.filter((_, position) => position !== index);
    }
    return value.map((item, position) => (position === index ? changed(item, rest, replacement) : item));
  }
  if (!isObject(value)) {
    return value;
  }
  const name = String(step);
  if (rest.length === 0) {
    return replacement === undefined ? withoutMembers(value, name) : withMember(value, name, replacement);
  }
  return has(value, name) ? withMember(value, name, changed(value[name] ?? null, rest, replacement)) : value;
}

/** Puts a value at a place of a document, or removes the place when the value is undefined. */
export function replaceAt(document: Json, path: Path, replacement: Json | undefined): Json {
  return changed(document, path, replacement);
}

/** Makes one change. */
export function applyEdit(document: Json, edit: Edit): Mutation {
  return {
    path: `/${edit.path.join('/')}`,
    description: `${edit.family}: ${edit.description}`,
    value: changed(document, edit.path, edit.make()),
  };
}

/** The changes grouped by sort, for an even sample. */
export function editsByFamily(edits: readonly Edit[]): readonly (readonly Edit[])[] {
  const groups = new Map<Family, Edit[]>();
  for (const edit of edits) {
    const group = groups.get(edit.family);
    if (group === undefined) {
      groups.set(edit.family, [edit]);
    } else {
      group.push(edit);
    }
  }
  return [...groups.values()];
}

// The oracle's own small schema language: combinators that describe a document, and the verdict on a value.

import { codePointLength, equalityKey, has, isArray, isObject } from './json.ts';
import type { JsonObject } from './json.ts';
import { dateTime, identifier, uriText } from './patterns.ts';
import type { TextRule } from './patterns.ts';

/** One of a fixed set of values (a const or an enum). */
export interface LiteralNode {
  readonly kind: 'literal';
  readonly values: readonly (string | boolean)[];
}

/** A string with bounds in code points and an optional further rule. */
export interface StringNode {
  readonly kind: 'string';
  readonly min: number;
  readonly max: number;
  readonly rule: TextRule | undefined;
}

/** A number, optionally integral. */
export interface NumberNode {
  readonly kind: 'number';
  readonly integral: boolean;
  readonly min: number;
  readonly max: number;
}

/** Either boolean. */
export interface BooleanNode {
  readonly kind: 'boolean';
}

/** Any JSON value. */
export interface AnyNode {
  readonly kind: 'any';
}

/** An object with any members. */
export interface OpenNode {
  readonly kind: 'open';
}

/** An array of like items. */
export interface ArrayNode {
  readonly kind: 'array';
  readonly item: Node;
  readonly min: number;
  readonly unique: boolean;
}

/** A member of a closed object. */
export interface Field {
  readonly node: Node;
  readonly required: boolean;
}

/** A conditional rule over the members of one object whose members are accepted one by one. */
export interface Rule {
  readonly number: string;
  readonly holds: (value: JsonObject) => boolean;
}

/**
 * Changes an object whose members are fine so that its rules hold too. `full` holds a value for every member, so
 * that a missing one can be taken from there.
 */
export type Repair = (draft: JsonObject, full: JsonObject) => JsonObject;

/** A closed object. */
export interface ObjectNode {
  readonly kind: 'object';
  readonly label: string;
  readonly fields: ReadonlyMap<string, Field>;
  readonly rules: readonly Rule[];
  readonly repair: Repair;
}

/** An object whose member names are free within a rule and whose values are alike. */
export interface DictionaryNode {
  readonly kind: 'dictionary';
  readonly name: StringNode;
  readonly value: Node;
}

/** A choice; `exactlyOne` refuses a value that fits two options. */
export interface UnionNode {
  readonly kind: 'union';
  readonly options: readonly Node[];
  readonly exactlyOne: string | undefined;
}

/** A description of the values one place in a document may hold. */
export type Node =
  | LiteralNode
  | StringNode
  | NumberNode
  | BooleanNode
  | AnyNode
  | OpenNode
  | ArrayNode
  | ObjectNode
  | DictionaryNode
  | UnionNode;

/** A const or an enum. */
export function oneOf(...values: readonly (string | boolean)[]): LiteralNode {
  return { kind: 'literal', values };
}

/** A string. */
export function str(options: { min?: number; max?: number; rule?: TextRule } = {}): StringNode {
  return {
    kind: 'string',
    min: options.min ?? 0,
    max: options.max ?? Number.POSITIVE_INFINITY,
    rule: options.rule,
  };
}

/** A number that may have a fraction. */
export function num(options: { min: number; max?: number }): NumberNode {
  return { kind: 'number', integral: false, min: options.min, max: options.max ?? Number.POSITIVE_INFINITY };
}

/** An array. */
export function arr(item: Node, options: { min?: number; unique?: boolean } = {}): ArrayNode {
  return { kind: 'array', item, min: options.min ?? 0, unique: options.unique ?? false };
}

/** A member that must be present. */
export function required(node: Node): Field {
  return { node, required: true };
}

/** A member that may be absent. */
export function optional(node: Node): Field {
  return { node, required: false };
}

/** A closed object. */
export function obj(
  label: string,
  fields: Readonly<Record<string, Field>>,
  options: { rules?: readonly Rule[]; repair?: Repair } = {},
): ObjectNode {
  return {
    kind: 'object',
    label,
    fields: new Map(Object.entries(fields)),
    rules: options.rules ?? [],
    repair: options.repair ?? ((draft) => draft),
  };
}

/** A dictionary. */
export function dictionary(name: StringNode, value: Node): DictionaryNode {
  return { kind: 'dictionary', name, value };
}

/** A choice where fitting several options is fine. */
export function anyOf(...options: readonly Node[]): UnionNode {
  return { kind: 'union', options, exactlyOne: undefined };
}

/** A choice where exactly one option must fit, under the number of the rule that says so. */
export function exactlyOneOf(rule: string, ...options: readonly Node[]): UnionNode {
  return { kind: 'union', options, exactlyOne: rule };
}

/** DOC-COM-02. */
export const id: StringNode = str({ max: 512, rule: identifier });
/** `format: uri` without a length limit. */
export const uri: StringNode = str({ rule: uriText });
/** DOC-COM-04. */
export const timestamp: StringNode = str({ rule: dateTime });
/** DOC-COM-05. */
export const safeInt: NumberNode = { kind: 'number', integral: true, min: 0, max: Number.MAX_SAFE_INTEGER };
/** DOC-COM-06. */
export const posInt: NumberNode = { kind: 'number', integral: true, min: 1, max: Number.MAX_SAFE_INTEGER };
/** Either boolean. */
export const bool: BooleanNode = { kind: 'boolean' };
/** The empty schema. */
export const anyValue: AnyNode = { kind: 'any' };
/** `type: object` and nothing more. */
export const openObject: OpenNode = { kind: 'open' };

function stringFault(node: StringNode, value: unknown): string | undefined {
  if (typeof value !== 'string') {
    return 'not a string';
  }
  const length = codePointLength(value);
  if (length < node.min || length > node.max) {
    return `length ${length} outside ${node.min}..${node.max}`;
  }
  return node.rule?.fault(value);
}

function numberFault(node: NumberNode, value: unknown): string | undefined {
  if (typeof value !== 'number' || !Number.isFinite(value)) {
    return 'not a number';
  }
  if (node.integral && Math.floor(value) !== value) {
    return 'not integral';
  }
  return value < node.min || value > node.max ? `outside ${node.min}..${node.max}` : undefined;
}

function arrayFault(node: ArrayNode, value: unknown, path: string): string | undefined {
  if (!isArray(value)) {
    return `${path}: not an array`;
  }
  if (value.length < node.min) {
    return `${path}: fewer than ${node.min} items`;
  }
  for (const [index, item] of value.entries()) {
    const fault = faultAt(node.item, item, `${path}/${index}`);
    if (fault !== undefined) {
      return fault;
    }
  }
  if (node.unique && new Set(value.map(equalityKey)).size !== value.length) {
    return `${path}: items not unique`;
  }
  return undefined;
}

function objectFault(node: ObjectNode, value: unknown, path: string): string | undefined {
  if (!isObject(value)) {
    return `${path}: ${node.label} is not an object`;
  }
  for (const name of Object.keys(value)) {
    if (!node.fields.has(name)) {
      return `${path}: DOC-002: ${node.label} has no member ${JSON.stringify(name)}`;
    }
  }
  for (const [name, field] of node.fields) {
    if (!has(value, name)) {
      if (field.required) {
        return `${path}: ${node.label} lacks ${name}`;
      }
      continue;
    }
    const fault = faultAt(field.node, value[name], `${path}/${name}`);
    if (fault !== undefined) {
      return fault;
    }
  }
  const broken = node.rules.find((rule) => !rule.holds(value));
  return broken === undefined ? undefined : `${broken.number}: at ${path === '' ? '/' : path}`;
}

function dictionaryFault(node: DictionaryNode, value: unknown, path: string): string | undefined {
  if (!isObject(value)) {
    return `${path}: not an object`;
  }
  for (const [name, item] of Object.entries(value)) {
    const fault = faultAt(node.name, name, `${path}⟨name⟩`) ?? faultAt(node.value, item, `${path}/${name}`);
    if (fault !== undefined) {
      return fault;
    }
  }
  return undefined;
}

function unionFault(node: UnionNode, value: unknown, path: string): string | undefined {
  const faults = node.options.map((option) => faultAt(option, value, path));
  const fitting = faults.filter((fault) => fault === undefined).length;
  if (fitting === 0) {
    return `${path}: no alternative fits (${faults.join('; ').slice(0, 200)})`;
  }
  return node.exactlyOne !== undefined && fitting > 1
    ? `${node.exactlyOne}: ${fitting} alternatives fit`
    : undefined;
}

function prefixed(path: string, fault: string | undefined): string | undefined {
  return fault === undefined ? undefined : `${path}: ${fault}`;
}

function faultAt(node: Node, value: unknown, path: string): string | undefined {
  switch (node.kind) {
    case 'literal':
      return node.values.some((allowed) => allowed === value)
        ? undefined
        : `${path}: not one of the listed values`;
    case 'string':
      return prefixed(path, stringFault(node, value));
    case 'number':
      return prefixed(path, numberFault(node, value));
    case 'boolean':
      return typeof value === 'boolean' ? undefined : `${path}: not a boolean`;
    case 'any':
      return value === undefined ? `${path}: absent` : undefined;
    case 'open':
      return isObject(value) ? undefined : `${path}: not an object`;
    case 'array':
      return arrayFault(node, value, path);
    case 'object':
      return objectFault(node, value, path);
    case 'dictionary':
      return dictionaryFault(node, value, path);
    case 'union':
    default:
      return unionFault(node, value, path);
  }
}

/** The verdict: undefined when the value is accepted, otherwise a short reason. */
export function accepts(node: Node, value: unknown): string | undefined {
  return faultAt(node, value, '');
}

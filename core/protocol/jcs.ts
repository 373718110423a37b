// Canonical JSON after RFC 8785 (DATA-010…DATA-014): the one byte sequence that is hashed and signed.
import { type JsonObject, OutOfRangeNumber } from './json.ts';
import { accept, refuse, type Result } from './result.ts';

export type DataModelReason = 'number-out-of-range' | 'lone-surrogate' | 'not-json' | 'too-deep';

/** Why a value has no canonical form (DATA-012). `pointer` is the JSON pointer of the offending value or member. */
export interface DataModelFault {
  readonly reason: DataModelReason;
  readonly pointer: string;
  readonly message: string;
}

/** Deeper than any document that the strict parser lets through; stops on cyclic values built in code. */
const MAX_DEPTH = 1024;

/**
 * The RFC 8785 text of a JSON value, or the fault that leaves it without one: a number outside binary64, an
 * unpaired surrogate in a string or member name, or anything that is not JSON (undefined, Date, NaN, bigint …).
 * Nothing is dropped or repaired. Encode the text as UTF-8 to hash or sign it.
 */
export function canonicalize(value: unknown): Result<string, DataModelFault> {
  try {
    return accept(write(value, 0));
  } catch (error) {
    if (error instanceof DataModelStop) return refuse(locate(value, error));
    throw error;
  }
}

/**
 * As `canonicalize`, with exactly the top-level member `name` left out (SIG-021). Members of that name further
 * inside stay.
 */
export function canonicalizeWithout(value: JsonObject, name: string): Result<string, DataModelFault> {
  const split = splitCanonical(value, name);
  return split.ok ? accept(split.value.without) : split;
}

/** The canonical text of an object without one of its members, and the place where that member belongs. */
export interface SplitCanonical {
  readonly without: string;
  /** The canonical text of the whole object, with `value` as the canonical text of the member. */
  insert(value: string): string;
}

/**
 * The canonical text of an object without its top-level member `name`, ready to take that member: a signed document
 * is the signing bytes with the signature put in its place, so one pass serves both.
 */
export function splitCanonical(
  value: Readonly<Record<string, unknown>>,
  name: string,
): Result<SplitCanonical, DataModelFault> {
  const split = { name, at: 0 };
  try {
    const without = writeObject(value, 0, split);
    return accept({ without, insert: (member) => insertMember(without, split.at, name, member) });
  } catch (error) {
    if (!(error instanceof DataModelStop)) throw error;
    const { [name]: _omitted, ...rest } = value;
    return refuse(locate(rest, error));
  }
}

function insertMember(without: string, at: number, name: string, member: string): string {
  const written = `${writeString(name)}:${member}`;
  // Nothing stands before the first member but the brace.
  if (at === 0) return without === '{}' ? `{${written}}` : `{${written},${without.slice(1)}`;
  return `${without.slice(0, at)},${written}${without.slice(at)}`;
}

/** Leaves the writer at the first value without a canonical form; never crosses this module's border. */
class DataModelStop extends Error {
  readonly reason: DataModelReason;
  constructor(reason: DataModelReason) {
    super(reason);
    this.reason = reason;
  }
}

// What JSON must escape, and every surrogate: strings with one of these take the slow path. (The same class with
// the u flag is markedly slower on two-byte strings.)
const NEEDS_CARE = /["\\\u0000-\u001f\ud800-\udfff]/;

function write(value: unknown, depth: number): string {
  switch (typeof value) {
    case 'string':
      return writeString(value);
    case 'number':
      return writeNumber(value);
    case 'boolean':
      return value ? 'true' : 'false';
    case 'object':
      if (value === null) return 'null';
      if (Array.isArray(value)) return writeArray(value, depth);
      if (value instanceof OutOfRangeNumber) throw new DataModelStop('number-out-of-range');
      return writeObject(value, depth, undefined);
    default:
      throw new DataModelStop('not-json');
  }
}

function writeNumber(value: number): string {
  if (!Number.isFinite(value))
    throw new DataModelStop(Number.isNaN(value) ? 'not-json' : 'number-out-of-range');
  // ECMAScript's own number text is what RFC 8785 asks for; it also writes -0 as 0.
  return String(value);
}

function writeString(value: string): string {
  if (!NEEDS_CARE.test(value)) return `"${value}"`;
  if (!value.isWellFormed()) throw new DataModelStop('lone-surrogate');
  return JSON.stringify(value);
}

function writeArray(items: readonly unknown[], depth: number): string {
  if (depth >= MAX_DEPTH) throw new DataModelStop('too-deep');
  if (items.length === 0) return '[]';
  let text = `[${write(items[0], depth + 1)}`;
  for (let i = 1; i < items.length; i += 1) text += `,${write(items[i], depth + 1)}`;
  return `${text}]`;
}

/** With `omitted`, leaves that member out and notes in `at` how much text stands before its place. */
function writeObject(
  value: object,
  depth: number,
  omitted: { readonly name: string; at: number } | undefined,
): string {
  if (depth >= MAX_DEPTH) throw new DataModelStop('too-deep');
  if (!isPlain(value)) throw new DataModelStop('not-json');
  const layout = layoutOf(Object.keys(value));
  const members = Object.values(value);
  let text = '';
  for (const { index, name, first, next } of layout) {
    if (name === omitted?.name) continue;
    text += (text === '' ? first : next) + write(members[index], depth + 1);
    if (omitted !== undefined && name < omitted.name) omitted.at = text.length;
  }
  return text === '' ? '{}' : `${text}}`;
}

function isPlain(value: object): value is Record<string, unknown> {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

/** A member of an object in canonical order: where it stands in the object, and its name as written. */
interface MemberLayout {
  readonly index: number;
  readonly name: string;
  /** `{"name":` and `,"name":`. */
  readonly first: string;
  readonly next: string;
}

// Documents of one kind list the same names again and again: their order and quoted names are worked out once and
// found again by walking the names through a tree. When the tree is full it starts anew, so that hostile names can
// neither grow it nor keep it occupied.
interface LayoutNode {
  readonly children: Map<string, LayoutNode>;
  layout: readonly MemberLayout[] | undefined;
}
const LAYOUT_NODES_MAX = 8192;
const LAYOUT_NAMES_MAX = 32;
const LAYOUT_NAME_LENGTH_MAX = 64;
const layouts: LayoutNode = { children: new Map(), layout: undefined };
let layoutNodes = 1;

function layoutOf(names: readonly string[]): readonly MemberLayout[] {
  if (names.length > LAYOUT_NAMES_MAX) return createLayout(names);
  let node = layouts;
  for (const name of names) {
    let child = node.children.get(name);
    if (child === undefined) {
      if (name.length > LAYOUT_NAME_LENGTH_MAX) return createLayout(names);
      if (layoutNodes >= LAYOUT_NODES_MAX) {
        layouts.children.clear();
        layoutNodes = 1;
      }
      layoutNodes += 1;
      child = { children: new Map(), layout: undefined };
      node.children.set(name, child);
    }
    node = child;
  }
  node.layout ??= createLayout(names);
  return node.layout;
}

/** Sorts by UTF-16 code units (DATA-013), which is how JavaScript compares strings. */
function createLayout(names: readonly string[]): readonly MemberLayout[] {
  return names
    .map((name, index) => ({ index, name, first: `{${writeString(name)}:`, next: `,${writeString(name)}:` }))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

const MESSAGES: Readonly<Record<DataModelReason, string>> = {
  'number-out-of-range': 'number is outside the finite range of binary64',
  'lone-surrogate': 'string has an unpaired surrogate',
  'not-json': 'value is not JSON',
  'too-deep': `more than ${MAX_DEPTH} nested levels`,
};

/** Walks again, with a path, to name the first value without a canonical form and why. */
function locate(value: unknown, stop: DataModelStop): DataModelFault {
  const found = stop.reason === 'too-deep' ? undefined : findFault(value, '');
  const { reason, pointer } = found ?? { reason: stop.reason, pointer: '' };
  return { reason, pointer, message: MESSAGES[reason] };
}

interface FoundFault {
  readonly reason: DataModelReason;
  readonly pointer: string;
}

function findFault(value: unknown, pointer: string): FoundFault | undefined {
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) {
      const found = findFault(item, `${pointer}/${index}`);
      if (found !== undefined) return found;
    }
    return undefined;
  }
  if (typeof value === 'object' && value !== null && isPlain(value)) {
    for (const name of Object.keys(value).sort()) {
      const at = `${pointer}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
      if (!name.isWellFormed()) return { reason: 'lone-surrogate', pointer: at };
      const found = findFault(value[name], at);
      if (found !== undefined) return found;
    }
    return undefined;
  }
  const reason = reasonOf(value);
  return reason === undefined ? undefined : { reason, pointer };
}

/** Why a value that holds no others cannot be written. */
function reasonOf(value: unknown): DataModelReason | undefined {
  try {
    write(value, 0);
    return undefined;
  } catch (error) {
    if (error instanceof DataModelStop) return error.reason;
    throw error;
  }
}

// Strict JSON for everything that comes from outside (DATA-001…DATA-007): one UTF-8 value, no duplicate
// member names, exact byte spans, limits against hostile input. It must not decide anything about meaning.
import { isUtf8 } from 'node:buffer';
import { excerptOf } from './excerpt.ts';
import { accept, refuse, type Result } from './result.ts';

/** What a strict parse can yield. Numbers outside binary64 stay recognizable (DATA-004). */
export type JsonValue =
  | null
  | boolean
  | number
  | string
  | JsonValue[]
  | { [name: string]: JsonValue }
  | OutOfRangeNumber;

/** A JSON object as parsed: own members only, `__proto__` is a member like any other. */
export type JsonObject = { [name: string]: JsonValue };

/**
 * A number such as `1e400`: valid JSON, but no finite binary64. It survives parsing and schema checks and is
 * refused at canonicalization (DATA-004, SIG-036).
 */
export class OutOfRangeNumber {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

/** Byte range `[start, end)` in the parsed input. */
export interface ByteSpan {
  readonly start: number;
  readonly end: number;
}

/** Bounds on hostile input. `maxBytes` counts input bytes, `maxDepth` nested arrays and objects. */
export interface JsonLimits {
  readonly maxBytes: number;
  readonly maxDepth: number;
}

/** 16 MiB holds the largest snapshot that we write; 512 levels are what other implementations accept too (DATA-006). */
export const DEFAULT_JSON_LIMITS: JsonLimits = { maxBytes: 16 * 1024 * 1024, maxDepth: 512 };

export type JsonFaultReason =
  | 'too-large'
  | 'too-deep'
  | 'byte-order-mark'
  | 'invalid-utf8'
  | 'invalid-json'
  | 'trailing-data'
  | 'duplicate-member';

/** Why input is not strict JSON. `offset` counts bytes from 0; `line` and `column` count from 1 (column in UTF-16 units). */
export interface JsonFault {
  readonly reason: JsonFaultReason;
  readonly offset: number;
  readonly line: number;
  readonly column: number;
  readonly message: string;
}

/** A strictly parsed value with its text and, when asked for, the spans of the top-level members. */
export interface JsonDocument {
  readonly value: JsonValue;
  readonly text: string;
  /** True when the value holds an `OutOfRangeNumber` somewhere. */
  readonly hasOutOfRangeNumber: boolean;
  /** True when a string or member name holds an unpaired surrogate (written as an escape; UTF-8 cannot hold one). */
  readonly hasLoneSurrogate: boolean;
  /** Span of the value of a top-level member, for a document parsed with `memberSpans`; undefined when it is absent. */
  memberSpan(name: string): ByteSpan | undefined;
  /**
   * For an object parsed with `without`: its canonical bytes (RFC 8785) without that top-level member, cut out of the input. Undefined
   * where the input is not canonical itself, or has an escape in a string, which nobody looks at closely here.
   */
  cutCanonical(): Uint8Array | undefined;
}

export interface ParseJsonOptions {
  readonly limits?: JsonLimits;
  /** Record where the value of each top-level member lies (WS-006). */
  readonly memberSpans?: boolean;
  /** The top-level member that `cutCanonical` leaves out. */
  readonly without?: string;
}

/**
 * Parses exactly one JSON value from UTF-8 bytes (DATA-002, DATA-003, DATA-005). Never throws on input: every
 * violation comes back as a `JsonFault` with its position. Work and memory are linear in the input.
 */
export function parseJson(
  bytes: Uint8Array,
  options: ParseJsonOptions = {},
): Result<JsonDocument, JsonFault> {
  const limits = options.limits ?? DEFAULT_JSON_LIMITS;
  if (bytes.length > limits.maxBytes) {
    return refuse(
      faultAt(
        '',
        0,
        limits.maxBytes,
        'too-large',
        `input has ${bytes.length} bytes, the limit is ${limits.maxBytes}`,
      ),
    );
  }
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) {
    return refuse(faultAt('', 0, 0, 'byte-order-mark', 'input starts with a byte-order mark'));
  }
  if (!isUtf8(bytes)) {
    const { text: before, length } = decodeValidPrefix(bytes);
    return refuse(faultAt(before, before.length, length, 'invalid-utf8', 'input is not UTF-8'));
  }
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8');
  const parser = new Parser(text, limits.maxDepth, options);
  let value: JsonValue;
  try {
    value = parser.parseDocument();
  } catch (error) {
    if (!(error instanceof ParseStop)) throw error;
    const offset = text.length === bytes.length ? error.at : Buffer.byteLength(text.slice(0, error.at));
    return refuse(faultAt(text, error.at, offset, error.reason, error.message));
  }
  return accept({
    value,
    text,
    hasOutOfRangeNumber: parser.hasOutOfRangeNumber,
    hasLoneSurrogate: parser.hasLoneSurrogate,
    memberSpan(name) {
      const span = parser.spans?.get(name);
      if (span === undefined || text.length === bytes.length) return span;
      const start = Buffer.byteLength(text.slice(0, span.start));
      return { start, end: start + Buffer.byteLength(text.slice(span.start, span.end)) };
    },
    cutCanonical: () => (parser.isCanonical ? cut(text, bytes, parser.withoutSpan) : undefined),
  });
}

/** The bytes of an object's text without one member, `span` from its name to the end of its value. */
function cut(text: string, bytes: Uint8Array, span: ByteSpan | undefined): Uint8Array | undefined {
  if (span === undefined) return undefined;
  // With the member goes one comma: the one before it, or the one behind the first member.
  const isFirst = text.charCodeAt(span.start - 1) !== COMMA;
  const isOnly = isFirst && text.charCodeAt(span.end) !== COMMA;
  const start = isFirst ? span.start : span.start - 1;
  const end = isFirst && !isOnly ? span.end + 1 : span.end;
  if (text.length === bytes.length) return Buffer.concat([bytes.subarray(0, start), bytes.subarray(end)]);
  return Buffer.from(text.slice(0, start) + text.slice(end));
}

/** True for JSON objects as this module builds them; false for arrays, scalars and out-of-range numbers. */
export function isJsonObject(value: JsonValue | undefined): value is JsonObject {
  return (
    typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value) &&
    !(value instanceof OutOfRangeNumber)
  );
}

function faultAt(
  text: string,
  at: number,
  offset: number,
  reason: JsonFaultReason,
  message: string,
): JsonFault {
  const before = text.slice(0, at);
  const lineStart = before.lastIndexOf('\n') + 1;
  let line = 1;
  for (let i = before.indexOf('\n'); i !== -1; i = before.indexOf('\n', i + 1)) line += 1;
  return { reason, offset, line, column: before.length - lineStart + 1, message };
}

/** Decodes the longest prefix that is valid UTF-8 so far, by bisection: only the failure path pays for it. */
function decodeValidPrefix(bytes: Uint8Array): { readonly text: string; readonly length: number } {
  let low = 0;
  let high = bytes.length;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (decodePrefix(bytes, middle) === undefined) high = middle - 1;
    else low = middle;
  }
  return { text: decodePrefix(bytes, low) ?? '', length: low };
}

/** The first `length` bytes as text, a character cut off at the end left out; undefined when they are not UTF-8. */
function decodePrefix(bytes: Uint8Array, length: number): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes.subarray(0, length), {
      stream: true,
    });
  } catch (error) {
    if (error instanceof TypeError) return undefined;
    throw error;
  }
}

/** Leaves the parser at the first violation; never crosses this module's border. */
class ParseStop extends Error {
  readonly reason: JsonFaultReason;
  readonly at: number;
  constructor(reason: JsonFaultReason, at: number, message: string) {
    super(message);
    this.reason = reason;
    this.at = at;
  }
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const MINUS = 0x2d;
const COMMA = 0x2c;
const ESCAPES: { readonly [character: string]: string } = {
  '"': '"',
  '\\': '\\',
  '/': '/',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
};

// Member names repeat from document to document: finding the known string again spares a slice and its hashing.
// Entries only ever hold short names, so hostile input can displace them but not grow the cache.
const NAME_CACHE_SIZE = 512;
const NAME_CACHE_MAX_LENGTH = 40;
const nameCache: string[] = Array.from({ length: NAME_CACHE_SIZE }, () => '');

class Parser {
  readonly spans: Map<string, ByteSpan> | undefined;
  hasOutOfRangeNumber = false;
  hasLoneSurrogate = false;
  /** Whether what was read so far is the RFC 8785 text of its value, as far as that is looked at. */
  isCanonical = true;
  /** From the name of the member `without` to the end of its value. */
  withoutSpan: ByteSpan | undefined;
  private readonly without: string | undefined;
  private readonly text: string;
  private readonly maxDepth: number;
  private at = 0;
  private depth = 0;

  constructor(text: string, maxDepth: number, { memberSpans, without }: ParseJsonOptions) {
    this.text = text;
    this.maxDepth = maxDepth;
    this.spans = memberSpans === true ? new Map() : undefined;
    this.without = without;
  }

  parseDocument(): JsonValue {
    this.skipSpace();
    const value = this.parseValue();
    this.skipSpace();
    if (this.at < this.text.length) this.stop('trailing-data', 'more data after the value');
    return value;
  }

  private stop(reason: JsonFaultReason, message: string, at = this.at): never {
    throw new ParseStop(reason, at, message);
  }

  private unexpected(wanted: string): never {
    const code = this.text.codePointAt(this.at);
    const found =
      code === undefined
        ? 'the end'
        : code < 0x20
          ? `U+${code.toString(16).padStart(4, '0')}`
          : String.fromCodePoint(code);
    return this.stop('invalid-json', `expected ${wanted}, found ${found}`);
  }

  private skipSpace(): void {
    const { text } = this;
    let { at } = this;
    for (;;) {
      const code = text.charCodeAt(at);
      if (code !== 0x20 && code !== 0x0a && code !== 0x0d && code !== 0x09) break;
      at += 1;
      this.isCanonical = false;
    }
    this.at = at;
  }

  private parseValue(): JsonValue {
    const code = this.text.charCodeAt(this.at);
    if (code === QUOTE) return this.parseString();
    if (code === 0x7b) return this.parseObject();
    if (code === 0x5b) return this.parseArray();
    if (code === MINUS || (code >= 0x30 && code <= 0x39)) return this.parseNumber();
    if (code === 0x74) return this.parseWord('true', true);
    if (code === 0x66) return this.parseWord('false', false);
    if (code === 0x6e) return this.parseWord('null', null);
    return this.unexpected('a value');
  }

  private parseWord<Value>(word: string, value: Value): Value {
    if (!this.text.startsWith(word, this.at)) this.unexpected(word);
    this.at += word.length;
    return value;
  }

  private enter(): void {
    this.depth += 1;
    if (this.depth > this.maxDepth) this.stop('too-deep', `more than ${this.maxDepth} nested levels`);
    this.at += 1;
    this.skipSpace();
  }

  private parseArray(): JsonValue[] {
    this.enter();
    const items: JsonValue[] = [];
    if (this.text.charCodeAt(this.at) === 0x5d) {
      this.at += 1;
    } else {
      for (;;) {
        items.push(this.parseValue());
        this.skipSpace();
        const code = this.text.charCodeAt(this.at);
        if (code === 0x5d) {
          this.at += 1;
          break;
        }
        if (code !== 0x2c) this.unexpected('"," or "]"');
        this.at += 1;
        this.skipSpace();
      }
    }
    this.depth -= 1;
    return items;
  }

  private parseObject(): JsonObject {
    this.enter();
    const members: JsonObject = {};
    let previous: string | undefined;
    if (this.text.charCodeAt(this.at) === 0x7d) {
      this.at += 1;
    } else {
      for (;;) {
        const name = this.parseMember(members);
        // In the order of UTF-16 code units (DATA-013).
        if (previous !== undefined && name < previous) this.isCanonical = false;
        previous = name;
        const code = this.text.charCodeAt(this.at);
        if (code === 0x7d) {
          this.at += 1;
          break;
        }
        if (code !== 0x2c) this.unexpected('"," or "}"');
        this.at += 1;
        this.skipSpace();
      }
    }
    this.depth -= 1;
    return members;
  }

  private parseMember(members: JsonObject): string {
    const nameAt = this.at;
    if (this.text.charCodeAt(nameAt) !== QUOTE) this.unexpected('a member name');
    const name = this.parseName();
    if (Object.hasOwn(members, name)) {
      this.stop('duplicate-member', `member ${JSON.stringify(excerptOf(name))} occurs twice`, nameAt);
    }
    this.skipSpace();
    if (this.text.charCodeAt(this.at) !== 0x3a) this.unexpected('":"');
    this.at += 1;
    this.skipSpace();
    const start = this.at;
    const value = this.parseValue();
    if (this.depth === 1) {
      this.spans?.set(name, { start, end: this.at });
      if (name === this.without) this.withoutSpan = { start: nameAt, end: this.at };
    }
    if (name === '__proto__') {
      // Assignment would set the prototype (DATA-006).
      Object.defineProperty(members, name, { value, enumerable: true, configurable: true, writable: true });
    } else {
      members[name] = value;
    }
    this.skipSpace();
    return name;
  }

  private parseName(): string {
    const { text } = this;
    const start = this.at + 1;
    let at = start;
    let code = text.charCodeAt(at);
    let mix = 0;
    while (code !== QUOTE && code !== BACKSLASH && code >= 0x20) {
      mix = (mix * 31 + code) | 0;
      at += 1;
      code = text.charCodeAt(at);
    }
    const length = at - start;
    if (code !== QUOTE || length > NAME_CACHE_MAX_LENGTH) return this.parseString();
    this.at = at + 1;
    const slot = mix & (NAME_CACHE_SIZE - 1);
    const known = nameCache[slot] ?? '';
    if (known.length === length && text.startsWith(known, start)) return known;
    const name = text.slice(start, at);
    nameCache[slot] = name;
    return name;
  }

  private parseString(): string {
    const { text } = this;
    const start = this.at + 1;
    let at = start;
    for (;;) {
      const code = text.charCodeAt(at);
      if (code === QUOTE) {
        this.at = at + 1;
        return text.slice(start, at);
      }
      // The end of the text reads as NaN, which is not >= 0x20 either.
      if (code === BACKSLASH || !(code >= 0x20)) break;
      at += 1;
    }
    return this.parseEscapedString(start, at);
  }

  private parseEscapedString(start: number, firstSpecial: number): string {
    const { text } = this;
    this.isCanonical = false;
    let at = firstSpecial;
    let plain = start;
    let value = '';
    for (;;) {
      const code = text.charCodeAt(at);
      if (code === QUOTE) {
        this.at = at + 1;
        value += text.slice(plain, at);
        if (!value.isWellFormed()) this.hasLoneSurrogate = true;
        return value;
      }
      if (code === BACKSLASH) {
        value += text.slice(plain, at);
        const escape = text.charAt(at + 1);
        if (escape === 'u') {
          const hex = text.slice(at + 2, at + 6);
          if (!/^[0-9A-Fa-f]{4}$/.test(hex))
            this.stop('invalid-json', 'expected four hexadecimal digits', at);
          value += String.fromCharCode(Number.parseInt(hex, 16));
          at += 6;
        } else {
          const character = ESCAPES[escape];
          if (character === undefined) this.stop('invalid-json', 'unknown escape sequence', at);
          value += character;
          at += 2;
        }
        plain = at;
      } else if (code >= 0x20) {
        at += 1;
      } else {
        this.stop(
          'invalid-json',
          at < text.length ? 'control character in a string' : 'string without an end',
          at,
        );
      }
    }
  }

  private parseNumber(): number | OutOfRangeNumber {
    const { text } = this;
    const start = this.at;
    let at = start;
    let code = text.charCodeAt(at);
    if (code === MINUS) code = text.charCodeAt((at += 1));
    const first = at;
    let small = 0;
    while (code >= 0x30 && code <= 0x39) {
      small = small * 10 + (code - 0x30);
      code = text.charCodeAt((at += 1));
    }
    if (at === first) this.stopNumber(at, 'expected a digit');
    if (at - first > 1 && text.charCodeAt(first) === 0x30)
      this.stopNumber(first, 'number with a leading zero');
    let isInteger = true;
    if (code === 0x2e) {
      isInteger = false;
      at = this.skipDigits(at + 1);
      code = text.charCodeAt(at);
    }
    if (code === 0x65 || code === 0x45) {
      isInteger = false;
      code = text.charCodeAt((at += 1));
      at = this.skipDigits(code === 0x2b || code === MINUS ? at + 1 : at);
    }
    this.at = at;
    // Up to 15 digits the running sum is exact, so no second conversion of the text is needed.
    if (isInteger && at - first <= 15) {
      if (first > start && small === 0) this.isCanonical = false;
      return first > start ? -small : small;
    }
    const token = text.slice(start, at);
    const value = Number(token);
    if (token !== String(value)) this.isCanonical = false;
    if (Number.isFinite(value)) return value;
    this.hasOutOfRangeNumber = true;
    return new OutOfRangeNumber(token);
  }

  private skipDigits(from: number): number {
    let at = from;
    let code = this.text.charCodeAt(at);
    while (code >= 0x30 && code <= 0x39) code = this.text.charCodeAt((at += 1));
    if (at === from) this.stopNumber(at, 'expected a digit');
    return at;
  }

  private stopNumber(at: number, message: string): never {
    return this.stop('invalid-json', message, at);
  }
}

// From the bytes of a brief to plain values with a position for each: YAML 1.2 without anchors, tags or second
// documents, or strict JSON. Nothing in here knows what a brief means, and hostile input costs no more than its length.
import {
  Composer,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  LineCounter,
  type ParsedNode,
  Parser,
  type YAMLMap,
} from 'yaml';
import { excerptOf } from '../../protocol/excerpt.ts';
import { parseJson } from '../../protocol/json.ts';
import { accept, refuse, type Result } from '../../protocol/result.ts';
import {
  type BriefFault,
  type BriefFaultCode,
  type BriefFaultValues,
  type BriefPath,
  describePath,
} from './faults.ts';
import { findHiddenCharacter } from './hidden-characters.ts';

/** A brief is written by hand: this is some thousand lines. */
export const MAX_BRIEF_BYTES = 128 * 1024;
/** A child of a child of a child has contracts at level 16. */
const MAX_DEPTH = 32;
/** More than a person reads at once. */
const MAX_FAULTS = 100;

export type BriefFormat = 'yaml' | 'json';

/** A value with the place of everything in it. */
export interface BriefSource {
  /** Made of own members only; a member may be called `__proto__`. */
  readonly value: unknown;
  /** A fault at a value, or at the name of a member; at the nearest place above when there is nothing there. */
  faultAt<Code extends BriefFaultCode>(
    path: BriefPath,
    code: Code,
    values: BriefFaultValues[Code],
    at?: 'name' | 'value',
  ): BriefFault;
}

/** Reads a brief's file as far as its notation goes. Every fault is found that does not hide others. */
export function readSource(
  bytes: Uint8Array,
  format: BriefFormat,
): Result<BriefSource, readonly BriefFault[]> {
  if (bytes.length > MAX_BRIEF_BYTES) {
    return refuse([
      topFault('too-large', { sizeBytes: bytes.length, limitBytes: MAX_BRIEF_BYTES }, { line: 1, col: 1 }),
    ]);
  }
  const text = decode(bytes);
  if (text === undefined) return refuse([topFault('not-utf8', {}, { line: 1, col: 1 })]);
  const lines = new LineCounter();
  lines.addNewLine(0);
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) lines.addNewLine(at + 1);
  const hidden = findHiddenCharacter(text);
  if (hidden !== undefined) {
    return refuse([topFault('hidden-character', { character: hidden.character }, lines.linePos(hidden.at))]);
  }
  if (format === 'json') {
    const json = parseJson(bytes);
    if (!json.ok) {
      const { reason, line, column } = json.fault;
      return refuse([topFault('syntax', { problem: reason }, { line, col: column })]);
    }
  }
  return new SourceReader(text, lines).read();
}

function decode(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (error) {
    if (error instanceof TypeError) return undefined;
    throw error;
  }
}

interface Position {
  readonly line: number;
  readonly col: number;
}

function topFault<Code extends BriefFaultCode>(
  code: Code,
  values: BriefFaultValues[Code],
  { line, col }: Position,
): BriefFault {
  // The members belong together by the type of the arguments.
  return { code, line: Math.max(1, line), column: Math.max(1, col), path: '', values } as BriefFault;
}

interface Place {
  readonly value: number;
  readonly name: number | undefined;
}

class SourceReader {
  private readonly text: string;
  private readonly lines: LineCounter;
  private readonly places = new Map<string, Place>();
  private readonly faults: BriefFault[] = [];

  constructor(text: string, lines: LineCounter) {
    this.text = text;
    this.lines = lines;
  }

  read(): Result<BriefSource, readonly BriefFault[]> {
    // Repeated names are found below, in linear time; the library compares every pair.
    const composer = new Composer({ version: '1.2', schema: 'core', uniqueKeys: false, prettyErrors: false });
    const [document, second] = [...composer.compose(new Parser().parse(this.text))];
    if (second !== undefined) return this.stop('several-documents', {}, second.range[0]);
    const [error] = document?.errors ?? [];
    if (error?.code === 'RESOURCE_EXHAUSTION') {
      return this.stop('too-deep', { limit: MAX_DEPTH }, error.pos[0]);
    }
    if (error !== undefined) return this.stop('syntax', { problem: error.code }, error.pos[0]);
    const { contents } = document ?? {};
    if (contents === null || contents === undefined) return this.stop('empty', {}, 0);
    const value = this.readNode(contents, [], undefined);
    if (this.faults.length > 0) return refuse(this.faults);
    return accept({
      value,
      faultAt: (path, code, values, at = 'value') => this.faultAt(path, code, values, at),
    });
  }

  private stop<Code extends BriefFaultCode>(
    code: Code,
    values: BriefFaultValues[Code],
    at: number,
  ): Result<never, readonly BriefFault[]> {
    return refuse([topFault(code, values, this.lines.linePos(at))]);
  }

  private faultAt<Code extends BriefFaultCode>(
    path: BriefPath,
    code: Code,
    values: BriefFaultValues[Code],
    at: 'name' | 'value',
  ): BriefFault {
    const exact = this.places.get(keyOf(path));
    let place = exact;
    for (let length = path.length - 1; place === undefined && length >= 0; length -= 1) {
      place = this.places.get(keyOf(path.slice(0, length)));
    }
    // What is above is named, so that the line is that of the member which lacks something.
    const offset = (at === 'name' || exact === undefined ? place?.name : undefined) ?? place?.value ?? 0;
    const { line, col } = this.lines.linePos(offset);
    return {
      code,
      line: Math.max(1, line),
      column: Math.max(1, col),
      path: describePath(path.map((step) => (typeof step === 'string' ? excerptOf(step) : step))),
      values,
    } as BriefFault;
  }

  private report<Code extends BriefFaultCode>(
    path: BriefPath,
    code: Code,
    values: BriefFaultValues[Code],
    at: 'name' | 'value' = 'value',
  ): undefined {
    if (this.faults.length < MAX_FAULTS) this.faults.push(this.faultAt(path, code, values, at));
    return undefined;
  }

  private readNode(node: ParsedNode | null, path: BriefPath, name: number | undefined): unknown {
    this.places.set(keyOf(path), { value: node?.range[0] ?? name ?? 0, name });
    if (node === null) return null;
    if (path.length > MAX_DEPTH) return this.report(path, 'too-deep', { limit: MAX_DEPTH });
    if (isAlias(node)) return this.report(path, 'alias', { name: excerptOf(node.source) });
    if (node.anchor !== undefined) return this.report(path, 'alias', { name: excerptOf(node.anchor) });
    if (node.tag !== undefined) return this.report(path, 'tag', { tag: excerptOf(node.tag) });
    if (isMap(node)) return this.readMap(node, path);
    if (isSeq(node)) {
      return node.items.map((item, index) =>
        this.readNode(item as ParsedNode | null, [...path, index], undefined),
      );
    }
    const { value } = node;
    if (typeof value === 'string') {
      const hidden = findHiddenCharacter(value);
      return hidden === undefined
        ? value
        : this.report(path, 'hidden-character', { character: hidden.character });
    }
    if (typeof value === 'number' && !Number.isFinite(value)) {
      return this.report(path, 'no-number', { found: excerptOf(node.source ?? String(value)) });
    }
    return value;
  }

  private readMap(node: YAMLMap, path: BriefPath): unknown {
    const members: { [name: string]: unknown } = {};
    for (const { key, value } of node.items) {
      const offset = rangeOf(key);
      const name = isScalar(key) && key.tag === undefined && key.anchor === undefined ? key.value : undefined;
      if (typeof name !== 'string') {
        this.places.set(keyOf([...path, '?']), { value: offset, name: offset });
        this.report([...path, '?'], 'name-not-text', {}, 'name');
        continue;
      }
      const inside = [...path, name];
      const known = this.places.get(keyOf(inside));
      if (known !== undefined) {
        const { line } = this.lines.linePos(known.name ?? known.value);
        this.places.set(keyOf(inside), { value: offset, name: offset });
        this.report(inside, 'repeated-name', { name: excerptOf(name), firstLine: line }, 'name');
        continue;
      }
      const hidden = findHiddenCharacter(name);
      this.places.set(keyOf(inside), { value: offset, name: offset });
      if (hidden !== undefined) {
        this.report(inside, 'hidden-character', { character: hidden.character }, 'name');
        continue;
      }
      // Made by definition, not assignment: a member may be called `__proto__`.
      Object.defineProperty(members, name, {
        value: this.readNode(value as ParsedNode | null, inside, offset),
        enumerable: true,
        configurable: true,
        writable: true,
      });
    }
    return members;
  }
}

function rangeOf(node: unknown): number {
  return (node as ParsedNode | null)?.range?.[0] ?? 0;
}

/** A path as a key: steps hold no NUL, which is no character of any text that was let in. */
function keyOf(path: BriefPath): string {
  return path.join('\u0000');
}

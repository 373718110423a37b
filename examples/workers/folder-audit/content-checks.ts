// What can be wrong inside one file: JSON and YAML that do not parse, Markdown links that lead nowhere. No network, and
// nothing of the content is executed or expanded.
import { isUtf8 } from 'node:buffer';
import { posix } from 'node:path';
import { parseAllDocuments } from 'yaml';
import { parseJson } from '../../../core/protocol/json.ts';
import type { Finding, Inventory } from './audit-documents.ts';
import { typeOf } from './folder-listing.ts';
import type { MarkdownOutline } from './markdown-links.ts';

const MAX_JSON_DEPTH = 512;
/** Looking for repeated keys takes a time that grows with the square of their number. */
const MAX_BYTES_FOR_UNIQUE_KEYS = 100_000;

export type ContentType = 'json' | 'yaml' | 'markdown';

const TYPES: Readonly<Record<string, ContentType>> = {
  json: 'json',
  yaml: 'yaml',
  yml: 'yaml',
  md: 'markdown',
  markdown: 'markdown',
};

/** How the content of a file with this extension is checked; undefined when it is not. */
export function contentTypeOf(extension: string): ContentType | undefined {
  return Object.hasOwn(TYPES, extension) ? TYPES[extension] : undefined;
}

export function checkJson(path: string, bytes: Uint8Array): Finding[] {
  const parsed = parseJson(bytes, { limits: { maxBytes: bytes.length, maxDepth: MAX_JSON_DEPTH } });
  if (parsed.ok) return [];
  const { line, column, message } = parsed.fault;
  return [{ kind: 'json-invalid', files: [path], line, message: `column ${column}: ${message}` }];
}

export function checkYaml(path: string, bytes: Buffer): Finding[] {
  if (!isUtf8(bytes)) return [{ kind: 'yaml-invalid', files: [path], message: 'is not UTF-8' }];
  try {
    const documents = parseAllDocuments(bytes.toString('utf8'), {
      uniqueKeys: bytes.length <= MAX_BYTES_FOR_UNIQUE_KEYS,
      logLevel: 'silent',
    });
    const [error] = [...documents].flatMap(({ errors }) => errors);
    if (error === undefined) return [];
    const line = error.linePos?.[0].line;
    return [
      {
        kind: 'yaml-invalid',
        files: [path],
        ...(line === undefined ? {} : { line }),
        message: error.message.split('\n', 1)[0]?.slice(0, 500) ?? error.code,
      },
    ];
  } catch (error) {
    // The parser calls itself for each level.
    if (error instanceof RangeError)
      return [{ kind: 'yaml-invalid', files: [path], message: 'is nested too deep' }];
    throw error;
  }
}

/** What exists in a folder, as an inventory tells it. */
export class KnownPaths {
  private readonly paths = new Set<string>(['']);
  private readonly excluded: ReadonlySet<string>;

  constructor({ files, skipped, excluded }: Pick<Inventory, 'files' | 'skipped' | 'excluded'>) {
    this.excluded = new Set(excluded);
    for (const { path } of [...files, ...skipped]) {
      for (let each = path; each !== '.' && !this.paths.has(each); each = posix.dirname(each)) {
        this.paths.add(each);
      }
    }
  }

  /** Undefined for what lies in parts that the inventory leaves out. */
  has(path: string): boolean | undefined {
    if (path.split('/').some((name) => this.excluded.has(name))) return undefined;
    return this.paths.has(path === '.' ? '' : path.replace(/\/$/, ''));
  }
}

/** @param anchorsOf The anchors of another Markdown file; undefined where they cannot be had. */
export async function checkLinks(
  path: string,
  { links, anchors: own }: MarkdownOutline,
  known: KnownPaths,
  anchorsOf: (path: string) => Promise<ReadonlySet<string> | undefined>,
): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const { target, line } of links) {
    const resolved = resolveTarget(path, target);
    if (resolved === undefined) continue;
    const find = (kind: Finding['kind'], message: string) => {
      findings.push({ kind, files: [path], line, message, target: target.slice(0, 500) });
    };
    const { path: leadsTo, anchor } = resolved;
    if (leadsTo === '..' || leadsTo.startsWith('../')) {
      find('link-outside', 'leads out of the folder, where it was not followed');
      continue;
    }
    const exists = leadsTo === path ? true : known.has(leadsTo);
    if (exists === false) find('link-missing', 'leads to nothing');
    if (exists !== true || anchor === '' || contentTypeOf(typeOf(leadsTo)) !== 'markdown') continue;
    const anchors = leadsTo === path ? own : await anchorsOf(leadsTo);
    if (anchors === undefined || anchors.has(anchor) || anchors.has(anchor.toLowerCase())) continue;
    find('anchor-missing', 'leads to a file without this anchor');
  }
  return findings;
}

/** Where a link leads within the folder; undefined for other places, such as the web. */
export function resolveTarget(
  from: string,
  target: string,
): { readonly path: string; readonly anchor: string } | undefined {
  if (target === '' || target.startsWith('//') || /^[a-zA-Z][a-zA-Z0-9+.-]*:/.test(target)) return undefined;
  const [, rawPath = '', rawAnchor = ''] = /^([^?#]*)(?:\?[^#]*)?(?:#(.*))?$/s.exec(target) ?? [];
  const anchor = decode(rawAnchor);
  if (rawPath === '') return { path: from, anchor };
  const decoded = decode(rawPath);
  // A leading slash means the top of the folder, as it does where such files are shown.
  const path = decoded.startsWith('/')
    ? posix.normalize(`.${decoded}`)
    : posix.normalize(posix.join(posix.dirname(from), decoded));
  return { path: path === './' ? '.' : path.replace(/(?<=.)\/$/, ''), anchor };
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

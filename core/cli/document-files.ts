// Files that commands read and write: strict JSON in, atomic and private files out, faults in plain words.
import { randomUUID } from 'node:crypto';
import { link, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { type DocumentKind, DOCUMENT_KINDS, isDocumentKind } from '../protocol/document-kinds.ts';
import type { RegistryPrincipal } from '../protocol/generated/documents.ts';
import { isAbsoluteUri } from '../protocol/identifier.ts';
import { isJsonObject, type JsonObject, parseJson } from '../protocol/json.ts';
import { type Terminal, UserFault } from './terminal.ts';

/** The bytes of a file, or undefined when there is none. */
export async function readIfPresent(terminal: Terminal, path: string): Promise<Uint8Array | undefined> {
  try {
    return await readFile(path);
  } catch (error) {
    if (isSystemError(error, 'ENOENT')) return undefined;
    throw unreadableFault(terminal, path, error);
  }
}

/** What a person is told of a file that the system did not let anybody read. */
export function unreadableFault(terminal: Terminal, path: string, error: unknown): UserFault {
  return new UserFault(terminal.words.unreadable(path, reasonOf(terminal, error)), { cause: error });
}

/** What a person is told of a file that the system did not let anybody write. */
export function unwritableFault(terminal: Terminal, path: string, error: unknown): UserFault {
  return new UserFault(terminal.words.unwritable(path, reasonOf(terminal, error)), { cause: error });
}

/** The bytes of a file that must exist. */
export async function readRequired(terminal: Terminal, path: string): Promise<Uint8Array> {
  const bytes = await readIfPresent(terminal, path);
  if (bytes !== undefined) return bytes;
  throw new UserFault(terminal.words.unreadable(path, terminal.words.system['ENOENT'] ?? ''));
}

/** Parses the bytes of a file as one strict JSON object. */
export function parseObject(terminal: Terminal, path: string, bytes: Uint8Array): JsonObject {
  const parsed = parseJson(bytes);
  if (!parsed.ok) {
    const { line, column, message } = parsed.fault;
    throw new UserFault(terminal.words.notStrictJson(path, line, column, message));
  }
  const { value } = parsed.value;
  if (!isJsonObject(value))
    throw new UserFault(terminal.words.notStrictJson(path, 1, 1, 'not a JSON object'));
  return value;
}

/**
 * Writes a file whole or not at all: a temporary file beside it is completed first. With `mustBeNew` an existing
 * file is left alone (`link` fails where `rename` would replace it). Readable by its owner only.
 */
export async function writeWhole(
  terminal: Terminal,
  path: string,
  content: Uint8Array | string,
  mustBeNew: boolean,
): Promise<void> {
  const temporary = `${path}.${randomUUID()}.tmp`;
  try {
    await writeFile(temporary, content, { mode: 0o600, flag: 'wx', flush: true });
    await (mustBeNew ? link(temporary, path) : rename(temporary, path));
  } catch (error) {
    if (isSystemError(error, 'EEXIST')) throw new UserFault(terminal.words.exists(path), { cause: error });
    throw unwritableFault(terminal, path, error);
  } finally {
    await rm(temporary, { force: true });
  }
}

/** The kind that a person named, which must be one of the nine (SIG-001). */
export function parseKind(terminal: Terminal, text: string): DocumentKind {
  if (!isDocumentKind(text)) throw new UserFault(terminal.words.unknownKind(text, DOCUMENT_KINDS.join(', ')));
  return text;
}

/** Somebody written as `type:id`, with an absolute URI as id. */
export function parsePrincipal(terminal: Terminal, text: string): RegistryPrincipal {
  const colon = text.indexOf(':');
  const type = text.slice(0, Math.max(colon, 0));
  const id = text.slice(colon + 1);
  if ((type === 'agent' || type === 'human' || type === 'service') && isAbsoluteUri(id)) return { type, id };
  throw new UserFault(terminal.words.badPrincipal(text));
}

function isSystemError(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}

/** Why the system refused a file, in the words of the command line. */
function reasonOf(terminal: Terminal, error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const { system } = terminal.words;
  return system[code] ?? `${system['other'] ?? ''} ${code}`.trim();
}

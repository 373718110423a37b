// The file beside a keychain that says which keys are in it, with their public halves: a keychain has no list that can
// be read without asking a person, and a key that is gone could not be told from one that never was.
import { hashContent } from '../protocol/hash.ts';
import { isJsonObject, type JsonValue, parseJson } from '../protocol/json.ts';
import { accept, type Result } from '../protocol/result.ts';
import { hasMembers, KnownKeys, readKeyFacts } from './key-facts.ts';
import { fail, type KeyFault } from './key-fault.ts';
import type { KeyFacts } from './key-store.ts';

/** Which keychain the keys are in, and under which service name. */
export interface KeychainPlace {
  readonly keychain: string;
  readonly service: string;
}

export interface KeyIndexFile extends KeychainPlace {
  readonly keys: KnownKeys;
}

/** Some 40 000 keys. */
export const MAX_INDEX_BYTES = 16 * 1024 * 1024;
const FORMAT = 'heddle-key-index';
const VERSION = 1;
const NEWLINE = 0x0a;

/** Two lines: the index, and a hash over it that finds damage. */
export function writeKeyIndex(
  { keychain, service }: KeychainPlace,
  keys: readonly KeyFacts[],
): Result<Uint8Array, KeyFault> {
  const body = `${JSON.stringify({ format: FORMAT, version: VERSION, keychain, service, keys })}\n`;
  const bytes = Buffer.from(`${body}${hashContent(body)}\n`);
  return bytes.length > MAX_INDEX_BYTES ? fail('not-written', 'these are too many keys') : accept(bytes);
}

export function readKeyIndex(bytes: Uint8Array): Result<KeyIndexFile, KeyFault> {
  const bodyEnd = bytes.indexOf(NEWLINE) + 1;
  const hash = Buffer.from(bytes.subarray(bodyEnd)).toString('latin1');
  const isWhole = hash === `${hashContent(bytes.subarray(0, bodyEnd))}\n`;
  const parsed = isWhole ? parseJson(bytes.subarray(0, bodyEnd)) : undefined;
  const file = parsed?.ok === true ? readBody(parsed.value.value) : undefined;
  return file === undefined ? fail('damaged', 'the index of the keys is damaged') : accept(file);
}

function readBody(value: JsonValue): KeyIndexFile | undefined {
  if (!isJsonObject(value) || !hasMembers(value, ['format', 'version', 'keychain', 'service', 'keys'])) {
    return undefined;
  }
  const { format, version, keychain, service, keys } = value;
  if (format !== FORMAT || version !== VERSION || !Array.isArray(keys)) return undefined;
  if (typeof keychain !== 'string' || typeof service !== 'string') return undefined;
  const known = new KnownKeys([]);
  for (const entry of keys) {
    const facts = readKeyFacts(entry);
    if (facts === undefined || known.refuseBeside(facts) !== undefined) return undefined;
    known.add(facts);
  }
  return { keychain, service, keys: known };
}

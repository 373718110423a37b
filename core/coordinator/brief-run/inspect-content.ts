// Looks at an Artifact's content for the review: whether it is what its hash says, and whether JSON is JSON (ART-003).
import { hashContent } from '../../protocol/hash.ts';
import { parseJson } from '../../protocol/json.ts';
import type { ContentFacts } from './run-types.ts';

/** Larger JSON is not looked into: its Worker's tests and its reviewer have to do. */
const MAX_JSON_BYTES = 8 * 1024 * 1024;
const LIMITS = { maxBytes: MAX_JSON_BYTES, maxDepth: 128 };

/** The facts for a `ContentNeed`, from the bytes that were fetched for it. */
export function inspectContent(
  bytes: Uint8Array,
  { contentHash, mediaType }: { readonly contentHash: string; readonly mediaType: string },
): ContentFacts {
  const found = hashContent(bytes);
  if (found !== contentHash) return { status: 'damaged', problem: `the content has the hash ${found}` };
  const isJson = mediaType === 'application/json' || mediaType.endsWith('+json');
  if (!isJson || bytes.length > MAX_JSON_BYTES) {
    return { status: 'intact', sizeBytes: bytes.length, json: undefined };
  }
  const parsed = parseJson(bytes, { limits: LIMITS });
  const json = parsed.ok
    ? { ok: true as const, value: parsed.value.value }
    : { ok: false as const, problem: `line ${parsed.fault.line}: ${parsed.fault.message}` };
  return { status: 'intact', sizeBytes: bytes.length, json };
}

/** Whether a JSON value has a member, by its pointer (RFC 6901). */
export function hasMember(value: unknown, pointer: string): boolean {
  let at = value;
  for (const part of pointer.split('/').slice(1)) {
    const name = part.replaceAll('~1', '/').replaceAll('~0', '~');
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, name)) return false;
    at = Reflect.get(at, name);
  }
  return true;
}

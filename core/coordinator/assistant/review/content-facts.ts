// What bytes and signatures say, as facts of a review: computed from what was fetched, by whoever meets its needs.
import type { Artifact, Evidence } from '../../../protocol/generated/documents.ts';
import { hashContent } from '../../../protocol/hash.ts';
import { isJsonMediaType } from '../../../protocol/media-type.ts';
import { parseJson } from '../../../protocol/json.ts';
import type { KeyEvidence } from '../../../protocol/registry.ts';
import { verifyDocument } from '../../../protocol/verify.ts';
import type { ContentFact, ReviewNeed, SignatureFact } from './review-types.ts';

type ContentNeed = Extract<ReviewNeed, { kind: 'content' }>;

/** Larger JSON is not looked into: its Worker's tests and its reviewer have to do. */
const MAX_JSON_BYTES = 8 * 1024 * 1024;
const LIMITS = { maxBytes: MAX_JSON_BYTES, maxDepth: 128 };

/** The facts about fetched bytes (ART-003): their size first, so that nothing endless is hashed or parsed. */
export function contentFact(
  bytes: Uint8Array,
  { contentHash, mediaType, maxBytes }: ContentNeed,
): ContentFact {
  if (bytes.length > maxBytes) return { status: 'oversized', limitBytes: maxBytes };
  const foundHash = hashContent(bytes);
  if (foundHash !== contentHash) return { status: 'differs', foundHash };
  return {
    status: 'intact',
    sizeBytes: bytes.length,
    text: textOf(bytes),
    json: jsonOf(bytes, mediaType),
  };
}

function jsonOf(bytes: Uint8Array, mediaType: string): Extract<ContentFact, { status: 'intact' }>['json'] {
  if (!isJsonMediaType(mediaType) || bytes.length > MAX_JSON_BYTES) return undefined;
  const parsed = parseJson(bytes, { limits: LIMITS });
  return parsed.ok
    ? { ok: true, value: parsed.value.value }
    : { ok: false, problem: `line ${parsed.fault.line}: ${parsed.fault.message}` };
}

function textOf(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** Whether a document of the log holds by its own signature, with the Registry evidence of its time (ADM-012). */
export function signatureFact(
  kind: 'artifact' | 'evidence',
  document: Artifact | Evidence,
  keys: KeyEvidence,
): SignatureFact {
  const verified = verifyDocument(kind, new TextEncoder().encode(JSON.stringify(document)), keys);
  return verified.ok ? { status: 'valid' } : { status: 'invalid', reason: verified.fault.reason };
}

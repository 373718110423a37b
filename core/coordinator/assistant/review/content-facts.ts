// What bytes and signatures say, as facts of a review: computed from what was fetched, by whoever meets its needs.
import { inspectContent } from '../../brief-run/inspect-content.ts';
import type { Artifact, Evidence } from '../../../protocol/generated/documents.ts';
import { hashContent } from '../../../protocol/hash.ts';
import type { KeyEvidence } from '../../../protocol/registry.ts';
import { verifyDocument } from '../../../protocol/verify.ts';
import type { ContentFact, ReviewNeed, SignatureFact } from './review-types.ts';

type ContentNeed = Extract<ReviewNeed, { kind: 'content' }>;

/** The facts about fetched bytes (ART-003): their size first, so that nothing endless is hashed or parsed. */
export function contentFact(
  bytes: Uint8Array,
  { contentHash, mediaType, maxBytes }: ContentNeed,
): ContentFact {
  if (bytes.length > maxBytes) return { status: 'oversized', limitBytes: maxBytes };
  const facts = inspectContent(bytes, { contentHash, mediaType });
  if (facts.status !== 'intact') return { status: 'differs', foundHash: hashContent(bytes) };
  return { status: 'intact', sizeBytes: bytes.length, text: textOf(bytes), json: facts.json };
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

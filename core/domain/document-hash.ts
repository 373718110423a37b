// The hash of a document in its canonical form.
import { hashContent } from '../protocol/hash.ts';
import { canonicalize } from '../protocol/jcs.ts';

/** Throws for what has no canonical form, which a document inside a signed one always has. */
export function hashDocument(document: object): string {
  const canonical = canonicalize(document);
  if (!canonical.ok) throw new Error(`a document has no canonical form at ${canonical.fault.pointer}`);
  return hashContent(canonical.value);
}

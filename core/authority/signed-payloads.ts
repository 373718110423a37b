// Signed documents inside the payloads of Commands and Events: which members carry them, and their verification through the same six
// stages as any other document (section 8.6). What they mean is for the rules of the domain.
import type { Command, Event } from '../protocol/generated/documents.ts';
import type { DocumentKind } from '../protocol/document-kinds.ts';
import { canonicalize } from '../protocol/jcs.ts';
import type { KeyEvidence } from '../protocol/registry.ts';
import { accept, type Result } from '../protocol/result.ts';
import { type VerificationFault, type VerifiedDocument, verifyDocumentAsync } from '../protocol/verify.ts';

const SIGNED_MEMBERS: Readonly<Record<string, DocumentKind>> = {
  approval: 'approval',
  rootApproval: 'approval',
  evidence: 'evidence',
  artifact: 'artifact',
  contextPackage: 'context-package',
  snapshot: 'group-snapshot',
  card: 'agent-card',
};

/** All signed documents of a payload, verified side by side; or the first one that fails. */
export async function verifySignedPayload(
  { payload }: Pick<Command | Event, 'payload'>,
  keys: KeyEvidence,
): Promise<Result<readonly VerifiedDocument[], VerificationFault>> {
  const found: (readonly [DocumentKind, Uint8Array])[] = [];
  for (const [name, value] of Object.entries(payload)) {
    const kind = SIGNED_MEMBERS[name];
    if (kind === undefined) continue;
    for (const document of Array.isArray(value) ? (value as readonly unknown[]) : [value]) {
      const canonical = canonicalize(document);
      // The document around it has a canonical form, so each part has one too.
      if (!canonical.ok) throw new Error(`${name} has no canonical form`);
      found.push([kind, Buffer.from(canonical.value)]);
    }
  }
  const verified: VerifiedDocument[] = [];
  const results = await Promise.all(found.map(([kind, bytes]) => verifyDocumentAsync(kind, bytes, keys)));
  for (const result of results) {
    if (!result.ok) return result;
    verified.push(result.value);
  }
  return accept(verified);
}

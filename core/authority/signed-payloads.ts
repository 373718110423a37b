// Signed documents inside the payloads of Commands and Events: which members carry them, and their verification through the same six
// stages as any other document (section 8.6). What they mean is for the rules of the domain.
import type { Command, Event } from '../protocol/generated/documents.ts';
import type { DocumentKind } from '../protocol/document-kinds.ts';
import { canonicalize } from '../protocol/jcs.ts';
import type { KeyEvidence } from '../protocol/registry.ts';
import { accept, refuse, type Result } from '../protocol/result.ts';
import {
  claimDocument,
  type VerificationFault,
  type VerifiedDocument,
  verifyDocumentAsync,
} from '../protocol/verify.ts';

const SIGNED_MEMBERS: Readonly<Record<string, DocumentKind>> = {
  approval: 'approval',
  rootApproval: 'approval',
  evidence: 'evidence',
  artifact: 'artifact',
  contextPackage: 'context-package',
  snapshot: 'group-snapshot',
  card: 'agent-card',
};

/** A signed document inside another one, in its canonical form. */
interface InnerDocument {
  readonly kind: DocumentKind;
  readonly bytes: Uint8Array;
}

/** So many inner documents are verified before it is known whether the one around them was right: no more work for a forger. */
const MAX_BEFORE_VERDICT = 3;

/** All signed documents of a payload, verified side by side; or the first one that fails. */
export async function verifySignedPayload(
  document: Pick<Command | Event, 'payload'>,
  keys: KeyEvidence,
): Promise<Result<readonly VerifiedDocument[], VerificationFault>> {
  return verifyAll(innerDocumentsOf(document), keys);
}

/**
 * Verifies a Command and what it carries, in one go where that is little. A fault of what it carries comes with the Command, which
 * was right then.
 */
export async function verifyCommand(
  bytes: Uint8Array,
  keys: KeyEvidence,
): Promise<
  Result<
    { readonly verified: VerifiedDocument<'command'>; readonly documents: readonly VerifiedDocument[] },
    { readonly fault: VerificationFault; readonly command?: Command }
  >
> {
  const claimed = claimDocument('command', bytes, keys);
  if (!claimed.ok) return refuse({ fault: claimed.fault });
  const { document, verdict } = claimed.value;
  const inner = innerDocumentsOf(document);
  const early = inner.length <= MAX_BEFORE_VERDICT ? verifyAll(inner, keys) : undefined;
  // Awaited below unless the Command is wrong: then nobody would hear of a failure of the other thread.
  early?.catch(() => undefined);
  const verified = await verdict;
  if (!verified.ok) return refuse({ fault: verified.fault });
  const documents = await (early ?? verifyAll(inner, keys));
  if (!documents.ok) return refuse({ fault: documents.fault, command: document });
  return accept({ verified: verified.value, documents: documents.value });
}

function innerDocumentsOf({ payload }: Pick<Command | Event, 'payload'>): readonly InnerDocument[] {
  const found: InnerDocument[] = [];
  for (const [name, value] of Object.entries(payload)) {
    const kind = SIGNED_MEMBERS[name];
    if (kind === undefined) continue;
    for (const document of Array.isArray(value) ? (value as readonly unknown[]) : [value]) {
      const canonical = canonicalize(document);
      // The document around it has a canonical form, so each part has one too.
      if (!canonical.ok) throw new Error(`${name} has no canonical form`);
      found.push({ kind, bytes: Buffer.from(canonical.value) });
    }
  }
  return found;
}

async function verifyAll(
  inner: readonly InnerDocument[],
  keys: KeyEvidence,
): Promise<Result<readonly VerifiedDocument[], VerificationFault>> {
  const verified: VerifiedDocument[] = [];
  const results = await Promise.all(inner.map(({ kind, bytes }) => verifyDocumentAsync(kind, bytes, keys)));
  for (const result of results) {
    if (!result.ok) return result;
    verified.push(result.value);
  }
  return accept(verified);
}

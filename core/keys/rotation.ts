// Two keys of one Principal for a while: which of them signs now.
import type { RegistryPrincipal } from '../protocol/generated/documents.ts';
import { isSamePrincipal } from './key-facts.ts';
import type { KeyEntry } from './key-store.ts';

/**
 * The newest key of a Principal that can sign and that others accept now, or undefined. A successor takes over by
 * itself once the Registry holds it as valid (REG-009); until then, and again when it cannot be used, the one before
 * signs.
 */
export function chooseSigningKey(
  entries: readonly KeyEntry[],
  principal: RegistryPrincipal,
  isAccepted: (keyId: string) => boolean,
): KeyEntry | undefined {
  return entries.findLast(
    (entry) =>
      isSamePrincipal(entry.principal, principal) &&
      (entry.condition === 'available' || entry.condition === 'unchecked') &&
      isAccepted(entry.keyId),
  );
}

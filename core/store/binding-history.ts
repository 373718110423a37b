// How a key binding takes on new statuses (REG-005…REG-007). Judges no timestamps: the caller has validated those.
import { isDeepStrictEqual } from 'node:util';
import type { RegistryBinding, RegistryValidityStatus } from '../protocol/generated/documents.ts';
import { StoreFault } from './authority-store.ts';

/** The union of both histories in order. A `conflict` if that would change anything already recorded. */
export function mergeBinding(known: RegistryBinding | undefined, added: RegistryBinding): RegistryBinding {
  if (known === undefined) return added;
  const { validityHistory: knownHistory, ...knownKey } = known;
  const { validityHistory: addedHistory, ...addedKey } = added;
  if (!isDeepStrictEqual(knownKey, addedKey)) {
    throw new StoreFault('conflict', `${known.keyId} already names another key`);
  }
  const statuses = new Map<number, RegistryValidityStatus>();
  for (const status of [...knownHistory, ...addedHistory]) {
    const recorded = statuses.get(status.sequence);
    if (recorded !== undefined && !isDeepStrictEqual(recorded, status)) {
      throw new StoreFault('conflict', `${known.keyId} already has another status ${status.sequence}`);
    }
    statuses.set(status.sequence, status);
  }
  return { ...known, validityHistory: [...statuses.values()].sort((a, b) => a.sequence - b.sequence) };
}

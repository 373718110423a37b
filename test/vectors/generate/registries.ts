// Registry evidence for the vectors: the good Registry, and pointers into it for the variants.
import type { RegistryBinding, RegistryEvidence } from '../../../core/protocol/generated/documents.ts';
import { KEY_NAMES, KEY_OWNERS, type KeyName, PUBLIC_KEYS } from './keys.ts';
import { asActor, KEYS_FROM, KEYS_UNTIL, ORGANIZATION, urn } from './world.ts';

function bindingOf(name: KeyName): RegistryBinding {
  return {
    keyId: urn('key', name),
    principal: asActor(KEY_OWNERS[name]),
    algorithm: 'Ed25519',
    publicKey: PUBLIC_KEYS[name],
    validFrom: KEYS_FROM,
    validityHistory: [{ sequence: 1, recordedAt: '2026-12-31T12:00:00Z', validUntil: KEYS_UNTIL }],
  };
}

/** The Registry with every key of the world. */
export const REGISTRY: RegistryEvidence = {
  organizationId: ORGANIZATION,
  bindings: KEY_NAMES.map((name) => bindingOf(name)),
};

/** Where the binding of a key stands in `REGISTRY`, or one of its members. */
export function pointerTo(name: KeyName, member?: string): string {
  const binding = `/bindings/${KEY_NAMES.indexOf(name)}`;
  return member === undefined ? binding : `${binding}/${member}`;
}

/** The Registry with one binding more. */
export function withBinding(binding: object): object {
  return { ...REGISTRY, bindings: [...REGISTRY.bindings, binding] };
}

/** The binding of a key with other members. */
export function bindingLike(name: KeyName, members: Partial<RegistryBinding>): RegistryBinding {
  return { ...bindingOf(name), ...members };
}

// Who acts in the scenarios. Keys come from public labels and are for tests only.
import { createHash } from 'node:crypto';
import { importSeed } from '../../core/protocol/ed25519.ts';
import type { Actor } from '../../core/protocol/generated/documents.ts';
import { createLocalSigner, type LocalSigner } from '../../core/protocol/sign.ts';

/** Somebody who can sign. */
export interface Principal {
  readonly actor: Actor;
  readonly signer: LocalSigner;
}

/** The same Principal in every process that says the same label. */
export function principalOf(type: Actor['type'], label: string): Principal {
  const seed = createHash('sha256').update(`heddle test key: scenario ${type} ${label}`).digest();
  const signer = createLocalSigner(`urn:heddle:test:key:scenario:${label}`, importSeed(seed));
  if (!signer.ok) throw new Error(signer.fault.message);
  return { actor: { type, id: `urn:heddle:test:${type}:${label}` }, signer: signer.value };
}

// The signing keys of the vectors, for tests only: each seed is the SHA-256 of a label.
import { createHash } from 'node:crypto';
import { encodeBase64Url } from '../../../core/protocol/base64url.ts';
import { importSeed } from '../../../core/protocol/ed25519.ts';
import type { Actor, SigningKeyFile } from '../../../core/protocol/generated/documents.ts';
import { createLocalSigner, type LocalSigner } from '../../../core/protocol/sign.ts';
import {
  ARCHIVE,
  COORDINATOR,
  GROUP_AUTHORITY,
  INSPECTOR,
  MISSION_OWNER,
  REGISTRY_SERVICE,
  SECURITY_OFFICER,
  urn,
  WEAVER,
} from './world.ts';

/** The keys by name, with the Principal that each one signs for. */
export const KEY_OWNERS = {
  coordinator: COORDINATOR,
  'coordinator-spare': COORDINATOR,
  weaver: WEAVER,
  'weaver-next': WEAVER,
  inspector: INSPECTOR,
  'mission-owner': MISSION_OWNER,
  'security-officer': SECURITY_OFFICER,
  registry: REGISTRY_SERVICE,
  'group-authority': GROUP_AUTHORITY,
  archive: ARCHIVE,
} as const satisfies Record<string, Actor>;

export type KeyName = keyof typeof KEY_OWNERS;

export const KEY_NAMES = Object.keys(KEY_OWNERS) as readonly KeyName[];

export function seedOf(name: string): Uint8Array {
  return createHash('sha256').update(`heddle test key: ${name}`).digest();
}

/** A signer under `urn:heddle:test:key:<name>`. */
export function signerOf(name: string): LocalSigner {
  const signer = createLocalSigner(urn('key', name), importSeed(seedOf(name)));
  if (!signer.ok) throw new Error(`${name}: ${signer.fault.message}`);
  return signer.value;
}

/** The public keys as base64url. */
export const PUBLIC_KEYS = Object.fromEntries(
  KEY_NAMES.map((name) => [name, encodeBase64Url(signerOf(name).publicKey)]),
) as Readonly<Record<KeyName, string>>;

/** The signing-key fixture of a key (RUN-012). */
export function signingKeyFile(name: KeyName): SigningKeyFile {
  return {
    testOnly: true,
    keyId: urn('key', name),
    algorithm: 'Ed25519',
    seed: encodeBase64Url(seedOf(name)),
    publicKey: PUBLIC_KEYS[name],
  };
}

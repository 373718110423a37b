// A key that signs without being seen: in this process, in a keychain, or in hardware.
import { signMessageAsync } from '../protocol/ed25519-batches.ts';
import type { LocalSigner } from '../protocol/sign.ts';

export interface KeySigner {
  readonly keyId: string;
  /** The raw 32-byte public key. */
  readonly publicKey: Uint8Array;
  /** The 64-byte Ed25519 signature; rejects while the key cannot be used. */
  sign(bytes: Uint8Array): Promise<Uint8Array>;
}

export function signerOfLocalKey({ keyId, publicKey, privateKey }: LocalSigner): KeySigner {
  return { keyId, publicKey, sign: (bytes) => signMessageAsync(privateKey, bytes) };
}

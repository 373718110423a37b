// What is done with the secret half of a key, in the one place where it is in the clear. Buffers are wiped when they
// have served; what the engine and OpenSSL copy inside is theirs to free.
import { decodeBase64Url, encodeBase64Url } from '../protocol/base64url.ts';
import { exportPublicKey, importSeed, SEED_BYTES, signMessage } from '../protocol/ed25519.ts';
import type { SigningKeyFile } from '../protocol/generated/documents.ts';
import { parseJson } from '../protocol/json.ts';
import { accept, type Result } from '../protocol/result.ts';
import { checkParsed } from '../protocol/schema.ts';
import { createLocalSigner } from '../protocol/sign.ts';
import { fail, failKey, type KeyFault } from './key-fault.ts';

/** Lets `use` have a secret, and wipes it whatever happens. */
export function usingSecret<Value>(secret: Uint8Array, use: (secret: Uint8Array) => Value): Value {
  try {
    return use(secret);
  } finally {
    secret.fill(0);
  }
}

/** The public half of a seed as base64url, after the pair was proven to sign (SIG-025, SIG-044). */
export function provePair(keyId: string, seed: Uint8Array): Result<string, KeyFault> {
  if (seed.length !== SEED_BYTES)
    return failKey(keyId, 'damaged', `the secret of ${keyId} has not the length of a seed`);
  const signer = createLocalSigner(keyId, importSeed(seed));
  return signer.ok ? accept(encodeBase64Url(signer.value.publicKey)) : fail('weak-key', signer.fault.message);
}

/** Signs when the seed is the one of the public half that was promised; otherwise it is another key (`changed`). */
export function signWithSeed(
  keyId: string,
  publicKey: string,
  seed: Uint8Array,
  bytes: Uint8Array,
): Result<Uint8Array, KeyFault> {
  if (seed.length !== SEED_BYTES)
    return failKey(keyId, 'damaged', `the secret of ${keyId} has not the length of a seed`);
  const privateKey = importSeed(seed);
  if (encodeBase64Url(exportPublicKey(privateKey)) !== publicKey) {
    return failKey(keyId, 'changed', `what is stored for ${keyId} is another key`);
  }
  return accept(signMessage(privateKey, bytes));
}

/** A key as `heddle keygen` writes it. */
export interface KeyFileContent {
  readonly keyId: string;
  readonly publicKey: string;
  readonly isTestKey: boolean;
  readonly seed: Uint8Array;
}

/** Reads a key file. Faults tell that it is wrong and quote nothing of it: it holds a secret. */
export function readKeyFile(content: Uint8Array): Result<KeyFileContent, KeyFault> {
  const parsed = parseJson(content);
  if (!parsed.ok || checkParsed('signing-key', parsed.value) !== undefined) {
    return fail('bad-key-file', 'this is no signing key file');
  }
  // The schema has just proven the shape.
  const { keyId, publicKey, seed, testOnly } = parsed.value.value as unknown as SigningKeyFile;
  const bytes = decodeBase64Url(seed);
  if (bytes === undefined) return fail('bad-key-file', `the seed of ${keyId} is not canonical base64url`);
  const proven = provePair(keyId, bytes);
  if (!proven.ok || proven.value !== publicKey) {
    bytes.fill(0);
    return proven.ok ? fail('bad-key-file', `the public half of ${keyId} belongs to another seed`) : proven;
  }
  return accept({ keyId, publicKey, isTestKey: testOnly === true, seed: bytes });
}

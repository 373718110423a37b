// A Worker's signing key: the file that `heddle keygen` writes, made new or opened.
import { randomBytes, randomUUID } from 'node:crypto';
import { decodeBase64Url, encodeBase64Url } from '../protocol/base64url.ts';
import { exportPublicKey, importSeed, SEED_BYTES } from '../protocol/ed25519.ts';
import type { SigningKeyFile } from '../protocol/generated/documents.ts';
import { parseJson } from '../protocol/json.ts';
import { refuse, type Result } from '../protocol/result.ts';
import { checkParsed, describeSchemaFault } from '../protocol/schema.ts';
import { createLocalSigner, type LocalSigner } from '../protocol/sign.ts';

export function createSigningKey(): SigningKeyFile {
  const seed = randomBytes(SEED_BYTES);
  return {
    keyId: `urn:uuid:${randomUUID()}`,
    algorithm: 'Ed25519',
    seed: encodeBase64Url(seed),
    publicKey: encodeBase64Url(exportPublicKey(importSeed(seed))),
  };
}

/** The key of a file; or why it is none, without a word of its content. */
export function openSigningKey(bytes: Uint8Array): Result<LocalSigner, string> {
  const parsed = parseJson(bytes);
  if (!parsed.ok) return refuse('it is not strict JSON');
  const fault = checkParsed('signing-key', parsed.value);
  if (fault !== undefined) return refuse(describeSchemaFault(fault));
  // The schema has just proven the shape.
  const { keyId, seed } = parsed.value.value as unknown as SigningKeyFile;
  const seedBytes = decodeBase64Url(seed);
  if (seedBytes === undefined) return refuse('its seed is not canonical base64url');
  const signer = createLocalSigner(keyId, importSeed(seedBytes));
  return signer.ok ? signer : refuse(signer.fault.message);
}

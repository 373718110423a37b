// A key of a store as whoever signs documents needs it. It releases no signature that does not verify, and no key signs
// text whose meaning nobody has checked.
import { decodeBase64Url, encodeBase64Url } from '../protocol/base64url.ts';
import type { DocumentKind } from '../protocol/document-kinds.ts';
import { isStrictPublicKey, satisfiesEquation } from '../protocol/ed25519.ts';
import type { HelloServerChallengeFrame } from '../protocol/generated/documents.ts';
import { type ChallengeFault, checkChallenge, type ExpectedChallenge } from '../protocol/handshake.ts';
import { canonicalize } from '../protocol/jcs.ts';
import { isJsonObject, type JsonObject, parseJson } from '../protocol/json.ts';
import { accept, type Result } from '../protocol/result.ts';
import {
  completeSigning,
  type FinishedDocument,
  prepareSigning,
  type SigningFault,
  type Unsigned,
} from '../protocol/sign.ts';
import { fail, type KeyFault, KeyUnavailable } from './key-fault.ts';
import type { KeyStore } from './key-store.ts';

export interface StoredKeySigner {
  readonly keyId: string;
  /** The raw 32-byte public key. */
  readonly publicKey: Uint8Array;
  /**
   * The 64-byte Ed25519 signature over the bytes of a document that `prepareSigning` made, or of a challenge that
   * `checkChallenge` passed. Rejects with `KeyUnavailable` while the key cannot be used.
   */
  sign(bytes: Uint8Array): Promise<Uint8Array>;
  /** A finished document, or what is wrong with the draft (SIG-025). Rejects as `sign` does. */
  signDocument<Kind extends DocumentKind>(
    kind: Kind,
    unsigned: Unsigned<Kind>,
  ): Promise<Result<FinishedDocument<Kind>, SigningFault>>;
  /** The `challengeSignature`, or why the challenge must not be signed (WS-013). Rejects as `sign` does. */
  answerChallenge(
    frame: HelloServerChallengeFrame,
    expected: Omit<ExpectedChallenge, 'keyId'>,
  ): Promise<Result<string, ChallengeFault>>;
}

/** The signer of a key that the store knows, whether or not it can sign at this moment. */
export async function signerFor(store: KeyStore, keyId: string): Promise<Result<StoredKeySigner, KeyFault>> {
  const entries = await store.list();
  if (!entries.ok) return entries;
  const entry = entries.value.find((each) => each.keyId === keyId);
  if (entry === undefined) return fail('unknown-key', `${keyId} is not here`);
  const publicKey = decodeBase64Url(entry.publicKey);
  if (publicKey === undefined || !isStrictPublicKey(publicKey)) {
    return fail('weak-key', `${keyId} is not a strict prime-order key`);
  }

  const sign = async (bytes: Uint8Array): Promise<Uint8Array> => {
    if (!isSignable(bytes, keyId, entry.principal.id)) {
      throw new Error(`${keyId} signs documents and its own challenges, and this is neither`);
    }
    const signature = await store.sign(keyId, bytes);
    if (!signature.ok) throw new KeyUnavailable(signature.fault);
    if (!satisfiesEquation(publicKey, bytes, signature.value)) {
      throw new KeyUnavailable({
        reason: 'changed',
        message: `the signature of ${keyId} does not verify`,
        keyId,
      });
    }
    return signature.value;
  };

  return accept({
    keyId,
    publicKey,
    sign,
    async signDocument(kind, unsigned) {
      const prepared = prepareSigning(kind, unsigned, keyId);
      if (!prepared.ok) return prepared;
      return completeSigning(prepared.value, await sign(prepared.value.signingBytes), publicKey);
    },
    async answerChallenge(frame, expected) {
      const checked = checkChallenge(frame, { ...expected, keyId });
      return checked.ok ? accept(encodeBase64Url(await sign(checked.value.bytes))) : checked;
    },
  });
}

/**
 * Whether bytes are what a key of this Principal may sign at all: the canonical form of one object, without a signature
 * yet, and when it is a challenge, one for this key and nobody else (WS-013). It is the last door, not the check.
 */
function isSignable(bytes: Uint8Array, keyId: string, principalId: string): boolean {
  const parsed = parseJson(bytes);
  if (!parsed.ok || !isJsonObject(parsed.value.value)) return false;
  const object = parsed.value.value;
  const canonical = canonicalize(object);
  if (!canonical.ok || !Buffer.from(canonical.value).equals(bytes)) return false;
  if (Object.hasOwn(object, 'signature')) return false;
  return !isChallenge(object) || (object['keyId'] === keyId && object['agentId'] === principalId);
}

function isChallenge(object: JsonObject): boolean {
  return Object.hasOwn(object, 'challengeId') || Object.hasOwn(object, 'serverNonce');
}

// Signing of documents (SIG-020…SIG-025): prepares the exact bytes, and releases a document only when its schema
// and its signature hold. It never sees more of a key than a signing function.
import type { KeyObject } from 'node:crypto';
import { encodeBase64Url } from './base64url.ts';
import { type DocumentKind, type DocumentOfKind, profileOf } from './document-kinds.ts';
import {
  exportPublicKey,
  hasCanonicalScalar,
  isStrictPublicKey,
  satisfiesEquation,
  SIGNATURE_BYTES,
  signMessage,
} from './ed25519.ts';
import { signMessageAsync } from './ed25519-batches.ts';
import { hashContent } from './hash.ts';
import { canonicalize, splitCanonical, type SplitCanonical } from './jcs.ts';
import { accept, refuse, type Result } from './result.ts';
import { checkSchema, describeSchemaFault } from './schema.ts';

export type SigningReason =
  | 'already-signed'
  | 'schema-mismatch'
  | 'time-not-utc-z'
  | 'no-canonical-form'
  | 'weak-key'
  | 'invalid-signature';

/** Why nothing was signed or released (SIG-025). `message` names the member at fault; it holds no secret. */
export interface SigningFault {
  readonly reason: SigningReason;
  readonly message: string;
}

/** A document before it is signed. */
export type Unsigned<Kind extends DocumentKind> = {
  [Each in DocumentKind]: Omit<DocumentOfKind[Each], 'signature'>;
}[Kind];

/** A document that is valid but for its signature, with the bytes to sign. */
export interface PreparedDocument<Kind extends DocumentKind = DocumentKind> {
  readonly kind: Kind;
  readonly keyId: string;
  readonly unsigned: Unsigned<Kind>;
  readonly protectedTime: string;
  readonly signingBytes: Uint8Array;
  readonly canonical: SplitCanonical;
}

/** A finished document. `bytes` are its JCS form: what is stored, sent and kept for every retry (IDM-008). */
export interface FinishedDocument<Kind extends DocumentKind = DocumentKind> {
  readonly kind: Kind;
  readonly document: DocumentOfKind[Kind];
  readonly bytes: Uint8Array;
  readonly signingBytes: Uint8Array;
  /** `sha256:` hash of the signing bytes (SIG-023). */
  readonly signingHash: string;
}

/** A key held in this process. Made by `createLocalSigner`, which has checked it. */
export interface LocalSigner {
  readonly keyId: string;
  /** The raw 32-byte public key. */
  readonly publicKey: Uint8Array;
  readonly privateKey: KeyObject;
  /** As the private key signs, but quicker: for whoever signs often and may keep a copy of the key for it (`openSigner`). */
  readonly sign?: (message: Uint8Array) => Uint8Array;
}

// Stands in for the value while the schema is checked: the envelope has the same shape with every signature.
const PLACEHOLDER_VALUE = encodeBase64Url(new Uint8Array(SIGNATURE_BYTES));

/**
 * A signer for an Ed25519 private key in this process. Refuses a key whose public half is not a strict prime-order
 * point, and proves once that the pair signs and verifies (SIG-025).
 */
export function createLocalSigner(keyId: string, privateKey: KeyObject): Result<LocalSigner, SigningFault> {
  if (privateKey.asymmetricKeyType !== 'ed25519') return fail('weak-key', `${keyId} is not an Ed25519 key`);
  const publicKey = exportPublicKey(privateKey);
  const probe = Buffer.from(keyId);
  if (!isStrictPublicKey(publicKey) || !satisfiesEquation(publicKey, probe, signMessage(privateKey, probe))) {
    return fail('weak-key', `${keyId} is not a strict prime-order key`);
  }
  return accept({ keyId, publicKey, privateKey });
}

/**
 * Checks an unsigned document and produces its signing bytes (SIG-021, SIG-025). For a signer outside this process
 * (keychain, hardware): sign `signingBytes`, then call `completeSigning`.
 */
export function prepareSigning<Kind extends DocumentKind>(
  kind: Kind,
  unsigned: Unsigned<Kind>,
  keyId: string,
): Result<PreparedDocument<Kind>, SigningFault> {
  if ('signature' in unsigned) return fail('already-signed', 'the document already has a signature');
  const { protectedTimeMember } = profileOf(kind);
  const protectedTime: unknown = Reflect.get(unsigned, protectedTimeMember);
  if (typeof protectedTime !== 'string' || !protectedTime.endsWith('Z')) {
    return fail('time-not-utc-z', `${protectedTimeMember} must be a timestamp that ends in Z`);
  }
  const complete = attachSignature<Kind>(unsigned, keyId, protectedTime, PLACEHOLDER_VALUE);
  const canonical = splitCanonical({ ...complete }, 'signature');
  if (!canonical.ok) {
    return fail('no-canonical-form', `${canonical.fault.message} at ${canonical.fault.pointer}`);
  }
  const schemaFault = checkSchema(kind, complete);
  if (schemaFault !== undefined) return fail('schema-mismatch', describeSchemaFault(schemaFault));
  const signingBytes = Buffer.from(canonical.value.without);
  return accept({ kind, keyId, unsigned, protectedTime, signingBytes, canonical: canonical.value });
}

/**
 * Finishes a document with a signature that came from outside this process. Releases it only when the raw 32-byte
 * `publicKey` is strict and the signature verifies under it, which also proves R and S strict.
 */
export function completeSigning<Kind extends DocumentKind>(
  prepared: PreparedDocument<Kind>,
  signature: Uint8Array,
  publicKey: Uint8Array,
): Result<FinishedDocument<Kind>, SigningFault> {
  if (!isStrictPublicKey(publicKey))
    return fail('weak-key', `${prepared.keyId} is not a strict prime-order key`);
  if (
    signature.length !== SIGNATURE_BYTES ||
    !hasCanonicalScalar(signature) ||
    !satisfiesEquation(publicKey, prepared.signingBytes, signature)
  ) {
    return fail(
      'invalid-signature',
      `the signer of ${prepared.keyId} returned a signature that does not verify`,
    );
  }
  // The caller may have changed its draft since: what is released is what was signed.
  const finished = finish(prepared, signature);
  const document = JSON.parse(Buffer.from(finished.bytes).toString('utf8')) as DocumentOfKind[Kind];
  return accept({ ...finished, document });
}

/**
 * Signs a document with a key in this process. R and S of a signature made here are strict by construction
 * (R = [r]B with S reduced); `createLocalSigner` has proven the pair, so they are not verified again each time.
 */
export function signDocument<Kind extends DocumentKind>(
  kind: Kind,
  unsigned: Unsigned<Kind>,
  signer: LocalSigner,
): Result<FinishedDocument<Kind>, SigningFault> {
  const prepared = prepareSigning(kind, unsigned, signer.keyId);
  if (!prepared.ok) return prepared;
  const { signingBytes } = prepared.value;
  const signature = signer.sign?.(signingBytes) ?? signMessage(signer.privateKey, signingBytes);
  if (signature.length !== SIGNATURE_BYTES || !hasCanonicalScalar(signature)) {
    return fail('invalid-signature', `the key ${signer.keyId} produced a malformed signature`);
  }
  return accept(finish(prepared.value, signature));
}

/**
 * Signs a prepared document on another thread, with a key in this process: the second half of `signDocument`. Rejects
 * only when the key cannot be used at all.
 */
export async function signPrepared<Kind extends DocumentKind>(
  prepared: PreparedDocument<Kind>,
  signer: LocalSigner,
): Promise<FinishedDocument<Kind>> {
  const signature = await signMessageAsync(signer.privateKey, prepared.signingBytes);
  if (signature.length !== SIGNATURE_BYTES || !hasCanonicalScalar(signature)) {
    throw new Error(`the key ${signer.keyId} produced a malformed signature`);
  }
  return finish(prepared, signature);
}

function finish<Kind extends DocumentKind>(
  prepared: PreparedDocument<Kind>,
  signature: Uint8Array,
): FinishedDocument<Kind> {
  const { kind, unsigned, keyId, protectedTime, signingBytes } = prepared;
  const document = attachSignature<Kind>(unsigned, keyId, protectedTime, encodeBase64Url(signature));
  const envelope = canonicalize(document.signature);
  if (!envelope.ok) throw new Error('a signature envelope has a canonical form');
  return {
    kind,
    document,
    bytes: Buffer.from(prepared.canonical.insert(envelope.value)),
    signingBytes,
    signingHash: hashContent(signingBytes),
  };
}

/** The complete document; `createdAt` repeats the protected time byte for byte (SIG-022). */
function attachSignature<Kind extends DocumentKind>(
  unsigned: Unsigned<Kind>,
  keyId: string,
  createdAt: string,
  value: string,
): DocumentOfKind[Kind] {
  const signature = { algorithm: 'Ed25519', keyId, createdAt, value };
  // Unsigned<Kind> lacks exactly the member added here.
  return { ...unsigned, signature } as unknown as DocumentOfKind[Kind];
}

function fail(reason: SigningReason, message: string): { readonly ok: false; readonly fault: SigningFault } {
  return refuse({ reason, message });
}

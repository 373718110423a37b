// Verification of Signed Documents in six stages (SIG-031…SIG-039). It authenticates; it gives no authority, has
// no effects, and what it says about a failure is for the protected log only.
import { decodeBase64Url } from './base64url.ts';
import { type DocumentKind, type DocumentOfKind, isExpectedSigner, profileOf } from './document-kinds.ts';
import { hasCanonicalScalar, isStrictPoint, satisfiesEquation, SIGNATURE_BYTES } from './ed25519.ts';
import { satisfiesEquationAsync } from './ed25519-batches.ts';
import type { ErrorCode } from './error-codes.ts';
import { excerptOf } from './excerpt.ts';
import type { Actor, Signature } from './generated/documents.ts';
import { hashContent } from './hash.ts';
import { canonicalize, canonicalizeWithout, type DataModelFault } from './jcs.ts';
import { type JsonLimits, type JsonObject, isJsonObject, parseJson } from './json.ts';
import { isValidAt, type KeyBinding, type KeyEvidence } from './registry.ts';
import { accept, type Refused, refuse, type Result } from './result.ts';
import { checkParsed, describeSchemaFault } from './schema.ts';
import { type Instant, parseTimestamp } from './timestamp.ts';

/** The stage ids of SIG-031…SIG-037, in order. */
export type VerificationStage =
  | 'parse'
  | 'schema'
  | 'signature-envelope'
  | 'key-resolution'
  | 'canonicalization'
  | 'signature';

/** Stable reasons for the protected log, grouped by the stage they belong to. */
export type VerificationReason =
  // parse
  | 'not-strict-json'
  // schema
  | 'schema-mismatch'
  // signature-envelope
  | 'time-not-utc-z'
  | 'time-mismatch'
  | 'signature-encoding'
  | 'signature-length'
  | 'signature-scalar'
  | 'signature-point'
  // key-resolution
  | 'registry-refused'
  | 'unknown-key'
  | 'wrong-principal'
  | 'key-not-valid'
  // canonicalization
  | 'no-canonical-form'
  // signature
  | 'equation';

/**
 * The first failing stage and why. For the protected log: never send it over the wire, where only `wireCode` and
 * the constant `REJECTION_MESSAGE` may go (SIG-039, ERR-042).
 */
export interface VerificationFault {
  readonly stage: VerificationStage;
  readonly reason: VerificationReason;
  readonly detail: string;
  readonly wireCode: ErrorCode;
}

/** What the six stages proved, and nothing more. */
export interface VerifiedDocument<Kind extends DocumentKind = DocumentKind> {
  readonly kind: Kind;
  readonly document: DocumentOfKind[Kind];
  /** The received bytes. They are what is stored and relayed. */
  readonly bytes: Uint8Array;
  /** JCS of the document without its top-level signature (SIG-021). */
  readonly signingBytes: Uint8Array;
  /** `sha256:` hash of the signing bytes (SIG-023). */
  readonly signingHash: string;
  readonly organizationId: string;
  readonly keyId: string;
  readonly principal: Actor;
  /** The protected time as received, and the instant it names (DATA-025). */
  readonly protectedTime: string;
  readonly protectedAt: Instant;
  readonly binding: KeyBinding;
}

const WIRE_CODES: Readonly<Record<VerificationStage, ErrorCode>> = {
  parse: 'PROTOCOL_VIOLATION',
  schema: 'SCHEMA_VALIDATION_FAILED',
  'signature-envelope': 'AUTH_INVALID_SIGNATURE',
  'key-resolution': 'AUTH_INVALID_SIGNATURE',
  canonicalization: 'PROTOCOL_VIOLATION',
  signature: 'AUTH_INVALID_SIGNATURE',
};

/**
 * Runs the six stages over the received bytes of a document and stops at the first that fails. `keys` is the
 * Registry evidence that applies to the decision: current for a new document, historical for replay (ADM-012).
 * The order of stages decides which one is reported, also when a later problem is noticed first (SIG-038).
 */
export function verifyDocument<Kind extends DocumentKind>(
  kind: Kind,
  bytes: Uint8Array,
  keys: KeyEvidence,
  limits?: JsonLimits,
): Result<VerifiedDocument<Kind>, VerificationFault> {
  const begun = beginVerification(kind, bytes, keys, limits);
  if (!begun.ok) return begun;
  const { binding, signingBytes, signature } = begun.value;
  return conclude(begun.value, satisfiesEquation(binding.publicKey, signingBytes, signature));
}

/**
 * As `verifyDocument`, with the costliest step, the equation, on another thread. For a server that has other things to
 * do meanwhile; verdicts and faults are the same.
 */
export async function verifyDocumentAsync<Kind extends DocumentKind>(
  kind: Kind,
  bytes: Uint8Array,
  keys: KeyEvidence,
  limits?: JsonLimits,
): Promise<Result<VerifiedDocument<Kind>, VerificationFault>> {
  const claimed = claimDocument(kind, bytes, keys, limits);
  return claimed.ok ? claimed.value.verdict : claimed;
}

/** A document that passed everything but the equation, which another thread is at work on. It proves nothing yet. */
export interface ClaimedDocument<Kind extends DocumentKind> {
  readonly document: DocumentOfKind[Kind];
  readonly verdict: Promise<Result<VerifiedDocument<Kind>, VerificationFault>>;
}

/** As `verifyDocumentAsync`, for whoever prepares something meanwhile that needs the verdict only in the end. */
export function claimDocument<Kind extends DocumentKind>(
  kind: Kind,
  bytes: Uint8Array,
  keys: KeyEvidence,
  limits?: JsonLimits,
): Result<ClaimedDocument<Kind>, VerificationFault> {
  const begun = beginVerification(kind, bytes, keys, limits);
  if (!begun.ok) return begun;
  const { binding, document, signingBytes, signature } = begun.value;
  const verdict = satisfiesEquationAsync(binding.publicKey, signingBytes, signature).then((holds) =>
    conclude(begun.value, holds),
  );
  return accept({ document, verdict });
}

/** The message that every rejected Signed Document gets, whatever failed (SIG-039). */
export const REJECTION_MESSAGE = 'signed document rejected';

/** The `sha256:` hash over the JCS form of a complete document, its signature included (SIG-024). */
export function hashSignedDocument(verified: VerifiedDocument): string {
  const canonical = canonicalize(verified.document);
  if (!canonical.ok) throw new Error('a verified document has a canonical form');
  return hashContent(canonical.value);
}

/** A document that passed everything but the equation. */
interface BegunVerification<Kind extends DocumentKind> extends Omit<VerifiedDocument<Kind>, 'signingHash'> {
  readonly signature: Uint8Array;
}

/** Stages 1 to 5. */
function beginVerification<Kind extends DocumentKind>(
  kind: Kind,
  bytes: Uint8Array,
  keys: KeyEvidence,
  limits: JsonLimits | undefined,
): Result<BegunVerification<Kind>, VerificationFault> {
  const parsed = parseJson(bytes, { without: 'signature', ...(limits === undefined ? {} : { limits }) });
  if (!parsed.ok) {
    const { reason, line, column } = parsed.fault;
    return fail(
      'parse',
      'not-strict-json',
      `${reason} at line ${line}, column ${column}: ${parsed.fault.message}`,
    );
  }

  const schemaFault = checkParsed(kind, parsed.value);
  if (schemaFault !== undefined) return fail('schema', 'schema-mismatch', describeSchemaFault(schemaFault));
  const { value } = parsed.value;
  if (!isJsonObject(value)) throw new Error('every document schema asks for an object');
  // The schema has just proven the shape.
  const document = value as unknown as DocumentOfKind[Kind];

  const envelope = openEnvelope(kind, document);
  if (!envelope.ok) return envelope;
  const canonical = () => parsed.value.cutCanonical() ?? canonicalBytes(value);
  const resolved = resolveSigner(kind, document, bytes, canonical, envelope.value, keys);
  return resolved.ok ? resolved : nameFirstFailure(resolved.fault, envelope.value.signature);
}

/** Stage 6. */
function conclude<Kind extends DocumentKind>(
  begun: BegunVerification<Kind>,
  holds: boolean,
): Result<VerifiedDocument<Kind>, VerificationFault> {
  const { signature, ...document } = begun;
  if (holds) return accept({ ...document, signingHash: hashContent(begun.signingBytes) });
  const fault = fail('signature', 'equation', 'the signature does not belong to this document and key');
  return nameFirstFailure(fault.fault, signature);
}

/**
 * The costly half of stage 3, done only after a later stage has failed: had R been bad, stage 3 is what failed first.
 * When everything else passes it is not needed, because the equation then proves R strict (see `satisfiesEquation`).
 */
function nameFirstFailure(later: VerificationFault, signature: Uint8Array): Refused<VerificationFault> {
  if (isStrictPoint(signature.subarray(0, 32))) return refuse(later);
  return fail(
    'signature-envelope',
    'signature-point',
    'R is not a canonical point of the prime-order subgroup',
  );
}

interface Envelope {
  readonly keyId: string;
  readonly protectedTime: string;
  readonly protectedAt: Instant;
  readonly signature: Uint8Array;
}

/** Stage 3 without the strict check of R. */
function openEnvelope<Kind extends DocumentKind>(
  kind: Kind,
  document: DocumentOfKind[Kind],
): Result<Envelope, VerificationFault> {
  const stage = 'signature-envelope';
  const { createdAt, keyId, value }: Signature = document.signature;
  const protectedTime = profileOf(kind).protectedTime(document);
  if (!createdAt.endsWith('Z') || !protectedTime.endsWith('Z')) {
    return fail(stage, 'time-not-utc-z', 'protected time and signature.createdAt must end in Z');
  }
  if (createdAt !== protectedTime) {
    return fail(
      stage,
      'time-mismatch',
      `signature.createdAt ${excerptOf(createdAt)} is not the protected time ${excerptOf(protectedTime)}`,
    );
  }
  const signature = decodeBase64Url(value);
  if (signature === undefined)
    return fail(stage, 'signature-encoding', 'signature.value is not canonical base64url');
  if (signature.length !== SIGNATURE_BYTES) {
    return fail(stage, 'signature-length', `signature.value has ${signature.length} bytes instead of 64`);
  }
  if (!hasCanonicalScalar(signature))
    return fail(stage, 'signature-scalar', 'S is not below the group order');
  const protectedAt = parseTimestamp(protectedTime);
  if (protectedAt === undefined) throw new Error('the schema asserts the timestamp profile');
  return accept({ keyId, protectedTime, protectedAt, signature });
}

/** Stages 4 and 5. */
function resolveSigner<Kind extends DocumentKind>(
  kind: Kind,
  document: DocumentOfKind[Kind],
  bytes: Uint8Array,
  canonical: () => Uint8Array | DataModelFault,
  envelope: Envelope,
  keys: KeyEvidence,
): Result<BegunVerification<Kind>, VerificationFault> {
  const { keyId, protectedTime, protectedAt, signature } = envelope;
  if (!keys.ok) {
    return fail('key-resolution', 'registry-refused', `${keys.fault.reason}: ${keys.fault.message}`);
  }
  const binding = keys.value.findBinding(keyId);
  if (binding === undefined) return fail('key-resolution', 'unknown-key', `no key ${keyId} in the Registry`);
  const { principal } = binding;
  if (!isExpectedSigner(profileOf(kind).expectedSigner(document), principal)) {
    return fail(
      'key-resolution',
      'wrong-principal',
      `${keyId} belongs to ${principal.type} ${excerptOf(principal.id)}`,
    );
  }
  if (!isValidAt(binding, protectedAt)) {
    return fail('key-resolution', 'key-not-valid', `${keyId} is not valid at ${excerptOf(protectedTime)}`);
  }

  const signingBytes = canonical();
  if (!(signingBytes instanceof Uint8Array)) {
    const { message, pointer } = signingBytes;
    return fail('canonicalization', 'no-canonical-form', `${message} at ${excerptOf(pointer)}`);
  }
  return accept({
    kind,
    document,
    bytes,
    signingBytes,
    signature,
    organizationId: keys.value.organizationId,
    keyId,
    principal,
    protectedTime,
    protectedAt,
    binding,
  });
}

function canonicalBytes(value: JsonObject): Uint8Array | DataModelFault {
  const canonical = canonicalizeWithout(value, 'signature');
  return canonical.ok ? Buffer.from(canonical.value) : canonical.fault;
}

function fail(
  stage: VerificationStage,
  reason: VerificationReason,
  detail: string,
): { readonly ok: false; readonly fault: VerificationFault } {
  return refuse({ stage, reason, detail, wireCode: WIRE_CODES[stage] });
}

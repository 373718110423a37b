// Registry evidence (REG-001…REG-011): all of it is validated before any key is taken from it.
import { decodeBase64Url } from './base64url.ts';
import { isStrictPublicKey, PUBLIC_KEY_BYTES } from './ed25519.ts';
import type {
  Actor,
  RegistryBinding,
  RegistryEvidence,
  RegistryValidityStatus,
} from './generated/documents.ts';
import { excerptOf } from './excerpt.ts';
import { isAbsoluteUri } from './identifier.ts';
import { accept, refuse, type Result } from './result.ts';
import { checkSchema, describeSchemaFault } from './schema.ts';
import { compareInstants, type Instant, parseTimestamp } from './timestamp.ts';

export type RegistryFaultReason =
  | 'unavailable'
  | 'incomplete'
  | 'shape'
  | 'organization-id'
  | 'key-id'
  | 'principal-id'
  | 'algorithm'
  | 'public-key'
  | 'timestamp'
  | 'history'
  | 'key-id-rebound'
  | 'public-key-reused';

/** Why Registry evidence proves nothing; for the protected log only (REG-011, SIG-039). */
export interface RegistryFault {
  readonly reason: RegistryFaultReason;
  readonly message: string;
}

/**
 * Registry evidence as a verifier takes it: a validated Registry, or the reason why there is none. A source that
 * cannot be reached, or cannot prove that it is complete, gives `unavailable` or `incomplete` (REG-001, REG-011).
 */
export type KeyEvidence = Result<KeyRegistry, RegistryFault>;

/** One key of one Principal with its effective validity: the earliest boundaries ever recorded (REG-007). */
export interface KeyBinding {
  readonly keyId: string;
  readonly principal: Actor;
  /** Raw, a strict point (SIG-044). */
  readonly publicKey: Uint8Array;
  readonly validFrom: Instant;
  readonly validUntil: Instant | undefined;
  readonly revokedAt: Instant | undefined;
}

/** The validated evidence of one Organization. Made by `openRegistry` alone. */
export interface KeyRegistry {
  readonly organizationId: string;
  /** The binding of a key id, or undefined when the Registry has none: the evidence is complete, so it is unknown. */
  findBinding(keyId: string): KeyBinding | undefined;
}

/**
 * Validates complete Registry evidence (REG-002…REG-008) and makes its keys usable. One bad binding, related to
 * the wanted key or not, refuses all of it. The first use of a public key costs about a millisecond.
 */
export function openRegistry(evidence: unknown): KeyEvidence {
  const shape = checkSchema('registry-evidence', evidence);
  if (shape !== undefined) return fault('shape', describeSchemaFault(shape));
  // The schema has just proven the shape.
  const { organizationId, bindings } = evidence as RegistryEvidence;
  if (!isAbsoluteUri(organizationId))
    return fault('organization-id', `not an absolute URI: ${excerptOf(organizationId)}`);

  const groups = new Map<string, RegistryBinding[]>();
  const keyIdsByPublicKey = new Map<string, string>();
  for (const binding of bindings) {
    const problem = checkBinding(binding);
    if (problem !== undefined) return problem;
    const group = groups.get(binding.keyId);
    if (group === undefined) groups.set(binding.keyId, [binding]);
    else if (group[0] !== undefined && isSameKey(group[0], binding)) group.push(binding);
    else return fault('key-id-rebound', `${excerptOf(binding.keyId)} names more than one key`);
    const owner = keyIdsByPublicKey.get(binding.publicKey) ?? binding.keyId;
    if (owner !== binding.keyId)
      return fault(
        'public-key-reused',
        `${excerptOf(owner)} and ${excerptOf(binding.keyId)} share a public key`,
      );
    keyIdsByPublicKey.set(binding.publicKey, owner);
  }

  const bindingsByKeyId = new Map<string, KeyBinding>();
  for (const [keyId, repeats] of groups) {
    const resolved = resolveBinding(repeats);
    if (!resolved.ok) return resolved;
    bindingsByKeyId.set(keyId, resolved.value);
  }
  return accept({ organizationId, findBinding: (keyId) => bindingsByKeyId.get(keyId) });
}

/** Key evidence for a source that cannot answer, or cannot prove that its answer is complete. */
export function refuseEvidence(reason: 'unavailable' | 'incomplete', message: string): KeyEvidence {
  return fault(reason, message);
}

/**
 * Whether a key counts at an instant (REG-009): from `validFrom` on, before `validUntil` and before `revokedAt`.
 * Half-open: at an end boundary the key is invalid.
 */
export function isValidAt(binding: KeyBinding, at: Instant): boolean {
  return (
    compareInstants(binding.validFrom, at) <= 0 &&
    (binding.validUntil === undefined || compareInstants(at, binding.validUntil) < 0) &&
    (binding.revokedAt === undefined || compareInstants(at, binding.revokedAt) < 0)
  );
}

function fault(
  reason: RegistryFaultReason,
  message: string,
): { readonly ok: false; readonly fault: RegistryFault } {
  return refuse({ reason, message });
}

function checkBinding(binding: RegistryBinding): ReturnType<typeof fault> | undefined {
  const { keyId, principal, algorithm, publicKey } = binding;
  if (!isAbsoluteUri(keyId)) return fault('key-id', `not an absolute URI: ${excerptOf(keyId)}`);
  if (!isAbsoluteUri(principal.id))
    return fault('principal-id', `not an absolute URI: ${excerptOf(principal.id)}`);
  if (algorithm !== 'Ed25519')
    return fault('algorithm', `${excerptOf(keyId)} has algorithm ${excerptOf(algorithm)}`);
  const encoding = decodeBase64Url(publicKey);
  if (encoding?.length !== PUBLIC_KEY_BYTES || !isStrictPublicKey(encoding)) {
    return fault('public-key', `${excerptOf(keyId)} has no strict Ed25519 public key`);
  }
  return undefined;
}

/** Whether two timestamps are one: two spellings of the same instant are equal (DATA-027). */
function isSameTime(a: string | undefined, b: string | undefined): boolean {
  if (a === b) return true;
  const first = a === undefined ? undefined : parseTimestamp(a);
  const second = b === undefined ? undefined : parseTimestamp(b);
  return first !== undefined && second !== undefined && compareInstants(first, second) === 0;
}

/** What a key id fixes for ever (REG-005, REG-007). */
function isSameKey(a: RegistryBinding, b: RegistryBinding): boolean {
  return (
    a.publicKey === b.publicKey &&
    a.principal.type === b.principal.type &&
    a.principal.id === b.principal.id &&
    isSameTime(a.validFrom, b.validFrom)
  );
}

function resolveBinding(repeats: readonly RegistryBinding[]): Result<KeyBinding, RegistryFault> {
  const [first] = repeats;
  if (first === undefined) throw new Error('a key id always comes from a binding');
  const { keyId } = first;
  // A copy: the evidence stays the caller's, the validated Registry does not change with it.
  const principal = { ...first.principal };
  const validFrom = parseTimestamp(first.validFrom);
  if (validFrom === undefined) return fault('timestamp', `${excerptOf(keyId)} has a malformed validFrom`);
  const history = mergeHistories(repeats);
  if (!history.ok) return history;

  let recordedAt: Instant | undefined;
  let validUntil: Instant | undefined;
  let revokedAt: Instant | undefined;
  for (const [index, status] of history.value.entries()) {
    if (status.sequence !== index + 1)
      return fault('history', `${excerptOf(keyId)} has a gap in its history at ${index + 1}`);
    const at = parseTimestamp(status.recordedAt);
    if (at === undefined) return fault('timestamp', `${excerptOf(keyId)} has a malformed recordedAt`);
    if (recordedAt !== undefined && compareInstants(at, recordedAt) < 0) {
      return fault('history', `${excerptOf(keyId)} was recorded out of order`);
    }
    recordedAt = at;
    const until = moveEarlier(keyId, validUntil, status.validUntil);
    if (!until.ok) return until;
    validUntil = until.value;
    const revoked = moveEarlier(keyId, revokedAt, status.revokedAt);
    if (!revoked.ok) return revoked;
    revokedAt = revoked.value;
  }
  const encoding = decodeBase64Url(first.publicKey);
  if (encoding === undefined) throw new Error('checkBinding decodes every public key first');
  return accept({ keyId, principal, publicKey: encoding, validFrom, validUntil, revokedAt });
}

/** Repeats of a binding are one logical binding: the union of their statuses, equal where they overlap (REG-006). */
function mergeHistories(
  repeats: readonly RegistryBinding[],
): Result<RegistryValidityStatus[], RegistryFault> {
  const bySequence = new Map<number, RegistryValidityStatus>();
  for (const { keyId, validityHistory } of repeats) {
    for (const [index, status] of validityHistory.entries()) {
      const previous = validityHistory[index - 1];
      if (previous !== undefined && status.sequence <= previous.sequence) {
        return fault('history', `${excerptOf(keyId)} has its history out of order`);
      }
      const known = bySequence.get(status.sequence);
      if (known !== undefined && !isSameStatus(known, status)) {
        return fault('history', `${excerptOf(keyId)} has two statuses ${status.sequence}`);
      }
      bySequence.set(status.sequence, status);
    }
  }
  return accept([...bySequence.values()].sort((a, b) => a.sequence - b.sequence));
}

function isSameStatus(a: RegistryValidityStatus, b: RegistryValidityStatus): boolean {
  return (
    isSameTime(a.recordedAt, b.recordedAt) &&
    isSameTime(a.validUntil, b.validUntil) &&
    isSameTime(a.revokedAt, b.revokedAt)
  );
}

/**
 * The boundary after one more status. A status that does not mention it leaves it as it was, so a boundary can be
 * added or moved earlier but not cleared (REG-007, REG-008).
 */
function moveEarlier(
  keyId: string,
  current: Instant | undefined,
  text: string | undefined,
): Result<Instant | undefined, RegistryFault> {
  if (text === undefined) return accept(current);
  const next = parseTimestamp(text);
  if (next === undefined) return fault('timestamp', `${excerptOf(keyId)} has a malformed boundary`);
  if (current !== undefined && compareInstants(next, current) > 0) {
    return fault('history', `${excerptOf(keyId)} had a boundary moved later`);
  }
  return accept(next);
}

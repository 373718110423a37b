// The public facts of keys as they are stored: their shape, and which may stand beside each other.
import { decodeBase64Url } from '../protocol/base64url.ts';
import { PUBLIC_KEY_BYTES } from '../protocol/ed25519.ts';
import type { RegistryPrincipal } from '../protocol/generated/documents.ts';
import { isAbsoluteUri } from '../protocol/identifier.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../protocol/json.ts';
import { accept, refuse, type Result } from '../protocol/result.ts';
import { checkSchema } from '../protocol/schema.ts';
import { isTimestamp } from '../protocol/timestamp.ts';
import type { KeyFault } from './key-fault.ts';
import type { KeyFacts } from './key-store.ts';

const REQUIRED = ['keyId', 'principal', 'publicKey', 'createdAt', 'origin'];
const OPTIONAL = ['replaces', 'backupTestedAt'];

/** Whether an object has the members named, and of the others only optional ones. */
export function hasMembers(
  value: JsonObject,
  required: readonly string[],
  optional: readonly string[] = [],
): boolean {
  const names = Object.keys(value);
  return (
    required.every((name) => Object.hasOwn(value, name)) &&
    names.every((name) => required.includes(name) || optional.includes(name))
  );
}

/** Exactly the facts of one key, or undefined when the value is something else. */
export function readKeyFacts(value: JsonValue | undefined): KeyFacts | undefined {
  if (!isJsonObject(value) || !hasMembers(value, REQUIRED, OPTIONAL)) return undefined;
  const { keyId, principal, publicKey, createdAt, origin, replaces, backupTestedAt } = value;
  const isRight =
    isKeyId(keyId) &&
    isPrincipal(principal) &&
    isKeyBytes(publicKey) &&
    isTime(createdAt) &&
    (origin === 'created' || origin === 'imported') &&
    (replaces === undefined || isKeyId(replaces)) &&
    (backupTestedAt === undefined || isTime(backupTestedAt));
  // Every member has just been checked.
  return isRight ? (value as unknown as KeyFacts) : undefined;
}

export function isKeyId(value: unknown): value is string {
  return checkSchema('id', value) === undefined;
}

export function isPrincipal(value: unknown): value is RegistryPrincipal {
  if (typeof value !== 'object' || value === null) return false;
  const { type, id, ...rest } = value as Partial<Record<string, unknown>>;
  return (
    (type === 'agent' || type === 'human' || type === 'service') &&
    typeof id === 'string' &&
    isAbsoluteUri(id) &&
    Object.keys(rest).length === 0
  );
}

/** Keys that stand beside each other in one store. */
export class KnownKeys {
  private readonly byId = new Map<string, KeyFacts>();
  private readonly idByPublicKey = new Map<string, string>();

  constructor(keys: Iterable<KeyFacts>) {
    for (const facts of keys) this.add(facts);
  }

  get(keyId: string): KeyFacts | undefined {
    return this.byId.get(keyId);
  }

  /** The id under which a public half is here. */
  idOf(publicKey: string): string | undefined {
    return this.idByPublicKey.get(publicKey);
  }

  list(): readonly KeyFacts[] {
    return [...this.byId.values()];
  }

  /** Puts facts there, in the place of earlier ones of the same key. */
  add(facts: KeyFacts): void {
    this.byId.set(facts.keyId, facts);
    this.idByPublicKey.set(facts.publicKey, facts.keyId);
  }

  remove(keyId: string): void {
    const facts = this.byId.get(keyId);
    if (facts === undefined) return;
    this.byId.delete(keyId);
    this.idByPublicKey.delete(facts.publicKey);
  }

  /** These keys and further ones, or why one of those cannot stand beside the others. */
  with(added: readonly KeyFacts[]): Result<KnownKeys, KeyFault> {
    const extended = new KnownKeys(this.byId.values());
    for (const facts of added) {
      const fault = extended.refuseBeside(facts);
      if (fault !== undefined) return refuse(fault);
      extended.add(facts);
    }
    return accept(extended);
  }

  /**
   * Why a key cannot stand beside the others: an id is never used twice (REG-005), a key has one id alone (REG-006),
   * and a rotation stays with its Principal.
   */
  refuseBeside({ keyId, publicKey, principal, replaces }: KeyFacts): KeyFault | undefined {
    if (this.byId.has(keyId)) return { reason: 'already-exists', message: `${keyId} is already here` };
    const alias = this.idByPublicKey.get(publicKey);
    if (alias !== undefined) {
      return { reason: 'already-exists', message: `the key of ${keyId} is already here as ${alias}` };
    }
    const replaced = replaces === undefined ? undefined : this.byId.get(replaces);
    if (replaced !== undefined && !isSamePrincipal(replaced.principal, principal)) {
      return { reason: 'other-principal', message: `${replaced.keyId} is the key of another Principal` };
    }
    return undefined;
  }
}

export function isSamePrincipal(one: RegistryPrincipal, other: RegistryPrincipal): boolean {
  return one.type === other.type && one.id === other.id;
}

function isKeyBytes(value: unknown): value is string {
  return typeof value === 'string' && decodeBase64Url(value)?.length === PUBLIC_KEY_BYTES;
}

function isTime(value: unknown): value is string {
  return typeof value === 'string' && isTimestamp(value);
}

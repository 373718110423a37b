// Why a key store did not do what it was asked. No fault holds a secret, or text that a secret was parsed from.
import { refuse, type Refused } from '../protocol/result.ts';
import type { KeyCondition } from './key-store.ts';

/** The conditions in which nothing can be signed. */
export type KeyObstacle = Exclude<KeyCondition, 'unchecked' | 'available'>;

export type KeyFaultReason =
  | KeyObstacle
  | 'unknown-key'
  | 'already-exists'
  | 'other-principal'
  | 'bad-identifier'
  | 'weak-key'
  | 'bad-key-file'
  | 'test-key'
  | 'bad-backup'
  | 'wrong-passphrase'
  | 'weak-passphrase'
  | 'busy'
  | 'not-written';

export interface KeyFault {
  readonly reason: KeyFaultReason;
  readonly message: string;
  /** The key that an obstacle is about; absent when it is about the store as a whole. */
  readonly keyId?: string;
}

export function fail(reason: KeyFaultReason, message: string): Refused<KeyFault> {
  return refuse({ reason, message });
}

/** An obstacle of one key: the rest of the store is not touched by it. */
export function failKey(keyId: string, reason: KeyObstacle, message: string): Refused<KeyFault> {
  return refuse({ reason, message, keyId });
}

const OBSTACLES: ReadonlySet<string> = new Set<KeyObstacle>([
  'locked',
  'denied',
  'missing',
  'changed',
  'damaged',
]);

export function isObstacle(reason: KeyFaultReason): reason is KeyObstacle {
  return OBSTACLES.has(reason);
}

/** What a signer rejects with: the key cannot be used now. */
export class KeyUnavailable extends Error {
  override readonly name = 'KeyUnavailable';
  readonly code: KeyFaultReason;
  /** Whether the same call may succeed later without anybody repairing something. */
  readonly retryable: boolean;

  constructor({ reason, message }: KeyFault) {
    super(message);
    this.code = reason;
    this.retryable = reason === 'locked' || reason === 'busy';
  }
}

// What has become of each wish that was handed over: one Command at a time for one wish, nothing again that was refused in the same
// situation, and pauses that grow. Kept in memory alone: after a crash the log and the outbox of the identity say the same.
import { ERROR_RULES } from '../../../protocol/error-codes.ts';
import type { ProtocolError } from '../../../protocol/generated/documents.ts';
import type { ComposedCommand } from '../../desk/intent/compose.ts';
import type { LeadOutcome } from './driver-types.ts';

const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 300_000;
/** A wish that was refused so often waits for a person, or for another situation of its own. */
const MAX_ATTEMPTS = 5;

/** Where a Command stands. `situation` is whatever a refusal may depend on, as a text. */
type Fate =
  | { readonly kind: 'under-way' }
  /** Its Event is not in the state yet; without its sequence until the wish is none any more. */
  | { readonly kind: 'accepted'; readonly sequence: number | undefined }
  /** The same Command is handed over again after a pause. */
  | { readonly kind: 'again'; readonly fromMs: number; readonly error: ProtocolError | undefined }
  /** Another Command is made, after a pause and in another situation. */
  | {
      readonly kind: 'refused';
      readonly fromMs: number;
      readonly situation: string;
      readonly error: ProtocolError;
    };

interface Entry {
  /** Which Command of the wish: the ids of each are others. */
  readonly number: number;
  readonly tries: number;
  readonly fate: Fate;
  /** What was handed over last. */
  readonly composed: ComposedCommand;
}

export type Readiness =
  | { readonly kind: 'go'; readonly number: number }
  | { readonly kind: 'under-way' }
  | {
      readonly kind: 'rest';
      readonly error: ProtocolError | undefined;
      readonly fromMs: number | undefined;
    };

export class WishFates {
  private readonly entries = new Map<string, Entry>();

  /** Whether a wish may be handed over now. */
  readinessOf(key: string, nowMs: number, situation: string): Readiness {
    const entry = this.entries.get(key);
    if (entry === undefined) return { kind: 'go', number: 0 };
    const { fate, number, tries } = entry;
    if (fate.kind === 'under-way' || fate.kind === 'accepted') return { kind: 'under-way' };
    if (tries >= MAX_ATTEMPTS) return { kind: 'rest', error: fate.error, fromMs: undefined };
    if (fate.fromMs > nowMs) return { kind: 'rest', error: fate.error, fromMs: fate.fromMs };
    if (fate.kind === 'refused' && fate.situation === situation) {
      return { kind: 'rest', error: fate.error, fromMs: undefined };
    }
    return { kind: 'go', number };
  }

  begin(key: string, composed: ComposedCommand): void {
    const { number = 0, tries = 0 } = this.entries.get(key) ?? {};
    // At the end: in the order in which they go out.
    this.entries.delete(key);
    this.entries.set(key, { number, tries, fate: { kind: 'under-way' }, composed });
  }

  end(key: string, outcome: LeadOutcome, nowMs: number, situation: string): void {
    const entry = this.entries.get(key);
    if (entry === undefined) return;
    const { number, composed } = entry;
    const tries = entry.tries + 1;
    const fromMs = nowMs + pauseMs(entry.tries);
    if (outcome.status === 'accepted') {
      const { sequence } = outcome.event;
      this.entries.set(key, { number, tries: entry.tries, fate: { kind: 'accepted', sequence }, composed });
    } else if (outcome.status === 'refused') {
      const { error } = outcome;
      const isLater = error.retryable && ERROR_RULES[error.code].retryable;
      // An Authority that is busy takes the very same Command later (ERR-040).
      const fate: Fate = isLater
        ? { kind: 'again', fromMs: Math.max(fromMs, nowMs + (error.retryAfterMs ?? 0)), error }
        : { kind: 'refused', fromMs, situation, error };
      this.entries.set(key, { number: isLater ? number : number + 1, tries, fate, composed });
    } else {
      // Nobody knows, or nothing was signed: neither is a reason to stop trying.
      const fate = { kind: 'again' as const, fromMs, error: undefined };
      this.entries.set(key, { number, tries: Math.min(tries, MAX_ATTEMPTS - 1), fate, composed });
    }
  }

  /** Forgets what the state shows, and wishes that are none any more. `headOf` has the last sequence of a Group. */
  tidy(
    prefix: string,
    headOf: (groupId: string) => number,
    nowMs: number,
    isWished: (key: string) => boolean,
  ): void {
    for (const [key, entry] of this.entries) {
      if (!key.startsWith(prefix) || entry.fate.kind === 'under-way') continue;
      const isStillWished = isWished(key);
      if (entry.fate.kind !== 'accepted') {
        if (!isStillWished) this.entries.delete(key);
        continue;
      }
      const { sequence } = entry.fate;
      // A Command about a child Mission has its Event in the child's Group.
      const isSeen =
        sequence === undefined ? !isStillWished : sequence <= headOf(entry.composed.draft.groupId);
      if (!isSeen) continue;
      if (!isStillWished) {
        this.entries.delete(key);
        continue;
      }
      // Its Event is there and changed nothing of what is wished: another Command, and not at once.
      const fromMs = nowMs + pauseMs(entry.tries);
      const fate: Fate = { kind: 'again', fromMs, error: undefined };
      this.entries.set(key, { ...entry, number: entry.number + 1, tries: entry.tries + 1, fate });
    }
  }

  /**
   * What else may have gone out, or will, and does not show in the state yet; in the order in which it was handed over.
   */
  underWayBeside(ownKey: string, prefix: string): readonly ComposedCommand[] {
    const found: ComposedCommand[] = [];
    for (const [key, { fate, composed }] of this.entries) {
      const mayCome =
        fate.kind === 'under-way' ||
        fate.kind === 'accepted' ||
        (fate.kind === 'again' && fate.error === undefined);
      if (mayCome && key !== ownKey && key.startsWith(prefix)) found.push(composed);
    }
    return found;
  }
}

function pauseMs(tries: number): number {
  return Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** tries);
}

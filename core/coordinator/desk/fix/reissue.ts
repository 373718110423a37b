// How a Command that came to nothing, or of which nobody knows, may go out again, and what of its identity changes with it
// (file 10: ERR-002, ERR-040, ERR-041; POL-010). The kinds that can help are those of the code (protocol/error-codes.ts);
// which of them holds now follows from freshness and epochs.
import { ERROR_RULES, type ErrorCode, type Reissue } from '../../../protocol/error-codes.ts';
import type { CarriedEpochs, OutboxEntry } from '../outbox/entry.ts';
import type { Absence } from '../outbox/absence.ts';

/** A refusal by its code, or no answer at all. */
export type FixCode = ErrorCode | 'NO_ANSWER';

/** What of a Command stays and what is new when it goes out again. */
export interface ReissueIdentity {
  readonly actionId: 'same' | 'new';
  readonly issuedAt: 'same' | 'new';
  readonly signature: 'same' | 'new';
  readonly epochs: 'same' | 'current';
  readonly expectedRevision: 'same' | 'current';
  /** It stays the same story, however often it is told. */
  readonly correlationId: 'same';
}

export const REISSUE_IDENTITIES: { readonly [Kind in Reissue]: ReissueIdentity } = {
  'same-bytes': {
    actionId: 'same',
    issuedAt: 'same',
    signature: 'same',
    epochs: 'same',
    expectedRevision: 'same',
    correlationId: 'same',
  },
  'same-action-id': {
    actionId: 'same',
    issuedAt: 'new',
    signature: 'new',
    epochs: 'current',
    expectedRevision: 'current',
    correlationId: 'same',
  },
  'new-command': {
    actionId: 'new',
    issuedAt: 'new',
    signature: 'new',
    epochs: 'current',
    expectedRevision: 'current',
    correlationId: 'same',
  },
};

/** Why a kind of re-issue does not hold now. */
export type ReissueHindrance =
  | 'not-fresh'
  | 'session-moved'
  | 'membership-moved'
  | 'coordinator-moved'
  | 'not-signed'
  /** The Authority has said that the same bytes never succeed. */
  | 'not-retryable'
  /** It may have been accepted, or may still be. */
  | 'effect-possible'
  /** The log has it. */
  | 'effect-found'
  /** The identical bytes still hold, and are the safer way. */
  | 'identical-holds';

export interface ReissueVerdict {
  readonly kind: Reissue;
  readonly isAllowed: boolean;
  readonly hindrances: readonly ReissueHindrance[];
  /** Whether it may happen without a person: only what the Authority calls retryable (ERR-002). */
  readonly isAutomatic: boolean;
  readonly identity: ReissueIdentity;
}

export interface ReissueSituation {
  /** By the Authority's clock. */
  readonly nowMs: number;
  /** How long after `issuedAt` an Authority takes a Command for fresh. */
  readonly freshMs: number;
  /** What the signer's Command would carry now. */
  readonly epochs: CarriedEpochs;
  /** For a Command without an answer. */
  readonly absence: Absence;
}

/** The ways in which no answer can be dealt with (table C, last row). */
const NO_ANSWER: readonly Reissue[] = ['same-bytes', 'new-command'];

/**
 * Every way to issue an entry again, the preferred first, with whether it holds now. Where only the identical bytes help by
 * the code, a new Command takes over once they are too old or their epochs have moved: nothing was accepted.
 */
export function judgeReissue(
  entry: Pick<OutboxEntry, 'signed' | 'error'>,
  code: FixCode,
  situation: ReissueSituation,
): readonly ReissueVerdict[] {
  const kinds = code === 'NO_ANSWER' ? NO_ANSWER : ERROR_RULES[code].reissue;
  const verdicts = kinds.map((kind) =>
    verdictOf(kind, [...hindrancesOf(kind, entry, code, situation)], entry),
  );
  const identical = verdicts.find(({ kind }) => kind === 'same-bytes');
  if (identical === undefined || kinds.includes('new-command')) return verdicts;
  // What was never signed has no bytes to be identical with.
  const hasMoved = identical.hindrances.some((each) => each !== 'not-retryable');
  return [...verdicts, verdictOf('new-command', hasMoved ? [] : ['identical-holds'], entry)];
}

function verdictOf(
  kind: Reissue,
  hindrances: readonly ReissueHindrance[],
  { error }: Pick<OutboxEntry, 'error'>,
): ReissueVerdict {
  const isAllowed = hindrances.length === 0;
  const isAutomatic = isAllowed && kind === 'same-bytes' && error?.retryable === true;
  return { kind, isAllowed, hindrances, isAutomatic, identity: REISSUE_IDENTITIES[kind] };
}

function* hindrancesOf(
  kind: Reissue,
  { signed, error }: Pick<OutboxEntry, 'signed' | 'error'>,
  code: FixCode,
  { nowMs, freshMs, epochs, absence }: ReissueSituation,
): Generator<ReissueHindrance> {
  if (code === 'NO_ANSWER' && absence === 'found') yield 'effect-found';
  if (kind === 'new-command') {
    // Two Action IDs for one wish are two effects, if the first one has its own after all.
    if (code === 'NO_ANSWER' && absence === 'possible') yield 'effect-possible';
    return;
  }
  if (kind === 'same-action-id') {
    // Mending an envelope keeps the Action ID only while everything protected is still valid (ERR-012).
    if (code === 'AUTH_INVALID_SIGNATURE' && signed !== undefined && nowMs >= signed.issuedAtMs + freshMs) {
      yield 'not-fresh';
    }
    return;
  }
  if (signed === undefined) {
    yield 'not-signed';
    return;
  }
  // A gate can open; whatever else was refused for good is not asked again by itself (ERR-002).
  if (error?.retryable === false && code !== 'APPROVAL_REQUIRED' && code !== 'AUTH_REQUIRED')
    yield 'not-retryable';
  if (nowMs >= signed.issuedAtMs + freshMs) yield 'not-fresh';
  if (signed.epochs.sessionEpoch !== epochs.sessionEpoch) yield 'session-moved';
  if (signed.epochs.membershipEpoch !== epochs.membershipEpoch) yield 'membership-moved';
  if (signed.epochs.coordinatorEpoch !== epochs.coordinatorEpoch) yield 'coordinator-moved';
}

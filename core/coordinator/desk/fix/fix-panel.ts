// The fix panel of a Command that was refused or that nobody answered: why, what has changed, whether it would be accepted
// now, and what can be done. Re-issuing always goes through the command sheet again.
import { nowAt } from '../../../domain/decision.ts';
import type { Rejection } from '../../../domain/rejection.ts';
import { type DeskConnection, identityOf } from '../connection.ts';
import { carriedEpochs, composeCommand } from '../intent/compose.ts';
import type { Intent } from '../intent/forms.ts';
import type { IdBook } from '../intent/id-book.ts';
import { type SignerChoice, weighSigners } from '../intent/signers.ts';
import { tryCommand } from '../intent/trial.ts';
import { type Absence, judgeAbsence, type LogReading } from '../outbox/absence.ts';
import type { OutboxEntry } from '../outbox/entry.ts';
import { limitOf, overrideFor } from '../outbox/limits.ts';
import { objectsOf } from '../outbox/objects.ts';
import { type FixFact, readFacts, retryAtMs } from './fix-facts.ts';
import { FIX_RULES, type FixOptionId } from './fix-rules.ts';
import { type FactName, type FactValue, type Facts, isSameFact, viewObject } from './object-view.ts';
import { type FixCode, judgeReissue, type ReissueHindrance, type ReissueVerdict } from './reissue.ts';

/** One fact of the object three times: as the Command wants it, as it was when it was made, and as it is now. */
export interface DiffRow {
  readonly fact: FactName;
  /** What the Command would make of it; undefined where it would not touch it. */
  readonly mine: FactValue | undefined;
  readonly acceptedThen: FactValue | undefined;
  readonly acceptedNow: FactValue | undefined;
  readonly isMoved: boolean;
}

/** Why an option cannot be taken now. */
export type OptionHindrance =
  | ReissueHindrance
  | 'would-be-refused'
  | 'no-signer'
  | 'no-other-signer'
  | 'no-grant'
  | 'still-coordinator'
  | 'too-early'
  | 'no-time-given'
  | 'time-has-come'
  | 'not-this-limit';

export interface FixOption {
  readonly id: FixOptionId;
  readonly isEnabled: boolean;
  readonly hindrances: readonly OptionHindrance[];
  /** For those that send it again: in which way, and what of its identity changes. */
  readonly reissue: ReissueVerdict | undefined;
  /** For those that wait, in the Authority's time. */
  readonly atMs: number | undefined;
}

export interface FixPanel {
  readonly code: FixCode;
  readonly facts: readonly FixFact[];
  /** Empty where it explains nothing. */
  readonly diff: readonly DiffRow[];
  /** Why the same wish would be refused now; undefined when it would be accepted. */
  readonly rejectionNow: Rejection | undefined;
  /** The one to begin with first. */
  readonly options: readonly FixOption[];
  /** The override that lifts the limit, when there is one. */
  readonly overrideGrantId: string | undefined;
}

export interface FixContext {
  readonly connection: DeskConnection;
  /** The wish, to be put together anew. */
  readonly intent: Intent;
  readonly ids: IdBook;
  /** How long Commands count as fresh, by the settings of the Authority (OPEN-012). */
  readonly freshMs: number;
  /** For a Command without an answer. */
  readonly log: LogReading;
}

/** The panel of an entry that is refused, or `sent` or `unknown` without an answer. */
export function openFix(entry: OutboxEntry, context: FixContext): FixPanel {
  const { connection, intent, ids, freshMs, log } = context;
  const code: FixCode = entry.error?.code ?? 'NO_ANSWER';
  const rule = FIX_RULES[code];
  const absence: Absence =
    entry.signed === undefined ? 'absent' : judgeAbsence(entry.signed.issuedAtMs, log, { freshMs });
  const identity = identityOf(connection, entry.signer);
  const epochs = carriedEpochs(
    connection,
    { actor: entry.signer, sessionEpoch: identity?.sessionEpoch },
    entry.draft.groupId,
  );
  const composed = identity === undefined ? undefined : composeCommand(connection, intent, identity, ids);
  const trial = composed === undefined ? undefined : tryCommand(connection, composed);
  const situation = { nowMs: connection.nowMs, freshMs, epochs, absence };
  const verdicts = judgeReissue(entry, code, situation);
  const overrideGrantId = limitOf(entry) === undefined ? undefined : overrideFor(entry, connection)?.grantId;
  const signers = rule.options.includes('switch-signer') ? weighSigners(connection, intent, ids) : [];
  const optionInput = {
    entry,
    verdicts,
    connection,
    overrideGrantId,
    otherSigner: signers.find(
      ({ identity: each, rejection }) => each !== identity && rejection === undefined,
    ),
    rejectionNow: trial?.rejection,
    canSign: identity !== undefined,
  };
  const now = nowAt(connection.nowMs);
  const { target } = objectsOf(entry.draft);
  const currently = viewObject(connection.world, target, now).facts;
  const wished =
    trial === undefined || trial.rejection !== undefined
      ? {}
      : viewObject(trial.outcome().after, target, now).facts;
  return {
    code,
    facts: readFacts(rule.facts, { entry, connection, absence }),
    diff: rule.showsDiff ? diffOf(wished, entry.basis?.facts, currently) : [],
    rejectionNow: trial?.rejection,
    options: rule.options.map((id) => optionOf(id, optionInput)),
    overrideGrantId,
  };
}

/** Facts that have moved since, or that the Command would move. Without a basis nothing is known to have moved. */
function diffOf(wished: Facts, basis: Facts | undefined, current: Facts): readonly DiffRow[] {
  const names = new Set([
    ...Object.keys(basis ?? {}),
    ...Object.keys(current),
    ...Object.keys(wished),
  ] as FactName[]);
  return [...names].flatMap((fact) => {
    const acceptedNow = current[fact];
    const acceptedThen = basis?.[fact];
    const isMoved = basis !== undefined && !isSameFact(acceptedThen, acceptedNow);
    const isWished = wished[fact] !== undefined && !isSameFact(wished[fact], acceptedNow);
    if (!isMoved && !isWished) return [];
    return [{ fact, mine: isWished ? wished[fact] : undefined, acceptedThen, acceptedNow, isMoved }];
  });
}

interface OptionInput {
  readonly entry: OutboxEntry;
  readonly verdicts: readonly ReissueVerdict[];
  readonly connection: DeskConnection;
  readonly overrideGrantId: string | undefined;
  readonly otherSigner: SignerChoice | undefined;
  readonly rejectionNow: Rejection | undefined;
  /** Whether the identity that signed it is still here. */
  readonly canSign: boolean;
}

/** The kind of re-issue behind an option. */
const REISSUES: { readonly [Id in FixOptionId]?: ReissueVerdict['kind'] } = {
  reissue: 'new-command',
  'resend-identical': 'same-bytes',
  'sign-again': 'same-action-id',
  'send-with-override': 'same-action-id',
};

function optionOf(id: FixOptionId, input: OptionInput): FixOption {
  const kind = REISSUES[id];
  const reissue = kind === undefined ? undefined : input.verdicts.find((verdict) => verdict.kind === kind);
  const needsKey = kind !== undefined && kind !== 'same-bytes';
  const hindrances = [
    ...(reissue?.hindrances ?? []),
    ...(needsKey && !input.canSign ? (['no-signer'] as const) : []),
    ...ownHindrances(id, input),
  ];
  const atMs = id === 'wait-until' ? retryAtMs(input.entry) : undefined;
  return { id, isEnabled: hindrances.length === 0, hindrances, reissue, atMs };
}

function* ownHindrances(id: FixOptionId, input: OptionInput): Generator<OptionHindrance> {
  const { entry, connection, overrideGrantId, otherSigner, rejectionNow } = input;
  switch (id) {
    case 'reissue':
      // A refusal that is certain helps nobody.
      if (rejectionNow !== undefined) yield 'would-be-refused';
      break;
    case 'resend-identical': {
      const waitsUntil = retryAtMs(entry);
      if (waitsUntil !== undefined && waitsUntil > connection.nowMs) yield 'too-early';
      break;
    }
    case 'wait-until': {
      const waitsUntil = retryAtMs(entry);
      if (waitsUntil === undefined) yield 'no-time-given';
      else if (waitsUntil <= connection.nowMs) yield 'time-has-come';
      break;
    }
    case 'switch-signer':
      if (otherSigner === undefined) yield 'no-other-signer';
      break;
    case 'send-with-override':
      if (overrideGrantId === undefined) yield 'no-grant';
      break;
    case 'request-override':
      if (limitOf(entry) === undefined) yield 'not-this-limit';
      break;
    case 'hand-over-drafts': {
      const { coordinatorEpoch } = carriedEpochs(
        connection,
        { actor: entry.signer, sessionEpoch: undefined },
        entry.draft.groupId,
      );
      if (coordinatorEpoch !== undefined) yield 'still-coordinator';
      break;
    }
    default:
      // Everything else is always possible.
      break;
  }
}

// What the six stages prove of one Event, in words that name their basis.
import type { EventDetail } from '../contract/history.ts';
import {
  STAGES,
  type Verdict,
  verificationWords,
} from '../coordinator/desk-runtime/words/verification-words.ts';
import { parseEvent } from '../coordinator/desk-runtime/group-log.ts';
import { say, type Texts } from '../coordinator/desk-runtime/words/texts.ts';
import type { Event } from '../protocol/generated/documents.ts';
import { type KeyBinding, openRegistry, refuseEvidence } from '../protocol/registry.ts';
import type { Instant } from '../protocol/timestamp.ts';
import { type VerificationFault, verifyDocument } from '../protocol/verify.ts';
import type { HistorySource } from './history-sources.ts';
import type { HistoryTasks, ReadEvent } from './history-tasks.ts';

/** A key that is not known proves nothing in either direction; everything else is a finding. */
export function verdictOf(fault: VerificationFault | undefined, isPinned: boolean): Verdict {
  if (fault === undefined) return isPinned ? 'verified' : 'consistent';
  return fault.reason === 'unknown-key' || fault.reason === 'registry-refused' ? 'unknown-key' : 'failed';
}

export function signatureOf(
  texts: Texts,
  { names, isPinned }: HistorySource,
  { bytes, sequence }: ReadEvent,
  { registry }: HistoryTasks['keys'][1],
): EventDetail['signature'] {
  const keys =
    registry === undefined
      ? refuseEvidence('unavailable', 'no Registry is kept beside this log')
      : openRegistry(registry);
  const verified = verifyDocument('event', bytes, keys);
  const { signature, occurredAt } = signedPartOf(bytes);
  const keyId = signature?.keyId ?? '-';
  const binding = keys.ok ? keys.value.findBinding(keyId) : undefined;
  const verdict = verdictOf(verified.ok ? undefined : verified.fault, isPinned);
  const { verdicts, stages } = verificationWords(texts.language);
  const text =
    verdict !== 'failed'
      ? verdicts[verdict]
      : verified.ok
        ? ''
        : verdicts.failed(sequence, STAGES.indexOf(verified.fault.stage) + 1, stages[verified.fault.stage]);
  return {
    keyId,
    signer: names.person(binding?.principal ?? { type: 'service', id: '-' }),
    protectedTime: occurredAt ?? '-',
    verdict,
    verdictWords: say(`verdict.${verdict}`, text),
    ...(binding === undefined ? {} : validityOf(binding)),
    ...(verified.ok ? { signingHash: verified.value.signingHash } : {}),
  };
}

function millisecondsOf({ epochSecond, fraction }: Instant): number {
  return epochSecond * 1_000 + Math.trunc(Number(`0.${fraction}`) * 1_000);
}

/** Of a file that nobody verified, anything may be missing. */
function signedPartOf(bytes: Uint8Array): Partial<Pick<Event, 'signature' | 'occurredAt'>> {
  try {
    return parseEvent(bytes);
  } catch {
    return {};
  }
}

/** From when until when the key counts: the earliest end that was ever recorded. */
function validityOf({ validFrom, validUntil, revokedAt }: KeyBinding): {
  readonly validFromMs: number;
  readonly validUntilMs?: number;
} {
  const ends = [validUntil, revokedAt].flatMap((end) => (end === undefined ? [] : millisecondsOf(end)));
  return {
    validFromMs: millisecondsOf(validFrom),
    ...(ends.length === 0 ? {} : { validUntilMs: Math.min(...ends) }),
  };
}

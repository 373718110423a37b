// The log of a Group: pages of any place in it, by filter; one Event in full; WorkItems and times at a glance; verification.
// `connectionId` may also be that of an opened file.
import { oc } from '@orpc/contract';
import { z } from 'zod';
import { MAX_FILTER_LENGTH } from './history-filter.ts';
import { live, rowBase } from './live.ts';
import { done, groupAddress, id, instantMs, outcome, person, words } from './values.ts';

export const eventRow = rowBase.extend({
  eventId: id,
  sequence: z.int(),
  kind: z.string(),
  words,
  actor: person,
  occurredAtMs: instantMs,
  workItemId: id.optional(),
  title: z.string().optional(),
  cause: z.object({ type: z.string(), id }).optional(),
  /** What happened, as a sentence; for a Message that was taken back, that it was. */
  sentence: z.string().optional(),
  /** Where something begins or ends. */
  mark: z
    .discriminatedUnion('type', [
      z.object({ type: z.literal('coordinator-epoch'), epoch: z.int(), fenced: z.string() }),
      z.object({ type: z.literal('snapshot'), throughSequence: z.int() }),
      z.object({ type: z.literal('archived') }),
    ])
    .optional(),
  /** The sequence at which its Message was redacted or retracted: its words are shown no more. */
  takenBackAt: z.int().optional(),
});

export const historySummary = z.object({
  head: z.int(),
  /** Nothing before it is visible here. */
  startsAfter: z.int(),
});

const filter = z.string().max(MAX_FILTER_LENGTH);
const filtered = groupAddress.extend({ filter });

/** How far the log is here, and how far it can be filtered. */
export const historyReach = z.object({
  startsAfter: z.int(),
  cursor: z.int(),
  indexedThrough: z.int(),
  /** Sequences that the Authority has and this computer lacks in between. */
  gap: z.object({ fromSequence: z.int(), toSequence: z.int() }).optional(),
});

/** A Command of one's own that was refused: it never became history. */
export const refusedCommand = z.object({
  actionId: id,
  /** Stands after this Event. */
  afterSequence: z.int(),
  refusedAtMs: instantMs,
  words,
  code: z.string(),
  codeWords: words,
});

/** Six stages and what else was proven of one Event. */
export const eventSignature = z.object({
  keyId: z.string(),
  signer: person,
  /** By the Registry as it is known here. */
  validFromMs: instantMs.optional(),
  validUntilMs: instantMs.optional(),
  protectedTime: z.string(),
  signingHash: z.string().optional(),
  verdict: z.enum(['verified', 'consistent', 'unknown-key', 'failed']),
  verdictWords: words,
});

export const eventDetail = z.object({
  row: eventRow,
  /** Exactly as signed; left out when its Message was taken back. */
  signedText: z.string().optional(),
  acceptedBy: person,
  correlationId: z.string(),
  signature: eventSignature,
  /** All Events of the same cause, itself included, by sequence. */
  sameCause: z.array(eventRow),
  /** The Event that is the cause, when it is one and here. */
  causeEvent: eventRow.optional(),
  /** Events that name this one as their cause. */
  effects: z.array(eventRow),
});

export const itemDigest = z.object({
  workItemId: id.optional(),
  title: z.string(),
  count: z.int(),
  firstSequence: z.int(),
  lastSequence: z.int(),
  firstAtMs: instantMs,
  lastAtMs: instantMs,
  /** The last Event as a sentence. */
  last: eventRow.optional(),
});

export const timeLane = z.object({
  workItemId: id.optional(),
  title: z.string(),
  count: z.int(),
  buckets: z.array(z.object({ at: z.int(), count: z.int(), firstSequence: z.int(), lastSequence: z.int() })),
});

/** One thing that a verification found wrong. */
export const verificationFinding = rowBase.extend({
  sequence: z.int(),
  check: z.string(),
  words,
  /** The rule that found it, for a local diagnosis. */
  detail: z.string(),
});

/** How a verification of a log stands, and what it has proven. It says no more than its words. */
export const verificationSummary = z.object({
  state: z.enum(['none', 'running', 'stopped', 'done', 'broken']),
  fromSequence: z.int(),
  throughSequence: z.int(),
  /** The last sequence that was looked at. */
  through: z.int(),
  checked: z.int(),
  verified: z.int(),
  unknownKeys: z.int(),
  failureCount: z.int(),
  perSecond: z.int().optional(),
  verdict: z.enum(['verified', 'consistent', 'unknown-key', 'failed']).optional(),
  verdictWords: words.optional(),
  /** What the verdict rests on. */
  basisWords: words.optional(),
  keys: z.array(
    z.object({ keyId: z.string(), count: z.int(), firstSequence: z.int(), lastSequence: z.int() }),
  ),
});

/** A Mission as it was after one of its Events: to be read, never to be acted on. */
export const pastState = z.object({
  sequence: z.int(),
  /** What came before was not visible here: the state is only what later Events told. */
  isPartial: z.boolean(),
  mission: z
    .object({
      title: z.string(),
      objective: z.string(),
      stateWords: words,
      revision: z.int(),
      coordinator: person,
      coordinatorEpoch: z.int(),
    })
    .optional(),
  activeMembers: z.int(),
  items: z.array(
    z.object({
      workItemId: id,
      title: z.string(),
      state: z.string(),
      stateWords: words,
      revision: z.int(),
      owner: person.optional(),
      ownershipEpoch: z.int().optional(),
      deadlineAtMs: instantMs,
    }),
  ),
  /** By state, the most frequent first. */
  counts: z.array(z.object({ stateWords: words, count: z.int() })),
});

/** Items of a past state that are told one by one. */
export const MAX_PAST_ITEMS = 500;

export const MAX_PAGE_ROWS = 200;
export const TIME_BUCKETS = 96;

export const historyContract = {
  /** The newest Events; older ones come by `page`. */
  follow: oc.input(groupAddress.strict()).output(live(eventRow, historySummary)),
  page: oc
    .input(groupAddress.extend({ beforeSequence: z.int(), limit: z.int().min(1).max(500) }).strict())
    .output(outcome(z.object({ rows: z.array(eventRow), hasOlder: z.boolean() }))),
  /**
   * Rows by their place among all that fit a filter, counted from the oldest: so a page never changes but at the end. Answers
   * at once with what is indexed; `reach` tells whether more will fit.
   */
  window: oc
    .input(filtered.extend({ from: z.int().min(0), limit: z.int().min(1).max(MAX_PAGE_ROWS) }).strict())
    .output(
      outcome(
        z.object({
          rows: z.array(eventRow),
          total: z.int(),
          reach: historyReach,
        }),
      ),
    ),
  /** The place of a sequence among all that fit: of the Event itself, or of the last one before it; -1 before all. */
  locate: oc
    .input(filtered.extend({ sequence: z.int() }).strict())
    .output(outcome(z.object({ place: z.int(), total: z.int() }))),
  /** Kinds of Events that there are, with how many, for switches. */
  kinds: oc
    .input(groupAddress.strict())
    .output(outcome(z.object({ kinds: z.array(z.object({ kind: z.string(), words, count: z.int() })) }))),
  refused: oc.input(groupAddress.strict()).output(outcome(z.object({ commands: z.array(refusedCommand) }))),
  items: oc
    .input(filtered.strict())
    .output(outcome(z.object({ items: z.array(itemDigest), reach: historyReach }))),
  times: oc.input(filtered.strict()).output(
    outcome(
      z.object({
        fromMs: instantMs,
        throughMs: instantMs,
        lanes: z.array(timeLane),
        reach: historyReach,
      }),
    ),
  ),
  /** The verification of a log, with what it found wrong. */
  followVerification: oc.input(groupAddress.strict()).output(live(verificationFinding, verificationSummary)),
  /**
   * Verifies a log on this computer: all of it, or a range. One that was stopped goes on where it stopped, unless a range is
   * given.
   */
  verify: oc
    .input(
      groupAddress
        .extend({ fromSequence: z.int().min(1).optional(), throughSequence: z.int().min(1).optional() })
        .strict(),
    )
    .output(done),
  stopVerification: oc.input(groupAddress.strict()).output(done),
  /** The state after an Event. */
  stateAt: oc.input(groupAddress.extend({ sequence: z.int().min(0) }).strict()).output(outcome(pastState)),
  /** One Event with what led to it and what it led to. */
  read: oc.input(groupAddress.extend({ sequence: z.int() }).strict()).output(outcome(eventDetail)),
};

export type EventRow = z.infer<typeof eventRow>;
export type EventDetail = z.infer<typeof eventDetail>;
export type HistoryReach = z.infer<typeof historyReach>;
export type RefusedCommand = z.infer<typeof refusedCommand>;
export type ItemDigestModel = z.infer<typeof itemDigest>;
export type VerificationFinding = z.infer<typeof verificationFinding>;
export type VerificationSummary = z.infer<typeof verificationSummary>;
export type PastState = z.infer<typeof pastState>;
export type TimeLane = z.infer<typeof timeLane>;

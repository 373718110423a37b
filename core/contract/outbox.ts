// Commands on their way, drafts among them, and what to do about refused and unknown ones.
import { oc } from '@orpc/contract';
import { z } from 'zod';
import { commandSheet } from './intents.ts';
import { live, rowBase } from './live.ts';
import {
  document,
  entryAddress,
  factComparison,
  fault,
  id,
  instantMs,
  objectAddress,
  outcome,
  person,
  words,
} from './values.ts';

export const ENTRY_STATES = [
  'draft',
  'waiting-for-key',
  'waiting-for-connection',
  'signed',
  'sent',
  'unknown',
  'accepted',
  'refused',
  'replaced',
  'abandoned',
] as const;

/** Something that can be done with an entry, in place or by a new sheet. */
export const entryOption = z.object({
  id: z.string(),
  words,
  /** A sheet follows: nothing is sent before it is signed. */
  opensSheet: z.boolean(),
  isEnabled: z.boolean(),
  /** Why not. */
  reasons: z.array(words),
  /** For those that send it again: which parts of the Command's identity stay. */
  reissue: z
    .object({
      kind: z.enum(['same-bytes', 'same-action-id', 'new-command']),
      changes: z.array(words),
    })
    .optional(),
  /** For those that wait. */
  atMs: instantMs.optional(),
});

export const outboxRow = rowBase.extend({
  connectionId: id,
  groupId: id,
  missionTitle: z.string(),
  actionId: id,
  /** The kind of Command, with words for people. */
  kind: z.string(),
  words,
  object: objectAddress,
  title: z.string(),
  signer: person,
  state: z.enum(ENTRY_STATES),
  stateWords: words,
  /** Whether it goes now, waits for another one, or is held by a refused one. */
  turn: z.enum(['free', 'waits', 'held', 'rests']),
  /** The one that it waits for or is held by. */
  becauseOfActionId: id.optional(),
  position: z.number(),
  createdAtMs: instantMs,
  changedAtMs: instantMs,
  attempts: z.int(),
  /** Of an accepted one. */
  sequence: z.int().optional(),
  /** Of a refused one. */
  error: fault.optional(),
  replacedByActionId: id.optional(),
  options: z.array(entryOption),
});

export const outboxSummary = z.object({
  waiting: z.int(),
  refused: z.int(),
  unknown: z.int(),
  drafts: z.int(),
  /** Groups in which a refusal holds later Commands. */
  held: z.array(z.object({ connectionId: id, groupId: id, count: z.int() })),
});

export const entryDetail = z.object({
  row: outboxRow,
  /** What was wanted. */
  draft: document,
  /** The Command exactly as signed, as text; undefined before that. */
  signedText: z.string().optional(),
  /** Where the Authority decided otherwise than this computer's own rules had said. */
  defect: z.object({ expected: z.string(), actual: z.string() }).optional(),
});

/** The panel for a refused or unknown entry. */
export const fixPanel = z.object({
  entry: outboxRow,
  /** Code of the refusal, or NO_ANSWER. */
  code: z.string(),
  cause: words,
  advice: words,
  facts: z.array(words),
  diff: z.array(factComparison),
  /** Why it would be refused now as well; undefined when it would be accepted. */
  refusedNow: fault.optional(),
  /** The one to begin with first. */
  options: z.array(entryOption),
});

/** What came of an option. */
export const optionOutcome = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('done') }),
  /** A sheet to look at and to sign. */
  z.object({ kind: z.literal('sheet'), sheet: commandSheet }),
]);

export const outboxContract = {
  follow: oc.output(live(outboxRow, outboxSummary)),
  read: oc.input(entryAddress.strict()).output(outcome(entryDetail)),
  fix: oc.input(entryAddress.strict()).output(outcome(fixPanel)),
  /** Takes one of the `options` of a row or of its fix panel. */
  act: oc.input(entryAddress.extend({ optionId: z.string() }).strict()).output(outcome(optionOutcome)),
  /** Moves a draft before another one of its Group, or to the end. Signed ones keep their place. */
  reorder: oc
    .input(entryAddress.extend({ beforeActionId: id.optional() }).strict())
    .output(outcome(z.object({}))),
};

export type OutboxRow = z.infer<typeof outboxRow>;
export type OutboxSummary = z.infer<typeof outboxSummary>;
export type FixPanelModel = z.infer<typeof fixPanel>;
export type EntryOption = z.infer<typeof entryOption>;

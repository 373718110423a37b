// The attention list: what needs a person now, what needs a signature, what to watch.
import { oc } from '@orpc/contract';
import { z } from 'zod';
import { live, rowBase } from './live.ts';
import { done, id, instantMs, objectAddress, person, words } from './values.ts';

export const attentionRow = rowBase.extend({
  /** The rule's name and its number 1…36. */
  rule: z.string(),
  number: z.int(),
  severity: z.enum(['now', 'decide', 'watch']),
  object: objectAddress,
  /** Name of the object, and of its Mission. */
  title: z.string(),
  missionTitle: z.string().optional(),
  groupId: id.optional(),
  /** The WorkItem to open, where there is one. */
  workItemId: id.optional(),
  /** What the rule says about it. */
  words,
  /** What that means for whom it speaks to, and what helps. */
  advice: words.optional(),
  /** The one best action; `kind` is the Command of its sheet. */
  action: z.object({ id: z.string(), words, kind: z.string().optional() }),
  signer: person.optional(),
  blocksCount: z.int(),
  endsAtMs: instantMs.optional(),
  sinceMs: instantMs.optional(),
  /** It follows from the clock alone: no Event says so. */
  isByClock: z.boolean(),
});

export const attentionSummary = z.object({
  counts: z.object({ now: z.int(), decide: z.int(), watch: z.int() }),
  /** Snoozed or muted. */
  hiddenCount: z.int(),
  /** Commands of ours that were accepted since the day began. */
  doneToday: z.int(),
  /** For the empty list: the next moment at which something is known to happen. */
  next: z.object({ atMs: instantMs, words }).optional(),
});

export const attentionContract = {
  follow: oc.output(live(attentionRow, attentionSummary)),
  /** Until a time (milliseconds since 1970), or until something about the row changes. Never past the end of a Now row. */
  snooze: oc
    .input(
      z.strictObject({
        rowId: z.string(),
        until: z.union([instantMs, z.literal('change')]),
        /** In a person's own words; stays on this computer. */
        reason: z.string().max(1_000),
      }),
    )
    .output(done),
  /** A rule says nothing more about one Mission. */
  mute: oc
    .input(z.strictObject({ rule: z.string(), connectionId: id, groupId: id, isMuted: z.boolean() }))
    .output(done),
  /** A row about which nothing can be done but look was looked at. */
  markSeen: oc.input(z.strictObject({ rowId: z.string() })).output(done),
  /** Brings back everything that is snoozed or muted. */
  showHidden: oc.output(done),
};

export type AttentionRowModel = z.infer<typeof attentionRow>;
export type AttentionSummary = z.infer<typeof attentionSummary>;

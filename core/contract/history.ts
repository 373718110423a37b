// The log of a Group, page by page: every Event with a sentence for people and its exact document.
import { oc } from '@orpc/contract';
import { z } from 'zod';
import { live, rowBase } from './live.ts';
import { groupAddress, id, instantMs, outcome, person, words } from './values.ts';

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
});

export const historySummary = z.object({
  head: z.int(),
  /** Nothing before it is visible here. */
  startsAfter: z.int(),
});

export const historyContract = {
  /** The newest Events; older ones come by `page`. */
  follow: oc.input(groupAddress.strict()).output(live(eventRow, historySummary)),
  page: oc
    .input(groupAddress.extend({ beforeSequence: z.int(), limit: z.int().min(1).max(500) }).strict())
    .output(outcome(z.object({ rows: z.array(eventRow), hasOlder: z.boolean() }))),
  /** One Event exactly as signed, as text. */
  read: oc
    .input(groupAddress.extend({ sequence: z.int() }).strict())
    .output(outcome(z.object({ row: eventRow, signedText: z.string() }))),
};

export type EventRow = z.infer<typeof eventRow>;

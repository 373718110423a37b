// What is said in a Group. A Message is never an order; sheets can be opened from one.
import { oc } from '@orpc/contract';
import { z } from 'zod';
import { live, noSummary, rowBase } from './live.ts';
import { actor, document, groupAddress, id, instantMs, outcome, person, words } from './values.ts';

export const conversationRow = rowBase.extend({
  conversationId: id,
  type: z.string(),
  title: z.string(),
  workItemId: id.optional(),
  participants: z.array(person),
  /** Seen by its participants alone, and by the owner and the Coordinator in an audit. */
  isRestricted: z.boolean(),
  messageCount: z.int(),
  lastMessageAtMs: instantMs.optional(),
  openQuestions: z.int(),
});

export const messageRow = rowBase.extend({
  messageId: id,
  conversationId: id,
  sequence: z.int(),
  author: person,
  sentAtMs: instantMs,
  /** As posted; the newest correction takes its place, and what was redacted is gone. */
  content: z.array(document),
  state: z.enum(['posted', 'corrected', 'retracted', 'redacted']),
  stateWords: words.optional(),
  mentions: z.array(actor),
  references: z.array(z.string()),
  isAnnouncement: z.boolean(),
  isMine: z.boolean(),
  mentionsMe: z.boolean(),
});

const place = groupAddress.extend({ conversationId: id });

export const conversationsContract = {
  follow: oc.input(groupAddress.strict()).output(live(conversationRow, noSummary)),
  /** The newest Messages; older ones come by `page`. */
  messages: oc
    .input(place.strict())
    .output(live(messageRow, z.object({ hasOlder: z.boolean(), oldestSequence: z.int().optional() }))),
  page: oc
    .input(place.extend({ beforeSequence: z.int(), limit: z.int().min(1).max(200) }).strict())
    .output(outcome(z.object({ rows: z.array(messageRow), hasOlder: z.boolean() }))),
  markRead: oc
    .input(groupAddress.extend({ throughSequence: z.int() }).strict())
    .output(outcome(z.object({}))),
};

export type ConversationRow = z.infer<typeof conversationRow>;
export type MessageRow = z.infer<typeof messageRow>;

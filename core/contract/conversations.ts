// What is said in a Group. A Message is never an order; sheets can be opened from one.
import { oc } from '@orpc/contract';
import { z } from 'zod';
import { roughIntent } from './forms.ts';
import { live, noSummary, rowBase } from './live.ts';
import { reasonModel } from './reasons.ts';
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

/** What the assistant would make of a Message. Nothing is signed: each opens where a person changes and reviews it. */
export const messageDraft = z.object({
  /** New work as a Work Proposal, a corrected contract of the WorkItem that is talked about, or an offer to the author. */
  kind: z.enum(['new-work', 'change', 'offer']),
  words,
  intent: roughIntent,
  /** Of the item that it is about; new work has none. */
  workItemId: id.optional(),
  reasons: z.array(reasonModel),
  /** What a person has to fill in first. */
  questions: z.array(reasonModel),
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
  /** What could follow from a Message, the likeliest first; none where its text is gone or the Mission is over. */
  drafts: oc
    .input(groupAddress.extend({ messageId: id }).strict())
    .output(outcome(z.object({ drafts: z.array(messageDraft) }))),
  markRead: oc
    .input(groupAddress.extend({ throughSequence: z.int() }).strict())
    .output(outcome(z.object({}))),
};

export type ConversationRow = z.infer<typeof conversationRow>;
export type MessageDraftModel = z.infer<typeof messageDraft>;
export type MessageRow = z.infer<typeof messageRow>;

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

/** Of what reaches this computer of a Group at once; all conditions that are there hold together (WS-041). */
export const liveFilter = z.strictObject({
  /** Only what mentions the Agent that listens. */
  mentionsOnly: z.boolean().optional(),
  /** Announcements come whatever else is asked. */
  announcements: z.boolean().optional(),
  /** Kinds of Events, such as `message.posted`. */
  eventKinds: z.array(z.string().max(200)).max(50).optional(),
  conversationIds: z.array(id).max(200).optional(),
  workItemIds: z.array(id).max(200).optional(),
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
  /** What of a Group comes at once; undefined where everything does. `listeners` are the Agents here whose Session hears it. */
  liveFilter: oc.input(groupAddress.strict()).output(
    outcome(
      z.object({
        filter: liveFilter.optional(),
        listeners: z.array(person),
        /** The rest comes so much later at most. */
        fillMs: z.int(),
      }),
    ),
  ),
  /** Changes live delivery alone, neither what may be seen nor the history. Nothing lets everything come at once. */
  setLiveFilter: oc
    .input(groupAddress.extend({ filter: liveFilter.optional() }).strict())
    .output(outcome(z.object({}))),
  /** Fetches now what a filter has left out. */
  fetchRest: oc.input(groupAddress.strict()).output(outcome(z.object({}))),
  markRead: oc
    .input(groupAddress.extend({ throughSequence: z.int() }).strict())
    .output(outcome(z.object({}))),
};

export type LiveFilter = z.infer<typeof liveFilter>;
export type ConversationRow = z.infer<typeof conversationRow>;
export type MessageDraftModel = z.infer<typeof messageDraft>;
export type MessageRow = z.infer<typeof messageRow>;

// What the desk has to know of Messages: who was mentioned, which questions are open, who has said no. The state of the
// rules keeps no contents, so this is folded beside it. A Message never decides anything (MSG-003): these are hints.
import type { Actor, Event, EventPayloads, Message } from '../../../protocol/generated/documents.ts';
import { OFFER_DECLINE_SCHEMA } from '../../../protocol/offer-decline.ts';
import { isSameActor } from '../connection.ts';
import { msOf } from '../moment.ts';

/** A Message that somebody may have to look at. */
export interface TalkMessage {
  readonly messageId: string;
  readonly sequence: number;
  readonly conversationId: string;
  readonly workItemId: string | undefined;
  readonly author: Actor;
  readonly atMs: number;
  readonly mentions: readonly Actor[];
  readonly artifactHashes: readonly string[];
  readonly isRetracted: boolean;
}

/** A question in the Conversation of a WorkItem: open until somebody else says something there. */
export interface OpenQuestion {
  readonly messageId: string;
  readonly sequence: number;
  readonly workItemId: string;
  readonly author: Actor;
  readonly atMs: number;
}

export interface GroupTalk {
  /** Raised with every change, so that nobody has to compare contents. */
  readonly version: number;
  /** Messages with mentions or Artifacts, by id. */
  readonly messages: ReadonlyMap<string, TalkMessage>;
  /** By WorkItem. */
  readonly questions: ReadonlyMap<string, readonly OpenQuestion[]>;
  /** Offers that were declined in a Message, with the reason that was given. */
  readonly declines: ReadonlyMap<string, string>;
}

export const EMPTY_TALK: GroupTalk = {
  version: 0,
  messages: new Map(),
  questions: new Map(),
  declines: new Map(),
};

/** The talk of a Group after an Event of its log. Events that are no Messages change nothing. */
export function evolveTalk(talk: GroupTalk, event: Omit<Event, 'signature'>): GroupTalk {
  return evolveTalkOver(talk, [event]);
}

/** The talk after many Events: what is known is copied once, however many there are. */
export function evolveTalkOver(talk: GroupTalk, events: readonly Omit<Event, 'signature'>[]): GroupTalk {
  const said = events.filter(({ kind }) => kind in CHANGES);
  if (said.length === 0) return talk;
  const next: OpenTalk = {
    messages: new Map(talk.messages),
    questions: new Map(talk.questions),
    declines: new Map(talk.declines),
  };
  for (const event of said) CHANGES[event.kind as keyof typeof CHANGES](next, event);
  return { version: talk.version + said.length, ...next };
}

/** While Events are being taken over. */
interface OpenTalk {
  readonly messages: Map<string, TalkMessage>;
  readonly questions: Map<string, readonly OpenQuestion[]>;
  readonly declines: Map<string, string>;
}

const CHANGES = {
  'message.posted': post,
  'message.retracted': retract,
  'message.redacted': retract,
} as const;

function post({ messages, questions, declines }: OpenTalk, event: Omit<Event, 'signature'>): void {
  const { message } = event.payload as unknown as EventPayloads['message.posted'];
  const { workItemId, sequence = 0 } = event;
  const { messageId, conversationId, author, content, mentions = [], committedAt } = message;
  const atMs = msOf(committedAt);
  const artifactHashes = content.flatMap((part) => (part.type === 'artifact_ref' ? [part.artifactHash] : []));
  if (mentions.length > 0 || artifactHashes.length > 0) {
    messages.set(messageId, {
      messageId,
      sequence,
      conversationId,
      workItemId,
      author,
      atMs,
      mentions,
      artifactHashes,
      isRetracted: false,
    });
  }
  if (workItemId !== undefined) {
    // Whatever somebody else says counts as an answer; whether it is one, people see.
    const open = (questions.get(workItemId) ?? []).filter((each) => isSameActor(each.author, author));
    const asked = isQuestion(message) ? [{ messageId, sequence, workItemId, author, atMs }] : [];
    questions.set(workItemId, [...open, ...asked]);
  }
  for (const [offerId, reason] of declinesIn(message)) declines.set(offerId, reason);
}

/** A text of a Message that ends with a question mark asks something. */
function isQuestion({ content }: Message): boolean {
  return content.some((part) => part.type === 'text' && /[?？]\s*$/u.test(part.text));
}

function declinesIn({ content }: Message): readonly (readonly [offerId: string, reason: string])[] {
  return content.flatMap((part) => {
    if (part.type !== 'data_ref' || part.schema !== OFFER_DECLINE_SCHEMA) return [];
    // Anybody may have written it: nothing is taken for granted.
    const data = typeof part.data === 'object' && part.data !== null ? part.data : {};
    const { offerId, reason } = data as { readonly offerId?: unknown; readonly reason?: unknown };
    return typeof offerId === 'string'
      ? [[offerId, typeof reason === 'string' ? reason : 'other'] as const]
      : [];
  });
}

/** What was taken back asks nothing and mentions nobody. */
function retract({ messages, questions }: OpenTalk, event: Omit<Event, 'signature'>): void {
  const { message: amendment } = event.payload as unknown as EventPayloads['message.retracted'];
  const { targetMessageId = '' } = amendment;
  const message = messages.get(targetMessageId);
  if (message !== undefined) messages.set(targetMessageId, { ...message, isRetracted: true });
  for (const [workItemId, open] of questions) {
    const left = open.filter(({ messageId }) => messageId !== targetMessageId);
    if (left.length < open.length) questions.set(workItemId, left);
  }
}

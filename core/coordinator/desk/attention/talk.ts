// What the desk has to know of Messages: who was mentioned, which questions are open, who has said no. The state of the
// rules keeps no contents, so this is folded beside it. A Message never decides anything (MSG-003): these are hints.
import { memberKey } from '../../../domain/world.ts';
import type { Actor, Event, EventPayloads, Message } from '../../../protocol/generated/documents.ts';
import { declinesIn } from '../../../protocol/offer-decline.ts';
import { isSameActor } from '../connection.ts';
import { msOf } from '../moment.ts';

/** A Message that somebody may have to look at, as long as it is not taken back. */
export interface TalkMessage {
  readonly messageId: string;
  readonly sequence: number;
  readonly workItemId: string | undefined;
  readonly author: Actor;
  readonly atMs: number;
  readonly mentions: readonly Actor[];
}

/** A question in the Conversation of a WorkItem: open until somebody else says something there. */
export interface OpenQuestion {
  readonly messageId: string;
  readonly sequence: number;
  readonly workItemId: string;
  readonly author: Actor;
  readonly atMs: number;
}

/**
 * The talk of a Group. A later one is another object, so that nobody has to compare contents; but both share their maps,
 * for a long log is not copied with every Message. Of one that is no longer the newest only the identity means anything.
 */
export interface GroupTalk {
  /** Raised with every change. */
  readonly version: number;
  /** Messages that mention a Principal, by its `memberKey` and then by id. */
  readonly mentions: ReadonlyMap<string, ReadonlyMap<string, TalkMessage>>;
  /** Messages that name Artifacts, by the WorkItem in whose Conversation they stand and then by id. */
  readonly deliveries: ReadonlyMap<string, ReadonlyMap<string, TalkMessage>>;
  /** By WorkItem. */
  readonly questions: ReadonlyMap<string, readonly OpenQuestion[]>;
  /** Offers that were declined in a Message, with the reason that was given. */
  readonly declines: ReadonlyMap<string, string>;
}

type Said = Omit<Event, 'signature'>;

/** The talk of one Group, folded over its log. */
export class TalkFold {
  private readonly mentions = new Map<string, Map<string, TalkMessage>>();
  private readonly deliveries = new Map<string, Map<string, TalkMessage>>();
  private readonly questions = new Map<string, readonly OpenQuestion[]>();
  private readonly declines = new Map<string, string>();
  private current: GroupTalk = this.show(0);

  /** The talk after all that was taken. */
  get talk(): GroupTalk {
    return this.current;
  }

  /** Takes the next Events of the log. Those that are no Messages change nothing. */
  take(events: readonly Said[]): void {
    let changes = 0;
    for (const event of events) {
      const { kind } = event;
      if (kind === 'message.posted') this.post(event);
      else if (kind === 'message.retracted' || kind === 'message.redacted') this.retract(event);
      else continue;
      changes += 1;
    }
    if (changes > 0) this.current = this.show(this.current.version + changes);
  }

  private show(version: number): GroupTalk {
    const { mentions, deliveries, questions, declines } = this;
    return { version, mentions, deliveries, questions, declines };
  }

  private post(event: Said): void {
    const { message } = event.payload as unknown as EventPayloads['message.posted'];
    const { workItemId, sequence = 0 } = event;
    const { messageId, author, content, mentions = [], committedAt } = message;
    const atMs = msOf(committedAt);
    const said: TalkMessage = { messageId, sequence, workItemId, author, atMs, mentions };
    for (const actor of mentions) place(this.mentions, memberKey(actor), said);
    if (workItemId !== undefined) {
      if (content.some(({ type }) => type === 'artifact_ref')) place(this.deliveries, workItemId, said);
      // Whatever somebody else says counts as an answer; whether it is one, people see.
      const open = (this.questions.get(workItemId) ?? []).filter((each) => isSameActor(each.author, author));
      const asked = isQuestion(message) ? [{ messageId, sequence, workItemId, author, atMs }] : [];
      this.questions.set(workItemId, [...open, ...asked]);
    }
    for (const { offerId, reason } of declinesIn(message)) this.declines.set(offerId, reason);
  }

  /** What was taken back asks nothing, mentions nobody and delivers nothing. */
  private retract(event: Said): void {
    const { message: amendment } = event.payload as unknown as EventPayloads['message.retracted'];
    const { targetMessageId = '' } = amendment;
    for (const messages of this.mentions.values()) messages.delete(targetMessageId);
    for (const messages of this.deliveries.values()) messages.delete(targetMessageId);
    for (const [workItemId, open] of this.questions) {
      const left = open.filter(({ messageId }) => messageId !== targetMessageId);
      if (left.length < open.length) this.questions.set(workItemId, left);
    }
  }
}

/** Before the first Message. */
export const EMPTY_TALK: GroupTalk = new TalkFold().talk;

function place(places: Map<string, Map<string, TalkMessage>>, key: string, said: TalkMessage): void {
  const messages = places.get(key) ?? new Map<string, TalkMessage>();
  messages.set(said.messageId, said);
  places.set(key, messages);
}

/** A text of a Message that ends with a question mark asks something. */
function isQuestion({ content }: Message): boolean {
  return content.some((part) => part.type === 'text' && /[?？]\s*$/u.test(part.text));
}

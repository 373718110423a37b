// A Message that is being written, and the draft that keeps it.
import type { RoughIntent } from '../../../core/contract/forms.ts';
import type { DraftRow } from '../../../core/contract/intents.ts';
import type { ContractActor } from '../../../core/contract/values.ts';
import type { GroupAddress } from '../../app/last-group.ts';
import { textOfMessage } from './message-text.tsx';

export interface MessageDraft {
  readonly text: string;
  readonly mentions: readonly ContractActor[];
  /** Ids of WorkItems. */
  readonly references: readonly string[];
}

export const EMPTY_DRAFT: MessageDraft = { text: '', mentions: [], references: [] };

/** The draft of a conversation, where one is kept. */
export function draftOf(
  drafts: readonly DraftRow[],
  { connectionId, groupId }: GroupAddress,
  conversationId: string,
): DraftRow | undefined {
  return drafts.find(
    (row) =>
      row.connectionId === connectionId &&
      row.groupId === groupId &&
      row.intent.kind === 'message.post' &&
      row.intent.form['conversationId'] === conversationId,
  );
}

/** What a draft keeps; whatever it does not hold is empty. */
export function readDraft({ intent }: Pick<DraftRow, 'intent'>): MessageDraft {
  const { content, mentions, references } = intent.form;
  return {
    text: Array.isArray(content) ? textOfMessage(content as Parameters<typeof textOfMessage>[0]) : '',
    mentions: Array.isArray(mentions) ? (mentions as unknown as ContractActor[]) : [],
    references: Array.isArray(references) ? references.filter((each) => typeof each === 'string') : [],
  };
}

export function formOfDraft(conversationId: string, { text, mentions, references }: MessageDraft) {
  return {
    conversationId,
    content: [{ type: 'text', text: text.trim() }],
    ...(mentions.length === 0 ? {} : { mentions: mentions.map(({ type, id }) => ({ type, id })) }),
    ...(references.length === 0 ? {} : { references: [...references] }),
  };
}

/** A text that ends with a question mark is an open question until somebody else answers. */
export function asksSomething(text: string): boolean {
  return /[?？]\s*$/u.test(text);
}

export function withQuestion(text: string, isQuestion: boolean): string {
  if (isQuestion === asksSomething(text)) return text;
  return isQuestion ? `${text.trimEnd()}?` : text.replace(/[?？]+\s*$/u, '');
}

/** A contract that begins with what somebody said. */
export function contractFrom(groupId: string, goal: string): RoughIntent {
  return { kind: 'work.authorize', groupId, form: { contract: { goal } } };
}

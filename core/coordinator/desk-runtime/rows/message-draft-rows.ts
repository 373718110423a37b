// What the assistant would make of a Message, in words: drafts of Commands, each with why it looks as it does.
import type { MessageDraftModel } from '../../../contract/conversations.ts';
import { draftFromMessage, type MessageDraftReasonId } from '../../assistant/planning/draft-from-message.ts';
import type { Reason } from '../../assistant/proposal.ts';
import type { DeskRuntime } from '../desk-runtime.ts';
import { say } from '../words/texts.ts';
import { planningReasonWords } from './reason-lines.ts';
import { reasonScene, sourcesOf } from './reason-models.ts';
import { textsFor } from './row-context.ts';
import { messageAt, readEventAt } from './talk-rows.ts';

/** Drafts of Commands out of a Message as it stands now; undefined when it is not known here. */
export async function readMessageDrafts(
  desk: DeskRuntime,
  connectionId: string,
  groupId: string,
  messageId: string,
): Promise<readonly MessageDraftModel[] | undefined> {
  const connection = desk.connection(connectionId);
  const place = connection?.logOf(groupId)?.messageOf(messageId);
  if (connection === undefined || place === undefined) return undefined;
  // What was taken back or removed asks for nothing any more.
  if (place.state === 'retracted' || place.state === 'redacted') return [];
  const sequence = place.correctedAt ?? place.sequence;
  const event = await readEventAt(connection, groupId, sequence);
  const shown = await messageAt(connection, groupId, sequence);
  if (event === undefined || shown === undefined) return undefined;
  const view = connection.view();
  const texts = textsFor(desk);
  const text = shown.message.content
    .flatMap((part) => (part.type === 'text' ? [part.text] : []))
    .join('\n\n');
  const drafts = draftFromMessage({
    connection: view,
    groupId,
    message: {
      event: { type: 'event', groupId, eventId: event.eventId, sequence },
      author: shown.message.author,
      text,
      workItemId: view.world.get('conversation', groupId, place.conversationId)?.primaryWorkItemId,
    },
    language: texts.language,
  });
  const scene = reasonScene(texts, connection, view, groupId, undefined);
  const reasonOf = (reason: Reason<MessageDraftReasonId>) => ({
    id: reason.id,
    verdict: reason.verdict,
    words: planningReasonWords(scene, reason),
    ...sourcesOf(scene, reason.references),
  });
  return drafts.map(({ kind, proposal, questions }): MessageDraftModel => ({
    kind,
    words: say(`message-draft.${kind}`, texts.row.messageDrafts[kind]),
    // A wish of ours: plain JSON, as a window's own.
    intent: proposal.intent as unknown as MessageDraftModel['intent'],
    workItemId: proposal.intent.kind === 'work.offer' ? proposal.intent.form.workItemId : undefined,
    reasons: proposal.reasons.map(reasonOf),
    questions: questions.map(reasonOf),
  }));
}

// Conversations and their Messages. Texts stay in the log and are read when they are shown; of a Message that was corrected
// the newest text is shown, of one that was redacted none.
import type { NoSummary } from '../../../contract/live.ts';
import type { ConversationRow, MessageRow } from '../../../contract/conversations.ts';
import type { Conversation, Event, EventPayloads } from '../../../protocol/generated/documents.ts';
import { type DeskConnection, isSameActor } from '../../desk/connection.ts';
import type { RunningConnection } from '../desk-connections.ts';
import type { DeskRuntime } from '../desk-runtime.ts';
import { type MessagePlace, parseEvent } from '../group-log.ts';
import type { LiveSource } from '../live-queries.ts';
import { say, type Texts } from '../words/texts.ts';
import { personOf, sortDown, sortNumber, textsFor } from './row-context.ts';

/** So many of the newest Messages are kept up to date in a window. */
export const RECENT_MESSAGES = 100;

export function conversationsSource(
  desk: DeskRuntime,
  connectionId: string,
  groupId: string,
): LiveSource<ConversationRow, NoSummary> {
  return {
    concerns: (topic) =>
      topic.kind === 'group' && topic.connectionId === connectionId && topic.groupId === groupId,
    read: () => {
      const connection = desk.connection(connectionId);
      const view = connection?.view();
      if (connection === undefined || view === undefined) return { rows: [], summary: {} };
      const byConversation = Map.groupBy(
        connection.logOf(groupId)?.messages() ?? [],
        ({ conversationId }) => conversationId,
      );
      const rows = [...view.world.list('conversation', groupId)].map(([id, conversation]) =>
        conversationRow(connection, view, conversation, byConversation.get(id) ?? []),
      );
      return { rows, summary: {} };
    },
  };
}

function conversationRow(
  connection: RunningConnection,
  view: DeskConnection,
  { conversationId, groupId, type, title, access, primaryWorkItemId }: Conversation,
  messages: readonly MessagePlace[],
): ConversationRow {
  const last = messages.at(-1)?.atMs;
  const questions =
    primaryWorkItemId === undefined ? [] : (view.talk.get(groupId)?.questions.get(primaryWorkItemId) ?? []);
  return {
    id: conversationId,
    sort: `${type === 'group' ? 0 : 1}${sortDown(last ?? 0)}`,
    conversationId,
    type,
    title,
    participants: (access.members ?? []).map((member) => personOf(connection, view, member)),
    isRestricted: access.mode === 'restricted',
    messageCount: messages.length,
    openQuestions: questions.length,
    ...(primaryWorkItemId === undefined ? {} : { workItemId: primaryWorkItemId }),
    ...(last === undefined ? {} : { lastMessageAtMs: last }),
  };
}

export function messagesSource(
  desk: DeskRuntime,
  connectionId: string,
  groupId: string,
  conversationId: string,
): LiveSource<MessageRow, { hasOlder: boolean; oldestSequence?: number | undefined }> {
  return {
    concerns: (topic) =>
      topic.kind === 'group' && topic.connectionId === connectionId && topic.groupId === groupId,
    read: async () => {
      const { rows, hasOlder } = await readMessages(desk, connectionId, groupId, conversationId, {
        before: Infinity,
        limit: RECENT_MESSAGES,
      });
      return { rows, summary: { hasOlder, oldestSequence: rows[0]?.sequence } };
    },
  };
}

/** Messages of a conversation before a sequence, the oldest first. */
export async function readMessages(
  desk: DeskRuntime,
  connectionId: string,
  groupId: string,
  conversationId: string,
  { before, limit }: { readonly before: number; readonly limit: number },
): Promise<{ readonly rows: MessageRow[]; readonly hasOlder: boolean }> {
  const connection = desk.connection(connectionId);
  if (connection === undefined) return { rows: [], hasOlder: false };
  const places = [...(connection.logOf(groupId)?.messages() ?? [])].filter(
    (place) => place.conversationId === conversationId && place.sequence < before,
  );
  const shown = places.slice(-limit);
  const texts = textsFor(desk);
  const view = connection.view();
  const rows: MessageRow[] = [];
  for (const place of shown) {
    const row = await messageRow(desk, texts, connection, view, groupId, place);
    if (row !== undefined) rows.push(row);
  }
  return { rows, hasOlder: places.length > shown.length };
}

async function messageRow(
  desk: DeskRuntime,
  texts: Texts,
  connection: RunningConnection,
  view: DeskConnection,
  groupId: string,
  place: MessagePlace,
): Promise<MessageRow | undefined> {
  const { messageId, conversationId, sequence, atMs, state, correctedAt } = place;
  const posted = await messageAt(connection, groupId, sequence);
  if (posted === undefined) return undefined;
  const shown =
    correctedAt === undefined ? posted : ((await messageAt(connection, groupId, correctedAt)) ?? posted);
  const { author, mentions = [], references = [] } = posted.message;
  const isGone = state === 'retracted' || state === 'redacted';
  return {
    id: messageId,
    sort: sortNumber(sequence),
    messageId,
    conversationId,
    sequence,
    author: personOf(connection, view, author),
    sentAtMs: atMs,
    // A document of the log: JSON.
    content: isGone ? [] : (shown.message.content as unknown as MessageRow['content']),
    state,
    mentions: [...mentions],
    references: [...references],
    isAnnouncement: posted.isAnnouncement,
    isMine: desk.isMine(author),
    mentionsMe: mentions.some((actor) => view.identities.some((each) => isSameActor(each.actor, actor))),
    ...(state === 'posted' ? {} : { stateWords: say(`message.${state}`, texts.row.messageStates[state]) }),
  };
}

/** A Message as an Event of the log posted or corrected it. */
export async function messageAt(connection: RunningConnection, groupId: string, sequence: number) {
  const event = await readEventAt(connection, groupId, sequence);
  if (event === undefined) return undefined;
  const payload = event.payload as unknown as EventPayloads['message.posted'];
  return { message: payload.message, isAnnouncement: payload.announcement === true };
}

/** One Event of a Group, as it is kept; undefined when it is not. */
export async function readEventAt(
  connection: RunningConnection,
  groupId: string,
  sequence: number,
): Promise<Event | undefined> {
  const [kept] = (await connection.sourceOf(groupId)?.readEvents(groupId, sequence - 1, 1)) ?? [];
  return kept?.sequence === sequence ? parseEvent(kept.bytes) : undefined;
}

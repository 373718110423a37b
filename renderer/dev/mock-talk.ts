// The sample desk's conversations: what is said, and what the assistant would make of it.
import type { implement } from '@orpc/server';
import type { ConversationRow, LiveFilter, MessageRow } from '../../core/contract/conversations.ts';
import type { deskContract } from '../../core/contract/contract.ts';
import type { NoSummary } from '../../core/contract/live.ts';
import type { MockRows } from './mock-live.ts';
import { sampleMessageDrafts, sampleMessages } from './sample-talk.ts';
import { ASSISTANT, type SampleContext } from './sample-world.ts';

type Conversations = ReturnType<typeof implement<typeof deskContract>>['conversations'];

export function mockTalk(
  os: Conversations,
  rows: {
    readonly conversations: MockRows<ConversationRow, NoSummary>;
    readonly messages: MockRows<MessageRow, { hasOlder: boolean; oldestSequence?: number | undefined }>;
  },
  contextOf: () => SampleContext,
) {
  const done = { ok: true as const, value: {} };
  const filters = new Map<string, LiveFilter>();
  return {
    follow: os.follow.handler(({ signal }) => rows.conversations.follow(signal)),
    messages: os.messages.handler(({ signal }) => rows.messages.follow(signal)),
    page: os.page.handler(() => ({
      ok: true as const,
      value: {
        rows: sampleMessages(contextOf()).map((row, index) => ({
          ...row,
          id: `${row.id}-older`,
          messageId: `${row.messageId}-older`,
          sequence: 1_300 + index,
          sort: `000000 ${index}`,
        })),
        hasOlder: false,
      },
    })),
    liveFilter: os.liveFilter.handler(({ input: { groupId } }) => {
      const filter = filters.get(groupId);
      const value = { listeners: [ASSISTANT], fillMs: 60_000 };
      return { ok: true as const, value: filter === undefined ? value : { ...value, filter } };
    }),
    setLiveFilter: os.setLiveFilter.handler(({ input: { groupId, filter } }) => {
      if (filter === undefined) filters.delete(groupId);
      else filters.set(groupId, filter);
      return done;
    }),
    fetchRest: os.fetchRest.handler(() => done),
    drafts: os.drafts.handler(({ input: { messageId } }) => ({
      ok: true as const,
      value: { drafts: [...sampleMessageDrafts(contextOf(), messageId)] },
    })),
    markRead: os.markRead.handler(() => done),
  };
}

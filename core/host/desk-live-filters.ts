// What of a Group's log comes to this computer at once: a filter of live delivery, kept with the marks of the profile. It changes
// neither what may be seen nor the history, and what it leaves out is fetched within a minute (WS-040…WS-042).
import type { implement } from '@orpc/server';
import type { deskContract } from '../contract/contract.ts';
import type { LiveFilter } from '../contract/conversations.ts';
import type { DeskRuntime } from '../coordinator/desk-runtime/desk-runtime.ts';
import { textsOf } from '../coordinator/desk-runtime/words/texts.ts';
import { readKey } from '../coordinator/desk/attention/marks.ts';
import type { AttentionFilter } from '../protocol/generated/documents.ts';
import { DEFAULT_SETTINGS } from '../sync/settings.ts';

type Conversations = ReturnType<typeof implement<typeof deskContract>>['conversations'];

export function liveFilterProcedures(os: Conversations, desk: DeskRuntime) {
  const done = { ok: true as const, value: {} };
  return {
    liveFilter: os.liveFilter.handler(({ input: { connectionId, groupId } }) => {
      const connection = desk.connection(connectionId);
      if (connection === undefined) return textsOf(desk.language).fault('no-connection');
      const filter = desk.marks.liveFilters.get(readKey(connectionId, groupId));
      const listeners = connection.links
        .filter(({ actor }) => actor.type === 'agent')
        .filter((link) => link.groups().some((group) => group.groupId === groupId && group.isFollowed))
        .map(({ actor, name }) => ({ type: actor.type, id: actor.id, name }));
      const value = { listeners, fillMs: DEFAULT_SETTINGS.fillMs };
      // As the contract has checked it, when it was kept.
      return { ok: true, value: filter === undefined ? value : { ...value, filter } };
    }),
    setLiveFilter: os.setLiveFilter.handler(({ input: { connectionId, groupId, filter } }) => {
      const connection = desk.connection(connectionId);
      if (connection === undefined) return textsOf(desk.language).fault('no-connection');
      const wanted = filter === undefined ? undefined : filterOf(filter);
      const liveFilters = new Map(desk.marks.liveFilters);
      if (wanted === undefined) liveFilters.delete(readKey(connectionId, groupId));
      else liveFilters.set(readKey(connectionId, groupId), wanted);
      desk.setMarks({ ...desk.marks, liveFilters });
      for (const link of connection.links) link.setAttention?.(groupId, wanted);
      return done;
    }),
    fetchRest: os.fetchRest.handler(({ input: { connectionId, groupId } }) => {
      const connection = desk.connection(connectionId);
      if (connection === undefined) return textsOf(desk.language).fault('no-connection');
      for (const link of connection.links) link.fill?.(groupId);
      return done;
    }),
  };
}

/** The protocol's document; a filter that asks nothing lets everything through, and is none. */
function filterOf({
  mentionsOnly,
  announcements,
  eventKinds,
  conversationIds,
  workItemIds,
}: LiveFilter): AttentionFilter | undefined {
  const conditions: AttentionFilter = {
    ...(mentionsOnly === true ? { mentionsOnly } : {}),
    ...(eventKinds === undefined ? {} : { eventKinds: [...new Set(eventKinds)] }),
    ...(conversationIds === undefined ? {} : { conversationIds: [...new Set(conversationIds)] }),
    ...(workItemIds === undefined ? {} : { workItemIds: [...new Set(workItemIds)] }),
  };
  if (Object.keys(conditions).length === 0) return undefined;
  return announcements === true ? { ...conditions, announcements } : conditions;
}

/** Whoever is about to sign decides by the newest state: the sheet is shown again when that changes its meaning. */
export function fetchWhereFiltered(
  desk: DeskRuntime,
  connectionId: string,
  groupId: string | undefined,
): void {
  if (groupId === undefined || !desk.marks.liveFilters.has(readKey(connectionId, groupId))) return;
  for (const link of desk.connection(connectionId)?.links ?? []) link.fill?.(groupId);
}

// The log of a Group as rows.
import type { EventRow } from '../../../contract/history.ts';
import { SINGLE } from '../../../domain/world.ts';
import type { Event } from '../../../protocol/generated/documents.ts';
import type { DeskConnection } from '../../desk/connection.ts';
import { msOf } from '../../desk/moment.ts';
import type { RunningConnection } from '../desk-connections.ts';
import type { DeskRuntime } from '../desk-runtime.ts';
import { parseEvent } from '../group-log.ts';
import type { LiveSource } from '../live-queries.ts';
import { RowCache } from '../row-cache.ts';
import type { EventKind } from '../words/row-words.ts';
import { sentenceOf } from '../words/event-sentences.ts';
import { say, type Texts } from '../words/texts.ts';
import { factsOf, type HistoryNames, markOf } from './event-facts.ts';
import { personOf, sortDown, textsFor } from './row-context.ts';

/** So many of the newest Events are kept up to date in a window. */
export const RECENT_EVENTS = 100;

export function historySource(
  desk: DeskRuntime,
  connectionId: string,
  groupId: string,
): LiveSource<EventRow, { head: number; startsAfter: number }> {
  const cache = new RowCache<EventRow>();
  return {
    concerns: (topic) =>
      topic.kind === 'group' && topic.connectionId === connectionId && topic.groupId === groupId,
    read: async () => {
      const connection = desk.connection(connectionId);
      const source = connection?.sourceOf(groupId);
      const group = source?.groups().find((each) => each.groupId === groupId);
      if (connection === undefined || source === undefined || group === undefined) {
        return { rows: [], summary: { head: 0, startsAfter: 0 } };
      }
      const texts = textsFor(desk);
      const view = connection.view();
      const { startsAfter, cursor } = group;
      const after = Math.max(startsAfter, cursor - RECENT_EVENTS);
      const kept = await source.readEvents(groupId, after, RECENT_EVENTS);
      // An Event never changes; its row does with the language.
      const rows = kept.map(({ sequence, bytes }) =>
        cache.row(String(sequence), [texts], () => eventRow(texts, connection, view, parseEvent(bytes))),
      );
      cache.sweep();
      return {
        rows,
        summary: { head: view.world.get('head', groupId, SINGLE)?.sequence ?? cursor, startsAfter },
      };
    },
  };
}

/** Events before a sequence, the newest first. */
export async function readEventPage(
  desk: DeskRuntime,
  connection: RunningConnection,
  groupId: string,
  { before, limit }: { readonly before: number; readonly limit: number },
): Promise<{ readonly rows: EventRow[]; readonly hasOlder: boolean } | undefined> {
  const source = connection.sourceOf(groupId);
  const group = source?.groups().find((each) => each.groupId === groupId);
  if (source === undefined || group === undefined) return undefined;
  const after = Math.max(group.startsAfter, before - 1 - limit);
  const kept = await source.readEvents(groupId, after, Math.max(0, before - 1 - after));
  const texts = textsFor(desk);
  const view = connection.view();
  return {
    rows: kept.map(({ bytes }) => eventRow(texts, connection, view, parseEvent(bytes))).toReversed(),
    hasOlder: after > group.startsAfter,
  };
}

export function eventRow(
  texts: Texts,
  connection: RunningConnection,
  view: DeskConnection,
  event: Event,
): EventRow {
  return plainRow(texts, namesOf(connection, view), event);
}

/** How people and WorkItems are called at a connection. */
export function namesOf(connection: RunningConnection, view: DeskConnection): HistoryNames {
  return {
    person: (actor) => personOf(connection, view, actor),
    itemTitle: (groupId, workItemId) =>
      groupId === undefined
        ? undefined
        : view.world.get('workItem', groupId, workItemId)?.document.contract.goal,
  };
}

/** With its sentence and what begins with it. Of a Message that was taken back only that is said. */
export function tellingRow(
  texts: Texts,
  names: HistoryNames,
  event: Event,
  takenBackAt: number | undefined,
): EventRow {
  const { kind } = event;
  const mark = markOf(event, names);
  const isGone = takenBackAt !== undefined && takenBackAt !== event.sequence;
  const sentence = isGone ? undefined : sentenceOf(texts.language, kind, factsOf(event, names));
  return {
    ...plainRow(texts, names, event),
    ...(sentence === undefined ? {} : { sentence }),
    ...(mark === undefined ? {} : { mark }),
    ...(isGone ? { takenBackAt } : {}),
  };
}

function plainRow(texts: Texts, names: HistoryNames, event: Event): EventRow {
  const { eventId, sequence = 0, kind, actor, occurredAt, workItemId, cause, groupId } = event;
  const name = kind in texts.row.events ? texts.row.events[kind as EventKind] : kind;
  const item = workItemId === undefined ? undefined : names.itemTitle(groupId, workItemId);
  return {
    id: String(sequence),
    sort: sortDown(sequence),
    eventId,
    sequence,
    kind,
    words: say(`event.${kind}`, name),
    actor: names.person(actor),
    occurredAtMs: msOf(occurredAt),
    cause: { type: cause.type, id: cause.id },
    ...(workItemId === undefined ? {} : { workItemId }),
    ...(item === undefined ? {} : { title: item }),
  };
}

// The filter of a history as a query: names become the ids that are meant, for people do not know ids.
import type { FilterKey, HistoryFilter } from '../contract/history-filter.ts';
import type { HistoryNames } from '../coordinator/desk-runtime/rows/event-facts.ts';
import { type HistoryQuery, principalOf } from '../store/history-entry.ts';

/** What there is in a Group to be meant. */
export interface Meant {
  readonly principals: readonly string[];
  readonly workItemIds: readonly string[];
}

/** Whether names have to be looked up for a filter. */
export function asksForNames({ terms }: HistoryFilter): boolean {
  return terms.some(({ key }) => key === 'actor' || key === 'item');
}

export function isEverything({ terms, fromSequence, throughSequence }: HistoryFilter): boolean {
  return terms.length === 0 && fromSequence === undefined && throughSequence === undefined;
}

export function queryOf(
  filter: HistoryFilter,
  groupId: string,
  meant: Meant,
  names: HistoryNames,
  language: string,
): HistoryQuery {
  const values = (key: FilterKey, isExcluded: boolean): readonly string[] | undefined => {
    const found = filter.terms.filter((term) => term.key === key && term.isExcluded === isExcluded);
    return found.length === 0 ? undefined : found.map(({ value }) => value);
  };
  const fold = (text: string): string => text.toLocaleLowerCase(language);
  const idsLike = (
    wanted: readonly string[] | undefined,
    ids: readonly string[],
    nameOf: (id: string) => string,
  ): readonly string[] | undefined => {
    if (wanted === undefined) return undefined;
    const folded = wanted.map(fold);
    return ids.filter((id) => {
      const [asId, asName] = [fold(id), fold(nameOf(id))];
      return folded.some((word) => asId.includes(word) || asName.includes(word));
    });
  };
  const actorName = (key: string): string => names.person(principalOf(key)).name;
  const itemName = (id: string): string => names.itemTitle(groupId, id) ?? '';
  return dropUndefined({
    kinds: values('kind', false),
    notKinds: values('kind', true),
    principals: idsLike(values('actor', false), meant.principals, actorName),
    notPrincipals: idsLike(values('actor', true), meant.principals, actorName),
    workItemIds: idsLike(values('item', false), meant.workItemIds, itemName),
    notWorkItemIds: idsLike(values('item', true), meant.workItemIds, itemName),
    causeIds: values('cause', false),
    eventIds: values('event', false),
    texts: values('text', false),
    notTexts: values('text', true),
    fromSequence: filter.fromSequence,
    throughSequence: filter.throughSequence,
  });
}

function dropUndefined(query: {
  readonly [Name in keyof HistoryQuery]: HistoryQuery[Name] | undefined;
}): HistoryQuery {
  return Object.fromEntries(Object.entries(query).filter(([, value]) => value !== undefined)) as HistoryQuery;
}

// A history in pages: only those that are looked at are fetched, by their place from the oldest on, so that they stay what they
// are when the log grows.
import { keepPreviousData, useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { EventRow, HistoryReach, RefusedCommand } from '../../../core/contract/history.ts';
import type { Fault } from '../../../core/contract/values.ts';
import type { GroupAddress } from '../../app/last-group.ts';
import { useTexts } from '../../i18n/i18n.ts';
import { useDesk, useLive } from '../../transport/desk.tsx';

export const PAGE_ROWS = 100;
/** How long pages stay that nobody looks at. */
const KEPT_MS = 60_000;
/** How often one looks whether more is indexed. */
const INDEXING_MS = 400;

export interface HistoryLog {
  readonly total: number;
  readonly reach: HistoryReach | undefined;
  readonly isLoading: boolean;
  readonly fault: Fault | undefined;
  readonly isLost: boolean;
}

/** How much there is. Looks again whenever the log has grown. */
export function useHistoryLog(group: GroupAddress, filter: string): HistoryLog {
  const desk = useDesk();
  const { language } = useTexts();
  const queries = useQueryClient();
  const { summary } = useLive('history.follow', group, { isOff: isFile(group) });
  const { connectionId, groupId } = group;
  const head = summary?.head;
  useEffect(() => {
    if (head === undefined) return;
    queries
      .invalidateQueries({ queryKey: ['history', connectionId, groupId] })
      .catch((fault: unknown) => console.error('The history could not be read again', fault));
  }, [queries, connectionId, groupId, head]);
  const { data, isPending, isError } = useQuery({
    queryKey: ['history', connectionId, groupId, 'total', filter, language],
    queryFn: ({ signal }) =>
      desk.history.window({ connectionId, groupId, filter, from: 0, limit: 1 }, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) =>
      filter !== '' && state.data?.ok === true && isBehind(state.data.value.reach) ? INDEXING_MS : false,
  });
  return {
    total: data?.ok === true ? data.value.total : 0,
    reach: data?.ok === true ? data.value.reach : undefined,
    isLoading: isPending,
    fault: data?.ok === false ? data.fault : undefined,
    isLost: isError,
  };
}

/** An opened file is followed by nobody: it does not change. */
export function isFile({ connectionId }: GroupAddress): boolean {
  return connectionId.startsWith('file:');
}

export function isBehind({ indexedThrough, cursor }: HistoryReach): boolean {
  return indexedThrough < cursor;
}

/** The rows of some places; undefined for those that are on their way. */
export function useHistoryRows(
  group: GroupAddress,
  filter: string,
  pages: readonly number[],
): (place: number) => EventRow | undefined {
  const desk = useDesk();
  const { language } = useTexts();
  const { connectionId, groupId } = group;
  const results = useQueries({
    queries: pages.map((page) => ({
      queryKey: ['history', connectionId, groupId, 'page', filter, language, page],
      queryFn: ({ signal }: { readonly signal: AbortSignal }) =>
        desk.history.window(
          { connectionId, groupId, filter, from: page * PAGE_ROWS, limit: PAGE_ROWS },
          { signal },
        ),
      gcTime: KEPT_MS,
    })),
  });
  const byPage = new Map(
    pages.map((page, index) => {
      const data = results[index]?.data;
      return [page, data?.ok === true ? data.value.rows : undefined] as const;
    }),
  );
  return (place) => byPage.get(Math.floor(place / PAGE_ROWS))?.[place % PAGE_ROWS];
}

/** Own Commands that were refused; none in a filtered history or a file. */
export function useRefusedCommands(group: GroupAddress, filter: string): readonly RefusedCommand[] {
  const desk = useDesk();
  const { language } = useTexts();
  const { summary } = useLive('outbox.follow');
  const { connectionId, groupId } = group;
  const { data } = useQuery({
    queryKey: ['history', connectionId, groupId, 'refused', summary?.refused, language],
    queryFn: () => desk.history.refused({ connectionId, groupId }),
    enabled: filter === '' && !isFile(group),
    placeholderData: keepPreviousData,
  });
  return filter === '' && data?.ok === true ? data.value.commands : NONE;
}

const NONE: readonly RefusedCommand[] = [];

/** Where a sequence stands among all that fit; undefined while that is not known. */
export function usePlaceOf(
  group: GroupAddress,
  filter: string,
  sequence: number | undefined,
): number | undefined {
  const desk = useDesk();
  const { connectionId, groupId } = group;
  const { data } = useQuery({
    queryKey: ['history', connectionId, groupId, 'place', filter, sequence],
    queryFn: () => desk.history.locate({ connectionId, groupId, filter, sequence: sequence ?? 0 }),
    enabled: sequence !== undefined,
  });
  return sequence !== undefined && data?.ok === true ? data.value.place : undefined;
}

// A budget without a screen: the order of its dimensions, and what could make room where one of them is used up.
import type { AccountDimension, AccountRow } from '../../../core/contract/budget.ts';
import type { Language } from '../../../core/contract/values.ts';
import { hrefOf } from '../../app/route.ts';

type Dimension = AccountDimension['dimension'];

export const DIMENSION_ORDER = [
  'money',
  'modelTokens',
  'toolCalls',
  'computeSeconds',
  'wallClockSeconds',
  'externalActions',
] as const satisfies readonly Dimension[];

/** Where the account of a row is: a WorkItem, or a Mission. */
export function hrefOfAccount(connectionId: string, { groupId, workItemId }: AccountRow): string {
  return workItemId === undefined
    ? hrefOf('mission', { connectionId, groupId })
    : hrefOf('work', { connectionId, groupId, workItemId, tab: 'budget' });
}

/** Never more than it is: 99.9 % is not 100 %. */
export function percentOf(share: number): number {
  return Math.floor(share * 100);
}

/** For a narrow cell: rounded, and without a currency, which stands in the head. The figures beside it are exact. */
export function shortAmount(dimension: Dimension, amount: string, language: Language): string {
  const isTime = dimension === 'computeSeconds' || dimension === 'wallClockSeconds';
  if (!isTime)
    return new Intl.NumberFormat(language, { notation: 'compact', maximumFractionDigits: 1 }).format(
      Number(amount),
    );
  const seconds = Number(amount);
  const [unit, size] = seconds < 3_600 ? (['minute', 60] as const) : (['hour', 3_600] as const);
  return new Intl.NumberFormat(language, {
    style: 'unit',
    unit,
    unitDisplay: 'narrow',
    maximumFractionDigits: 1,
  }).format(seconds / size);
}

/** Unfinished accounts that hold something unused in a dimension, what frees most first. */
export interface Holder {
  readonly row: AccountRow;
  readonly unused: number;
}

const UNFINISHED: ReadonlySet<string> = new Set(['open', 'offered', 'queued', 'active', 'blocked', 'failed']);

export function holdersOf(
  rows: readonly AccountRow[],
  except: AccountRow,
  dimension: Dimension,
): readonly Holder[] {
  return rows
    .flatMap((row): Holder[] => {
      if (row.type !== 'item' || row.id === except.id || row.isClosed || !UNFINISHED.has(row.state))
        return [];
      const own = row.dimensions.find((each) => each.dimension === dimension);
      const unused =
        own?.limit === undefined ? 0 : Number(own.limit) - Math.max(Number(own.used), Number(own.allocated));
      return unused > 0 ? [{ row, unused }] : [];
    })
    .toSorted((a, b) => b.unused - a.unused);
}

/** Rows that are paused by a dimension of an account: it, or something below it. */
export function pausedBelow(
  rows: readonly AccountRow[],
  account: AccountRow,
  dimension: Dimension,
): readonly AccountRow[] {
  const byId = new Map(rows.map((row) => [row.id, row]));
  const isBelow = (row: AccountRow): boolean => {
    let current: AccountRow | undefined = row;
    while (current !== undefined) {
      if (current.id === account.id) return true;
      current = current.parentId === undefined ? undefined : byId.get(current.parentId);
    }
    return false;
  };
  return rows.filter((row) => row.pausedBy === dimension && isBelow(row));
}

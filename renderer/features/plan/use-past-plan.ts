// The plan as it was after an Event, asked for while somebody looks at the past.
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { PastPlan, PlanRow } from '../../../core/contract/plan.ts';
import type { Fault } from '../../../core/contract/values.ts';
import type { GroupAddress } from '../../app/last-group.ts';
import { useTexts } from '../../i18n/i18n.ts';
import { useDesk } from '../../transport/desk.tsx';

/** The value of an address that means the newest Event. */
export const NEWEST = 'newest';

/** Which Event is meant: undefined where the present is; `NEWEST` for the last one that is here. */
export type PastPlace = number | typeof NEWEST | undefined;

export function readPastPlace(text: string | undefined): PastPlace {
  if (text === NEWEST) return NEWEST;
  return text !== undefined && /^\d{1,15}$/u.test(text) ? Number(text) : undefined;
}

export interface PastView {
  readonly plan: PastPlan | undefined;
  readonly fault: Fault | undefined;
  readonly isLost: boolean;
  /** What is shown is of another Event than the one that was asked for last. */
  readonly isBehind: boolean;
}

export function usePastPlan({ connectionId, groupId }: GroupAddress, at: PastPlace): PastView {
  const { language } = useTexts();
  const desk = useDesk();
  const { data, isError, isPlaceholderData } = useQuery({
    queryKey: ['plan.at', connectionId, groupId, at, language],
    queryFn: () =>
      desk.plan.at({ connectionId, groupId, ...(typeof at === 'number' ? { sequence: at } : {}) }),
    enabled: at !== undefined,
    placeholderData: keepPreviousData,
    // The past does not change; what is newest does.
    staleTime: at === NEWEST ? 0 : Infinity,
  });
  const isAsked = at !== undefined;
  return {
    plan: isAsked && data?.ok === true ? data.value : undefined,
    fault: isAsked && data?.ok === false ? data.fault : undefined,
    isLost: isAsked && isError,
    isBehind: isPlaceholderData,
  };
}

const still = new WeakMap<PlanRow, PlanRow>();

/** A row without what would be counted down: in the past nothing runs out. The same row gives the same object. */
export function withoutCountdown(row: PlanRow): PlanRow {
  const known = still.get(row);
  if (known !== undefined) return known;
  const { lease: _lease, offerEndsAtMs: _offer, ...rest } = row;
  still.set(row, rest);
  return rest;
}

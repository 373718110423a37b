// What the host would write into the log with an offer to those who are chosen now; asked again when the choice or the ranking is
// another one.
import { useQuery } from '@tanstack/react-query';
import type { Fault } from '../../../core/contract/values.ts';
import type { CandidateRow, ComposedOfferModel, RankedRow } from '../../../core/contract/work.ts';
import { useDesk } from '../../transport/desk.tsx';
import type { ItemPlace } from '../review/review-model.ts';
import type { OfferChoice } from './offer-model.ts';

export interface ComposedOfferState {
  /** Undefined while nobody is chosen, and until the host has answered. */
  readonly value: ComposedOfferModel | undefined;
  readonly fault: Fault | undefined;
  /** What is shown is of a choice before; nothing is signed with it. */
  readonly isOld: boolean;
}

export function useComposedOffer(
  place: ItemPlace,
  offered: readonly CandidateRow[],
  { mode, orderRule, setReason }: OfferChoice,
  isByHand: boolean,
  rows: readonly RankedRow[],
): ComposedOfferState {
  const desk = useDesk();
  const rule = orderRule.trim();
  const reason = setReason.trim();
  const input = {
    ...place,
    agentIds: offered.map(({ agent }) => agent.id),
    ...(isByHand && rule !== '' ? { orderRule: rule } : {}),
    ...(mode === 'set' && reason !== '' ? { setReason: reason } : {}),
  };
  const scores = rows.map(({ id, score, tier }) => [id, tier, score]);
  const query = useQuery({
    queryKey: ['work.composeOffer', input, scores],
    queryFn: () => desk.work.composeOffer(input),
    enabled: offered.length > 0,
    placeholderData: (before) => before,
    staleTime: 0,
  });
  if (offered.length === 0 || query.data === undefined) {
    return { value: undefined, fault: undefined, isOld: offered.length > 0 && query.isFetching };
  }
  const isOld = query.isPlaceholderData;
  return query.data.ok
    ? { value: query.data.value, fault: undefined, isOld }
    : { value: undefined, fault: query.data.fault, isOld };
}

// Every offer of a Mission as an auditor looks at it: from the log of its Group and the Agent Cards alone (WORK-023).
import {
  recomputeSelection,
  type SelectionAudit,
} from '../../core/coordinator/assistant/offers/audit-selection.ts';
import type { AgentCard, Event, EventPayloads } from '../../core/protocol/generated/documents.ts';

/** The audits of all offers, in the order of the log. `events` are those of one Group, from the first one on. */
export function auditOffers(
  events: readonly Event[],
  cards: readonly AgentCard[],
): readonly (SelectionAudit & { readonly workItemId: string })[] {
  return events.flatMap(({ kind, groupId = '', payload }) => {
    if (kind !== 'work.offer.created') return [];
    const {
      workItem,
      candidateAgentIds = [],
      selectionBasis,
    } = payload as unknown as EventPayloads[typeof kind];
    if (selectionBasis === undefined) throw new Error('an offer without a selection basis');
    const { workItemId } = workItem;
    const claim = { groupId, workItemId, agentIds: candidateAgentIds, basis: selectionBasis };
    return [{ ...recomputeSelection({ events, cards }, claim), workItemId }];
  });
}

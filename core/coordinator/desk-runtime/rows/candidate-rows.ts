// The Agents that a WorkItem could be offered to, with what speaks for and against each.
import type { CandidateRow } from '../../../contract/work.ts';
import { matchCapabilities } from '../../../domain/capabilities.ts';
import { ORGANIZATION, SINGLE, type WorkItemRecord } from '../../../domain/world.ts';
import type { AgentCard, WorkContract } from '../../../protocol/generated/documents.ts';
import { AgentWork, type CandidateEstimate } from '../../desk/candidate-estimates.ts';
import type { DeskConnection } from '../../desk/connection.ts';
import { msOf } from '../../desk/moment.ts';
import type { RunningConnection } from '../desk-connections.ts';
import { say, type Texts } from '../words/texts.ts';
import { isKnownMember } from './mission-rows.ts';
import { agentOf, moneyText } from './row-context.ts';

/** Agents whose cards are known, those first that can do the work; presence and record decide among them. */
export function candidatesOf(
  texts: Texts,
  connection: RunningConnection,
  view: DeskConnection,
  { document }: WorkItemRecord,
): CandidateRow[] {
  const { groupId, contract } = document;
  const cards = new Map<string, AgentCard>(view.cards);
  for (const [agentId, { card }] of view.world.list('agent', ORGANIZATION)) cards.set(agentId, card);
  const coordinatorId = view.world.get('mission', groupId, SINGLE)?.document.coordinator.agentId;
  const work = new AgentWork(view);
  const rows = [...cards.values()]
    .filter(({ agentId }) => agentId !== coordinatorId)
    .map((card) => {
      const { requiredCapabilities } = contract;
      const { missing } = matchCapabilities(card, requiredCapabilities);
      const presence = view.presence.get(card.agentId);
      const isFresh = presence !== undefined && msOf(presence.expiresAt) > view.nowMs;
      const obstacles = [
        ...(missing === undefined
          ? []
          : [say('candidate.lacks', texts.row.candidates.lacks(`${missing.id} ${missing.version}`))]),
        ...(card.status === 'active' ? [] : [say('candidate.inactive', texts.row.candidates.inactiveCard)]),
      ];
      const warnings = isFresh ? [] : [say('candidate.no-presence', texts.row.candidates.noPresence)];
      const row: CandidateRow = {
        agent: agentOf(connection, view, card.agentId),
        rank: 0,
        isEligible: obstacles.length === 0,
        matches: requiredCapabilities.filter((each) => matchCapabilities(card, [each]).missing === undefined)
          .length,
        required: requiredCapabilities.length,
        freeSlots: work.freeSlotsOf(card),
        presence: presence === undefined ? 'unknown' : isFresh ? 'online' : 'stale',
        isMember: isKnownMember(view, groupId, card.agentId),
        record: { ...work.recordOf(card.agentId) },
        obstacles: [...obstacles, ...warnings],
      };
      if (presence !== undefined) row.presenceAtMs = msOf(presence.lastHeartbeat);
      return Object.assign(row, estimateModel(texts, work.estimate(card, groupId, contract), contract));
    })
    .toSorted(compareCandidates);
  for (const [index, row] of rows.entries()) row.rank = index + 1;
  return rows;
}

/** What is known of start and cost, and nothing where it would be a guess. */
function estimateModel(
  { row, format }: Texts,
  { start, cost, evidenceIds }: CandidateEstimate,
  { budget }: WorkContract,
): Pick<CandidateRow, 'estimatedStart' | 'estimatedCost' | 'evidenceIds'> {
  const { starts, cost: costText } = row.candidates;
  const amount = cost === undefined ? '' : moneyText(cost.microunits);
  return {
    evidenceIds: [...evidenceIds],
    ...(start === undefined
      ? {}
      : {
          estimatedStart: {
            ...start,
            words: say(`candidate.start.${start.basis}`, starts[start.basis](format.time(start.atMs)), {
              atMs: start.atMs,
            }),
          },
        }),
    ...(cost === undefined
      ? {}
      : {
          estimatedCost: {
            amount,
            items: cost.items,
            words: say('candidate.cost', costText(amount, budget.currency ?? '', cost.items), {
              amount,
              items: cost.items,
            }),
            ...(budget.currency === undefined ? {} : { currency: budget.currency }),
          },
        }),
  };
}

function compareCandidates(a: CandidateRow, b: CandidateRow): number {
  const presence = { online: 0, stale: 1, unknown: 2 };
  return (
    Number(b.isEligible) - Number(a.isEligible) ||
    b.matches - a.matches ||
    Number((b.freeSlots ?? 0) > 0) - Number((a.freeSlots ?? 0) > 0) ||
    presence[a.presence] - presence[b.presence] ||
    a.record.failed - b.record.failed ||
    b.record.verified - a.record.verified ||
    (a.agent.id < b.agent.id ? -1 : 1)
  );
}

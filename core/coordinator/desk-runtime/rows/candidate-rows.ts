// Who could do a WorkItem, in the assistant's order: what is known of each, and what speaks against it.
import type { CandidateRow } from '../../../contract/work.ts';
import { matchCapabilities } from '../../../domain/capabilities.ts';
import type { WorkItemRecord } from '../../../domain/world.ts';
import type { AgentCard, WorkContract } from '../../../protocol/generated/documents.ts';
import { cardOf } from '../../assistant/offers/agent-standing.ts';
import type { RankedCandidate, RefusedCandidate } from '../../assistant/offers/rank-candidates.ts';
import { AgentWork, type CandidateEstimate } from '../../desk/candidate-estimates.ts';
import { msOf } from '../../desk/moment.ts';
import type { ItemRanking } from '../item-rankings.ts';
import { say, type Texts } from '../words/texts.ts';
import { isKnownMember } from './mission-rows.ts';
import { offerReasonModel, type ReasonScene } from './reason-models.ts';
import { agentOf, moneyText } from './row-context.ts';

/** Candidates that are sent with a WorkItem; the ranking itself has more. */
const MAX_CANDIDATES = 50;

export interface PlacedCandidate {
  readonly candidate: RankedCandidate | RefusedCandidate;
  readonly card: AgentCard;
  /** Zero where it may not be asked. */
  readonly rank: number;
}

/** Everybody whose card is known, the best one first, whoever may not be asked last; nobody is asked for its own offers. */
export function placedCandidates({ scene, ranking }: ItemRanking, most: number): readonly PlacedCandidate[] {
  const { eligible, refused } = ranking;
  const others = refused.filter(({ reasons }) => reasons.every(({ id }) => id !== 'is-coordinator'));
  return [...eligible, ...others].slice(0, most).flatMap((candidate, index) => {
    const card = cardOf(scene, candidate.agentId);
    return card === undefined ? [] : [{ candidate, card, rank: index < eligible.length ? index + 1 : 0 }];
  });
}

const made = new WeakMap<ItemRanking, { readonly texts: Texts; readonly rows: CandidateRow[] }>();

/** The rows of a ranking: the same ones for as long as it holds. */
export function candidatesOf(scene: ReasonScene, found: ItemRanking): CandidateRow[] {
  const known = made.get(found);
  if (known?.texts === scene.texts) return known.rows;
  const work = new AgentWork(scene.view);
  const rows = placedCandidates(found, MAX_CANDIDATES).map((candidate) =>
    candidateRowOf(scene, work, found.ranking.needs.record, candidate),
  );
  made.set(found, { texts: scene.texts, rows });
  return rows;
}

export function candidateRowOf(
  scene: ReasonScene,
  work: AgentWork,
  { document }: WorkItemRecord,
  { candidate, card, rank }: PlacedCandidate,
): CandidateRow {
  const { texts, connection, view } = scene;
  const { groupId, contract } = document;
  const { agentId, reasons } = candidate;
  const { requiredCapabilities } = contract;
  const presence = view.presence.get(agentId);
  const isFresh = presence !== undefined && msOf(presence.expiresAt) > view.nowMs;
  const against = reasons.filter(({ verdict }) => verdict === 'unmet');
  const doubts = reasons.filter(({ id }) => id === 'presence-unknown' || id === 'presence-stale');
  const row: CandidateRow = {
    agent: agentOf(connection, view, agentId),
    rank,
    isEligible: rank > 0,
    matches: requiredCapabilities.filter((each) => matchCapabilities(card, [each]).missing === undefined)
      .length,
    required: requiredCapabilities.length,
    freeSlots: work.freeSlotsOf(card),
    presence: presence === undefined ? 'unknown' : isFresh ? 'online' : 'stale',
    isMember: isKnownMember(view, groupId, agentId),
    record: { ...work.recordOf(agentId) },
    obstacles: [...against, ...doubts].map((reason) => offerReasonModel(scene, reason).words),
  };
  if (presence !== undefined) row.presenceAtMs = msOf(presence.lastHeartbeat);
  return Object.assign(row, estimateModel(texts, work.estimate(card, groupId, contract), contract));
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

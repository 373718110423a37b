// What the cases about offers ask: who may be offered an item and why not, and what is to be done about an item.
import { DEFAULT_POLICY } from '../../../core/domain/decision.ts';
import { GROUP } from '../../../core/domain/seeded-world.test-data.ts';
import { AgentHistory } from '../../../core/coordinator/assistant/offers/agent-history.ts';
import type { OfferScene } from '../../../core/coordinator/assistant/offers/agent-standing.ts';
import {
  DEFAULT_OFFER_SETTINGS,
  DEFAULT_RANKING,
  type OfferSettings,
} from '../../../core/coordinator/assistant/offers/offer-settings.ts';
import { type OfferPlan, planOffer } from '../../../core/coordinator/assistant/offers/plan-offer.ts';
import { rankCandidates } from '../../../core/coordinator/assistant/offers/rank-candidates.ts';
import type { WorkContract } from '../../../core/protocol/generated/documents.ts';
import { type Decided, type Situation, worldOf } from '../corpus.ts';
import { TASK } from '../stage.ts';

/** The scene of a situation: state and history from its log alone. */
export function sceneOf({ log, nowMs, presence }: Situation): OfferScene {
  const history = new AgentHistory(DEFAULT_RANKING.fairnessWindow);
  for (const event of log) history.take(event);
  return {
    world: worldOf(log),
    groupId: GROUP,
    nowMs,
    policy: DEFAULT_POLICY,
    cards: new Map(),
    presence: new Map(presence.map((each) => [each.agentId, each])),
    history,
    ranking: DEFAULT_RANKING,
  };
}

export interface CandidateSubject {
  readonly agentId: string;
  readonly workItemId?: string;
}

/** `eligible` or `refused`, with everything that was found. */
export function judgeCandidate(
  situation: Situation,
  { agentId, workItemId = TASK }: CandidateSubject,
): Decided {
  const ranking = rankCandidates(sceneOf(situation), workItemId);
  const eligible = ranking?.eligible.find((each) => each.agentId === agentId);
  const refused = ranking?.refused.find((each) => each.agentId === agentId);
  return {
    verdict: eligible !== undefined ? 'eligible' : refused !== undefined ? 'refused' : 'unheard of',
    reasons: eligible?.reasons ?? refused?.reasons ?? [],
  };
}

export interface PlanSubject {
  readonly workItemId?: string;
  readonly settings?: Partial<OfferSettings>;
  /** Comes with the offer. */
  readonly contract?: WorkContract;
}

export function planIn(
  situation: Situation,
  { workItemId = TASK, settings = {}, contract }: PlanSubject,
): OfferPlan {
  const plan = planOffer(
    sceneOf(situation),
    workItemId,
    { ...DEFAULT_OFFER_SETTINGS, ...settings },
    contract,
  );
  if (plan === undefined) throw new Error(`no WorkItem ${workItemId}`);
  return plan;
}

/** Whom the plan offers the item to, after its verdict: `offer anna, bert`. */
export function decidePlan(situation: Situation, subject: PlanSubject): Decided {
  const { verdict, reasons, chain } = planIn(situation, subject);
  const offered = chain.flatMap(({ intent }) =>
    intent.kind === 'work.offer' ? intent.form.candidates.map(({ agentId }) => agentId) : [],
  );
  const names = offered.map((agentId) => agentId.split(':').at(-1) ?? '');
  return { verdict: [verdict, ...names].join(' '), reasons };
}

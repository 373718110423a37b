// What a brief says about offers, as settings of the assistant: the rules themselves stand there, in one place.
import type { OfferScene } from '../assistant/offers/agent-standing.ts';
import {
  DEFAULT_OFFER_SETTINGS,
  DEFAULT_RANKING,
  type OfferSettings,
  type RankingSettings,
} from '../assistant/offers/offer-settings.ts';
import { promisedIn, withoutPromised } from '../assistant/offers/promised-slots.ts';
import { matchCapabilities } from '../../domain/capabilities.ts';
import { DEFAULT_POLICY } from '../../domain/decision.ts';
import { cardOf } from './desk.ts';
import type { MissionView, Work } from './mission-view.ts';

/** Whoever has begun a brief wants it carried out: Workers that do not answer are asked until the deadline. */
const MAX_ASKS = 100_000;
/** Offers that nobody answers stand longer and longer, up to this. */
const MAX_OFFER_SECONDS = 3_600;

export const BRIEF_RANKING: RankingSettings = { ...DEFAULT_RANKING, maxAsksPerAgent: MAX_ASKS };

/** The candidates for work of a Mission are the Workers of its brief, and nobody else. */
export function offerSceneOf({ scene, world, groupId, plan }: MissionView): OfferScene {
  const log = { world, groupId, nowMs: scene.now.epochMs, history: scene.agentHistory };
  return {
    ...log,
    policy: DEFAULT_POLICY,
    cards: scene.cards,
    among: new Set(plan.workers.map(({ agentId }) => agentId)),
    presence: withoutPromised(scene.presence, promisedIn(log)),
    ranking: BRIEF_RANKING,
  };
}

/**
 * How long an offer stands: as the brief says, and twice as long each time that everybody has left it unanswered. So an
 * Organization that is away does not fill the log with offers.
 */
export function offerSettingsOf(view: MissionView, work: Work): OfferSettings {
  const { validForSeconds, atOnce } = view.plan.brief.offers;
  const rounds = leastAsks(view, work);
  const patient = Math.min(MAX_OFFER_SECONDS, validForSeconds * 2 ** Math.min(rounds, 20));
  return {
    ...DEFAULT_OFFER_SETTINGS,
    maxAsksPerRound: MAX_ASKS,
    urgent: ['high', 'critical'],
    urgentSetSize: atOnce,
    offerSeconds: Math.max(validForSeconds, patient),
    // Near the deadline any offer is better than none.
    minOfferSeconds: 1,
  };
}

/** How often each Worker that could do it was asked already, of the one that was asked least. */
function leastAsks({ plan, scene, groupId }: MissionView, { workItemId, contract }: Work): number {
  const asks = scene.agentHistory.asksOf(groupId, workItemId);
  const counts = plan.workers.flatMap(({ agentId }) => {
    const card = cardOf(scene, agentId);
    const isCapable =
      card !== undefined && matchCapabilities(card, contract.requiredCapabilities).missing === undefined;
    return isCapable ? [asks.get(agentId)?.count ?? 0] : [];
  });
  return counts.length === 0 ? 0 : Math.min(...counts);
}

// The ranking of one WorkItem for people: each place with the terms of its score and the Events behind every number, whoever may
// not be asked with the reason, and what the assistant would do next.
import type { FigureModel } from '../../../contract/reasons.ts';
import type { RankedRow, RankingSummary } from '../../../contract/work.ts';
import { OUTCOMES } from '../../assistant/offers/agent-history.ts';
import { DEFAULT_OFFER_SETTINGS, MAX_SCORE } from '../../assistant/offers/offer-settings.ts';
import { type OfferPlan, planOffer } from '../../assistant/offers/plan-offer.ts';
import type { RankedCandidate } from '../../assistant/offers/rank-candidates.ts';
import { offerWords } from '../../assistant/offers/words.ts';
import { AgentWork } from '../../desk/candidate-estimates.ts';
import type { DeskRuntime } from '../desk-runtime.ts';
import type { ItemRanking } from '../item-rankings.ts';
import type { LiveContent, LiveSource } from '../live-queries.ts';
import { say, type Texts } from '../words/texts.ts';
import { candidateRowOf, placedCandidates } from './candidate-rows.ts';
import { figureOf, offerReasonModel, type ReasonScene, reasonScene } from './reason-models.ts';
import { agentOf, sortNumber, textsFor } from './row-context.ts';

/** Rows that a window is sent: the best ones, and then some of those who may not be asked. */
const MAX_ROWS = 100;

/** The largest score that people see. */
const SHOWN_POINTS = 1_000;

const NO_RANKING: RankingSummary = {
  weights: { deadlineFit: 0, cost: 0, reliability: 0, load: 0, fairness: 0 },
  eligible: 0,
  considered: 0,
};

export function rankingSource(
  desk: DeskRuntime,
  { connectionId, groupId, workItemId }: Readonly<Record<'connectionId' | 'groupId' | 'workItemId', string>>,
): LiveSource<RankedRow, RankingSummary> {
  let kept: { readonly found: ItemRanking; readonly texts: Texts; readonly untilMs: number } | undefined;
  let content: LiveContent<RankedRow, RankingSummary> = { rows: [], summary: NO_RANKING };
  return {
    // Another Group of the same Authority moves accounts and queues.
    concerns: (topic) => topic.kind !== 'group' || topic.connectionId === connectionId,
    read: () => {
      const connection = desk.connection(connectionId);
      const view = connection?.view();
      if (connection === undefined || view === undefined) return { rows: [], summary: NO_RANKING };
      const found = desk.rankings.of(connection, view, { groupId, workItemId }, desk.ranking);
      if (found === undefined) return { rows: [], summary: NO_RANKING };
      const texts = textsFor(desk);
      if (kept?.found === found && kept.texts === texts && view.nowMs < kept.untilMs) return content;
      const { currency } = found.ranking.needs.record.document.contract.budget;
      const scene = reasonScene(texts, connection, view, groupId, currency);
      const plan = planOffer({ ...found.scene, nowMs: view.nowMs }, workItemId, DEFAULT_OFFER_SETTINGS);
      kept = { found, texts, untilMs: plan?.recheckAtMs ?? Infinity };
      content = { rows: rowsOf(scene, found), summary: summaryOf(scene, found, plan) };
      return content;
    },
  };
}

function rowsOf(scene: ReasonScene, found: ItemRanking): readonly RankedRow[] {
  const work = new AgentWork(scene.view);
  const { needs } = found.ranking;
  return placedCandidates(found, MAX_ROWS).map((placed, index) => {
    const { candidate } = placed;
    const ranked = 'terms' in candidate ? candidate : undefined;
    const row = candidateRowOf(scene, work, needs.record, placed);
    // Filters only: the terms have a place of their own.
    const filters = candidate.reasons.filter(({ id }) => !id.startsWith('term-'));
    const against = (verdict: string) => ({ unmet: 0, unknown: 1, met: 2 })[verdict] ?? 2;
    return Object.assign(row, {
      id: candidate.agentId,
      sort: sortNumber(index),
      tier: ranked?.tier ?? 0,
      score: Math.round(((ranked?.score ?? 0) * SHOWN_POINTS) / MAX_SCORE),
      terms: ranked === undefined ? [] : termsOf(scene, ranked, found.scene.ranking.fairnessWindow),
      reasons: filters
        .toSorted((a, b) => against(a.verdict) - against(b.verdict))
        .map((reason) => offerReasonModel(scene, reason)),
    });
  });
}

function termsOf(scene: ReasonScene, candidate: RankedCandidate, fairnessWindow: number): RankedRow['terms'] {
  const total = candidate.terms.reduce((sum, { weight }) => sum + weight, 0);
  return candidate.terms.map(({ id, weight, points, isKnown }) => ({
    id,
    words: say(`term.${id}`, scene.texts.assistant.terms[id]),
    weight,
    points,
    isKnown,
    adds: total === 0 ? 0 : Math.round((weight * points) / total),
    figures: figuresOf(scene, candidate, id, fairnessWindow),
  }));
}

/** The numbers that a term was made of, each with what it counts. */
function figuresOf(
  scene: ReasonScene,
  { fit, reasons, agentId }: RankedCandidate,
  id: RankedRow['terms'][number]['id'],
  fairnessWindow: number,
): FigureModel[] {
  const { figures, outcomes } = scene.texts.assistant;
  const { reliability, durationMs, usage, held, assigned, standing } = fit;
  const { connection, groupId, texts, format } = scene;
  const { agentHistory } = connection;
  const figure = (name: string, text: string, from: Parameters<typeof figureOf>[3]) =>
    figureOf(scene, `figure.${name}`, text, from);
  const unknown = figure('unknown', figures.unknown, []);
  // The record lists its Events outcome by outcome.
  let before = 0;
  const byOutcome = OUTCOMES.map((outcome) => {
    const count = reliability.counts[outcome];
    const events = reliability.events.slice(before, before + count);
    before += count;
    return { outcome, count, events };
  });
  const accepted = byOutcome.find(({ outcome }) => outcome === 'accepted')?.events ?? [];
  switch (id) {
    case 'reliability':
      return reliability.points === undefined
        ? [unknown]
        : byOutcome
            .filter(({ count, outcome }) => count > 0 || outcome === 'accepted')
            .map(({ outcome, count, events }) => figure(outcome, outcomes[outcome](count), events));
    case 'deadlineFit':
      return durationMs === undefined
        ? [unknown]
        : [figure('duration', figures.duration(texts.format.duration(durationMs)), accepted)];
    case 'cost': {
      const microunits = usage?.financialMicrounits ?? 0;
      return microunits === 0
        ? [unknown]
        : [figure('cost', figures.cost(format.money(microunits)), accepted)];
    }
    case 'load': {
      const slots = standing.card?.maxConcurrency ?? 0;
      const card = reasons.find((reason) => reason.id === 'card-active')?.references ?? [];
      return [
        figure('held', figures.held(held), agentHistory.heldEvents(groupId, agentId)),
        figure('slots', figures.slots(slots), card),
      ];
    }
    default: {
      const events = agentHistory.assignmentEvents(groupId, agentId);
      return [figure('assigned', figures.assigned(assigned, fairnessWindow), events)];
    }
  }
}

function summaryOf(
  scene: ReasonScene,
  { scene: { ranking: settings }, ranking }: ItemRanking,
  plan: OfferPlan | undefined,
): RankingSummary {
  const { eligible, refused } = ranking;
  const counts = { eligible: eligible.length, considered: eligible.length + refused.length };
  const summary = { weights: { ...settings.weights }, ...counts };
  return plan === undefined ? summary : Object.assign(summary, { plan: planModel(scene, plan) });
}

function planModel(
  scene: ReasonScene,
  { verdict, reasons, chain, recheckAtMs }: OfferPlan,
): NonNullable<RankingSummary['plan']> {
  const { texts, connection, view } = scene;
  const { steps } = texts.assistant;
  const model = {
    verdict,
    words: say(`plan.${verdict}`, offerWords(texts.language).plans[verdict]),
    reasons: reasons.map((reason) => offerReasonModel(scene, reason)),
    steps: chain.flatMap(({ intent }): NonNullable<RankingSummary['plan']>['steps'] => {
      if (intent.kind === 'membership.change') {
        const agents = [agentOf(connection, view, intent.form.member.id)];
        return [step('membership.change', agents, steps.membership)];
      }
      if (intent.kind !== 'work.offer') return [];
      const agents = intent.form.candidates.map(({ agentId }) => agentOf(connection, view, agentId));
      return [step('work.offer', agents, steps.offer)];
    }),
  };
  return recheckAtMs === undefined ? model : Object.assign(model, { recheckAtMs });
}

type PlanStep = NonNullable<RankingSummary['plan']>['steps'][number];

function step(
  kind: PlanStep['kind'],
  agents: PlanStep['agents'],
  words: (names: string) => string,
): PlanStep {
  const names = agents.map(({ name }) => name).join(', ');
  return { kind, agents, words: say(`step.${kind}`, words(names)) };
}

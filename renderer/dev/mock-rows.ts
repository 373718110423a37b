// All live rows of the sample desk, and how they are made anew in another language.
import { MockRows } from './mock-live.ts';
import type { DraftRow } from '../../core/contract/intents.ts';
import { sampleAssistant, sampleAssistantSummary } from './sample-assistant.ts';
import { sampleApprovals } from './sample-approvals.ts';
import { sampleAttention, sampleAttentionSummary } from './sample-attention.ts';
import { sampleMissions, sampleOverview } from './sample-missions.ts';
import { sampleOutbox, sampleOutboxSummary } from './sample-outbox.ts';
import { sampleLargePlan, samplePlan, samplePlanSummary } from './sample-plan.ts';
import { sampleTimeline, summarizeTimeline } from './sample-timeline.ts';
import { sampleRanking, sampleRankingSummary } from './sample-ranking.ts';
import { sampleProvenReview, sampleReview, sampleReviewQueue } from './sample-review.ts';
import {
  sampleConnections,
  sampleDemo,
  sampleGroups,
  sampleKeys,
  sampleKeyStore,
  sampleScenarios,
  sampleStatus,
  sampleStatusSummary,
} from './sample-system.ts';
import { sampleBriefRuns, sampleConversations, sampleHistory, sampleMessages } from './sample-talk.ts';
import { sampleOpenWork, sampleWork } from './sample-work.ts';
import type { SampleContext } from './sample-world.ts';

export function createMockRows(
  first: SampleContext,
  options: { readonly isEmpty: boolean; readonly planSize?: number | undefined },
) {
  const some = <Row>(rows: readonly Row[]): readonly Row[] => (options.isEmpty ? [] : rows);
  const planOf = (context: SampleContext) =>
    options.planSize === undefined ? samplePlan(context) : sampleLargePlan(context, options.planSize);
  const statusSummaryOf = (context: SampleContext) => {
    const summary = sampleStatusSummary(context.language);
    if (!options.isEmpty) return summary;
    const { actingAs: _nobody, clockOffsetMs: _unknown, ...rest } = summary;
    return {
      ...rest,
      identities: [],
      attention: { now: 0, decide: 0, watch: 0 },
      outbox: { waiting: 0, refused: 0, unknown: 0, drafts: 0 },
      review: 0,
      approvals: 0,
      keys: 'none' as const,
    };
  };
  const attentionOf = (context: SampleContext) => {
    const rows = some(sampleAttention(context));
    return { rows, summary: sampleAttentionSummary(context, rows) };
  };
  const outboxOf = (context: SampleContext) => {
    const rows = some(sampleOutbox(context));
    const summary = sampleOutboxSummary(rows);
    return { rows, summary: options.isEmpty ? { ...summary, held: [] } : summary };
  };
  const rankingOf = (context: SampleContext) => sampleRanking(context, sampleOpenWork(context));
  const none: Record<string, never> = {};
  const talk = { hasOlder: true, oldestSequence: 1_401 };
  const log = { head: 1_482, startsAfter: 0 };

  const attention = attentionOf(first);
  const outbox = outboxOf(first);
  const all = {
    status: new MockRows(some(sampleStatus(first)), statusSummaryOf(first)),
    attention: new MockRows(attention.rows, attention.summary),
    outbox: new MockRows(outbox.rows, outbox.summary),
    drafts: new MockRows<DraftRow, Record<string, never>>([], none),
    missions: new MockRows(some(sampleMissions(first)), none),
    overview: new MockRows(some(sampleOverview(first)), none),
    plan: new MockRows(some(planOf(first)), samplePlanSummary(first)),
    timeline: new MockRows(some(sampleTimeline(first)), summarizeTimeline(some(sampleTimeline(first)))),
    work: new MockRows(some(sampleWork(first)), none),
    openWork: new MockRows(some(sampleOpenWork(first)), none),
    assistant: new MockRows(
      some(sampleAssistant(first)),
      sampleAssistantSummary(some(sampleAssistant(first)), false, first.nowMs),
    ),
    ranking: new MockRows(some(rankingOf(first)), sampleRankingSummary(first)),
    reviewQueue: new MockRows(some(sampleReviewQueue(first)), none),
    review: new MockRows(some(sampleReview(first)), none),
    provenReview: new MockRows(some(sampleProvenReview(first)), none),
    approvals: new MockRows(some(sampleApprovals(first)), none),
    conversations: new MockRows(some(sampleConversations(first)), none),
    messages: new MockRows(some(sampleMessages(first)), talk),
    history: new MockRows(some(sampleHistory(first)), log),
    briefRuns: new MockRows(some(sampleBriefRuns(first)), none),
    connections: new MockRows(some(sampleConnections(first)), none),
    groups: new MockRows(some(sampleGroups(first)), none),
    keys: new MockRows(some(sampleKeys(first)), sampleKeyStore(first)),
    scenarios: new MockRows(
      sampleScenarios(first),
      sampleDemo(first, options.isEmpty ? 'absent' : 'running'),
    ),
  };
  const rebuildAttention = (context: SampleContext): void => {
    const made = attentionOf(context);
    all.attention.reset(made.rows, made.summary);
  };
  return {
    ...all,
    rebuildAttention,
    rebuild: (context: SampleContext): void => {
      const made = outboxOf(context);
      rebuildAttention(context);
      all.outbox.reset(made.rows, made.summary);
      all.status.reset(some(sampleStatus(context)), { ...all.status.summary, language: context.language });
      all.missions.reset(some(sampleMissions(context)), none);
      all.overview.reset(some(sampleOverview(context)), none);
      all.plan.reset(some(planOf(context)), samplePlanSummary(context));
      all.timeline.reset(some(sampleTimeline(context)), all.timeline.summary);
      all.work.reset(some(sampleWork(context)), none);
      all.openWork.reset(some(sampleOpenWork(context)), none);
      all.assistant.reset(some(sampleAssistant(context)), all.assistant.summary);
      all.ranking.reset(some(rankingOf(context)), sampleRankingSummary(context));
      all.reviewQueue.reset(some(sampleReviewQueue(context)), none);
      all.review.reset(some(sampleReview(context)), none);
      all.provenReview.reset(some(sampleProvenReview(context)), none);
      all.approvals.reset(some(sampleApprovals(context)), none);
      all.conversations.reset(some(sampleConversations(context)), none);
      all.messages.reset(some(sampleMessages(context)), talk);
      all.history.reset(some(sampleHistory(context)), log);
      all.briefRuns.reset(some(sampleBriefRuns(context)), none);
      all.connections.reset(some(sampleConnections(context)), none);
      all.groups.reset(some(sampleGroups(context)), none);
      all.keys.reset(some(sampleKeys(context)), sampleKeyStore(context));
      all.scenarios.reset(sampleScenarios(context), sampleDemo(context, all.scenarios.summary.state));
    },
  };
}

// The plan of a Mission: one set of rows for graph, timeline and table.
import { oc } from '@orpc/contract';
import { z } from 'zod';
import { live, rowBase } from './live.ts';
import { groupAddress, id, instantMs, outcome, person, words } from './values.ts';

/** A bar on the time axis. */
export const planSpan = z.object({
  kind: z.enum(['ownership', 'execution', 'blocked', 'review', 'estimate']),
  fromMs: instantMs,
  toMs: instantMs,
  /** Whose time it is; of a review nobody's. */
  holder: person.optional(),
  /** It goes on until now, whatever `toMs` says. */
  isOpen: z.boolean().optional(),
  /** Of an estimate: from 0 to 1. */
  confidence: z.number().optional(),
});

export const planRow = rowBase.extend({
  /** A WorkItem, or a Work Proposal that nobody has authorized. */
  type: z.enum(['workItem', 'proposal']),
  workItemId: id,
  title: z.string(),
  state: z.string(),
  stateWords: words,
  /** What the clock says beyond the state, such as an offer that has ended. */
  byClock: words.optional(),
  owner: person.optional(),
  risk: z.string(),
  deadlineAtMs: instantMs,
  /** The lease under which somebody holds or executes it. */
  lease: z.object({ type: z.string(), endsAtMs: instantMs }).optional(),
  offerEndsAtMs: instantMs.optional(),
  /** Work that is held and has not begun has to begin by then. */
  startByAtMs: instantMs.optional(),
  parentWorkItemId: id.optional(),
  /** Edges: this row waits for those. */
  dependsOn: z.array(id),
  /** Those of them that are not verified yet. */
  waitsFor: z.array(id),
  childGroupId: id.optional(),
  isCritical: z.boolean(),
  slackMs: z.number().optional(),
  attempts: z.int(),
  contractVersion: z.int(),
  /** For the timeline. */
  spans: z.array(planSpan),
  /** A Command of this computer about it is on its way. */
  pending: words.optional(),
});

export const planSummary = z.object({
  criticalPath: z.array(id),
  itemsWithoutEstimate: z.int(),
  forecastEndsAtMs: instantMs.optional(),
  deadlineAtMs: instantMs,
});

/** An item on the time axis of all Missions. */
export const timelineRow = planRow.extend({
  connectionId: id,
  groupId: id,
  missionTitle: z.string(),
});

export const timelineSummary = z.object({
  missions: z.int(),
  /** Missions that have ended and are left out. */
  endedMissions: z.int(),
});

/** A plan as it was after one of the Mission's Events: to be read, never to be acted on. */
export const pastPlan = z.object({
  sequence: z.int(),
  /** When that Event happened: what the clock says is said as of then. */
  atMs: instantMs,
  /** What happened with it, as a sentence. */
  eventWords: z.string(),
  /** The log begins later here than at its first Event: what was before is not known. */
  isPartial: z.boolean(),
  /** The sequences that there are. */
  fromSequence: z.int(),
  throughSequence: z.int(),
  missionTitle: z.string().optional(),
  rows: z.array(planRow),
  /** Items beyond the ones that are told. */
  moreCount: z.int(),
  summary: planSummary,
});

export const MAX_PAST_PLAN = 3_000;

export const planContract = {
  follow: oc.input(groupAddress.strict()).output(live(planRow, planSummary)),
  /** The items of all Missions that this computer sees; those of Missions that have ended only when they are asked for. */
  timeline: oc.input(z.strictObject({ withEnded: z.boolean() })).output(live(timelineRow, timelineSummary)),
  /** Without a sequence: after the newest Event that is here. */
  at: oc
    .input(groupAddress.extend({ sequence: z.int().min(0).optional() }).strict())
    .output(outcome(pastPlan)),
};

export type PlanRow = z.infer<typeof planRow>;
export type PlanSpan = z.infer<typeof planSpan>;
export type PlanSummary = z.infer<typeof planSummary>;
export type TimelineRowModel = z.infer<typeof timelineRow>;
export type TimelineSummary = z.infer<typeof timelineSummary>;
export type PastPlan = z.infer<typeof pastPlan>;

// The plan of a Mission: one set of rows for graph, timeline and table.
import { oc } from '@orpc/contract';
import { z } from 'zod';
import { live, rowBase } from './live.ts';
import { groupAddress, id, instantMs, person, words } from './values.ts';

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
  spans: z.array(
    z.object({
      kind: z.enum(['ownership', 'execution', 'blocked', 'review', 'estimate']),
      fromMs: instantMs,
      toMs: instantMs,
      /** It goes on until now, whatever `toMs` says. */
      isOpen: z.boolean().optional(),
      /** Of an estimate: from 0 to 1. */
      confidence: z.number().optional(),
    }),
  ),
  /** A Command of this computer about it is on its way. */
  pending: words.optional(),
});

export const planSummary = z.object({
  criticalPath: z.array(id),
  itemsWithoutEstimate: z.int(),
  forecastEndsAtMs: instantMs.optional(),
  deadlineAtMs: instantMs,
});

export const planContract = {
  follow: oc.input(groupAddress.strict()).output(live(planRow, planSummary)),
};

export type PlanRow = z.infer<typeof planRow>;
export type PlanSummary = z.infer<typeof planSummary>;

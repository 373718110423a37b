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
      kind: z.enum(['ownership', 'execution', 'blocked', 'estimate']),
      fromMs: instantMs,
      toMs: instantMs,
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

// The budget of a Mission with everything below it: Mission, WorkItems, child Missions, each in six dimensions; what is paused because
// a limit is reached, and which Commands a limit has refused.
import { oc } from '@orpc/contract';
import { z } from 'zod';
import { live, rowBase } from './live.ts';
import { budgetDimension, groupAddress, id, instantMs, words } from './values.ts';

/** Amounts are decimal texts, exact as the ledger has them. */
export const accountDimension = budgetDimension.extend({
  /** What everything below holds together, used or not. */
  allocated: z.string(),
  /** What it will have come to by the work that is done; of Missions alone. */
  forecast: z.string().optional(),
  /** How far the share has come: below the first threshold, or at one of them. */
  level: z.enum(['calm', 'first', 'second', 'reached']),
});

export const accountRow = rowBase.extend({
  type: z.enum(['mission', 'item', 'child']),
  groupId: id,
  /** Of a WorkItem. */
  workItemId: id.optional(),
  /** The row above it. */
  parentId: z.string().optional(),
  depth: z.int(),
  title: z.string(),
  state: z.string(),
  stateWords: words,
  /** It holds no more than it has used. */
  isClosed: z.boolean(),
  currency: z.string().optional(),
  dimensions: z.array(accountDimension),
  /** The worst of its dimensions. */
  level: z.enum(['calm', 'first', 'second', 'reached']),
  lastUsage: z.object({ sequence: z.int(), atMs: instantMs }).optional(),
  /** Its Worker can charge nothing more in this dimension. */
  pausedBy: budgetDimension.shape.dimension.optional(),
});

export const budgetSummary = z.object({
  title: z.string(),
  currency: z.string().optional(),
  /** As shares of a limit. */
  thresholds: z.array(z.number()),
  /** Commands of this computer that a limit has refused. */
  refusals: z.array(
    z.object({
      actionId: id,
      words,
      dimension: budgetDimension.shape.dimension.optional(),
      /** The account of the ancestry that has no room. */
      accountId: z.string().optional(),
    }),
  ),
});

export const budgetContract = {
  follow: oc.input(groupAddress.strict()).output(live(accountRow, budgetSummary)),
};

export type AccountRow = z.infer<typeof accountRow>;
export type AccountDimension = z.infer<typeof accountDimension>;
export type BudgetSummary = z.infer<typeof budgetSummary>;

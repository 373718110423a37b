// Child Missions: the tree below a Mission, what one of them needs from above, what can be done after one has failed, and the terms
// under which a WorkItem becomes one.
import { oc } from '@orpc/contract';
import { z } from 'zod';
import { intent } from './forms.ts';
import { live, noSummary, rowBase } from './live.ts';
import { budgetDimension, groupAddress, id, instantMs, person, workItemAddress, words } from './values.ts';

export const FAILURE_POLICIES = [
  'block_parent_work_item',
  'fail_parent_work_item',
  'fail_parent_mission',
] as const;

/** One thing that was checked, with what came of it. */
export const reasonLine = z.object({ words, verdict: z.enum(['met', 'unmet', 'unknown']) });

export const childRow = rowBase.extend({
  connectionId: id,
  /** Of the child. */
  groupId: id,
  missionId: id,
  title: z.string(),
  /** Its Group cannot be seen from here: nothing is claimed of it. */
  isSeen: z.boolean(),
  state: z.string(),
  stateWords: words,
  revision: z.int(),
  coordinator: person.optional(),
  /** The WorkItem of the parent that it is to complete. */
  item: z
    .object({
      workItemId: id,
      title: z.string(),
      state: z.string(),
      stateWords: words,
      isWaiting: z.boolean(),
    })
    .optional(),
  deadlineAtMs: instantMs.optional(),
  forecastAtMs: instantMs.optional(),
  /** Between the forecast and the deadline; below zero it comes too late. */
  slackMs: z.number().optional(),
  withoutEstimate: z.int(),
  items: z.object({ total: z.int(), verified: z.int(), blocked: z.int() }),
  /** The dimension of which the most is gone, and the currency of money. */
  worstBudget: budgetDimension.optional(),
  currency: z.string().optional(),
  failurePolicy: z.enum(FAILURE_POLICIES),
  failurePolicyWords: words,
  depth: z.int(),
  depthLimit: z.int(),
  /** Child Missions of its own, whatever became of them. */
  childCount: z.int(),
  /** What the parent has to look at, what is worst first. */
  needs: z.array(words),
  /** Who approves what it has submitted. */
  awaits: z.array(person),
  isMineToAnswer: z.boolean(),
  isOver: z.boolean(),
});

export const childrenSummary = z.object({
  title: z.string(),
  stateWords: words,
  parent: z.object({ groupId: id, title: z.string() }).optional(),
  depth: z.int(),
  depthLimit: z.int(),
});

/** What the assistant has found in what a child has submitted. */
export const childReviewRow = rowBase.extend({
  verdict: z.enum(['approve', 'send-back', 'wait', 'ask-human', 'late']),
  words,
  reasons: z.array(reasonLine),
  /** What its approval does to the parent's WorkItem. */
  result: words,
});

export const replanOption = z.object({
  kind: z.string(),
  words,
  isOpen: z.boolean(),
  obstacles: z.array(words),
  /** One after the other: each is tried once the one before it is accepted. */
  intents: z.array(z.object({ intent, words })),
  /** The item has to be offered before or after that, in the composer. */
  offer: z.enum(['before', 'after']).optional(),
});

/** What can be done after a child came to nothing; nothing of it happens by itself. */
export const replanRow = rowBase.extend({
  workItemId: id,
  title: z.string(),
  policyWords: words,
  reasons: z.array(reasonLine),
  options: z.array(replanOption),
});

export const promotionWish = z.strictObject({
  coordinatorAgentId: id.optional(),
  failurePolicy: z.enum(FAILURE_POLICIES).optional(),
  finalHumanApproval: z.boolean().optional(),
  deadlineAtMs: instantMs.optional(),
  permissions: z.array(z.string()).optional(),
  /** Of what the item can give away, in whole percent. */
  budgetPercent: z.int().min(1).max(100).optional(),
});

export const promotionRow = rowBase.extend({
  workItemId: id,
  title: z.string(),
  missionTitle: z.string(),
  /** What the rules of the assistant say to it. */
  advice: z.enum(['promote', 'keep', 'impossible']),
  adviceWords: words,
  adviceReasons: z.array(reasonLine),
  /** Who loses the item with it. */
  loses: words.optional(),
  checks: z.array(reasonLine),
  faults: z.array(words),
  depth: z.int(),
  depthLimit: z.int(),
  /** Only the depth stands in the way: a one-shot override helps. */
  needsOverride: z.boolean(),
  coordinators: z.array(z.object({ agent: person, words, isChosen: z.boolean() })),
  policies: z.array(
    z.object({
      id: z.enum(FAILURE_POLICIES),
      words,
      /** What would happen, step by step. */
      picture: z.array(words),
      isChosen: z.boolean(),
    }),
  ),
  finalHumanApproval: z.boolean(),
  humanReasons: z.array(words),
  deadlineAtMs: instantMs,
  /** Of the Mission and of the contract. */
  latestDeadlineAtMs: instantMs,
  permissions: z.array(z.object({ name: z.string(), isChosen: z.boolean() })),
  budget: z.array(
    z.object({ dimension: budgetDimension.shape.dimension, given: z.string(), room: z.string() }),
  ),
  currency: z.string().optional(),
  /** Undefined while nobody can coordinate it. */
  intent: intent.optional(),
});

export const childrenContract = {
  /** The direct children of a Mission, closed ones included. */
  follow: oc.input(groupAddress.strict()).output(live(childRow, childrenSummary)),
  /** Of a child that awaits its approval: one row, or none. */
  review: oc.input(groupAddress.strict()).output(live(childReviewRow, noSummary)),
  /** Of a WorkItem whose child came to nothing: one row, or none. */
  replan: oc.input(workItemAddress.strict()).output(live(replanRow, noSummary)),
  promotion: oc
    .input(workItemAddress.extend({ wish: promotionWish }).strict())
    .output(live(promotionRow, noSummary)),
};

export type ChildRowModel = z.infer<typeof childRow>;
export type ChildrenSummary = z.infer<typeof childrenSummary>;
export type ChildReviewRow = z.infer<typeof childReviewRow>;
export type ReplanRow = z.infer<typeof replanRow>;
export type PromotionRow = z.infer<typeof promotionRow>;
export type PromotionWish = z.infer<typeof promotionWish>;
export type ReasonLine = z.infer<typeof reasonLine>;

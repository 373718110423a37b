// Missions: the list, and the overview of one.
import { oc } from '@orpc/contract';
import { z } from 'zod';
import { live, noSummary, rowBase } from './live.ts';
import {
  action,
  budgetDimension,
  groupAddress,
  id,
  instantMs,
  objectAddress,
  person,
  words,
} from './values.ts';

export const missionRow = rowBase.extend({
  connectionId: id,
  groupId: id,
  missionId: id,
  title: z.string(),
  state: z.string(),
  stateWords: words,
  revision: z.int(),
  isArchived: z.boolean(),
  /** In words: on time, at risk, blocked, waits for me. */
  health: z.enum(['on-time', 'at-risk', 'blocked', 'waits-for-me', 'over']),
  healthWords: words,
  nextMoment: z.object({ atMs: instantMs, words }).optional(),
  /** The dimension of which the most is gone. */
  worstBudget: budgetDimension.optional(),
  items: z.object({ total: z.int(), verified: z.int(), open: z.int(), failed: z.int() }),
  owner: person,
  coordinator: person,
  /** What this computer's identities are in it. */
  myRoles: z.array(z.enum(['owner', 'coordinator', 'member'])),
  parent: z.object({ groupId: id, workItemId: id.optional() }).optional(),
  deadlineAtMs: instantMs,
  lastEventAtMs: instantMs.optional(),
  unreadCount: z.int(),
});

const criterionRow = z.object({
  criterionId: z.string(),
  description: z.string(),
  status: z.enum(['passed', 'failed', 'inconclusive', 'missing']),
  evidenceCount: z.int(),
});

/** The overview in parts: a row is one part, and only parts that changed are sent again. Row ids are the `section`. */
export const overviewRow = z.discriminatedUnion('section', [
  rowBase.extend({
    section: z.literal('header'),
    missionId: id,
    title: z.string(),
    objective: z.string(),
    state: z.string(),
    stateWords: words,
    revision: z.int(),
    owner: person,
    coordinator: person,
    coordinatorEpoch: z.int(),
    coordinatorLease: z
      .object({ endsAtMs: instantMs, renewsAtMs: instantMs.optional(), isMine: z.boolean() })
      .optional(),
    deadlineAtMs: instantMs,
    forecast: z
      .object({ endsAtMs: instantMs.optional(), itemsWithoutEstimate: z.int(), isLate: z.boolean() })
      .optional(),
    parent: z.object({ groupId: id, workItemId: id.optional(), title: z.string() }).optional(),
    followUpToMissionId: id.optional(),
  }),
  rowBase.extend({ section: z.literal('definition'), criteria: z.array(criterionRow) }),
  rowBase.extend({
    section: z.literal('counts'),
    byState: z.array(z.object({ state: z.string(), words, count: z.int() })),
  }),
  rowBase.extend({
    section: z.literal('budget'),
    currency: z.string().optional(),
    dimensions: z.array(budgetDimension),
  }),
  rowBase.extend({
    section: z.literal('moments'),
    moments: z.array(z.object({ atMs: instantMs, words, workItemId: id.optional() })),
  }),
  rowBase.extend({
    section: z.literal('blockers'),
    blockers: z.array(z.object({ object: objectAddress, title: z.string(), words, unblocksCount: z.int() })),
  }),
  rowBase.extend({
    section: z.literal('submission'),
    /** What still stands in the way of submitting; empty when nothing does. */
    obstacles: z.array(words),
    submitted: z.object({ missionRevision: z.int(), artifactHashes: z.array(z.string()) }).optional(),
  }),
  rowBase.extend({
    section: z.literal('children'),
    children: z.array(
      z.object({ groupId: id, title: z.string(), stateWords: words, workItemId: id.optional() }),
    ),
  }),
  rowBase.extend({ section: z.literal('actions'), actions: z.array(action) }),
]);

export const missionsContract = {
  follow: oc.output(live(missionRow, noSummary)),
  overview: oc.input(groupAddress.strict()).output(live(overviewRow, noSummary)),
};

export type MissionRowModel = z.infer<typeof missionRow>;
export type OverviewRow = z.infer<typeof overviewRow>;

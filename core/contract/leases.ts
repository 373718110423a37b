// Leases and epochs of all Missions: what runs, what time has ended, who is fenced, and what comes before work is given to
// somebody else.
import { oc } from '@orpc/contract';
import { z } from 'zod';
import { intent } from './forms.ts';
import { live, noSummary, rowBase } from './live.ts';
import { action, id, instantMs, person, workItemAddress, words } from './values.ts';

/** What can be done about a lease now; what only waits names the moment at which it can be done. */
export const leaseStep = z.object({
  id: z.enum([
    'holder-renews',
    'renewal-planned',
    'renew',
    'cannot-renew',
    'appoint',
    'owner-appoints',
    'wait',
    'wait-grace',
    'wait-hold',
    'reassign',
    'resolve',
    'child-works',
    'leader-acts',
  ]),
  words,
  atMs: instantMs.optional(),
  /** It is for somebody at this computer to do, and can be done now. */
  isOpen: z.boolean(),
});

/** A lease that no Event has closed; its end may lie behind the clock all the same. */
export const leaseRow = rowBase.extend({
  connectionId: id,
  groupId: id,
  missionTitle: z.string(),
  leaseId: id,
  type: z.enum(['coordinator', 'ownership', 'execution', 'blocked']),
  typeWords: words,
  workItemId: id.optional(),
  /** Of the WorkItem, or of the Mission. */
  title: z.string(),
  holder: person,
  sessionEpoch: z.int(),
  ownershipEpoch: z.int().optional(),
  coordinatorEpoch: z.int().optional(),
  startsAtMs: instantMs,
  startByMs: instantMs.optional(),
  endsAtMs: instantMs,
  graceEndsAtMs: instantMs.optional(),
  renewals: z.int(),
  renewedAtMs: instantMs.optional(),
  standing: z.enum(['runs', 'ends-soon', 'start-missed', 'in-grace', 'over']),
  /** By the clock: no Event says so. */
  standingWords: words,
  next: leaseStep,
  /** An identity of this computer holds it, or leads its Mission. */
  isMine: z.boolean(),
});

export const epochRow = z.discriminatedUnion('type', [
  rowBase.extend({
    type: z.literal('session'),
    connectionId: id,
    agent: person,
    sessionEpoch: z.int().optional(),
    standing: z.enum(['here', 'elsewhere', 'none']),
    words,
    sinceMs: instantMs.optional(),
  }),
  rowBase.extend({
    type: z.literal('term'),
    connectionId: id,
    groupId: id,
    missionTitle: z.string(),
    coordinatorEpoch: z.int(),
    holder: person,
    isCurrent: z.boolean(),
    isMine: z.boolean(),
    sinceMs: instantMs,
    untilMs: instantMs.optional(),
    words,
  }),
]);

/** Something that would end while this computer sleeps. */
export const sleepRow = rowBase.extend({
  connectionId: id,
  groupId: id,
  missionTitle: z.string(),
  workItemId: id.optional(),
  title: z.string(),
  atMs: instantMs,
  words,
  /** Nobody would lead the Mission meanwhile. */
  isTerm: z.boolean(),
  /** What would prevent it. */
  intent: intent.optional(),
});

/** What is to be known before a WorkItem is given to somebody else. */
export const reassignRow = rowBase.extend({
  workItemId: id,
  title: z.string(),
  missionTitle: z.string(),
  state: z.string(),
  stateWords: words,
  holder: person.optional(),
  ownershipEpoch: z.int(),
  nextEpoch: z.int(),
  /** Until then nobody else may get it. */
  heldUntilMs: instantMs.optional(),
  graceEndsAtMs: instantMs.optional(),
  attempts: z.int(),
  maxAttempts: z.int(),
  checkpoint: z
    .object({
      phase: z.string(),
      completedMilestones: z.array(z.string()),
      nextStep: z.string().optional(),
      stateArtifactHash: z.string().optional(),
      atMs: instantMs.optional(),
    })
    .optional(),
  lost: z.array(words),
  kept: z.array(words),
  lateRule: words,
  fences: z.array(words),
  /** Members that could do it now. */
  candidates: z.int(),
  action: action.optional(),
});

export const leasesContract = {
  follow: oc.output(live(leaseRow, noSummary)),
  epochs: oc.output(live(epochRow, noSummary)),
  beforeSleep: oc
    .input(
      z.strictObject({
        sleepMs: z
          .int()
          .positive()
          .max(7 * 86_400_000),
      }),
    )
    .output(live(sleepRow, z.object({ wakeAtMs: instantMs }))),
  /** One row, or none where there is no such WorkItem. */
  reassign: oc.input(workItemAddress.strict()).output(live(reassignRow, noSummary)),
};

export type LeaseRow = z.infer<typeof leaseRow>;
export type EpochRow = z.infer<typeof epochRow>;
export type SleepRow = z.infer<typeof sleepRow>;
export type ReassignRow = z.infer<typeof reassignRow>;

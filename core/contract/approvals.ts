// Everything that waits for the approval of a person on this computer.
import { oc } from '@orpc/contract';
import { z } from 'zod';
import { live, noSummary, rowBase } from './live.ts';
import { artifactCheck } from './review.ts';
import { action, budgetDimension, id, instantMs, objectAddress, person, words } from './values.ts';

const base = rowBase.extend({
  connectionId: id,
  groupId: id,
  title: z.string(),
  missionTitle: z.string(),
  words,
  signer: person.optional(),
  /** Whether Commands of the signer can go out at all at this connection. */
  path: z.enum(['open', 'closed', 'none']),
  waitsSinceMs: instantMs.optional(),
  blocks: z.array(z.object({ object: objectAddress, title: z.string() })),
  isCritical: z.boolean(),
  actions: z.array(action),
});

export const approvalRow = z.discriminatedUnion('type', [
  base.extend({
    type: z.literal('start'),
    workItemId: id,
    agent: person,
    cardVersion: z.string().optional(),
    ownershipEpoch: z.int(),
    risk: z.string(),
    /** What asks for it: the contract, or the policy of the Mission. */
    askedBy: words,
    operations: z.array(z.object({ name: z.string(), isAllowed: z.boolean(), reason: words.optional() })),
    resources: z.array(z.object({ name: z.string(), operations: z.array(z.string()) })),
    budget: z.array(budgetDimension),
    currency: z.string().optional(),
    /** It can never last longer than the ownership does. */
    latestEndAtMs: instantMs.optional(),
    refusalMeans: words,
  }),
  base.extend({
    type: z.enum(['final', 'child']),
    missionId: id,
    submittedRevision: z.int(),
    currentRevision: z.int(),
    summary: z.string().optional(),
    artifacts: z.array(artifactCheck),
    criteria: z.array(
      z.object({
        criterionId: z.string(),
        description: z.string(),
        status: z.enum(['passed', 'failed', 'inconclusive', 'missing']),
        evidenceIds: z.array(id),
      }),
    ),
    items: z.object({ verified: z.int(), cancelled: z.int(), other: z.int() }),
    budget: z.array(budgetDimension),
    currency: z.string().optional(),
    children: z.array(z.object({ groupId: id, title: z.string(), stateWords: words })),
    overridesUsed: z.int(),
    /** The label of the button, which names what is pinned. */
    approveWords: words,
    /** Contents that were not fetched or do not match; none may be left, or a person says so in the comments. */
    uncheckedHashes: z.array(z.string()),
  }),
]);

export const approvalsContract = {
  follow: oc.output(live(approvalRow, noSummary)),
};

export type ApprovalRow = z.infer<typeof approvalRow>;

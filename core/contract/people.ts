// Agents and their cards, members of a Mission, Delegation Grants and overrides.
import { oc } from '@orpc/contract';
import { z } from 'zod';
import { live, noSummary, rowBase } from './live.ts';
import { action, document, groupAddress, id, instantMs, person, words } from './values.ts';

export const agentRow = rowBase.extend({
  connectionId: id,
  agent: person,
  cardVersion: z.string(),
  status: z.string(),
  validUntilMs: instantMs.optional(),
  capabilities: z.array(z.object({ id: z.string(), version: z.string() })),
  maxConcurrency: z.int(),
  freeSlots: z.int().optional(),
  queued: z.int(),
  active: z.int(),
  presence: z.enum(['online', 'stale', 'unknown']),
  presenceAtMs: instantMs.optional(),
  isMine: z.boolean(),
  record: z.object({ verified: z.int(), failed: z.int(), late: z.int() }),
});

export const memberRow = rowBase.extend({
  member: person,
  roles: z.array(z.string()),
  state: z.enum(['provisional', 'active', 'ended']),
  stateWords: words,
  membershipEpoch: z.int(),
  scopes: z.array(z.string()),
  visibilityStartSequence: z.int(),
  provisionalEndsAtMs: instantMs.optional(),
  /** What would be left behind if the membership ended now. */
  obligations: z.array(words),
  isMine: z.boolean(),
  actions: z.array(action),
});

export const grantRow = rowBase.extend({
  type: z.enum(['delegation', 'override']),
  grantId: id,
  grantee: person,
  targetWorkItemId: id.optional(),
  targetActionId: id.optional(),
  policyName: z.string().optional(),
  budget: document.optional(),
  committed: document.optional(),
  endsAtMs: instantMs,
  isUsed: z.boolean(),
  words,
});

export const peopleContract = {
  agents: oc.output(live(agentRow, noSummary)),
  members: oc.input(groupAddress.strict()).output(live(memberRow, noSummary)),
  grants: oc.input(groupAddress.strict()).output(live(grantRow, noSummary)),
};

export type AgentRow = z.infer<typeof agentRow>;
export type MemberRow = z.infer<typeof memberRow>;
export type GrantRow = z.infer<typeof grantRow>;

// Agents with their records, members of Missions, and Delegation Grants: what there is, and what a form about it has to know.
import { oc } from '@orpc/contract';
import { z } from 'zod';
import { live, noSummary, rowBase } from './live.ts';
import { action, budgetDimension, groupAddress, id, instantMs, person, words } from './values.ts';

const capability = z.object({ id: z.string(), version: z.string() });

export const agentRow = rowBase.extend({
  connectionId: id,
  agent: person,
  cardVersion: z.string(),
  description: z.string().optional(),
  /** Of the card. */
  status: z.string(),
  statusWords: words,
  issuedAtMs: instantMs.optional(),
  validUntilMs: instantMs.optional(),
  capabilities: z.array(capability),
  maxConcurrency: z.int(),
  /** As it says while it is heard, and otherwise as far as its work is known here. */
  freeSlots: z.int(),
  queued: z.int(),
  active: z.int(),
  presence: z.enum(['online', 'stale', 'unknown']),
  presenceAtMs: instantMs.optional(),
  isMine: z.boolean(),
  /** Missions that it is a member of. */
  groups: z.array(z.object({ groupId: id, title: z.string(), roles: z.array(words) })),
});

/** An Event of a Group's log. */
const eventPlace = z.object({ groupId: id, sequence: z.int() });

/** What has happened to work of an Agent, with the Events that it counts; `more` of them were left out, the newest are there. */
export const recordFigure = z.object({
  id: z.enum([
    'accepted',
    'failed',
    'sentBack',
    'reassigned',
    'lostLease',
    'late',
    'budgetSpent',
    'declined',
  ]),
  words,
  count: z.int(),
  events: z.array(eventPlace),
  more: z.int(),
});

/** The record of an Agent with one capability. There is no score: whoever decides looks at what happened. */
export const recordRow = rowBase.extend({
  capabilityId: z.string(),
  /** As on its card; undefined for one that the card names no more. */
  version: z.string().optional(),
  /** By which the card proves it (EVI-008); with its Event where a log here has it. */
  evidence: z.array(z.object({ evidenceId: z.string(), place: eventPlace.optional() })),
  figures: z.array(recordFigure),
  /** From acceptance to submission, of accepted work. */
  meanDurationMs: z.number().optional(),
  basis: words,
});

export const memberRow = rowBase.extend({
  connectionId: id,
  groupId: id,
  missionTitle: z.string(),
  member: person,
  roles: z.array(z.object({ role: z.string(), words, state: z.enum(['provisional', 'active', 'ended']) })),
  state: z.enum(['provisional', 'active', 'ended']),
  stateWords: words,
  membershipEpoch: z.int(),
  scopes: z.array(z.string()),
  /** The first Event that it may see. */
  visibilityStartSequence: z.int(),
  provisionalEndsAtMs: instantMs.optional(),
  /** By the clock alone: its provisional time is over, and no Event says so (OPEN-024). */
  hasLapsed: z.boolean(),
  /** The Event that last told of it. */
  sequence: z.int().optional(),
  /** What would be left behind if the membership ended now. */
  obligations: z.array(words),
  /** Delegation Grants that end with any change of it (DLG-009). */
  liveGrants: z.int(),
  isMine: z.boolean(),
  actions: z.array(action),
});

export const grantRow = rowBase.extend({
  connectionId: id,
  groupId: id,
  missionTitle: z.string(),
  grantId: id,
  grantee: person,
  grantedBy: person,
  target: z.object({ workItemId: id, title: z.string(), stateWords: words }),
  capabilities: z.array(capability),
  currency: z.string(),
  /** Each ceiling, with what all WorkItems under the Grant hold together (DLG-006). */
  dimensions: z.array(budgetDimension),
  maxDescendantDepth: z.int(),
  /** WorkItems that it was used for. */
  items: z.array(z.object({ workItemId: id, title: z.string(), stateWords: words })),
  grantedAtMs: instantMs,
  endsAtMs: instantMs,
  holds: z.boolean(),
  /** Whether it holds, or what has ended it. */
  stateWords: words,
  /** What will end it, each reason by itself; empty once it has ended. */
  endsWith: z.array(words),
  /** The Event that granted it. */
  sequence: z.int().optional(),
  isMine: z.boolean(),
});

/** What forms about members, grants and overrides of a Mission can choose from, and what the rules would refuse. */
export const basisRow = rowBase.extend({
  connectionId: id,
  groupId: id,
  missionTitle: z.string(),
  owner: person,
  coordinator: person,
  isMissionOver: z.boolean(),
  /** RFC 3339; nothing is granted beyond it. */
  deadline: z.string(),
  deadlineAtMs: instantMs,
  /** The Event that would come next. */
  nextSequence: z.int(),
  candidates: z.array(
    z.object({
      person,
      roles: z.array(z.string()),
      isMember: z.boolean(),
      isLead: z.boolean(),
      capabilities: z.array(capability),
      /** Why it can be given no Delegation Grant now. */
      delegateFault: words.optional(),
    }),
  ),
  roles: z.array(z.object({ role: z.string(), words, scopes: z.array(z.string()), fault: words.optional() })),
  targets: z.array(
    z.object({
      workItemId: id,
      title: z.string(),
      stateWords: words,
      depth: z.int(),
      /** WorkItems below it. */
      descendants: z.int(),
      capabilities: z.array(capability),
      fault: words.optional(),
    }),
  ),
  /** What the Mission was given: the most that a Grant can name (DLG-011). */
  budget: z.array(budgetDimension),
  currency: z.string().optional(),
  /** Of the Organization, as far as it is known here; a Grant beyond it needs an override. */
  delegationDepth: z.int(),
  /** The Conversation in which the owner is asked. */
  conversationId: id.optional(),
  policies: z.array(
    z.object({
      policyName: z.string(),
      words,
      kinds: z.array(z.object({ kind: z.string(), words })),
    }),
  ),
  /** `change-members`, `grant-delegation`, `grant-override`, `post-message`. */
  actions: z.array(action),
});

/** One Mission, or all of them. */
export const missionFilter = groupAddress.partial().strict();

export const peopleContract = {
  agents: oc.output(live(agentRow, noSummary)),
  records: oc
    .input(z.strictObject({ connectionId: id, agentId: id, groupId: id.optional() }))
    .output(live(recordRow, noSummary)),
  members: oc.input(missionFilter).output(live(memberRow, noSummary)),
  grants: oc.input(missionFilter).output(live(grantRow, noSummary)),
  basis: oc.input(groupAddress.strict()).output(live(basisRow, noSummary)),
};

export type AgentRow = z.infer<typeof agentRow>;
export type RecordRow = z.infer<typeof recordRow>;
export type RecordFigure = z.infer<typeof recordFigure>;
export type MemberRow = z.infer<typeof memberRow>;
export type GrantRow = z.infer<typeof grantRow>;
export type BasisRow = z.infer<typeof basisRow>;
export type MissionFilter = z.infer<typeof missionFilter>;

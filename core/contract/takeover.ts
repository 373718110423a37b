// Taking over a Mission: who can lead it, what the former Coordinator has left, what has to be decided before anything new is
// assigned (CRD-003…CRD-008), and what becomes of Commands of a term that is over.
import { oc } from '@orpc/contract';
import { z } from 'zod';
import { reasonLine } from './children.ts';
import { live, noSummary, rowBase } from './live.ts';
import { groupAddress, id, instantMs, outcome, person, words } from './values.ts';

/** What the identities of this computer are in it. */
const STANDING = ['owner', 'coordinator', 'owner-and-coordinator', 'former', 'none'] as const;

const packagePlace = z.object({
  contextPackageId: id,
  version: z.int(),
  /** The Event that carries it. */
  sequence: z.int(),
  atMs: instantMs,
  workItemId: id.optional(),
});

/** Row ids are the `section`, and `item <WorkItem>`. */
export const takeoverRow = z.discriminatedUnion('section', [
  rowBase.extend({
    section: z.literal('header'),
    missionTitle: z.string(),
    stateWords: words,
    owner: person,
    coordinator: person,
    coordinatorEpoch: z.int(),
    termEndsAtMs: instantMs.optional(),
    isTermLive: z.boolean(),
    standing: z.enum(STANDING),
    /** Why somebody would take over, and what it changes. */
    reasons: z.array(reasonLine),
    conversationId: id.optional(),
  }),
  rowBase.extend({
    section: z.literal('candidates'),
    candidates: z.array(
      z.object({
        agent: person,
        /** Its key is on this computer. */
        isHere: z.boolean(),
        isCurrent: z.boolean(),
        presence: z.enum(['online', 'stale', 'unknown']),
        capabilities: z.array(z.string()),
        /** Other Missions that it leads. */
        leads: z.int(),
      }),
    ),
  }),
  rowBase.extend({
    section: z.literal('package'),
    /** For the whole Mission, the oldest first. */
    versions: z.array(packagePlace),
    /** Events after the newest one. */
    uncovered: z.int(),
    head: z.int(),
    /** Who can sign a new one from here: the Coordinator whose key is here. */
    author: person.optional(),
    draft: z.object({
      summary: z.string(),
      constraints: z.array(z.string()),
      unresolvedQuestions: z.array(z.string()),
      artifactHashes: z.array(z.string()),
    }),
    artifacts: z.array(z.object({ contentHash: z.string(), title: z.string() })),
  }),
  rowBase.extend({
    section: z.literal('log'),
    head: z.int(),
    /** Nothing before it is visible here. */
    startsAfter: z.int(),
    isComplete: z.boolean(),
    words,
  }),
  rowBase.extend({
    section: z.literal('item'),
    workItemId: id,
    title: z.string(),
    state: z.string(),
    stateWords: words,
    cause: z.string(),
    words,
    endsAtMs: instantMs.optional(),
    questions: z.int(),
    /** A person has to say what becomes of it before anything new is assigned (CRD-005). */
    mustDecide: z.boolean(),
  }),
  /** There only where an Agent of this computer led the Mission before, and does not any more. */
  rowBase.extend({
    section: z.literal('stale'),
    former: person,
    successor: person,
    coordinatorEpoch: z.int(),
    atMs: instantMs,
    /** Its Commands that can never be accepted under their term. */
    left: z.array(
      z.object({
        id,
        kind: z.string(),
        words,
        title: z.string(),
        stateWords: words,
        form: z.record(z.string(), z.json()),
      }),
    ),
  }),
]);

export const contextPackageModel = packagePlace.extend({
  summary: z.string(),
  constraints: z.array(z.string()),
  unresolvedQuestions: z.array(z.string()),
  artifactHashes: z.array(z.string()),
  decisions: z.array(z.object({ description: z.string(), sequences: z.array(z.int()) })),
  fromSequence: z.int(),
  toSequence: z.int(),
  generatedBy: person,
  generatedAtMs: instantMs,
});

/** An Agent of this computer that would end what it does elsewhere by connecting here (F13). */
export const secondDeviceRow = rowBase.extend({
  connectionId: id,
  agent: person,
  /** The Session that is known of it. */
  sessionEpoch: z.int().optional(),
  isLive: z.boolean(),
  seenAtMs: instantMs.optional(),
  leases: z.int(),
  items: z.array(z.object({ groupId: id, workItemId: id, title: z.string() })),
  words,
});

export const takeoverContract = {
  follow: oc
    .input(groupAddress.extend({ successorAgentId: id.optional() }).strict())
    .output(live(takeoverRow, noSummary)),
  /** A Context Package from the Event that carries it. */
  readPackage: oc
    .input(groupAddress.extend({ sequence: z.int() }).strict())
    .output(outcome(contextPackageModel)),
  secondDevice: oc.input(z.strictObject({ connectionId: id })).output(live(secondDeviceRow, noSummary)),
};

export type TakeoverRow = z.infer<typeof takeoverRow>;
export type ContextPackageModel = z.infer<typeof contextPackageModel>;
export type SecondDeviceRow = z.infer<typeof secondDeviceRow>;

// Connections to Authorities, and how the log of each Group stands.
import { oc } from '@orpc/contract';
import { z } from 'zod';
import { live, noSummary, rowBase } from './live.ts';
import { done, id, instantMs, outcome, person, words } from './values.ts';

export const connectionRow = rowBase.extend({
  connectionId: id,
  name: z.string(),
  origin: z.string(),
  organizationId: id,
  kind: z.enum(['embedded', 'remote', 'demo']),
  status: z.enum(['online', 'connecting', 'offline', 'replaced', 'working-offline']),
  words,
  isWorkingOffline: z.boolean(),
  identities: z.array(
    z.object({
      person,
      keyId: z.string(),
      key: z.enum(['usable', 'locked', 'missing', 'backend-changed']),
      path: z.enum(['open', 'closed', 'none']),
      pathWords: words.optional(),
      /** Why this identity has no connection. */
      trouble: words.optional(),
      sessionEpoch: z.int().optional(),
      sessionOpenedAtMs: instantMs.optional(),
    }),
  ),
  clockOffsetMs: z.number().optional(),
  isTls: z.boolean(),
  offlineSinceMs: instantMs.optional(),
  lastFault: words.optional(),
  /**
   * Verdicts of the Authority that were other ones than this computer's own rules had said on the same state, the newest
   * first: each is a defect, of ours until it is explained. They are kept over restarts.
   */
  defects: z
    .array(
      z.object({
        actionId: id,
        groupId: id,
        words,
        /** A code, or `accepted`. */
        expected: z.string(),
        actual: z.string(),
        atMs: instantMs,
      }),
    )
    .optional(),
  /** What leaves this computer through it. */
  sends: z.array(words),
});

export const groupSyncRow = rowBase.extend({
  connectionId: id,
  groupId: id,
  title: z.string(),
  startsAfter: z.int(),
  cursor: z.int(),
  head: z.int().optional(),
  isCaughtUp: z.boolean(),
  gap: z.object({ fromSequence: z.int(), toSequence: z.int() }).optional(),
  lastEventAtMs: instantMs.optional(),
  waitingCommands: z.int(),
  isFollowed: z.boolean(),
  state: z.enum(['current', 'behind', 'gap', 'snapshot-needed', 'verification-failed', 'left']),
  stateWords: words,
});

/** For whoever runs an Authority: how one key of this computer is enrolled there. Nothing of it is secret. */
export const enrolmentStep = z.object({
  keyId: z.string(),
  /** A command line; ORGANIZATION-FOLDER in it is for the operator to fill in. */
  command: z.string(),
  /** Of an Agent: its card, to be saved under this name. */
  card: z.object({ fileName: z.string(), text: z.string() }).optional(),
});

const connectionAddress = z.strictObject({ connectionId: id });

export const connectionsContract = {
  follow: oc.output(live(connectionRow, noSummary)),
  groups: oc.output(live(groupSyncRow, noSummary)),
  /** Makes an Organization of one's own on this computer, with a person and a Coordinator Agent in it. */
  createLocal: oc
    .input(z.strictObject({ name: z.string().min(1).max(200), personName: z.string().min(1).max(200) }))
    .output(outcome(z.object({ connectionId: id }))),
  /** What its operator has to do before these keys can connect to an Authority of somebody else. */
  enrolment: oc
    .input(
      z.strictObject({
        origin: z.url(),
        organizationId: id,
        keyIds: z.array(id).min(1),
        /** What the Agent among them is to be called. */
        agentName: z.string().min(1).max(200),
      }),
    )
    .output(outcome(z.object({ steps: z.array(enrolmentStep) }))),
  /** Adds an Authority of somebody else. The keys have to be in the key store, and bound there. */
  add: oc
    .input(
      z.strictObject({
        name: z.string(),
        origin: z.url(),
        organizationId: id,
        /** The certificate to trust, as PEM; the system's own list when left out. */
        certificate: z.string().max(65_536).optional(),
        /** The same, as a file on this computer. */
        certificateFile: z.string().optional(),
        keyIds: z.array(id).min(1),
        /** What the human among the identities is called on this computer. */
        personName: z.string().min(1).max(200).optional(),
      }),
    )
    .output(outcome(z.object({ connectionId: id }))),
  /**
   * What is kept of it stays on disk, and is there again when the same identities are added again; with `forget` nothing
   * stays, of an Authority on this computer neither. Commands under way keep the connection from being removed.
   */
  remove: oc.input(connectionAddress.extend({ forget: z.boolean() })).output(done),
  /** Nothing is sent until it is taken back, also not after a restart. */
  workOffline: oc.input(connectionAddress.extend({ isOffline: z.boolean() })).output(done),
  retry: oc.input(connectionAddress).output(done),
  /** Takes an identity back that another runtime has taken over (its Session ends there). */
  reclaim: oc.input(connectionAddress).output(done),
};

export type EnrolmentStep = z.infer<typeof enrolmentStep>;
export type ConnectionRow = z.infer<typeof connectionRow>;
export type GroupSyncRow = z.infer<typeof groupSyncRow>;

// Policy and overrides: what was decided beyond the ordinary, how far limits are used, and which of them are lifted for one Command.
import { oc } from '@orpc/contract';
import { z } from 'zod';
import { live, noSummary, rowBase } from './live.ts';
import { missionFilter } from './people.ts';
import { action, id, instantMs, objectAddress, person, words } from './values.ts';

/**
 * Schema of the `data_ref` part by which a Message asks for an override: `policyName`, `targetCommandKind`, `targetActionId`, `reason`
 * and `expiresAt`. The protocol has no Command for it; who asks is who wrote the Message.
 */
export const OVERRIDE_REQUEST_SCHEMA = 'urn:heddle:schema:override-request:1';

/** A decision of a Policy Log, or a refusal that this computer was given. */
export const policyLogRow = rowBase.extend({
  connectionId: id,
  groupId: id,
  missionTitle: z.string(),
  /** `snapshot`: as the Authority itself has written it (F7); `event`: read from an Event; `refusal`: of a Command from here. */
  source: z.enum(['snapshot', 'event', 'refusal']),
  decision: words,
  /** What was applied: a policy, a rule, or the code of a refusal. */
  rule: words,
  actor: person,
  object: words,
  objectAddress: objectAddress.optional(),
  /** Reason and details, as far as there are any. */
  details: z.array(words),
  atMs: instantMs,
  sequence: z.int().optional(),
  /** Of a refusal: its Command in the outbox. */
  actionId: id.optional(),
});

export const policyLogSummary = z.object({
  /** Every Mission that is shown has a signed snapshot: the log is whole. */
  isFull: z.boolean(),
  /** What the log is, and what cannot be in it. */
  label: words,
});

/** How far a limit is used by one who acts, or by a Mission. */
export const limitRow = rowBase.extend({
  connectionId: id,
  /** Undefined for what counts across all Missions. */
  groupId: id.optional(),
  missionTitle: z.string().optional(),
  limitName: z.string(),
  words,
  who: person.optional(),
  used: z.int(),
  /** Undefined where no Authority counts. */
  limit: z.int().optional(),
  softAt: z.int().optional(),
  level: z.enum(['calm', 'soft', 'reached', 'none']),
  levelWords: words,
  basis: words,
  isMine: z.boolean(),
});

export const limitSummary = z.object({
  /** Where the limits that are shown come from. */
  basis: words,
});

/** A limit that is, or is to be, lifted for one Command; from the refusal to its use. */
export const overrideRow = rowBase.extend({
  connectionId: id,
  groupId: id,
  missionTitle: z.string(),
  stage: z.enum(['needed', 'asked', 'granted', 'used', 'ended']),
  stageWords: words,
  policyName: z.string(),
  policyWords: words,
  beneficiary: person,
  targetKind: z.string(),
  targetKindWords: words,
  targetActionId: id,
  reason: z.string().optional(),
  /** RFC 3339. */
  expiresAt: z.string(),
  expiresAtMs: instantMs,
  askedAtSequence: z.int().optional(),
  grantId: id.optional(),
  approver: person.optional(),
  grantedAtSequence: z.int().optional(),
  usedAtSequence: z.int().optional(),
  /** The Command is in the outbox of this computer. */
  isCommandHere: z.boolean(),
  /** `ask`, `grant`, `send`. */
  actions: z.array(action),
});

export const policyContract = {
  log: oc.input(missionFilter).output(live(policyLogRow, policyLogSummary)),
  limits: oc.input(missionFilter).output(live(limitRow, limitSummary)),
  overrides: oc.input(missionFilter).output(live(overrideRow, noSummary)),
};

export type PolicyLogRow = z.infer<typeof policyLogRow>;
export type PolicyLogSummary = z.infer<typeof policyLogSummary>;
export type LimitRow = z.infer<typeof limitRow>;
export type LimitSummary = z.infer<typeof limitSummary>;
export type OverrideRow = z.infer<typeof overrideRow>;

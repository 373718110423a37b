// The values that everything between a window and its host is made of. Every text comes with its key, so that a window can
// put its own words in its place. Nothing here can hold key material.
import { z } from 'zod';

export const LANGUAGES = ['en', 'de'] as const;

/** An identifier of the protocol. */
export const id = z.string().min(1).max(512);

/** Milliseconds since 1970, by the Authority's clock where the value comes from one. */
export const instantMs = z.number();

export const actor = z.object({ type: z.enum(['human', 'agent', 'service']), id });

/** An actor by the name that people know it by. */
export const person = actor.extend({ name: z.string() });

const scalar = z.union([z.string(), z.number(), z.boolean()]);

/** A text in the language of the window, with what it was made of. */
export const words = z.object({
  /** Stable: `area.name`. */
  key: z.string(),
  values: z.record(z.string(), z.union([scalar, z.array(scalar)])),
  text: z.string(),
});

/** A protocol document as it was signed, or a part of one. */
export const document = z.record(z.string(), z.json());

/** Why something was not done. `code` is one of the protocol's codes, or a reason of this computer in lower case. */
export const fault = z.object({
  code: z.string(),
  words,
  /** Of a refusal by the Authority, when it said so. */
  retryAfterMs: z.number().optional(),
  details: z.record(z.string(), z.json()).optional(),
});

/** The answer of every procedure that can refuse: errors are values. */
export function outcome<Value extends z.ZodType>(value: Value) {
  return z.discriminatedUnion('ok', [
    z.object({ ok: z.literal(true), value }),
    z.object({ ok: z.literal(false), fault }),
  ]);
}

/** The answer where there is nothing to tell but that it was done. */
export const done = outcome(z.object({}));

/** A Group at a connection. */
export const groupAddress = z.object({ connectionId: id, groupId: id });

export const workItemAddress = groupAddress.extend({ workItemId: id });

/** A Command of the outbox, or a draft. */
export const entryAddress = z.object({ connectionId: id, actionId: id });

/** What a row is about. `type` says which id. */
export const objectAddress = z.object({
  connectionId: id,
  type: z.enum([
    'mission',
    'workItem',
    'member',
    'proposal',
    'message',
    'grant',
    'override',
    'agent',
    'connection',
    'key',
    'command',
  ]),
  groupId: z.string(),
  id: z.string(),
});

/** One thing that can be done with an object: always shown, with the reason while it cannot. */
export const action = z.object({
  id: z.string(),
  words,
  /** The kind of Command that its sheet signs; undefined for what needs no Command. */
  kind: z.string().optional(),
  /** `lead` is the owner or the Coordinator. */
  by: z.enum(['coordinator', 'owner', 'lead', 'member']),
  isEnabled: z.boolean(),
  reason: words.optional(),
  warnings: z.array(words),
});

/** One dimension of a budget. Amounts are decimal texts, exact as the ledger has them; absent ones were never set. */
export const budgetDimension = z.object({
  dimension: z.enum([
    'money',
    'modelTokens',
    'toolCalls',
    'computeSeconds',
    'wallClockSeconds',
    'externalActions',
  ]),
  limit: z.string().optional(),
  used: z.string(),
  reserved: z.string(),
  free: z.string().optional(),
  /** Used and reserved as a share of the limit, 0…1 and above. */
  share: z.number().optional(),
});

/** One fact of an object in two or three states. Values are as signed; `words` name the fact. */
const factValue = z.union([scalar, z.array(z.string())]);
export const factChange = z.object({
  fact: z.string(),
  words,
  before: factValue.optional(),
  after: factValue.optional(),
});
export const factComparison = z.object({
  fact: z.string(),
  words,
  mine: factValue.optional(),
  asDrafted: factValue.optional(),
  now: factValue.optional(),
});

export type Language = (typeof LANGUAGES)[number];
export type Words = z.infer<typeof words>;
export type Fault = z.infer<typeof fault>;
export type ContractActor = z.infer<typeof actor>;
export type Person = z.infer<typeof person>;
export type ObjectAddress = z.infer<typeof objectAddress>;
export type ActionModel = z.infer<typeof action>;
export type BudgetDimension = z.infer<typeof budgetDimension>;
export type FactChangeModel = z.infer<typeof factChange>;
export type FactComparisonModel = z.infer<typeof factComparison>;

// From a wish to a signed Command: the sheet that a person sees before signing, and drafts.
import { oc } from '@orpc/contract';
import { z } from 'zod';
import { intent, roughIntent } from './forms.ts';
import { live, noSummary, rowBase } from './live.ts';
import {
  done,
  factChange,
  fault,
  id,
  instantMs,
  objectAddress,
  outcome,
  person,
  words,
  actor,
} from './values.ts';

export const signerChoice = z.object({
  person,
  role: z.enum(['owner', 'coordinator', 'member', 'none']),
  /** As the Command would carry them. */
  epochs: z.object({
    session: z.int().optional(),
    membership: z.int().optional(),
    coordinator: z.int().optional(),
  }),
  key: z.enum(['usable', 'locked', 'missing', 'backend-changed']),
  path: z.enum(['open', 'closed', 'none']),
  /** Why the rules refuse this signer's Command. */
  refusal: fault.optional(),
});

/** Somebody else of this computer whose signature goes into the Command, such as the human of a review by a human. */
export const furtherSigner = z.object({
  person,
  role: z.enum(['owner', 'coordinator', 'member', 'none']),
  key: z.enum(['usable', 'locked', 'missing', 'backend-changed']),
  /** What is signed, and how often. */
  documents: z.array(z.object({ kind: z.string(), count: z.int() })),
});

export const sheetCheck = z.object({
  id: z.string(),
  /** `open`: a rule before it refuses already, so nobody has looked. */
  status: z.enum(['passed', 'warning', 'failed', 'open']),
  words,
});

export const commandSheet = z.object({
  sheetId: z.string(),
  /** Rises whenever something on the sheet is another one; `sign` names the one that was seen. */
  version: z.int(),
  connectionId: id,
  groupId: z.string(),
  /** With every id that was made for it; its form is checked. */
  intent,
  /** Given already, so that an override can name it. */
  actionId: id,
  words,
  object: objectAddress,
  title: z.string().optional(),
  signer: signerChoice.optional(),
  /** The chosen one first. */
  signers: z.array(signerChoice),
  /** Whoever signs a document inside the Command beside its signer; nobody when left out. */
  furtherSigners: z.array(furtherSigner).optional(),
  changes: z.array(z.object({ object: objectAddress, title: z.string(), changes: z.array(factChange) })),
  expectedRevision: z.int().optional(),
  effects: z.array(words),
  checks: z.array(sheetCheck),
  /** What the rules would answer; undefined when they accept. */
  refusal: fault.optional(),
  obstacles: z.array(z.object({ id: z.string(), words, switchTo: person.optional() })),
  /** `keep-for-override`: it waits in the outbox, unsigned, for the owner to lift a limit. */
  button: z.enum([
    'sign-and-send',
    'sign-when-connected',
    'sign-when-unlocked',
    'keep-for-override',
    'disabled',
  ]),
  buttonWords: words,
  /** The Command as it would be signed, without its signature, as text for people. */
  unsignedText: z.string(),
  computedAtMs: instantMs,
  draftSavedAtMs: instantMs.optional(),
});

/** One row with the sheet as it is now; it ends when the sheet is signed or closed. */
const sheetRow = rowBase.extend({ sheet: commandSheet });

export const signOutcome = z.discriminatedUnion('kind', [
  /** Durable, signed or to be signed as soon as key and connection are there. The outbox shows the rest. */
  z.object({ kind: z.literal('kept'), actionId: id, state: z.string() }),
  /** Something is another one than on the sheet that was seen: look at what has changed, and sign again. */
  z.object({ kind: z.literal('ask-again'), sheet: commandSheet, changes: z.array(factChange) }),
]);

export const draftRow = rowBase.extend({
  connectionId: id,
  draftId: id,
  groupId: z.string(),
  missionTitle: z.string(),
  words,
  intent: roughIntent,
  savedAtMs: instantMs,
});

const sheetAddress = z.strictObject({ sheetId: z.string() });

export const intentsContract = {
  /** Opens a sheet. With `draftId` it keeps the ids that the draft has. */
  sheet: oc
    .input(z.strictObject({ connectionId: id, intent, draftId: id.optional() }))
    .output(outcome(commandSheet)),
  /** Keeps an open sheet up to date while the state moves. */
  followSheet: oc.input(sheetAddress).output(live(sheetRow, noSummary)),
  /** Another form or another signer for an open sheet; its ids stay. */
  changeSheet: oc.input(sheetAddress.extend({ intent })).output(outcome(commandSheet)),
  chooseSigner: oc.input(sheetAddress.extend({ signer: actor.strict() })).output(outcome(commandSheet)),
  /** Checks once more, signs, and makes the Command durable before anything is sent. */
  sign: oc.input(sheetAddress.extend({ version: z.int() })).output(outcome(signOutcome)),
  closeSheet: oc.input(sheetAddress).output(z.object({})),
  /** Autosave: durable when answered. Without `draftId` a new draft. */
  saveDraft: oc
    .input(z.strictObject({ connectionId: id, draftId: id.optional(), intent: roughIntent }))
    .output(outcome(z.object({ draftId: id, savedAtMs: instantMs }))),
  removeDraft: oc.input(z.strictObject({ connectionId: id, draftId: id })).output(done),
  followDrafts: oc.output(live(draftRow, noSummary)),
};

export type CommandSheetModel = z.infer<typeof commandSheet>;
export type SignerChoiceModel = z.infer<typeof signerChoice>;
export type SignOutcome = z.infer<typeof signOutcome>;
export type DraftRow = z.infer<typeof draftRow>;
export type SheetRow = z.infer<typeof sheetRow>;

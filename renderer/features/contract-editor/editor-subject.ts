// What the editor works on: a new item, a correction, a replacement, a follow-up, or one's own contract instead of a proposal;
// and which Command it becomes.
import type { ContractIntent, RoughIntent } from '../../../core/contract/forms.ts';
import type { DraftRow } from '../../../core/contract/intents.ts';
import {
  type ContractDocument,
  type ContractForm,
  contractOfForm,
  EMPTY_CONTRACT,
  formOfContract,
} from './contract-form.ts';

export const PURPOSES = ['new', 'propose', 'revise', 'replace', 'follow-up', 'write-own'] as const;
export type Purpose = (typeof PURPOSES)[number];

export interface EditorSubject {
  readonly purpose: Purpose;
  readonly connectionId: string;
  readonly groupId: string;
  readonly workItemId: string | undefined;
  /** The Event that this answers, such as that of a Message. */
  readonly causationId?: string | undefined;
}

/** A contract that is corrected goes out with an offer (OPEN-048); a proposal waits for somebody; all others authorise an item. */
export function kindOf(purpose: Purpose): 'work.authorize' | 'work.offer' | 'work.propose' {
  if (purpose === 'propose') return 'work.propose';
  return purpose === 'revise' ? 'work.offer' : 'work.authorize';
}

/** The form to begin with: the kept draft, or what the item has, made fit for the purpose. */
export function firstForm(
  purpose: Purpose,
  draft: DraftRow | undefined,
  contract: ContractDocument | undefined,
): ContractForm {
  const kept = draft?.intent.form['contract'];
  if (typeof kept === 'object' && kept !== null && !Array.isArray(kept)) return formOfContract(kept);
  if (contract === undefined) return EMPTY_CONTRACT;
  const form = formOfContract(contract);
  if (purpose === 'revise') return { ...form, contractVersion: form.contractVersion + 1 };
  // Another item begins its contract at 1.
  return { ...form, contractVersion: 1 };
}

/** The form with one more input; anything but a content hash is none. */
export function withInput(form: ContractForm, contentHash: string | undefined): ContractForm {
  const isNew =
    contentHash !== undefined &&
    /^sha256:[0-9a-f]{64}$/u.test(contentHash) &&
    !form.inputArtifacts.includes(contentHash);
  return isNew ? { ...form, inputArtifacts: [...form.inputArtifacts, contentHash] } : form;
}

/** The wish as a draft keeps it. */
export function roughIntentOf(subject: EditorSubject, form: ContractForm): RoughIntent {
  const contract = contractOfForm(form) as RoughIntent['form'][string];
  const { purpose, workItemId } = subject;
  const kind = kindOf(purpose);
  return kind === 'work.offer' && workItemId !== undefined
    ? { kind, ...placeOf(subject), form: { workItemId, candidates: [], contract } }
    : { kind: kind === 'work.propose' ? kind : 'work.authorize', ...placeOf(subject), form: { contract } };
}

function placeOf({ groupId, causationId }: EditorSubject) {
  return { groupId, ...(causationId === undefined ? {} : { causationId }) };
}

/** The wish whose sheet the rules judge while the form is filled in. */
export function newWorkIntent(subject: EditorSubject, form: ContractForm): ContractIntent {
  const contract = contractOfForm(form) as Extract<
    ContractIntent,
    { kind: 'work.authorize' }
  >['form']['contract'];
  const kind = subject.purpose === 'propose' ? 'work.propose' : 'work.authorize';
  return { kind, ...placeOf(subject), form: { contract } };
}

/** Reads a JSON text as a contract; what is wrong with it otherwise. */
export function parseContract(
  text: string,
):
  | { readonly ok: true; readonly form: ContractForm }
  | { readonly ok: false; readonly message: string | undefined } {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== 'object' || value === null || Array.isArray(value))
      return { ok: false, message: undefined };
    return { ok: true, form: formOfContract(value as ContractDocument) };
  } catch (fault) {
    if (fault instanceof SyntaxError) return { ok: false, message: fault.message };
    throw fault;
  }
}

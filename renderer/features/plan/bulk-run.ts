// One wish for several items: for each a Command of its own, with a sheet of its own that is looked at before anything is signed.
import type { DeskClient } from '../../../core/contract/contract.ts';
import type { ContractIntent } from '../../../core/contract/forms.ts';
import type { CommandSheetModel } from '../../../core/contract/intents.ts';

/** What can be wished for several items at once; everything else wants a look at each. */
export const BULK_ACTS = ['work.cancel', 'work.unblock'] as const;

export type BulkAct = (typeof BULK_ACTS)[number];

/** A host keeps few sheets open; whoever chooses more does it in several goes. */
export const MAX_BULK = 24;

export interface BulkEntry {
  readonly workItemId: string;
  readonly title: string;
  /** Undefined where the host would not make one. */
  readonly sheet: CommandSheetModel | undefined;
  readonly isChosen: boolean;
  readonly state: 'ready' | 'impossible' | 'signing' | 'kept' | 'changed' | 'refused';
  /** Why it cannot be signed, or was not. */
  readonly reason: string | undefined;
  /** Of a Command that was kept. */
  readonly actionId: string | undefined;
}

/** Opens a sheet for each item, one after another. Items that the rules refuse are told, and never signed. */
export async function prepareBulk(
  desk: DeskClient,
  wish: {
    readonly connectionId: string;
    readonly groupId: string;
    readonly act: BulkAct;
    readonly reason: string;
    readonly items: readonly { readonly workItemId: string; readonly title: string }[];
  },
): Promise<readonly BulkEntry[]> {
  const { connectionId, groupId, act, reason } = wish;
  const entries: BulkEntry[] = [];
  for (const { workItemId, title } of wish.items.slice(0, MAX_BULK)) {
    const form = { workItemId, ...(reason === '' ? {} : { reason }) };
    const intent: ContractIntent = { kind: act, groupId, form };
    const answer = await desk.intents.sheet({ connectionId, intent });
    entries.push(
      answer.ok
        ? entryOf(workItemId, title, answer.value)
        : {
            workItemId,
            title,
            sheet: undefined,
            isChosen: false,
            state: 'impossible',
            reason: answer.fault.words.text,
            actionId: undefined,
          },
    );
  }
  return entries;
}

function entryOf(workItemId: string, title: string, sheet: CommandSheetModel): BulkEntry {
  const reason = sheet.refusal?.words.text ?? sheet.obstacles[0]?.words.text;
  // What waits for a lift of a limit wants a look of its own.
  const isPossible = sheet.button !== 'disabled' && sheet.button !== 'keep-for-override';
  return {
    workItemId,
    title,
    sheet,
    isChosen: isPossible,
    state: isPossible ? 'ready' : 'impossible',
    reason,
    actionId: undefined,
  };
}

/** Signs the chosen ones, each in the version that was seen, and tells of each as it comes. What has changed is asked again. */
export async function signBulk(
  desk: DeskClient,
  entries: readonly BulkEntry[],
  onChange: (entry: BulkEntry) => void,
): Promise<void> {
  for (const entry of entries) {
    const { sheet } = entry;
    if (sheet === undefined || !isToSign(entry)) continue;
    onChange({ ...entry, state: 'signing' });
    const answer = await desk.intents.sign({ sheetId: sheet.sheetId, version: sheet.version });
    if (!answer.ok) {
      onChange({ ...entry, isChosen: false, state: 'refused', reason: answer.fault.words.text });
    } else if (answer.value.kind === 'kept') {
      onChange({ ...entry, isChosen: false, state: 'kept', actionId: answer.value.actionId });
    } else {
      const again = entryOf(entry.workItemId, entry.title, answer.value.sheet);
      onChange(
        again.state === 'ready'
          ? { ...again, isChosen: false, state: 'changed' }
          : { ...again, isChosen: false },
      );
    }
  }
}

export function isToSign({ isChosen, state }: BulkEntry): boolean {
  return isChosen && (state === 'ready' || state === 'changed');
}

/** Lets go of what was not signed. */
export async function closeBulk(desk: DeskClient, entries: readonly BulkEntry[]): Promise<void> {
  for (const { sheet, state } of entries) {
    if (sheet !== undefined && state !== 'kept') await desk.intents.closeSheet({ sheetId: sheet.sheetId });
  }
}

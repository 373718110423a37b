// Which command sheet is open. There is one at most: a sheet never stands on a sheet.
import { create } from 'zustand';
import type { ReactNode } from 'react';
import type { ContractIntent } from '../../core/contract/forms.ts';
import type { CommandSheetModel } from '../../core/contract/intents.ts';

/** The fields of a sheet that a person fills in on the sheet itself, such as a reason. */
export type SheetForm = (
  intent: ContractIntent,
  /** Another intent for this sheet; its checks are computed anew. */
  change: (intent: ContractIntent) => void,
) => ReactNode;

export interface SheetRequest {
  readonly connectionId: string;
  readonly intent: ContractIntent;
  /** Keeps the ids that the draft has, and removes it once the Command is kept. */
  readonly draftId?: string | undefined;
  /** A sheet that the host has prepared already. */
  readonly sheet?: CommandSheetModel | undefined;
  readonly form?: SheetForm | undefined;
  /** The Command is durable; the outbox shows the rest. */
  readonly onKept?: ((actionId: string) => void) | undefined;
  readonly onClosed?: (() => void) | undefined;
}

interface Store {
  readonly request: SheetRequest | undefined;
  /** Counts the requests: another one is another sheet, even of the same kind. */
  readonly number: number;
}

export const useSheetRequest = create<Store>()(() => ({ request: undefined, number: 0 }));

/** Opens the command sheet for a wish. Nothing is signed before the person says so there. */
export function openCommandSheet(request: SheetRequest): void {
  useSheetRequest.setState(({ number }) => ({ request, number: number + 1 }));
}

/** Shows a sheet that the host has prepared, such as for a re-issue from the outbox. */
export function showCommandSheet(sheet: CommandSheetModel, onKept?: (actionId: string) => void): void {
  openCommandSheet({ connectionId: sheet.connectionId, intent: sheet.intent, sheet, onKept });
}

export function closeCommandSheet(): void {
  const { request } = useSheetRequest.getState();
  useSheetRequest.setState({ request: undefined });
  request?.onClosed?.();
}

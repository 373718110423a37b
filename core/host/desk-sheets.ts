// Sheets and drafts on their way to a window and back.
import type { NoSummary } from '../contract/live.ts';
import { type ContractIntent, INTENT_FORMS, type RoughIntent } from '../contract/forms.ts';
import type { DraftRow, SheetRow, SignOutcome } from '../contract/intents.ts';
import type { Fault } from '../contract/values.ts';
import type { DeskRuntime } from '../coordinator/desk-runtime/desk-runtime.ts';
import type { LiveSource } from '../coordinator/desk-runtime/live-queries.ts';
import { commandName } from '../coordinator/desk-runtime/rows/outbox-rows.ts';
import { sortDown, textsFor, titleOfMission } from '../coordinator/desk-runtime/rows/row-context.ts';
import { factChangeModel, sheetModel } from '../coordinator/desk-runtime/rows/sheet-model.ts';
import type { SignResult } from '../coordinator/desk-runtime/sheet-desk.ts';
import { say, textsOf } from '../coordinator/desk-runtime/words/texts.ts';
import type { LocalFaultCode } from '../coordinator/desk-runtime/words/row-words.ts';
import type { Intent } from '../coordinator/desk/intent/forms.ts';
import type { Result } from '../protocol/result.ts';

/** Kinds that begin a Group of their own; every other one acts in one. */
const FOUNDING: ReadonlySet<string> = new Set(['mission.create', 'mission.create_follow_up']);

/**
 * The wish behind a form that passed the contract. Its documents are judged by the rules, which tell a person what is wrong
 * with them; a wish without the Group that it acts in is none.
 */
export function intentOf(intent: ContractIntent): Intent | undefined {
  const isPlaced = intent.groupId !== undefined || FOUNDING.has(intent.kind);
  return isPlaced ? (intent as unknown as Intent) : undefined;
}

export function sheetSource(desk: DeskRuntime, sheetId: string): LiveSource<SheetRow, NoSummary> {
  return {
    concerns: () => true,
    read: () => {
      const open = desk.sheets.find(sheetId);
      if (open === undefined) return { rows: [], summary: {} };
      // The same version is the same sheet for a person, whatever time it is by now.
      const before = open.version;
      const last = shown.get(open);
      desk.sheets.refresh(open);
      const isSame =
        last !== undefined &&
        open.version === before &&
        last.version === before &&
        last.language === desk.language;
      const row: SheetRow = isSame ? last.row : { id: sheetId, sort: '', sheet: sheetModel(desk, open) };
      shown.set(open, { version: open.version, language: desk.language, row });
      return { rows: [row], summary: {} };
    },
  };
}

/** What each open sheet looked like last. */
const shown = new WeakMap<
  object,
  { readonly version: number; readonly language: string; readonly row: SheetRow }
>();

export function signModel(
  desk: DeskRuntime,
  result: SignResult,
  fault: (code: LocalFaultCode) => { readonly ok: false; readonly fault: Fault },
): Result<SignOutcome, Fault> {
  if (result.kind === 'disabled') return fault('not-now');
  if (result.kind === 'kept') {
    const { actionId } = result;
    const entry = desk.commands.entries().find((each) => each.actionId === actionId);
    return { ok: true, value: { kind: 'kept', actionId, state: entry?.state ?? 'waiting-for-connection' } };
  }
  const texts = textsOf(desk.language);
  return {
    ok: true,
    value: {
      kind: 'ask-again',
      sheet: sheetModel(desk, result.open),
      changes: result.changes.map((change) => factChangeModel(texts, change)),
    },
  };
}

export function draftsSource(desk: DeskRuntime): LiveSource<DraftRow, NoSummary> {
  return {
    concerns: (topic) => topic.kind === 'area' && topic.area === 'drafts',
    read: () => {
      const texts = textsFor(desk);
      const rows = desk.sheets.listDrafts().flatMap(({ connection, draft }): DraftRow[] => {
        const { draftId, intent, savedAtMs } = draft;
        const { kind, groupId = '' } = intent;
        // Of an older program there may be kinds that are no more.
        if (!Object.hasOwn(INTENT_FORMS, kind)) return [];
        return [
          {
            id: draftId,
            sort: sortDown(savedAtMs),
            connectionId: connection.facts.connectionId,
            draftId,
            groupId,
            missionTitle: titleOfMission(connection.view().world, groupId),
            words: say(`command.${kind}`, commandName(texts, kind)),
            intent: intent as RoughIntent,
            savedAtMs,
          },
        ];
      });
      return { rows, summary: {} };
    },
  };
}

// Every text of the desk, by what it is about. The keys are those of the tables that the desk works with, so that a language
// that forgets one does not compile.
import type { MissionState } from '../../../domain/missions.ts';
import type { WorkItemState } from '../../../domain/ownership.ts';
import type {
  ActionReasonId,
  ActionWarningId,
  ItemActionId,
  MissionActionId,
  ProposalActionId,
} from '../actions/action-types.ts';
import type { AttentionAction, RowValues, Severity } from '../attention/attention-types.ts';
import type { AttentionRuleName } from '../attention/rules.ts';
import type { OptionHindrance } from '../fix/fix-panel.ts';
import type { FixFactId, FixOptionId } from '../fix/fix-rules.ts';
import type { FactName } from '../fix/object-view.ts';
import type { FixCode } from '../fix/reissue.ts';
import type { EndKind } from '../group-ends.ts';
import type { CheckId } from '../intent/check.ts';
import type { Effect } from '../intent/effects.ts';
import type { SheetButton, SheetObstacle } from '../intent/sheet.ts';
import type { Absence } from '../outbox/absence.ts';
import type { EntryState } from '../outbox/entry.ts';
import type { Turn } from '../outbox/order.ts';

/** How times, durations and numbers are written; the window knows the person's habits. */
export interface DeskFormat {
  /** A moment, in milliseconds since 1970. */
  readonly time: (atMs: number) => string;
  readonly duration: (ms: number) => string;
  readonly number: (value: number) => string;
}

/** A rule of the attention list. */
export interface RuleWords {
  /** A few words: the reason type of its rows. */
  readonly name: string;
  /** What stands in a row beside the object. */
  readonly detail: (values: RowValues, format: DeskFormat) => string;
}

export interface CodeWords {
  /** What has happened, without any word of the protocol that a person need not know. */
  readonly cause: string;
  /** What to do about it. */
  readonly advice: string;
}

type Values = Readonly<Record<string, unknown>>;

export interface DeskWords {
  readonly severities: { readonly [Each in Severity]: string };
  readonly rules: { readonly [Each in AttentionRuleName]: RuleWords };
  /** What a rule means for whom it speaks to, and what helps. */
  readonly ruleAdvice: { readonly [Each in AttentionRuleName]: string };
  /** Names that the protocol has for machines, as people read them. */
  readonly names: { readonly [name: string]: string };
  readonly attentionActions: { readonly [Each in AttentionAction]: string };
  readonly ends: { readonly [Each in EndKind]: string };
  readonly codes: { readonly [Each in FixCode]: CodeWords };
  readonly fixOptions: { readonly [Each in FixOptionId]: string };
  /** What is known of the effect of a Command that nobody answered. */
  readonly absences: { readonly [Each in Absence]: string };
  readonly fixFacts: { readonly [Each in FixFactId]: string };
  readonly hindrances: { readonly [Each in OptionHindrance]: string };
  readonly facts: { readonly [Each in FactName]: string };
  readonly checks: { readonly [Each in CheckId]: string };
  readonly effects: {
    readonly [Each in Effect['id']]: (
      values: Extract<Effect, { readonly id: Each }>['values'],
      format: DeskFormat,
    ) => string;
  };
  readonly obstacles: { readonly [Each in SheetObstacle['id']]: (values: Values) => string };
  readonly buttons: { readonly [Each in SheetButton]: string };
  readonly entryStates: { readonly [Each in EntryState]: string };
  readonly turns: { readonly [Each in Turn['kind']]: string };
  readonly itemActions: { readonly [Each in ItemActionId]: string };
  readonly proposalActions: { readonly [Each in ProposalActionId]: string };
  readonly missionActions: { readonly [Each in MissionActionId]: string };
  readonly actionReasons: {
    readonly [Each in ActionReasonId]: (values: Values, format: DeskFormat) => string;
  };
  readonly warnings: { readonly [Each in ActionWarningId]: string };
  readonly itemStates: { readonly [Each in WorkItemState]: string };
  /** By the clock alone; no state of the log. */
  readonly offerEnded: string;
  readonly missionStates: { readonly [Each in MissionState]: string };
  readonly childMission: string;
  /** What stands above the rows when there are none. */
  readonly nothing: string;
  readonly nextMoment: (what: string, at: string, label: string) => string;
}

/** A text of a value that a row may lack. */
export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : typeof value === 'number' ? String(value) : '';
}

export function numberOf(value: unknown): number {
  return typeof value === 'number' ? value : 0;
}

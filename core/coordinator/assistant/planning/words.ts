// Every text of planning. The keys are those of its reasons, so that a language that forgets one does not compile.
import type { DeskFormat } from '../../desk/words/desk-words.ts';
import type { ReasonValues } from '../proposal.ts';
import type { BlockerReasonId } from './blockers.ts';
import type { BudgetReasonId } from './budget-outlook.ts';
import type { CareReasonId } from './care.ts';
import type { MessageDraftReasonId } from './draft-from-message.ts';
import type { ForecastReasonId } from './plan-watch.ts';
import type { StandstillCause, WayOutKind } from './standstill.ts';
import type { ReconcileCause, TakeoverReasonId } from './takeover.ts';
import { PLANNING_WORDS_DE } from './words-de.ts';
import { PLANNING_WORDS_EN } from './words-en.ts';

export type PlanningReasonId =
  | StandstillCause
  | BudgetReasonId
  | CareReasonId
  | BlockerReasonId
  | ForecastReasonId
  | MessageDraftReasonId
  | TakeoverReasonId;

export interface PlanningWords {
  readonly reasons: {
    readonly [Each in PlanningReasonId]: (values: ReasonValues, format: DeskFormat) => string;
  };
  readonly waysOut: { readonly [Each in WayOutKind]: string };
  /** Why an item has to be looked at after a takeover. */
  readonly reconcile: { readonly [Each in ReconcileCause]: string };
}

const WORDS: { readonly [Language in 'en' | 'de']: PlanningWords } = {
  en: PLANNING_WORDS_EN,
  de: PLANNING_WORDS_DE,
};

export function planningWords(language: 'en' | 'de'): PlanningWords {
  return WORDS[language];
}

// Every text about child Missions. The keys are those of the reasons, so that a language that forgets one does not compile.
import type { DeskFormat } from '../../desk/words/desk-words.ts';
import type { ReasonValues } from '../proposal.ts';
import type { ChildReasonId } from './draft-child.ts';
import type { EscalationId } from './follow-children.ts';
import type { PromotionAdvice, PromotionReasonId } from './promotion.ts';
import type { ReplanKind, ReplanReasonId } from './replan.ts';
import type { ChildReview, ChildReviewReasonId } from './review-child.ts';
import { CHILD_WORDS_DE } from './words-de.ts';
import { CHILD_WORDS_EN } from './words-en.ts';

export type ChildMatterId =
  | PromotionReasonId
  | ChildReasonId
  | EscalationId
  | ChildReviewReasonId
  | ReplanReasonId;

export interface ChildWords {
  readonly reasons: {
    readonly [Each in ChildMatterId]: (values: ReasonValues, format: DeskFormat) => string;
  };
  readonly advice: { readonly [Each in PromotionAdvice['verdict']]: string };
  readonly reviews: { readonly [Each in ChildReview['verdict']]: string };
  readonly replans: { readonly [Each in ReplanKind]: string };
}

const WORDS: { readonly [Language in 'en' | 'de']: ChildWords } = { en: CHILD_WORDS_EN, de: CHILD_WORDS_DE };

export function childWords(language: 'en' | 'de'): ChildWords {
  return WORDS[language];
}

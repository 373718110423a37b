// Every text of the review. The keys are those of its tables, so that a language that forgets one does not compile.
import type {
  CellStatus,
  EvidenceStanding,
  ReviewReason,
  ReviewReasonId,
  ReviewVerdict,
} from './review-types.ts';
import { REVIEW_WORDS_DE } from './words-de.ts';
import { REVIEW_WORDS_EN } from './words-en.ts';

export interface ReviewWords {
  readonly verdicts: { readonly [Each in ReviewVerdict]: string };
  readonly reasons: { readonly [Each in ReviewReasonId]: (values: ReviewReason['values']) => string };
  readonly standings: { readonly [Each in EvidenceStanding]: string };
  readonly cells: { readonly [Each in CellStatus]: string };
}

const WORDS: { readonly [Language in 'en' | 'de']: ReviewWords } = {
  en: REVIEW_WORDS_EN,
  de: REVIEW_WORDS_DE,
};

export function reviewWords(language: 'en' | 'de'): ReviewWords {
  return WORDS[language];
}

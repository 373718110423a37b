// Every text of the lead itself. The keys are those of its reasons, so that a language that forgets one does not compile.
import type { DeskFormat } from '../../desk/words/desk-words.ts';
import type { ReasonValues } from '../proposal.ts';
import type { StandingReason } from './driver-types.ts';
import type { LeadReasonId } from './lead-reasons.ts';
import type { LeadArea } from './lead-types.ts';
import { LEAD_WORDS_DE } from './words-de.ts';
import { LEAD_WORDS_EN } from './words-en.ts';

export interface LeadWords {
  readonly reasons: {
    readonly [Each in LeadReasonId]: (values: ReasonValues, format: DeskFormat) => string;
  };
  readonly areas: { readonly [Each in LeadArea]: string };
  /** Why something waits for a person. */
  readonly standing: { readonly [Each in StandingReason['kind']]: string };
}

const WORDS: { readonly [Language in 'en' | 'de']: LeadWords } = { en: LEAD_WORDS_EN, de: LEAD_WORDS_DE };

export function leadWords(language: 'en' | 'de'): LeadWords {
  return WORDS[language];
}

// The texts of everything that the assistant says about offers, by language. A language that forgets one does not compile.
import type { DeskFormat } from '../../desk/words/desk-words.ts';
import type { DeskLanguage } from '../../desk/words/words.ts';
import type { ReasonValues } from '../proposal.ts';
import type { AuditFindingId } from './audit-selection.ts';
import type { OfferReasonId } from './offer-reasons.ts';
import type { OfferPlan } from './plan-offer.ts';
import { GERMAN_OFFER_WORDS } from './words-de.ts';
import { ENGLISH_OFFER_WORDS } from './words-en.ts';
import type { SelectionAudit } from './audit-selection.ts';

/** How values are written: as on the desk, with names for ids and amounts of the Mission's currency. */
export interface OfferFormat extends DeskFormat {
  /** Of an Agent, a WorkItem or a Mission, by its id. */
  readonly name: (id: string) => string;
  /** In millionths of the currency unit. */
  readonly money: (microunits: number) => string;
}

export type ReasonText = (values: ReasonValues, format: OfferFormat) => string;

export interface OfferWords {
  readonly plans: { readonly [Each in OfferPlan['verdict']]: string };
  readonly reasons: { readonly [Each in OfferReasonId]: ReasonText };
  readonly audits: { readonly [Each in SelectionAudit['verdict']]: string };
  readonly findings: { readonly [Each in AuditFindingId]: ReasonText };
}

const WORDS: { readonly [Each in DeskLanguage]: OfferWords } = {
  en: ENGLISH_OFFER_WORDS,
  de: GERMAN_OFFER_WORDS,
};

/** All texts about offers in a language. */
export function offerWords(language: DeskLanguage): OfferWords {
  return WORDS[language];
}

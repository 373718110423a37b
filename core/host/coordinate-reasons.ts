// What the assistant says of what waits for a person, in words: reasons of every rule that it has, and why it did not sign.
import { describeWhyNot } from '../coordinator/assistant/autonomy/words.ts';
import { childWords } from '../coordinator/assistant/children/words.ts';
import type {
  StandingProposal,
  StandingQuestion,
  StandingReason,
} from '../coordinator/assistant/lead/driver-types.ts';
import { leadWords } from '../coordinator/assistant/lead/words.ts';
import { type OfferFormat, offerWords } from '../coordinator/assistant/offers/words.ts';
import { planningWords } from '../coordinator/assistant/planning/words.ts';
import type { Reason, ReasonValues } from '../coordinator/assistant/proposal.ts';
import { reviewWords } from '../coordinator/assistant/review/words.ts';
import { textsOf } from '../coordinator/desk-runtime/words/texts.ts';
import type { CoordinateLanguage } from './coordinate-policy-words.ts';
import type { CoordinateFacts } from './coordinate-voice.ts';

const MICROUNITS = 1_000_000;

type Sentence = (values: ReasonValues, format: OfferFormat) => string;

/** One reason as a sentence; its id where no table has it. */
export function describeReason({ id, values }: Reason, language: CoordinateLanguage): string {
  const { format } = textsOf(language);
  const sentence = sentencesOf(language).get(id);
  const named: OfferFormat = {
    ...format,
    // An operator reads ids, and looks them up by them.
    name: (each) => each,
    money: (microunits) => format.number(microunits / MICROUNITS),
  };
  return sentence === undefined ? id : sentence(values, named);
}

const made = new Map<CoordinateLanguage, ReadonlyMap<string, Sentence>>();

/** Where two tables have the same id, they say the same of it. */
function sentencesOf(language: CoordinateLanguage): ReadonlyMap<string, Sentence> {
  const known = made.get(language);
  if (known !== undefined) return known;
  const tables: readonly Readonly<Record<string, Sentence>>[] = [
    offerWords(language).reasons,
    reviewWords(language).reasons,
    planningWords(language).reasons,
    childWords(language).reasons,
    leadWords(language).reasons,
  ];
  const sentences = new Map(tables.flatMap((table) => Object.entries(table)));
  made.set(language, sentences);
  return sentences;
}

/** What it would sign and may not; undefined for what goes, or is asked for again, by itself. */
export function tellProposal(
  { groupId, wish, proposal, why }: StandingProposal,
  language: CoordinateLanguage,
): CoordinateFacts['proposal.waiting'] | undefined {
  if (why.kind === 'not-ready') return undefined;
  const { key, area, workItemId } = wish;
  const { kind } = proposal.intent;
  return { key, groupId, workItemId, area, kind, ...becauseOf(why, language) };
}

function becauseOf(
  why: Exclude<StandingReason, { readonly kind: 'not-ready' }>,
  language: CoordinateLanguage,
) {
  if (why.kind === 'refused') return { why: [why.error.code], words: [why.error.message] };
  return {
    why: why.why.map(({ id }) => id),
    words: why.why.map((each) => describeWhyNot(each, language)),
  };
}

/** What only a person can decide. */
export function tellQuestion(
  { groupId, question }: StandingQuestion,
  language: CoordinateLanguage,
): CoordinateFacts['question.waiting'] {
  const { key, area, workItemId, reasons } = question;
  return {
    key,
    groupId,
    workItemId,
    area,
    reasons: reasons.map(({ id }) => id),
    words: [
      `${leadWords(language).areas[area]}:`,
      reasons.map((reason) => describeReason(reason, language)).join('; '),
    ],
  };
}

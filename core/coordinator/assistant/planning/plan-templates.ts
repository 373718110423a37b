// How an objective becomes work, by rules: a few patterns of items, each with what it hands in, how it is proved and how much of
// budget and time it gets. They are data, so that an Organization can bring its own.
import type { RequestedUrgency, WorkContract } from '../../../protocol/generated/documents.ts';

export type PlanLanguage = 'en' | 'de';

/** What an item of a pattern is for. */
export type StepRole =
  /** Once, before everything else. */
  | 'prepare'
  /** Once for each criterion of the Mission that work can prove. */
  | 'produce'
  /** Once for each criterion that asks for a reviewer's word. */
  | 'review'
  /** Once, after everything else. */
  | 'combine';

export interface PlanStep {
  readonly role: StepRole;
  /** Parts of the budget; an item of weight 2 gets twice as much as one of weight 1. */
  readonly weight: number;
  /** Words by which a capability is found that fits the step better than the words of the criterion. */
  readonly words: readonly string[];
  readonly evidence: readonly WorkContract['acceptanceCriteria'][number]['evidenceRequired'][number][];
  readonly goal: { readonly [Each in PlanLanguage]: (about: string) => string };
  readonly deliverable: { readonly [Each in PlanLanguage]: string };
}

export interface PlanTemplate {
  readonly name: string;
  /** An objective with one of these words is planned by this pattern. */
  readonly words: readonly string[];
  readonly urgency: RequestedUrgency;
  readonly steps: readonly PlanStep[];
}

const PRODUCE: PlanStep = {
  role: 'produce',
  weight: 3,
  words: [],
  evidence: ['deterministic_test'],
  goal: { en: (about) => `Bring about: ${about}`, de: (about) => `Herbeiführen: ${about}` },
  deliverable: { en: 'the result', de: 'das Ergebnis' },
};

const REVIEW: PlanStep = {
  role: 'review',
  weight: 1,
  words: ['review', 'inspect', 'verify', 'check'],
  evidence: ['reviewer_assessment'],
  goal: { en: (about) => `Review: ${about}`, de: (about) => `Begutachten: ${about}` },
  deliverable: { en: 'the review with findings', de: 'das Gutachten mit Befunden' },
};

const COMBINE: PlanStep = {
  role: 'combine',
  weight: 1,
  words: ['report', 'combine', 'merge', 'integrate', 'summary'],
  evidence: ['schema_validation'],
  goal: {
    en: (about) => `Put the results together: ${about}`,
    de: (about) => `Die Ergebnisse zusammenführen: ${about}`,
  },
  deliverable: { en: 'one result of all parts', de: 'ein Ergebnis aus allen Teilen' },
};

/** The pattern for everything that no other one fits. */
const DELIVER: PlanTemplate = {
  name: 'deliver',
  words: [],
  urgency: 'normal',
  steps: [PRODUCE, REVIEW, COMBINE],
};

/** First look at what is there, then examine it by each criterion, then report. */
const AUDIT: PlanTemplate = {
  name: 'audit',
  words: ['audit', 'examine', 'inventory', 'assess', 'prüfen', 'prüfung', 'untersuchen', 'bestandsaufnahme'],
  urgency: 'normal',
  steps: [
    {
      role: 'prepare',
      weight: 2,
      words: ['inventory', 'list', 'collect', 'scan'],
      evidence: ['deterministic_test'],
      goal: {
        en: (about) => `List everything that is to be examined: ${about}`,
        de: (about) => `Alles auflisten, was zu untersuchen ist: ${about}`,
      },
      deliverable: { en: 'the complete list', de: 'die vollständige Liste' },
    },
    {
      ...PRODUCE,
      goal: { en: (about) => `Examine: ${about}`, de: (about) => `Untersuchen: ${about}` },
      deliverable: { en: 'the findings', de: 'die Befunde' },
    },
    REVIEW,
    COMBINE,
  ],
};

export const PLAN_TEMPLATES: readonly PlanTemplate[] = [AUDIT, DELIVER];

/** The first pattern one of whose words stands in the objective; the one without words otherwise. */
export function chooseTemplate(
  objective: string,
  templates: readonly PlanTemplate[] = PLAN_TEMPLATES,
): { readonly template: PlanTemplate; readonly word: string | undefined } {
  const said = new Set(wordsOf(objective));
  for (const template of templates) {
    const word = template.words.find((each) => said.has(each));
    if (word !== undefined) return { template, word };
  }
  return { template: templates.find(({ words }) => words.length === 0) ?? DELIVER, word: undefined };
}

/** The words of a text or of a name such as `files.inventory`, in small letters. */
export function wordsOf(text: string): readonly string[] {
  return text.toLowerCase().match(/\p{L}+/gu) ?? [];
}

// What the demo says to people. A language that forgets a text does not compile.
import type { Language } from '../../contract/values.ts';
import type { ScenarioRow } from '../../contract/demo.ts';
import type { BeginningStep } from './demo-missions.ts';
import { GERMAN_DEMO_WORDS } from './demo-words-de.ts';
import { ENGLISH_DEMO_WORDS } from './demo-words-en.ts';

export type ScenarioName = ScenarioRow['scenario'];

export type ProgressValues = Readonly<Record<string, string | number>>;

/** What a scenario is at. */
export type ProgressStep =
  | 'planning-work'
  | 'waiting-for-answer'
  | 'declined'
  | 'working-silent'
  | 'lease-over'
  | 'cut'
  | 'queued'
  | 'others-act'
  | 'mended'
  | 'queue-settled'
  | 'next-owner'
  | 'late-return'
  | 'late-refused'
  | 'submitting'
  | 'damaging'
  | 'differs'
  | 'child-begins'
  | 'child-failed'
  | 'resubmitting'
  | 'changes-asked'
  | 'lead-begins'
  | 'lead-silent'
  | 'taken-over'
  | 'went-wrong';

/** Why a scenario cannot be played now. */
export type ScenarioHindrance =
  | 'other-runs'
  | 'archive-over'
  | 'accounts-over'
  | 'accounts-open'
  | 'not-online'
  | 'not-coordinator';

export interface DemoWords {
  readonly connection: string;
  /** Of a key of the demo, beside its condition. */
  readonly key: string;
  readonly absent: string;
  readonly starting: { readonly [Step in BeginningStep | 'resuming']: string };
  readonly running: string;
  readonly stopping: string;
  readonly failed: (detail: string) => string;
  readonly scenarios: {
    readonly [Name in ScenarioName]: { readonly name: string; readonly description: string };
  };
  readonly progress: { readonly [Step in ProgressStep]: (values: ProgressValues) => string };
  readonly hindrances: { readonly [Each in ScenarioHindrance]: string };
}

const WORDS: { readonly [Each in Language]: DemoWords } = {
  en: ENGLISH_DEMO_WORDS,
  de: GERMAN_DEMO_WORDS,
};

export function demoWordsIn(language: Language): DemoWords {
  return WORDS[language];
}

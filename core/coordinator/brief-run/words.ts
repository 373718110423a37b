// What a run does, asks and waits for, in words.
import { GERMAN_RUN_WORDS } from './words-de.ts';
import { ENGLISH_RUN_WORDS } from './words-en.ts';
import type { BriefQuestion, ItemPhase, RunObstacle, RunReason } from './run-types.ts';

const WORDS = { en: ENGLISH_RUN_WORDS, de: GERMAN_RUN_WORDS } as const;

export type RunLanguage = keyof typeof WORDS;

export function describeReason({ code, values }: RunReason, language: RunLanguage): string {
  // Code and values belong together by the type of the reason.
  const describe = WORDS[language].reasons[code] as (values: RunReason['values']) => string;
  return describe(values);
}

export function describeQuestion(question: BriefQuestion, language: RunLanguage): string {
  // The text for a kind takes questions of this kind.
  const describe = WORDS[language].questions[question.kind] as (question: BriefQuestion) => string;
  return describe(question);
}

export function describeChoice(choice: BriefQuestion['choices'][number], language: RunLanguage): string {
  return WORDS[language].choices[choice];
}

export function describeObstacle({ item, obstacle }: RunObstacle, language: RunLanguage): string {
  // The text for a code takes obstacles of this code.
  const describe = WORDS[language].obstacles[obstacle.code] as (of: RunObstacle['obstacle']) => string;
  return item === undefined ? describe(obstacle) : `${item}: ${describe(obstacle)}`;
}

export function describePhase(phase: ItemPhase, language: RunLanguage): string {
  return WORDS[language].phases[phase];
}

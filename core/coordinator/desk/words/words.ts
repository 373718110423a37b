// Picks the texts of the desk by language.
import type { DeskWords } from './desk-words.ts';
import { GERMAN_DESK_WORDS } from './words-de.ts';
import { ENGLISH_DESK_WORDS } from './words-en.ts';

const WORDS = { en: ENGLISH_DESK_WORDS, de: GERMAN_DESK_WORDS } as const;

export type DeskLanguage = keyof typeof WORDS;

/** All texts of the desk in a language. */
export function deskWords(language: DeskLanguage): DeskWords {
  return WORDS[language];
}

// Picks the language of the command line from the environment, as other programs do.
import type { Words } from './terminal.ts';
import { GERMAN } from './words-de.ts';
import { ENGLISH } from './words-en.ts';

/** German where the locale says so, English everywhere else. */
export function wordsFor(environment: { readonly [name: string]: string | undefined }): Words {
  return languageOf(environment) === 'de' ? GERMAN : ENGLISH;
}

export function languageOf(environment: { readonly [name: string]: string | undefined }): 'en' | 'de' {
  const locale = environment['LC_ALL'] || environment['LC_MESSAGES'] || environment['LANG'] || '';
  return /^de(?:[_.@-]|$)/i.test(locale) ? 'de' : 'en';
}

// What notices say beside the words of the rules, in both languages.
import type { Language } from '../../../contract/values.ts';

/** What can be wrong with a program that is to be started for each notice, or with one of its runs. */
export type HookProblem =
  | 'not-absolute'
  | 'not-there'
  | 'not-a-program'
  | 'not-started'
  | 'too-slow'
  | 'ended-badly'
  | 'too-many';

export interface NoticeWords {
  readonly several: { readonly title: (count: number) => string; readonly body: string };
  readonly test: { readonly title: string; readonly body: string };
  readonly hook: { readonly [Each in HookProblem]: (detail: string) => string };
}

const ENGLISH: NoticeWords = {
  several: { title: (count) => `${count} things need you`, body: 'Open Attention to see them.' },
  test: { title: 'A test from Heddle', body: 'This is how a notice looks. Nothing needs you because of it.' },
  hook: {
    'not-absolute': () => 'The path of the program has to be absolute.',
    'not-there': (path) => `There is no file at ${path}.`,
    'not-a-program': (path) => `${path} is no program that can be started without a shell.`,
    'not-started': (detail) => `The program could not be started: ${detail}`,
    'too-slow': (detail) => `The program was ended: it took longer than ${detail} seconds.`,
    'ended-badly': (detail) => `The program ended with ${detail}.`,
    'too-many': (detail) => `${detail} notices were left out: the program was too slow for them.`,
  },
};

const GERMAN: NoticeWords = {
  several: {
    title: (count) => `${count} Dinge brauchen dich`,
    body: 'Öffne Aufmerksamkeit, um sie zu sehen.',
  },
  test: { title: 'Ein Test von Heddle', body: 'So sieht ein Hinweis aus. Seinetwegen braucht dich nichts.' },
  hook: {
    'not-absolute': () => 'Der Pfad des Programms muss absolut sein.',
    'not-there': (path) => `Unter ${path} gibt es keine Datei.`,
    'not-a-program': (path) => `${path} ist kein Programm, das ohne Shell gestartet werden kann.`,
    'not-started': (detail) => `Das Programm konnte nicht gestartet werden: ${detail}`,
    'too-slow': (detail) => `Das Programm wurde beendet: Es brauchte länger als ${detail} Sekunden.`,
    'ended-badly': (detail) => `Das Programm endete mit ${detail}.`,
    'too-many': (detail) => `${detail} Hinweise wurden ausgelassen: Das Programm war zu langsam für sie.`,
  },
};

export function noticeWords(language: Language): NoticeWords {
  return language === 'de' ? GERMAN : ENGLISH;
}

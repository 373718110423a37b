// What the window says of a bundle, in both languages.
import type { Language } from '../contract/values.ts';
import type { BundleProblem } from './bundle-verification.ts';

export interface BundleDeskWords {
  readonly problems: { readonly [Problem in BundleProblem]: string };
  readonly reading: (events: string) => string;
  readonly unreadable: (reason: string) => string;
  readonly verified: (events: string) => string;
  readonly consistent: (events: string) => string;
  readonly failed: (count: string, line: string) => string;
  readonly mission: (state: string, revision: string) => string;
  readonly report: {
    readonly title: (mission: string) => string;
    readonly range: (from: string, through: string, at: string) => string;
    readonly unverified: string;
    readonly verdict: (words: string) => string;
    readonly notVerified: string;
    readonly columns: readonly [string, string, string, string];
    readonly takenBack: (at: string) => string;
  };
}

const WORDS: { readonly [Each in Language]: BundleDeskWords } = {
  en: {
    problems: {
      'not-a-bundle': 'This is no bundle.',
      'newer-version': 'It was written by a newer Heddle.',
      'cut-off': 'The file is cut off.',
      'out-of-order': 'A line stands where it may not stand.',
      unreadable: 'The line cannot be read.',
      registry: 'The keys in the file prove nothing: part of them is invalid.',
      signature: 'The signature does not hold: the line was changed, or somebody else wrote it.',
      sequence: 'Events are missing, or do not stand in their order.',
      repeated: 'An Event stands there twice.',
      fold: 'The Event does not fit what came before it.',
      section: 'Lines were added, removed or changed since the file was written.',
      seal: 'The seal belongs to other content than this.',
    },
    reading: (events) => `being read and verified: ${events} Events so far`,
    unreadable: (reason) => `The file cannot be read: ${reason}`,
    verified: (events) => `verified with pinned registry (${events} Events, hashes and seal hold)`,
    consistent: (events) => `consistent, keys not pinned (${events} Events, hashes and seal hold)`,
    failed: (count, line) => `${count} findings, the first at ${line} (local diagnostic)`,
    mission: (state, revision) => `${state}, revision ${revision}`,
    report: {
      title: (mission) => `History of “${mission}”`,
      range: (from, through, at) => `Events #${from}–#${through}, written on ${at}.`,
      verdict: (words) => `Verdict on this computer: ${words}.`,
      notVerified: 'not verified since the start',
      unverified:
        'This report is for reading and proves nothing. The bundle of the same history proves itself: heddle verify FILE.mwpbundle',
      columns: ['#', 'When (UTC)', 'What', 'Who'],
      takenBack: (at) => `Words removed at #${at}`,
    },
  },
  de: {
    problems: {
      'not-a-bundle': 'Das ist kein Bundle.',
      'newer-version': 'Ein neueres Heddle hat es geschrieben.',
      'cut-off': 'Die Datei ist abgeschnitten.',
      'out-of-order': 'Eine Zeile steht, wo sie nicht stehen darf.',
      unreadable: 'Die Zeile ist nicht lesbar.',
      registry: 'Die Schlüssel in der Datei beweisen nichts: Ein Teil davon ist ungültig.',
      signature: 'Die Signatur gilt nicht: Die Zeile wurde geändert, oder jemand anderes schrieb sie.',
      sequence: 'Events fehlen oder stehen nicht in ihrer Reihenfolge.',
      repeated: 'Ein Event steht zweimal da.',
      fold: 'Das Event passt nicht zu dem, was vorausging.',
      section: 'Zeilen wurden seit dem Schreiben der Datei hinzugefügt, entfernt oder geändert.',
      seal: 'Das Siegel gehört zu anderem Inhalt.',
    },
    reading: (events) => `wird gelesen und geprüft: bisher ${events} Events`,
    unreadable: (reason) => `Die Datei ist nicht lesbar: ${reason}`,
    verified: (events) => `geprüft mit festgehaltener Registry (${events} Events, Hashes und Siegel gelten)`,
    consistent: (events) =>
      `in sich stimmig, Schlüssel nicht festgehalten (${events} Events, Hashes und Siegel gelten)`,
    failed: (count, line) => `${count} Funde, der erste bei ${line} (lokale Diagnose)`,
    mission: (state, revision) => `${state}, Revision ${revision}`,
    report: {
      title: (mission) => `Verlauf von „${mission}“`,
      range: (from, through, at) => `Events #${from}–#${through}, geschrieben am ${at}.`,
      verdict: (words) => `Urteil auf diesem Rechner: ${words}.`,
      notVerified: 'seit dem Start nicht geprüft',
      unverified:
        'Dieser Bericht ist zum Lesen da und beweist nichts. Das Bundle desselben Verlaufs beweist sich selbst: heddle verify DATEI.mwpbundle',
      columns: ['#', 'Wann (UTC)', 'Was', 'Wer'],
      takenBack: (at) => `Worte entfernt bei #${at}`,
    },
  },
};

export function bundleWords(language: Language): BundleDeskWords {
  return WORDS[language];
}

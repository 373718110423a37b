// What diagnostics and the recovery window say, in both languages.
import type { Language } from '../../contract/values.ts';
import type { ProfileProblem } from './profile-problem.ts';

type Problem = ProfileProblem['code'];

export interface DiagnosticsWords {
  testPassed(passed: number): string;
  testFailed(passed: number, failed: number): string;
  readonly problems: { readonly [Code in Problem]: (about: string) => string };
  readonly advice: { readonly [Code in Problem]: string };
  readonly started: string;
  readonly startedSafe: string;
  readonly stillBroken: string;
  restored(aside: string): string;
  exported(files: number, folder: string): string;
  rebuilt(broken: number): string;
  /** The restore came about, and what lies there now cannot be opened either. */
  readonly cannotMove: string;
}

const ENGLISH: DiagnosticsWords = {
  testPassed: (passed) => `${passed} cases of the protocol's test vectors passed, none failed.`,
  testFailed: (passed, failed) =>
    `${failed} cases failed, ${passed} passed. This program must not be trusted.`,
  problems: {
    corrupt: (about) => `A database is damaged: ${about}.`,
    'too-new': (about) => `${about} was written by a later version of Heddle.`,
    foreign: (about) => `${about} is a database of another program.`,
    full: () => 'The disk is full.',
    readonly: () => 'The folder of the profile may not be written.',
    busy: (about) => `${about} is held by another program.`,
    unreadable: (about) => `${about} cannot be read: its content is damaged, or belongs to somebody else.`,
    other: () => 'The profile could not be opened.',
  },
  advice: {
    corrupt:
      'Save the raw databases first. Then restore a backup: what a connected Authority has comes again by itself. Safe mode opens everything else.',
    'too-new': 'Install that version again. Nothing was changed.',
    foreign: 'Put the right file back, or restore a backup.',
    full: 'Make room, then try again. Nothing was lost and nothing half-written.',
    readonly: 'Give yourself the right to write there, then try again.',
    busy: 'End the other program, then try again.',
    unreadable: 'Restore a backup, or put the file back as it was.',
    other: 'Try again. If it stays so, save diagnostics for whoever helps you.',
  },
  started: 'The profile is open.',
  startedSafe: 'The profile is open in safe mode: nothing is sent, and what cannot be opened is left out.',
  stillBroken: 'It still cannot be opened.',
  restored: (aside) => `The backup was restored. What was there before lies in ${aside}.`,
  exported: (files, folder) => `${files} files were copied to ${folder}, byte by byte.`,
  rebuilt: (broken) =>
    broken === 0
      ? 'Everything that follows from the logs was made anew.'
      : `${broken} databases could not be made anew, and were left as they are.`,
  cannotMove: 'What is there now could not be moved aside, so nothing was restored.',
};

const GERMAN: DiagnosticsWords = {
  testPassed: (passed) => `${passed} Fälle der Testvektoren des Protokolls bestanden, keiner gescheitert.`,
  testFailed: (passed, failed) =>
    `${failed} Fälle gescheitert, ${passed} bestanden. Diesem Programm ist nicht zu trauen.`,
  problems: {
    corrupt: (about) => `Eine Datenbank ist beschädigt: ${about}.`,
    'too-new': (about) => `${about} stammt von einer neueren Fassung von Heddle.`,
    foreign: (about) => `${about} ist die Datenbank eines anderen Programms.`,
    full: () => 'Die Platte ist voll.',
    readonly: () => 'In den Ordner des Profils darf nicht geschrieben werden.',
    busy: (about) => `${about} wird von einem anderen Programm festgehalten.`,
    unreadable: (about) =>
      `${about} kann nicht gelesen werden: Der Inhalt ist beschädigt oder gehört jemand anderem.`,
    other: () => 'Das Profil konnte nicht geöffnet werden.',
  },
  advice: {
    corrupt:
      'Sichere zuerst die rohen Datenbanken. Stelle dann eine Sicherung wieder her: Was eine verbundene Authority hat, kommt von selbst wieder. Der abgesicherte Modus öffnet alles Übrige.',
    'too-new': 'Installiere wieder diese Fassung. Nichts wurde geändert.',
    foreign: 'Lege die richtige Datei zurück, oder stelle eine Sicherung wieder her.',
    full: 'Schaffe Platz und versuche es noch einmal. Nichts ging verloren, nichts ist halb geschrieben.',
    readonly: 'Gib dir das Recht, dort zu schreiben, und versuche es noch einmal.',
    busy: 'Beende das andere Programm und versuche es noch einmal.',
    unreadable: 'Stelle eine Sicherung wieder her, oder lege die Datei zurück, wie sie war.',
    other: 'Versuche es noch einmal. Bleibt es so, speichere die Diagnose für die, die dir helfen.',
  },
  started: 'Das Profil ist offen.',
  startedSafe:
    'Das Profil ist im abgesicherten Modus offen: Nichts wird gesendet, und was sich nicht öffnen lässt, fehlt.',
  stillBroken: 'Es lässt sich weiterhin nicht öffnen.',
  restored: (aside) => `Die Sicherung ist wiederhergestellt. Was vorher da war, liegt in ${aside}.`,
  exported: (files, folder) => `${files} Dateien wurden Byte für Byte nach ${folder} kopiert.`,
  rebuilt: (broken) =>
    broken === 0
      ? 'Alles, was aus den Logs folgt, wurde neu aufgebaut.'
      : `${broken} Datenbanken ließen sich nicht neu aufbauen und blieben, wie sie sind.`,
  cannotMove: 'Was jetzt da ist, ließ sich nicht beiseitelegen; deshalb wurde nichts wiederhergestellt.',
};

export function diagnosticsWords(language: Language): DiagnosticsWords {
  return language === 'de' ? GERMAN : ENGLISH;
}

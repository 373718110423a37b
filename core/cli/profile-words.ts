// What `heddle profile` says, in both languages.
import type { Language } from '../contract/values.ts';
import { type DataWords, dataWords } from '../host/profile/data-words.ts';

export interface ProfileWords {
  readonly language: Language;
  readonly help: {
    readonly profile: string;
    readonly backup: string;
    readonly restore: string;
    readonly check: string;
    readonly folder: string;
    readonly backupFolder: string;
    readonly target: string;
    readonly newProfile: string;
    readonly checked: string;
    readonly passphraseFile: string;
  };
  readonly data: DataWords;
  readonly noPassphrase: string;
  readonly weakPassphrase: string;
  written(path: string): string;
  intact(files: number): string;
  verdict(path: string, name: string, events: number, records: number): string;
  problem(path: string, problem: string): string;
}

export const PROFILE_ENGLISH: ProfileWords = {
  language: 'en',
  help: {
    profile: 'everything that the app keeps: back it up, restore it, check it',
    backup: 'write an encrypted backup of a whole profile, also while the app runs',
    restore: 'make a profile from a backup; overwrites nothing',
    check: 'check a backup, or that all databases of a profile are sound and equal the replay of their logs',
    folder: 'folder of the profile; the usual one of this system when absent',
    backupFolder: 'folder of one backup',
    target: 'folder to write the backup in; the one set in the app when absent',
    newProfile: 'folder for the profile; must not exist, or be empty',
    checked: 'a backup; the profile when absent',
    passphraseFile: 'file with the passphrase in its first line; standard input when -',
  },
  data: dataWords('en'),
  noPassphrase: 'The first backup needs a passphrase: name a --passphrase-file.',
  weakPassphrase: 'The passphrase is too short: take at least 8 characters.',
  written: (path) => `Written to ${path}`,
  intact: (files) => `All ${files} files are what was written.`,
  verdict: (path, name, events, records) => `sound   ${path} (${name}): ${events} Events, ${records} records`,
  problem: (path, problem) => `broken  ${path}: ${problem}`,
};

export const PROFILE_GERMAN: ProfileWords = {
  language: 'de',
  help: {
    profile: 'alles, was die App behält: sichern, wiederherstellen, prüfen',
    backup: 'schreibt eine verschlüsselte Sicherung eines ganzen Profils, auch während die App läuft',
    restore: 'macht ein Profil aus einer Sicherung; überschreibt nichts',
    check:
      'prüft eine Sicherung, oder ob alle Datenbanken eines Profils heil sind und der Wiedergabe ihrer Logs gleichen',
    folder: 'Ordner des Profils; ohne Angabe der übliche dieses Systems',
    backupFolder: 'Ordner einer Sicherung',
    target: 'Ordner, in den die Sicherung geschrieben wird; ohne Angabe der in der App eingestellte',
    newProfile: 'Ordner für das Profil; darf nicht da oder muss leer sein',
    checked: 'eine Sicherung; ohne Angabe das Profil',
    passphraseFile: 'Datei mit der Passphrase in der ersten Zeile; bei - die Standardeingabe',
  },
  data: dataWords('de'),
  noPassphrase: 'Die erste Sicherung braucht eine Passphrase: Bitte eine --passphrase-file nennen.',
  weakPassphrase: 'Die Passphrase ist zu kurz: Mindestens 8 Zeichen.',
  written: (path) => `Geschrieben nach ${path}`,
  intact: (files) => `Alle ${files} Dateien sind, was geschrieben wurde.`,
  verdict: (path, name, events, records) =>
    `heil    ${path} (${name}): ${events} Events, ${records} Einträge`,
  problem: (path, problem) => `kaputt  ${path}: ${problem}`,
};

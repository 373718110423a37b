// What menus, the tray and dialogs of the main process say.
import type { Language } from '../core/contract/values.ts';

export interface ShellWords {
  readonly file: string;
  readonly edit: string;
  readonly view: string;
  readonly go: string;
  readonly window: string;
  readonly help: string;
  readonly settings: string;
  readonly lockKeys: string;
  readonly quit: string;
  readonly find: string;
  readonly palette: string;
  readonly shortcuts: string;
  readonly open: string;
  readonly unreachable: string;
  /** For the tray: what waits for a person. */
  waiting(now: number, decide: number): string;
  refused(
    reason: 'running-already' | 'unusable-profile',
    detail: string,
  ): { readonly title: string; readonly body: string };
  /** The host ended again and again. */
  hostLost(): { readonly title: string; readonly body: string };
}

const ENGLISH: ShellWords = {
  file: 'File',
  edit: 'Edit',
  view: 'View',
  go: 'Go',
  window: 'Window',
  help: 'Help',
  settings: 'Settings…',
  lockKeys: 'Lock Keys',
  quit: 'Quit Heddle',
  find: 'Search Everything…',
  palette: 'Command Palette…',
  shortcuts: 'Keyboard Shortcuts',
  open: 'Open Heddle',
  unreachable: 'Starting…',
  waiting: (now, decide) =>
    now + decide === 0 ? 'Nothing waits for you' : `${now} now, ${decide} to decide`,
  refused: (reason, detail) =>
    reason === 'running-already'
      ? {
          title: 'Heddle is already running',
          body: 'Another window of Heddle uses this profile. Close it first, or start with another profile (--profile).',
        }
      : { title: 'Heddle cannot use its profile', body: detail },
  hostLost: () => ({
    title: 'Heddle has stopped working',
    body: 'Its host process ended several times in a row. Nothing that was signed is lost. Start Heddle again.',
  }),
};

const GERMAN: ShellWords = {
  file: 'Datei',
  edit: 'Bearbeiten',
  view: 'Ansicht',
  go: 'Gehe zu',
  window: 'Fenster',
  help: 'Hilfe',
  settings: 'Einstellungen …',
  lockKeys: 'Schlüssel sperren',
  quit: 'Heddle beenden',
  find: 'Alles durchsuchen …',
  palette: 'Befehlspalette …',
  shortcuts: 'Tastenkürzel',
  open: 'Heddle öffnen',
  unreachable: 'Startet …',
  waiting: (now, decide) =>
    now + decide === 0 ? 'Nichts wartet auf dich' : `${now} jetzt, ${decide} zu entscheiden`,
  refused: (reason, detail) =>
    reason === 'running-already'
      ? {
          title: 'Heddle läuft bereits',
          body: 'Ein anderes Fenster von Heddle benutzt dieses Profil. Schließ es zuerst, oder starte mit einem anderen Profil (--profile).',
        }
      : { title: 'Heddle kann sein Profil nicht benutzen', body: detail },
  hostLost: () => ({
    title: 'Heddle arbeitet nicht mehr',
    body: 'Der Host-Prozess ist mehrmals hintereinander zu Ende gegangen. Nichts, was unterschrieben war, ist verloren. Starte Heddle neu.',
  }),
};

export function shellWordsFor(language: Language): ShellWords {
  return language === 'de' ? GERMAN : ENGLISH;
}

/** The language of the system, until the settings are known. */
export function languageOf(locale: string): Language {
  return /^de(?:-|$)/i.test(locale) ? 'de' : 'en';
}

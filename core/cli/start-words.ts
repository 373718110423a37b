// What `heddle start` says, in both languages.
export interface StartWords {
  readonly help: {
    readonly start: string;
    readonly profile: string;
    readonly port: string;
    readonly noOpen: string;
    readonly openFile: string;
    readonly file: string;
  };
  /** Above the address on standard output. */
  address(): string;
  windowOpened(): string;
  windowClosed(): string;
  /** No browser could show the window; the address follows. */
  noBrowser(): string;
  windowFailed(browser: string): string;
  /** Another process has the profile and opened a window, or gave the address that follows. */
  runsAlready(): string;
  /** Another process has the profile and opens no windows for others. */
  runsElsewhere(): string;
  notBuilt(): string;
  portTaken(port: number): string;
  cannotStart(reason: string): string;
  /** Only the recovery window is there. */
  recovery(reason: string): string;
}

export const START_ENGLISH: StartWords = {
  help: {
    start: 'open the window on this computer; ends with it, or with Ctrl-C',
    profile: 'folder for everything that the app keeps; the usual one of this system when absent',
    port: 'port of the loopback server that serves the window to a browser',
    noOpen: 'open nothing, print the address',
    openFile: 'open a history from a file, to be read and verified without any connection or identity',
    file: 'a bundle (.mwpbundle)',
  },
  address: () => 'Open this address in a browser on this computer. It works once, within two minutes:',
  windowOpened: () => 'The window is open. Heddle ends with it, or with Ctrl-C.',
  windowClosed: () => 'The window was closed.',
  noBrowser: () =>
    'There is neither Electron nor a browser that could show the window here. HEDDLE_BROWSER may name a Chromium, Chrome or Edge.',
  windowFailed: (browser) => `${browser} showed no window.`,
  runsAlready: () => 'Heddle is already running with this profile.',
  runsElsewhere: () =>
    'Heddle is already running with this profile, in a window of its own. Close it first, or name another --profile.',
  notBuilt: () => 'The window is not built. `npm start` builds it.',
  portTaken: (port) => `Port ${port} is taken. Name another --port, or none for a free one.`,
  cannotStart: (reason) => `Heddle cannot start with this profile: ${reason}`,
  recovery: (reason) => `The profile cannot be opened (${reason}). The window shows what can be done.`,
};

export const START_GERMAN: StartWords = {
  help: {
    start: 'öffnet das Fenster auf diesem Rechner; endet mit ihm oder mit Strg-C',
    profile: 'Ordner für alles, was die App behält; ohne Angabe der übliche dieses Systems',
    port: 'Port des lokalen Servers, von dem ein Browser das Fenster bekommt',
    noOpen: 'nichts öffnen, nur die Adresse ausgeben',
    openFile: 'öffnet einen Verlauf aus einer Datei, zum Lesen und Prüfen ohne Verbindung und Identität',
    file: 'ein Bundle (.mwpbundle)',
  },
  address: () =>
    'Bitte diese Adresse in einem Browser auf diesem Rechner öffnen. Sie gilt einmal, zwei Minuten lang:',
  windowOpened: () => 'Das Fenster ist offen. Heddle endet mit ihm oder mit Strg-C.',
  windowClosed: () => 'Das Fenster wurde geschlossen.',
  noBrowser: () =>
    'Hier gibt es weder Electron noch einen Browser, der das Fenster zeigen kann. HEDDLE_BROWSER kann ein Chromium, Chrome oder Edge nennen.',
  windowFailed: (browser) => `${browser} hat kein Fenster gezeigt.`,
  runsAlready: () => 'Heddle läuft bereits mit diesem Profil.',
  runsElsewhere: () =>
    'Heddle läuft bereits mit diesem Profil, in einem eigenen Fenster. Bitte erst dieses schließen oder ein anderes --profile nennen.',
  notBuilt: () => 'Das Fenster ist nicht gebaut. `npm start` baut es.',
  portTaken: (port) =>
    `Port ${port} ist belegt. Bitte einen anderen --port nennen, oder keinen für einen freien.`,
  cannotStart: (reason) => `Heddle kann mit diesem Profil nicht starten: ${reason}`,
  recovery: (reason) =>
    `Das Profil lässt sich nicht öffnen (${reason}). Das Fenster zeigt, was getan werden kann.`,
};

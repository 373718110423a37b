// Verläufe als Dateien.
import type { files as english } from '../en/files.ts';
import type { Translated } from '../translated.ts';

export const files: Translated<typeof english> = {
  title: 'Geöffnete Dateien',
  empty: 'Keine Datei ist offen',
  emptyBody:
    'Ein Bundle (.mwpbundle) enthält den Verlauf einer Mission mit den Schlüsseln, die ihn prüfen. Hier lässt es sich ohne Verbindung und Identität lesen und prüfen.',
  path: 'Pfad eines Bundles',
  open: 'Bundle öffnen',
  close: 'Datei schließen',
  choose: 'Wähle eine Datei',
  readOnly: 'Geöffnete Datei: Sie lässt sich lesen, handeln lässt sich mit ihr nicht.',
  pathFact: 'Datei',
  organization: 'Organisation',
  createdAt: 'Geschrieben am',
  events: 'Events',
  groups: 'Verläufe darin',
  findings: 'Was gefunden wurde',
  whole: 'Die Datei',
  line: 'Zeile {{line}}',
  more_one: '{{count}} weiterer Fund',
  more_other: '{{count}} weitere Funde',
  banner: 'Geöffnete Datei, handeln lässt sich mit ihr nicht: {{name}}',
  means: {
    verified: 'Die Schlüssel sind die, die sich dieser Computer von dieser Organisation gemerkt hat.',
    consistent:
      'Alles in der Datei passt zusammen. Wem die Schlüssel gehören, sagt die Datei allein nicht: Frage den, von dem du sie hast, oder verbinde dich mit der Organisation.',
  },
};

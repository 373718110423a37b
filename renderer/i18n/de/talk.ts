// Conversations, in German.
import type { talk as english } from '../en/talk.ts';
import type { Translated } from '../translated.ts';

export const talk: Translated<typeof english> = {
  title: 'Gespräche',
  notAnOrder: 'Ein Gespräch – kein Auftrag. Nichts, was hier steht, ändert ein WorkItem.',
  types: { group: 'Group', work_item: 'WorkItem', review: 'Prüfung', restricted: 'eingeschränkt' },
  restricted: 'Eingeschränkt: sichtbar für die Teilnehmer, und für Owner und Coordinator bei einem Audit',
  messages_one: '{{count}} Message',
  messages_other: '{{count}} Messages',
  questions_one: '{{count}} offene Frage',
  questions_other: '{{count}} offene Fragen',
  participants: 'Teilnehmer: {{names}}',
  empty: 'In dieser Mission gibt es noch kein Gespräch',
  emptyBody:
    'Hier reden Mitglieder einer Group: Fragen, Hinweise, Antworten. Entscheidungen sind eigene Commands.',
  choose: 'Wähle ein Gespräch',
  noMessages: 'Noch hat niemand geschrieben',
  older: 'Ältere Messages zeigen',
  announcement: 'Ankündigung',
  mentionsYou: 'erwähnt dich',
  redacted: 'Diese Message wurde entfernt.',
  retracted: 'Diese Message wurde zurückgenommen.',
  write: 'Message',
  writeHint: 'An {{title}} schreiben…',
  post: 'Senden…',
  makeItem: 'WorkItem daraus machen',
  correct: 'Berichtigen…',
  retract: 'Zurücknehmen…',
  redact: 'Entfernen…',
  reason: 'Grund',
  newText: 'Berichtigter Text',
  unknownPart: 'Inhalt der Art {{type}}',
  references: 'Bezieht sich auf',
  quote: 'Aus einer Message von {{name}}:',
  actions: 'Was mit dieser Message möglich ist',
};

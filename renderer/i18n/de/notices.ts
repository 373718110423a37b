// Hinweise, in German.
import type { notices as english } from '../en/notices.ts';
import type { Translated } from '../translated.ts';

export const notices: Translated<typeof english> = {
  title: 'Hinweise',
  hint: 'Was gemeldet wird, kommt aus der Aufmerksamkeit, jede Lage einmal. Aufgeschobenes und Stummes bleibt still.',
  channels: { window: 'Im Fenster', native: 'Vom System', hook: 'Eigenes Programm', badge: 'Zahl am Symbol' },
  urgency: {
    title: 'Nach Dringlichkeit',
    heading: 'Dringlichkeit',
    now: 'Jetzt',
    decide: 'Entscheiden',
    watch: 'Beobachten',
    caption: 'Auf welchen Wegen jede Dringlichkeit gemeldet wird',
  },
  exceptions: {
    title: 'Nach Grund und Mission',
    hint: 'Eine Ausnahme gilt statt der Dringlichkeit: zuerst eine für einen Grund in einer Mission, dann eine für eine Mission, dann eine für einen Grund.',
    none: 'Es gibt keine: Alles geht nach seiner Dringlichkeit.',
    add: 'Ausnahme hinzufügen',
    reason: 'Grund',
    everyReason: 'Jeder Grund',
    mission: 'Mission',
    everyMission: 'Jede Mission',
    remove: 'Entfernen',
    removeName: 'Ausnahme für {{reason}}, {{mission}} entfernen',
    ways: 'Wege für {{reason}}, {{mission}}',
    silent: 'Kein Weg ist gewählt: Nichts wird gemeldet.',
  },
  quiet: {
    title: 'Ruhezeiten',
    on: 'Zu bestimmten Zeiten still sein',
    from: 'Von',
    until: 'Bis',
    days: 'Sie beginnen am',
    through: 'Was in wenigen Minuten bricht („Jetzt“), kommt durch',
    holds: 'Jetzt ist Ruhe. Was kommt, wird danach zusammen gemeldet.',
    badTime: 'Eine Uhrzeit sieht so aus: 22:00.',
  },
  hook: {
    title: 'Eigenes Programm',
    hint: 'Startet für jeden Hinweis einmal, ohne Shell, mit dem Hinweis als JSON auf der Standardeingabe. Es bekommt keinen Schlüssel und kein Geheimnis und wird nach 10 Sekunden beendet.',
    path: 'Absoluter Pfad des Programms',
    arguments: 'Argumente, eines je Zeile',
    agree: 'Dieses Programm für mich starten',
    agreeBody:
      'Heddle wird {{path}} für jeden Hinweis starten. Es darf alles, was du auf diesem Computer darfst. Stimm nur einem Programm zu, das du kennst.',
    notAgreed: 'Es startet erst, wenn du zugestimmt hast.',
    agreed: 'Zugestimmt, so wie es ist. Ein anderer Pfad oder andere Argumente brauchen es noch einmal.',
    remove: 'Kein Programm',
    runs: '{{done}} fertig, {{failed}} fehlgeschlagen, {{running}} laufen',
    lastFailure: 'Letzter Fehler: {{words}}',
    choose: 'Datei wählen …',
  },
  save: 'Speichern',
  discard: 'Verwerfen',
  saved: 'Die Hinweise sind gespeichert.',
  test: {
    title: 'Ausprobieren',
    now: 'Test senden',
    hint: 'Sofort, auf den hier gewählten Wegen, auch in Ruhezeiten.',
    sent: 'Ein Test wurde gesendet.',
  },
  browser: {
    ask: 'Diesem Browser erlauben, Hinweise zu zeigen',
    denied:
      'Dieser Browser zeigt keine Hinweise von Heddle. Seine Einstellungen für diese Seite können das ändern.',
    granted: 'Dieser Browser zeigt Hinweise, solange ein Fenster von Heddle offen ist.',
  },
  banner: {
    region: 'Hinweise',
    open: 'Zeigen',
    close: 'Hinweis „{{title}}“ schließen',
  },
};

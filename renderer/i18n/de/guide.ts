// Hilfe und Rundgang.
import type { guide as english } from '../en/guide.ts';

export const guide: typeof english = {
  help: {
    title: 'Hilfe',
    find: 'Hilfe durchsuchen',
    count_one: '{{count}} Seite',
    count_other: '{{count}} Seiten',
    shows: 'Was du siehst',
    can: 'Was du tun kannst',
    never: 'Was hier nie geschieht',
    words: 'Wörter',
    allWords: 'Alle Wörter',
    contract: 'Vertrag schreiben',
    offer: 'Anbieten',
    open: 'Zu diesem Ort',
    here: 'Hilfe zu diesem Ort',
    page: 'Hilfe: {{page}}',
    choose: 'Wähle eine Seite',
    chooseBody: 'Jeder Ort hat eine. Die Wörter des Protokolls stehen am Ende der Liste.',
    nothing: 'Keine Seite sagt das',
    nothingBody: 'Vielleicht finden es andere Wörter.',
  },
  tour: {
    label: 'Rundgang',
    begin: 'Rundgang machen',
    again: 'Rundgang noch einmal machen',
    resume: 'Rundgang fortsetzen',
    step: '{{number}} von {{count}}',
    next: 'Weiter',
    back: 'Zurück',
    later: 'Später',
    end: 'Rundgang beenden',
    done: 'Fertig',
    demoOnly: 'In der Demo',
    steps: {
      attention: {
        title: 'Beginne jeden Tag hier',
        body: 'Eine Zeile für alles, was jemanden braucht, das Dringendste zuerst. Jede hat eine beste Handlung.',
      },
      row: {
        title: 'Eine Zeile sagt was, bis wann und wer',
        body: '{{next}} und {{previous}} gehen durch die Zeilen, {{peek}} zeigt eine neben der Liste, {{open}} öffnet sie ganz, {{mine}} geht zur nächsten, die dich braucht.',
      },
      rail: {
        title: 'Alle Orte',
        body: 'G und ein Buchstabe führen zu jedem. Zahlen sagen, was dort wartet; Rot heißt abgelehnt.',
      },
      missions: {
        title: 'Missions',
        body: 'Jede hat einen Owner, einen Coordinator, ein Budget und ein Ende. Gesagtes ändert sie nie: nur unterschriebene Commands.',
      },
      outbox: {
        title: 'Was du unterschreibst, steht zuerst hier',
        body: 'Geht die Verbindung verloren, geht sonst nichts verloren: Ein Command wartet, geht hinaus und wird angenommen oder abgelehnt. Eine Ablehnung sagt, warum und was hilft.',
      },
      status: {
        title: 'Wie alles steht',
        body: 'Verbindung, für wen du handelst, was unterwegs ist, Uhr und Schlüssel. Jedes ist ein Knopf.',
      },
      palette: {
        title: 'Alles beim Namen',
        body: '{{palette}} findet Befehle, Missions, Leute und Orte. {{shortcuts}} zeigt die Tasten und die Hilfe des Ortes, an dem du bist.',
      },
      scenarios: {
        title: 'Lass etwas geschehen',
        body: 'Diese Organization ist erfunden, und ihre Schlüssel werden weggeworfen. Lass ein Angebot ablehnen oder eine Lease enden, und sieh, was die Liste dazu sagt.',
      },
    },
  },
};

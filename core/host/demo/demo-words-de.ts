// What the demo says, in German.
import type { DemoWords } from './demo-words.ts';

export const GERMAN_DEMO_WORDS: DemoWords = {
  connection: 'Demo',
  key: 'Wegwerfschlüssel der Demo',
  absent: 'Die Demo läuft nicht.',
  starting: {
    founding: 'Eine Organisation wird gegründet.',
    working: 'Worker prüfen die Unterlagen, die mit der App kommen.',
    talking: 'Ein paar Worte werden gesagt.',
    resuming: 'Die Demo wird wieder aufgenommen.',
  },
  running: 'Die Demo läuft: mit einer eigenen Authority auf diesem Computer und Wegwerfschlüsseln.',
  stopping: 'Die Demo wird beendet.',
  failed: (detail) => `Die Demo ließ sich nicht starten: ${detail}`,
  scenarios: {
    'offer-declined': {
      name: 'Ein Angebot wird abgelehnt',
      description:
        'Arbeit wird dem Records clerk angeboten, der nichts übernimmt, was sich nicht zurücknehmen lässt.',
    },
    'lease-expires': {
      name: 'Ein Execution Lease läuft ab',
      description:
        'Der Night worker beginnt, und dann ist nichts mehr von ihm zu hören, bis sein Lease endet.',
    },
    'disconnect-with-queue': {
      name: 'Die Verbindung reißt mit Arbeit im Ausgang',
      description:
        'Die Leitung zur Authority wird gekappt. Drei Commands warten; inzwischen handelt jemand anders, und einer wird abgelehnt.',
    },
    'stale-epoch': {
      name: 'Ein früherer Inhaber kommt zurück',
      description:
        'Die Arbeit ist schon an jemand anderen übergegangen, als ihr erster Inhaber unter alter Epoche ein Ergebnis einreicht.',
    },
    'hash-mismatch': {
      name: 'Ein Inhalt passt nicht zu seinem Hash',
      description:
        'Ein Ergebnis wird eingereicht, und sein Inhalt wird dort beschädigt, wo die Authority ihn aufbewahrt.',
    },
    'child-failure': {
      name: 'Eine Unteraufgabe scheitert',
      description:
        'Ein WorkItem wird zu einer eigenen Mission. Ihr Coordinator gibt auf, und das WorkItem ist blockiert.',
    },
    'change-request': {
      name: 'Der Eigentümer verlangt Änderungen',
      description:
        'Die Prüfung der Kasse wird nicht freigegeben: Ihr Eigentümer will etwas anderes und sagt, was.',
    },
    takeover: {
      name: 'Sie übernehmen eine Mission',
      description:
        'Der Second coordinator verstummt. Der Eigentümer ernennt Sie, mit dem, was er übergeben hat.',
    },
  },
  progress: {
    'planning-work': () => 'Arbeit wird geplant und angeboten.',
    'waiting-for-answer': () => 'Der Records clerk sieht sich das Angebot an.',
    declined: () => 'Abgelehnt. Der Grund steht in der Unterhaltung des WorkItem.',
    'working-silent': ({ seconds = '' }) =>
      `Die Arbeit hat begonnen, und ihr Inhaber ist verstummt. Der Lease dauert ${seconds} s.`,
    'lease-over': () => 'Der Lease ist abgelaufen. Das WorkItem kann jemand anderem angeboten werden.',
    cut: () => 'Die Leitung ist gekappt.',
    queued: ({ count = '' }) => `${count} Commands warten im Ausgang.`,
    'others-act': () => 'Inzwischen nimmt der Field worker das Angebot an, um das es in einem davon geht.',
    mended: () => 'Die Leitung steht wieder.',
    'queue-settled': ({ accepted = '', refused = '' }) =>
      `${accepted} angenommen, ${refused} abgelehnt. Sehen Sie in den Ausgang.`,
    'next-owner': () => 'Der Lease ist abgelaufen, und der Relief worker hat die Arbeit übernommen.',
    'late-return': () => 'Der Field worker ist zurück und reicht ein, was er hat.',
    'late-refused': ({ code = '' }) =>
      `Abgelehnt: ${code}. Was er gemacht hatte, steht in der Unterhaltung und zählt nicht.`,
    submitting: () => 'Der Field worker reicht ein Ergebnis ein.',
    damaging: () => 'Ein Byte des Inhalts wird dort geändert, wo er aufbewahrt wird.',
    differs: () => 'Der Inhalt passt nicht zu seinem Hash. Er kann nicht angenommen werden.',
    'child-begins': () => 'Ein WorkItem ist zu einer eigenen Mission geworden.',
    'child-failed': () => 'Die Unteraufgabe ist gescheitert, und ihr WorkItem ist blockiert.',
    resubmitting: () => 'Die Mission wird noch einmal eingereicht.',
    'changes-asked': () => 'Änderungen wurden verlangt. Die Mission ist wieder aktiv.',
    'lead-begins': () => 'Der Second coordinator leitet eine neue Mission.',
    'lead-silent': ({ seconds = '' }) =>
      `Er hat übergeben und ist verstummt. Seine Amtszeit dauert ${seconds} s.`,
    'taken-over': ({ epoch = '' }) => `Sie koordinieren die Mission, mit Coordinator Epoch ${epoch}.`,
    'went-wrong': ({ detail = '' }) => `Etwas ging schief: ${detail}`,
  },
  hindrances: {
    'other-runs': 'Ein anderes Szenario läuft gerade.',
    'archive-over':
      'Die Mission zum Archiv ist vorbei. Setzen Sie die Demo zurück, um das noch einmal zu sehen.',
    'accounts-over':
      'Die Prüfung der Kasse ist vorbei. Setzen Sie die Demo zurück, um das noch einmal zu sehen.',
    'accounts-open':
      'Arbeit der Prüfung ist offen. Sie muss eingereicht sein, bevor Änderungen verlangt werden können.',
    'not-online': 'Die Demo ist gerade nicht verbunden.',
    'not-coordinator':
      'Sie koordinieren diese Mission nicht mehr. Setzen Sie die Demo zurück, um das noch einmal zu sehen.',
  },
};

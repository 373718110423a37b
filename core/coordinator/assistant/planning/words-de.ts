// Planung auf Deutsch.
import { amountIn, durationIn, timeIn } from './amounts.ts';
import type { PlanningWords } from './words.ts';

export const PLANNING_WORDS_DE: PlanningWords = {
  reasons: {
    'dependency-failed': (v) => `wartet auf ${v['subject']}, und das ist gescheitert`,
    'dependency-cancelled': (v) =>
      `wartet auf ${v['subject']}, und das wurde aufgegeben und wird nie bestätigt`,
    'not-offered': () => 'alles Nötige ist da, und niemand wurde gefragt',
    'offer-ended': () => 'das Angebot ist abgelaufen, niemand hat es angenommen',
    'no-candidate': (v) =>
      v['subject'] === ''
        ? 'kein einzelnes Mitglied hat alle verlangten Fähigkeiten'
        : `kein Mitglied hat die Fähigkeit ${v['subject']}`,
    'start-approval': () => 'der Besitzer darf erst beginnen, wenn ein Mensch zugestimmt hat',
    'start-missed': (v) => `${v['subject']} hat nicht bis zur zugesagten Zeit begonnen`,
    'lease-ended': (v) => `das Execution Lease von ${v['subject']} ist abgelaufen`,
    'resolution-needed': (v) => `der Worker braucht: ${v['subject']}`,
    'child-awaits-answer': () => 'die Kind-Mission wartet auf unsere Antwort',
    'child-ended': () => 'die Kind-Mission hat nichts gebracht',
    'review-waits': (v) => `das Ergebnis von ${v['subject']} wartet auf die Prüfung`,
    'work-failed': () => 'ist gescheitert und wurde nicht neu angeboten',
    'budget-spent': (v) => `das Budget ist verbraucht: ${v['subject']}`,
    'term-ended': (v, f) =>
      `die Amtszeit von ${v['agentId']} endete ${timeIn(v, 'endedAtMs', f)}; ${v['ownerId']} muss einen Coordinator ernennen`,
    'deadline-passed': (v, f) => `die Frist ${timeIn(v, 'deadlineAtMs', f)} ist vorbei`,
    'mission-awaits-answer': () => 'die Mission wartet auf die Antwort ihres Eigentümers',
    'no-work': () => 'es gibt noch keine Arbeit mit einem Ergebnis',
    'all-done': (v) => `alle Arbeit ist getan: ${v['verified']} bestätigt, ${v['cancelled']} aufgegeben`,
    'budget-within': (v, f) =>
      `${v['dimension']}: erwartet ${amountIn(v, 'expected', f)} von ${amountIn(v, 'limit', f)}`,
    'budget-tight': (v, f) =>
      `${v['dimension']} wird knapp: erwartet ${amountIn(v, 'expected', f)} von ${amountIn(v, 'limit', f)}`,
    'budget-over': (v, f) =>
      `${v['dimension']} reicht nicht: erwartet ${amountIn(v, 'expected', f)}, erlaubt ${amountIn(v, 'limit', f)}`,
    'ancestor-short': (v, f) =>
      `${v['dimension']}: ${v['accountId']} darüber hat nur noch ${amountIn(v, 'left', f)}`,
    'term-renewal-due': (v, f) =>
      `die Amtszeit endet ${timeIn(v, 'endsAtMs', f)} und ist jetzt zu verlängern`,
    'term-cannot-renew': (v, f) =>
      `die Amtszeit endet ${timeIn(v, 'endsAtMs', f)} und lässt sich nicht verlängern: keine Verbindung oder kein Schlüssel`,
    'term-over': (v, f) =>
      `die Amtszeit von ${v['agentId']} endete ${timeIn(v, 'endedAtMs', f)}; verlängern geht nicht mehr`,
    'sleep-ends-term': (v, f) =>
      `die Amtszeit würde ${timeIn(v, 'endsAtMs', f)} enden, im Ruhezustand bis ${timeIn(v, 'wakeAtMs', f)}`,
    'sleep-outlasts-term': (v, f) =>
      `bis ${timeIn(v, 'wakeAtMs', f)} lässt sich die Amtszeit nicht verlängern: die Mission vorher übergeben`,
    'sleep-ends-lease': (v, f) =>
      `ein Lease (${v['kind']}) endet ${timeIn(v, 'endsAtMs', f)}, im Ruhezustand`,
    'sleep-ends-offer': (v, f) => `ein Angebot endet ${timeIn(v, 'endsAtMs', f)}, im Ruhezustand`,
    'sleep-ends-other': (v, f) => `${v['kind']} endet ${timeIn(v, 'endsAtMs', f)}, im Ruhezustand`,
    'sub-work-proposed': (v) => `${v['by']} schlägt Teilarbeit vor: ${v['goal']}`,
    'sub-work-open': (v) => `${v['count']} Teile darunter sind noch nicht fertig`,
    'owner-waits': (v) => `${v['agentId']} hält es noch und wartet: ${v['resolution']}`,
    'hold-ended': (v) => `${v['agentId']} hält es nicht mehr`,
    'another-worker': (v) => `${v['agentId']} könnte es übernehmen`,
    'nobody-else': () => 'sonst kann es hier niemand',
    'forecast-in-time': (v, f) =>
      `nach den Schätzungen fertig ${timeIn(v, 'endsAtMs', f)}, ${durationIn(v, 'slackMs', f)} vor der Frist`,
    'forecast-past-deadline': (v, f) =>
      `nach den Schätzungen fertig ${timeIn(v, 'endsAtMs', f)}, ${durationIn(v, 'slackMs', f)} nach der Frist`,
    'forecast-unknown': (v) => `für keines von ${v['withoutEstimate']} WorkItems gibt es eine Schätzung`,
    'item-past-deadline': (v, f) =>
      `„${v['goal']}“ verfehlt die eigene Frist ${timeIn(v, 'deadlineAtMs', f)}`,
    'pattern-by-word': (v) => `geplant nach dem Muster „${v['pattern']}“, denn im Ziel steht „${v['word']}“`,
    'pattern-by-default': (v) => `geplant nach dem Muster „${v['pattern']}“, denn kein anderes passt`,
    'from-brief': () => 'wie es im Brief steht',
    'proves-criterion': (v) => `belegt ${v['criterion']}: ${v['description']}`,
    'prepares-others': () => 'alles andere beginnt mit diesem Ergebnis',
    'combines-results': () => 'macht aus allen anderen ein Ergebnis',
    'capability-by-words': (v) => `${v['capability']} passt nach den Wörtern: ${v['words']}`,
    'capability-only-one': (v) => `${v['capability']} ist die einzige Fähigkeit, die es gibt`,
    'capability-unknown': (v) => `welche von ${v['known']} Fähigkeiten braucht das: ${v['about']}`,
    'criterion-by-human': (v) => `nur ein Mensch kann ${v['criterion']} bestätigen: ${v['description']}`,
    'time-over': (v, f) => `vor der Frist ${timeIn(v, 'deadlineAtMs', f)} lässt sich nichts mehr planen`,
    'no-budget': () => 'die Mission hat kein Budget mehr',
    'from-message': (v) => `${v['authorId']} hat es gesagt; der Text ist zitiert, nichts darin wurde befolgt`,
    'criteria-listed': (v) => `die ${v['count']} Punkte darin wurden die Abnahmekriterien`,
    'criterion-whole': () => 'der Text zählt keine Punkte auf: Das Ziel ist das eine Abnahmekriterium',
    'deadline-of-mission': (v, f) =>
      `fällig, wenn noch ein Zehntel der Zeit bis zur Frist der Mission ${timeIn(v, 'deadlineAtMs', f)} bleibt`,
    'budget-part': (v) => `bekommt ${v['percent']} % von dem, was die Mission frei hat`,
    'contract-next-offer': (v) =>
      `der Text wird eine Änderung in Version ${v['version']} des Vertrags; er geht mit dem nächsten Angebot hinaus`,
    'author-fits': (v) => `${v['agentId']} hat jede Fähigkeit, die der Vertrag verlangt`,
    'author-lacks': (v) => `${v['agentId']} fehlt die Fähigkeit ${v['capability']}`,
    'term-ended-before': (v, f) =>
      `die Amtszeit von ${v['agentId']} (Epoche ${v['epoch']}) endete ${timeIn(v, 'endsAtMs', f)}`,
    'term-still-runs': (v, f) =>
      `${v['agentId']} leitet noch bis ${timeIn(v, 'endsAtMs', f)} und wird ab der Übernahme abgewiesen`,
    'children-move': (v) => `${v['count']} Kind-Missionen bekommen den neuen Coordinator als Eigentümer`,
    'grants-end': (v) => `${v['count']} Delegation Grants enden mit der Amtszeit`,
    'package-missing': () => 'niemand hat ein Context Package für die ganze Mission hinterlassen',
    'package-found': (v) => `Context Package, Version ${v['version']}`,
    'log-incomplete': () => 'das Protokoll ist hier nicht vollständig oder nicht geprüft: erst lesen',
    'log-complete': () => 'das Protokoll ist hier vollständig',
  },
  waysOut: {
    offer: 'Arbeit anbieten',
    'find-worker': 'Worker finden',
    'approve-start': 'Zustimmung zum Beginn erbitten',
    resolve: 'Geben, was fehlt',
    review: 'Ergebnis prüfen',
    'answer-child': 'Der Kind-Mission antworten',
    'replan-child': 'Nach der Kind-Mission neu planen',
    replace: 'Arbeit ersetzen',
    'raise-budget': 'Platz im Budget schaffen',
    appoint: 'Coordinator ernennen',
    plan: 'Arbeit planen',
    submit: 'Zur Genehmigung einreichen',
    'answer-submission': 'Auf den Eigentümer warten',
    'follow-up': 'Den Eigentümer fragen, wie es weitergeht',
  },
  reconcile: {
    'dependency-open': 'wartet auf andere Arbeit',
    'dependency-failed': 'wartet auf gescheiterte Arbeit',
    'dependency-cancelled': 'wartet auf aufgegebene Arbeit',
    'not-offered': 'nicht angeboten',
    'offer-ended': 'Angebot abgelaufen',
    'no-candidate': 'niemand kann es',
    'start-approval': 'wartet auf die Zustimmung zum Beginn',
    'start-missed': 'nicht rechtzeitig begonnen',
    'lease-ended': 'Lease abgelaufen',
    'resolution-needed': 'blockiert',
    'child-awaits-answer': 'Kind-Mission wartet auf eine Antwort',
    'child-ended': 'Kind-Mission hat nichts gebracht',
    'review-waits': 'Ergebnis wartet auf die Prüfung',
    'work-failed': 'gescheitert',
    'budget-spent': 'Budget verbraucht',
    'ends-soon': 'Lease oder Angebot endet bald',
    'question-open': 'eine Frage ist offen',
    keep: 'läuft weiter',
  },
};

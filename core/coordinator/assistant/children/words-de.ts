// Kind-Missionen auf Deutsch.
import { amountIn, durationIn, timeIn } from '../planning/amounts.ts';
import type { ChildWords } from './words.ts';

export const CHILD_WORDS_DE: ChildWords = {
  reasons: {
    'many-criteria': (v) => `hat ${v['count']} Abnahmekriterien (ab ${v['from']})`,
    'many-deliverables': (v) => `liefert ${v['count']} Ergebnisse (ab ${v['from']})`,
    'large-budget': (v) => `braucht ${v['percent']} % des Geldes der Mission (ab ${v['from']} %)`,
    'many-sub-items': (v) => `${v['count']} WorkItems liegen darunter (ab ${v['from']})`,
    'deep-work': (v) => `die Arbeit darunter ist ${v['depth']} tief verschachtelt (ab ${v['from']})`,
    'long-work': (v, f) =>
      v['isEstimate'] === true
        ? `dauert nach der Schätzung ${durationIn(v, 'durationMs', f)}`
        : `kann ${durationIn(v, 'durationMs', f)} dauern, bis zur Frist`,
    'capability-missing': (v) => `niemand hier kann ${v['capabilities']}`,
    'no-single-worker': (v) => `niemand allein kann alles: ${v['capabilities']}`,
    'small-work': (v) => `${v['speaking']} Gründe sprechen für eine Kind-Mission, nötig sind ${v['needed']}`,
    'state-forbids': (v) => `im Zustand ${v['state']} wird daraus keine Kind-Mission`,
    'mission-not-active': (v) => `die Mission ist ${v['state']}`,
    'child-lives': () => 'eine Kind-Mission arbeitet schon daran',
    'depth-limit': (v) =>
      `wäre Ebene ${v['depth']}, erlaubt sind ${v['limit']}: dafür braucht es eine Ausnahme`,
    'owner-loses-work': (v) => `${v['agentId']} verliert das WorkItem (${v['state']})`,
    'budget-narrows': (v, f) =>
      `${v['dimension']}: ${amountIn(v, 'wanted', f)} von ${amountIn(v, 'allowed', f)}, die ${v['accountId']} noch hat`,
    'budget-widens': (v, f) =>
      `${v['dimension']}: ${amountIn(v, 'wanted', f)} ist mehr als die ${amountIn(v, 'allowed', f)}, die ${v['accountId']} noch hat`,
    'budget-inexact': (v) => `${v['amount']} lässt sich nicht genau in Millionsteln der Währung schreiben`,
    'currency-differs': (v) => `das Budget ist in „${v['currency']}“, das der Mission in „${v['expected']}“`,
    'deadline-narrows': (v, f) =>
      `endet ${timeIn(v, 'deadlineAtMs', f)}, nicht nach ${v['of']} (${timeIn(v, 'allowedAtMs', f)})`,
    'deadline-widens': (v, f) =>
      `endet ${timeIn(v, 'deadlineAtMs', f)}, später als ${v['of']} (${timeIn(v, 'allowedAtMs', f)})`,
    'deadline-passed': (v, f) => `die Frist ${timeIn(v, 'deadlineAtMs', f)} ist vorbei`,
    'permission-narrows': (v) => `„${v['permission']}“ darf auch die Mission darüber`,
    'permission-widens': (v) =>
      `„${v['permission']}“ darf die Mission darüber nicht; sie darf: ${v['allowed']}`,
    'depth-within': (v) => `Ebene ${v['depth']} von ${v['limit']}`,
    'depth-exceeded': (v) => `Ebene ${v['depth']}, erlaubt sind ${v['limit']}`,
    'coordinator-has-capabilities': (v) =>
      `${v['agentId']} koordiniert: kann ${v['capabilities']} von ${v['required']} Fähigkeiten und hält ${v['held']} WorkItems`,
    'coordinator-is-free': (v) => `${v['agentId']} koordiniert: hält ${v['held']} WorkItems`,
    'coordinator-is-parents': (v) =>
      `${v['agentId']} koordiniert auch die Mission darüber; sonst ist niemand da`,
    'no-coordinator': (v) =>
      v['wished'] === ''
        ? 'kein Agent kommt als Coordinator infrage'
        : `${v['wished']} kommt als Coordinator nicht infrage`,
    'policy-block': (v) =>
      `scheitert sie, bleibt das WorkItem blockiert, bis jemand entscheidet (${v['waiting']} warten darauf)`,
    'policy-fail-item': () => 'scheitert sie, scheitert das WorkItem und kann neu angeboten werden',
    'policy-fail-mission': () =>
      'scheitert sie, scheitert die ganze Mission: der Vertrag nennt sie unentbehrlich',
    'human-for-risk': (v) => `der Mensch an der Wurzel genehmigt mit: das Risiko ist ${v['risk']}`,
    'human-for-own-output': () =>
      'der Mensch an der Wurzel genehmigt mit: niemand prüft die eigene Arbeit allein',
    'child-ended-badly': (v) => `die Kind-Mission ist ${v['state']}`,
    'child-awaits-approval': (v) =>
      `${v['artifacts']} Artifacts warten auf die Antwort (Revision ${v['revision']})`,
    'child-term-ended': (v, f) => `die Amtszeit von ${v['agentId']} endete ${timeIn(v, 'endedAtMs', f)}`,
    'child-past-deadline': (v, f) =>
      `nach den Schätzungen fertig ${timeIn(v, 'endsAtMs', f)}; Frist ${timeIn(v, 'deadlineAtMs', f)}`,
    'child-cannot-go-on': (v) => `nichts geht darin weiter (${v['cause']}, insgesamt ${v['count']})`,
    'child-budget': (v) => `${v['percent']} % von ${v['dimension']} sind verbraucht`,
    'child-needs-human': () => 'der Mensch an der Wurzel muss mit genehmigen',
    'child-unseen': () => 'ihre Gruppe ist von hier nicht zu sehen',
    'content-intact': (v) => `${v['contentHash']}: der Inhalt ist der des Hashes`,
    'content-differs': (v) => `${v['contentHash']}: der Inhalt ist nicht der des Hashes`,
    'content-unseen': (v) => `${v['contentHash']}: der Inhalt wurde noch nicht angesehen`,
    'manifest-missing': (v) => `${v['contentHash']}: dazu wurde kein Manifest veröffentlicht`,
    'revision-moved': (v) =>
      `eingereicht wurde Revision ${v['submitted']}, die Mission steht bei ${v['revision']}`,
    'criterion-proven': (v) => `${v['criterion']}: ${v['type']} bestanden`,
    'criterion-failed': (v) => `${v['criterion']}: ${v['type']} ist ${v['result']}`,
    'criterion-unproven': (v) => `${v['criterion']}: ${v['type']} fehlt`,
    'criterion-own-word': (v) => `${v['criterion']}: ${v['agentId']} prüft die eigene Arbeit`,
    'human-proves': (v) => `${v['criterion']}: bestätigt ein Mensch mit der Genehmigung`,
    'human-must-approve': (v) => `${v['humanId']} muss mit genehmigen`,
    'own-output': (v) =>
      `Eigentümer und Coordinator sind derselbe Agent: ${v['humanId']} muss mit genehmigen`,
    'human-has-approved': (v) => `${v['humanId']} hat genehmigt`,
    'answer-late': (v, f) => `die Frist ${timeIn(v, 'deadlineAtMs', f)} ist inzwischen vorbei`,
    'nobody-waits': () => 'auf dieses Ergebnis wartet kein WorkItem mehr',
    'parent-covered': (v) => `belegt ${v['criterion']} des WorkItems darüber`,
    'parent-uncovered': (v) =>
      `nichts darin belegt ${v['criterion']} des WorkItems darüber: ${v['description']}`,
    'child-failed': (v) => `die Kind-Mission ${v['missionId']} ist gescheitert`,
    'child-cancelled': (v) => `die Kind-Mission ${v['missionId']} wurde abgebrochen`,
    'attempts-left': (v) => `${v['used']} von ${v['allowed']} Versuchen sind verbraucht`,
    'attempts-spent': (v) => `alle ${v['allowed']} Versuche sind verbraucht`,
    'results-kept': (v) => `${v['count']} ihrer Artifacts können Eingaben des Nächsten sein`,
    'time-left': (v, f) => `Zeit ist bis ${timeIn(v, 'deadlineAtMs', f)}`,
    'time-gone': (v, f) => `die Frist ${timeIn(v, 'deadlineAtMs', f)} ist vorbei`,
    'work-waits': (v) => `${v['count']} WorkItems warten darauf`,
    'worker-found': (v) => `${v['agentId']} kann es`,
    'no-worker': (v) =>
      v['capabilities'] === ''
        ? 'kein einzelnes Mitglied kann es'
        : `kein Mitglied kann ${v['capabilities']}`,
    'mission-failed': () => 'die Mission ist damit gescheitert und wird nicht wieder geöffnet',
    'failure-climbs': (v) =>
      `das Scheitern hat ${v['workItemId']} der Mission darüber erreicht: dort entscheiden`,
  },
  advice: {
    promote: 'Zur Kind-Mission machen',
    keep: 'So lassen',
    impossible: 'Daraus kann keine Kind-Mission werden',
  },
  reviews: {
    approve: 'Ergebnis genehmigen',
    'send-back': 'Änderungen verlangen',
    wait: 'Erst die Inhalte ansehen',
    'ask-human': 'Den Menschen an der Wurzel fragen',
    late: 'Das Ergebnis kommt zu spät',
  },
  replans: {
    'replacement-child': 'Eine andere Kind-Mission',
    'own-work': 'In dieser Mission erledigen',
    'offer-again': 'Neu anbieten',
    'give-up': 'Aufgeben',
    'new-mission': 'Eine neue Mission beginnen',
    'look-above': 'In der Mission darüber entscheiden',
  },
};

// Was der Assistent zeigt, auf Deutsch.
import type { AssistantWords } from './assistant-words.ts';

export const GERMAN_ASSISTANT_WORDS: AssistantWords = {
  terms: {
    deadlineFit: 'Zeit',
    cost: 'Kosten',
    reliability: 'Verlässlichkeit',
    load: 'Auslastung',
    fairness: 'Fairness',
  },
  outcomes: {
    accepted: (count) => `${count} angenommen`,
    late: (count) => `${count} verspätet`,
    failed: (count) => `${count} gescheitert`,
    lostLease: (count) => `${count} verloren`,
    declined: (count) => `${count} abgelehnt`,
  },
  figures: {
    duration: (duration) => `${duration} im Schnitt`,
    cost: (amount) => `${amount} im Schnitt`,
    held: (count) => `hält ${count}`,
    slots: (count) => (count === 1 ? '1 Platz' : `${count} Plätze`),
    assigned: (count, window) => `${count} der letzten ${window} Zuteilungen`,
    unknown: 'nicht bekannt',
  },
  sources: {
    event: (sequence) => `#${sequence}`,
    record: (kind, sequence) => (sequence === undefined ? kind : `${kind} #${sequence}`),
    card: (version) => `Agent Card ${version}`,
    presence: (heardAt) => `gehört ${heardAt}`,
  },
  records: {
    mission: 'Mission',
    workItem: 'WorkItem',
    membership: 'Mitgliedschaft',
    member: 'Mitgliedschaft',
    lease: 'Lease',
    artifact: 'Artifact',
    content: 'Inhalt',
    evidence: 'Evidence',
    account: 'Budget',
    workload: 'Warteschlange des Agents',
    contextPackage: 'Context Package',
    approval: 'Freigabe',
    proposal: 'Vorschlag',
    grant: 'Delegation Grant',
  },
  otherRecord: 'Eintrag',
  steps: {
    membership: (names) => `Vorläufige Mitgliedschaft und Context Package für ${names}`,
    offer: (names) => `Angebot an ${names}`,
  },
  drafts: {
    'work.accept_result': 'Mit dieser Evidence annehmen',
    'work.fail': 'Mit diesen Befunden zurückgeben',
    'work.offer': 'Mit berichtigtem Vertrag neu anbieten',
    'work.authorize': 'Prüfung durch jemand anderen anlegen',
  },
  matrixWidenings: {
    rule: (ruleId) => `Die Regel ${ruleId} ist neu: Was sie nennt, wird ohne dich unterzeichnet.`,
    acts: (ruleId) => `Die Regel ${ruleId} nennt weitere Arten von Commands.`,
    missions: (ruleId) => `Die Regel ${ruleId} gilt für weitere Missions.`,
    risk: (ruleId) => `Die Regel ${ruleId} reicht bis zu höherem Risiko.`,
    each: (ruleId) => `Nach der Regel ${ruleId} darf ein Command mehr binden.`,
    total: (ruleId) => `Nach der Regel ${ruleId} dürfen alle Commands zusammen mehr binden.`,
    perHour: (ruleId) => `Die Regel ${ruleId} erlaubt mehr Commands in der Stunde.`,
    until: (ruleId) => `Die Regel ${ruleId} gilt länger.`,
    limits: () => 'In derselben Zeit werden mehr Commands ohne dich unterzeichnet.',
  },
  files: {
    notes: (problem) =>
      `Die Notizen über das allein Unterzeichnete sind nicht lesbar (${problem}). Bis dahin ist der Assistent angehalten.`,
    matrix: (problem) => `Was der Assistent allein darf, ist nicht lesbar (${problem}). Er schlägt nur vor.`,
    matrixFaults: (count) =>
      `Was der Assistent allein darf, hat ${count === 1 ? '1 Fehler' : `${count} Fehler`}. Er schlägt nur vor.`,
    modelTest: 'Tests der Verbindung',
    modelAnswered: (model, tokens) => `${model} hat geantwortet. Das brauchte ${tokens} Token.`,
  },
};

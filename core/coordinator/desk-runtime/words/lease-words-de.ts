// Leases und Epochen auf Deutsch. Die Wörter des Protokolls bleiben, wie sie sind.
import type { LeaseWords } from './lease-words.ts';

const many = (count: unknown, one: string, more: string) =>
  Number(count) === 1 ? `1 ${one}` : `${String(count)} ${more}`;

export const LEASE_WORDS_DE: LeaseWords = {
  types: {
    coordinator: 'Coordinator Lease',
    ownership: 'Ownership',
    execution: 'Execution Lease',
    blocked: 'Reservierung blockierter Arbeit',
  },
  standings: {
    runs: 'läuft',
    'ends-soon': 'endet bald',
    'start-missed': 'nicht rechtzeitig begonnen',
    'in-grace': 'abgelaufen, in der Schonzeit',
    over: 'abgelaufen',
  },
  steps: {
    'holder-renews': () => 'ihr Inhaber verlängert sie',
    'renewal-planned': ({ atMs }, f) => `zu verlängern ab ${f.time(Number(atMs))}`,
    renew: () => 'jetzt verlängern',
    'cannot-renew': () => 'fällig und von hier aus nicht zu verlängern: keine Verbindung oder kein Schlüssel',
    appoint: () => 'einen Coordinator ernennen',
    'owner-appoints': () => 'ihr Owner muss einen Coordinator ernennen',
    wait: ({ atMs }, f) => (Number(atMs) === 0 ? 'warten' : `warten, höchstens bis ${f.time(Number(atMs))}`),
    'wait-grace': ({ atMs }, f) => `die Schonzeit abwarten, bis ${f.time(Number(atMs))}`,
    'wait-hold': ({ atMs }, f) => `neu vergeben ab ${f.time(Number(atMs))}: bis dahin wird es gehalten`,
    reassign: () => 'neu vergeben',
    resolve: () => 'geben, was gebraucht wird',
    'child-works': () => 'eine Unteraufgabe arbeitet daran',
    'leader-acts': () => 'ihr Coordinator handelt',
  },
  sessions: {
    here: ({ epoch, fenced }) =>
      Number(fenced) === 0
        ? `Session ${epoch} ist hier`
        : `Session ${epoch} ist hier · ${many(fenced, 'frühere ist ausgesperrt', 'frühere sind ausgesperrt')}`,
    elsewhere: () => 'eine andere Laufzeit hält die Session: diese ist ausgesperrt',
    none: () => 'keine Session: nicht verbunden',
  },
  terms: {
    current: 'leitet jetzt',
    'ended-by-clock': 'seine Amtszeit ist nach der Uhr abgelaufen',
    replaced: 'abgelöst, ausgesperrt',
    over: 'vorbei',
  },
  ends: {
    'coordinator-lease': 'die Coordinator Lease',
    'ownership-lease': 'die Ownership',
    'execution-lease': 'die Execution Lease',
    'blocked-lease': 'die Reservierung blockierter Arbeit',
    offer: 'ein Angebot',
    membership: 'eine vorläufige Membership',
    'execution-approval': 'eine Startfreigabe',
    grant: 'ein Delegation Grant',
    override: 'eine Ausnahme',
    deadline: 'die Frist',
  },
  losses: {
    'after-checkpoint': ({ phase, atMs, sinceMs }, f) =>
      atMs === undefined
        ? `Was nach dem Checkpoint „${phase}“ getan wurde, ist verloren.`
        : `Was nach dem Checkpoint „${phase}“ von ${f.time(Number(atMs))} getan wurde, ist verloren: ${f.duration(Number(sinceMs))}.`,
    everything: () => 'Es gibt keinen Checkpoint: Der nächste beginnt von vorn.',
    'state-unavailable': ({ condition }) =>
      condition === 'differs'
        ? 'Der gesicherte Stand passt nicht zu seinem Hash und nützt nichts.'
        : 'Der gesicherte Stand ist nicht zu holen.',
    'start-approvals': ({ count }) =>
      `${many(count, 'Startfreigabe endet', 'Startfreigaben enden')} mit der Epoche: Ein Mensch muss erneut freigeben.`,
    buffered: ({ agentId }) => `Was ${agentId} ohne Verbindung gepuffert hat, wird abgelehnt.`,
    'no-tries-left': ({ attempts, maxAttempts }) =>
      `${attempts} von ${maxAttempts} Versuchen sind verbraucht: Der Vertrag erlaubt keinen weiteren.`,
  },
  kept: {
    milestones: ({ count }) => `${many(count, 'Meilenstein', 'Meilensteine')} des Checkpoints`,
    state: () => 'der gesicherte Stand des Checkpoints',
    artifacts: ({ count }) => many(count, 'Artifact', 'Artifacts'),
    evidence: ({ count }) => `${count} Evidence`,
    usage: ({ percent }) =>
      `was vom Budget verbraucht ist: ${percent} % der engsten Dimension bleiben verbraucht`,
    talk: () => 'die Conversation zum Item',
  },
  fences: {
    'offer-fences': ({ epoch }) =>
      `Schon das Angebot sperrt aus, nicht erst seine Annahme: Unter Epoche ${epoch} zählt nichts mehr.`,
    'owner-fenced': ({ agentId, epoch }) => `${agentId} verliert das Item (Epoche ${epoch}).`,
    'execution-revoked': () => 'Seine Execution Lease wird widerrufen, mit jedem Capability Token darunter.',
    'hold-revoked': () => 'Seine Reservierung des Items wird widerrufen.',
  },
  lateRule: ({ agentId, epoch }) =>
    `Ein Ergebnis, das ${agentId} noch unter Epoche ${epoch} vorlegt, wird als veraltet abgelehnt. Artifacts und Evidence, die schon veröffentlicht sind, bleiben im Log und zählen nicht.`,
};

// Agents, Mitglieder und Delegation Grants auf Deutsch. Die Wörter des Protokolls bleiben, wie sie sind.
import type { PeopleWords } from './people-words.ts';

export const PEOPLE_WORDS_DE: PeopleWords = {
  cardStatuses: { active: 'Karte gültig', deprecated: 'Karte überholt', revoked: 'Karte widerrufen' },
  roles: {
    mission_owner: 'Owner',
    coordinator: 'Coordinator',
    worker: 'Worker',
    reviewer: 'Prüfer',
    observer: 'Beobachter',
    work_delegate: 'Work Delegate',
  },
  figures: {
    accepted: 'erledigt',
    failed: 'gescheitert',
    sentBack: 'Änderungen verlangt',
    reassigned: 'neu vergeben',
    lostLease: 'Lease verloren',
    late: 'verspätet',
    budgetSpent: 'Budget aufgebraucht',
    declined: 'abgelehnt',
  },
  recordBasis: {
    one: (title) => `Aus dem Log von „${title}“, so weit es hier zu sehen ist.`,
    all: (missions) =>
      missions === 1
        ? 'Aus dem Log der einen Mission, die hier zu sehen ist.'
        : `Aus den Logs der ${missions} Missions, die hier zu sehen sind.`,
  },
  obligations: {
    coordinates: 'ist der Coordinator',
    ownsMission: 'ist der Owner der Mission',
    holds: (title, state) => `hält „${title}“ (${state}): die Arbeit muss jemand anderem gegeben werden`,
    offered: (title) => `hat ein Angebot für „${title}“ und kann es dann nicht mehr annehmen`,
    grant: (title) => `ein Delegation Grant unter „${title}“ endet sofort`,
    delegated: (title) => `„${title}“ wurde unter seinem Grant autorisiert und bleibt`,
    provisional:
      'die vorläufige Mitgliedschaft ist nach der Uhr abgelaufen; das Beenden macht es für alle sichtbar',
  },
  endMember: 'Mitgliedschaft beenden',
  endFaults: {
    owner: 'Der Owner einer Mission bleibt Mitglied (MEM-007).',
    coordinator: 'Der Coordinator bleibt Mitglied, bis ein anderer ernannt ist (MEM-007).',
    ended: 'Die Mitgliedschaft ist schon beendet.',
  },
  standings: {
    holds: 'gilt',
    'mission-over': 'mit der Mission beendet',
    expired: 'nach der Uhr abgelaufen',
    'coordinator-replaced': 'beendet: der Coordinator, der ihn gab, wurde abgelöst',
    'no-delegate': 'beendet: der Agent ist kein aktiver Work Delegate mehr',
    'membership-changed': 'beendet: die Mitgliedschaft wurde geändert und damit ihre Epoche',
    'target-over': 'beendet: sein WorkItem ist am Ende',
  },
  endsWith: {
    time: (at) => `die Uhr, um ${at}`,
    coordinator: (name, epoch) => `ein anderer Coordinator als ${name} (Coordinator-Epoche ${epoch})`,
    membership: (name, epoch) =>
      `jede Änderung der Mitgliedschaft von ${name} (Mitgliedschafts-Epoche ${epoch})`,
    target: (title) => `das Ende von „${title}“: bestätigt, gescheitert oder abgebrochen`,
  },
  delegateFaults: {
    notMember: 'ist kein Mitglied: zuerst als Work Delegate hinzufügen',
    notDelegate: 'hat die Rolle Work Delegate nicht: zuerst die Rolle geben',
    provisional: 'ist nur vorläufig Work Delegate: die Rolle muss aktiv sein',
    inactiveCard: 'seine Karte ist nicht gültig',
  },
  targetFault: (state) => `ist ${state}: darunter kann nichts delegiert werden`,
  roleFaults: {
    owner: (name) => `Der Owner ist ${name}; ein anderer wird nie durch Mitgliedschaft bestimmt (MEM-009).`,
    coordinator: (name) =>
      `Der Coordinator ist ${name}; ein anderer wird durch eine Übernahme ernannt (MEM-009).`,
  },
};

// German texts of the desk. The words of the protocol stay as they are.
import type { CodeWords, DeskWords } from './desk-words.ts';
import { GERMAN_NAMES, GERMAN_RULE_ADVICE } from './attention-words-de.ts';
import { GERMAN_FIX_WORDS } from './fix-words-de.ts';
import { numberOf, textOf } from './desk-words.ts';

const times = (count: unknown, one: string, many: string) =>
  numberOf(count) === 1 ? `1 ${one}` : `${numberOf(count)} ${many}`;

/** A name of the protocol as a word of a line. */
function nameOf(value: unknown): string {
  const name = textOf(value);
  return GERMAN_NAMES[name] ?? name;
}

/** What a refusal means, without its full stop. */
function causeOf(code: unknown): string {
  return codeWords[textOf(code)]?.cause.replace(/\.$/u, '') ?? textOf(code);
}

const codeWords: { readonly [code: string]: CodeWords } = GERMAN_FIX_WORDS.codes;

export const GERMAN_DESK_WORDS: DeskWords = {
  ...GERMAN_FIX_WORDS,
  severities: { now: 'Jetzt', decide: 'Entscheiden', watch: 'Beobachten' },
  nothing: 'Nichts wartet auf dich.',
  nextMoment: (what, at, label) => `Nächster bekannter Zeitpunkt: ${what}, ${label}, ${at}.`,
  ends: {
    'coordinator-lease': 'Ende der Coordinator-Lease',
    'ownership-lease': 'Ende der Ownership-Lease',
    'execution-lease': 'Ende der Execution Lease',
    'blocked-lease': 'Ende der Lease auf blockierte Arbeit',
    offer: 'Ende des Angebots',
    membership: 'Ende der vorläufigen Membership',
    'execution-approval': 'Ende der Startfreigabe',
    grant: 'Ende des Delegation Grant',
    override: 'Ende der Ausnahme',
    deadline: 'Frist',
  },
  rules: {
    'coordinator-lease-ends': {
      name: 'Coordinator-Lease endet',
      detail: ({ endsAt, canRenew }, { time }) =>
        `${time(numberOf(endsAt))}${canRenew === true ? '' : ' · von hier aus gerade nicht zu verlängern'}`,
    },
    'coordinator-lease-ended': {
      name: 'Coordinator-Lease abgelaufen',
      detail: ({ endedAt, agentId }, { time }) => `${textOf(agentId)} · seit ${time(numberOf(endedAt))}`,
    },
    'execution-lease-ends': {
      name: 'Execution Lease endet',
      detail: ({ endsAt, agentId, renewals }, { time }) =>
        `${time(numberOf(endsAt))} · ${textOf(agentId)} · ${numberOf(renewals)}-mal verlängert`,
    },
    'execution-lease-ended': {
      name: 'Execution Lease abgelaufen',
      detail: ({ endsAt, agentId, graceEndsAt }, { time }) =>
        `${textOf(agentId)} · seit ${time(numberOf(endsAt))}${
          graceEndsAt === undefined ? '' : ` · Schonzeit bis ${time(numberOf(graceEndsAt))}`
        }`,
    },
    'start-by-missed': {
      name: 'Nicht rechtzeitig begonnen',
      detail: ({ endsAt, agentId }, { time }) =>
        `${textOf(agentId)} · sollte bis ${time(numberOf(endsAt))} beginnen`,
    },
    'hold-ends': {
      name: 'Reservierung endet',
      detail: ({ endsAt, agentId }, { time }) => `${textOf(agentId)} · ${time(numberOf(endsAt))}`,
    },
    'offer-ends': {
      name: 'Angebot endet',
      detail: ({ endsAt, declined, candidates }, { time }) =>
        `${time(numberOf(endsAt))} · ${numberOf(declined)} von ${numberOf(candidates)} haben abgelehnt`,
    },
    'offer-ended': {
      name: 'Angebot abgelaufen',
      detail: ({ endsAt, candidates }, { time }) =>
        `${time(numberOf(endsAt))} · ${times(candidates, 'Kandidat', 'Kandidaten')}, keine Zusage`,
    },
    'all-declined': {
      name: 'Alle haben abgelehnt',
      detail: ({ candidates, isRecorded }) =>
        `${times(candidates, 'Kandidat', 'Kandidaten')}${isRecorded === true ? '' : ' · gesagt, nicht im Protokoll'}`,
    },
    'submission-waits': {
      name: 'Prüfung',
      detail: ({ covered, criteria }) =>
        `${numberOf(covered)}/${numberOf(criteria)} Kriterien haben Evidence`,
    },
    'start-approval-waits': {
      name: 'Startfreigabe',
      detail: ({ agentId, risk, ownershipEndsAt }, { time }) =>
        `${textOf(agentId)} · Risiko ${nameOf(risk)} · Ownership endet ${time(numberOf(ownershipEndsAt))}`,
    },
    'start-approval-ends': {
      name: 'Startfreigabe läuft ungenutzt ab',
      detail: ({ agentId, endsAt }, { time }) => `${textOf(agentId)} · ${time(numberOf(endsAt))}`,
    },
    'final-approval-waits': {
      name: 'Endgültige Freigabe',
      detail: ({ revision, artifacts }) =>
        `Revision ${numberOf(revision)} · ${times(artifacts, 'Artifact', 'Artifacts')}`,
    },
    'changes-requested': { name: 'Änderungen verlangt', detail: ({ feedback }) => textOf(feedback) },
    'item-blocked': {
      name: 'Blockiert',
      detail: ({ agentId, resolution }) => `${textOf(agentId)} braucht: ${textOf(resolution)}`,
    },
    'question-open': { name: 'Offene Frage', detail: ({ by }) => `gestellt von ${textOf(by)}` },
    'proposal-open': { name: 'Vorschlag', detail: ({ by, goal }) => `${textOf(by)}: ${textOf(goal)}` },
    'item-failed': {
      name: 'Gescheitert',
      detail: ({ attempts, because }) =>
        `${times(attempts, 'Versuch', 'Versuche')}${textOf(because) === '' ? '' : ` · ${textOf(because)}`}`,
    },
    'child-trouble': {
      name: 'Unteraufgabe braucht dich',
      detail: ({ because, state, dimension, percent, count }) =>
        because === 'budget'
          ? `${nameOf(dimension)} bei ${numberOf(percent)} %`
          : because === 'blocked'
            ? `${times(count, 'WorkItem ist', 'WorkItems sind')} blockiert`
            : `beendet: ${MISSION_STATES[textOf(state)] ?? textOf(state)}`,
    },
    'nothing-runs': {
      name: 'Nichts kann weitergehen',
      detail: ({ waiting, root }) =>
        `${times(waiting, 'WorkItem wartet', 'WorkItems warten')} auf „${textOf(root)}“`,
    },
    'item-ready': {
      name: 'Bereit, nicht angeboten',
      detail: () => 'alles, worauf es wartet, ist bestätigt',
    },
    'deadline-at-risk': {
      name: 'Frist gefährdet',
      detail: ({ deadlineAt, forecastAt, withoutEstimate }, { time }) =>
        [
          `Frist ${time(numberOf(deadlineAt))}`,
          forecastAt === undefined ? '' : `Vorhersage ${time(numberOf(forecastAt))}`,
          numberOf(withoutEstimate) === 0
            ? ''
            : `${times(withoutEstimate, 'WorkItem hat', 'WorkItems haben')} keine Schätzung`,
        ]
          .filter((part) => part !== '')
          .join(' · '),
    },
    'budget-mark': {
      name: 'Budget',
      detail: ({ dimension, percent, forecast, limit }, { number }) =>
        forecast === undefined
          ? `${nameOf(dimension)} bei ${numberOf(percent)} %`
          : `${nameOf(dimension)} voraussichtlich ${number(numberOf(forecast))} von ${number(numberOf(limit))}`,
    },
    'evidence-gap': {
      name: 'Evidence fehlt oder ist negativ',
      detail: ({ missing, failed, first }) =>
        `${numberOf(failed)} negativ, ${numberOf(missing)} fehlen · ${textOf(first).split(' ').map(nameOf).join(' ')}`,
    },
    'content-broken': {
      name: 'Artifact',
      detail: ({ condition }) => (condition === 'differs' ? 'Hash weicht ab' : 'Inhalt nicht abrufbar'),
    },
    'command-refused': {
      name: 'Abgelehnt',
      detail: ({ code, kind, expectedRevision, currentRevision }) =>
        `${textOf(kind)} · ${causeOf(code)}${
          currentRevision === undefined
            ? ''
            : ` · Revision ${numberOf(expectedRevision)}, jetzt ${numberOf(currentRevision)}`
        }`,
    },
    'command-unanswered': { name: 'Keine Antwort', detail: ({ kind }) => textOf(kind) },
    'epoch-stale': {
      name: 'Abgelöst',
      detail: ({ code, coordinator }) =>
        `${causeOf(code)}${coordinator === undefined ? '' : ` · jetzt ${textOf(coordinator)}`}`,
    },
    'late-result': {
      name: 'Verspätetes Ergebnis',
      detail: ({ agentId, epoch, currentEpoch }) =>
        `${textOf(agentId)} · aufbewahrt, zählt nicht: Epoch ${numberOf(epoch)}, jetzt ${numberOf(currentEpoch)}`,
    },
    'log-trouble': {
      name: 'Verlauf',
      detail: ({ because, fromSequence, toSequence }) =>
        because === 'gap'
          ? `es fehlen ${numberOf(fromSequence)}–${numberOf(toSequence)}`
          : because === 'cursor'
            ? 'zu weit zurück; ein Snapshot wird gebraucht'
            : 'Prüfung der Signaturen misslungen',
    },
    'authority-unreachable': {
      name: 'Authority nicht erreichbar',
      detail: ({ waiting }) => times(waiting, 'Command wartet', 'Commands warten'),
    },
    'override-needed': {
      name: 'Grenze erreicht',
      detail: ({ policyName, grantId }) =>
        `${nameOf(policyName)}${grantId === undefined ? '' : ' · Ausnahme erteilt, kann gesendet werden'}`,
    },
    'grant-ends': {
      name: 'Delegation Grant endet',
      detail: ({ agentId, endsAt, dimension }, { time }) =>
        `${textOf(agentId)} · ${dimension === undefined ? time(numberOf(endsAt)) : `${nameOf(dimension)} fast aufgebraucht`}`,
    },
    'mission-ready': {
      name: 'Kann zur Freigabe',
      detail: ({ verified }) => `${times(verified, 'WorkItem', 'WorkItems')} bestätigt, nichts ist übrig`,
    },
    'key-trouble': {
      name: 'Schlüssel',
      detail: ({ because, endsAt, waiting }, { time }) =>
        because === 'expiry'
          ? `endet ${time(numberOf(endsAt))}`
          : because === 'backup'
            ? 'keine erprobte Sicherung'
            : `${nameOf(because)}${
                numberOf(waiting) === 0 ? '' : ` · ${times(waiting, 'Command wartet', 'Commands warten')}`
              }`,
    },
    mention: { name: 'Erwähnung', detail: ({ by }) => `von ${textOf(by)}` },
  },
  ruleAdvice: GERMAN_RULE_ADVICE,
  names: GERMAN_NAMES,
  attentionActions: {
    'renew-coordinator': 'Verlängern',
    'replace-coordinator': 'Coordinator ersetzen',
    'open-item': 'Öffnen',
    reassign: 'Neu vergeben',
    'resolve-or-extend': 'Lösen oder verlängern',
    'extend-offer': 'Angebot verlängern',
    'next-candidate': 'Nächster Kandidat',
    'widen-offer': 'Ausweiten oder Vertrag ändern',
    review: 'Prüfen',
    'grant-start': 'Entscheiden',
    'answer-submission': 'Entscheiden',
    'plan-corrections': 'Nacharbeit planen',
    unblock: 'Blockade lösen',
    'answer-question': 'Antworten',
    'authorize-proposal': 'Anlegen oder antworten',
    'offer-again': 'Neu anbieten oder ersetzen',
    replan: 'Neu planen',
    'show-why': 'Warum?',
    offer: 'Anbieten',
    'open-budget': 'Budget',
    'send-back': 'Zurückgeben',
    'ask-reviewer': 'Prüfer fragen',
    'open-artifact': 'Artifact',
    fix: 'Beheben',
    'ask-authority': 'Authority fragen',
    reconnect: 'Neu verbinden',
    'hand-over': 'Entwürfe übergeben',
    'open-history': 'Verlauf',
    'open-connections': 'Verbindungen',
    'ask-override': 'MissionOwner um Ausnahme bitten',
    'send-with-override': 'Mit Ausnahme senden',
    'renew-grant': 'Neuer Grant',
    'submit-mission': 'Zur Freigabe vorlegen',
    'open-keys': 'Schlüssel',
    'read-message': 'Lesen',
  },
  itemActions: {
    offer: 'Anbieten',
    'edit-contract': 'Vertrag ändern',
    'add-dependency': 'Abhängigkeit hinzufügen',
    promote: 'Zur Unteraufgabe machen',
    cancel: 'WorkItem abbrechen',
    fail: 'Für gescheitert erklären',
    'override-offer': 'Im Notfall selbst anbieten',
    'extend-offer': 'Angebot ersetzen oder verlängern',
    reassign: 'Neu vergeben',
    'grant-start': 'Start freigeben',
    message: 'Nachricht',
    unblock: 'Blockade lösen',
    review: 'Prüfen',
    'accept-result': 'Ergebnis annehmen',
    'send-back': 'Zurückgeben',
    'offer-again': 'Neu anbieten',
    'replace-item': 'Ersatz anlegen',
    'follow-up-item': 'Folge-WorkItem',
  },
  proposalActions: {
    'authorize-as-proposed': 'Wie vorgeschlagen anlegen',
    'write-own': 'Selbst schreiben',
    reply: 'Antworten',
  },
  missionActions: {
    'new-item': 'Neues WorkItem',
    'propose-item': 'WorkItem vorschlagen',
    'submit-mission': 'Zur Freigabe vorlegen',
    'renew-coordinator': 'Coordinator-Lease verlängern',
    'replace-coordinator': 'Coordinator ersetzen',
    terminate: 'Mission für gescheitert erklären',
    'cancel-mission': 'Mission abbrechen',
    approve: 'Freigeben',
    'request-changes': 'Änderungen verlangen',
    'change-members': 'Mitglieder ändern',
    'grant-delegation': 'Delegation Grant erteilen',
    'grant-override': 'Ausnahme erteilen',
    'post-message': 'Nachricht',
    'follow-up': 'Folge-Mission anlegen',
  },
  actionReasons: {
    state: ({ state }) => `Das WorkItem ist ${STATES[textOf(state)] ?? textOf(state)}.`,
    'owner-holds': ({ until }, { time }) => `Bis ${time(numberOf(until))} gehört es seinem Worker.`,
    'child-runs': () => 'Eine Unteraufgabe arbeitet daran.',
    'had-child': () => 'Es hatte schon eine Unteraufgabe.',
    'nothing-submitted': () => 'Es wurde nichts zur Freigabe vorgelegt.',
    'work-unfinished': (left) =>
      `Noch nicht fertig: ${Object.entries(left)
        .map(([state, count]) => `${numberOf(count)} ${STATES[state] ?? state}`)
        .join(', ')}.`,
    'no-work': () => 'Die Mission hat kein WorkItem.',
    'mission-not-active': ({ state }) => `Die Mission: ${MISSION_STATES[textOf(state)] ?? textOf(state)}.`,
    'mission-ended': ({ state }) =>
      `Die Mission ist beendet: ${MISSION_STATES[textOf(state)] ?? textOf(state)}.`,
    'mission-not-approved': () => 'Nur auf eine freigegebene Mission folgt eine weitere.',
    'not-coordinator': ({ agentId }) =>
      `Coordinator ist ${textOf(agentId)}, ohne Schlüssel auf diesem Rechner.`,
    'not-owner': ({ ownerId }) => `MissionOwner ist ${textOf(ownerId)}, ohne Schlüssel auf diesem Rechner.`,
    'not-human-owner': () => 'Das tut nur ein Mensch als MissionOwner.',
    'not-member': () => 'Niemand auf diesem Rechner ist Mitglied.',
    'coordinator-lease-ended': () =>
      'Die Coordinator-Lease ist abgelaufen; nur der MissionOwner kann eine neue Amtszeit beginnen.',
    'no-approval-needed': () => 'Der Vertrag verlangt keine Startfreigabe.',
    'hold-ended': () => 'Das WorkItem gehört niemandem mehr.',
    'proposal-closed': () => 'Der Vorschlag ist schon beantwortet.',
    archived: () => 'Die Group ist archiviert.',
  },
  warnings: {
    'unsafe-point': 'Die Arbeit läuft und hört auf, wo sie gerade steht.',
    'fences-owner': 'Der Worker verliert das WorkItem.',
    'two-steps':
      'Zwei Schritte: das WorkItem gilt als gescheitert und wird dann neu angeboten. Änderungen an einem WorkItem lassen sich nicht verlangen.',
    audited: 'Ein Eingriff im Notfall wird als solcher vermerkt und geprüft.',
    'becomes-queued': 'Das WorkItem kommt zurück in die Warteschlange seines Workers.',
    'becomes-open': 'Die Ownership ist abgelaufen, also wird das WorkItem offen.',
    'ends-work': 'Unfertige WorkItems und Unteraufgaben enden mit ihr.',
  },
  itemStates: {
    open: 'offen',
    offered: 'angeboten',
    queued: 'in Warteschlange',
    active: 'in Arbeit',
    blocked: 'blockiert',
    submitted: 'vorgelegt',
    verified: 'bestätigt',
    failed: 'gescheitert',
    cancelled: 'abgebrochen',
  },
  offerEnded: 'Angebot abgelaufen',
  missionStates: {
    active: 'in Arbeit',
    awaiting_approval: 'wartet auf Freigabe',
    approved: 'freigegeben',
    failed: 'gescheitert',
    cancelled: 'abgebrochen',
  },
  childMission: 'Unteraufgabe',
};

const STATES: { readonly [state: string]: string } = GERMAN_DESK_WORDS.itemStates;
const MISSION_STATES: { readonly [state: string]: string } = GERMAN_DESK_WORDS.missionStates;

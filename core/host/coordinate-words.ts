// The texts of what a Coordinator without a window tells, in both languages. A language that forgets one does not compile.
import type { CoordinateLanguage } from './coordinate-policy-words.ts';
import type { CoordinateFacts } from './coordinate-voice.ts';

type Texts = { readonly [Name in keyof CoordinateFacts]: (facts: CoordinateFacts[Name]) => string };

interface Placed {
  readonly groupId: string;
  readonly workItemId?: string | undefined;
}

function at({ groupId, workItemId }: Placed): string {
  return workItemId === undefined ? groupId : `${workItemId} @ ${groupId}`;
}

const ENGLISH: Texts = {
  'coordinator.started': ({ agentId, origin, rules }) =>
    rules === 0
      ? `${agentId} looks after its Missions at ${origin}. The policy has no rules: everything is proposed, and nothing signed.`
      : `${agentId} looks after its Missions at ${origin}, with ${rules} rules for what it signs without a person.`,
  'coordinator.idle': ({ waiting }) => `Nothing is due any more; ${waiting} wait for a person.`,
  'coordinator.stopping': () => 'Stopping: nothing new is signed.',
  'connection.opened': ({ sessionEpoch }) => `Connected, Session Epoch ${sessionEpoch}.`,
  'connection.lost': ({ reason }) => `Connection lost (${reason}); trying again.`,
  'connection.waiting': ({ origin }) => `Still no connection to ${origin}; trying on.`,
  'session.taken_over': ({ sessionEpoch, waits }) =>
    `Another runtime of this Agent, such as the desk, has opened a Session${sessionEpoch === undefined ? '' : ` above Session Epoch ${sessionEpoch}`}. Nothing is signed here any more${waits ? '; heddle coordinate resume takes the Session back' : ''}.`,
  'session.reclaiming': () => 'Taking the Session back, as it was asked to.',
  'assistant.stopped': () => 'Somebody has said stop: everything is proposed, and nothing signed.',
  'assistant.released': () => 'Somebody has said go on: the policy counts again.',
  'mission.led': ({ missionId, coordinatorEpoch, groupId }) =>
    `Coordinator of ${missionId} @ ${groupId}, epoch ${coordinatorEpoch}.`,
  'mission.taken_over': ({ missionId, coordinatorEpoch, items, toDecide, groupId }) =>
    `Coordinator of ${missionId} @ ${groupId} in the place of another one, epoch ${coordinatorEpoch}: ${items} items are open, ${toDecide} of them wait for a decision.`,
  'takeover.item': ({ state, cause, mustDecide, ...place }) =>
    `Found: ${state}, ${cause}${mustDecide ? ', to be decided' : ''}: ${at(place)}`,
  'mission.left': ({ missionId, coordinatorAgentId, groupId }) =>
    `${coordinatorAgentId ?? 'Another Agent'} is the Coordinator of ${missionId} @ ${groupId} now: nothing is signed there any more.`,
  'mission.ended': ({ missionId, state, groupId }) => `${missionId} @ ${groupId} has ended: ${state}.`,
  'act.accepted': ({ kind, rule, sequence, ...place }) =>
    `Signed by the rule ${rule} and accepted: ${kind}${sequence === undefined ? '' : `, Event ${sequence}`}: ${at(place)}`,
  'act.refused': ({ kind, rule, code, message, ...place }) =>
    `Signed by the rule ${rule} and refused: ${kind}, ${code} (${message}): ${at(place)}`,
  'act.abandoned': ({ kind, rule, ...place }) => `Not signed after all: ${kind}, rule ${rule}: ${at(place)}`,
  'proposal.waiting': ({ kind, words, ...place }) =>
    `Proposed, for a person to sign: ${kind}: ${at(place)}. ${words.join(' ')}`,
  'question.waiting': ({ words, ...place }) => `A person has to decide: ${at(place)}. ${words.join(' ')}`,
  'host.fault': ({ message }) => `Fault: ${message}`,
};

const GERMAN: Texts = {
  'coordinator.started': ({ agentId, origin, rules }) =>
    rules === 0
      ? `${agentId} kümmert sich um seine Missions bei ${origin}. Die Policy hat keine Regeln: alles wird vorgeschlagen, nichts unterschrieben.`
      : `${agentId} kümmert sich um seine Missions bei ${origin}, mit ${rules} Regeln für das, was es ohne einen Menschen unterschreibt.`,
  'coordinator.idle': ({ waiting }) => `Nichts ist mehr fällig; ${waiting} warten auf einen Menschen.`,
  'coordinator.stopping': () => 'Ende: nichts Neues wird unterschrieben.',
  'connection.opened': ({ sessionEpoch }) => `Verbunden, Session Epoch ${sessionEpoch}.`,
  'connection.lost': ({ reason }) => `Verbindung verloren (${reason}); neuer Versuch.`,
  'connection.waiting': ({ origin }) => `Noch keine Verbindung zu ${origin}; es wird weiter versucht.`,
  'session.taken_over': ({ sessionEpoch, waits }) =>
    `Ein anderer Prozess dieses Agent, etwa der Desk, hat eine Session geöffnet${sessionEpoch === undefined ? '' : ` über Session Epoch ${sessionEpoch}`}. Hier wird nichts mehr unterschrieben${waits ? '; heddle coordinate resume holt die Session zurück' : ''}.`,
  'session.reclaiming': () => 'Die Session wird zurückgeholt, wie es verlangt wurde.',
  'assistant.stopped': () => 'Jemand hat Halt gesagt: alles wird vorgeschlagen, nichts unterschrieben.',
  'assistant.released': () => 'Jemand hat Weiter gesagt: die Policy gilt wieder.',
  'mission.led': ({ missionId, coordinatorEpoch, groupId }) =>
    `Coordinator von ${missionId} @ ${groupId}, Epoche ${coordinatorEpoch}.`,
  'mission.taken_over': ({ missionId, coordinatorEpoch, items, toDecide, groupId }) =>
    `Coordinator von ${missionId} @ ${groupId} anstelle eines anderen, Epoche ${coordinatorEpoch}: ${items} Arbeiten sind offen, ${toDecide} davon warten auf eine Entscheidung.`,
  'takeover.item': ({ state, cause, mustDecide, ...place }) =>
    `Vorgefunden: ${state}, ${cause}${mustDecide ? ', zu entscheiden' : ''}: ${at(place)}`,
  'mission.left': ({ missionId, coordinatorAgentId, groupId }) =>
    `${coordinatorAgentId ?? 'Ein anderer Agent'} ist jetzt Coordinator von ${missionId} @ ${groupId}: dort wird nichts mehr unterschrieben.`,
  'mission.ended': ({ missionId, state, groupId }) => `${missionId} @ ${groupId} ist zu Ende: ${state}.`,
  'act.accepted': ({ kind, rule, sequence, ...place }) =>
    `Nach der Regel ${rule} unterschrieben und angenommen: ${kind}${sequence === undefined ? '' : `, Event ${sequence}`}: ${at(place)}`,
  'act.refused': ({ kind, rule, code, message, ...place }) =>
    `Nach der Regel ${rule} unterschrieben und abgelehnt: ${kind}, ${code} (${message}): ${at(place)}`,
  'act.abandoned': ({ kind, rule, ...place }) =>
    `Doch nicht unterschrieben: ${kind}, Regel ${rule}: ${at(place)}`,
  'proposal.waiting': ({ kind, words, ...place }) =>
    `Vorgeschlagen, zu unterschreiben von einem Menschen: ${kind}: ${at(place)}. ${words.join(' ')}`,
  'question.waiting': ({ words, ...place }) =>
    `Ein Mensch muss entscheiden: ${at(place)}. ${words.join(' ')}`,
  'host.fault': ({ message }) => `Fehler: ${message}`,
};

export const COORDINATE_TEXTS: { readonly [Language in CoordinateLanguage]: Texts } = {
  en: ENGLISH,
  de: GERMAN,
};

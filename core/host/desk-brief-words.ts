// What the host says about runs of briefs, in every language.
import type { Language } from '../contract/values.ts';
import type { BriefObstacleValues } from './desk-brief-faults.ts';

interface BriefHostWords {
  readonly obstacles: {
    readonly [Code in keyof BriefObstacleValues]: (values: BriefObstacleValues[Code]) => string;
  };
  readonly phases: {
    readonly [
      Each in 'creating' | 'working' | 'awaiting-approval' | 'approved' | 'failed' | 'cancelled'
    ]: string;
  };
  /** By hand, while the Mission goes on: what is up to people. */
  readonly byHand: string;
  readonly workers: { readonly [State in 'running' | 'starting' | 'ended']: string };
  /** An Approval is signed at its own screen, by whoever has seen what it is about. */
  readonly approveElsewhere: string;
}

const list = (names: readonly string[]) => names.join(', ');

const ENGLISH: BriefHostWords = {
  obstacles: {
    lines: ({ lines }) => lines.join('\n'),
    unreadable: ({ path, systemCode }) => `${path} cannot be read (${systemCode}).`,
    unwritable: ({ path, systemCode }) => `${path} cannot be written (${systemCode}).`,
    'input-missing': ({ name, description }) => `The folder for "${name}" is missing: ${description}`,
    'input-unknown': ({ name, known }) =>
      `The brief has no input "${name}". ${known.length === 0 ? 'It has none.' : `It has: ${list(known)}.`}`,
    'input-not-folder': ({ name, path }) => `${path}, for "${name}", is no folder on this computer.`,
    'capability-missing': ({ worker, capability, config, offered }) =>
      `The Worker "${worker}" (${config}) does not offer ${capability}; it offers ${list(offered)}.`,
    'not-plannable': ({ reason }) => `The brief cannot be planned: ${reason}`,
    'would-be-refused': ({ item, rejection }) =>
      `${item === undefined ? 'The Mission' : `"${item}"`} would be refused (${rejection.rule}): ${rejection.message}.`,
    'no-worker': ({ item }) => `No Worker of the brief may do "${item}".`,
    'no-connection': () => 'There is no such connection.',
    'no-owner': () =>
      'No person of this connection has a key on this computer. A Mission needs one as its owner.',
    'no-coordinator': () =>
      'No Agent of this connection has its key on this computer. A Mission needs one as its Coordinator.',
    'key-locked': () => 'The key is locked. Unlock it under Keys; nothing is signed until then.',
    'key-unusable': () => 'The key cannot be used. Look at it under Keys.',
    offline: () => 'There is no connection to the Authority now.',
    'no-human-path': () => 'This Authority takes no Commands of humans.',
    'to-enrol': ({ workers }) =>
      `Only the operator of this Authority can enrol the Workers ${list(workers)}. Make each with "heddle worker init", have its agent-card.json enrolled ("heddle authority enrol --card"), start it with "heddle worker run", and name its Agent in the brief in place of its configuration (agent: …).`,
    'agent-unknown': ({ worker }) => `The Agent behind the Worker "${worker}" is not registered here.`,
    'needs-folder': ({ worker, config }) =>
      `The configuration of the Worker "${worker}" (${config}) does not come with this app. Say in which folder the brief lies.`,
    'child-by-hand': ({ item }) =>
      `"${item}" becomes a Mission of its own. A brief with such work can only be run by itself.`,
    replaced: () => 'Another runtime uses the identity of the Coordinator. Take it back under Connections.',
    'worker-ended': ({ worker, how }) => `The Worker "${worker}" has ended and is not started again: ${how}.`,
    failed: ({ detail }) => `It did not work: ${detail}`,
  },
  phases: {
    creating: 'The Mission is being created.',
    working: 'At work.',
    'awaiting-approval': 'The result waits for an Approval.',
    approved: 'Approved.',
    failed: 'The Mission has failed.',
    cancelled: 'The Mission was cancelled.',
  },
  byHand: 'You lead: authorize, offer, review and submit at the screens of the Mission.',
  workers: { running: 'running', starting: 'starting', ended: 'ended' },
  approveElsewhere: 'Decide it under Approvals.',
};

const GERMAN: BriefHostWords = {
  obstacles: {
    lines: ({ lines }) => lines.join('\n'),
    unreadable: ({ path, systemCode }) => `${path} ist nicht lesbar (${systemCode}).`,
    unwritable: ({ path, systemCode }) => `${path} ist nicht schreibbar (${systemCode}).`,
    'input-missing': ({ name, description }) => `Der Ordner für „${name}“ fehlt: ${description}`,
    'input-unknown': ({ name, known }) =>
      `Der Brief hat keine Eingabe „${name}“. ${known.length === 0 ? 'Er hat keine.' : `Er hat: ${list(known)}.`}`,
    'input-not-folder': ({ name, path }) => `${path}, für „${name}“, ist kein Ordner auf diesem Rechner.`,
    'capability-missing': ({ worker, capability, config, offered }) =>
      `Der Worker „${worker}“ (${config}) bietet ${capability} nicht; er bietet ${list(offered)}.`,
    'not-plannable': ({ reason }) => `Der Brief lässt sich nicht planen: ${reason}`,
    'would-be-refused': ({ item, rejection }) =>
      `${item === undefined ? 'Die Mission' : `„${item}“`} würde abgelehnt (${rejection.rule}): ${rejection.message}.`,
    'no-worker': ({ item }) => `Kein Worker des Briefs darf „${item}“ ausführen.`,
    'no-connection': () => 'Diese Verbindung gibt es nicht.',
    'no-owner': () =>
      'Keine Person dieser Verbindung hat einen Schlüssel auf diesem Rechner. Eine Mission braucht eine als Eigentümer.',
    'no-coordinator': () =>
      'Kein Agent dieser Verbindung hat seinen Schlüssel auf diesem Rechner. Eine Mission braucht einen als Coordinator.',
    'key-locked': () =>
      'Der Schlüssel ist gesperrt. Unter „Schlüssel“ lässt er sich entsperren; bis dahin wird nichts unterzeichnet.',
    'key-unusable': () => 'Der Schlüssel ist nicht nutzbar. Näheres steht unter „Schlüssel“.',
    offline: () => 'Gerade besteht keine Verbindung zur Authority.',
    'no-human-path': () => 'Diese Authority nimmt keine Commands von Menschen an.',
    'to-enrol': ({ workers }) =>
      `Nur wer diese Authority betreibt, kann die Worker ${list(workers)} aufnehmen. Jeden mit „heddle worker init“ anlegen, seine agent-card.json aufnehmen lassen („heddle authority enrol --card“), ihn mit „heddle worker run“ starten und im Brief statt der Konfiguration seinen Agent nennen (agent: …).`,
    'agent-unknown': ({ worker }) => `Der Agent hinter dem Worker „${worker}“ ist hier nicht registriert.`,
    'needs-folder': ({ worker, config }) =>
      `Die Konfiguration des Workers „${worker}“ (${config}) gehört nicht zu dieser App. Gib an, in welchem Ordner der Brief liegt.`,
    'child-by-hand': ({ item }) =>
      `„${item}“ wird eine eigene Mission. Ein Brief mit solcher Arbeit läuft nur selbsttätig.`,
    replaced: () =>
      'Die Identität des Coordinators ist anderswo in Gebrauch. Unter „Verbindungen“ lässt sie sich zurückholen.',
    'worker-ended': ({ worker, how }) =>
      `Der Worker „${worker}“ ist zu Ende und startet nicht wieder: ${how}.`,
    failed: ({ detail }) => `Es hat nicht geklappt: ${detail}`,
  },
  phases: {
    creating: 'Die Mission wird angelegt.',
    working: 'In Arbeit.',
    'awaiting-approval': 'Das Ergebnis wartet auf die Freigabe.',
    approved: 'Freigegeben.',
    failed: 'Die Mission ist gescheitert.',
    cancelled: 'Die Mission wurde abgebrochen.',
  },
  byHand: 'Du leitest: autorisieren, anbieten, prüfen und vorlegen auf den Seiten der Mission.',
  workers: { running: 'läuft', starting: 'startet', ended: 'beendet' },
  approveElsewhere: 'Zu entscheiden unter „Freigaben“.',
};

export const BRIEF_HOST_WORDS: { readonly [Each in Language]: BriefHostWords } = { en: ENGLISH, de: GERMAN };

// What `heddle worker` says, in both languages.
import type { WorkerHostStatus, WorkerReplicaStatus } from '../host/worker-status.ts';
import type { WorkerHostEvent } from '../host/worker-voice.ts';

export interface WorkerWords {
  readonly language: 'en' | 'de';
  readonly help: {
    readonly worker: string;
    readonly init: string;
    readonly run: string;
    readonly status: string;
    readonly folder: string;
    readonly authority: string;
    readonly ca: string;
    readonly organization: string;
    readonly organizationFolder: string;
    readonly name: string;
    readonly agentId: string;
    readonly owner: string;
    readonly capability: string;
    readonly base: string;
    readonly input: string;
    readonly json: string;
    readonly verbose: string;
  };
  badCapability(text: string): string;
  badInput(text: string): string;
  nothingToDo(): string;
  organizationNeeded(): string;
  /** After `init`: what is there, and what comes next. */
  made(folder: string, agentId: string): readonly string[];
  enrolled(agentId: string): string;
  toEnrol(command: string): readonly string[];
  next(folder: string): string;
  faults(count: number): string;
  hostFault(reason: string, about: string): string;
  noIdentity(file: string): string;
  starting(agentId: string, origin: string): string;
  draining(): string;
  killing(): string;
  ended(reason: string): string;
  event(event: WorkerHostEvent): string;
  running(status: WorkerHostStatus): readonly string[];
  runningSilently(pid: number): string;
  notRunning(status: WorkerHostStatus | undefined): readonly string[];
  replica(replica: WorkerReplicaStatus): readonly string[];
}

/** What each event means; its detail follows in brackets. */
type EventTexts = { readonly [name: string]: string };

const ENGLISH_EVENTS: EventTexts = {
  'connection.opened': 'connected',
  'connection.lost': 'connection lost; trying again',
  'connection.waiting': 'still no connection; trying on',
  'connection.replaced': 'another runtime has taken over this identity',
  'host.fault': 'fault',
  'host.stopping': 'stopping: nothing new is taken on, runs are given back',
  'run.recovered': 'ended what an earlier process had left',
  'run.text': 'says',
  'worker.offer_accepted': 'offer accepted',
  'worker.offer_declined': 'offer declined',
  'worker.offer_questioned': 'offer questioned',
  'worker.work_started': 'work started',
  'worker.run_completed': 'run completed',
  'worker.run_blocked': 'run blocked',
  'worker.run_failed': 'run failed',
  'worker.run_stopped': 'run stopped',
  'worker.lease_ended': 'the lease ends: the run is ended',
  'worker.ownership_lost': 'somebody else owns the work now: the run is ended',
  'worker.work_completed': 'work over: submitted, or given up with Evidence',
  'worker.work_released': 'work given back',
  'worker.work_retry': 'work is tried again',
  'worker.work_blocked': 'work blocked',
  'worker.work_preempted': 'work makes room for more pressing work',
  'worker.work_lost': 'work lost',
  'worker.offline_refused': 'not kept for later',
};

const GERMAN_EVENTS: EventTexts = {
  'connection.opened': 'verbunden',
  'connection.lost': 'Verbindung verloren; neuer Versuch',
  'connection.waiting': 'noch keine Verbindung; es wird weiter versucht',
  'connection.replaced': 'ein anderer Prozess hat diese Identität übernommen',
  'host.fault': 'Fehler',
  'host.stopping': 'Ende: nichts Neues wird angenommen, Läufe werden zurückgegeben',
  'run.recovered': 'Rest eines früheren Prozesses beendet',
  'run.text': 'meldet',
  'worker.offer_accepted': 'Angebot angenommen',
  'worker.offer_declined': 'Angebot abgelehnt',
  'worker.offer_questioned': 'Rückfrage zum Angebot',
  'worker.work_started': 'Arbeit begonnen',
  'worker.run_completed': 'Lauf fertig',
  'worker.run_blocked': 'Lauf blockiert',
  'worker.run_failed': 'Lauf gescheitert',
  'worker.run_stopped': 'Lauf beendet',
  'worker.lease_ended': 'der Lease endet: der Lauf wird beendet',
  'worker.ownership_lost': 'die Arbeit gehört jetzt jemand anderem: der Lauf wird beendet',
  'worker.work_completed': 'Arbeit vorbei: eingereicht oder mit Evidence aufgegeben',
  'worker.work_released': 'Arbeit zurückgegeben',
  'worker.work_retry': 'Arbeit wird noch einmal versucht',
  'worker.work_blocked': 'Arbeit blockiert',
  'worker.work_preempted': 'Arbeit macht Dringenderem Platz',
  'worker.work_lost': 'Arbeit verloren',
  'worker.offline_refused': 'nicht für später aufgehoben',
};

/** How the Authority says that it does not know a key; it says no more to strangers. */
const UNKNOWN_KEY = 'AUTH_INVALID_SIGNATURE';

function eventLine(
  texts: EventTexts,
  hint: string,
  { name, at, groupId, workItemId, detail }: WorkerHostEvent,
): string {
  const isStranger = name === 'host.fault' && detail?.includes(UNKNOWN_KEY) === true;
  const about = workItemId === undefined || workItemId === '' ? '' : ` ${workItemId}`;
  const group = groupId === undefined || groupId === '' ? '' : ` @ ${groupId}`;
  return `${at} ${texts[name] ?? name}${detail === undefined ? '' : ` (${detail})`}${about}${group}${isStranger ? ` ${hint}` : ''}`;
}

const ENGLISH_HOST_FAULTS: { readonly [reason: string]: (about: string) => string } = {
  'running-already': (pid) =>
    `Process ${pid} runs this Worker already. Stop it first, or make another Worker for a second one.`,
  'no-work-function': (path) => `${path} does not export a function "work". A module of a Worker has to.`,
  'no-certificate': () =>
    'The file named with --ca holds no certificate. Name the PEM file of the Authority.',
  exists: (path) => `${path} exists already; nothing that exists is overwritten. Choose another folder.`,
  unwritable: (path) => `${path} cannot be written. Check the folder and its rights.`,
};

const GERMAN_HOST_FAULTS: { readonly [reason: string]: (about: string) => string } = {
  'running-already': (pid) =>
    `Prozess ${pid} führt diesen Worker schon aus. Beende ihn zuerst, oder lege für einen zweiten einen neuen Worker an.`,
  'no-work-function': (path) =>
    `${path} exportiert keine Funktion "work". Das Modul eines Workers braucht sie.`,
  'no-certificate': () => 'Die Datei aus --ca enthält kein Zertifikat. Nenne die PEM-Datei der Authority.',
  exists: (path) =>
    `${path} gibt es schon; Vorhandenes wird nicht überschrieben. Wähle einen anderen Ordner.`,
  unwritable: (path) => `${path} lässt sich nicht schreiben. Prüfe den Ordner und seine Rechte.`,
};

export const WORKER_ENGLISH: WorkerWords = {
  language: 'en',
  help: {
    worker: 'make, run and look at a Worker',
    init: 'make the folder of a new Worker: key, configuration with comments, card to enrol it with',
    run: 'run a Worker until it is asked to stop; asked twice, it ends its runs at once',
    status: 'say how a Worker is: slots, runs, queues, connection',
    folder: 'folder of the Worker',
    authority: 'where the Authority is: https://host:port',
    ca: 'certificate of the Authority, PEM; nobody else is believed then',
    organization: 'id of the Organization',
    organizationFolder:
      'folder of the Organization on this machine: enrols the Worker, and knows id and certificate',
    name: 'name for people',
    agentId: 'id of the Agent, an absolute URI; a new one when absent',
    owner: 'who answers for it: human:ID or service:ID; the Organization when absent',
    capability: 'what it can do and what runs for it; may be repeated',
    base: 'a configuration to take everything else from, such as examples/workers/folder-inventory/worker.yaml',
    input: 'a folder that runs may read: folder:NAME=DIR; may be repeated',
    json: 'print one JSON object a line instead of text',
    verbose: 'also print what programs say',
  },
  badCapability: (text) =>
    `${text} is no capability. Write id@version=program, such as files.count@1.0.0=./count.sh.`,
  badInput: (text) => `${text} is no input. Write folder:NAME=DIR with a folder that exists.`,
  nothingToDo: () => 'A Worker needs something to do. Give --capability id@version=program, or --base FILE.',
  organizationNeeded: () =>
    'Say which Organization the Worker belongs to: --organization ID, or --organization-folder DIR on its own machine.',
  made: (folder, agentId) => [
    `The Worker ${agentId} is in ${folder}.`,
    'Read worker.yaml there: everything can be set in it, with comments. key.json is secret.',
  ],
  enrolled: (agentId) => `${agentId} is enrolled.`,
  toEnrol: (command) => ['It has to be enrolled. The operator of the Organization runs:', `  ${command}`],
  next: (folder) => `Next: heddle worker run ${folder}`,
  faults: (count) =>
    count === 1 ? 'One thing has to be put right first.' : `${count} things have to be put right first.`,
  hostFault: (reason, about) => ENGLISH_HOST_FAULTS[reason]?.(about) ?? `${reason}: ${about}`,
  noIdentity: (file) =>
    `${file} says neither who the Worker is nor where its Authority is: it is a template. Make a Worker from it with heddle worker init --base ${file}.`,
  starting: (agentId, origin) => `${agentId} works for ${origin}. Stop it with Ctrl-C.`,
  draining: () => 'Stopping. Once more ends all runs at once.',
  killing: () => 'Ending all runs.',
  ended: (reason) =>
    reason === 'replaced'
      ? 'Another runtime connects as this Agent, so this one has stopped: two must not work under one identity. Find the other one, or make a Worker of its own for it.'
      : 'Stopped.',
  event: (event) =>
    eventLine(ENGLISH_EVENTS, 'Is this Worker enrolled? heddle authority enrol does it.', event),
  running: (status) => [
    `${status.agentId} runs as process ${status.pid} since ${status.startedAt}.`,
    status.connection.sessionEpoch === undefined
      ? `Connection to ${status.origin}: none since ${status.connection.since} (${status.connection.state})`
      : `Connection to ${status.origin}: open since ${status.connection.since}, Session Epoch ${status.connection.sessionEpoch}`,
    `Slots: ${status.runs.length} of ${status.slots} taken`,
    ...status.runs.map(({ workItemId, groupId }) => `  ${workItemId} in ${groupId}`),
    `Groups: ${status.groups.length}`,
    ...status.groups.map(
      ({ groupId, items, offers }) => `  ${groupId}: ${items} accepted, ${offers} offered`,
    ),
    `Commands on their way: ${status.pendingCommands}`,
    status.lastFault === undefined
      ? 'Faults: none'
      : `Last fault: ${status.lastFault.message} (${status.lastFault.at})`,
    `As of ${status.writtenAt}.`,
  ],
  runningSilently: (pid) => `Process ${pid} runs this Worker, and has not said anything yet.`,
  notRunning: (status) => [
    'No process runs this Worker.',
    ...(status === undefined
      ? ['It has never run.']
      : [
          status.ended === undefined
            ? `Process ${status.pid} ended without a word after ${status.writtenAt}; the next start goes on from the log.`
            : `It ended at ${status.ended.at} (${status.ended.reason}).`,
        ]),
  ],
  replica: ({ groups, pendingCommands }) => [
    `Groups known: ${groups.length}`,
    ...groups.map(
      ({ groupId, cursor, isFollowed, workByState }) =>
        `  ${groupId}: through Event ${cursor}${isFollowed ? '' : ', left'}${workText(workByState)}`,
    ),
    `Commands on their way: ${pendingCommands}`,
  ],
};

export const WORKER_GERMAN: WorkerWords = {
  language: 'de',
  help: {
    worker: 'einen Worker anlegen, ausführen und ansehen',
    init: 'den Ordner eines neuen Workers anlegen: Schlüssel, kommentierte Konfiguration, Card zum Eintragen',
    run: 'einen Worker ausführen, bis er enden soll; beim zweiten Mal endet jeder Lauf sofort',
    status: 'sagen, wie es einem Worker geht: Slots, Läufe, Warteschlangen, Verbindung',
    folder: 'Ordner des Workers',
    authority: 'wo die Authority ist: https://host:port',
    ca: 'Zertifikat der Authority, PEM; niemand sonst wird dann geglaubt',
    organization: 'Id der Organisation',
    organizationFolder:
      'Ordner der Organisation auf diesem Rechner: trägt den Worker ein, und kennt Id und Zertifikat',
    name: 'Name für Menschen',
    agentId: 'Id des Agent, eine absolute URI; sonst eine neue',
    owner: 'wer für ihn einsteht: human:ID oder service:ID; sonst die Organisation',
    capability: 'was er kann und was dafür läuft; mehrfach möglich',
    base: 'eine Konfiguration, aus der alles Übrige kommt, etwa examples/workers/folder-inventory/worker.yaml',
    input: 'ein Ordner, den Läufe lesen dürfen: folder:NAME=ORDNER; mehrfach möglich',
    json: 'je Zeile ein JSON-Objekt statt Text ausgeben',
    verbose: 'auch ausgeben, was Programme melden',
  },
  badCapability: (text) =>
    `${text} ist keine Capability. Richtig wäre id@version=programm, etwa files.count@1.0.0=./count.sh.`,
  badInput: (text) =>
    `${text} ist keine Eingabe. Richtig wäre folder:NAME=ORDNER mit einem Ordner, den es gibt.`,
  nothingToDo: () =>
    'Ein Worker braucht etwas zu tun. Gib --capability id@version=programm an, oder --base DATEI.',
  organizationNeeded: () =>
    'Sag, zu welcher Organisation der Worker gehört: --organization ID, oder --organization-folder ORDNER auf deren Rechner.',
  made: (folder, agentId) => [
    `Der Worker ${agentId} ist in ${folder}.`,
    'Lies dort worker.yaml: alles ist darin einstellbar, mit Kommentaren. key.json ist geheim.',
  ],
  enrolled: (agentId) => `${agentId} ist eingetragen.`,
  toEnrol: (command) => [
    'Er muss eingetragen werden. Der Betreiber der Organisation ruft auf:',
    `  ${command}`,
  ],
  next: (folder) => `Als Nächstes: heddle worker run ${folder}`,
  faults: (count) => (count === 1 ? 'Eines ist vorher zu ändern.' : `${count} Dinge sind vorher zu ändern.`),
  hostFault: (reason, about) => GERMAN_HOST_FAULTS[reason]?.(about) ?? `${reason}: ${about}`,
  noIdentity: (file) =>
    `${file} sagt weder, wer der Worker ist, noch wo seine Authority ist: es ist eine Vorlage. Mach einen Worker daraus mit heddle worker init --base ${file}.`,
  starting: (agentId, origin) => `${agentId} arbeitet für ${origin}. Ende mit Strg-C.`,
  draining: () => 'Ende wird vorbereitet. Noch einmal beendet jeden Lauf sofort.',
  killing: () => 'Alle Läufe werden beendet.',
  ended: (reason) =>
    reason === 'replaced'
      ? 'Ein anderer Prozess verbindet sich als dieser Agent, darum hat dieser hier aufgehört: zwei dürfen nicht unter einer Identität arbeiten. Finde den anderen, oder lege für ihn einen eigenen Worker an.'
      : 'Beendet.',
  event: (event) =>
    eventLine(GERMAN_EVENTS, 'Ist dieser Worker eingetragen? Das macht heddle authority enrol.', event),
  running: (status) => [
    `${status.agentId} läuft als Prozess ${status.pid} seit ${status.startedAt}.`,
    status.connection.sessionEpoch === undefined
      ? `Verbindung zu ${status.origin}: keine seit ${status.connection.since} (${status.connection.state})`
      : `Verbindung zu ${status.origin}: offen seit ${status.connection.since}, Session Epoch ${status.connection.sessionEpoch}`,
    `Slots: ${status.runs.length} von ${status.slots} belegt`,
    ...status.runs.map(({ workItemId, groupId }) => `  ${workItemId} in ${groupId}`),
    `Groups: ${status.groups.length}`,
    ...status.groups.map(
      ({ groupId, items, offers }) => `  ${groupId}: ${items} angenommen, ${offers} angeboten`,
    ),
    `Commands unterwegs: ${status.pendingCommands}`,
    status.lastFault === undefined
      ? 'Fehler: keine'
      : `Letzter Fehler: ${status.lastFault.message} (${status.lastFault.at})`,
    `Stand: ${status.writtenAt}.`,
  ],
  runningSilently: (pid) => `Prozess ${pid} führt diesen Worker aus und hat noch nichts gemeldet.`,
  notRunning: (status) => [
    'Kein Prozess führt diesen Worker aus.',
    ...(status === undefined
      ? ['Er lief noch nie.']
      : [
          status.ended === undefined
            ? `Prozess ${status.pid} endete nach ${status.writtenAt} ohne ein Wort; der nächste Start macht mit dem Log weiter.`
            : `Er endete um ${status.ended.at} (${status.ended.reason}).`,
        ]),
  ],
  replica: ({ groups, pendingCommands }) => [
    `Bekannte Groups: ${groups.length}`,
    ...groups.map(
      ({ groupId, cursor, isFollowed, workByState }) =>
        `  ${groupId}: bis Event ${cursor}${isFollowed ? '' : ', verlassen'}${workText(workByState)}`,
    ),
    `Commands unterwegs: ${pendingCommands}`,
  ],
};

/** States have the same names in every language. */
function workText(workByState: Readonly<Record<string, number>>): string {
  const parts = Object.entries(workByState).map(([state, count]) => `${count} ${state}`);
  return parts.length === 0 ? '' : `; ${parts.join(', ')}`;
}

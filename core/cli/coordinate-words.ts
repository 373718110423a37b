// What `heddle coordinate` says beside the events of a Coordinator, in both languages.

export interface CoordinateCommandWords {
  readonly language: 'en' | 'de';
  readonly help: {
    readonly coordinate: string;
    readonly init: string;
    readonly stop: string;
    readonly resume: string;
    readonly authority: string;
    readonly policy: string;
    readonly ca: string;
    readonly folder: string;
    readonly agentId: string;
    readonly once: string;
    readonly waitForSession: string;
    readonly json: string;
    readonly name: string;
    readonly initAgentId: string;
    readonly initAuthority: string;
    readonly organization: string;
    readonly organizationFolder: string;
    readonly owner: string;
    readonly madeFolder: string;
  };
  /** After `init`: what is there, and what comes next. */
  made(folder: string, agentId: string): readonly string[];
  next(folder: string): string;
  policyFaults(count: number): string;
  fault(reason: string, about: string, detail: string): string;
  stopSaid(folder: string): string;
  resumeSaid(folder: string): string;
  ended(reason: string): string;
}

type FaultTexts = { readonly [reason: string]: (about: string, detail: string) => string };

const ENGLISH_FAULTS: FaultTexts = {
  'no-identity': (path) =>
    `${path} is not there: nothing says who the Coordinator is. Name its folder with --folder, or make one with heddle coordinate init.`,
  unreadable: (path, code) => `${path} cannot be read (${code}). Check the path and its rights.`,
  unwritable: (path, code) => `${path} cannot be written (${code}). Check the folder and its rights.`,
  'unusable-identity': (path, detail) =>
    `${path} does not say who the Coordinator is (${detail}). heddle coordinate init makes a folder that does.`,
  'unusable-key': (path, reason) => `${path} holds no usable key: ${reason}.`,
  'open-to-others': (path) =>
    `${path} can be read by others on this machine. Make a new key, and let only its owner read the file (chmod 600).`,
  'unusable-address': (origin, reason) =>
    `${origin} cannot be used: ${reason}. Write https://host:port; http only for this machine.`,
  'unusable-certificate': (path) => `${path} holds no certificate. Name the PEM file of the Authority.`,
  'unreadable-notes': (_path, detail) =>
    `Nobody can tell what was signed without a person so far: ${detail}. Bring the file back from a backup; without it no limit can be kept.`,
  'running-already': (pid) =>
    `Process ${pid} runs this Coordinator already. Stop it first; one Agent has one Session.`,
  exists: (path) => `${path} exists already; nothing that exists is overwritten. Choose another folder.`,
};

const GERMAN_FAULTS: FaultTexts = {
  'no-identity': (path) =>
    `${path} gibt es nicht: nichts sagt, wer der Coordinator ist. Nenne seinen Ordner mit --folder, oder lege einen an mit heddle coordinate init.`,
  unreadable: (path, code) => `${path} ist nicht lesbar (${code}). Prüfe den Pfad und seine Rechte.`,
  unwritable: (path, code) =>
    `${path} lässt sich nicht schreiben (${code}). Prüfe den Ordner und seine Rechte.`,
  'unusable-identity': (path, detail) =>
    `${path} sagt nicht, wer der Coordinator ist (${detail}). heddle coordinate init legt einen Ordner an, der es sagt.`,
  'unusable-key': (path, reason) => `${path} enthält keinen brauchbaren Schlüssel: ${reason}.`,
  'open-to-others': (path) =>
    `${path} ist für andere auf diesem Rechner lesbar. Lege einen neuen Schlüssel an, den nur sein Eigentümer lesen darf (chmod 600).`,
  'unusable-address': (origin, reason) =>
    `${origin} ist nicht brauchbar: ${reason}. Richtig wäre https://host:port; http nur für diesen Rechner.`,
  'unusable-certificate': (path) => `${path} enthält kein Zertifikat. Nenne die PEM-Datei der Authority.`,
  'unreadable-notes': (_path, detail) =>
    `Niemand kann sagen, was bisher ohne einen Menschen unterschrieben wurde: ${detail}. Hole die Datei aus einer Sicherung; ohne sie lässt sich keine Grenze einhalten.`,
  'running-already': (pid) =>
    `Prozess ${pid} führt diesen Coordinator schon aus. Beende ihn zuerst; ein Agent hat eine Session.`,
  exists: (path) =>
    `${path} gibt es schon; Vorhandenes wird nicht überschrieben. Wähle einen anderen Ordner.`,
};

export const COORDINATE_ENGLISH: CoordinateCommandWords = {
  language: 'en',
  help: {
    coordinate: 'coordinate Missions without a window, within a policy, until it is asked to stop',
    init: 'make the folder of a new Coordinator: key, policy that only proposes, card to enrol it with',
    stop: 'say stop: the Coordinator of a folder signs nothing any more, and goes on proposing',
    resume: 'say go on: after a stop, and where another runtime had taken the Session over',
    authority: 'where the Authority is: https://host:port; as in the folder when absent',
    policy: 'policy file, YAML or JSON (docs/coordinate.md); policy.yaml of the folder when absent',
    ca: 'certificate of the Authority, PEM; that of the folder when absent',
    folder: 'folder of the Coordinator with its key and its state',
    agentId: 'id of the Agent; as in the folder when absent',
    once: 'end as soon as nothing is due any more',
    waitForSession: 'stay when another runtime takes the Session over, until somebody says go on',
    json: 'print one JSON object a line instead of text',
    name: 'name for people',
    initAgentId: 'id of the Agent, an absolute URI; a new one when absent',
    initAuthority: 'where the Authority is: https://host:port',
    organization: 'id of the Organization',
    organizationFolder:
      'folder of the Organization on this machine: enrols the Coordinator, and knows id and certificate',
    owner: 'who answers for it: human:ID or service:ID; the Organization when absent',
    madeFolder: 'folder of the Coordinator',
  },
  made: (folder, agentId) => [
    `The Coordinator ${agentId} is in ${folder}.`,
    'policy.yaml there says what it may sign without a person: nothing so far. key.json is secret.',
  ],
  next: (folder) => `Next: heddle coordinate --folder ${folder}`,
  policyFaults: (count) =>
    count === 1
      ? 'One thing in the policy has to be put right first.'
      : `${count} things in the policy have to be put right first.`,
  fault: (reason, about, detail) =>
    ENGLISH_FAULTS[reason]?.(about, detail) ?? `${reason}: ${about} ${detail}`,
  stopSaid: (folder) => `The Coordinator in ${folder} signs nothing until somebody says go on.`,
  resumeSaid: (folder) => `The Coordinator in ${folder} may go on.`,
  ended: (reason) =>
    reason === 'replaced'
      ? 'Another runtime connects as this Agent, such as the desk, so this one has stopped. Start it again when that one has left.'
      : 'Stopped.',
};

export const COORDINATE_GERMAN: CoordinateCommandWords = {
  language: 'de',
  help: {
    coordinate: 'Missions ohne Fenster koordinieren, in den Grenzen einer Policy, bis es enden soll',
    init: 'den Ordner eines neuen Coordinators anlegen: Schlüssel, Policy, die nur vorschlägt, Card zum Eintragen',
    stop: 'Halt sagen: der Coordinator eines Ordners unterschreibt nichts mehr und schlägt weiter vor',
    resume: 'Weiter sagen: nach einem Halt, und wo ein anderer Prozess die Session übernommen hatte',
    authority: 'wo die Authority ist: https://host:port; sonst wie im Ordner',
    policy: 'Policy-Datei, YAML oder JSON (docs/coordinate.md); sonst policy.yaml des Ordners',
    ca: 'Zertifikat der Authority, PEM; sonst das des Ordners',
    folder: 'Ordner des Coordinators mit seinem Schlüssel und seinem Zustand',
    agentId: 'Id des Agent; sonst wie im Ordner',
    once: 'enden, sobald nichts mehr fällig ist',
    waitForSession: 'bleiben, wenn ein anderer Prozess die Session übernimmt, bis jemand Weiter sagt',
    json: 'je Zeile ein JSON-Objekt statt Text ausgeben',
    name: 'Name für Menschen',
    initAgentId: 'Id des Agent, eine absolute URI; sonst eine neue',
    initAuthority: 'wo die Authority ist: https://host:port',
    organization: 'Id der Organisation',
    organizationFolder:
      'Ordner der Organisation auf diesem Rechner: trägt den Coordinator ein, und kennt Id und Zertifikat',
    owner: 'wer für ihn einsteht: human:ID oder service:ID; sonst die Organisation',
    madeFolder: 'Ordner des Coordinators',
  },
  made: (folder, agentId) => [
    `Der Coordinator ${agentId} ist in ${folder}.`,
    'policy.yaml dort sagt, was er ohne einen Menschen unterschreiben darf: bisher nichts. key.json ist geheim.',
  ],
  next: (folder) => `Als Nächstes: heddle coordinate --folder ${folder}`,
  policyFaults: (count) =>
    count === 1
      ? 'Eines in der Policy ist vorher zu ändern.'
      : `${count} Dinge in der Policy sind vorher zu ändern.`,
  fault: (reason, about, detail) => GERMAN_FAULTS[reason]?.(about, detail) ?? `${reason}: ${about} ${detail}`,
  stopSaid: (folder) => `Der Coordinator in ${folder} unterschreibt nichts, bis jemand Weiter sagt.`,
  resumeSaid: (folder) => `Der Coordinator in ${folder} darf weitermachen.`,
  ended: (reason) =>
    reason === 'replaced'
      ? 'Ein anderer Prozess verbindet sich als dieser Agent, etwa der Desk, darum hat dieser hier aufgehört. Starte ihn wieder, wenn der andere gegangen ist.'
      : 'Beendet.',
};

// German texts of `heddle mission`.
import type { MissionQuestion } from '../host/mission-events.ts';
import type { MissionEnding } from '../host/mission-ending.ts';
import {
  type EventText,
  factOf,
  faultText,
  type MissionFaultTexts,
  type MissionWords,
  shellPath,
  shortHash,
} from './mission-words.ts';

const list = (names: readonly string[]) => names.join(', ');

const FAULTS: MissionFaultTexts = {
  unreadable: ({ path, systemCode }) => [
    `${path} ist nicht lesbar (${systemCode}). Bitte Pfad und Rechte prüfen.`,
  ],
  unwritable: ({ path, systemCode }) => [
    `${path} ist nicht schreibbar (${systemCode}). Bitte Rechte prüfen, oder mit --out einen anderen Ordner nennen.`,
  ],
  'no-brief': ({ folder }) => [
    `In ${folder} ist keine brief.yaml, brief.yml oder brief.json. Bitte die Datei nennen, oder einen Ordner, der eine hat.`,
  ],
  lines: ({ lines }) => lines,
  'input-missing': ({ name, description }) => [
    `Die Eingabe "${name}" fehlt: ${description} Bitte mit --input ${name}=ORDNER angeben.`,
  ],
  'input-unknown': ({ name, known }) => [
    `Das Briefing hat keine Eingabe "${name}". Es hat: ${list(known) || 'keine'}.`,
  ],
  'input-not-folder': ({ name, path }) => [
    `Die Eingabe "${name}" ist kein Ordner: ${path}. Bitte einen nennen, den es gibt.`,
  ],
  'input-unnamed': ({ known }) => [
    known.length === 0
      ? 'Das Briefing hat keine Eingaben. Bitte --input weglassen.'
      : `Welche Eingabe ist gemeint? Richtig wäre --input NAME=ORDNER mit einem von: ${list(known)}.`,
  ],
  'input-twice': ({ name }) => [`Die Eingabe "${name}" ist zweimal angegeben. Bitte nur einmal.`],
  'out-inside-input': ({ out, input }) => [
    `${out} liegt in der Eingabe ${input}: was dort geschrieben wird, würde ändern, was untersucht wird. Bitte mit --out einen anderen Ordner nennen.`,
  ],
  'out-not-empty': ({ out }) => [`${out} ist nicht leer. Bitte mit --out einen neuen Ordner nennen.`],
  'out-holds-mission': ({ out }) => [
    `In ${out} ist schon eine Mission. Weiter geht sie mit: heddle mission run --resume ${shellPath(out)}`,
  ],
  'capability-missing': ({ worker, capability, config, offered }) => [
    `Der Worker "${worker}" soll ${capability} anbieten, aber ${config} hat nur: ${list(offered) || 'nichts'}. Bitte eines von beiden berichtigen.`,
  ],
  'agent-unreachable': ({ worker }) => [
    `Der Worker "${worker}" ist ein Agent, den es schon gibt; eine Mission mit eigener Authority erreicht ihn nicht. Bitte seine Authority mit --authority nennen, oder im Briefing seine Konfiguration.`,
  ],
  'not-plannable': ({ reason }) => [`Das Briefing lässt sich nicht planen: ${reason}.`],
  'would-be-refused': ({ item, rejection }) => [
    `${item === undefined ? 'Die Mission' : `"${item}"`} würde abgelehnt (${rejection.rule}): ${rejection.message}. Bitte das Briefing berichtigen.`,
  ],
  'no-worker': ({ item }) => [
    `Kein Worker des Briefings darf "${item}" tun. Bitte einen mit dieser Capability nennen; wer ein Ergebnis gemacht hat, kann es nicht prüfen.`,
  ],
  'key-unusable': ({ path, reason }) => [
    `${path} enthält keinen brauchbaren Schlüssel: ${reason}. heddle keygen macht einen.`,
  ],
  'key-open-to-others': ({ path }) => [
    `${path} ist für andere auf diesem Rechner lesbar. Bitte einen neuen Schlüssel machen, den nur sein Eigentümer lesen darf (chmod 600).`,
  ],
  'other-key': ({ path, keyId }) => [
    `${path} ist nicht der Schlüssel des Eigentümers dieser Mission. Bitte den mit der Id ${keyId} nennen.`,
  ],
  'certificate-unusable': ({ path }) => [
    `${path} enthält kein Zertifikat. Bitte die PEM-Datei nennen, die der Betreiber der Authority ausgegeben hat.`,
  ],
  'address-unusable': ({ reason }) => [
    `Diese Authority ist nicht brauchbar: ${reason}. Richtig wäre https://host:port.`,
  ],
  'remote-unreachable': ({ origin, detail }) => [
    `${origin} antwortet nicht als die genannte Authority${detail === '' ? '' : ` (${detail})`}. Bitte prüfen: Adresse, Zertifikat, Organisation, und ob der Coordinator eingetragen ist.`,
  ],
  'owner-unknown': ({ keyId, organizationId }) => [
    `In ${organizationId} gehört der Schlüssel ${keyId} keinem Menschen. Der Betreiber muss ihn für human:ID eintragen.`,
  ],
  'not-a-mission': ({ folder }) => [
    `In ${folder} ist keine Mission, die weitergehen könnte. Wurde sie beim Anlegen unterbrochen, ist noch nichts signiert: bitte in einem anderen Ordner neu beginnen.`,
  ],
  running: ({ pid }) => [
    `Prozess ${pid} führt diese Mission schon aus. Bitte auf ihn warten, oder ihn vorher beenden.`,
  ],
};

const PHASES = {
  creating: 'beginnt',
  working: 'in Arbeit',
  'awaiting-approval': 'wartet auf Genehmigung',
  ended: 'zu Ende',
};

function approved({ artifacts, folder, criteria, question }: MissionQuestion): string[] {
  return [
    ...(question.kind === 'final-approval' ? [`  Revision ${question.missionRevision}`] : []),
    ...artifacts.map(
      ({ file, contentHash, sizeBytes, item }) =>
        `  ${file}  ${sizeBytes} Bytes, ${shortHash(contentHash)}, aus "${item}"`,
    ),
    ...(folder === undefined ? [] : [`  Anzusehen in ${folder}`]),
    ...criteria.flatMap(({ id, text, evidence }) => [
      `  ${id}: ${text}`,
      ...(evidence.length === 0 ? ['    beantwortet diese Entscheidung'] : []),
      ...evidence.map(({ type, result, method }) => `    ${type} ${result}: ${method}`),
    ]),
  ];
}

export const MISSION_GERMAN: MissionWords = {
  language: 'de',
  help: {
    mission: 'Missions aus Briefings ausführen',
    run: 'ein Briefing prüfen, mit seinen Workern ausführen, und belegen, was daraus wurde',
    brief: 'das Briefing, oder ein Ordner mit brief.yaml oder brief.json',
    input: 'ein Ordner, um den es geht: ORDNER, oder NAME=ORDNER bei mehreren; mehrfach möglich',
    out: 'ein neuer Ordner für Ergebnisse und Geschichte; sonst einer im Datenordner',
    approveFinal: 'das Ergebnis ungefragt mit diesem Schlüssel genehmigen, als Eigentümer der Mission',
    ownerKey: 'Schlüssel des Eigentümers, von heddle keygen; sonst ein neuer',
    resume: 'mit einer Mission aus ihrem Ordner weitermachen, was immer sie beendet hat',
    json: 'je Zeile ein JSON-Objekt ausgeben, auch auf einem Terminal',
    authority: 'eine Authority, die es schon gibt: https://host:port; sonst hat die Mission eine eigene',
    ca: 'ihr Zertifikat, PEM',
    organization: 'Id ihrer Organisation',
    coordinatorKey: 'Schlüssel des Coordinators, der dort eingetragen ist',
    coordinatorAgent: 'Agent-Id dieses Coordinators',
  },
  table: {
    item: 'Arbeit',
    state: 'Stand',
    worker: 'Worker',
    doing: 'Tätigkeit',
    phase: (phase) => PHASES[phase],
    attempt: (count) => `${count}. Versuch`,
  },
  briefOrResume: () =>
    'Bitte ein Briefing nennen, oder einen Ordner zum Weitermachen: heddle mission run BRIEFING | --resume ORDNER',
  remoteIncomplete: (missing) =>
    `Für eine Authority, die es schon gibt, bitte auch angeben: ${list(missing)}.`,
  fault: (fault) => faultText(FAULTS, fault),
  faults: (count) =>
    count === 1 ? 'Nichts wurde begonnen.' : `${count} Dinge sind zu berichtigen. Nichts wurde begonnen.`,
  opened: (title, folder) => `"${title}" in ${folder}`,
  event: (event) => {
    const { text = '' } = event;
    const worker = factOf(event, 'worker');
    switch (event.event) {
      case 'command.accepted':
        return { text, isLasting: false };
      case 'obstacle.met':
        return { text: `Aufgehalten: ${text}`, isLasting: false };
      case 'connection.waiting':
        return {
          text: `${factOf(event, 'origin')} ist nicht erreichbar; es wird weiter versucht.`,
          isLasting: true,
        };
      case 'worker.died':
        return {
          text: `Der Prozess des Workers "${worker}" ist zu Ende (${factOf(event, 'how')}); er wird neu gestartet.`,
          isLasting: true,
        };
      case 'worker.given_up':
        return {
          text: `Der Worker "${worker}" kann nicht laufen (${factOf(event, 'how')}) und wird nicht neu gestartet. Sein Stand ist in seinem Ordner.`,
          isLasting: true,
        };
      case 'host.fault':
        return { text: `Fehler: ${text}`, isLasting: true };
      case 'worker.event':
        return workerText(worker, factOf(event, 'name'), factOf(event, 'detail'));
      default:
        return undefined;
    }
  },
  question: (question) => [
    '',
    question.text,
    ...approved(question),
    ...question.choices.map(
      ({ choice, text }, index) => `  ${index + 1}) ${choice}${text === choice ? '' : `: ${text}`}`,
    ),
    `Bitte mit der Zahl oder dem Wort antworten (ohne Antwort: ${question.question.unattended.choice}):`,
  ],
  approving: (question) => [
    '',
    question.text,
    ...approved(question),
    'Genehmigt mit dem Schlüssel, der dafür genannt wurde.',
  ],
  notAChoice: ({ choices }) =>
    `Das ist nichts davon. Bitte mit 1 bis ${choices.length} antworten, oder ${list(choices.map(({ choice }) => choice))}:`,
  unattended: ({ question }) => `Niemand hat geantwortet: ${question.unattended.choice}.`,
  askForChanges: () => 'Was ist zu ändern? (eine Zeile)',
  askForResolution: () => 'Was ist die Antwort für den Worker? (eine Zeile)',
  askForItems: (items) =>
    `Welche Arbeit ist neu zu machen? (Namen, oder nichts für die Ergebnisse: ${list(items)})`,
  unknownItems: (names) => `Solche Arbeit gibt es nicht: ${list(names)}.`,
  stopping: () => 'Ende wird vorbereitet: die Worker sichern ihren Stand. Noch einmal beendet sie sofort.',
  killing: () => 'Alle Worker werden beendet.',
  stopped: () => 'Vor dem Ende angehalten. Nichts ist verloren.',
  replaced: () =>
    'Ein anderer Prozess verbindet sich als dieser Coordinator, darum hat dieser hier aufgehört: zwei dürfen nicht eine Mission leiten.',
  resume: (folder) => `Weiter mit: heddle mission run --resume ${shellPath(folder)}`,
  toEnrol: (organizationId) => [
    `Die Worker dieser Mission sind angelegt und müssen eingetragen werden. Der Betreiber von ${organizationId} ruft auf:`,
  ],
  ended: (ending) => endedText(ending),
};

/** What a Worker says of itself, where the table does not show it. */
function workerText(worker: string, name: string, detail: string): EventText | undefined {
  switch (name) {
    case 'worker.offer_declined':
      return { text: `"${worker}" lehnt sein Angebot ab: ${detail}`, isLasting: true };
    case 'host.fault':
    case 'process.text':
      return { text: `${worker}: ${detail}`, isLasting: false };
    default:
      return undefined;
  }
}

function endedText(ending: MissionEnding): readonly string[] {
  const { folder, result, approval, revision, artifacts, missing, history, toArchive } = ending;
  const { verification } = history;
  const isProven = verification.findings.length === 0;
  const head =
    result === 'approved'
      ? [`Genehmigt: Revision ${revision}, von ${approval?.approver.id ?? 'ihrem Eigentümer'}.`]
      : [
          `Zu Ende ohne Genehmigung: die Mission ${result === 'failed' ? 'ist gescheitert' : 'wurde abgebrochen'}.`,
          'Es fehlt:',
          ...(missing.length === 0 ? ['  die Genehmigung; alle Arbeit ist getan und angenommen'] : []),
          ...missing.map(
            ({ item, phase, failureCode, detail }) =>
              `  ${item}: ${phase}${failureCode === undefined ? '' : `, ${failureCode}`}${detail === undefined ? '' : `: ${detail}`}`,
          ),
        ];
  return [
    '',
    ...head,
    `In ${folder}:`,
    ...artifacts.map(({ file, contentHash }) => `  ${file}  ${shortHash(contentHash)}`),
    `  mission.json  was daraus wurde, nach Ids und Hashes`,
    `  history.mwpbundle  ${verification.events} Events, ${isProven ? 'alle geprüft' : 'NICHT geprüft'}`,
    isProven
      ? `Jeder kann sie allein mit der Datei prüfen: heddle verify ${shellPath(history.path)}`
      : `Die Geschichte belegt nicht, was sie sollte: heddle verify ${shellPath(history.path)} sagt, warum. Bitte nicht darauf verlassen.`,
    ...(toArchive === undefined
      ? []
      : [
          `Ihre Group ist noch nicht archiviert. Ihr Betreiber tut es mit: heddle authority archive ORDNER ${toArchive}`,
        ]),
  ];
}

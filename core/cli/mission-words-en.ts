// English texts of `heddle mission`.
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
    `${path} cannot be read (${systemCode}). Check the path and its rights.`,
  ],
  unwritable: ({ path, systemCode }) => [
    `${path} cannot be written (${systemCode}). Check its rights, or name another folder with --out.`,
  ],
  'no-brief': ({ folder }) => [
    `There is no brief.yaml, brief.yml or brief.json in ${folder}. Name the file, or a folder that has one.`,
  ],
  lines: ({ lines }) => lines,
  'input-missing': ({ name, description }) => [
    `The input "${name}" is missing: ${description} Give it with --input ${name}=DIR.`,
  ],
  'input-unknown': ({ name, known }) => [
    `The brief has no input "${name}". It has: ${list(known) || 'none'}.`,
  ],
  'input-not-folder': ({ name, path }) => [
    `The input "${name}" is no folder: ${path}. Name one that exists.`,
  ],
  'input-unnamed': ({ known }) => [
    known.length === 0
      ? 'The brief has no inputs. Leave --input out.'
      : `Which input is meant? Write --input NAME=DIR, with one of: ${list(known)}.`,
  ],
  'input-twice': ({ name }) => [`The input "${name}" is given twice. Give it once.`],
  'out-inside-input': ({ out, input }) => [
    `${out} lies inside the input ${input}: what is written there would change what is looked at. Name another folder with --out.`,
  ],
  'out-not-empty': ({ out }) => [`${out} is not empty. Name a new folder with --out.`],
  'out-holds-mission': ({ out }) => [
    `${out} holds a Mission already. Go on with it: heddle mission run --resume ${shellPath(out)}`,
  ],
  'capability-missing': ({ worker, capability, config, offered }) => [
    `The Worker "${worker}" is to offer ${capability}, but ${config} has only: ${list(offered) || 'nothing'}. Correct one of the two.`,
  ],
  'agent-unreachable': ({ worker }) => [
    `The Worker "${worker}" is an Agent that is there already; a Mission with an Authority of its own cannot reach it. Name its Authority with --authority, or its configuration in the brief.`,
  ],
  'not-plannable': ({ reason }) => [`The brief cannot be planned: ${reason}.`],
  'would-be-refused': ({ item, rejection }) => [
    `${item === undefined ? 'The Mission' : `"${item}"`} would be refused (${rejection.rule}): ${rejection.message}. Correct the brief.`,
  ],
  'no-worker': ({ item }) => [
    `No Worker of the brief may do "${item}". Name one with its capability; who made a result cannot review it.`,
  ],
  'key-unusable': ({ path, reason }) => [
    `${path} holds no usable key: ${reason}. Make one with heddle keygen.`,
  ],
  'key-open-to-others': ({ path }) => [
    `${path} can be read by others on this machine. Make a new key, and let only its owner read it (chmod 600).`,
  ],
  'other-key': ({ path, keyId }) => [
    `${path} is not the key of this Mission's owner. Name the one with the id ${keyId}.`,
  ],
  'certificate-unusable': ({ path }) => [
    `${path} holds no certificate. Name the PEM file that the Authority's operator has given you.`,
  ],
  'address-unusable': ({ reason }) => [`This Authority cannot be used: ${reason}. Write https://host:port.`],
  'remote-unreachable': ({ origin, detail }) => [
    `${origin} does not answer as the Authority that was named${detail === '' ? '' : ` (${detail})`}. Check address, certificate, Organization, and that the Coordinator is enrolled.`,
  ],
  'owner-unknown': ({ keyId, organizationId }) => [
    `In ${organizationId} the key ${keyId} belongs to no human. Have its operator enrol it for human:ID.`,
  ],
  'not-a-mission': ({ folder }) => [
    `${folder} holds no Mission that could go on. If it was being made and was cut off, nothing was signed: begin anew in another folder.`,
  ],
  running: ({ pid }) => [`Process ${pid} runs this Mission already. Wait for it, or end it first.`],
};

const PHASES = {
  creating: 'beginning',
  working: 'working',
  'awaiting-approval': 'waiting for approval',
  ended: 'ended',
};

function approved({ artifacts, folder, criteria, question }: MissionQuestion): string[] {
  return [
    ...(question.kind === 'final-approval' ? [`  revision ${question.missionRevision}`] : []),
    ...artifacts.map(
      ({ file, contentHash, sizeBytes, item }) =>
        `  ${file}  ${sizeBytes} bytes, ${shortHash(contentHash)}, from "${item}"`,
    ),
    ...(folder === undefined ? [] : [`  Look at it in ${folder}`]),
    ...criteria.flatMap(({ id, text, evidence }) => [
      `  ${id}: ${text}`,
      ...(evidence.length === 0 ? ['    to be answered by this decision'] : []),
      ...evidence.map(({ type, result, method }) => `    ${type} ${result}: ${method}`),
    ]),
  ];
}

export const MISSION_ENGLISH: MissionWords = {
  language: 'en',
  help: {
    mission: 'run Missions from briefs',
    run: 'check a brief, carry it out with its Workers, and prove what came of it',
    brief: 'the brief, or a folder with brief.yaml or brief.json',
    input: 'a folder to work on: DIR, or NAME=DIR where the brief has several; may be repeated',
    out: 'a new folder for results and history; otherwise one in your data folder',
    approveFinal: "approve the result with this key without asking, as the Mission's owner",
    ownerKey: "key of the Mission's owner, from heddle keygen; made when absent",
    resume: 'go on with a Mission from its folder, after whatever has ended it',
    json: 'print one JSON object a line, also on a terminal',
    authority: 'an Authority that is there already: https://host:port; otherwise the Mission has its own',
    ca: 'its certificate, PEM',
    organization: 'id of its Organization',
    coordinatorKey: 'key of the Coordinator that is enrolled there',
    coordinatorAgent: 'Agent id of that Coordinator',
  },
  table: {
    item: 'Work',
    state: 'State',
    worker: 'Worker',
    doing: 'Doing',
    phase: (phase) => PHASES[phase],
    attempt: (count) => `attempt ${count}`,
  },
  briefOrResume: () => 'Name a brief, or a folder to go on with: heddle mission run BRIEF | --resume DIR',
  remoteIncomplete: (missing) => `For an Authority that is there already, also give ${list(missing)}.`,
  fault: (fault) => faultText(FAULTS, fault),
  faults: (count) =>
    count === 1 ? 'Nothing was begun.' : `${count} things to put right. Nothing was begun.`,
  opened: (title, folder) => `"${title}" in ${folder}`,
  event: (event) => {
    const { text = '' } = event;
    const worker = factOf(event, 'worker');
    switch (event.event) {
      case 'command.accepted':
        return { text, isLasting: false };
      case 'obstacle.met':
        return { text: `Held up: ${text}`, isLasting: false };
      case 'connection.waiting':
        return { text: `${factOf(event, 'origin')} cannot be reached; trying on.`, isLasting: true };
      case 'worker.died':
        return {
          text: `The process of the Worker "${worker}" has ended (${factOf(event, 'how')}); it is started again.`,
          isLasting: true,
        };
      case 'worker.given_up':
        return {
          text: `The Worker "${worker}" cannot run (${factOf(event, 'how')}) and is not started again. Its folder has its status.`,
          isLasting: true,
        };
      case 'host.fault':
        return { text: `Fault: ${text}`, isLasting: true };
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
    `Answer with a number or its word (without an answer: ${question.question.unattended.choice}):`,
  ],
  approving: (question) => [
    '',
    question.text,
    ...approved(question),
    'Approved with the key that was named.',
  ],
  notAChoice: ({ choices }) =>
    `That is none of them. Answer with 1 to ${choices.length}, or ${list(choices.map(({ choice }) => choice))}:`,
  unattended: ({ question }) => `Nobody answered: ${question.unattended.choice}.`,
  askForChanges: () => 'What is to be changed? (one line)',
  askForResolution: () => 'What is the answer for the Worker? (one line)',
  askForItems: (items) =>
    `Which work is to be done anew? (names, or nothing for the results: ${list(items)})`,
  unknownItems: (names) => `There is no such work: ${list(names)}.`,
  stopping: () => 'Stopping: Workers save where they stand. Once more ends them at once.',
  killing: () => 'Ending all Workers.',
  stopped: () => 'Stopped before the end. Nothing is lost.',
  replaced: () =>
    'Another process connects as this Coordinator, so this one has stopped: two must not lead one Mission.',
  resume: (folder) => `Go on with: heddle mission run --resume ${shellPath(folder)}`,
  toEnrol: (organizationId) => [
    `The Workers of this Mission are made, and have to be enrolled. The operator of ${organizationId} runs:`,
  ],
  ended: (ending) => endedText(ending),
};

/** What a Worker says of itself, where the table does not show it. */
function workerText(worker: string, name: string, detail: string): EventText | undefined {
  switch (name) {
    case 'worker.offer_declined':
      return { text: `"${worker}" declines its offer: ${detail}`, isLasting: true };
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
      ? [`Approved: revision ${revision}, by ${approval?.approver.id ?? 'its owner'}.`]
      : [
          `Ended without approval: ${result === 'failed' ? 'the Mission has failed' : 'the Mission was cancelled'}.`,
          'Missing:',
          ...(missing.length === 0 ? ['  the Approval; all work was done and accepted'] : []),
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
    `  mission.json  what came of it, by ids and hashes`,
    `  history.mwpbundle  ${verification.events} Events, ${isProven ? 'all verified' : 'NOT verified'}`,
    isProven
      ? `Anybody can verify it with nothing but the file: heddle verify ${shellPath(history.path)}`
      : `The history does not prove what it should: heddle verify ${shellPath(history.path)} says why. Do not rely on it.`,
    ...(toArchive === undefined
      ? []
      : [
          `Its Group is not archived yet. Its operator does it with: heddle authority archive FOLDER ${toArchive}`,
        ]),
  ];
}

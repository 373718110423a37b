// Faults in the configuration of a Worker in words, in both languages: what is wrong, and what would be right.
import type { BriefFaultText } from '../coordinator/briefs/fault-texts.ts';
import { describeFault } from '../coordinator/briefs/words.ts';
import type { BriefFault } from '../coordinator/briefs/faults.ts';
import type { OwnFaultCode, OwnFaultValues, WorkerConfigFault } from './worker-config-faults.ts';

export type WorkerConfigLanguage = 'en' | 'de';

/** What names and values have to look like, by the title in the schema; what briefs have too is described there. */
type Forms = { readonly [form: string]: string };

type OwnWords = { readonly [Code in OwnFaultCode]: (values: OwnFaultValues[Code]) => BriefFaultText };

interface ConfigWords {
  readonly own: OwnWords;
  readonly forms: Forms;
  readonly wrongForm: (found: string, form: string) => BriefFaultText;
  readonly empty: BriefFaultText;
  readonly severalDocuments: BriefFaultText;
  readonly tooLarge: (sizeBytes: number, limitBytes: number) => BriefFaultText;
  readonly alias: (name: string) => BriefFaultText;
  readonly tag: (tag: string) => BriefFaultText;
}

const ENGLISH: ConfigWords = {
  own: {
    unreadable: ({ path, systemCode }) => ({
      wrong: `${path} cannot be read (${systemCode}).`,
      right: 'Check the path; it is relative to this file.',
    }),
    'not-a-folder': ({ path }) => ({ wrong: `${path} is no folder.`, right: 'Name a folder.' }),
    'open-to-others': ({ path }) => ({
      wrong: `${path} can be read by others on this machine.`,
      right: 'Make a new secret, and let only its owner read the file (chmod 600).',
    }),
    'unusable-key': ({ path, reason }) => ({
      wrong: `${path} holds no usable key: ${reason}.`,
      right: 'Make one with heddle keygen, or a new Worker with heddle worker init.',
    }),
    'unusable-address': ({ reason }) => ({
      wrong: `This address cannot be used: ${reason}.`,
      right: 'Write https://host:port; http only for this machine.',
    }),
    'unusable-certificate': ({ path }) => ({
      wrong: `${path} holds no certificate.`,
      right: "Name the PEM file that the Authority's operator has given you.",
    }),
    'runner-choice': ({ found }) => ({
      wrong:
        found.length === 0
          ? 'It is not said what runs for this capability.'
          : `${found.join(' and ')} are said together.`,
      right: 'Give one of node, program and module.',
    }),
    'only-for-node': () => ({
      wrong: 'Only a Node script has a list of files that it may read.',
      right: 'Leave this out, or name the script under node.',
    }),
    'variable-not-set': ({ variable }) => ({
      wrong: `The environment variable ${variable} is not set.`,
      right: 'Set it for the process that runs the Worker, or name a file instead.',
    }),
    'empty-secret': ({ path }) => ({ wrong: `${path} is empty.`, right: 'Put the secret into it.' }),
    'base-of-base': () => ({
      wrong: 'A configuration that others are based on has no base of its own.',
      right: 'Name that one directly.',
    }),
    'margin-too-long': ({ leaseSeconds }) => ({
      wrong: 'Work would have to end before its lease has begun.',
      right: `Take less than half of the lease, which lasts ${leaseSeconds} s.`,
    }),
    'section-missing': ({ name }) => ({
      wrong: `"${name}" is missing, and a Worker cannot run without it.`,
      right: 'heddle worker init makes a configuration that has it.',
    }),
  },
  forms: {
    WorkerConfigFolderName: 'lower-case letters and digits with single hyphens, such as input',
    WorkerConfigVariable: 'a name of capitals, digits and "_", such as API_KEY',
    WorkerConfigPath: 'a path relative to this file or absolute; "~" is not expanded',
    WorkerConfigProgram: 'a program by its path or name; "~" is not expanded',
    WorkerConfigOrigin: 'an address such as https://127.0.0.1:7443',
  },
  wrongForm: (found, form) => ({
    wrong: `"${found}" does not have the right form.`,
    right: `Right would be ${form}.`,
  }),
  empty: {
    wrong: 'The file is empty.',
    right: 'Begin with "worker: 1"; heddle worker init writes a whole one.',
  },
  severalDocuments: {
    wrong: 'A second document begins here.',
    right: 'One file holds one configuration.',
  },
  tooLarge: (sizeBytes, limitBytes) => ({
    wrong: `The file has ${sizeBytes} bytes.`,
    right: `It may have ${limitBytes}.`,
  }),
  alias: (name) => ({
    wrong: `Anchors and aliases ("${name}") are not allowed here.`,
    right: 'Write the value out.',
  }),
  tag: (tag) => ({ wrong: `The tag ${tag} is not allowed here.`, right: 'Leave it out.' }),
};

const GERMAN: ConfigWords = {
  own: {
    unreadable: ({ path, systemCode }) => ({
      wrong: `${path} ist nicht lesbar (${systemCode}).`,
      right: 'Bitte den Pfad prüfen; er gilt von dieser Datei aus.',
    }),
    'not-a-folder': ({ path }) => ({
      wrong: `${path} ist kein Ordner.`,
      right: 'Bitte einen Ordner nennen.',
    }),
    'open-to-others': ({ path }) => ({
      wrong: `${path} ist für andere auf diesem Rechner lesbar.`,
      right: 'Bitte ein neues Geheimnis anlegen, das nur sein Eigentümer lesen darf (chmod 600).',
    }),
    'unusable-key': ({ path, reason }) => ({
      wrong: `${path} enthält keinen brauchbaren Schlüssel: ${reason}.`,
      right: 'heddle keygen macht einen, heddle worker init einen ganzen Worker.',
    }),
    'unusable-address': ({ reason }) => ({
      wrong: `Diese Adresse ist nicht brauchbar: ${reason}.`,
      right: 'Richtig wäre https://host:port; http nur für diesen Rechner.',
    }),
    'unusable-certificate': ({ path }) => ({
      wrong: `${path} enthält kein Zertifikat.`,
      right: 'Bitte die PEM-Datei nennen, die der Betreiber der Authority gegeben hat.',
    }),
    'runner-choice': ({ found }) => ({
      wrong:
        found.length === 0
          ? 'Es steht nicht da, was für diese Capability läuft.'
          : `${found.join(' und ')} stehen zusammen da.`,
      right: 'Bitte eines angeben: node, program oder module.',
    }),
    'only-for-node': () => ({
      wrong: 'Nur ein Node-Skript hat eine Liste von Dateien, die es lesen darf.',
      right: 'Bitte weglassen, oder das Skript unter node nennen.',
    }),
    'variable-not-set': ({ variable }) => ({
      wrong: `Die Umgebungsvariable ${variable} ist nicht gesetzt.`,
      right: 'Bitte für den Prozess des Workers setzen, oder stattdessen eine Datei nennen.',
    }),
    'empty-secret': ({ path }) => ({
      wrong: `${path} ist leer.`,
      right: 'Dort gehört das Geheimnis hinein.',
    }),
    'base-of-base': () => ({
      wrong: 'Eine Konfiguration, auf der andere aufbauen, hat selbst keine base.',
      right: 'Bitte jene direkt nennen.',
    }),
    'margin-too-long': ({ leaseSeconds }) => ({
      wrong: 'Die Arbeit müsste enden, bevor ihr Lease begonnen hat.',
      right: `Weniger als die Hälfte des Lease, der ${leaseSeconds} s dauert.`,
    }),
    'section-missing': ({ name }) => ({
      wrong: `"${name}" fehlt, und ohne das läuft kein Worker.`,
      right: 'heddle worker init macht eine Konfiguration, die es hat.',
    }),
  },
  forms: {
    WorkerConfigFolderName: 'Kleinbuchstaben und Ziffern mit einzelnen Bindestrichen, etwa input',
    WorkerConfigVariable: 'ein Name aus Großbuchstaben, Ziffern und "_", etwa API_KEY',
    WorkerConfigPath: 'ein Pfad von dieser Datei aus oder ein absoluter; "~" wird nicht ersetzt',
    WorkerConfigProgram: 'ein Programm mit Pfad oder Namen; "~" wird nicht ersetzt',
    WorkerConfigOrigin: 'eine Adresse wie https://127.0.0.1:7443',
  },
  wrongForm: (found, form) => ({
    wrong: `"${found}" hat nicht die richtige Form.`,
    right: `Richtig wäre ${form}.`,
  }),
  empty: {
    wrong: 'Die Datei ist leer.',
    right: 'Sie beginnt mit "worker: 1"; heddle worker init schreibt eine ganze.',
  },
  severalDocuments: {
    wrong: 'Hier beginnt ein zweites Dokument.',
    right: 'Eine Datei enthält eine Konfiguration.',
  },
  tooLarge: (sizeBytes, limitBytes) => ({
    wrong: `Die Datei hat ${sizeBytes} Byte.`,
    right: `Erlaubt sind ${limitBytes}.`,
  }),
  alias: (name) => ({
    wrong: `Anker und Aliase ("${name}") sind hier nicht erlaubt.`,
    right: 'Bitte den Wert ausschreiben.',
  }),
  tag: (tag) => ({ wrong: `Das Tag ${tag} ist hier nicht erlaubt.`, right: 'Bitte weglassen.' }),
};

const WORDS: { readonly [Language in WorkerConfigLanguage]: ConfigWords } = { en: ENGLISH, de: GERMAN };

/** A fault in one line, as compilers write it: `worker.yaml:12:9: capabilities.…: … …`. */
export function formatWorkerConfigFault(fault: WorkerConfigFault, language: WorkerConfigLanguage): string {
  const { file, line, column, path } = fault;
  const { wrong, right } = describe(fault, language);
  return `${file}:${line}:${column}: ${path === '' ? '' : `${path}: `}${wrong} ${right}`;
}

function describe(fault: WorkerConfigFault, language: WorkerConfigLanguage): BriefFaultText {
  const words = WORDS[language];
  if (fault.code in words.own) {
    // Code and values belong together by the type of the fault.
    const own = words.own[fault.code as OwnFaultCode] as (
      values: WorkerConfigFault['values'],
    ) => BriefFaultText;
    return own(fault.values);
  }
  return describeShared(fault as BriefFault, language);
}

/** What briefs have too, where their words speak of a brief in other words. */
function describeShared(fault: BriefFault, language: WorkerConfigLanguage): BriefFaultText {
  const words = WORDS[language];
  switch (fault.code) {
    case 'empty':
      return words.empty;
    case 'several-documents':
      return words.severalDocuments;
    case 'too-large':
      return words.tooLarge(fault.values.sizeBytes, fault.values.limitBytes);
    case 'alias':
      return words.alias(fault.values.name);
    case 'tag':
      return words.tag(fault.values.tag);
    case 'wrong-form': {
      const form = words.forms[fault.values.form];
      return form === undefined ? describeFault(fault, language) : words.wrongForm(fault.values.found, form);
    }
    default:
      return describeFault(fault, language);
  }
}

// Texts about Artifacts and their content. A language that forgets one does not compile.
import type { Fault, Language } from '../../../contract/values.ts';
import type { Approval, Artifact } from '../../../protocol/generated/documents.ts';
import type { VerificationReason } from '../../../protocol/verify.ts';
import { say } from './texts.ts';

export type ContentFaultCode =
  | 'no-artifact'
  | 'content-restricted'
  | 'content-not-here'
  | 'not-a-file'
  | 'nothing-differs';

export interface ArtifactWords {
  readonly classes: { readonly [Each in Artifact['classification']]: string };
  readonly signatures: { readonly [Each in 'valid' | 'unknown' | 'unchecked']: string };
  readonly invalid: (reason: VerificationReason) => string;
  readonly wrongSize: (manifest: string, found: string) => string;
  readonly submittedItem: (epoch: number) => string;
  readonly submittedMission: (revision: number) => string;
  readonly approvals: { readonly [Each in Approval['kind']]: string };
  readonly decisions: { readonly [Each in Approval['decision']]: string };
  readonly faults: { readonly [Code in ContentFaultCode]: string };
  /** Lines of the text that goes along with a report. */
  readonly report: {
    readonly title: string;
    readonly artifact: string;
    readonly expected: string;
    readonly found: string;
    readonly comparedAt: string;
    /** Nothing was handed out. */
    readonly withheld: string;
    readonly from: string;
    readonly authority: string;
    readonly file: string;
    readonly bytes: (size: string) => string;
  };
}

const EN: ArtifactWords = {
  classes: {
    public: 'public',
    internal: 'internal',
    confidential: 'confidential',
    restricted: 'restricted',
  },
  signatures: {
    valid: 'signature of the manifest valid',
    unknown: 'key not known (no proof of tampering)',
    unchecked: 'signature not looked at yet',
  },
  invalid: (reason) => `signature of the manifest invalid: ${reason}`,
  wrongSize: (manifest, found) => `The manifest says ${manifest} bytes; the content has ${found}.`,
  submittedItem: (epoch) => `submitted as the result, ownership epoch ${epoch}`,
  submittedMission: (revision) => `submitted for the Mission, revision ${revision}`,
  approvals: {
    mission_final: 'final Approval',
    child_mission: 'Approval of a child Mission',
    work_execution: 'Approval to start',
  },
  decisions: {
    approved: 'approved',
    changes_requested: 'changes requested',
    denied: 'denied',
    revoked: 'taken back',
  },
  faults: {
    'no-artifact': 'There is no Artifact with this hash here.',
    'content-restricted':
      'Its class is “restricted”: it is not shown in a window. Export it to look at it with a program of your own.',
    'content-not-here': 'The content is neither kept here nor to be had now.',
    'not-a-file': 'There is no file that can be read at this path.',
    'nothing-differs': 'Nothing is known to differ: there is nothing to keep for a report.',
  },
  report: {
    title: 'Content that is not what its hash says',
    artifact: 'Artifact',
    expected: 'Hash in the signed manifest',
    found: 'Hash that was found',
    comparedAt: 'Compared at',
    withheld: 'not told: whoever stores the content found it damaged and handed nothing out',
    from: 'Received from',
    authority: 'the Authority',
    file: 'a file',
    bytes: (size) => `${size} bytes`,
  },
};

const DE: ArtifactWords = {
  classes: {
    public: 'öffentlich',
    internal: 'intern',
    confidential: 'vertraulich',
    restricted: 'streng vertraulich',
  },
  signatures: {
    valid: 'Signatur des Manifests gültig',
    unknown: 'Schlüssel unbekannt (kein Beweis für eine Fälschung)',
    unchecked: 'Signatur noch nicht angesehen',
  },
  invalid: (reason) => `Signatur des Manifests ungültig: ${reason}`,
  wrongSize: (manifest, found) => `Das Manifest nennt ${manifest} Bytes, der Inhalt hat ${found}.`,
  submittedItem: (epoch) => `als Ergebnis vorgelegt, Ownership-Epoche ${epoch}`,
  submittedMission: (revision) => `für die Mission vorgelegt, Revision ${revision}`,
  approvals: {
    mission_final: 'endgültige Freigabe',
    child_mission: 'Freigabe einer Unteraufgabe',
    work_execution: 'Freigabe zum Start',
  },
  decisions: {
    approved: 'freigegeben',
    changes_requested: 'Änderungen verlangt',
    denied: 'verweigert',
    revoked: 'zurückgenommen',
  },
  faults: {
    'no-artifact': 'Hier gibt es kein Artifact mit diesem Hash.',
    'content-restricted':
      'Seine Klasse ist „streng vertraulich“: Es wird in keinem Fenster gezeigt. Exportiere es, um es mit einem eigenen Programm anzusehen.',
    'content-not-here': 'Der Inhalt liegt weder hier noch ist er jetzt zu bekommen.',
    'not-a-file': 'An diesem Pfad ist keine lesbare Datei.',
    'nothing-differs': 'Es ist keine Abweichung bekannt: Es gibt nichts für einen Bericht aufzuheben.',
  },
  report: {
    title: 'Inhalt, der nicht ist, was sein Hash sagt',
    artifact: 'Artifact',
    expected: 'Hash im signierten Manifest',
    found: 'Gefundener Hash',
    comparedAt: 'Verglichen am',
    withheld: 'nicht genannt: Wer den Inhalt speichert, fand ihn beschädigt und gab nichts heraus',
    from: 'Erhalten von',
    authority: 'der Authority',
    file: 'einer Datei',
    bytes: (size) => `${size} Bytes`,
  },
};

const WORDS: { readonly [Each in Language]: ArtifactWords } = { en: EN, de: DE };

export function artifactWords(language: Language): ArtifactWords {
  return WORDS[language];
}

export function contentFault(
  language: Language,
  code: ContentFaultCode,
): { readonly ok: false; readonly fault: Fault } {
  return { ok: false, fault: { code, words: say(`fault.${code}`, artifactWords(language).faults[code]) } };
}

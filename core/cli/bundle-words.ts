// What `heddle verify` and `heddle authority export` say about a bundle, in both languages.
import type { BundleGroup, BundleProblem } from '../host/bundle-verification.ts';

export interface BundleWords {
  readonly exportHelp: string;
  readonly exportTarget: string;
  readonly exportGroups: string;
  readonly kindNeeded: string;
  exported(path: string, events: number, groups: number): string;
  unknownGroup(groupId: string): string;
  progress(events: number): string;
  whole(path: string, events: number, createdAt: string): string;
  broken(path: string, count: number): string;
  group(group: BundleGroup): string;
  /** What was proven, and what was not. */
  proven(organizationId: string, hasOwnKeys: boolean): readonly string[];
  finding(line: number | undefined, problem: BundleProblem, detail: string): string;
}

const ENGLISH_PROBLEMS: Readonly<Record<BundleProblem, string>> = {
  'not-a-bundle': 'This is no bundle. Check the path, or say with --kind what document it is.',
  'newer-version': 'The bundle was written by a newer Heddle. Update this one.',
  'cut-off': 'The file is cut off. Get it again from whoever exported it.',
  'out-of-order': 'A line stands where it may not stand. Somebody put the file together anew.',
  unreadable: 'The line cannot be read. The file is damaged.',
  registry: 'The keys in the bundle prove nothing, because part of them is invalid.',
  signature: 'The signature does not hold. The line was changed, or somebody else wrote it.',
  sequence: 'Events are missing, or do not stand in their order.',
  repeated: 'An Event stands there twice.',
  fold: 'The Event does not fit what came before it.',
  section: 'Lines were added, removed or changed since the bundle was written.',
  seal: 'The seal belongs to other content than this.',
};

export const BUNDLE_ENGLISH: BundleWords = {
  exportHelp: 'write the history of Groups, with the keys to verify it, into one file',
  exportTarget: 'file to write, such as history.mwpbundle',
  exportGroups: 'ids of Groups; all when none is named',
  kindNeeded: 'needed for single documents; bundles are verified without it',
  exported: (path, events, groups) =>
    `${path} holds ${events} Events of ${groups} Groups. Verify it anywhere with: heddle verify ${path}`,
  unknownGroup: (groupId) => `There is no Group ${groupId}. Check the id with heddle authority status.`,
  progress: (events) => `… ${events} Events`,
  whole: (path, events, createdAt) => `${path}: all ${events} Events verified; exported at ${createdAt}`,
  broken: (path, count) => `${path}: not what was exported (${count} findings). Do not rely on it.`,
  group: ({ groupId, firstSequence, lastSequence, mission }) =>
    mission === undefined
      ? `${groupId}: Events ${firstSequence} to ${lastSequence}; the beginning is not in this file`
      : `${groupId}: Events ${firstSequence} to ${lastSequence}; Mission ${mission.missionId} is ${mission.state} (revision ${mission.revision})`,
  proven: (organizationId, hasOwnKeys) => [
    'Every Event and every document in it is signed, no sequence is missing, and the state follows from them.',
    hasOwnKeys
      ? `The keys are those of the Registry that you named, of ${organizationId}.`
      : `The keys are those in the file. That they belong to ${organizationId}, only its Registry can tell: compare with --registry.`,
  ],
  finding: (line, problem, detail) =>
    `${line === undefined ? 'The file' : `Line ${line}`}: ${ENGLISH_PROBLEMS[problem]} In detail: ${detail}.`,
};

const GERMAN_PROBLEMS: Readonly<Record<BundleProblem, string>> = {
  'not-a-bundle': 'Das ist kein Bundle. Prüfe den Pfad, oder sag mit --kind, welches Dokument es ist.',
  'newer-version': 'Das Bundle stammt von einem neueren Heddle. Aktualisiere dieses.',
  'cut-off': 'Die Datei ist abgeschnitten. Lass sie dir noch einmal geben.',
  'out-of-order': 'Eine Zeile steht, wo sie nicht stehen darf. Jemand hat die Datei neu zusammengesetzt.',
  unreadable: 'Die Zeile ist nicht lesbar. Die Datei ist beschädigt.',
  registry: 'Die Schlüssel im Bundle beweisen nichts, weil ein Teil davon ungültig ist.',
  signature: 'Die Signatur gilt nicht. Die Zeile wurde geändert, oder jemand anderes hat sie geschrieben.',
  sequence: 'Events fehlen oder stehen nicht in ihrer Reihenfolge.',
  repeated: 'Ein Event steht zweimal da.',
  fold: 'Das Event passt nicht zu dem, was davor geschah.',
  section: 'Seit dem Export kamen Zeilen hinzu, fielen weg oder wurden geändert.',
  seal: 'Das Siegel gehört zu einem anderen Inhalt als diesem.',
};

export const BUNDLE_GERMAN: BundleWords = {
  exportHelp: 'die Geschichte von Groups samt den Schlüsseln zum Prüfen in eine Datei schreiben',
  exportTarget: 'Zieldatei, etwa history.mwpbundle',
  exportGroups: 'Ids von Groups; alle, wenn keine genannt ist',
  kindNeeded: 'nötig für einzelne Dokumente; Bundles werden ohne geprüft',
  exported: (path, events, groups) =>
    `${path} enthält ${events} Events aus ${groups} Groups. Überall zu prüfen mit: heddle verify ${path}`,
  unknownGroup: (groupId) => `Es gibt keine Group ${groupId}. Prüfe die Id mit heddle authority status.`,
  progress: (events) => `… ${events} Events`,
  whole: (path, events, createdAt) => `${path}: alle ${events} Events geprüft; exportiert um ${createdAt}`,
  broken: (path, count) =>
    `${path}: nicht das, was exportiert wurde (${count} Befunde). Verlass dich nicht darauf.`,
  group: ({ groupId, firstSequence, lastSequence, mission }) =>
    mission === undefined
      ? `${groupId}: Events ${firstSequence} bis ${lastSequence}; der Anfang steht nicht in dieser Datei`
      : `${groupId}: Events ${firstSequence} bis ${lastSequence}; Mission ${mission.missionId} ist ${mission.state} (Revision ${mission.revision})`,
  proven: (organizationId, hasOwnKeys) => [
    'Jedes Event und jedes Dokument darin ist signiert, keine Sequenz fehlt, und der Zustand folgt aus ihnen.',
    hasOwnKeys
      ? `Die Schlüssel sind die der genannten Registry von ${organizationId}.`
      : `Die Schlüssel sind die aus der Datei. Dass sie ${organizationId} gehören, weiß nur deren Registry: vergleiche mit --registry.`,
  ],
  finding: (line, problem, detail) =>
    `${line === undefined ? 'Die Datei' : `Zeile ${line}`}: ${GERMAN_PROBLEMS[problem]} Im Einzelnen: ${detail}.`,
};

// What is said about backups, checks and recovery, in both languages.
import type { Language } from '../../contract/values.ts';
import type { BackedKeys, BackupFault, ProfileFacts } from './backup-format.ts';

export interface DataWords {
  facts(facts: ProfileFacts): string;
  /** `missing` names keys that are not in it. */
  backedUp(facts: ProfileFacts, missing: readonly string[]): string;
  readonly states: { readonly complete: string; readonly damaged: string; readonly foreign: string };
  /** After the state of a backup whose keys are not all in it. */
  readonly lackingKeys: { readonly [Keys in BackedKeys]?: string };
  faults: { readonly [Reason in BackupFault['reason']]: (detail: string) => string };
  tried(isSame: boolean, facts: ProfileFacts, missing: readonly string[]): string;
  restored(
    folder: string,
    facts: ProfileFacts,
    keyFault: string | undefined,
    missing: readonly string[],
  ): string;
  /** A sentence after others, or nothing. */
  lacking(missing: readonly string[]): string;
  progress(task: 'backup' | 'trial' | 'check' | 'export', done: number, total: number): string;
  sound(databases: number, events: number): string;
  unsound(databases: number): string;
  database(kind: string, connection: string | undefined, identity: string | undefined): string;
  exported(bundles: number, events: number): string;
  readonly noPassphrase: string;
  readonly busy: string;
  readonly inside: string;
}

const ENGLISH: DataWords = {
  facts: ({ events, waiting, drafts, identities, keys }) =>
    [
      counted('en', events, 'Event', 'Events'),
      counted('en', waiting, 'Command that waits', 'Commands that wait'),
      counted('en', drafts, 'draft', 'drafts'),
      counted('en', identities, 'identity', 'identities'),
      counted('en', keys, 'key', 'keys'),
    ].join(', '),
  backedUp: (facts, missing) =>
    `Written: ${ENGLISH.facts(facts)}.${ENGLISH.lacking(missing)}${
      missing.length === 0 ? '' : ' Look at them under Keys, and back up again.'
    }`,
  lackingKeys: { partly: 'without some of its keys', absent: 'without its keys' },
  lacking: (missing) =>
    missing.length === 0
      ? ''
      : ` ${missing.length === 1 ? 'This key is' : 'These keys are'} not in the backup, since the keychain did not give ${missing.length === 1 ? 'it' : 'them'}: ${missing.join('; ')}.`,
  states: {
    complete: 'complete',
    damaged: 'damaged: it is not used',
    foreign: 'of another profile',
  },
  faults: {
    missing: (detail) => `There is no backup at ${detail}.`,
    damaged: (detail) =>
      `The backup is damaged: ${detail} is not what was written. Nothing was restored from it.`,
    'too-new': () => 'A later version of Heddle wrote this backup. Install that version first.',
    'wrong-passphrase': () => 'The passphrase is another one.',
    'not-empty': (detail) =>
      `There is something in ${detail} already. Nothing is overwritten: name another folder.`,
    'cannot-write': (detail) =>
      `It could not be written (${detail}). Is there room, and may this folder be written? What was half written is gone again.`,
    unsound: (detail) => `A database is damaged: ${detail}`,
  },
  tried: (isSame, facts, missing) =>
    isSame
      ? missing.length === 0
        ? `Restored and checked: all databases are sound, and everything is there. ${ENGLISH.facts(facts)}.`
        : `Restored and checked: all databases are sound. ${ENGLISH.facts(facts)}.${ENGLISH.lacking(missing)}`
      : `It can be restored, but holds something else than it says. ${ENGLISH.facts(facts)}.`,
  restored: (folder, facts, keyFault, missing) =>
    `Restored to ${folder}: ${ENGLISH.facts(facts)}. Start Heddle with --profile and this folder.${
      keyFault === undefined ? '' : ` Its keys could not be restored: ${keyFault}`
    }${ENGLISH.lacking(missing)}`,
  progress: (task, done, total) => {
    const names = {
      backup: 'Backing up',
      trial: 'Trying the backup',
      check: 'Checking',
      export: 'Exporting',
    };
    return `${names[task]}: ${done} of ${total}`;
  },
  sound: (databases, events) =>
    `${counted('en', databases, 'database is', 'databases are')} sound, and what is kept beside ${counted('en', events, 'Event', 'Events')} is what the log says.`,
  unsound: (databases) =>
    `${counted('en', databases, 'database has', 'databases have')} something wrong inside. Rebuild, or restore a backup into a new folder.`,
  database: (kind, connection, identity) =>
    [connection ?? 'unknown', identity ?? (kind === 'authority' ? 'Authority' : undefined)]
      .filter(Boolean)
      .join(', '),
  exported: (bundles, events) =>
    `Written: ${counted('en', bundles, 'bundle', 'bundles')} with ${counted('en', events, 'Event', 'Events')}.`,
  noPassphrase: 'Set a passphrase for backups first.',
  busy: 'Something else is under way; try again when it is over.',
  inside: 'A folder inside the profile would be lost together with it. Name another one.',
};

const GERMAN: DataWords = {
  facts: ({ events, waiting, drafts, identities, keys }) =>
    [
      counted('de', events, 'Event', 'Events'),
      counted('de', waiting, 'wartender Command', 'wartende Commands'),
      counted('de', drafts, 'Entwurf', 'Entwürfe'),
      counted('de', identities, 'Identität', 'Identitäten'),
      counted('de', keys, 'Schlüssel', 'Schlüssel'),
    ].join(', '),
  backedUp: (facts, missing) =>
    `Geschrieben: ${GERMAN.facts(facts)}.${GERMAN.lacking(missing)}${
      missing.length === 0 ? '' : ' Sieh unter Schlüssel nach, und sichere dann noch einmal.'
    }`,
  lackingKeys: { partly: 'ohne einige der Schlüssel', absent: 'ohne die Schlüssel' },
  lacking: (missing) =>
    missing.length === 0
      ? ''
      : ` ${missing.length === 1 ? 'Dieser Schlüssel ist' : 'Diese Schlüssel sind'} nicht in der Sicherung, weil der Schlüsselbund ${missing.length === 1 ? 'ihn' : 'sie'} nicht hergegeben hat: ${missing.join('; ')}.`,
  states: {
    complete: 'vollständig',
    damaged: 'beschädigt: wird nicht verwendet',
    foreign: 'von einem anderen Profil',
  },
  faults: {
    missing: (detail) => `Unter ${detail} liegt keine Sicherung.`,
    damaged: (detail) =>
      `Die Sicherung ist beschädigt: ${detail} ist nicht, was geschrieben wurde. Nichts wurde daraus wiederhergestellt.`,
    'too-new': () => 'Diese Sicherung stammt von einer neueren Fassung von Heddle. Installiere zuerst diese.',
    'wrong-passphrase': () => 'Die Passphrase ist eine andere.',
    'not-empty': (detail) =>
      `In ${detail} liegt schon etwas. Nichts wird überschrieben: Nenne einen anderen Ordner.`,
    'cannot-write': (detail) =>
      `Es konnte nicht geschrieben werden (${detail}). Ist Platz da, und darf in diesen Ordner geschrieben werden? Halb Geschriebenes ist wieder entfernt.`,
    unsound: (detail) => `Eine Datenbank ist beschädigt: ${detail}`,
  },
  tried: (isSame, facts, missing) =>
    isSame
      ? missing.length === 0
        ? `Wiederhergestellt und geprüft: Alle Datenbanken sind heil, und alles ist da. ${GERMAN.facts(facts)}.`
        : `Wiederhergestellt und geprüft: Alle Datenbanken sind heil. ${GERMAN.facts(facts)}.${GERMAN.lacking(missing)}`
      : `Sie lässt sich wiederherstellen, enthält aber anderes, als sie sagt. ${GERMAN.facts(facts)}.`,
  restored: (folder, facts, keyFault, missing) =>
    `Wiederhergestellt in ${folder}: ${GERMAN.facts(facts)}. Starte Heddle mit --profile und diesem Ordner.${
      keyFault === undefined ? '' : ` Seine Schlüssel konnten nicht wiederhergestellt werden: ${keyFault}`
    }${GERMAN.lacking(missing)}`,
  progress: (task, done, total) => {
    const names = {
      backup: 'Sichern',
      trial: 'Sicherung wird ausprobiert',
      check: 'Prüfen',
      export: 'Exportieren',
    };
    return `${names[task]}: ${done} von ${total}`;
  },
  sound: (databases, events) =>
    `${counted('de', databases, 'Datenbank ist', 'Datenbanken sind')} heil, und was neben ${counted('de', events, 'Event', 'Events')} steht, ist, was das Log sagt.`,
  unsound: (databases) =>
    `In ${counted('de', databases, 'Datenbank', 'Datenbanken')} stimmt etwas nicht. Baue neu auf, oder stelle eine Sicherung in einem neuen Ordner wieder her.`,
  database: (kind, connection, identity) =>
    [connection ?? 'unbekannt', identity ?? (kind === 'authority' ? 'Authority' : undefined)]
      .filter(Boolean)
      .join(', '),
  exported: (bundles, events) =>
    `Geschrieben: ${counted('de', bundles, 'Bundle', 'Bundles')} mit ${counted('de', events, 'Event', 'Events')}.`,
  noPassphrase: 'Setze zuerst eine Passphrase für Sicherungen.',
  busy: 'Etwas anderes ist im Gange; versuche es, wenn es vorbei ist.',
  inside: 'Ein Ordner im Profil ginge mit ihm zusammen verloren. Nenne einen anderen.',
};

function counted(language: Language, count: number, one: string, many: string): string {
  return `${new Intl.NumberFormat(language).format(count)} ${count === 1 ? one : many}`;
}

export function dataWords(language: Language): DataWords {
  return language === 'de' ? GERMAN : ENGLISH;
}

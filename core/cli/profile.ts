// `heddle profile`: the backup of everything that the app keeps, its restore, and the self-check.
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { defaultProfileFolder } from '../host/profile-folder.ts';
import {
  backUpProfile,
  checkBackupFiles,
  checkProfileFolder,
  restoreBackup,
  type ToolFault,
} from '../host/profile/profile-tool.ts';
import { missingKeysOf, namesOf } from '../host/missing-keys.ts';
import { readVersion } from './start.ts';
import { EXIT_CODES, type ExitCode, type Terminal, UserFault } from './terminal.ts';

export interface ProfileOptions {
  readonly profile?: string;
}

export interface PassphraseOptions {
  readonly passphraseFile?: string;
}

type Environment = Readonly<Record<string, string | undefined>>;

export async function runProfileBackup(
  terminal: Terminal,
  target: string | undefined,
  options: ProfileOptions & PassphraseOptions,
  environment: Environment,
): Promise<ExitCode> {
  const { words } = terminal;
  const written = await backUpProfile({
    profileFolder: folderOf(options, environment),
    folder: target === undefined ? undefined : resolve(target),
    passphrase: await readPassphrase(terminal, options),
    appVersion: readVersion(),
    nowMs: terminal.now(),
  });
  if (!written.ok) throw new UserFault(textOf(terminal, written.fault));
  const { path, facts, missingKeys } = written.value;
  terminal.err(
    words.profile.data.backedUp(facts, namesOf(missingKeysOf(missingKeys, words.profile.language))),
  );
  terminal.err(words.profile.written(path));
  terminal.out(path);
  return EXIT_CODES.yes;
}

export async function runProfileRestore(
  terminal: Terminal,
  backup: string,
  target: string,
  options: PassphraseOptions,
): Promise<ExitCode> {
  const passphrase = await readPassphrase(terminal, options);
  if (passphrase === undefined)
    throw new UserFault(terminal.words.profile.data.faults['wrong-passphrase'](''));
  const restored = await restoreBackup({
    backup: resolve(backup),
    profileFolder: resolve(target),
    passphrase,
  });
  if (!restored.ok) throw new UserFault(textOf(terminal, restored.fault));
  const { facts, keyFault, missingKeys } = restored.value;
  const missing = namesOf(missingKeysOf(missingKeys, terminal.words.profile.language));
  terminal.err(terminal.words.profile.data.restored(resolve(target), facts, keyFault?.message, missing));
  return keyFault === undefined ? EXIT_CODES.yes : EXIT_CODES.no;
}

/** Of a backup: whether all its files are what was written. Of a profile: whether it equals the replay of its logs. */
export async function runProfileCheck(
  terminal: Terminal,
  backup: string | undefined,
  options: ProfileOptions,
  environment: Environment,
): Promise<ExitCode> {
  const { profile: words } = terminal.words;
  if (backup !== undefined) {
    const checked = await checkBackupFiles(resolve(backup));
    if (!checked.ok) {
      terminal.out(textOf(terminal, checked.fault));
      return EXIT_CODES.no;
    }
    const { facts, files } = checked.value;
    terminal.out(words.intact(files.length));
    terminal.out(words.data.facts(facts));
    return EXIT_CODES.yes;
  }
  const verdicts = await checkProfileFolder(folderOf(options, environment));
  if (!verdicts.ok) throw new UserFault(textOf(terminal, verdicts.fault));
  for (const { path, kind, connectionName, identityName, events, records, problems } of verdicts.value) {
    if (problems.length === 0) {
      const name = words.data.database(kind, connectionName, identityName);
      terminal.out(words.verdict(path, name, events, records));
    }
    for (const problem of problems) terminal.out(words.problem(path, problem));
  }
  const broken = verdicts.value.filter(({ problems }) => problems.length > 0).length;
  const events = verdicts.value.reduce((sum, each) => sum + each.events, 0);
  terminal.out(broken === 0 ? words.data.sound(verdicts.value.length, events) : words.data.unsound(broken));
  return broken === 0 ? EXIT_CODES.yes : EXIT_CODES.no;
}

function folderOf({ profile }: ProfileOptions, environment: Environment): string {
  return resolve(profile ?? defaultProfileFolder(environment));
}

/** The first line of the file: editors end it with a line break that nobody meant. */
async function readPassphrase(
  terminal: Terminal,
  { passphraseFile }: PassphraseOptions,
): Promise<string | undefined> {
  if (passphraseFile === undefined) return undefined;
  try {
    const text =
      passphraseFile === '-' ? await readAll(process.stdin) : await readFile(passphraseFile, 'utf8');
    return text.split(/\r?\n/u, 1)[0] ?? '';
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    throw new UserFault(terminal.words.unreadable(passphraseFile, code), { cause: error });
  }
}

async function readAll(stream: NodeJS.ReadStream): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(Buffer.from(chunk as Uint8Array));
  return Buffer.concat(chunks).toString('utf8');
}

function textOf(terminal: Terminal, { reason, detail }: ToolFault): string {
  const { profile } = terminal.words;
  if (reason === 'no-passphrase') return profile.noPassphrase;
  if (reason === 'weak-passphrase') return profile.weakPassphrase;
  return profile.data.faults[reason](detail);
}

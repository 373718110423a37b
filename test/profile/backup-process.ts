// A backup or a restore in a process of its own, which dies in the middle by its own hand, or may write no large file:
// `node backup-process.ts <wish as JSON>`.
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { readPlan } from '../../core/host/profile/backup-plan.ts';
import { restoreProfile } from '../../core/host/profile/read-backup.ts';
import { openKeysForRestore } from '../../core/host/profile/restore-keys.ts';
import { writeProfileBackup } from '../../core/host/profile/write-backup.ts';
import { openKeyStore } from '../../core/host/desk-keys.ts';
import { profilePathsOf } from '../../core/host/desk-profile.ts';
import { MIN_COST_N } from '../../core/keys/passphrase.ts';
import { BACKUP_PASSPHRASE } from './lived-profile.ts';

interface Wish {
  readonly profileFolder: string;
  /** To write a backup in, or the backup to restore. */
  readonly folder: string;
  /** It dies before this file; it does not when left out. */
  readonly atFile?: number;
}

const PROGRAM = fileURLToPath(import.meta.url);

/** Answers with the signal that ended it. */
export function dieIn(task: 'backup' | 'restore', wish: Wish): Promise<NodeJS.Signals | null> {
  const child = spawn(process.execPath, [PROGRAM, task, JSON.stringify(wish)], { stdio: 'inherit' });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (_code, signal) => resolve(signal));
  });
}

/** A backup where no file may grow above 24 KiB: the system answers as a full disk does, with an error in the middle of a file. */
export function runWithoutRoom(wish: Wish): Promise<unknown> {
  const command = `ulimit -f 24; exec "$0" "$1" backup "$2"`;
  const child = spawn('bash', ['-c', command, process.execPath, PROGRAM, JSON.stringify(wish)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let out = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    out += text;
  });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', () => resolve(JSON.parse(out)));
  });
}

if (process.argv[1] === PROGRAM) {
  const [task, text = '{}'] = process.argv.slice(2);
  // Written by the test that starts this.
  const { profileFolder, folder, atFile } = JSON.parse(text) as Wish;
  const onFile = (done: number) => {
    if (done === atFile) process.kill(process.pid, 'SIGKILL');
  };
  if (task === 'restore') {
    await restoreProfile({
      backup: folder,
      passphrase: BACKUP_PASSPHRASE,
      profileFolder,
      openKeys: (restoring, passphrase) =>
        openKeysForRestore(profileFolder, restoring, passphrase, MIN_COST_N),
      onFile,
    });
  } else {
    const { lock, profileId } = await readPlan(profileFolder);
    if (lock === undefined) throw new Error('the profile has no lock for backups');
    const written = await writeProfileBackup({
      profileFolder,
      folder,
      lock,
      profileId,
      keys: await openKeyStore(profilePathsOf(profileFolder), profileFolder, undefined, MIN_COST_N),
      appVersion: '0.0.0-test',
      nowMs: 0,
      onFile,
    });
    process.stdout.write(JSON.stringify(written));
  }
}

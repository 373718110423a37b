// Everything that is kept on this computer: where it lies, its backups and their restore, whether it is sound, and how to take it
// all along. Files and folders are read and written by the host, and named here by their path. Passphrases go in and never out.
import { oc } from '@orpc/contract';
import { z } from 'zod';
import { missingKey } from './keys.ts';
import { live, rowBase } from './live.ts';
import { done, instantMs, outcome, words } from './values.ts';

const path = z.string().min(1).max(4_096);
const passphrase = z.string().min(1).max(1_024);

export const profileFacts = z.object({
  events: z.int(),
  /** Commands that were wanted and are not over. */
  waiting: z.int(),
  drafts: z.int(),
  identities: z.int(),
  keys: z.int(),
});

/** One backup in the folder for backups, the newest first. */
export const backupRow = rowBase.extend({
  path,
  name: z.string(),
  createdAtMs: instantMs.optional(),
  bytes: z.int(),
  facts: profileFacts.optional(),
  /** `damaged` ones are named, and never used. */
  state: z.enum(['complete', 'damaged', 'foreign']),
  words,
});

export const backupPlan = z.object({
  folder: path,
  every: z.enum(['never', 'day', 'week']),
  /** How many are kept; older ones of this profile are deleted after a new one is complete. */
  keep: z.int().min(1).max(365),
});

export const databaseVerdict = z.object({
  path: z.string(),
  words,
  isSound: z.boolean(),
  events: z.int(),
  records: z.int(),
  problems: z.array(z.string()),
});

export const dataSummary = z.object({
  location: path,
  sizes: z.object({ databases: z.int(), artifacts: z.int(), rest: z.int() }),
  plan: backupPlan,
  /** Whether there is a passphrase that backups are encrypted for. */
  hasPassphrase: z.boolean(),
  /** What is under way, with how far it is. */
  running: z.object({ task: z.enum(['backup', 'trial', 'check', 'export']), words }).optional(),
  lastCheck: z
    .object({ atMs: instantMs, isSound: z.boolean(), words, verdicts: z.array(databaseVerdict) })
    .optional(),
  /** Why the last backup by schedule did not come about. */
  lastFault: words.optional(),
  /** What the last backup of this run lacks, by hand or by schedule; undefined while there was none, or it has all. */
  missingKeys: z.array(missingKey).optional(),
  /** The next start makes what follows from the logs anew. */
  rebuildsAtStart: z.boolean(),
});

export const dataContract = {
  follow: oc.output(live(backupRow, dataSummary)),
  /** Backups from now on open with this passphrase; those that are there already keep theirs. */
  setPassphrase: oc.input(z.strictObject({ passphrase })).output(done),
  changePlan: oc.input(backupPlan.strict()).output(done),
  backUp: oc.output(
    outcome(z.object({ path, facts: profileFacts, words, missingKeys: z.array(missingKey) })),
  ),
  /** Restores a backup into a folder that is thrown away, checks everything in it, and says what there is. */
  tryBackup: oc
    .input(z.strictObject({ path, passphrase }))
    .output(
      outcome(
        z.object({ facts: profileFacts, isSame: z.boolean(), words, missingKeys: z.array(missingKey) }),
      ),
    ),
  /** Restores into a folder that is not there or empty: a profile of its own, which nothing uses yet. */
  restore: oc
    .input(z.strictObject({ path, passphrase, folder: path }))
    .output(outcome(z.object({ folder: path, words, missingKeys: z.array(missingKey) }))),
  /** "Projection = replay", for every database of the profile. */
  check: oc.output(outcome(z.object({ isSound: z.boolean(), words }))),
  /** At the next start; false takes it back. */
  rebuild: oc.input(z.strictObject({ isWanted: z.boolean() })).output(done),
  /** A bundle for each Group, in a new folder. */
  exportAll: oc
    .input(z.strictObject({ folder: path.optional() }))
    .output(outcome(z.object({ folder: path, bundles: z.int(), events: z.int(), words }))),
};

export type BackupRow = z.infer<typeof backupRow>;
export type BackupPlan = z.infer<typeof backupPlan>;
export type DataSummary = z.infer<typeof dataSummary>;

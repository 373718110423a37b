// What can be done with a profile that could not be opened: without keys, without a connection, and without anything that follows from
// the logs. A host that runs says that nothing of it is needed.
import { oc } from '@orpc/contract';
import { z } from 'zod';
import { backupRow } from './data.ts';
import { outcome, words } from './values.ts';

const path = z.string().min(1).max(4_096);

export const recoveryState = z.object({
  isNeeded: z.boolean(),
  location: z.string(),
  /** What stood against the start, and what can be done about it. */
  problems: z.array(z.object({ code: z.string(), words, advice: words, detail: z.string() })),
  backups: z.array(backupRow),
  backupFolder: z.string(),
  /** Where what is there now goes before a backup is restored. */
  asideFolder: z.string(),
});

const acted = outcome(z.object({ isStarted: z.boolean(), words }));

export const recoveryContract = {
  state: oc.output(recoveryState),
  retry: oc.output(acted),
  /** Opens what can be opened, and sends nothing. */
  safeMode: oc.output(acted),
  /** Makes what follows from the logs anew, then tries to start. */
  rebuild: oc.output(acted),
  /** Moves the profile aside, restores a backup in its place, then tries to start. Nothing is deleted. */
  restore: oc.input(z.strictObject({ path, passphrase: z.string().min(1).max(1_024) })).output(acted),
  /** Copies the databases byte by byte into a new folder, sound or not. */
  exportRaw: oc
    .input(z.strictObject({ folder: path.optional() }))
    .output(outcome(z.object({ folder: z.string(), files: z.int(), words }))),
  previewReport: oc.output(z.object({ text: z.string() })),
  saveReport: oc
    .input(z.strictObject({ path: path.optional() }))
    .output(outcome(z.object({ path: z.string() }))),
};

export type RecoveryState = z.infer<typeof recoveryState>;

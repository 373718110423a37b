// Keys and identities. Public facts come out, wishes go in; a private key never passes, in neither direction. Files with
// keys or backups are read and written by the host, and named here by their path.
import { oc } from '@orpc/contract';
import { z } from 'zod';
import { live, rowBase } from './live.ts';
import { actor, done, id, instantMs, outcome, person, words } from './values.ts';

export const keyRow = rowBase.extend({
  keyId: id,
  principal: person,
  /** First and last characters of the public key's hash, for people to compare. */
  fingerprint: z.string(),
  /** The public half, base64url: what an Organization registers. */
  publicKey: z.string(),
  origin: z.enum(['created', 'imported']),
  createdAtMs: instantMs,
  condition: z.enum(['unchecked', 'available', 'locked', 'denied', 'missing', 'changed', 'damaged']),
  words,
  store: z.enum(['os-keychain', 'passphrase-file', 'memory']),
  replacesKeyId: id.optional(),
  backupTestedAtMs: instantMs.optional(),
  connections: z.array(z.object({ connectionId: id, name: z.string() })),
});

export const keyStoreSummary = z.object({
  store: z.enum(['os-keychain', 'passphrase-file', 'memory']),
  condition: z.enum(['unchecked', 'available', 'locked', 'denied', 'missing', 'changed', 'damaged']),
  words,
  /** It wants a passphrase to unlock. */
  wantsPassphrase: z.boolean(),
  backupFolder: z.string(),
});

const passphrase = z.string().min(1).max(1_024);
const keyAddress = z.strictObject({ keyId: id });

/** A key that a backup lacks, since it could not be read. */
export const missingKey = z.object({
  keyId: id,
  principal: person,
  /** Whose it is, which one, and what is the matter with it. */
  words,
});

export const backupVerdict = z.object({
  covered: z.array(id),
  absent: z.array(id),
  further: z.array(id),
});

export const keysContract = {
  follow: oc.output(live(keyRow, keyStoreSummary)),
  create: oc
    .input(z.strictObject({ principal: actor.strict(), keyId: id.optional() }))
    .output(outcome(z.object({ keyId: id }))),
  importFile: oc
    .input(z.strictObject({ path: z.string(), principal: actor.strict() }))
    .output(outcome(z.object({ keyId: id }))),
  /** A new key of the same Principal; the old one goes on until it is removed. */
  rotate: oc.input(keyAddress).output(outcome(z.object({ keyId: id }))),
  /**
   * The identity of this key signs with it from now on; the Organization has to know it, and one on this computer is told. The key
   * before stays, to verify with and to go back to.
   */
  takeOver: oc.input(keyAddress).output(done),
  /** What would stop working without it. */
  removalEffects: oc.input(keyAddress).output(outcome(z.object({ effects: z.array(words) }))),
  remove: oc.input(keyAddress).output(done),
  lock: oc.output(done),
  unlock: oc.input(z.strictObject({ passphrase: passphrase.optional() })).output(done),
  /** Writes an encrypted file and answers with its path, and with the keys that are not in it: a lost one keeps no other out. */
  backUp: oc
    .input(z.strictObject({ passphrase, keyIds: z.array(id).optional(), path: z.string().optional() }))
    .output(outcome(z.object({ path: z.string(), missingKeys: z.array(missingKey) }))),
  testBackup: oc.input(z.strictObject({ path: z.string(), passphrase })).output(outcome(backupVerdict)),
  restore: oc
    .input(z.strictObject({ path: z.string(), passphrase }))
    .output(
      outcome(z.object({ restored: z.array(id), alreadyThere: z.array(id), conflicting: z.array(id) })),
    ),
};

export type MissingKey = z.infer<typeof missingKey>;
export type KeyRow = z.infer<typeof keyRow>;
export type KeyStoreSummary = z.infer<typeof keyStoreSummary>;

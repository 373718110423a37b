// The data of a profile as a window has it: backups by hand and by schedule, their trial and restore, the self-check, and everything
// as bundles. One thing at a time.
import { randomBytes } from 'node:crypto';
import { mkdir, rm, stat, writeFile } from 'node:fs/promises';
import { isAbsolute, join, resolve, sep } from 'node:path';
import type { BackupPlan, BackupRow, DataSummary } from '../../contract/data.ts';
import type { MissingKey } from '../../contract/keys.ts';
import type { NoSummary } from '../../contract/live.ts';
import type { Fault, Words } from '../../contract/values.ts';
import type { DeskRuntime } from '../../coordinator/desk-runtime/desk-runtime.ts';
import type { LiveSource } from '../../coordinator/desk-runtime/live-queries.ts';
import { say, textsOf } from '../../coordinator/desk-runtime/words/texts.ts';
import { createBackupLock } from '../../keys/backup-lock.ts';
import type { KeyEntry, KeyFacts, KeyStore } from '../../keys/key-store.ts';
import { accept, type Result } from '../../protocol/result.ts';
import { formatTimestamp } from '../../protocol/timestamp.ts';
import type { BundleDesk } from '../bundle-desk.ts';
import { nameOf } from '../desk-keys.ts';
import { missingKeysOf, namesOf } from '../missing-keys.ts';
import type { BackupFault, ProfileFacts } from './backup-format.ts';
import { backupRowOf } from './backup-rows.ts';
import {
  type KeptPlan,
  listBackups,
  nextBackupAtMs,
  pruneBackups,
  readPlan,
  writePlan,
} from './backup-plan.ts';
import { dataWords } from './data-words.ts';
import { checkProfile, type DatabaseVerdict } from './profile-check.ts';
import { listProfileFiles } from './profile-files.ts';
import { restoreProfile } from './read-backup.ts';
import { openKeysForRestore } from './restore-keys.ts';
import { rebuildMarkOf } from './start-marks.ts';
import { writeProfileBackup } from './write-backup.ts';

export interface DataDeskOptions {
  readonly desk: DeskRuntime;
  readonly profileFolder: string;
  readonly keys: KeyStore;
  readonly bundles: BundleDesk;
  readonly appVersion: string;
  readonly passphraseCostN: number | undefined;
  readonly nowMs: () => number;
  readonly onFault: (error: unknown) => void;
}

type Task = NonNullable<DataSummary['running']>['task'];
type Answer<Value> = Promise<Result<Value, Fault>>;

/** A backup that is due waits at most so long: computers sleep, and timers with them. */
const LOOK_MS = 10 * 60_000;
const SIZES_MS = 30_000;

export class DataDesk {
  private readonly options: DataDeskOptions;
  private kept: KeptPlan;
  private running: { readonly task: Task; done: number; total: number } | undefined;
  private current: Promise<unknown> = Promise.resolve();
  private lastCheck: { readonly atMs: number; readonly verdicts: readonly DatabaseVerdict[] } | undefined;
  private lastFault: BackupFault | undefined;
  /** What the last backup lacks, by hand or by schedule. */
  private lastMissing: readonly KeyEntry[] = [];
  /** Counted now and then: it looks at every file. */
  private sizes: { readonly atMs: number; readonly value: DataSummary['sizes'] } | undefined;
  private timer: NodeJS.Timeout | undefined;
  private isClosed = false;

  private constructor(options: DataDeskOptions, kept: KeptPlan) {
    this.options = options;
    this.kept = kept;
  }

  static async open(options: DataDeskOptions): Promise<DataDesk> {
    return new DataDesk(options, await readPlan(options.profileFolder));
  }

  /** Begins to look after the schedule. */
  start(): void {
    this.timer = setInterval(() => this.lookAtSchedule(), LOOK_MS);
    this.timer.unref();
    this.lookAtSchedule();
  }

  /** Waits for what is under way: a backup that is stopped in the middle would have to begin anew. */
  async close(): Promise<void> {
    this.isClosed = true;
    clearInterval(this.timer);
    await this.current;
  }

  source(): LiveSource<BackupRow, DataSummary> {
    return {
      concerns: (topic) => topic.kind === 'area' && topic.area === 'settings',
      read: async () => ({
        rows: (await listBackups(this.kept.plan.folder)).map((found, index) =>
          backupRowOf(found, index, this.options.desk.language, this.kept.profileId),
        ),
        summary: await this.summary(),
      }),
    };
  }

  async setPassphrase(passphrase: string): Answer<NoSummary> {
    const lock = await createBackupLock(passphrase, {
      randomBytes: (count) => randomBytes(count),
      ...(this.options.passphraseCostN === undefined
        ? {}
        : { passphraseCostN: this.options.passphraseCostN }),
    });
    if (!lock.ok) {
      const { reason } = lock.fault;
      const { keyFaults } = textsOf(this.options.desk.language).row;
      return { ok: false, fault: { code: reason, words: say(`key-fault.${reason}`, keyFaults[reason]) } };
    }
    return this.keep({ ...this.kept, lock: lock.value });
  }

  async changePlan(plan: BackupPlan): Answer<NoSummary> {
    if (!isAbsolute(plan.folder)) return textsOf(this.options.desk.language).fault('bad-path');
    if (isInside(plan.folder, this.options.profileFolder))
      return this.fault('inside-profile', this.words.inside);
    const kept = await this.keep({ ...this.kept, plan });
    this.lookAtSchedule();
    return kept;
  }

  async backUp(): Answer<{ path: string; facts: ProfileFacts; words: Words; missingKeys: MissingKey[] }> {
    const { lock } = this.kept;
    if (lock === undefined) return this.fault('no-backup-passphrase', this.words.noPassphrase);
    return this.one('backup', async (tell) => {
      const { profileFolder, keys, appVersion, nowMs } = this.options;
      const written = await writeProfileBackup({
        profileFolder,
        folder: this.kept.plan.folder,
        lock,
        profileId: this.kept.profileId,
        keys,
        appVersion,
        nowMs: nowMs(),
        onFile: tell,
      });
      if (!written.ok) return this.refused(written.fault);
      this.lastFault = undefined;
      await pruneBackups(this.kept);
      this.lastMissing = written.value.missingKeys;
      const { path, facts } = written.value;
      const missingKeys = this.missing(written.value.missingKeys);
      const words = say('backup.done', this.words.backedUp(facts, namesOf(missingKeys)));
      return accept({ path, facts, words, missingKeys });
    });
  }

  async tryBackup(
    path: string,
    passphrase: string,
  ): Answer<{ facts: ProfileFacts; isSame: boolean; words: Words; missingKeys: MissingKey[] }> {
    return this.one('trial', async (tell) => {
      const folder = join(this.options.profileFolder, 'backup-work');
      try {
        await rm(folder, { recursive: true, force: true });
        const profileFolder = join(folder, 'trial');
        const restored = await restoreProfile({
          backup: path,
          passphrase,
          profileFolder,
          // Keys are proven where they are, and nothing of them is left anywhere.
          openKeys: async (restoring) => this.openTrialKeys(restoring, passphrase),
          onFile: tell,
        });
        if (!restored.ok) return this.refused(restored.fault);
        const { facts, manifest, keyFault } = restored.value;
        const verdicts = await checkProfile(profileFolder, join(folder, 'check'));
        const broken = verdicts.find(({ problems }) => problems.length > 0);
        if (broken !== undefined) {
          return this.refused({ reason: 'unsound', detail: `${broken.path}: ${broken.problems[0] ?? ''}` });
        }
        const isSame =
          keyFault === undefined && JSON.stringify(facts) === JSON.stringify(inOrder(manifest.facts));
        const missingKeys = this.missing(restored.value.missingKeys);
        const words = say('backup.tried', this.words.tried(isSame, facts, namesOf(missingKeys)));
        return accept({ facts, isSame, words, missingKeys });
      } finally {
        await rm(folder, { recursive: true, force: true });
      }
    });
  }

  async restore(
    path: string,
    passphrase: string,
    folder: string,
  ): Answer<{ folder: string; words: Words; missingKeys: MissingKey[] }> {
    if (!isAbsolute(folder) || !isAbsolute(path))
      return textsOf(this.options.desk.language).fault('bad-path');
    return this.one('trial', async (tell) => {
      const { passphraseCostN } = this.options;
      const restored = await restoreProfile({
        backup: path,
        passphrase,
        profileFolder: folder,
        openKeys: (restoring, opening) => openKeysForRestore(folder, restoring, opening, passphraseCostN),
        onFile: tell,
      });
      if (!restored.ok) return this.refused(restored.fault);
      const { facts, keyFault } = restored.value;
      const missingKeys = this.missing(restored.value.missingKeys);
      const text = this.words.restored(folder, facts, keyFault?.message, namesOf(missingKeys));
      return accept({ folder, words: say('backup.restored', text), missingKeys });
    });
  }

  async check(): Answer<{ isSound: boolean; words: Words }> {
    return this.one('check', async (tell) => {
      const { profileFolder, nowMs } = this.options;
      const verdicts = await checkProfile(profileFolder, join(profileFolder, 'backup-work', 'check'), tell);
      this.lastCheck = { atMs: nowMs(), verdicts };
      const { isSound, words } = this.verdictOf(verdicts);
      return accept({ isSound, words });
    });
  }

  async rebuild(isWanted: boolean): Answer<NoSummary> {
    const mark = rebuildMarkOf(this.options.profileFolder);
    if (isWanted) await writeFile(mark, '', { mode: 0o600 });
    else await rm(mark, { force: true });
    this.tell();
    return accept({});
  }

  async exportAll(wanted: string | undefined): Answer<{
    folder: string;
    bundles: number;
    events: number;
    words: Words;
  }> {
    const { desk, bundles, profileFolder, nowMs } = this.options;
    if (wanted !== undefined && !isAbsolute(wanted)) return textsOf(desk.language).fault('bad-path');
    return this.one('export', async (tell) => {
      const stamp = formatTimestamp(nowMs()).replaceAll(/[:.]/gu, '-');
      const folder = wanted ?? join(profileFolder, 'exports', `all-${stamp}`);
      const groups = desk.connections().flatMap((connection) =>
        connection.groupIds().map((groupId) => ({
          connectionId: connection.facts.connectionId,
          groupId,
        })),
      );
      await mkdir(folder, { recursive: true, mode: 0o700 });
      let events = 0;
      for (const [index, address] of groups.entries()) {
        tell(index, groups.length);
        // Numbered, since two Groups may end alike.
        const name = `${String(index + 1).padStart(4, '0')}-${address.groupId.slice(-8)}.mwpbundle`;
        const written = await bundles.write({ ...address, path: join(folder, name) });
        if (!written.ok) return written;
        events += written.value.events;
      }
      const words = say('export.done', this.words.exported(groups.length, events));
      return accept({ folder, bundles: groups.length, events, words });
    });
  }

  private missing(keys: readonly KeyFacts[]): MissingKey[] {
    const { desk } = this.options;
    return missingKeysOf(keys, desk.language, (actor) => nameOf(desk, actor));
  }

  private get words() {
    return dataWords(this.options.desk.language);
  }

  private async openTrialKeys(folder: string, passphrase: string) {
    const { PassphraseFileKeyStore } = await import('../../keys/passphrase-file-key-store.ts');
    const { nowMs, passphraseCostN } = this.options;
    const store = await PassphraseFileKeyStore.open(join(folder, 'keys', 'trial.json'), {
      nowMs,
      randomBytes: (count) => randomBytes(count),
      ...(passphraseCostN === undefined ? {} : { passphraseCostN }),
    });
    const made = await store.setUp(passphrase);
    return made.ok ? accept(store) : made;
  }

  private lookAtSchedule(): void {
    this.backUpIfDue().catch(this.options.onFault);
  }

  private async backUpIfDue(): Promise<void> {
    const due = nextBackupAtMs(this.kept, await listBackups(this.kept.plan.folder));
    const isDue = due !== undefined && due <= this.options.nowMs();
    if (!isDue || this.isClosed || this.running !== undefined) return;
    const made = await this.backUp();
    if (!made.ok) this.options.onFault(new Error(`no backup: ${made.fault.words.text}`));
  }

  /** One thing at a time; the window hears how far it is. */
  private one<Value>(
    task: Task,
    work: (tell: (done: number, total: number) => void) => Answer<Value>,
  ): Answer<Value> {
    if (this.running !== undefined) return Promise.resolve(this.fault('busy', this.words.busy));
    const running = { task, done: 0, total: 0 };
    this.running = running;
    this.tell();
    const answer = work((done, total) => {
      Object.assign(running, { done, total });
      this.tell();
    }).finally(() => {
      this.running = undefined;
      this.tell();
    });
    this.current = answer.catch(() => {});
    return answer;
  }

  private async keep(kept: KeptPlan): Answer<NoSummary> {
    if (!(await writePlan(this.options.profileFolder, kept))) {
      return textsOf(this.options.desk.language).fault('cannot-write');
    }
    this.kept = kept;
    this.tell();
    return accept({});
  }

  private refused(fault: BackupFault): { readonly ok: false; readonly fault: Fault } {
    if (this.running?.task === 'backup') this.lastFault = fault;
    return this.fault(`backup-${fault.reason}`, this.words.faults[fault.reason](fault.detail));
  }

  private fault(code: string, text: string): { readonly ok: false; readonly fault: Fault } {
    return { ok: false, fault: { code, words: say(`fault.${code}`, text) } };
  }

  private tell(): void {
    this.options.desk.tell({ kind: 'area', area: 'settings' });
  }

  private async summary(): Promise<DataSummary> {
    const { profileFolder } = this.options;
    const { running, lastFault, lastCheck } = this;
    const result: DataSummary = {
      location: profileFolder,
      sizes: await this.readSizes(),
      plan: this.kept.plan,
      hasPassphrase: this.kept.lock !== undefined,
      rebuildsAtStart: await isThere(rebuildMarkOf(profileFolder)),
    };
    if (running !== undefined) {
      const { task, done, total } = running;
      result.running = { task, words: say(`data.${task}`, this.words.progress(task, done, total)) };
    }
    if (lastFault !== undefined) {
      const text = this.words.faults[lastFault.reason](lastFault.detail);
      result.lastFault = say(`fault.backup-${lastFault.reason}`, text);
    }
    if (this.lastMissing.length > 0) result.missingKeys = this.missing(this.lastMissing);
    if (lastCheck !== undefined) {
      const { isSound, words, models } = this.verdictOf(lastCheck.verdicts);
      result.lastCheck = { atMs: lastCheck.atMs, isSound, words, verdicts: models };
    }
    return result;
  }

  private async readSizes(): Promise<DataSummary['sizes']> {
    const { profileFolder, nowMs } = this.options;
    if (this.sizes === undefined || nowMs() - this.sizes.atMs > SIZES_MS) {
      this.sizes = { atMs: nowMs(), value: await sizesOf(profileFolder) };
    }
    return this.sizes.value;
  }

  private verdictOf(verdicts: readonly DatabaseVerdict[]) {
    const broken = verdicts.filter(({ problems }) => problems.length > 0);
    const events = verdicts.reduce((sum, each) => sum + each.events, 0);
    const isSound = broken.length === 0;
    return {
      isSound,
      words: say(
        isSound ? 'check.sound' : 'check.unsound',
        isSound ? this.words.sound(verdicts.length, events) : this.words.unsound(broken.length),
      ),
      models: verdicts.map(
        ({ path, kind, connectionName, identityName, events: its, records, problems }) => ({
          path,
          words: say('check.database', this.words.database(kind, connectionName, identityName)),
          isSound: problems.length === 0,
          events: its,
          records,
          problems: [...problems],
        }),
      ),
    };
  }
}

/** The members of the facts in one order, so that texts of them compare. */
function inOrder({ events, waiting, drafts, identities, keys }: ProfileFacts): ProfileFacts {
  return { events, waiting, drafts, identities, keys };
}

async function sizesOf(profileFolder: string): Promise<DataSummary['sizes']> {
  const sizes = { databases: 0, artifacts: 0, rest: 0 };
  for (const { path, bytes, isDatabase } of await listProfileFiles(profileFolder)) {
    const sort = isDatabase ? 'databases' : path.includes('/artifacts/') ? 'artifacts' : 'rest';
    sizes[sort] += bytes;
  }
  return sizes;
}

async function isThere(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}

function isInside(folder: string, profileFolder: string): boolean {
  return `${resolve(folder)}${sep}`.startsWith(`${resolve(profileFolder)}${sep}`);
}

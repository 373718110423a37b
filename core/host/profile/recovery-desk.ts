// What stands in for the host of a profile that could not be opened: it needs no key, no connection and no database, and changes
// nothing unless it is asked to.
import { cp, mkdir, rename, stat } from 'node:fs/promises';
import { dirname, isAbsolute, join } from 'node:path';
import { implement } from '@orpc/server';
import { deskContract } from '../../contract/contract.ts';
import type { BackupRow } from '../../contract/data.ts';
import type { RecoveryState } from '../../contract/recovery.ts';
import type { Capabilities, Settings } from '../../contract/system.ts';
import type { Fault } from '../../contract/values.ts';
import { say, textsOf } from '../../coordinator/desk-runtime/words/texts.ts';
import { accept, type Result } from '../../protocol/result.ts';
import { formatTimestamp } from '../../protocol/timestamp.ts';
import { DEFAULT_SETTINGS, profilePathsOf, readSettings } from '../desk-profile.ts';
import type { DeskRouter } from '../desk-router.ts';
import { claimFolder } from '../worker-claim.ts';
import { backupRowOf } from './backup-rows.ts';
import { listBackups, readPlan, usualBackupFolderOf } from './backup-plan.ts';
import { missingKeysOf, namesOf } from '../missing-keys.ts';
import { dataWords } from './data-words.ts';
import { reportPathIn, saveReport, versionsOf } from './diagnostics-desk.ts';
import { DiagnosticsLog } from './diagnostics-log.ts';
import { composeReport } from './diagnostics-report.ts';
import { diagnosticsWords } from './diagnostics-words.ts';
import { rebuildProfile } from './profile-check.ts';
import { listProfileFiles } from './profile-files.ts';
import { problemsOf } from './profile-problem.ts';
import { restoreProfile } from './read-backup.ts';
import { openKeysForRestore } from './restore-keys.ts';

export interface RecoveryOptions {
  readonly profileFolder: string;
  readonly appVersion: string;
  readonly capabilities: Capabilities;
  readonly passphraseCostN: number | undefined;
  readonly nowMs: () => number;
  /** Tries to start the host; rejects with what stands against it. */
  readonly start: (isSafeMode: boolean) => Promise<void>;
}

type Acted = Promise<Result<{ isStarted: boolean; words: ReturnType<typeof say> }, Fault>>;

/** Where a restored profile stands until it takes its place. */
export function restoredFolderOf(profileFolder: string): string {
  return `${profileFolder}.restored`;
}

/** After a crash between the two renames of a restore there is no profile, and a whole one beside its place. */
export async function finishRestore(profileFolder: string): Promise<void> {
  const isThere = (path: string) =>
    stat(path).then(
      () => true,
      () => false,
    );
  if ((await isThere(profileFolder)) || !(await isThere(restoredFolderOf(profileFolder)))) return;
  await rename(restoredFolderOf(profileFolder), profileFolder);
}

export class RecoveryDesk {
  private readonly options: RecoveryOptions;
  private readonly log: DiagnosticsLog;
  private readonly asideFolder: string;
  private settings: Settings = DEFAULT_SETTINGS;
  private error: unknown;

  private constructor(options: RecoveryOptions, error: unknown) {
    this.options = options;
    this.error = error;
    this.log = new DiagnosticsLog(options.nowMs, new Set());
    this.log.fault(error);
    const stamp = formatTimestamp(options.nowMs()).replaceAll(/[:.]/gu, '-');
    this.asideFolder = `${options.profileFolder}.before-${stamp}`;
  }

  static async open(
    options: RecoveryOptions,
    error: unknown,
    language: Settings['language'],
  ): Promise<RecoveryDesk> {
    const desk = new RecoveryDesk(options, error);
    desk.settings = await readSettings(profilePathsOf(options.profileFolder)).catch(() => ({
      ...DEFAULT_SETTINGS,
      language,
    }));
    return desk;
  }

  /** Only what the recovery window asks for: everything else of the contract needs an open profile. */
  router(): DeskRouter {
    const os = implement(deskContract);
    const { recovery, system } = os;
    return {
      system: {
        capabilities: system.capabilities.handler(() => this.options.capabilities),
        settings: system.settings.handler(() => this.settings),
        // For this window alone: the file of the settings may be what is broken.
        changeSettings: system.changeSettings.handler(({ input }) => {
          const given = Object.entries(input).filter(([, value]) => value !== undefined);
          this.settings = { ...this.settings, ...(Object.fromEntries(given) as Partial<Settings>) };
          return this.settings;
        }),
        acknowledge: system.acknowledge.handler(() => ({})),
      },
      recovery: {
        state: recovery.state.handler(() => this.state()),
        retry: recovery.retry.handler(() => this.start(false)),
        safeMode: recovery.safeMode.handler(() => this.start(true)),
        rebuild: recovery.rebuild.handler(() => this.rebuild()),
        restore: recovery.restore.handler(({ input }) => this.restore(input.path, input.passphrase)),
        exportRaw: recovery.exportRaw.handler(({ input }) => this.exportRaw(input.folder)),
        previewReport: recovery.previewReport.handler(async () => ({ text: await this.report() })),
        saveReport: recovery.saveReport.handler(({ input }) => this.saveReport(input.path)),
      },
    } as unknown as DeskRouter;
  }

  private async state(): Promise<RecoveryState> {
    const { profileFolder } = this.options;
    const words = diagnosticsWords(this.settings.language);
    const { folder } = await this.plan();
    return {
      isNeeded: true,
      location: profileFolder,
      problems: problemsOf(this.error).map(({ code, about, detail }) => ({
        code,
        words: say(`recovery.${code}`, words.problems[code](about)),
        advice: say(`recovery.advice.${code}`, words.advice[code]),
        detail,
      })),
      backups: await this.backupRows(folder),
      backupFolder: folder,
      asideFolder: this.asideFolder,
    };
  }

  private async plan(): Promise<{ readonly folder: string }> {
    const { profileFolder } = this.options;
    return readPlan(profileFolder).then(
      ({ plan }) => plan,
      () => ({ folder: usualBackupFolderOf(profileFolder) }),
    );
  }

  private async backupRows(folder: string): Promise<BackupRow[]> {
    const { language } = this.settings;
    const found = await listBackups(folder);
    return found.map((each, index) => backupRowOf(each, index, language, undefined));
  }

  private async start(isSafeMode: boolean, before = ''): Acted {
    const words = diagnosticsWords(this.settings.language);
    let text = isSafeMode ? words.startedSafe : words.started;
    let isStarted = true;
    try {
      await this.options.start(isSafeMode);
    } catch (error) {
      this.error = error;
      this.log.fault(error);
      isStarted = false;
      text = words.stillBroken;
    }
    const whole = [before, text].filter(Boolean).join(' ');
    return accept({ isStarted, words: say(isStarted ? 'recovery.started' : 'recovery.still-broken', whole) });
  }

  private async rebuild(): Acted {
    const { profileFolder } = this.options;
    try {
      const claim = await claimFolder(profilePathsOf(profileFolder).claims);
      try {
        const verdicts = await rebuildProfile(profileFolder);
        const broken = verdicts.filter(({ problems }) => problems.length > 0).length;
        const said = diagnosticsWords(this.settings.language).rebuilt(broken);
        await claim.release();
        return await this.start(false, said);
      } finally {
        await claim.release();
      }
    } catch (error) {
      this.log.fault(error);
      return textsOf(this.settings.language).fault('cannot-write');
    }
  }

  private async restore(backup: string, passphrase: string): Acted {
    const { profileFolder, passphraseCostN } = this.options;
    if (!isAbsolute(backup)) return textsOf(this.settings.language).fault('bad-path');
    const words = diagnosticsWords(this.settings.language);
    // Beside the profile first: what is there now stays until the backup has proven to be whole.
    const restored = await restoreProfile({
      backup,
      passphrase,
      profileFolder: restoredFolderOf(profileFolder),
      openKeys: (folder, opening) => openKeysForRestore(profileFolder, folder, opening, passphraseCostN),
    });
    if (!restored.ok) {
      const { reason, detail } = restored.fault;
      const text = dataWords(this.settings.language).faults[reason](detail);
      return { ok: false, fault: { code: `backup-${reason}`, words: say(`fault.backup-${reason}`, text) } };
    }
    try {
      await rename(profileFolder, this.asideFolder);
      // A crash between the two is made good by the next start.
      await rename(restoredFolderOf(profileFolder), profileFolder);
    } catch (error) {
      this.log.fault(error);
      return { ok: false, fault: { code: 'cannot-move', words: say('fault.cannot-move', words.cannotMove) } };
    }
    const { language } = this.settings;
    const lacking = dataWords(language).lacking(namesOf(missingKeysOf(restored.value.missingKeys, language)));
    return this.start(false, `${words.restored(this.asideFolder)}${lacking}`);
  }

  private async exportRaw(
    wanted: string | undefined,
  ): Promise<Result<{ folder: string; files: number; words: ReturnType<typeof say> }, Fault>> {
    const { profileFolder, nowMs } = this.options;
    if (wanted !== undefined && !isAbsolute(wanted)) return textsOf(this.settings.language).fault('bad-path');
    const stamp = formatTimestamp(nowMs()).replaceAll(/[:.]/gu, '-');
    const folder = wanted ?? `${profileFolder}-raw-${stamp}`;
    let files = 0;
    try {
      const found = await listProfileFiles(profileFolder);
      for (const { path } of found.filter(({ isDatabase }) => isDatabase)) {
        for (const suffix of ['', '-wal']) {
          const copied = await copyIfThere(
            join(profileFolder, `${path}${suffix}`),
            join(folder, `${path}${suffix}`),
          );
          if (copied) files += 1;
        }
      }
    } catch (error) {
      this.log.fault(error);
      return textsOf(this.settings.language).fault('cannot-write');
    }
    const text = diagnosticsWords(this.settings.language).exported(files, folder);
    return accept({ folder, files, words: say('recovery.exported', text) });
  }

  private async report(): Promise<string> {
    const { profileFolder, appVersion, capabilities, nowMs } = this.options;
    const files = await listProfileFiles(profileFolder).catch(() => []);
    const databases = files.filter(({ isDatabase }) => isDatabase);
    const bytes = databases.reduce((sum, each) => sum + each.bytes, 0);
    return composeReport({
      madeAtMs: nowMs(),
      sections: [
        { title: 'Versions', values: versionsOf(appVersion) },
        {
          title: 'Start',
          values: [
            ['shell', capabilities.shell],
            ['recovery', true],
            ...problemsOf(this.error).map(({ code }) => ['problem', code] as const),
          ],
        },
        {
          title: 'Profile',
          values: [
            ['files', files.length],
            ['databases', databases.length],
            ['bytes in databases', bytes],
          ],
        },
      ],
      lines: this.log.lines,
    });
  }

  private async saveReport(wanted: string | undefined): Promise<Result<{ path: string }, Fault>> {
    const { profileFolder, nowMs } = this.options;
    const texts = textsOf(this.settings.language);
    if (wanted !== undefined && !isAbsolute(wanted)) return texts.fault('bad-path');
    // Beside the profile: that may be what cannot be written.
    const path = wanted ?? reportPathIn(dirname(profileFolder), nowMs());
    return (await saveReport(path, await this.report())) ? accept({ path }) : texts.fault('cannot-write');
  }
}

async function copyIfThere(source: string, target: string): Promise<boolean> {
  try {
    await stat(source);
  } catch {
    return false;
  }
  await mkdir(dirname(target), { recursive: true, mode: 0o700 });
  await cp(source, target, { errorOnExist: true, force: false });
  return true;
}

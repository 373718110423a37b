// Long work on the database of an administered Authority, one thing at a time for each, and the backups in its folder with what
// is known of them.
import { mkdir, readdir, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { BackupRow, BackupSummary, OperatorJob } from '../contract/operator.ts';
import type { Fault } from '../contract/values.ts';
import type { LiveContent, LiveSource } from '../coordinator/desk-runtime/live-queries.ts';
import { operatorWords } from '../coordinator/desk-runtime/words/operator-words.ts';
import { say } from '../coordinator/desk-runtime/words/texts.ts';
import { accept, type Result } from '../protocol/result.ts';
import { readJson, writeJson } from './desk-profile.ts';
import type { Nothing } from './desk-services.ts';
import { type Administered, detailOf, type OperatorAuthorities } from './operator-authorities.ts';
import type { OperatorOrder, OperatorReport } from './operator-thread.ts';

export type OperatorTask = OperatorOrder['task'];

/** What is kept beside a backup of how it was last checked. */
interface KeptCheck {
  readonly checkedAtMs: number;
  readonly isGood: boolean;
  readonly events: number;
  /** Of the file that was checked: another one of the same name was not. */
  readonly sizeBytes: number;
  readonly modifiedMs: number;
}

/** What is told of a job; words are made when they are shown. */
interface Job {
  readonly task: OperatorTask;
  readonly startedAtMs: number;
  readonly path: string | undefined;
  state: OperatorJob['state'];
  done: number | undefined;
  total: number | undefined;
  findings: readonly string[];
  verification: { readonly events: number; readonly groups: number; readonly records: number } | undefined;
  detail: string | undefined;
  endedAtMs: number | undefined;
  worker: Worker | undefined;
}

const MAX_FINDINGS_SHOWN = 50;
/** A million Events would tell two thousand times otherwise. */
const PROGRESS_MS = 300;

export class OperatorJobs {
  private readonly authorities: OperatorAuthorities;
  private readonly jobs = new Map<string, Job>();
  /** The last integrity check that came to an end, for the health of the Authority. */
  private readonly integrity = new Map<string, { readonly atMs: number; readonly isGood: boolean }>();

  constructor(authorities: OperatorAuthorities) {
    this.authorities = authorities;
  }

  integrityOf(authorityId: string): { readonly atMs: number; readonly isGood: boolean } | undefined {
    return this.integrity.get(authorityId);
  }

  source(authorityId: string): LiveSource<BackupRow, BackupSummary> {
    return {
      concerns: (topic) => topic.kind === 'area' && topic.area === 'operator',
      read: () => this.read(authorityId),
    };
  }

  async run(at: Administered, task: OperatorTask, path: string | undefined): Promise<Result<Nothing, Fault>> {
    if (this.jobs.get(at.authorityId)?.state === 'running') return this.authorities.fault('job-runs');
    if (task === 'backup' && at.obstacle !== undefined) {
      return this.authorities.fault('read-only', at.obstacle);
    }
    const target = await this.targetOf(at, task, path);
    if (!target.ok) return target;
    const { organizationId, folder, databaseUrl } = at;
    const order: OperatorOrder = { task, folder, organizationId, databaseUrl, path: target.value };
    const worker = new Worker(new URL('./operator-thread.ts', import.meta.url), {
      name: 'heddle-operator',
      workerData: order,
    });
    const job: Job = {
      task,
      startedAtMs: Date.now(),
      path: target.value,
      state: 'running',
      done: undefined,
      total: undefined,
      findings: [],
      verification: undefined,
      detail: undefined,
      endedAtMs: undefined,
      worker,
    };
    this.jobs.set(at.authorityId, job);
    this.follow(at, job, worker);
    this.authorities.tell();
    return accept({});
  }

  async stop(authorityId: string): Promise<Result<Nothing, Fault>> {
    const job = this.jobs.get(authorityId);
    if (job?.worker === undefined) return this.authorities.fault('no-job');
    // A backup gets its name last, so what is left of a half-made one is never listed.
    await job.worker.terminate();
    return accept({});
  }

  /** Backups in the folder, the newest first. */
  async backupsOf(at: Administered): Promise<readonly BackupRow[]> {
    const folder = backupFolderOf(at);
    const { backups } = operatorWords(this.authorities.language);
    const rows: BackupRow[] = [];
    for (const name of await namesIn(folder)) {
      if (!name.endsWith('.db')) continue;
      const path = join(folder, name);
      const { size, mtimeMs } = await stat(path);
      const kept = (await readJson(checkPathOf(path))) as KeptCheck | undefined;
      const check = kept?.sizeBytes === size && kept.modifiedMs === mtimeMs ? kept : undefined;
      const verdict = check === undefined ? 'unchecked' : check.isGood ? 'good' : 'bad';
      rows.push({
        id: path,
        sort: `${String(Number.MAX_SAFE_INTEGER - Math.round(mtimeMs)).padStart(16, '0')} ${name}`,
        path,
        name,
        madeAtMs: mtimeMs,
        sizeBytes: size,
        verdict,
        verdictWords: say(`operator.backup.${verdict}`, backups.verdicts[verdict]),
        ...(check === undefined ? {} : { checkedAtMs: check.checkedAtMs, events: check.events }),
      });
    }
    return rows.toSorted((a, b) => (a.sort < b.sort ? -1 : 1));
  }

  async closeAll(): Promise<void> {
    for (const { worker } of this.jobs.values()) await worker?.terminate();
  }

  private async read(authorityId: string): Promise<LiveContent<BackupRow, BackupSummary>> {
    const at = await this.authorities.find(authorityId);
    const { backups } = operatorWords(this.authorities.language);
    if (at === undefined) {
      const words = say('operator.backups', '');
      return { rows: [], summary: { folder: '', canBackUp: false, words, restore: [] } };
    }
    const isSqlite = at.databaseUrl === undefined;
    const rows = isSqlite ? await this.backupsOf(at) : [];
    const job = this.jobs.get(authorityId);
    return {
      rows,
      summary: {
        folder: backupFolderOf(at),
        canBackUp: isSqlite && at.obstacle === undefined,
        words: say('operator.backups', isSqlite ? backups.what : backups.postgres),
        restore: isSqlite
          ? [...backups.restore(at.folder, rows[0]?.path ?? join(backupFolderOf(at), '….db'))]
          : [],
        ...(job === undefined ? {} : { job: this.modelOf(job) }),
      },
    };
  }

  private async targetOf(
    at: Administered,
    task: OperatorTask,
    path: string | undefined,
  ): Promise<Result<string | undefined, Fault>> {
    if (task === 'check-backup') {
      const found = (await this.backupsOf(at)).find((each) => each.path === path);
      return found === undefined ? this.authorities.fault('no-backup') : accept(found.path);
    }
    if (task !== 'backup') return accept(undefined);
    const folder = backupFolderOf(at);
    try {
      await mkdir(folder, { recursive: true, mode: 0o700 });
    } catch (error) {
      return this.authorities.fault('not-accepted', detailOf(error, undefined));
    }
    const moment = new Date().toISOString().replaceAll(':', '-').replace('.', '-');
    return accept(join(folder, `authority-${moment}.db`));
  }

  private follow(at: Administered, job: Job, worker: Worker): void {
    let toldAtMs = 0;
    const end = (changes: Partial<Job>): void => {
      if (job.state !== 'running') return;
      Object.assign(job, { endedAtMs: Date.now(), worker: undefined }, changes);
      this.authorities.tell();
    };
    worker.on('message', (report: OperatorReport) => {
      if (report.type === 'progress') {
        Object.assign(job, { done: report.done, total: report.total });
        if (Date.now() - toldAtMs < PROGRESS_MS) return;
        toldAtMs = Date.now();
        this.authorities.tell();
        return;
      }
      if (report.type === 'failed') {
        end({ state: 'failed', detail: detailOf(report.detail, at.databaseUrl) });
        return;
      }
      const isGood = report.findings.length === 0;
      const { findings, verification } = report;
      if (job.task === 'integrity' || job.task === 'verify') {
        this.integrity.set(at.authorityId, { atMs: Date.now(), isGood });
      }
      this.keepCheck(job, isGood, verification?.events)
        .catch(() => {
          // The verdict is shown all the same; only the next run of the app does not know it.
        })
        .finally(() => end({ state: isGood ? 'good' : 'bad', findings, verification }));
    });
    worker.on('error', (error) => end({ state: 'failed', detail: detailOf(error, at.databaseUrl) }));
    worker.on('exit', (code) => {
      // After its report a thread ends with 0; whoever was stopped has not reported.
      if (code !== 0) end({ state: 'failed', detail: undefined });
    });
  }

  private async keepCheck(job: Job, isGood: boolean, events: number | undefined): Promise<void> {
    const { task, path } = job;
    if (path === undefined || task !== 'check-backup') return;
    const { size, mtimeMs } = await stat(path);
    const kept: KeptCheck = {
      checkedAtMs: Date.now(),
      isGood,
      events: events ?? 0,
      sizeBytes: size,
      modifiedMs: mtimeMs,
    };
    await writeJson(checkPathOf(path), kept);
  }

  private modelOf(job: Job): OperatorJob {
    const { language } = this.authorities;
    const { jobs } = operatorWords(language);
    const number = new Intl.NumberFormat(language);
    const format = (count: number) => number.format(count);
    const { task, state, verification, detail, done, total, path } = job;
    const text = (): string => {
      if (state === 'running') return jobs.running[task];
      if (state === 'failed') return detail === undefined ? jobs.stopped : jobs.failed(detail);
      if (state === 'bad') return jobs.findings(job.findings.length);
      if (task === 'backup') return jobs.backedUp;
      if (task === 'integrity' || verification === undefined) return jobs.integrityGood;
      const { events, groups, records } = verification;
      return task === 'check-backup'
        ? jobs.backupGood(format(events))
        : jobs.verified(format(events), format(groups), format(records));
    };
    return {
      task,
      state,
      startedAtMs: job.startedAtMs,
      words: say(`operator.job.${task}.${state}`, text()),
      findings: job.findings.slice(0, MAX_FINDINGS_SHOWN),
      ...(done === undefined ? {} : { done }),
      ...(total === undefined ? {} : { total }),
      ...(path === undefined ? {} : { path }),
    };
  }
}

function backupFolderOf({ folder }: Administered): string {
  return join(folder, 'backups');
}

/** Hidden beside the backup that it is about. */
function checkPathOf(path: string): string {
  return join(dirname(path), `.${basename(path)}.check.json`);
}

async function namesIn(folder: string): Promise<readonly string[]> {
  try {
    return await readdir(folder);
  } catch {
    // Nobody has made a backup yet.
    return [];
  }
}

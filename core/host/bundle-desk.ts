// Bundles as a window has them: written from the logs that are kept here, and opened files, each with a log of its own that can be
// read and verified and with which nothing can be done.
import { mkdir, rm } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { latestSnapshotOf, snapshotBytesOf } from '../authority/snapshots.ts';
import type { OpenedFile } from '../contract/bundles.ts';
import type { NoSummary } from '../contract/live.ts';
import type { Fault } from '../contract/values.ts';
import type { DeskRuntime } from '../coordinator/desk-runtime/desk-runtime.ts';
import type { LiveSource } from '../coordinator/desk-runtime/live-queries.ts';
import { shortId, titleOfMission } from '../coordinator/desk-runtime/rows/row-context.ts';
import { say, textsOf } from '../coordinator/desk-runtime/words/texts.ts';
import { accept, type Result } from '../protocol/result.ts';
import type { RegistryEvidence } from '../protocol/generated/documents.ts';
import { formatTimestamp } from '../protocol/timestamp.ts';
import type { BundleNames } from './bundle-import.ts';
import type { OpenOrder, OpenReport } from './bundle-open-thread.ts';
import type { BundleVerification } from './bundle-verification.ts';
import { bundleWords } from './bundle-words.ts';
import { writeBundle } from './bundle-writer.ts';
import type { GroupAddress, HistoryDesk } from './history-desk.ts';
import type { HistoryReader } from './history-reader.ts';
import { writeReport } from './history-report.ts';
import type { HistoryVerifications } from './history-verifications.ts';
import { type HistorySource, sourceAt } from './history-sources.ts';

interface Opened {
  readonly connectionId: string;
  readonly path: string;
  readonly folder: string;
  readonly replicaPath: string;
  readonly worker: Worker;
  events: number;
  names: BundleNames | undefined;
  verification: BundleVerification | undefined;
  isPinned: boolean;
  unreadable: string | undefined;
}

export interface BundleDeskOptions {
  readonly desk: DeskRuntime;
  readonly reader: HistoryReader;
  /** Lets go of a log wherever it is read. */
  readonly release: (replicaPaths: readonly string[]) => Promise<void>;
  /** For the logs of opened files; emptied at the start. */
  readonly folder: string;
  /** For what is written without a path. */
  readonly exports: string;
  readonly nowMs: () => number;
  readonly onFault: (error: unknown) => void;
}

const FILE = 'file:';
const PAGE = 500;

export class BundleDesk {
  private readonly options: BundleDeskOptions;
  private readonly opened = new Map<string, Opened>();
  private lastId = 0;

  constructor(options: BundleDeskOptions) {
    this.options = options;
  }

  /** The log of an opened file; undefined for anything else. */
  sourceOf(connectionId: string, groupId: string): HistorySource | undefined {
    const file = this.opened.get(connectionId);
    if (file?.names === undefined) return undefined;
    const agents = new Map(file.names.agents);
    const items = new Map(file.names.items);
    return {
      connectionId,
      groupId,
      replicaPath: file.replicaPath,
      names: {
        person: (actor) => ({ ...actor, name: agents.get(actor.id) ?? shortId(actor.id) }),
        itemTitle: (_groupId, workItemId) => items.get(workItemId),
      },
      isPinned: file.isPinned,
      gap: undefined,
    };
  }

  source(): LiveSource<OpenedFile, NoSummary> {
    return {
      concerns: (topic) => topic.kind === 'area' && (topic.area === 'history' || topic.area === 'settings'),
      read: () => ({ rows: [...this.opened.values()].map((file) => this.rowOf(file)), summary: {} }),
    };
  }

  async open(path: string): Promise<Result<{ connectionId: string }, Fault>> {
    if (!isAbsolute(path)) return this.fault('bad-path');
    this.lastId += 1;
    const connectionId = `${FILE}${this.lastId}`;
    const folder = join(this.options.folder, String(this.lastId));
    await rm(folder, { recursive: true, force: true });
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const replicaPath = join(folder, 'log.db');
    const order: OpenOrder = { path, replicaPath, registries: await this.registries() };
    const worker = new Worker(new URL('./bundle-open-thread.ts', import.meta.url), {
      name: 'heddle-bundle',
      workerData: order,
    });
    const file: Opened = {
      connectionId,
      path,
      folder,
      replicaPath,
      worker,
      events: 0,
      names: undefined,
      verification: undefined,
      isPinned: false,
      unreadable: undefined,
    };
    this.opened.set(connectionId, file);
    worker.on('message', (report: OpenReport) => this.hear(file, report));
    worker.on('error', (error) => {
      this.options.onFault(error);
      file.unreadable = error.message;
      this.tell();
    });
    this.tell();
    return accept({ connectionId });
  }

  async close(connectionId: string): Promise<Result<NoSummary, Fault>> {
    const file = this.opened.get(connectionId);
    if (file === undefined) return this.fault('no-connection');
    this.opened.delete(connectionId);
    await file.worker.terminate();
    await this.options.release([file.replicaPath]);
    await rm(file.folder, { recursive: true, force: true });
    this.tell();
    return accept({});
  }

  async closeAll(): Promise<void> {
    for (const connectionId of this.opened.keys()) await this.close(connectionId);
  }

  /** Events, snapshot and keys as they are kept here. */
  async write({
    path,
    ...address
  }: GroupAddress & { readonly path?: string | undefined }): Promise<
    Result<{ path: string; events: number; sizeBytes: number }, Fault>
  > {
    const { desk, reader } = this.options;
    const source = sourceAt(desk, address.connectionId, address.groupId);
    const connection = desk.connection(address.connectionId);
    if (source === undefined || connection === undefined) return this.fault('no-group');
    const { replicaPath, groupId } = source;
    const { registry } = await reader.ask('keys', { replicaPath });
    if (registry === undefined) return this.fault('not-now');
    const target = await this.target(path, groupId, 'mwpbundle');
    if (target === undefined) return this.fault('bad-path');
    const written = await this.guarded(() =>
      writeBundle(
        target,
        {
          registry,
          groupIds: [groupId],
          async *events() {
            for (let from = 0; ; from += PAGE) {
              const page = await reader.ask('window', {
                replicaPath,
                groupId,
                query: undefined,
                from,
                limit: PAGE,
              });
              for (const { bytes } of page?.events ?? []) yield bytes;
              if (page === undefined || page.events.length < PAGE) return;
            }
          },
          snapshot: async () => {
            const snapshot = latestSnapshotOf(connection.view().world, groupId);
            return snapshot && snapshotBytesOf(snapshot);
          },
        },
        formatTimestamp(this.options.nowMs()),
      ),
    );
    return written.ok
      ? accept({ path: target, events: written.value.events, sizeBytes: written.value.bytes })
      : written;
  }

  async report(
    history: Pick<HistoryDesk, 'window'>,
    verifications: Pick<HistoryVerifications, 'verdictOf'>,
    {
      format,
      path,
      ...address
    }: GroupAddress & { readonly format: 'markdown' | 'html'; readonly path?: string | undefined },
  ): Promise<Result<{ path: string; events: number }, Fault>> {
    const ask = (from: number, limit: number) => history.window({ ...address, filter: '', from, limit });
    const first = await ask(0, 1);
    if (!first.ok) return first;
    const target = await this.target(path, address.groupId, format === 'html' ? 'html' : 'md');
    if (target === undefined) return this.fault('bad-path');
    const { startsAfter, cursor } = first.value.reach;
    const source = {
      title: this.titleOf(address),
      fromSequence: startsAfter + 1,
      throughSequence: cursor,
      writtenAtMs: this.options.nowMs(),
      verdict: this.verdictOf(address) ?? verifications.verdictOf(address.connectionId, address.groupId),
      async *pages() {
        for (let from = 0; from < first.value.total; from += PAGE) {
          const page = await ask(from, PAGE);
          if (page.ok) yield page.value.rows;
        }
      },
    };
    const { language } = this.options.desk;
    const written = await this.guarded(() => writeReport(target, format, source, bundleWords(language)));
    return written.ok ? accept({ path: target, events: written.value }) : written;
  }

  private async guarded<Value>(work: () => Promise<Value>): Promise<Result<Value, Fault>> {
    try {
      return accept(await work());
    } catch (error) {
      // No right, no room, no such folder: for the person to mend.
      if (error instanceof Error && 'syscall' in error) return this.fault('cannot-write');
      throw error;
    }
  }

  private async target(
    path: string | undefined,
    groupId: string,
    extension: string,
  ): Promise<string | undefined> {
    if (path !== undefined) return isAbsolute(path) ? path : undefined;
    const stamp = formatTimestamp(this.options.nowMs()).replaceAll(/[:.]/gu, '-');
    const target = join(this.options.exports, `history-${groupId.slice(-8)}-${stamp}.${extension}`);
    await mkdir(dirname(target), { recursive: true, mode: 0o700 });
    return target;
  }

  /** Of an opened file, once it was read. */
  private verdictOf({ connectionId }: GroupAddress): string | undefined {
    const file = this.opened.get(connectionId);
    return file?.verification === undefined ? undefined : this.rowOf(file).words.text;
  }

  private titleOf({ connectionId, groupId }: GroupAddress): string {
    const names = this.opened.get(connectionId)?.names;
    if (names !== undefined) return new Map(names.missions).get(groupId) ?? shortId(groupId);
    const connection = this.options.desk.connection(connectionId);
    return connection === undefined ? shortId(groupId) : titleOfMission(connection.view().world, groupId);
  }

  /** Those that are remembered beside the logs of all connections. */
  private async registries(): Promise<readonly RegistryEvidence[]> {
    const { desk, reader } = this.options;
    const paths = desk.connections().flatMap(({ links }) => links.flatMap(({ logPath }) => logPath ?? []));
    const keys = await Promise.all(paths.map((replicaPath) => reader.ask('keys', { replicaPath })));
    return keys.flatMap(({ registry }) => registry ?? []);
  }

  private hear(file: Opened, report: OpenReport): void {
    if (report.type === 'imported') {
      file.names = report.names;
      file.events = report.events;
    } else if (report.type === 'verified') {
      file.verification = report.verification;
      file.isPinned = report.isPinned;
      file.events = report.verification.events;
    } else if (report.type === 'unreadable') file.unreadable = report.reason;
    this.tell();
  }

  private tell(): void {
    this.options.desk.tell({ kind: 'area', area: 'history' });
  }

  private fault(code: Parameters<ReturnType<typeof textsOf>['fault']>[0]) {
    return textsOf(this.options.desk.language).fault(code);
  }

  private rowOf(file: Opened): OpenedFile {
    const { connectionId, path, verification, names, unreadable } = file;
    const texts = textsOf(this.options.desk.language);
    const words = bundleWords(texts.language);
    const titles = new Map(names?.missions);
    const findings = verification?.findings ?? [];
    const { number } = texts.format;
    const events = number(file.events);
    const verdict =
      verification === undefined
        ? undefined
        : findings.length > 0
          ? ('failed' as const)
          : file.isPinned
            ? ('verified' as const)
            : ('consistent' as const);
    const [first] = findings;
    const line = texts.language === 'de' ? 'Zeile' : 'line';
    const text =
      unreadable !== undefined
        ? words.unreadable(unreadable)
        : verdict === undefined
          ? words.reading(events)
          : verdict === 'failed'
            ? words.failed(number(findings.length), `${line} ${first?.line ?? '?'}`)
            : words[verdict](events);
    const createdAtMs = verification?.createdAt === undefined ? NaN : Date.parse(verification.createdAt);
    return {
      id: connectionId,
      sort: connectionId.slice(FILE.length).padStart(6, '0'),
      connectionId,
      name: basename(path),
      path,
      state: unreadable !== undefined ? 'broken' : verification === undefined ? 'reading' : 'open',
      events: file.events,
      groups: (verification?.groups ?? []).map(({ groupId, mission, ...counted }) =>
        Object.assign(
          { groupId, title: titles.get(groupId) ?? shortId(groupId) },
          {
            events: counted.events,
            firstSequence: counted.firstSequence,
            lastSequence: counted.lastSequence,
          },
          mission === undefined
            ? {}
            : {
                missionWords: say('bundle.mission', words.mission(mission.state, String(mission.revision))),
              },
        ),
      ),
      ...(verdict === undefined ? {} : { verdict }),
      words: say(`bundle.${verdict ?? 'reading'}`, text),
      findings: findings.map(({ line: at, problem, detail }) =>
        Object.assign(
          { problem, detail, words: say(`bundle.problem.${problem}`, words.problems[problem]) },
          at === undefined ? {} : { line: at },
        ),
      ),
      ...(verification?.organizationId === undefined ? {} : { organizationId: verification.organizationId }),
      ...(Number.isNaN(createdAtMs) ? {} : { createdAtMs }),
    };
  }
}

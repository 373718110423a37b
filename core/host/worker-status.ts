// How a Worker is, for its operator: written by the process that runs it, read by anybody who may read its folder. It
// reaches over all Groups and is never published (SCH-011).
import { readFile, rename, writeFile } from 'node:fs/promises';
import { SqliteReplicaStore } from '../store/sqlite/replica-sqlite-store.ts';
import type { ConnectionState } from '../sync/connection-states.ts';
import { findClaimant } from './worker-claim.ts';
import { statePathsOf } from './worker-folder.ts';

/** What a running Worker says of itself. */
export interface WorkerHostStatus {
  readonly pid: number;
  readonly agentId: string;
  readonly organizationId: string;
  readonly origin: string;
  readonly startedAt: string;
  readonly writtenAt: string;
  /** When and why it ended, in good order; undefined while it runs, and after a crash. */
  readonly ended: { readonly at: string; readonly reason: WorkerEndReason } | undefined;
  readonly connection: {
    readonly state: ConnectionState;
    readonly sessionEpoch: number | undefined;
    /** Since when there is, or is no, Session. */
    readonly since: string;
  };
  readonly slots: number;
  readonly runs: readonly { readonly runId: string; readonly groupId: string; readonly workItemId: string }[];
  readonly groups: readonly {
    readonly groupId: string;
    /** Accepted work that is not over, what runs included. */
    readonly items: number;
    readonly offers: number;
  }[];
  /** Commands whose fate is not known yet. */
  readonly pendingCommands: number;
  readonly lastFault: { readonly at: string; readonly message: string } | undefined;
}

export type WorkerEndReason = 'stopped' | 'replaced';

/** What the replica knows of a Worker that does not run. */
export interface WorkerReplicaStatus {
  readonly groups: readonly {
    readonly groupId: string;
    readonly cursor: number;
    readonly isFollowed: boolean;
    /** How much of this Agent's own work there is, by state. */
    readonly workByState: Readonly<Record<string, number>>;
  }[];
  readonly pendingCommands: number;
}

export type WorkerStatusReport =
  | { readonly kind: 'running'; readonly pid: number; readonly status: WorkerHostStatus | undefined }
  | {
      readonly kind: 'not-running';
      /** The last that it said. */
      readonly status: WorkerHostStatus | undefined;
      /** Undefined when it has never run. */
      readonly replica: WorkerReplicaStatus | undefined;
    };

/** Reads how a Worker is. Nothing is changed, and nothing is asked of a process that runs it. */
export async function readWorkerStatus(stateFolder: string): Promise<WorkerStatusReport> {
  const paths = statePathsOf(stateFolder);
  const pid = await findClaimant(paths.claims);
  const status = await readStatusFile(paths.status);
  if (pid !== undefined) return { kind: 'running', pid, status: status?.pid === pid ? status : undefined };
  const replica = status === undefined ? undefined : await readReplica(paths.replica, status.agentId);
  return { kind: 'not-running', status, replica };
}

async function readStatusFile(path: string): Promise<WorkerHostStatus | undefined> {
  try {
    return JSON.parse(await readFile(path, 'utf8')) as WorkerHostStatus;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}

async function readReplica(path: string, agentId: string): Promise<WorkerReplicaStatus> {
  const store = await SqliteReplicaStore.open({ path });
  try {
    const groups = [];
    for (const { groupId, cursor, isFollowed } of await store.readGroups()) {
      const workByState: Record<string, number> = {};
      for (const { kind, value } of await store.readRecords(groupId)) {
        if (kind !== 'workItem') continue;
        const { owner, state } = value.document;
        if (owner?.agentId === agentId) workByState[state] = (workByState[state] ?? 0) + 1;
      }
      groups.push({ groupId, cursor, isFollowed, workByState });
    }
    return { groups, pendingCommands: (await store.readPendingOutbox()).length };
  } finally {
    await store.close();
  }
}

/** Soon enough for whoever looks, seldom enough for a Worker that does a lot. */
const WRITE_EVERY_MS = 500;

/** Writes the status file after changes: whole, one version after another. */
export class StatusFile {
  private readonly path: string;
  private readonly read: () => WorkerHostStatus;
  private readonly onFault: (error: unknown) => void;
  private timer: NodeJS.Timeout | undefined;
  private writing: Promise<void> = Promise.resolve();

  constructor(path: string, read: () => WorkerHostStatus, onFault: (error: unknown) => void) {
    this.path = path;
    this.read = read;
    this.onFault = onFault;
  }

  changed(): void {
    this.timer ??= setTimeout(() => {
      this.timer = undefined;
      this.write().catch(this.onFault);
    }, WRITE_EVERY_MS);
  }

  /** Writes what is the case now. */
  write(): Promise<void> {
    this.writing = this.writing.catch(() => {}).then(() => this.replace());
    return this.writing;
  }

  /** Nothing is written afterwards. */
  async close(): Promise<void> {
    clearTimeout(this.timer);
    await this.write();
  }

  private async replace(): Promise<void> {
    const part = `${this.path}.part`;
    await writeFile(part, `${JSON.stringify(this.read(), undefined, 2)}\n`, { mode: 0o600 });
    await rename(part, this.path);
  }
}

// What is kept of a run of a brief, so that a later process goes on with it: the plan, who its Workers are, and the Action IDs
// of Commands that are on their way.
import { mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { BriefPace, BriefRunRow } from '../contract/briefs.ts';
import type { BriefPlan } from '../coordinator/briefs/plan-brief.ts';
import type { AgentCard } from '../protocol/generated/documents.ts';
import type { CrewMember } from './mission-crew.ts';
import { SerialQueue } from '../store/serial-queue.ts';
import { replaceFile, toJson } from './mission-folder.ts';
import { newId } from '../sync/system-ports.ts';

/** Plain data, without secrets: keys of Workers lie in their folders, those of people in the key store. */
export interface BriefRunRecord {
  readonly version: 1;
  readonly runId: string;
  readonly connectionId: string;
  readonly pace: BriefPace;
  readonly isPaused: boolean;
  readonly plan: BriefPlan;
  /** Name in the brief → absolute path. */
  readonly inputs: Readonly<Record<string, string>>;
  /** What was expected of everybody's card; the Authority goes by what is registered there. */
  readonly cards: readonly AgentCard[];
  readonly crew: readonly CrewMember[];
  /** Configurations that come with this app, by the name of the Worker, from its runtime folder on: an app can move. */
  readonly bases: Readonly<Record<string, string>>;
  readonly startedAt: string;
  readonly outcome: BriefRunRow['outcome'];
}

const RECORD = 'run.json';
const ACTIONS = 'actions.json';

export class BriefRunFolder {
  readonly folder: string;
  private readonly writes = new SerialQueue();

  constructor(folder: string) {
    this.folder = folder;
  }

  get workers(): string {
    return join(this.folder, 'workers');
  }

  /** Whole or not at all. The first one makes a run of the folder. */
  write(record: BriefRunRecord): Promise<void> {
    return this.writes.run(() => replaceFile(join(this.folder, RECORD), toJson(record), 0o600));
  }

  read(): Promise<BriefRunRecord | undefined> {
    // Written by this program, for nobody else.
    return readJson(join(this.folder, RECORD)) as Promise<BriefRunRecord | undefined>;
  }

  async readActions(): Promise<KeptActions> {
    const kept = (await readJson(join(this.folder, ACTIONS))) as Readonly<Record<string, string>> | undefined;
    return new KeptActions(join(this.folder, ACTIONS), new Map(Object.entries(kept ?? {})));
  }

  async remove(): Promise<void> {
    await rm(this.folder, { recursive: true, force: true });
  }
}

/** The Action IDs of intents on their way: the same one after a crash, whatever had become of it (IDM-001). */
export class KeptActions {
  private readonly path: string;
  private readonly actionIds: Map<string, string>;
  private readonly writes = new SerialQueue();

  constructor(path: string, actionIds: Map<string, string>) {
    this.path = path;
    this.actionIds = actionIds;
  }

  /** The Action ID of an intent, durable before it is answered. */
  async keep(intentId: string): Promise<void> {
    if (this.actionIds.has(intentId)) return;
    this.actionIds.set(intentId, newId());
    await this.write();
  }

  idOf(intentId: string): string {
    const actionId = this.actionIds.get(intentId);
    if (actionId === undefined) throw new Error(`${intentId} was not kept before it was signed`);
    return actionId;
  }

  /** Its fate is known, and in the log where it was accepted. */
  async forget(intentId: string): Promise<void> {
    if (this.actionIds.delete(intentId)) await this.write();
  }

  private write(): Promise<void> {
    // As they are when it is its turn.
    return this.writes.run(() => replaceFile(this.path, toJson(Object.fromEntries(this.actionIds)), 0o600));
  }
}

/** The folder of a new run; nothing that has no record in it is a run. */
export async function createRunFolder(folder: string, runId: string): Promise<BriefRunFolder> {
  const created = new BriefRunFolder(join(folder, runId.replaceAll(/[^a-z0-9-]/g, '-')));
  await mkdir(created.folder, { recursive: true, mode: 0o700 });
  return created;
}

/** Without a record nothing was begun: there is nothing to go on with. */
export async function removeHalfMade(folder: string): Promise<void> {
  for (const name of await foldersIn(folder)) {
    const each = join(folder, name);
    if (!(await readdir(each)).includes(RECORD)) await rm(each, { recursive: true, force: true });
  }
}

/** All runs that are kept. */
export async function readRuns(
  folder: string,
  onFault: (error: unknown) => void,
): Promise<readonly { readonly folder: BriefRunFolder; readonly record: BriefRunRecord }[]> {
  const runs: { readonly folder: BriefRunFolder; readonly record: BriefRunRecord }[] = [];
  for (const name of await foldersIn(folder)) {
    const each = new BriefRunFolder(join(folder, name));
    try {
      const record = await each.read();
      // One that is being made has none yet.
      if (record !== undefined) runs.push({ folder: each, record });
    } catch (error) {
      // It is left as it is: what it says may still be of use to somebody.
      onFault(error);
    }
  }
  return runs.toSorted((a, b) => a.record.startedAt.localeCompare(b.record.startedAt));
}

async function foldersIn(folder: string): Promise<readonly string[]> {
  try {
    const entries = await readdir(folder, { withFileTypes: true });
    return entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
    throw error;
  }
}

async function readJson(path: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(path, 'utf8'));
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw new Error(`${path} cannot be read`, { cause: error });
  }
}

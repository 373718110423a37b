// The folder of one Mission: its results on top, and in `state/` everything that a later process needs to go on.
import { mkdir, open, readFile, rename, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import type { BriefPlan } from '../coordinator/briefs/plan-brief.ts';
import type { AgentCard } from '../protocol/generated/documents.ts';

export interface MissionPaths {
  /** What came of it, for programs. */
  readonly outcome: string;
  readonly history: string;
  /** Verified Artifacts that are not the result itself. */
  readonly artifacts: string;
  /** What a person is to judge, for as long as that is asked. */
  readonly proposed: string;
  readonly state: string;
  readonly claims: string;
  readonly settings: string;
  readonly plan: string;
  readonly organization: string;
  readonly keys: string;
  readonly ownerKey: string;
  readonly coordinatorKey: string;
  readonly workers: string;
  readonly replica: string;
}

export function missionPathsOf(folder: string): MissionPaths {
  const state = join(folder, 'state');
  const keys = join(state, 'keys');
  return {
    outcome: join(folder, 'mission.json'),
    history: join(folder, 'history.mwpbundle'),
    artifacts: join(folder, 'artifacts'),
    proposed: join(folder, 'proposed'),
    state,
    claims: join(state, 'claims'),
    settings: join(state, 'mission.json'),
    plan: join(state, 'plan.json'),
    organization: join(state, 'organization'),
    keys,
    ownerKey: join(keys, 'owner.json'),
    coordinatorKey: join(keys, 'coordinator.json'),
    workers: join(state, 'workers'),
    replica: join(state, 'coordinator.db'),
  };
}

/** Names on top that no result may take. */
export const RESERVED_NAMES: ReadonlySet<string> = new Set([
  'mission.json',
  'history.mwpbundle',
  'artifacts',
  'proposed',
  'state',
]);

/** Where the Mission's Authority is. */
export type MissionAuthority =
  /** In this process, on the Organization in `state/organization`. */
  | { readonly kind: 'embedded'; readonly port: number }
  | { readonly kind: 'remote'; readonly origin: string; readonly caFile: string };

/** A Worker that is started for the Mission. */
export interface StartedWorker {
  readonly name: string;
  readonly agentId: string;
  readonly keyId: string;
  /** Base64url. */
  readonly publicKey: string;
  readonly validFrom: string;
  readonly folder: string;
}

/** What a Mission was begun with: plain data, without secrets. */
export interface MissionSettings {
  readonly version: 1;
  readonly organizationId: string;
  readonly authority: MissionAuthority;
  readonly ownerKeyFile: string;
  readonly ownerKeyId: string;
  readonly coordinatorKeyFile: string;
  /** Name in the brief → absolute path. */
  readonly inputs: Readonly<Record<string, string>>;
  readonly workers: readonly StartedWorker[];
  /** What is known of the Agents of the brief. The Authority goes by what is registered there. */
  readonly cards: readonly AgentCard[];
  readonly startedAt: string;
}

/** Where Missions go that are not told to go elsewhere. */
export function dataFolder(environment: Readonly<Record<string, string | undefined>>): string {
  const home = homedir();
  switch (process.platform) {
    case 'darwin':
      return join(home, 'Library', 'Application Support', 'heddle', 'missions');
    case 'win32':
      return join(environment['APPDATA'] || join(home, 'AppData', 'Roaming'), 'heddle', 'missions');
    default:
      return join(environment['XDG_DATA_HOME'] || join(home, '.local', 'share'), 'heddle', 'missions');
  }
}

const MAX_SLUG = 40;

/** A folder name for a title at a time. */
export function folderNameOf(title: string, startedAt: string): string {
  const slug = title
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[\u0300-\u036f]/g, '')
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
    .slice(0, MAX_SLUG);
  return `${slug === '' ? 'mission' : slug}-${startedAt.replaceAll(/[:.]/g, '-')}`;
}

/** The settings are written last: a folder that has them is complete. */
export async function writeMission(
  folder: string,
  settings: MissionSettings,
  plan: BriefPlan,
): Promise<void> {
  const paths = missionPathsOf(folder);
  await replaceFile(paths.plan, toJson(plan), 0o600);
  await replaceFile(paths.settings, toJson(settings), 0o600);
}

export interface KeptMission {
  readonly settings: MissionSettings;
  readonly plan: BriefPlan;
}

/** What a Mission was begun with; undefined for a folder where none was begun. */
export async function readMission(folder: string): Promise<KeptMission | undefined> {
  const paths = missionPathsOf(folder);
  try {
    // Written by this program, for nobody else.
    const settings = JSON.parse(await readFile(paths.settings, 'utf8')) as MissionSettings;
    const plan = JSON.parse(await readFile(paths.plan, 'utf8')) as BriefPlan;
    return { settings, plan };
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}

export function toJson(value: unknown): string {
  return `${JSON.stringify(value, undefined, 2)}\n`;
}

/** Writes a file whole or not at all; one of the same name is replaced. */
export async function replaceFile(path: string, content: string | Uint8Array, mode = 0o644): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  const part = `${path}.part`;
  await writeFile(part, content, { mode, flush: true });
  await rename(part, path);
  if (process.platform === 'win32') return;
  const folder = await open(dirname(path), 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

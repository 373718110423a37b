// What is looked at before a Mission begins: the brief, its inputs, the configurations of its Workers, and the whole plan by
// the rules of the Authority. Nothing is made and nothing signed here; everything that is wrong is said at once.
import { access, constants, readFile, realpath, stat } from 'node:fs/promises';
import { dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import type { Brief } from '../coordinator/briefs/brief.ts';
import { type BriefPlan, planBrief } from '../coordinator/briefs/plan-brief.ts';
import { readBrief } from '../coordinator/briefs/resolve-brief.ts';
import { formatFault } from '../coordinator/briefs/words.ts';
import { type RehearsalGround, rehearsePlan } from '../coordinator/brief-run/rehearse-plan.ts';
import type { AgentCard } from '../protocol/generated/documents.ts';
import { accept, refuse, type Result } from '../protocol/result.ts';
import { type MissionFault, missionFault, systemCodeOf } from './mission-faults.ts';
import { loadWorkerConfig, type WorkerConfig } from './worker-config.ts';
import { formatWorkerConfigFault } from './worker-config-words.ts';

export type MissionLanguage = 'en' | 'de';

export interface LoadBriefOptions {
  /** A file, or a folder with `brief.yaml`, `brief.yml` or `brief.json`. */
  readonly path: string;
  readonly startMs: number;
  readonly language: MissionLanguage;
  readonly environment: Readonly<Record<string, string | undefined>>;
}

/** A brief with the configurations that it names, all of it right by itself. */
export interface LoadedBrief {
  readonly file: string;
  readonly brief: Brief;
  /** By the name in the brief, for Workers that are started for it. */
  readonly configs: ReadonlyMap<string, { readonly path: string; readonly config: WorkerConfig }>;
}

const FILE_NAMES = ['brief.yaml', 'brief.yml', 'brief.json'];

export async function loadBrief(
  options: LoadBriefOptions,
): Promise<Result<LoadedBrief, readonly MissionFault[]>> {
  const found = await findBrief(options.path);
  if (!found.ok) return refuse([found.fault]);
  const { file, bytes } = found.value;
  const { startMs, language, environment } = options;
  const read = readBrief(bytes, { format: file.endsWith('.json') ? 'json' : 'yaml', startMs });
  if (!read.ok) {
    const lines = read.fault.map((fault) => formatFault(file, fault, language));
    return refuse([missionFault('lines', { lines })]);
  }
  const brief = read.value;
  const locate = (config: string) => resolve(dirname(file), config);
  const configs = await loadConfigs(brief, { locate, language, environment });
  return configs.ok ? accept({ file, brief, configs: configs.value }) : configs;
}

export interface LoadConfigsOptions extends Pick<LoadBriefOptions, 'language' | 'environment'> {
  /** The file that a brief means. */
  readonly locate: (config: string) => string;
}

/** The configurations that a brief names, with the capabilities that it counts on. */
export async function loadConfigs(
  brief: Brief,
  { locate, language, environment }: LoadConfigsOptions,
): Promise<Result<LoadedBrief['configs'], readonly MissionFault[]>> {
  const configs = new Map<string, { readonly path: string; readonly config: WorkerConfig }>();
  const faults: MissionFault[] = [];
  for (const { name, source, capabilities } of brief.workers) {
    if (!('config' in source)) continue;
    const path = locate(source.config);
    const loaded = await loadWorkerConfig(path, { environment });
    if (!loaded.ok) {
      const lines = loaded.fault.map((fault) => formatWorkerConfigFault(fault, language));
      faults.push(missionFault('lines', { lines }));
      continue;
    }
    const { config } = loaded.value;
    const offered = config.capabilities.map(({ id, version }) => `${id}@${version}`);
    for (const { id, version } of capabilities) {
      const capability = `${id}@${version}`;
      if (offered.includes(capability)) continue;
      faults.push(missionFault('capability-missing', { worker: name, capability, config: path, offered }));
    }
    configs.set(name, { path, config });
  }
  return faults.length === 0 ? accept(configs) : refuse(faults);
}

async function findBrief(
  path: string,
): Promise<Result<{ readonly file: string; readonly bytes: Uint8Array }, MissionFault>> {
  const absolute = resolve(path);
  const isFolder = (await stat(absolute).catch(() => undefined))?.isDirectory() === true;
  for (const file of isFolder ? FILE_NAMES.map((name) => join(absolute, name)) : [absolute]) {
    try {
      return accept({ file: relativeToHere(file), bytes: await readFile(file) });
    } catch (error) {
      const systemCode = systemCodeOf(error);
      if (!isFolder || systemCode !== 'ENOENT')
        return refuse(missionFault('unreadable', { path: file, systemCode }));
    }
  }
  return refuse(missionFault('no-brief', { folder: path }));
}

/** As short as people would write it. */
function relativeToHere(file: string): string {
  const short = relative(process.cwd(), file);
  return short.startsWith('..') || isAbsolute(short) ? file : short;
}

/** One `--input`: a folder, with the name of the input in front of it where there are several. */
export interface GivenInput {
  readonly name: string | undefined;
  readonly path: string;
}

/** The folder of each input of the brief, as an absolute path without links. */
export async function matchInputs(
  { inputs }: Brief,
  given: readonly GivenInput[],
): Promise<Result<Readonly<Record<string, string>>, readonly MissionFault[]>> {
  const known = inputs.map(({ name }) => name);
  const faults: MissionFault[] = [];
  const matched: Record<string, string> = {};
  for (const { name: said, path } of given) {
    const name = said ?? (known.length === 1 ? known[0] : undefined);
    if (name === undefined) faults.push(missionFault('input-unnamed', { known }));
    else if (!known.includes(name)) faults.push(missionFault('input-unknown', { name, known }));
    else if (matched[name] !== undefined) faults.push(missionFault('input-twice', { name }));
    else {
      const folder = await folderOf(path);
      if (folder === undefined) faults.push(missionFault('input-not-folder', { name, path }));
      else {
        const systemCode = await readabilityOf(folder);
        if (systemCode !== undefined) faults.push(missionFault('unreadable', { path, systemCode }));
      }
      matched[name] = folder ?? path;
    }
  }
  for (const { name, description } of inputs) {
    if (matched[name] === undefined && !faults.some(({ code }) => code === 'input-unnamed')) {
      faults.push(missionFault('input-missing', { name, description }));
    }
  }
  return faults.length === 0 ? accept(matched) : refuse(faults);
}

async function folderOf(path: string): Promise<string | undefined> {
  try {
    const real = await realpath(path);
    return (await stat(real)).isDirectory() ? real : undefined;
  } catch {
    return undefined;
  }
}

/** Why a folder cannot be read; undefined when it can. */
async function readabilityOf(folder: string): Promise<string | undefined> {
  try {
    await access(folder, constants.R_OK | constants.X_OK);
    return undefined;
  } catch (error) {
    return systemCodeOf(error);
  }
}

/** Why a folder cannot take the results; undefined when it can. It need not exist. */
export async function checkOut(
  out: string,
  inputs: Readonly<Record<string, string>>,
): Promise<MissionFault | undefined> {
  const real = await realPathOf(resolve(out));
  for (const input of Object.values(inputs)) {
    const inside = relative(input, real);
    const isInside =
      inside === '' || (!isAbsolute(inside) && inside !== '..' && !inside.startsWith(`..${sep}`));
    if (isInside) return missionFault('out-inside-input', { out, input });
  }
  return undefined;
}

/** The path without links, as far as it exists. */
async function realPathOf(path: string): Promise<string> {
  try {
    return await realpath(path);
  } catch {
    const parent = dirname(path);
    return parent === path
      ? path
      : join(await realPathOf(parent), path.slice(parent.length).replace(/^[\\/]+/, ''));
  }
}

export interface PlanOptions {
  readonly missionId: string;
  readonly ownerId: string;
  readonly coordinatorAgentId: string;
  /** Of the Workers that are started for the brief, by name. */
  readonly agentIds: ReadonlyMap<string, string>;
  readonly cards: readonly AgentCard[];
  readonly nowMs: number;
  /** What the Authority has already, as far as it is known; nothing when left out. */
  readonly on?: RehearsalGround;
}

/** The plan, tried out from end to end. */
export function planMission(brief: Brief, options: PlanOptions): Result<BriefPlan, MissionFault> {
  const planned = planBrief(brief, options);
  if (!planned.ok) {
    const { fault } = planned;
    const reason =
      fault.reason === 'invalid-id'
        ? `${fault.reason}: ${fault.id}`
        : fault.reason === 'no-agent'
          ? `${fault.reason}: ${fault.worker}`
          : `${fault.reason}: ${fault.workers.join(', ')}`;
    return refuse(missionFault('not-plannable', { reason }));
  }
  const obstacle = rehearsePlan(planned.value, options.cards, options.nowMs, options.on);
  if (obstacle === undefined) return accept(planned.value);
  const { item, rejection } = obstacle;
  return refuse(
    rejection === undefined
      ? missionFault('no-worker', { item })
      : missionFault('would-be-refused', { item, rejection }),
  );
}

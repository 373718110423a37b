// Where the assistant of a profile keeps what it may do, what a person has set, and what models have cost: private files, each whole
// or as it was before.
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import {
  modelSettings,
  rankingWeights,
  type ModelSettings,
  type RankingWeights,
} from '../contract/assistant.ts';
import {
  type AutonomyFault,
  PROPOSE_ONLY,
  readMatrix,
} from '../coordinator/assistant/autonomy/read-matrix.ts';
import type { AutonomyMatrix } from '../coordinator/assistant/autonomy/matrix.ts';
import type { ModelCost } from '../coordinator/assistant/model/cost.ts';
import { readPrivateFile, replacePrivateFile } from '../keys/private-file.ts';
import type { AutonomyMatrixFile } from '../protocol/generated/documents.ts';
import { parseJson } from '../protocol/json.ts';
import type { Result } from '../protocol/result.ts';

const MAX_BYTES = 1024 * 1024;

export interface AssistantPaths {
  readonly matrix: string;
  readonly notes: string;
  readonly stop: string;
  readonly settings: string;
  readonly modelUse: string;
  /** One for each server, on machines without a keychain. */
  modelKey(origin: string): string;
}

export function assistantPathsOf(profileFolder: string): AssistantPaths {
  const folder = join(profileFolder, 'assistant');
  return {
    matrix: join(folder, 'autonomy.json'),
    notes: join(folder, 'acts.jsonl'),
    stop: join(folder, 'stop.json'),
    settings: join(folder, 'settings.json'),
    modelUse: join(folder, 'model-use.json'),
    modelKey: (origin) =>
      join(folder, `model-key-${createHash('sha256').update(origin).digest('hex').slice(0, 16)}`),
  };
}

export interface KeptMatrix {
  readonly file: AutonomyMatrixFile;
  /** What holds: nothing is signed alone while there is a fault. */
  readonly matrix: AutonomyMatrix;
  readonly faults: readonly AutonomyFault[];
  /** Why the file could not even be read. */
  readonly problem: string | undefined;
}

const NO_RULES: AutonomyMatrixFile = { autonomy: 1, rules: [] };

export async function readKeptMatrix(path: string): Promise<KeptMatrix> {
  const read = await readPrivateFile(path, MAX_BYTES);
  const nothing = { file: NO_RULES, matrix: PROPOSE_ONLY, faults: [], problem: undefined };
  if (!read.ok) return { ...nothing, problem: read.fault.message };
  if (read.value === undefined || read.value === 'as-known') return nothing;
  const { bytes } = read.value;
  const matrix = readMatrix(bytes, 'json');
  if (!matrix.ok) return { ...nothing, faults: matrix.fault };
  // Its shape has just been proven.
  return { ...nothing, file: JSON.parse(bytes.toString()) as AutonomyMatrixFile, matrix: matrix.value };
}

export interface KeptSettings {
  readonly weights: RankingWeights | undefined;
  readonly model: ModelSettings | undefined;
}

const keptSettings = { weights: rankingWeights.optional(), model: modelSettings.optional() };

export async function readKeptSettings(path: string): Promise<KeptSettings> {
  const value = await readObject(path);
  const weights = keptSettings.weights.safeParse(value['weights']);
  const model = keptSettings.model.safeParse(value['model']);
  return {
    weights: weights.success ? weights.data : undefined,
    model: model.success ? model.data : undefined,
  };
}

/** Tokens and money by Mission. */
export type ModelUse = ReadonlyMap<string, ModelCost>;

export async function readModelUse(path: string): Promise<ModelUse> {
  const value = await readObject(path);
  const entries = Object.entries(value).flatMap(([missionId, cost]) => {
    const { tokens, microunits, currency } = (cost ?? {}) as Partial<ModelCost>;
    if (typeof tokens !== 'number' || typeof microunits !== 'number') return [];
    return [[missionId, { tokens, microunits, currency }] as const];
  });
  return new Map(entries);
}

export async function writePrivate(
  path: string,
  value: object,
): Promise<Result<void, { readonly message: string }>> {
  return replacePrivateFile(path, Buffer.from(`${JSON.stringify(value, undefined, 2)}\n`));
}

async function readObject(path: string): Promise<Readonly<Record<string, unknown>>> {
  const read = await readPrivateFile(path, MAX_BYTES);
  if (!read.ok || read.value === undefined || read.value === 'as-known') return {};
  const parsed = parseJson(read.value.bytes);
  const value = parsed.ok ? parsed.value.value : undefined;
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Readonly<Record<string, unknown>>)
    : {};
}

// What a Worker can do: its capabilities, the programs behind them, and the secrets of each.
import { access, constants } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { BriefPath } from '../coordinator/briefs/faults.ts';
import type { Usage, WorkerConfigCapability, WorkerConfigSecrets } from '../protocol/generated/documents.ts';
import type { ConfigSection, ConfigSource } from './worker-config-source.ts';
import { readPrivateFile } from './worker-private-file.ts';

/** Environment variables of this process, where secrets may come from. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** What runs for a capability; every path is absolute. */
export type ConfiguredProgram =
  | { readonly kind: 'node'; readonly script: string; readonly code: readonly string[] }
  | { readonly kind: 'executable'; readonly command: string }
  | { readonly kind: 'module'; readonly path: string };

export interface ConfiguredCapability {
  readonly id: string;
  readonly version: string;
  readonly program: ConfiguredProgram;
  readonly args: readonly string[];
  readonly supportsCheckpoint: boolean;
  /** Value by variable name. A map, so that printing a configuration does not print it. */
  readonly secrets: ReadonlyMap<string, string>;
  readonly leastBudget: Partial<Usage>;
}

export async function loadCapabilities(
  source: ConfigSource,
  environment: Environment,
): Promise<readonly ConfiguredCapability[]> {
  const section = source.section('capabilities');
  if (section === undefined) {
    source.reportMissing('capabilities');
    return [];
  }
  const loaded: ConfiguredCapability[] = [];
  for (const [name, entry] of Object.entries(section.value)) {
    if (entry === undefined) continue;
    const program = await programOf(section, name, entry);
    const secrets = await loadSecrets(section, name, entry.secrets ?? {}, environment);
    const at = name.indexOf('@');
    if (program === undefined) continue;
    loaded.push({
      id: name.slice(0, at),
      version: name.slice(at + 1),
      program,
      args: entry.args ?? [],
      supportsCheckpoint: entry.checkpoints ?? false,
      secrets,
      leastBudget: entry.needs ?? {},
    });
  }
  return loaded;
}

async function programOf(
  section: ConfigSection<'capabilities'>,
  name: string,
  entry: WorkerConfigCapability,
): Promise<ConfiguredProgram | undefined> {
  const { node, program, module } = entry;
  const found = (['node', 'program', 'module'] as const).filter((kind) => entry[kind] !== undefined);
  if (found.length !== 1) section.report([name], 'runner-choice', { found });
  if (entry.code !== undefined && node === undefined) section.report([name, 'code'], 'only-for-node', {});
  if (found.length !== 1) return undefined;
  if (node !== undefined) {
    const script = section.resolve(node);
    await checkAccess(section, [name, 'node'], script);
    const code = (entry.code ?? []).map((path) => section.resolve(path));
    for (const [index, path] of code.entries()) await checkAccess(section, [name, 'code', index], path);
    return { kind: 'node', script, code: entry.code === undefined ? [dirname(script)] : code };
  }
  if (module !== undefined) {
    const path = section.resolve(module);
    await checkAccess(section, [name, 'module'], path);
    return { kind: 'module', path };
  }
  const command = program ?? '';
  // A mere name is looked for in the search path when it is started.
  if (!/[/\\]/.test(command)) return { kind: 'executable', command };
  const path = section.resolve(command);
  await checkAccess(section, [name, 'program'], path, constants.X_OK);
  return { kind: 'executable', command: path };
}

async function checkAccess(
  section: ConfigSection<'capabilities'>,
  place: BriefPath,
  path: string,
  mode: number = constants.R_OK,
): Promise<void> {
  try {
    await access(path, mode);
  } catch (error) {
    section.report(place, 'unreadable', { path, systemCode: codeOf(error) });
  }
}

async function loadSecrets(
  section: ConfigSection<'capabilities'>,
  capability: string,
  secrets: WorkerConfigSecrets,
  environment: Environment,
): Promise<ReadonlyMap<string, string>> {
  const loaded = new Map<string, string>();
  for (const [name, secret] of Object.entries(secrets)) {
    const place = [capability, 'secrets', name];
    if (secret?.environment !== undefined) {
      const value = environment[secret.environment];
      if (value !== undefined && value !== '') loaded.set(name, value);
      else section.report([...place, 'environment'], 'variable-not-set', { variable: secret.environment });
    } else if (secret?.file !== undefined) {
      const path = section.resolve(secret.file);
      const bytes = await readSecretFile(section, [...place, 'file'], path);
      if (bytes === undefined) continue;
      // Editors end files with a line feed.
      const value = bytes.toString('utf8').replace(/\r?\n$/, '');
      if (value === '') section.report([...place, 'file'], 'empty-secret', { path });
      else loaded.set(name, value);
    }
  }
  return loaded;
}

/** The bytes of a file that nobody else may read; otherwise what is wrong with it is noted. */
export async function readSecretFile(
  section: ConfigSection<'identity'> | ConfigSection<'capabilities'>,
  place: BriefPath,
  path: string,
): Promise<Buffer | undefined> {
  const found = await readPrivateFile(path);
  if (found.kind === 'read') return found.bytes;
  if (found.kind === 'open-to-others') section.report(place, 'open-to-others', { path });
  else section.report(place, 'unreadable', { path, systemCode: found.systemCode });
  return undefined;
}

/** What the system says of a file; empty for an error of another kind. */
export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}

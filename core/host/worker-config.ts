// The configuration of a Worker, read and checked: identity, Authority, capabilities with their programs and secrets,
// folders, shares and bounds. Everything that is wrong is said at once, with its place.
import { X509Certificate } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import type { BriefPath } from '../coordinator/briefs/faults.ts';
import { secondsOf } from '../coordinator/briefs/durations.ts';
import type { WorkContract } from '../protocol/generated/documents.ts';
import { accept, refuse, type Result } from '../protocol/result.ts';
import type { LocalSigner } from '../protocol/sign.ts';
import { openServerAddress } from '../sync/server-address.ts';
import type { AdmissionPolicy } from '../worker/admission-control.ts';
import { DEFAULT_LEASE_SETTINGS } from '../worker/lease-keeper.ts';
import { DEFAULT_OFFLINE_LIMITS } from '../worker/offline-buffer.ts';
import type { RunSettings } from '../worker/run-ports.ts';
import type { RunLimits } from '../worker/runners/runner.ts';
import {
  DEFAULT_GROUP_POLICY,
  type GroupPolicy,
  type SchedulerPolicy,
} from '../worker/scheduler/scheduler-policy.ts';
import {
  codeOf,
  type ConfiguredCapability,
  type Environment,
  loadCapabilities,
  readSecretFile,
} from './worker-config-capabilities.ts';
import { type ConfigSection, ConfigSource, inOrder } from './worker-config-source.ts';
import type { WorkerConfigFault } from './worker-config-faults.ts';
import { openSigningKey } from './worker-signing-key.ts';

/** Who a Worker is. */
export interface WorkerIdentity {
  readonly agentId: string;
  readonly signer: LocalSigner;
}

/** Where its Authority is, and by what it is recognized. */
export interface WorkerAuthority {
  readonly organizationId: string;
  readonly origin: string;
  /** PEM; the system's own certificates count when it is undefined. */
  readonly ca: string | undefined;
  readonly serverName: string | undefined;
}

export interface ConfiguredFolder {
  readonly path: string;
  /** Only work of these Groups gets it; undefined for all. */
  readonly groupIds: ReadonlySet<string> | undefined;
}

export interface WorkerConfig {
  readonly capabilities: readonly ConfiguredCapability[];
  readonly slots: number;
  /** By the name in `folder:<name>`. */
  readonly folders: ReadonlyMap<string, ConfiguredFolder>;
  readonly shares: Pick<SchedulerPolicy, 'groups' | 'otherGroups'> &
    Partial<Pick<SchedulerPolicy, 'preemptAfterMs'>>;
  readonly admission: Partial<Omit<AdmissionPolicy, 'capabilities' | 'allowsResource' | 'leastBudget'>>;
  /** Resources and tools beside the folders; undefined for whatever a contract allows. */
  readonly resources: ReadonlySet<string> | undefined;
  readonly settings: Partial<RunSettings>;
}

/** As much of a configuration as there is: a template has neither identity nor Authority. */
export interface LoadedWorkerConfig {
  readonly config: WorkerConfig;
  readonly identity: (WorkerIdentity & { readonly name: string }) | undefined;
  readonly authority: WorkerAuthority | undefined;
}

export interface LoadOptions {
  /** Where secrets may come from. */
  readonly environment: Environment;
}

const DEFAULT_LIMITS: RunLimits = { wallClockMs: 3_600_000, cpuSeconds: 3_600, outputBytes: 1_073_741_824 };
const MEBIBYTE = 1_048_576;
/** LSE-009: no lease is longer. */
const MAX_DAYS = 365;
const DAY_SECONDS = 86_400;

/** Reads a configuration with everything that it names. */
export async function loadWorkerConfig(
  file: string,
  { environment }: LoadOptions,
): Promise<Result<LoadedWorkerConfig, readonly WorkerConfigFault[]>> {
  const read = await ConfigSource.read(file);
  if (!read.ok) return read;
  const source = read.value;
  const loaded: LoadedWorkerConfig = {
    identity: await loadIdentity(source),
    authority: await loadAuthority(source),
    config: {
      capabilities: await loadCapabilities(source, environment),
      slots: source.section('slots')?.value ?? 1,
      folders: await loadFolders(source),
      shares: sharesOf(source),
      admission: admissionOf(source),
      resources: resourcesOf(source),
      settings: settingsOf(source),
    },
  };
  return source.faults.length === 0 ? accept(loaded) : refuse(inOrder(source.faults));
}

async function loadIdentity(source: ConfigSource): Promise<LoadedWorkerConfig['identity']> {
  const section = source.section('identity');
  if (section === undefined) return undefined;
  const { agentId, name, key } = section.value;
  const path = section.resolve(key);
  const found = await readSecretFile(section, ['key'], path);
  if (found === undefined) return undefined;
  const signer = openSigningKey(found);
  if (!signer.ok) {
    section.report(['key'], 'unusable-key', { path, reason: signer.fault });
    return undefined;
  }
  return { agentId, name, signer: signer.value };
}

async function loadAuthority(source: ConfigSource): Promise<WorkerAuthority | undefined> {
  const section = source.section('authority');
  if (section === undefined) return undefined;
  const { origin, organizationId, ca: caPath, serverName } = section.value;
  const address = openServerAddress({ origin });
  if (!address.ok) section.report(['origin'], 'unusable-address', { reason: address.fault });
  const ca = caPath === undefined ? undefined : await loadCertificate(section, section.resolve(caPath));
  return { origin: origin.replace(/\/$/, ''), organizationId, ca, serverName };
}

async function loadCertificate(
  section: ConfigSection<'authority'>,
  path: string,
): Promise<string | undefined> {
  try {
    const text = await readFile(path, 'utf8');
    if (isCertificate(text)) return text;
    section.report(['ca'], 'unusable-certificate', { path });
  } catch (error) {
    section.report(['ca'], 'unreadable', { path, systemCode: codeOf(error) });
  }
  return undefined;
}

export function isCertificate(text: string): boolean {
  try {
    return new X509Certificate(text).raw.length > 0;
  } catch {
    return false;
  }
}

async function loadFolders(source: ConfigSource): Promise<ReadonlyMap<string, ConfiguredFolder>> {
  const section = source.section('folders');
  const folders = new Map<string, ConfiguredFolder>();
  for (const [name, folder] of Object.entries(section?.value ?? {})) {
    if (section === undefined || folder === undefined) continue;
    const path = section.resolve(folder.path);
    try {
      if (!(await stat(path)).isDirectory()) section.report([name, 'path'], 'not-a-folder', { path });
    } catch (error) {
      section.report([name, 'path'], 'unreadable', { path, systemCode: codeOf(error) });
    }
    const { groups } = folder;
    folders.set(name, { path, groupIds: groups === undefined ? undefined : new Set(groups) });
  }
  return folders;
}

function sharesOf(source: ConfigSource): WorkerConfig['shares'] {
  const groups = new Map<string, GroupPolicy>();
  for (const [groupId, group] of Object.entries(source.section('groups')?.value ?? {})) {
    groups.set(groupId, {
      weight: group?.weight ?? DEFAULT_GROUP_POLICY.weight,
      slotQuota: group?.slots,
      priorityBias: group?.bias ?? DEFAULT_GROUP_POLICY.priorityBias,
    });
  }
  const declines = source.section('otherGroups')?.value === 'decline';
  const section = source.section('preemptAfter');
  const seconds = section === undefined ? undefined : durationOf(section, [], section.value);
  return {
    groups,
    otherGroups: declines ? undefined : DEFAULT_GROUP_POLICY,
    ...(seconds === undefined ? {} : { preemptAfterMs: seconds * 1_000 }),
  };
}

function admissionOf(source: ConfigSource): WorkerConfig['admission'] {
  const section = source.section('admission');
  if (section === undefined) return {};
  const { sideEffectRisks, maxQueued, maxActive, acceptWaiting, maxWait } = section.value;
  const maxWaitSeconds = durationOf(section, ['maxWait'], maxWait);
  return {
    ...(sideEffectRisks === undefined
      ? {}
      : { sideEffectRisks: new Set<WorkContract['sideEffectRisk']>(sideEffectRisks) }),
    ...(maxQueued === undefined ? {} : { maxQueued }),
    ...(maxActive === undefined ? {} : { maxActive }),
    ...(acceptWaiting === undefined ? {} : { acceptsWaiting: acceptWaiting }),
    ...(maxWaitSeconds === undefined ? {} : { maxWaitMs: maxWaitSeconds * 1_000 }),
  };
}

function resourcesOf(source: ConfigSource): WorkerConfig['resources'] {
  const resources = source.section('admission')?.value.resources;
  return resources === undefined ? undefined : new Set(resources);
}

function settingsOf(source: ConfigSource): Partial<RunSettings> {
  return { ...limitsOf(source), ...leaseOf(source), ...offlineOf(source) };
}

function limitsOf(source: ConfigSource): Partial<RunSettings> {
  const section = source.section('limits');
  if (section === undefined) return {};
  const { wallClock, cpu, outputMiB, memoryMiB } = section.value;
  const wallClockSeconds = durationOf(section, ['wallClock'], wallClock);
  const cpuSeconds = durationOf(section, ['cpu'], cpu);
  return {
    limits: {
      ...DEFAULT_LIMITS,
      ...(wallClockSeconds === undefined ? {} : { wallClockMs: wallClockSeconds * 1_000 }),
      ...(cpuSeconds === undefined ? {} : { cpuSeconds }),
      ...(outputMiB === undefined ? {} : { outputBytes: outputMiB * MEBIBYTE }),
      ...(memoryMiB === undefined ? {} : { memoryBytes: memoryMiB * MEBIBYTE }),
    },
  };
}

function leaseOf(source: ConfigSource): Partial<RunSettings> {
  const section = source.section('lease');
  if (section === undefined) return {};
  const { length, renewAfterShare, stopMargin, checkpointWait, resumeWithin, blocked } = section.value;
  const defaults = DEFAULT_LEASE_SETTINGS;
  const leaseSeconds = durationOf(section, ['length'], length) ?? defaults.leaseSeconds;
  const marginSeconds = durationOf(section, ['stopMargin'], stopMargin);
  const stopMarginMs = marginSeconds === undefined ? defaults.stopMarginMs : marginSeconds * 1_000;
  if (stopMarginMs * 2 > leaseSeconds * 1_000) {
    const place = stopMargin === undefined ? 'length' : 'stopMargin';
    section.report([place], 'margin-too-long', { leaseSeconds });
  }
  const waitSeconds = durationOf(section, ['checkpointWait'], checkpointWait);
  const resumeWithinSeconds = durationOf(section, ['resumeWithin'], resumeWithin);
  const blockedLeaseSeconds = durationOf(section, ['blocked'], blocked);
  return {
    lease: {
      ...defaults,
      leaseSeconds,
      stopMarginMs,
      ...(renewAfterShare === undefined ? {} : { renewAfterShare }),
    },
    ...(waitSeconds === undefined ? {} : { checkpointWaitMs: waitSeconds * 1_000 }),
    ...(resumeWithinSeconds === undefined ? {} : { resumeWithinSeconds }),
    ...(blockedLeaseSeconds === undefined ? {} : { blockedLeaseSeconds }),
  };
}

function offlineOf(source: ConfigSource): Partial<RunSettings> {
  const section = source.section('offline');
  if (section === undefined) return {};
  const graceSeconds = durationOf(section, ['grace'], section.value.grace);
  const { maxActions } = section.value;
  return {
    offline: {
      ...DEFAULT_OFFLINE_LIMITS,
      ...(graceSeconds === undefined ? {} : { graceMs: graceSeconds * 1_000 }),
      ...(maxActions === undefined ? {} : { maxActions }),
    },
  };
}

function durationOf(
  { reportShared }: Pick<ConfigSection<'lease'>, 'reportShared'>,
  place: BriefPath,
  text: string | undefined,
): number | undefined {
  if (text === undefined) return undefined;
  const seconds = secondsOf(text) ?? 0;
  if (seconds === 0) reportShared(place, 'duration-nothing', {});
  else if (seconds > MAX_DAYS * DAY_SECONDS)
    reportShared(place, 'duration-too-long', { limitDays: MAX_DAYS });
  return Math.max(1, seconds);
}

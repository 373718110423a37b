// Terms that occur all over a brief: durations, deadlines, capabilities, permissions; each against what bounds it.
import { compareVersions, satisfies } from '../../domain/capabilities.ts';
import type { BriefDeadline, BriefPermissions, CapabilityRef } from '../../protocol/generated/documents.ts';
import { compareInstants, formatTimestamp, parseTimestamp } from '../../protocol/timestamp.ts';
import type { BriefInput, BriefWorkerEntry } from './brief.ts';
import { secondsOf } from './durations.ts';
import type { BriefPath } from './faults.ts';
import type { Findings } from './findings.ts';
import { nearestName } from './nearest-name.ts';

/** LSE-009: leases and offers last a year at most. */
const MAX_LEASE_DAYS = 365;
const MAX_DEADLINE_DAYS = 3_650;
const DAY_SECONDS = 86_400;

/** What every part of the brief is checked against. */
export interface BriefContext {
  readonly findings: Findings;
  readonly startMs: number;
  readonly inputs: readonly BriefInput[];
  readonly workers: readonly BriefWorkerEntry[];
  /** Whether every item waits for an Approval before it starts. */
  readonly isApprovalForAll: boolean;
}

/** Seconds of a lease, an offer or a pause. */
export function leaseSeconds(findings: Findings, path: BriefPath, text: string): number {
  return boundedSeconds(findings, path, text, MAX_LEASE_DAYS);
}

function boundedSeconds(findings: Findings, path: BriefPath, text: string, limitDays: number): number {
  const seconds = secondsOf(text) ?? 0;
  if (seconds === 0) findings.add(path, 'duration-nothing', {});
  else if (seconds > limitDays * DAY_SECONDS) findings.add(path, 'duration-too-long', { limitDays });
  else return seconds;
  return 1;
}

/** A deadline as a moment: after the start, and no later than that of what it belongs to (MIS-007, WORK-006). */
export function resolveDeadline(
  { findings, startMs }: Pick<BriefContext, 'findings' | 'startMs'>,
  path: BriefPath,
  written: BriefDeadline | undefined,
  parent: { readonly name: string; readonly deadline: string } | undefined,
): string {
  if (written === undefined) return parent?.deadline ?? formatTimestamp(startMs);
  const now = formatTimestamp(startMs);
  const isRelative = written.in !== undefined;
  const at = [...path, isRelative ? 'in' : 'at'];
  const deadline =
    written.in === undefined
      ? (written.at ?? now)
      : formatTimestamp(startMs + boundedSeconds(findings, at, written.in, MAX_DEADLINE_DAYS) * 1_000);
  if (!isBefore(now, deadline)) findings.add(at, 'deadline-past', { deadline, now });
  if (parent !== undefined && isBefore(parent.deadline, deadline)) {
    const values = { deadline, allowed: parent.deadline, parent: parent.name };
    findings.add(at, 'deadline-after-parent', values);
  }
  return deadline;
}

function isBefore(a: string, b: string): boolean {
  const first = parseTimestamp(a);
  const second = parseTimestamp(b);
  return first !== undefined && second !== undefined && compareInstants(first, second) < 0;
}

/** Id and version; the version may be missing. */
export function splitCapability(text: string): CapabilityRef {
  const [id = '', version = ''] = text.split('@');
  return { id, version };
}

/** The capability that work requires: with a version that some Worker of the brief offers (WORK-001, OPEN-053). */
export function resolveCapability(
  { findings, workers }: BriefContext,
  path: BriefPath,
  text: string,
): CapabilityRef {
  const { id, version } = splitCapability(text);
  const offered = workers.flatMap(({ capabilities }) => capabilities);
  const versions = offered.filter((each) => each.id === id).map((each) => each.version);
  const lowest = versions.toSorted(compareVersions)[0];
  if (lowest === undefined) {
    const known = [...new Set(offered.map((each) => each.id))].toSorted();
    findings.add(path, 'unknown-name', {
      kind: 'capability',
      name: id,
      known,
      nearest: nearestName(id, known),
    });
    return { id, version: version === '' ? '0.0.0' : version };
  }
  const capability = { id, version: version === '' ? lowest : version };
  if (!offered.some((each) => satisfies(each, capability))) {
    findings.add(path, 'version-not-offered', { capability: text, offered: versions });
  }
  return capability;
}

/** What a Mission permits; a child no more than the Mission above it (CHD-002, OPEN-071). */
export function resolvePermissions(
  findings: Findings,
  path: BriefPath,
  written: BriefPermissions,
  parent: Permissions | undefined,
): Permissions {
  const { operations = parent?.operations ?? ['read'], tools = parent?.tools ?? [] } = written;
  if (parent !== undefined) {
    checkOperations(findings, [...path, 'operations'], operations, parent);
    checkTools(findings, [...path, 'tools'], tools, parent);
  }
  return { operations, tools };
}

export interface Permissions {
  readonly operations: readonly string[];
  readonly tools: readonly string[];
}

export function checkOperations(
  findings: Findings,
  path: BriefPath,
  operations: readonly string[],
  { operations: allowed }: Permissions,
): void {
  operations.forEach((operation, index) => {
    if (allowed.includes(operation)) return;
    const nearest = nearestName(operation, allowed);
    findings.add([...path, index], 'operation-not-allowed', { operation, allowed, nearest });
  });
}

export function checkTools(
  findings: Findings,
  path: BriefPath,
  tools: readonly string[],
  { tools: allowed }: Permissions,
): void {
  tools.forEach((tool, index) => {
    if (allowed.includes(tool)) return;
    findings.add([...path, index], 'tool-not-allowed', {
      tool,
      allowed,
      nearest: nearestName(tool, allowed),
    });
  });
}

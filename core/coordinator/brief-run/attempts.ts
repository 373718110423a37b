// How often work was tried and how it failed, read from the log alone, and whether it is tried again (WORK-055, OPEN-039).
import type { Lease, WorkContract } from '../../protocol/generated/documents.ts';
import { evidenceOf, type MissionView, type Work } from './mission-view.ts';

/** OPEN-039: the schema has no member for the first pause. */
const FIRST_PAUSE_MS = 1_000;

/** The last failure of a WorkItem. */
export interface Failure {
  readonly failureCode: string;
  readonly detail: string;
  readonly findings: readonly string[];
  readonly atMs: number;
}

/** The leases of one type of a WorkItem, in the order of the log. */
export function leasesOf({ world, groupId }: MissionView, workItemId: string, type: Lease['leaseType']) {
  const found: Lease[] = [];
  for (const [, lease] of world.list('lease', groupId)) {
    if (lease.workItemId === workItemId && lease.leaseType === type) found.push(lease);
  }
  return found;
}

/**
 * Attempts so far: every term of an owner in which the work was started, and what an owner says that it has repeated
 * itself.
 */
export function attemptsOf(view: MissionView, { workItemId }: Work): number {
  const terms = new Set(leasesOf(view, workItemId, 'execution').map(({ ownershipEpoch }) => ownershipEpoch));
  const repeated = evidenceOf(view, workItemId)
    .filter(({ type, generatedBy }) => type === 'failure_report' && generatedBy.id !== coordinatorOf(view))
    .map(({ details }) => details?.['attempts'])
    .filter((attempts) => typeof attempts === 'number' && Number.isSafeInteger(attempts) && attempts > 1);
  return repeated.reduce<number>((sum, attempts) => sum + Number(attempts) - 1, terms.size);
}

function coordinatorOf({ plan }: MissionView): string {
  return plan.coordinatorAgentId;
}

/** Why the work failed last; undefined when it never has. */
export function lastFailureOf(view: MissionView, { workItemId }: Work): Failure | undefined {
  const report = evidenceOf(view, workItemId).findLast(({ type }) => type === 'failure_report');
  if (report === undefined) return undefined;
  const { details = {}, createdAt, method } = report;
  const code = details['failureCode'];
  const detail = details['reason'] ?? details['detail'];
  const findings = details['findings'];
  return {
    failureCode: typeof code === 'string' ? code : 'UNKNOWN',
    detail: typeof detail === 'string' ? detail : method,
    findings: Array.isArray(findings) ? findings.filter((each) => typeof each === 'string') : [],
    atMs: Date.parse(createdAt),
  };
}

export type RetryVerdict =
  | { readonly kind: 'again'; readonly notBeforeMs: number }
  | { readonly kind: 'over'; readonly because: 'permanent' | 'attempts' | 'deadline' };

/** What the contract says about another attempt after a failure. */
export function judgeRetry(
  { retryPolicy, deadline }: WorkContract,
  failure: Pick<Failure, 'failureCode' | 'atMs'>,
  attempts: number,
): RetryVerdict {
  if (!retryPolicy.retryableFailures.includes(failure.failureCode))
    return { kind: 'over', because: 'permanent' };
  if (attempts >= retryPolicy.maxAttempts) return { kind: 'over', because: 'attempts' };
  const notBeforeMs = failure.atMs + pauseMs(retryPolicy, attempts);
  if (notBeforeMs >= Date.parse(deadline)) return { kind: 'over', because: 'deadline' };
  return { kind: 'again', notBeforeMs };
}

function pauseMs({ backoff, maxDelay }: WorkContract['retryPolicy'], attempts: number): number {
  const mostMs = durationMs(maxDelay);
  if (backoff === 'none') return 0;
  if (backoff === 'fixed') return mostMs;
  return Math.min(mostMs, FIRST_PAUSE_MS * 2 ** Math.min(Math.max(0, attempts - 1), 40));
}

const DURATION = /^P(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+(?:\.\d+)?)S)?)?$/;

/** Milliseconds of a duration of the protocol's form (DOC-COM-10). */
function durationMs(text: string): number {
  const [, days = '0', hours = '0', minutes = '0', seconds = '0'] = DURATION.exec(text) ?? [];
  return (
    Number(days) * 86_400_000 + Number(hours) * 3_600_000 + Number(minutes) * 60_000 + Number(seconds) * 1_000
  );
}

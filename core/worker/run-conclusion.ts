// What becomes of a finished run: its result as signed documents and Commands under the current Execution Lease. Every step
// can be repeated after a lost connection: what the log has already is not sent again.
import { DIMENSIONS, NO_USAGE, remainingOf } from '../domain/budget.ts';
import type { WorkItemRecord } from '../domain/world.ts';
import type { Checkpoint, Evidence, Lease, Usage, UsageDelta } from '../protocol/generated/documents.ts';
import { decideRetry } from './retry.ts';
import { failureDraft, signEvidence, signManifest, stateFacts } from './run-documents.ts';
import type { RunEnvironment, WorkMemory } from './run-ports.ts';
import type {
  BlockedRun,
  CompletedRun,
  FailedRun,
  KeptFile,
  RunCheckpoint,
  RunResult,
} from './runners/runner.ts';
import type { OwnerAnswer, WorkCommands } from './work-commands.ts';

/** How a run ends for the Scheduler. */
export type RunEnd =
  /** Submitted or failed: nothing is left to do for this owner. */
  | { readonly kind: 'completed' }
  /** Back in the queue, to go on when it is its turn. */
  | { readonly kind: 'released' }
  /** Back in the queue, not before some time has passed. */
  | { readonly kind: 'retry'; readonly delayMs: number }
  | { readonly kind: 'blocked' }
  | { readonly kind: 'preempted' }
  /** The log has given the work to somebody else, or the lease has lapsed. */
  | { readonly kind: 'lost' };

export type ConclusionStep =
  | { readonly kind: 'end'; readonly end: RunEnd; readonly memory?: WorkMemory }
  /** The result turned out to be another one. */
  | { readonly kind: 'instead'; readonly result: RunResult }
  | { readonly kind: 'usage-recorded' }
  | { readonly kind: 'lease-lost' }
  | { readonly kind: 'wait' }
  | { readonly kind: 'later'; readonly afterMs: number };

/** A run that has a result, and a lease to report it under. */
export interface ConcludingRun {
  readonly environment: RunEnvironment;
  readonly commands: WorkCommands;
  readonly record: WorkItemRecord;
  readonly lease: Lease;
  readonly result: RunResult;
  readonly memory: WorkMemory;
  /** What was used and has not been charged; undefined once it has been. */
  readonly uncharged: Usage | undefined;
}

/** How long to wait before a Command that was refused for what it says is worth another look. */
const DEFECT_DELAY_MS = 30_000;

export async function concludeRun(run: ConcludingRun): Promise<ConclusionStep> {
  if (run.uncharged !== undefined) return recordUsage(run, run.uncharged);
  const { result } = run;
  switch (result.outcome) {
    case 'completed':
      return submitResult(run, result);
    case 'blocked':
      return reportBlock(run, result);
    case 'failed':
      return reportFailure(run, result);
    default:
      if (result.reason === 'cancelled' || result.reason === 'ownership-lost') {
        return { kind: 'end', end: { kind: 'lost' } };
      }
      return giveBack(run, { kind: result.reason === 'preempted' ? 'preempted' : 'released' });
  }
}

/** What is the same for every answer but the good one. */
function otherwise(answer: Exclude<OwnerAnswer, { kind: 'done' }>): ConclusionStep {
  switch (answer.kind) {
    case 'fenced':
      return { kind: 'lease-lost' };
    case 'offline':
      return { kind: 'wait' };
    case 'later':
      return { kind: 'later', afterMs: answer.afterMs };
    default:
      return { kind: 'later', afterMs: DEFECT_DELAY_MS };
  }
}

function claimOf({ record, lease }: Pick<ConcludingRun, 'record' | 'lease'>) {
  return {
    workItemId: record.document.workItemId,
    ownershipEpoch: record.ownershipEpoch,
    executionLeaseId: lease.leaseId,
  };
}

/**
 * Charges what the run has used (BUD-010), before anything else: a result that cannot be paid for is not submitted
 * (BUD-002). Time that the runtime measured counts only where time was allocated at all.
 */
async function recordUsage(run: ConcludingRun, usage: Usage): Promise<ConclusionStep> {
  const { environment, record, result } = run;
  const { groupId, workItemId, contract } = record.document;
  const isKnown = environment.link.world.get('account', groupId, workItemId) !== undefined;
  const remaining = isKnown ? remainingOf(environment.link.world, { groupId, id: workItemId }) : {};
  const isTimed = {
    computeSeconds: contract.budget.computeSecondsLimit !== undefined,
    wallClockSeconds: contract.budget.wallClockSecondsLimit !== undefined,
  };
  const usageDelta: UsageDelta = {};
  for (const dimension of DIMENSIONS) {
    const isMeasured = dimension === 'computeSeconds' || dimension === 'wallClockSeconds';
    const counts = !isMeasured || (isTimed[dimension] && (!isKnown || remaining[dimension] !== undefined));
    if (counts && usage[dimension] > 0) usageDelta[dimension] = Math.ceil(usage[dimension]);
  }
  if (Object.keys(usageDelta).length === 0) return { kind: 'usage-recorded' };
  const answer = await run.commands.send('ext.missionweaveprotocol.core.resource_usage_record', {
    ...claimOf(run),
    usageDelta,
  });
  if (answer.kind === 'done') return { kind: 'usage-recorded' };
  if (answer.kind !== 'over-budget') return otherwise(answer);
  return {
    kind: 'instead',
    result: {
      outcome: 'blocked',
      reason: 'the budget is exhausted',
      requiredResolution: 'a larger budget for this WorkItem, or another way to do it',
      // Nothing more can be charged; what was used stands in the reason's Evidence of the ledger that refused it.
      usage: NO_USAGE,
      survivingProcessIds: result.survivingProcessIds,
    },
  };
}

async function submitResult(run: ConcludingRun, result: CompletedRun): Promise<ConclusionStep> {
  const { environment, commands, record } = run;
  for (const artifact of result.artifacts) {
    const step = await publish(run, artifact, (owner) => signManifest(environment, record, owner, artifact));
    if (step !== undefined) return step;
  }
  const evidence: Evidence[] = [];
  for (const draft of result.evidence) evidence.push(await signEvidence(environment, record, draft));
  const answer = await commands.send('work.submit', {
    ...claimOf(run),
    artifactHashes: [...new Set(result.artifacts.map(({ contentHash }) => contentHash))],
    evidence,
  });
  if (answer.kind === 'done') return { kind: 'end', end: { kind: 'completed' } };
  return answer.kind === 'refused' ? refusedResult(result, answer.error.message) : otherwise(answer);
}

/** A result that the Authority does not take is a failure of the work, and the contract says whether to try again. */
function refusedResult(result: RunResult, detail: string): ConclusionStep {
  return {
    kind: 'instead',
    result: {
      outcome: 'failed',
      failureCode: 'RESULT_REFUSED',
      retryable: false,
      detail,
      usage: NO_USAGE,
      survivingProcessIds: result.survivingProcessIds,
    },
  };
}

/** Uploads content and publishes its manifest, unless this WorkItem has published it before. */
async function publish(
  run: ConcludingRun,
  file: KeptFile,
  sign: (owner: NonNullable<WorkItemRecord['document']['owner']>) => ReturnType<typeof signManifest>,
): Promise<ConclusionStep | undefined> {
  const { environment, commands, record, result } = run;
  const { groupId, workItemId, owner } = record.document;
  const { world } = environment.link;
  const artifactIds = world.get('content', groupId, file.contentHash)?.artifactIds ?? [];
  if (artifactIds.some((id) => world.get('artifact', groupId, id)?.workItemId === workItemId)) {
    return undefined;
  }
  if (owner === undefined) return { kind: 'lease-lost' };
  // Content first: a manifest never names what nobody can fetch.
  await environment.link.artifacts.upload(groupId, await environment.content.read(file.path));
  const artifact = await sign(owner);
  const { ownershipEpoch, executionLeaseId } = claimOf(run);
  const answer = await commands.send('artifact.publish', { artifact, ownershipEpoch, executionLeaseId });
  if (answer.kind === 'done') return undefined;
  return answer.kind === 'refused' ? refusedResult(result, answer.error.message) : otherwise(answer);
}

/** A checkpoint as the log has it; its state is published first, so that another Worker can go on (WORK-054). */
async function publishCheckpoint(
  run: ConcludingRun,
  checkpoint: RunCheckpoint,
): Promise<{ readonly step: ConclusionStep } | { readonly checkpoint: Checkpoint }> {
  const { state, ...point } = checkpoint;
  if (state === undefined) return { checkpoint: point };
  const path = (await run.environment.content.find(state.contentHash)) ?? state.path;
  const step = await publish(run, { ...state, path }, (owner) =>
    signManifest(run.environment, run.record, owner, stateFacts(state.contentHash, state.sizeBytes)),
  );
  return step === undefined ? { checkpoint: { ...point, stateArtifactHash: state.contentHash } } : { step };
}

/** The newest safe point, or the fact that there is none. */
function lastPoint({ memory, result }: ConcludingRun, phase: string): RunCheckpoint {
  const known = 'checkpoint' in result ? result.checkpoint : undefined;
  return known ?? memory.checkpoint ?? { phase, completedMilestones: [] };
}

async function reportBlock(run: ConcludingRun, result: BlockedRun): Promise<ConclusionStep> {
  const { environment, commands } = run;
  const published = await publishCheckpoint(run, lastPoint(run, 'blocked'));
  if ('step' in published) return published.step;
  const answer = await commands.send('work.block', {
    ...claimOf(run),
    checkpoint: published.checkpoint,
    reason: result.reason,
    requiredResolution: result.requiredResolution,
    blockedLeaseSeconds: environment.settings.blockedLeaseSeconds,
  });
  return answer.kind === 'done' ? { kind: 'end', end: { kind: 'blocked' } } : otherwise(answer);
}

/** Tries again where the contract lets it, or declares the failure with Evidence (WORK-056). */
async function reportFailure(run: ConcludingRun, result: FailedRun): Promise<ConclusionStep> {
  const { environment, commands, record, memory } = run;
  const { groupId, workItemId, contract } = record.document;
  const failures = memory.failures + 1;
  const decision = decideRetry(contract, {
    failureCode: result.failureCode,
    failures,
    wallMs: environment.clock.read().wallMs,
    remaining: remainingOf(environment.link.world, { groupId, id: workItemId }),
    usage: result.usage,
  });
  if (decision.kind === 'retry') {
    const step = await giveBack(run, { kind: 'retry', delayMs: decision.delayMs });
    return step.kind === 'end' ? { ...step, memory: { ...memory, failures } } : step;
  }
  const { failureCode, detail } = result;
  const reason = `${decision.reason}: ${detail}`.slice(0, 4_000);
  const failure = failureDraft(workItemId, contract, { failureCode, reason, attempts: failures });
  const evidence = [await signEvidence(environment, record, failure)];
  const answer = await commands.send('work.fail', { ...claimOf(run), reason, evidence });
  return answer.kind === 'done' ? { kind: 'end', end: { kind: 'completed' } } : otherwise(answer);
}

/** Gives the slot and the lease back, and keeps the ownership for a bounded time (WORK-T08). */
async function giveBack(run: ConcludingRun, end: RunEnd): Promise<ConclusionStep> {
  const { environment, commands, result } = run;
  const phase = result.outcome === 'failed' ? `failed: ${result.failureCode}` : 'begun';
  const published = await publishCheckpoint(run, lastPoint(run, phase));
  if ('step' in published) {
    // A state that cannot be published stays on this machine; the work is given back all the same.
    if (published.step.kind !== 'instead') return published.step;
  }
  const checkpoint = 'checkpoint' in published ? published.checkpoint : { phase, completedMilestones: [] };
  const waitSeconds = end.kind === 'retry' ? Math.ceil(end.delayMs / 1_000) : 0;
  const answer = await commands.send('work.checkpoint', {
    ...claimOf(run),
    checkpoint,
    resumeWithinSeconds: environment.settings.resumeWithinSeconds + waitSeconds,
  });
  return answer.kind === 'done' ? { kind: 'end', end } : otherwise(answer);
}

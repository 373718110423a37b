// What a run is started with: inputs that were checked, permits no wider than contract and ledger, and limits.
import { NO_USAGE, remainingOf } from '../domain/budget.ts';
import { nowAt } from '../domain/decision.ts';
import { findExecutionApproval } from '../domain/execution-approvals.ts';
import type { WorkItemRecord, World } from '../domain/world.ts';
import type { Budget, Lease, WorkContract } from '../protocol/generated/documents.ts';
import { hashContent } from '../protocol/hash.ts';
import { cutBudget } from './budget-left.ts';
import type { Moment } from './clock.ts';
import type { RunEnvironment, WorkMemory } from './run-ports.ts';
import type {
  RunCheckpoint,
  RunInput,
  RunLimits,
  RunPermits,
  RunRequest,
  RunResult,
} from './runners/runner.ts';

/** A name of a run that file systems and runners take; the Scheduler's own may be any text. */
function runnerNameOf(runId: string, term: number): string {
  return hashContent(`${term} ${runId}`).slice('sha256:'.length, 'sha256:'.length + 32);
}

/** What the work may do: what its contract allows, the operations of its Approval, and what is left in the ledger. */
export function permitsOf(world: World, record: WorkItemRecord, now: Moment): RunPermits {
  const { contract } = record.document;
  const approval = findExecutionApproval(world, record, nowAt(Math.floor(now.wallMs)));
  const prefix = 'operation:';
  return {
    tools: contract.allowedResources
      .filter(({ operations }) => operations.includes('execute'))
      .map(({ resource }) => resource),
    resources: contract.allowedResources,
    operations: (approval?.conditions ?? [])
      .filter((condition) => condition.startsWith(prefix))
      .map((condition) => condition.slice(prefix.length)),
    budget: leftBudget(world, record),
  };
}

/** Whether the permits name anything that needs a token. */
function needsToken({ tools, resources, operations }: RunPermits): boolean {
  return tools.length + resources.length + operations.length > 0;
}

/** The contract's budget, cut down to what the ledger has left, as far as that can be seen from here. */
function leftBudget(world: World, { document }: WorkItemRecord): Budget {
  const { groupId, workItemId, contract } = document;
  const { budget } = contract;
  if (world.get('account', groupId, workItemId) === undefined) return budget;
  return cutBudget(budget, remainingOf(world, { groupId, id: workItemId }));
}

/** The Worker's limits, narrowed by what is left of time and money. */
function limitsFor(limits: RunLimits, { deadline }: WorkContract, budget: Budget, now: Moment): RunLimits {
  const wallClockMs = Math.min(
    limits.wallClockMs,
    (budget.wallClockSecondsLimit ?? Number.POSITIVE_INFINITY) * 1_000,
    Date.parse(deadline) - now.wallMs,
  );
  const cpuSeconds = Math.min(limits.cpuSeconds, budget.computeSecondsLimit ?? Number.POSITIVE_INFINITY);
  return {
    ...limits,
    wallClockMs: Math.max(1, Math.floor(wallClockMs)),
    cpuSeconds: Math.max(1, cpuSeconds),
  };
}

/** The input Artifacts of a contract as local files; what is not here is fetched, and checked by its hash (ART-003). */
async function fetchInputs(
  { link, content }: Pick<RunEnvironment, 'link' | 'content'>,
  { groupId, contract }: { readonly groupId: string; readonly contract: WorkContract },
): Promise<readonly RunInput[]> {
  const inputs: RunInput[] = [];
  for (const [index, contentHash] of contract.inputArtifacts.entries()) {
    const known = await content.find(contentHash);
    const path =
      known ?? (await content.keep(contentHash, await link.artifacts.download(groupId, contentHash)));
    const [artifactId = ''] = link.world.get('content', groupId, contentHash)?.artifactIds ?? [];
    inputs.push({
      name: `input-${index + 1}`,
      contentHash,
      mediaType: link.world.get('artifact', groupId, artifactId)?.mediaType ?? 'application/octet-stream',
      path,
    });
  }
  return inputs;
}

/** Where to go on from: the newest point of this machine, else what the log says, with its state fetched (WORK-054). */
async function findCheckpoint(
  { link, content }: Pick<RunEnvironment, 'link' | 'content'>,
  record: WorkItemRecord,
  local: RunCheckpoint | undefined,
): Promise<RunCheckpoint | undefined> {
  if (local !== undefined) {
    const path = local.state === undefined ? '' : await content.find(local.state.contentHash);
    if (path !== undefined) {
      return local.state === undefined ? local : { ...local, state: { ...local.state, path } };
    }
  }
  if (record.checkpoint === undefined) return undefined;
  const { stateArtifactHash, ...point } = record.checkpoint;
  if (stateArtifactHash === undefined) return point;
  const { groupId } = record.document;
  const known = await content.find(stateArtifactHash);
  const bytes =
    known === undefined
      ? await link.artifacts.download(groupId, stateArtifactHash)
      : await content.read(known);
  const path = known ?? (await content.keep(stateArtifactHash, bytes));
  return { ...point, state: { path, contentHash: stateArtifactHash, sizeBytes: bytes.length } };
}

export interface LaunchFacts {
  /** As the Scheduler names the run. */
  readonly runId: string;
  readonly term: number;
  readonly record: WorkItemRecord;
  readonly lease: Lease;
  readonly memory: WorkMemory;
}

export type Launch =
  | { readonly kind: 'ready'; readonly request: RunRequest }
  | { readonly kind: 'no-token'; readonly message: string }
  | { readonly kind: 'failed'; readonly result: RunResult };

/** Gathers everything that a run starts with. The caller has to look at its lease again afterwards: this takes time. */
export async function prepareLaunch(environment: RunEnvironment, facts: LaunchFacts): Promise<Launch> {
  const { record, lease, memory } = facts;
  const { link, clock, gate, settings, secretsFor, foldersFor, contextPackageOf } = environment;
  const { groupId, missionId, workItemId, contract } = record.document;
  let inputs: readonly RunInput[];
  let checkpoint: RunCheckpoint | undefined;
  try {
    inputs = await fetchInputs(environment, record.document);
    checkpoint = await findCheckpoint(environment, record, memory.checkpoint);
  } catch (error) {
    environment.onFault(error);
    return { kind: 'failed', result: FAILED_PREPARATION };
  }
  let permits = permitsOf(link.world, record, clock.read());
  let token: string | undefined;
  if (needsToken(permits)) {
    const granted = await gate.tokenOf(facts.runId);
    if (!granted.ok) return { kind: 'no-token', message: granted.fault.message };
    token = granted.value.token;
    permits = { ...permits, budget: granted.value.permits.budget };
  }
  const contextPackage = contextPackageOf(groupId);
  const request: RunRequest = {
    runId: runnerNameOf(facts.runId, facts.term),
    groupId,
    missionId,
    workItemId,
    ownershipEpoch: record.ownershipEpoch,
    executionLeaseId: lease.leaseId,
    attempt: memory.failures + 1,
    contract,
    inputs,
    folders: foldersFor(groupId, permits.resources),
    permits,
    secrets: secretsFor(groupId, contract),
    limits: limitsFor(settings.limits, contract, permits.budget, clock.read()),
    ...(contextPackage === undefined ? {} : { contextPackage }),
    ...(checkpoint === undefined ? {} : { checkpoint }),
    ...(token === undefined ? {} : { capabilityToken: token }),
  };
  return { kind: 'ready', request };
}

const FAILED_PREPARATION: RunResult = {
  outcome: 'failed',
  failureCode: 'PREPARATION_FAILED',
  retryable: true,
  detail: 'an input could not be fetched',
  usage: NO_USAGE,
  survivingProcessIds: [],
};

// Capability tokens (TOK-001…TOK-009): short-lived proof of what one Worker may do for one WorkItem under one Execution
// Lease. They carry no right of their own: each use is checked against the state of that moment.
import { addUsage, DIMENSIONS, findExcess, limitsOf, NO_USAGE, remainingOf } from '../domain/budget.ts';
import { type Now, nowAt } from '../domain/decision.ts';
import { currentMemberships, isAfter } from '../domain/members.ts';
import { liveHoldingLease } from '../domain/ownership.ts';
import { reject, type Rejection } from '../domain/rejection.ts';
import { ORGANIZATION, SINGLE, type WorkItemRecord, type World } from '../domain/world.ts';
import type {
  Budget,
  Lease,
  RemainingBudget,
  ResourceGrant,
  Usage,
  UsageDelta,
} from '../protocol/generated/documents.ts';
import type { KeyEvidence } from '../protocol/registry.ts';
import { accept, type Result } from '../protocol/result.ts';
import { formatTimestamp } from '../protocol/timestamp.ts';
import { type ApprovalClaim, checkApproval, needsApproval } from './control-plane/token-approvals.ts';
import { ClaimsSealer, earliestOf } from './control-plane/sealed-claims.ts';

/** What a Worker may do with a token: everything that it names and nothing else. */
export interface Permits {
  /** Tools are resources with the operation `execute` (OPEN-071). */
  readonly tools: readonly string[];
  readonly resources: readonly ResourceGrant[];
  /** Operations of the Mission's permissions. */
  readonly operations: readonly string[];
  readonly budget: Budget;
}

/** Whom and what a token is bound to (TOK-002). */
interface Binding {
  readonly workerAgentId: string;
  readonly sessionEpoch: number;
  readonly groupId: string;
  readonly workItemId: string;
  readonly ownershipEpoch: number;
  readonly executionLeaseId: string;
}

/** A request of the authenticated Session of the Worker itself; nobody asks for another (TOK-003). */
export interface CapabilityRequest extends Binding, Permits {
  readonly ttlSeconds?: number;
  readonly approval?: ApprovalClaim;
}

/** What is sealed in a token (TOK-005). */
export interface CapabilityClaims extends Binding, Permits {
  readonly grantId: string;
  readonly executionLeaseExpiresAt: string;
  readonly issuedAt: string;
  readonly expiresAt: string;
  readonly approval?: ApprovalClaim;
  /** What the WorkItem had used before: whatever comes on top counts against the budget of the token. */
  readonly usageAtIssue: Usage;
}

export interface IssuedCapability {
  readonly token: string;
  readonly claims: CapabilityClaims;
}

/** One act that a token is presented for, by the authenticated Session that presents it. */
export interface CapabilityUse {
  readonly workerAgentId: string;
  readonly sessionEpoch: number;
  readonly tool?: string;
  readonly resource?: { readonly resource: string; readonly operation: string };
  readonly operation?: string;
  /** What the act will cost at most. */
  readonly usage?: UsageDelta;
}

/** The state that a token is judged by. */
export interface TokenGround {
  readonly world: World;
  readonly keys: KeyEvidence;
}

/** Short enough that a stolen token is soon worth nothing (TOK-005). */
export const MAX_TOKEN_SECONDS = 900;

export interface CapabilityTokensOptions {
  /** 32 bytes or more that only the Authorization Service has. */
  readonly secret: Uint8Array;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly newId: (kind: string) => string;
}

export class CapabilityTokens {
  private readonly options: CapabilityTokensOptions;
  private readonly sealer: ClaimsSealer;

  constructor(options: CapabilityTokensOptions) {
    this.options = options;
    this.sealer = new ClaimsSealer(options.secret, 'capability');
  }

  /** Issues a token after the checks of TOK-006, in their order. It ends with the lease and the Approval at the latest. */
  issue(request: CapabilityRequest, ground: TokenGround): Result<IssuedCapability, Rejection> {
    const now = nowAt(this.options.now());
    const live = checkLive(ground.world, request, now);
    if (!live.ok) return live;
    const { record, lease } = live.value;
    const permits = checkPermits(ground.world, record, request);
    if (!permits.ok) return permits;
    const approval = checkApproval(ground, record, request, now);
    if (!approval.ok) return approval;
    const { ttlSeconds = MAX_TOKEN_SECONDS } = request;
    if (!Number.isSafeInteger(ttlSeconds) || ttlSeconds < 1 || ttlSeconds > MAX_TOKEN_SECONDS) {
      return reject('INVALID_COMMAND', 'TOK-005', `a token lives for 1 to ${MAX_TOKEN_SECONDS} seconds`);
    }
    const end = formatTimestamp(now.epochMs + ttlSeconds * 1_000);
    const expiresAt = earliestOf([end, lease.expiresAt, approval.value?.expiresAt]);
    return this.seal({
      ...bindingOf(request),
      grantId: this.options.newId('capability-grant'),
      executionLeaseExpiresAt: lease.expiresAt,
      tools: [...request.tools],
      resources: permits.value,
      operations: [...request.operations],
      budget: request.budget,
      issuedAt: now.text,
      expiresAt,
      ...(request.approval === undefined ? {} : { approval: request.approval }),
      usageAtIssue: usageOf(ground.world, record),
    });
  }

  /** A token for less than another one, which stays valid (LSE-005). */
  narrow(
    token: string,
    wanted: Permits &
      Pick<CapabilityUse, 'workerAgentId' | 'sessionEpoch'> & { readonly ttlSeconds?: number },
    ground: TokenGround,
  ): Result<IssuedCapability, Rejection> {
    const { workerAgentId, sessionEpoch } = wanted;
    const held = this.verify(token, { workerAgentId, sessionEpoch }, ground);
    if (!held.ok) return held;
    const { tools, resources, operations, budget } = held.value;
    const isWithin =
      wanted.tools.every((tool) => tools.includes(tool)) &&
      wanted.operations.every((operation) => operations.includes(operation)) &&
      wanted.resources.every((grant) => findGrant(resources, grant) !== undefined);
    if (!isWithin) return reject('AUTH_FORBIDDEN', 'TOK-002', 'the token does not permit all of this');
    const left = subtract(limitsOrNone(budget), spentSince(held.value, ground.world));
    if (findExcess(limitsOrNone(wanted.budget), left) !== undefined) {
      return reject('BUDGET_EXCEEDED', 'TOK-004', 'the token has not that much budget left');
    }
    const { groupId, workItemId, approval } = held.value;
    const contract = ground.world.get('workItem', groupId, workItemId)?.document.contract;
    const keepsApproval = contract !== undefined && needsApproval(contract, wanted.operations);
    const issued = this.issue(
      {
        ...wanted,
        ...bindingOf(held.value),
        ...(approval === undefined || !keepsApproval ? {} : { approval }),
      },
      ground,
    );
    if (!issued.ok) return issued;
    const expiresAt = earliestOf([issued.value.claims.expiresAt, held.value.expiresAt]);
    return this.seal({ ...issued.value.claims, expiresAt });
  }

  /**
   * Whether a token permits an act now (TOK-004, TOK-007): it was sealed here, has not expired, belongs to the Session
   * that presents it, and everything that it was issued on still holds.
   */
  verify(token: string, use: CapabilityUse, ground: TokenGround): Result<CapabilityClaims, Rejection> {
    const now = nowAt(this.options.now());
    const opened = this.sealer.open(token);
    // Nobody else has the key of this purpose: what opens is what was sealed.
    const claims = opened as unknown as CapabilityClaims | undefined;
    if (claims === undefined || !isAfter(claims.expiresAt, now)) {
      return reject('AUTH_REQUIRED', 'TOK-004', 'the token is not valid or has expired');
    }
    if (use.workerAgentId !== claims.workerAgentId) {
      return reject('AUTH_FORBIDDEN', 'TOK-002', 'the token belongs to another Agent');
    }
    if (use.sessionEpoch !== claims.sessionEpoch) {
      return reject('AUTH_STALE_SESSION', 'TOK-002', 'the token belongs to another Session');
    }
    const live = checkLive(ground.world, claims, now);
    if (!live.ok) return live;
    const approval = checkApproval(ground, live.value.record, claims, now);
    if (!approval.ok) return approval;
    const covered = checkUse(claims, use);
    if (!covered.ok) return covered;
    const budget = checkSpending(claims, use.usage ?? {}, ground.world);
    return budget.ok ? accept(claims) : budget;
  }

  private seal(claims: CapabilityClaims): Result<IssuedCapability, Rejection> {
    const token = this.sealer.sealWithin(claims);
    if (token !== undefined) return accept({ token, claims });
    return reject('INVALID_COMMAND', 'TOK-005', 'this is too much for one token; ask for less');
  }
}

function bindingOf(from: Binding): Binding {
  const { workerAgentId, sessionEpoch, groupId, workItemId, ownershipEpoch, executionLeaseId } = from;
  return { workerAgentId, sessionEpoch, groupId, workItemId, ownershipEpoch, executionLeaseId };
}

/** The first half of TOK-006, which also every use goes through: who works on what, in which term, under which lease. */
function checkLive(
  world: World,
  binding: Binding,
  now: Now,
): Result<{ readonly record: WorkItemRecord; readonly lease: Lease }, Rejection> {
  const { workerAgentId, sessionEpoch, groupId, workItemId, ownershipEpoch, executionLeaseId } = binding;
  if (world.get('session', ORGANIZATION, workerAgentId)?.sessionEpoch !== sessionEpoch) {
    return reject('AUTH_STALE_SESSION', 'TOK-002', 'the Session has been replaced');
  }
  const agent = { type: 'agent' as const, id: workerAgentId };
  const isMember = currentMemberships(world, groupId, agent, now).some(({ state }) => state === 'active');
  // The same answer for a Group that does not exist (DEL-011).
  if (!isMember) return reject('GROUP_NOT_FOUND', 'MEM-002', 'no such Group');
  const record = world.get('workItem', groupId, workItemId);
  if (record === undefined) {
    return reject('INVALID_COMMAND', 'WORK-010', 'no such WorkItem in this Group', { workItemId });
  }
  if (ownershipEpoch < record.ownershipEpoch) {
    return reject('WORK_STALE_OWNERSHIP', 'TOK-002', 'a newer Ownership Epoch has begun', { workItemId });
  }
  const { owner, state } = record.document;
  if (owner?.agentId !== workerAgentId) {
    return reject('AUTH_FORBIDDEN', 'TOK-002', 'only the owner of the WorkItem gets a token', { workItemId });
  }
  if (owner.ownershipEpoch !== ownershipEpoch) {
    return reject('WORK_STALE_OWNERSHIP', 'TOK-002', 'this Ownership Epoch was never given', { workItemId });
  }
  if (state !== 'active') {
    return reject('INVALID_STATE_TRANSITION', 'TOK-006', 'the WorkItem is not being worked on', {
      workItemId,
      workItemState: state,
    });
  }
  if (liveHoldingLease(world, record, now) === undefined) {
    return reject('WORK_LEASE_EXPIRED', 'TOK-006', 'the ownership lease has ended', { workItemId });
  }
  const lease =
    record.executionLeaseId === executionLeaseId ? world.get('lease', groupId, executionLeaseId) : undefined;
  const isCurrent =
    lease !== undefined &&
    lease.leaseType === 'execution' &&
    lease.workItemId === workItemId &&
    lease.holderAgentId === workerAgentId &&
    lease.sessionEpoch === sessionEpoch &&
    lease.ownershipEpoch === ownershipEpoch &&
    lease.state === 'active' &&
    isAfter(lease.expiresAt, now);
  if (isCurrent) return accept({ record, lease });
  return reject('WORK_LEASE_EXPIRED', 'LSE-002', 'this is not the current Execution Lease', {
    executionLeaseId,
  });
}

/** The second half: no more than contract, Mission and ledger allow. The contract's constraints go into the token. */
function checkPermits(
  world: World,
  { document }: WorkItemRecord,
  { groupId, tools, resources, operations, budget }: CapabilityRequest,
): Result<ResourceGrant[], Rejection> {
  const { contract, workItemId } = document;
  const { allowedResources } = contract;
  const tool = tools.find((each) => !isTool(allowedResources, each));
  if (tool !== undefined)
    return reject('AUTH_FORBIDDEN', 'TOK-006', 'the contract does not allow this tool', { tool });
  const granted: ResourceGrant[] = [];
  for (const wanted of resources) {
    const grant = findGrant(allowedResources, wanted);
    if (grant === undefined) {
      const { resource } = wanted;
      return reject('AUTH_FORBIDDEN', 'TOK-006', 'the contract does not allow this resource', { resource });
    }
    granted.push({ ...grant, operations: [...wanted.operations] });
  }
  const permissions = world.get('mission', groupId, SINGLE)?.permissions ?? [];
  const operation = operations.find((each) => !permissions.includes(each));
  if (operation !== undefined) {
    return reject('AUTH_FORBIDDEN', 'TOK-006', 'the Mission does not permit this operation', { operation });
  }
  if ((budget.financialLimit ?? 0) > 0 && budget.currency !== contract.budget.currency) {
    return reject('INVALID_COMMAND', 'OPEN-052', 'the budget is in another currency than the contract');
  }
  const wanted = limitsOf(budget);
  if (wanted === undefined) {
    return reject('INVALID_COMMAND', 'OPEN-050', 'the financial limit is no exact number of micro-units');
  }
  const remaining = asUsage(remainingOf(world, { groupId, id: workItemId }));
  const dimension = findExcess(wanted, limitsOrNone(contract.budget)) ?? findExcess(wanted, remaining);
  if (dimension === undefined) return accept(granted);
  return reject('BUDGET_EXCEEDED', 'TOK-004', `not that much is left of ${dimension}`, {
    workItemId,
    dimension,
    // Its owner may not have seen the log that says so.
    remaining,
  });
}

function isTool(allowed: readonly ResourceGrant[], tool: string): boolean {
  return findGrant(allowed, { resource: tool, operations: ['execute'] }) !== undefined;
}

/** A grant that allows all wanted operations on a resource. */
function findGrant(
  allowed: readonly ResourceGrant[],
  { resource, operations }: Pick<ResourceGrant, 'resource' | 'operations'>,
): ResourceGrant | undefined {
  return allowed.find(
    (grant) => grant.resource === resource && operations.every((each) => grant.operations.includes(each)),
  );
}

function checkUse(claims: CapabilityClaims, use: CapabilityUse): Result<undefined, Rejection> {
  const { tool, operation, resource } = use;
  const isCovered =
    (tool === undefined || claims.tools.includes(tool)) &&
    (operation === undefined || claims.operations.includes(operation)) &&
    (resource === undefined ||
      findGrant(claims.resources, { resource: resource.resource, operations: [resource.operation] }) !==
        undefined);
  return isCovered
    ? accept(undefined)
    : reject('AUTH_FORBIDDEN', 'TOK-004', 'the token does not permit this');
}

/** What was used since the token was issued, and this act, fit into its budget and into what the ledger has left. */
function checkSpending(
  claims: CapabilityClaims,
  usage: UsageDelta,
  world: World,
): Result<undefined, Rejection> {
  const delta = asUsage(usage);
  const total = addUsage(spentSince(claims, world), delta);
  const { groupId, workItemId } = claims;
  const dimension =
    findExcess(total, limitsOrNone(claims.budget)) ??
    findExcess(delta, asUsage(remainingOf(world, { groupId, id: workItemId })));
  if (dimension === undefined) return accept(undefined);
  return reject('BUDGET_EXCEEDED', 'TOK-004', `the token has not that much left of ${dimension}`, {
    dimension,
  });
}

function spentSince({ groupId, workItemId, usageAtIssue }: CapabilityClaims, world: World): Usage {
  return subtract(world.get('account', groupId, workItemId)?.usage ?? NO_USAGE, usageAtIssue);
}

function subtract(from: Usage, amounts: Usage): Usage {
  const rest = { ...from };
  for (const dimension of DIMENSIONS) rest[dimension] -= amounts[dimension];
  return rest;
}

function usageOf(world: World, { document }: WorkItemRecord): Usage {
  return world.get('account', document.groupId, document.workItemId)?.usage ?? NO_USAGE;
}

/** An absent dimension has nothing (BUD-004, BUD-009). */
function asUsage(amounts: RemainingBudget | UsageDelta): Usage {
  return { ...NO_USAGE, ...amounts };
}

function limitsOrNone(budget: Budget): Usage {
  return limitsOf(budget) ?? NO_USAGE;
}

// Whether a Command would widen something: what anybody may spend, do, see or leave undone. That is never done without a
// person, whatever the matrix says.
import { findExcess, limitsOf, NO_USAGE } from '../../../domain/budget.ts';
import { currentMemberships } from '../../../domain/members.ts';
import { nowAt } from '../../../domain/decision.ts';
import { permissionsInForce } from '../../../domain/permissions.ts';
import { isBefore } from '../../../domain/times.ts';
import type { World } from '../../../domain/world.ts';
import type {
  AcceptanceCriterion,
  Budget,
  CommandPayloads,
  ResourceGrant,
  WorkContract,
} from '../../../protocol/generated/documents.ts';
import { canonicalize } from '../../../protocol/jcs.ts';
import type { CommandDraft } from '../../command-draft.ts';
import { ROLE_SCOPES } from '../../desk/intent/role-scopes.ts';
import { contractIn, missionIn } from './act-facts.ts';
import { isRiskier } from './matrix.ts';

export type Widening =
  | 'budget'
  | 'deadline'
  | 'resources'
  | 'permissions'
  | 'risk'
  | 'approvals'
  | 'proof'
  | 'capabilities'
  | 'attempts'
  | 'constraints'
  | 'role'
  | 'scopes'
  | 'history';

/** Everything that a Command would widen. */
export function findWidenings(world: World, draft: CommandDraft, nowMs: number): readonly Widening[] {
  switch (draft.kind) {
    case 'membership.change':
      return widenedByMembership(world, draft.groupId, draft.payload, nowMs);
    case 'mission.create_child':
      return widenedByChild(world, draft.groupId, draft.payload);
    case 'work.authorize':
      return widenedByWork(world, draft.groupId, draft.payload);
    case 'work.offer': {
      const { workItemId, contract } = draft.payload;
      const before = contractIn(world, draft.groupId, workItemId);
      return contract === undefined || before === undefined ? [] : widenedByContract(before, contract);
    }
    default:
      return [];
  }
}

/** Roles in which Agents do work; the others direct it. */
const WORKING_ROLES: ReadonlySet<string> = new Set(['worker', 'reviewer', 'observer']);

function widenedByMembership(
  world: World,
  groupId: string,
  { member, role, scopes, visibilityStartSequence }: CommandPayloads['membership.change'],
  nowMs: number,
): readonly Widening[] {
  const held = currentMemberships(world, groupId, member, nowAt(nowMs));
  const inRole = held.find((each) => each.role === role);
  const isSeen = held.every((each) => each.visibilityStartSequence <= (visibilityStartSequence ?? Infinity));
  return listed({
    role: !WORKING_ROLES.has(role) || member.type !== 'agent',
    scopes: !isWithin(scopes, inRole?.scopes ?? ROLE_SCOPES[role]),
    history: held.length > 0 && !isSeen,
  });
}

function widenedByChild(
  world: World,
  groupId: string,
  child: CommandPayloads['mission.create_child'],
): readonly Widening[] {
  const mission = missionIn(world, groupId);
  const contract = contractIn(world, groupId, child.parentWorkItemId);
  // Without the parent nobody can tell; the Authority refuses such a child.
  if (mission === undefined || contract === undefined) return ['budget', 'deadline', 'permissions'];
  const { approvalPolicy } = mission.document;
  const permitted = permissionsInForce(world, mission);
  return listed({
    budget: exceeds(child.budget, contract.budget),
    deadline: isBefore(contract.deadline, child.deadline),
    permissions: permitted !== undefined && !isWithin(child.permissions ?? [], permitted),
    approvals: approvalPolicy.highRiskExecutionApproval && !child.approvalPolicy.highRiskExecutionApproval,
  });
}

/**
 * New work is bounded by its Mission, which the Authority sees to; only resources are not, where no Mission of the line
 * names permissions. Then the work above it has to have them.
 */
function widenedByWork(
  world: World,
  groupId: string,
  { contract, parentWorkItemId }: CommandPayloads['work.authorize'],
): readonly Widening[] {
  const mission = missionIn(world, groupId);
  const permitted = mission === undefined ? undefined : permissionsInForce(world, mission);
  const above = parentWorkItemId === undefined ? undefined : contractIn(world, groupId, parentWorkItemId);
  return listed({
    resources:
      permitted === undefined && !hasNoNewResources(contract.allowedResources, above?.allowedResources ?? []),
    budget: above !== undefined && exceeds(contract.budget, above.budget),
  });
}

function widenedByContract(before: WorkContract, after: WorkContract): readonly Widening[] {
  return listed({
    budget: exceeds(after.budget, before.budget),
    deadline: isBefore(before.deadline, after.deadline),
    resources: !hasNoNewResources(after.allowedResources, before.allowedResources),
    risk: isRiskier(after.sideEffectRisk, before.sideEffectRisk),
    approvals:
      before.executionApproval !== 'not_required' && after.executionApproval !== before.executionApproval,
    proof: !provesNoLess(after.acceptanceCriteria, before.acceptanceCriteria),
    capabilities: !isWithin(
      before.requiredCapabilities.map(({ id }) => id),
      after.requiredCapabilities.map(({ id }) => id),
    ),
    attempts: after.retryPolicy.maxAttempts > before.retryPolicy.maxAttempts,
    constraints: textOf(withoutNotes(before)) !== textOf(withoutNotes(after)),
  });
}

/** Entries that tell a Worker where to go on and what to correct; they allow it nothing. */
const NOTES: ReadonlySet<string> = new Set(['resumeFrom', 'corrections']);

/** What any other constraint means is known to whoever wrote it. */
function withoutNotes({ constraints = {} }: WorkContract): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(constraints).filter(([name]) => !NOTES.has(name)));
}

function listed(found: { readonly [Each in Widening]?: boolean }): readonly Widening[] {
  return (Object.keys(found) as Widening[]).filter((each) => found[each] === true);
}

function isWithin(part: readonly string[], whole: readonly string[]): boolean {
  return part.every((each) => whole.includes(each));
}

function exceeds(budget: Budget, ceiling: Budget): boolean {
  const wanted = limitsOf(budget);
  if (wanted === undefined) return true;
  const isOtherMoney = wanted.financialMicrounits > 0 && budget.currency !== ceiling.currency;
  return isOtherMoney || findExcess(wanted, limitsOf(ceiling) ?? NO_USAGE) !== undefined;
}

/** Every operation on every resource stands in `allowed`, under the same constraints. */
function hasNoNewResources(wanted: readonly ResourceGrant[], allowed: readonly ResourceGrant[]): boolean {
  return wanted.every(({ resource, operations, constraints = {} }) =>
    operations.every((operation) =>
      allowed.some(
        (each) =>
          each.resource === resource &&
          each.operations.includes(operation) &&
          textOf(each.constraints ?? {}) === textOf(constraints),
      ),
    ),
  );
}

function provesNoLess(
  after: readonly AcceptanceCriterion[],
  before: readonly AcceptanceCriterion[],
): boolean {
  return before.every((criterion) =>
    after.some(
      (each) =>
        each.criterionId === criterion.criterionId &&
        each.description === criterion.description &&
        isWithin(criterion.evidenceRequired, each.evidenceRequired),
    ),
  );
}

function textOf(value: unknown): string | undefined {
  const text = canonicalize(value);
  return text.ok ? text.value : undefined;
}

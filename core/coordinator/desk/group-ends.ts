// Everything in a Group that time alone will end: leases, offers, provisional Memberships, Approvals, Grants, the deadline.
import { SINGLE, type World } from '../../domain/world.ts';
import type { Approval } from '../../protocol/generated/documents.ts';
import { msOf } from './moment.ts';

export type EndKind =
  | 'coordinator-lease'
  | 'ownership-lease'
  | 'execution-lease'
  | 'blocked-lease'
  | 'offer'
  | 'membership'
  | 'execution-approval'
  | 'grant'
  | 'override'
  | 'deadline';

export interface GroupEnd {
  readonly kind: EndKind;
  readonly atMs: number;
  /** The WorkItem, where it is about one. */
  readonly workItemId: string | undefined;
}

const LEASE_KINDS = {
  coordinator: 'coordinator-lease',
  ownership: 'ownership-lease',
  execution: 'execution-lease',
  blocked: 'blocked-lease',
} as const;

/** All ends of a Group that the state knows of, past ones included as long as no Event has closed them. */
export function* endsIn(world: World, groupId: string): Generator<GroupEnd> {
  const mission = world.get('mission', groupId, SINGLE)?.document;
  if (mission !== undefined) yield { kind: 'deadline', atMs: msOf(mission.deadline), workItemId: undefined };
  for (const [, { leaseType, state, expiresAt, workItemId }] of world.list('lease', groupId)) {
    if (state === 'active') yield { kind: LEASE_KINDS[leaseType], atMs: msOf(expiresAt), workItemId };
  }
  for (const [workItemId, { document, executionApprovalIds }] of world.list('workItem', groupId)) {
    for (const { status, expiresAt } of document.offers ?? []) {
      if (status === 'pending') yield { kind: 'offer', atMs: msOf(expiresAt), workItemId };
    }
    for (const approvalId of executionApprovalIds) {
      const end = approvalEndMs(world.get('approval', groupId, approvalId));
      if (end !== undefined) yield { kind: 'execution-approval', atMs: end, workItemId };
    }
  }
  for (const [, { state, provisionalExpiresAt }] of world.list('membership', groupId)) {
    if (state === 'provisional' && provisionalExpiresAt !== undefined) {
      yield { kind: 'membership', atMs: msOf(provisionalExpiresAt), workItemId: undefined };
    }
  }
  for (const [, { grant }] of world.list('grant', groupId)) {
    yield { kind: 'grant', atMs: msOf(grant.expiresAt), workItemId: grant.targetWorkItemId };
  }
  for (const [, { grant, consumedByActionId }] of world.list('override', groupId)) {
    if (consumedByActionId === undefined) {
      yield { kind: 'override', atMs: msOf(grant.expiresAt), workItemId: undefined };
    }
  }
}

/** When an Execution Approval ends: a condition that its approver has signed (APV-004). */
export function approvalEndMs(approval: Approval | undefined): number | undefined {
  const prefix = 'expiresAt:';
  const condition = approval?.conditions.find((each) => each.startsWith(prefix));
  return condition === undefined ? undefined : msOf(condition.slice(prefix.length));
}

/** The first end of a Group after a moment; Infinity when there is none. */
export function nextEndMs(world: World, groupId: string, nowMs: number): number {
  let next = Infinity;
  for (const { atMs } of endsIn(world, groupId)) if (atMs > nowMs && atMs < next) next = atMs;
  return next;
}

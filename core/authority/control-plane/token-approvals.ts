// When a capability token needs an Execution Approval, and whether the one that is named covers it (TOK-006, APV-006).
import { findExcess, limitsOf } from '../../domain/budget.ts';
import type { Now } from '../../domain/decision.ts';
import { isAfter } from '../../domain/members.ts';
import { reject, type Rejection } from '../../domain/rejection.ts';
import type { WorkItemRecord, World } from '../../domain/world.ts';
import type { Approval, Budget, ResourceGrant, WorkContract } from '../../protocol/generated/documents.ts';
import { hashContent } from '../../protocol/hash.ts';
import { canonicalize } from '../../protocol/jcs.ts';
import type { KeyEvidence } from '../../protocol/registry.ts';
import { accept, type Refused, type Result } from '../../protocol/result.ts';
import { verifyDocument } from '../../protocol/verify.ts';

/** An Execution Approval and the budget that it approved, of which the document has only the hash (OPEN-032). */
export interface ApprovalClaim {
  readonly approvalId: string;
  readonly budget: Budget;
}

/** What the Approval has to cover. */
interface Wanted {
  readonly groupId: string;
  readonly tools: readonly string[];
  readonly resources: readonly ResourceGrant[];
  readonly operations: readonly string[];
  readonly budget: Budget;
  readonly approval?: ApprovalClaim;
}

/** Operations with these beginnings always need a human's Approval (APV-006). */
const HIGH_RISK_PREFIXES = ['production.', 'payment.', 'external.send', 'destructive.'];

/** Whether the contract asks for an Approval, or one of the operations does. */
export function needsApproval({ executionApproval }: WorkContract, operations: readonly string[]): boolean {
  return (
    executionApproval !== 'not_required' ||
    operations.some((operation) => HIGH_RISK_PREFIXES.some((prefix) => operation.startsWith(prefix)))
  );
}

/** The end of the Approval; undefined when none is needed. One that is not needed is refused, not ignored. */
export function checkApproval(
  { world, keys }: { readonly world: World; readonly keys: KeyEvidence },
  record: WorkItemRecord,
  wanted: Wanted,
  now: Now,
): Result<{ readonly expiresAt: string } | undefined, Rejection> {
  const { workItemId, contract } = record.document;
  const isNeeded = needsApproval(contract, wanted.operations);
  if (!isNeeded && wanted.approval === undefined) return accept(undefined);
  if (!isNeeded) return reject('INVALID_COMMAND', 'TOK-006', 'this work needs no Approval', { workItemId });
  if (wanted.approval === undefined) return missing('this work needs an Execution Approval');

  const approval = findApproval(world, record, wanted.approval.approvalId);
  const expiresAt = approval?.conditions.find((each) => each.startsWith(EXPIRY))?.slice(EXPIRY.length);
  if (approval === undefined || expiresAt === undefined || !isAfter(expiresAt, now)) {
    return missing('there is no such Approval for this term, or it has ended');
  }
  if (!covers(approval, wanted, wanted.approval.budget)) return missing('the Approval does not cover this');
  const canonical = canonicalize(approval);
  if (!canonical.ok || !verifyDocument('approval', Buffer.from(canonical.value), keys).ok) {
    return missing('the Approval does not verify');
  }
  return accept({ expiresAt });
}

const EXPIRY = 'expiresAt:';

/** A human's Approval for this WorkItem and its current Ownership Epoch that nobody has revoked. */
function findApproval(world: World, record: WorkItemRecord, approvalId: string): Approval | undefined {
  const { groupId, workItemId } = record.document;
  if (!record.executionApprovalIds.includes(approvalId)) return undefined;
  const approval = world.get('approval', groupId, approvalId);
  const isRight =
    approval?.kind === 'work_execution' &&
    approval.decision === 'approved' &&
    approval.approver.type === 'human' &&
    approval.workItemId === workItemId &&
    approval.conditions.includes(`ownershipEpoch:${record.ownershipEpoch}`);
  return isRight ? approval : undefined;
}

function covers({ conditions }: Approval, wanted: Wanted, approved: Budget): boolean {
  const canonical = canonicalize(approved);
  const ceiling = limitsOf(approved);
  const limits = limitsOf(wanted.budget);
  const isCovered = (condition: string) => conditions.includes(condition);
  return (
    canonical.ok &&
    isCovered(`budgetHash:${hashContent(canonical.value)}`) &&
    ceiling !== undefined &&
    limits !== undefined &&
    findExcess(limits, ceiling) === undefined &&
    wanted.operations.every((operation) => isCovered(`operation:${operation}`)) &&
    wanted.resources.every(({ resource }) => isCovered(`resource:${resource}`)) &&
    wanted.tools.every((tool) => isCovered(`resource:${tool}`))
  );
}

function missing(message: string): Refused<Rejection> {
  return reject('APPROVAL_REQUIRED', 'TOK-006', message);
}

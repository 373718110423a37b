// Resource usage (BUD-008…BUD-012): what was consumed, reported by the owner or metered by a service.
import { accept, type Result } from '../../protocol/result.ts';
import type { Decision, GroupInput } from '../decision.ts';
import { isAuthorizedService } from '../members.ts';
import { requireRunningWork } from '../owned-work.ts';
import { requireWorkItem } from '../ownership.ts';
import { reject, type Rejection } from '../rejection.ts';
import { chargeUsage } from '../usage-charge.ts';
import type { WorkItemRecord } from '../world.ts';

type UsageInput = GroupInput<'ext.missionweaveprotocol.core.resource_usage_record'>;

/** `ext.missionweaveprotocol.core.resource_usage_record` (CMD-144); that something was consumed its schema has shown. */
export function recordUsage(input: UsageInput): Decision {
  const { executionLeaseId, ownershipEpoch, usageDelta } = input.payload;
  const record = requireReporter(input);
  if (!record.ok) return record;
  const draft = chargeUsage(input, record.value, { executionLeaseId, ownershipEpoch, usageDelta });
  return draft.ok ? accept([draft.value]) : draft;
}

/** BUD-011, first half: an Agent reports while it executes. */
function requireReporter(input: UsageInput): Result<WorkItemRecord, Rejection> {
  if (isAuthorizedService(input, 'metering')) return requireMeteredWork(input);
  if (input.command.actor.type !== 'agent') {
    return reject('AUTH_FORBIDDEN', 'BUD-011', 'only the owner or an authorized service reports usage');
  }
  const running = requireRunningWork(input, input.payload, 'BUD-011');
  return running.ok ? accept(running.value.record) : running;
}

/** BUD-011, second half: metering may come late, when the lease is closed and the item has another owner. */
function requireMeteredWork(input: UsageInput): Result<WorkItemRecord, Rejection> {
  const { world, groupId, payload } = input;
  const { workItemId, executionLeaseId, ownershipEpoch } = payload;
  const record = requireWorkItem(input, workItemId);
  if (!record.ok) return record;
  const lease = world.get('lease', groupId, executionLeaseId);
  if (lease?.leaseType !== 'execution' || lease.workItemId !== workItemId) {
    return reject('INVALID_COMMAND', 'BUD-011', 'no such Execution Lease of the WorkItem', {
      workItemId,
      executionLeaseId,
    });
  }
  if (lease.ownershipEpoch === ownershipEpoch) return record;
  return reject('WORK_STALE_OWNERSHIP', 'BUD-011', 'the Execution Lease is of another Ownership Epoch', {
    workItemId,
    executionLeaseId,
    ownershipEpoch,
    leaseOwnershipEpoch: lease.ownershipEpoch ?? null,
  });
}

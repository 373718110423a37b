// A state with many queued WorkItems of one Worker, as its replica would have it.
import { nowAt } from '../../../core/domain/decision.ts';
import { openLease } from '../../../core/domain/leases.ts';
import { MemoryWorld, type WorkItemRecord } from '../../../core/domain/world.ts';
import type { WorkContract } from '../../../core/protocol/generated/documents.ts';
import type { Random } from '../../harness/random.ts';

export const START_MS = Date.UTC(2026, 4, 4, 9);
export const AGENT_ID = 'urn:heddle:bench:agent:worker';

/** `items` WorkItems over `groups` Groups, all accepted by the Worker, with live ownership. */
export function createQueueState(items: number, groups: number, random: Random) {
  const world = new MemoryWorld();
  const groupIds = Array.from({ length: groups }, (_none, n) => `urn:heddle:bench:group:${n}`);
  const now = nowAt(START_MS);
  for (let n = 0; n < items; n += 1) {
    const groupId = groupIds[n % groups] ?? '';
    const workItemId = `urn:heddle:bench:work-item:${n}`;
    const lease = openLease(now, {
      leaseId: `urn:heddle:bench:lease:${n}`,
      leaseType: 'ownership',
      missionId: `${groupId}:mission`,
      groupId,
      workItemId,
      holderAgentId: AGENT_ID,
      sessionEpoch: 1,
      ownershipEpoch: 1,
      startBy: nowAt(START_MS + 86_400_000).text,
      expiresAt: nowAt(START_MS + 86_400_000).text,
    });
    world.apply([
      { kind: 'lease', groupId, id: lease.leaseId, value: lease },
      { kind: 'workItem', groupId, id: workItemId, value: recordOf(n, groupId, lease.leaseId, random) },
    ]);
  }
  return { world, groupIds };
}

function recordOf(n: number, groupId: string, leaseId: string, random: Random): WorkItemRecord {
  const acceptedAt = nowAt(START_MS - random.below(3_600_000)).text;
  return {
    document: {
      workItemId: `urn:heddle:bench:work-item:${n}`,
      missionId: `${groupId}:mission`,
      groupId,
      conversationId: `${groupId}:conversation:${n}`,
      revision: 3,
      state: 'queued',
      exclusive: true,
      contract: contractOf(random),
      owner: {
        agentId: AGENT_ID,
        agentCardVersion: 1,
        capabilityPins: [{ id: 'files.inventory', version: '1.0.0' }],
        ownershipEpoch: 1,
        ownershipLeaseId: leaseId,
        acceptedAt,
      },
      createdBy: { type: 'agent', id: 'urn:heddle:bench:agent:coordinator' },
      createdAt: acceptedAt,
    },
    ownershipEpoch: 1,
    parentWorkItemId: undefined,
    proposalId: undefined,
    delegationGrantId: undefined,
    executionLeaseId: undefined,
    holdingLeaseId: leaseId,
    checkpoint: undefined,
    requiredResolution: undefined,
    childGroupId: undefined,
    formerChildGroupIds: [],
    executionApprovalIds: [],
    attempts: 0,
  };
}

function contractOf(random: Random): WorkContract {
  return {
    contractVersion: 1,
    goal: 'list every file with its hash',
    requiredDeliverables: [],
    acceptanceCriteria: [],
    inputArtifacts: [],
    dependencyWorkItemIds: [],
    allowedResources: [],
    requiredCapabilities: [{ id: 'files.inventory', version: '1.0.0' }],
    deadline: nowAt(START_MS + 3_600_000 + random.below(86_400_000)).text,
    requestedUrgency: random.pick(['routine', 'normal', 'high', 'critical']),
    businessImpact: 'the audit waits for it',
    retryPolicy: { maxAttempts: 3, backoff: 'none', maxDelay: 'PT0S', retryableFailures: [] },
    budget: { toolCallLimit: 10 },
    sideEffectRisk: 'none',
    executionApproval: 'not_required',
  };
}

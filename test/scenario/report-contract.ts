// The contract of the work that `ordered-work.ts` does: one report, complete, by whoever follows the orders of that name.
import type { WorkContract } from '../../core/protocol/generated/documents.ts';
import { formatTimestamp } from '../../core/protocol/timestamp.ts';
import { CAPABILITY } from './scenario-stage.ts';

const WEEK_MS = 7 * 86_400_000;

export function reportContractOf(
  name: string,
  evidenceRequired: WorkContract['acceptanceCriteria'][number]['evidenceRequired'],
  changes: Partial<WorkContract> = {},
): WorkContract {
  return {
    contractVersion: 1,
    goal: `the report of ${name}`,
    requiredDeliverables: [
      {
        deliverableId: 'report',
        description: 'what there is to say',
        mediaType: 'application/json',
        schema: 'urn:heddle:deliverable:report',
      },
    ],
    acceptanceCriteria: [{ criterionId: 'complete', description: 'nothing is missing', evidenceRequired }],
    inputArtifacts: [],
    dependencyWorkItemIds: [],
    allowedResources: [],
    requiredCapabilities: [CAPABILITY],
    deadline: formatTimestamp(Date.now() + WEEK_MS),
    requestedUrgency: 'routine',
    businessImpact: 'none',
    retryPolicy: { maxAttempts: 1, backoff: 'none', maxDelay: 'PT0S', retryableFailures: [] },
    budget: { toolCallLimit: 10, wallClockSecondsLimit: 600, computeSecondsLimit: 600 },
    sideEffectRisk: 'none',
    executionApproval: 'not_required',
    constraints: { orders: name },
    ...changes,
  };
}

// A small contract for the tests of runners.
import type { WorkContract } from '../../protocol/generated/documents.ts';

export const CONTRACT: WorkContract = {
  contractVersion: 1,
  goal: 'Say hello',
  requiredDeliverables: [
    {
      deliverableId: 'greeting',
      description: 'A greeting',
      mediaType: 'text/plain',
      schema: 'urn:heddle:test:schema:greeting',
    },
  ],
  acceptanceCriteria: [
    { criterionId: 'polite', description: 'It is polite', evidenceRequired: ['deterministic_test'] },
  ],
  inputArtifacts: [],
  dependencyWorkItemIds: [],
  allowedResources: [],
  requiredCapabilities: [{ id: 'test.greeting', version: '1.0.0' }],
  deadline: '2026-05-05T09:00:00.000Z',
  requestedUrgency: 'normal',
  businessImpact: 'None',
  retryPolicy: { maxAttempts: 1, backoff: 'none', maxDelay: 'PT0S', retryableFailures: [] },
  budget: { computeSecondsLimit: 60, wallClockSecondsLimit: 60 },
  sideEffectRisk: 'none',
  executionApproval: 'not_required',
};

// A WorkItem in its second epoch: an offer that was taken, one that was lost, and leases of both epochs.
import type { CandidateRow, WorkItemRowModel } from '../../../core/contract/work.ts';

export const NOW_MS = Date.parse('2026-03-05T14:12:00.000Z');
export const PLACE = {
  connectionId: 'local',
  groupId: 'urn:heddle:group:auth',
  workItemId: 'urn:heddle:work-item:implement',
};

const words = (text: string, key = 'test.words') => ({ key, values: {}, text });
const agent = (name: string) => ({ type: 'agent' as const, id: `urn:heddle:agent:${name}`, name });
const minutes = (count: number) => NOW_MS + count * 60_000;

export const CONTRACT = {
  contractVersion: 2,
  goal: 'Implement login with passkeys for all clients.',
  requiredDeliverables: [
    {
      deliverableId: 'D-1',
      description: 'The service with its tests',
      mediaType: 'application/gzip',
      schema: 'urn:acme:schema:service',
    },
  ],
  acceptanceCriteria: [
    {
      criterionId: 'AC-1',
      description: 'All endpoints are documented',
      evidenceRequired: ['schema_validation', 'reviewer_assessment'],
    },
    { criterionId: 'AC-2', description: 'p95 stays under 200 ms', evidenceRequired: ['deterministic_test'] },
  ],
  inputArtifacts: [`sha256:${'9'.repeat(64)}`],
  dependencyWorkItemIds: ['urn:heddle:work-item:analyse'],
  allowedResources: [{ resource: 'urn:acme:repo:auth', operations: ['repo.read', 'repo.write'] }],
  requiredCapabilities: [{ id: 'code.implement', version: '1.2.0' }],
  deadline: '2026-03-06T18:00:00.000Z',
  requestedUrgency: 'high',
  businessImpact: 'Users cannot log in without it.',
  retryPolicy: {
    maxAttempts: 3,
    backoff: 'exponential',
    maxDelay: 'PT15M',
    retryableFailures: ['TOOL_TIMEOUT'],
  },
  budget: { financialLimit: 25, currency: 'EUR', modelTokenLimit: 60_000, toolCallLimit: 200 },
  sideEffectRisk: 'reversible',
  executionApproval: 'not_required',
  constraints: { language: 'TypeScript' },
};

export function candidate(name: string, rank: number, changes: Partial<CandidateRow> = {}): CandidateRow {
  return {
    agent: agent(name),
    rank,
    isEligible: true,
    matches: 1,
    required: 1,
    freeSlots: 2,
    presence: 'online',
    presenceAtMs: minutes(-1),
    isMember: true,
    record: { verified: 11, failed: 0, late: 1 },
    obstacles: [],
    ...changes,
  };
}

export const CANDIDATES: readonly CandidateRow[] = [
  candidate('old-3', 1, { isEligible: false, obstacles: [words('Its card was revoked.')] }),
  candidate('sec-2', 3, {
    freeSlots: 0,
    presence: 'stale',
    presenceAtMs: minutes(-9),
    isMember: false,
    record: { verified: 3, failed: 0, late: 0 },
    obstacles: [words('Seen 9 minutes ago.')],
  }),
  candidate('sec-1', 2),
  candidate('rev-9', 4, { matches: 0, obstacles: [words('Lacks code.implement 1.2.0.')] }),
];

export const WORK_ROWS: readonly WorkItemRowModel[] = [
  {
    id: 'header',
    sort: '1',
    section: 'header',
    workItemId: PLACE.workItemId,
    title: 'Implement auth',
    state: 'active',
    stateWords: words('active'),
    revision: 14,
    contractVersion: 2,
    owner: agent('coder'),
    ownershipEpoch: 4,
    lease: { type: 'execution', endsAtMs: minutes(29) },
    risk: 'reversible',
    deadlineAtMs: Date.parse('2026-03-06T18:00:00.000Z'),
    missionTitle: 'auth-mission',
    attempts: 2,
  },
  { id: 'contract', sort: '2', section: 'contract', contract: CONTRACT },
  {
    id: 'offers',
    sort: '3',
    section: 'offers',
    offers: [
      {
        offerId: 'urn:o:1',
        agent: agent('coder'),
        status: 'accepted',
        words: words('accepted'),
        endsAtMs: minutes(-90),
        isOverByClock: false,
        hasSaidNo: false,
      },
      {
        offerId: 'urn:o:2',
        agent: agent('writer'),
        status: 'lost_race',
        words: words('lost the race'),
        endsAtMs: minutes(-90),
        isOverByClock: false,
        hasSaidNo: false,
      },
      {
        offerId: 'urn:o:3',
        agent: agent('sec-2'),
        status: 'pending',
        words: words('pending'),
        endsAtMs: minutes(-30),
        isOverByClock: true,
        hasSaidNo: true,
      },
    ],
    candidates: [...CANDIDATES],
  },
  {
    id: 'execution',
    sort: '4',
    section: 'execution',
    leases: [
      {
        leaseId: 'urn:l:own-3',
        type: 'ownership',
        state: 'expired',
        holder: agent('writer'),
        ownershipEpoch: 3,
        startsAtMs: minutes(-180),
        endsAtMs: minutes(-70),
        renewals: 0,
        isOverByClock: true,
      },
      {
        leaseId: 'urn:l:own-4',
        type: 'ownership',
        state: 'active',
        holder: agent('coder'),
        ownershipEpoch: 4,
        startsAtMs: minutes(-60),
        endsAtMs: minutes(58),
        renewals: 0,
        isOverByClock: false,
      },
      {
        leaseId: 'urn:l:exec-4',
        type: 'execution',
        state: 'active',
        holder: agent('coder'),
        ownershipEpoch: 4,
        startsAtMs: minutes(-40),
        endsAtMs: minutes(29),
        renewals: 3,
        isOverByClock: false,
      },
    ],
    checkpoint: {
      phase: 'implementation',
      completedMilestones: ['schema', 'registration'],
      nextStep: 'login ceremony',
      stateArtifactHash: `sha256:${'5'.repeat(64)}`,
    },
    approvalIds: [],
  },
  {
    id: 'evidence',
    sort: '5',
    section: 'evidence',
    evidence: [
      {
        evidenceId: 'urn:e:1',
        type: 'schema_validation',
        criterionIds: ['AC-1'],
        result: 'passed',
        method: 'openapi validated',
        producer: agent('coder'),
        isByProducerOfResult: true,
        isLate: false,
        artifactHashes: [],
        createdAtMs: minutes(-5),
      },
      {
        evidenceId: 'urn:e:2',
        type: 'deterministic_test',
        criterionIds: ['AC-2'],
        result: 'failed',
        method: 'load test',
        producer: agent('writer'),
        isByProducerOfResult: true,
        isLate: true,
        artifactHashes: [],
        createdAtMs: minutes(-32),
      },
    ],
  },
  { id: 'artifacts', sort: '6', section: 'artifacts', artifacts: [] },
  {
    id: 'budget',
    sort: '7',
    section: 'budget',
    currency: 'EUR',
    dimensions: [
      { dimension: 'money', limit: '25', used: '18', reserved: '0', free: '7', share: 0.72 },
      { dimension: 'modelTokens', limit: '60000', used: '22000', reserved: '0', free: '38000', share: 0.37 },
    ],
  },
  {
    id: 'actions',
    sort: '8',
    section: 'actions',
    actions: [
      {
        id: 'message',
        words: words('Message'),
        kind: 'message.post',
        by: 'member',
        isEnabled: true,
        warnings: [],
      },
      {
        id: 'cancel',
        words: words('Cancel item'),
        kind: 'work.cancel',
        by: 'coordinator',
        isEnabled: true,
        warnings: [
          words('The work is under way and stops where it stands.'),
          words('Its owner loses the item.'),
        ],
      },
      {
        id: 'fail',
        words: words('Declare failed'),
        kind: 'work.fail',
        by: 'coordinator',
        isEnabled: true,
        warnings: [words('The work is under way and stops where it stands.')],
      },
      {
        id: 'offer',
        words: words('Offer'),
        kind: 'work.offer',
        by: 'coordinator',
        isEnabled: false,
        reason: words('The item is active.'),
        warnings: [],
      },
      {
        id: 'promote',
        words: words('Promote to Child Mission'),
        kind: 'mission.create_child',
        by: 'coordinator',
        isEnabled: true,
        warnings: [words('Its owner loses the item.')],
      },
    ],
  },
];

// One submission with every kind of cell, Evidence of the Worker and of a reviewer, and a late result.
import type { ReviewQueueRow, ReviewRow } from '../../../core/contract/review.ts';
import type { EvidenceRow } from '../../../core/contract/work.ts';

export const NOW_MS = Date.parse('2026-03-05T14:12:00.000Z');
export const PLACE = {
  connectionId: 'local',
  groupId: 'urn:heddle:group:auth',
  workItemId: 'urn:heddle:work-item:analyse',
};

const ANALYST = { type: 'agent', id: 'urn:heddle:agent:analyst', name: 'analyst' } as const;
const REVIEWER = { type: 'agent', id: 'urn:heddle:agent:reviewer', name: 'reviewer' } as const;

export const words = (text: string, key = 'test.words') => ({ key, values: {}, text });

export const HASH = (digit: string) => `sha256:${digit.repeat(64)}`;

export function evidenceRow(changes: Partial<EvidenceRow> & Pick<EvidenceRow, 'evidenceId'>): EvidenceRow {
  return {
    type: 'schema_validation',
    criterionIds: ['AC-1'],
    result: 'passed',
    method: 'validated against the schema',
    producer: ANALYST,
    isByProducerOfResult: true,
    isLate: false,
    artifactHashes: [HASH('9')],
    createdAtMs: NOW_MS - 600_000,
    ...changes,
  };
}

type Cell = Extract<ReviewRow, { section: 'criterion' }>['cells'][number];

function cell(
  type: Cell['type'],
  status: Cell['status'],
  evidenceIds: readonly string[] = [],
  isClaimOfWorker = false,
): Cell {
  return { type, status, words: words(`${type}: ${status}`), evidenceIds: [...evidenceIds], isClaimOfWorker };
}

export const REVIEW_ROWS: readonly ReviewRow[] = [
  {
    id: 'submission',
    sort: '1',
    section: 'submission',
    title: 'Analyse requirements',
    missionTitle: 'auth-mission',
    contractVersion: 2,
    submitter: ANALYST,
    ownershipEpoch: 4,
    submittedAtMs: NOW_MS - 540_000,
    state: 'submitted',
    stateWords: words('submitted'),
  },
  {
    id: 'integrity',
    sort: '2',
    section: 'integrity',
    artifacts: [
      {
        artifactId: 'urn:heddle:artifact:requirements',
        title: 'requirements.md',
        contentHash: HASH('9'),
        mediaType: 'text/markdown',
        sizeBytes: 14_211,
        classification: 'internal',
        content: 'intact',
        words: words('Content matches its hash.'),
        warnings: [],
      },
      {
        artifactId: 'urn:heddle:artifact:trace',
        title: 'trace.json',
        contentHash: HASH('4'),
        mediaType: 'application/json',
        sizeBytes: 91,
        content: 'differs',
        words: words('The hash differs.'),
        warnings: [words('Smaller than 200 bytes.')],
      },
    ],
  },
  {
    id: 'criterion:AC-1',
    sort: '3 AC-1',
    section: 'criterion',
    criterionId: 'AC-1',
    description: 'All endpoints are in scope',
    isProven: true,
    cells: [
      cell('artifact_integrity', 'passed', ['urn:e:1']),
      cell('schema_validation', 'passed', ['urn:e:2'], true),
      cell('deterministic_test', 'not-required'),
      cell('business_rule', 'not-required'),
      cell('reviewer_assessment', 'passed', ['urn:e:3']),
      cell('human_review', 'not-required'),
      cell('policy_check', 'not-required'),
    ],
  },
  {
    id: 'criterion:AC-2',
    sort: '3 AC-2',
    section: 'criterion',
    criterionId: 'AC-2',
    description: 'Every requirement has a test',
    isProven: false,
    cells: [
      cell('artifact_integrity', 'passed', ['urn:e:1']),
      cell('schema_validation', 'optional', ['urn:e:2'], true),
      cell('deterministic_test', 'failed', ['urn:e:4'], true),
      cell('business_rule', 'not-required'),
      cell('reviewer_assessment', 'not-required'),
      cell('human_review', 'not-required'),
      cell('policy_check', 'not-required'),
    ],
  },
  {
    id: 'criterion:AC-3',
    sort: '3 AC-3',
    section: 'criterion',
    criterionId: 'AC-3',
    description: 'Risks are named',
    isProven: false,
    cells: [
      cell('artifact_integrity', 'not-required'),
      cell('schema_validation', 'not-required'),
      cell('deterministic_test', 'inconclusive', ['urn:e:5'], true),
      cell('business_rule', 'not-required'),
      cell('reviewer_assessment', 'missing'),
      cell('human_review', 'missing'),
      cell('policy_check', 'not-required'),
    ],
  },
  {
    id: 'evidence',
    sort: '4',
    section: 'evidence',
    evidence: [
      evidenceRow({
        evidenceId: 'urn:e:1',
        type: 'artifact_integrity',
        criterionIds: ['AC-1', 'AC-2'],
        producer: REVIEWER,
        isByProducerOfResult: false,
      }),
      evidenceRow({ evidenceId: 'urn:e:2', criterionIds: ['AC-1', 'AC-2'] }),
      evidenceRow({
        evidenceId: 'urn:e:3',
        type: 'reviewer_assessment',
        producer: REVIEWER,
        isByProducerOfResult: false,
        modelVersion: 'assessor 4.1',
        details: { text: 'Complete and well structured.' },
      }),
      evidenceRow({
        evidenceId: 'urn:e:4',
        type: 'deterministic_test',
        criterionIds: ['AC-2'],
        result: 'failed',
        toolVersion: 'vitest 5.1.2',
      }),
      evidenceRow({
        evidenceId: 'urn:e:5',
        type: 'deterministic_test',
        criterionIds: ['AC-3'],
        result: 'inconclusive',
      }),
      evidenceRow({
        evidenceId: 'urn:e:6',
        criterionIds: ['AC-1'],
        isLate: true,
        createdAtMs: NOW_MS - 60_000,
      }),
    ],
  },
  {
    id: 'decision',
    sort: '5',
    section: 'decision',
    obstacles: [
      words('AC-2 has a failed test.'),
      words('AC-3 lacks reviewer_assessment.'),
      words('The hash of trace.json differs.'),
    ],
    warnings: [words('Evidence of AC-2 was made by the Agent that made the result.')],
    actions: [
      {
        id: 'accept-result',
        words: words('Accept result'),
        kind: 'work.accept_result',
        by: 'coordinator',
        isEnabled: false,
        reason: words('Evidence that the contract requires is missing.'),
        warnings: [],
      },
      {
        id: 'send-back',
        words: words('Send back'),
        kind: 'work.fail',
        by: 'coordinator',
        isEnabled: true,
        warnings: [
          words(
            'Two steps: the item becomes failed, then it is offered again. There is no request for changes to an item.',
          ),
        ],
      },
      {
        id: 'cancel',
        words: words('Cancel item'),
        kind: 'work.cancel',
        by: 'coordinator',
        isEnabled: true,
        warnings: [],
      },
    ],
  },
  {
    id: 'earlier',
    sort: '6',
    section: 'earlier',
    submissions: [
      {
        sequence: 1204,
        ownershipEpoch: 3,
        submittedAtMs: NOW_MS - 86_400_000,
        artifactHashes: [HASH('7')],
        words: words('submitted by writer in epoch 3, failed'),
      },
    ],
  },
];

export const REVIEW_QUEUE: readonly ReviewQueueRow[] = ['analyse', 'threat', 'docs'].map((name, index) => ({
  connectionId: PLACE.connectionId,
  groupId: PLACE.groupId,
  id: `queue-${index}`,
  sort: String(index),
  workItemId: `urn:heddle:work-item:${name}`,
  title: ['Analyse requirements', 'Threat model', 'Write documentation'][index] ?? name,
  missionTitle: 'auth-mission',
  submitter: ANALYST,
  submittedAtMs: NOW_MS - (index + 1) * 540_000,
  criteria: { total: 3, proven: index },
  blocksCount: 3 - index,
}));

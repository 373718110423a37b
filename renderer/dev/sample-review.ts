// Sample rows of the review desk.
import type { MatrixCell, ReviewQueueRow, ReviewRow } from '../../core/contract/review.ts';
import type { EvidenceRow } from '../../core/contract/work.ts';
import { samplePrepared, samplePreparedAcceptance } from './sample-prepared.ts';
import {
  ACME,
  action,
  ANALYST,
  AUTH,
  DAY,
  hash,
  item,
  ITEM_TITLES,
  MINUTE,
  type SampleContext,
  SEC_1,
  TITLES,
  WRITER,
} from './sample-world.ts';

export function sampleReviewQueue({ nowMs, say }: SampleContext): readonly ReviewQueueRow[] {
  return [
    {
      id: item('requirements'),
      sort: '1',
      connectionId: ACME,
      groupId: AUTH,
      workItemId: item('requirements'),
      title: ITEM_TITLES[item('requirements')] ?? '',
      missionTitle: TITLES[AUTH] ?? '',
      submitter: ANALYST,
      submittedAtMs: nowMs - 18 * MINUTE,
      criteria: { total: 5, proven: 3 },
      blocksCount: 3,
      prepared: say('Send it back', 'Zurückgeben'),
    },
    {
      id: item('docs'),
      sort: '2',
      connectionId: ACME,
      groupId: AUTH,
      workItemId: item('docs'),
      title: ITEM_TITLES[item('docs')] ?? '',
      missionTitle: TITLES[AUTH] ?? '',
      submitter: WRITER,
      submittedAtMs: nowMs - 3 * MINUTE,
      criteria: { total: 2, proven: 2 },
      blocksCount: 1,
      prepared: say('Accept the result', 'Ergebnis annehmen'),
    },
  ];
}

export function sampleEvidence({ nowMs }: SampleContext): EvidenceRow[] {
  const evidence = (
    id: string,
    type: string,
    criterionIds: string[],
    more: Partial<EvidenceRow> = {},
  ): EvidenceRow => ({
    evidenceId: `urn:acme:evidence:${id}`,
    type,
    criterionIds,
    result: 'passed',
    method: 'checked against the contract',
    producer: ANALYST,
    isByProducerOfResult: true,
    isLate: false,
    artifactHashes: [hash('9f2c')],
    createdAtMs: nowMs - 18 * MINUTE,
    ...more,
  });
  const reviewer = { producer: SEC_1, isByProducerOfResult: false };
  return [
    evidence('integrity', 'artifact_integrity', ['AC-1', 'AC-2', 'AC-4'], reviewer),
    evidence('schema', 'schema_validation', ['AC-1', 'AC-4'], { method: 'ajv 8, schema requirements-1.2' }),
    evidence('tests', 'deterministic_test', ['AC-2'], {
      result: 'failed',
      method: 'npm test -- trace',
      toolVersion: 'node 24.21, vitest 5.1',
      details: { passed: 41, failed: 2, first: 'requirement R-17 has no test' },
    }),
    evidence('review', 'reviewer_assessment', ['AC-1'], {
      ...reviewer,
      modelVersion: 'assessor 4.1',
      details: { text: 'Complete, and every endpoint names its owner.' },
    }),
    evidence('rule', 'business_rule', ['AC-5'], { result: 'inconclusive', ...reviewer }),
    evidence('late', 'schema_validation', ['AC-1'], { isLate: true, createdAtMs: nowMs - 2 * MINUTE }),
  ];
}

export function sampleReview(context: SampleContext): readonly ReviewRow[] {
  const { say, nowMs } = context;
  const words: Readonly<Record<MatrixCell['status'], MatrixCell['words']>> = {
    passed: say('required, passed', 'verlangt, bestanden'),
    failed: say('required, failed', 'verlangt, gescheitert'),
    inconclusive: say('required, unclear', 'verlangt, unklar'),
    missing: say('required, missing', 'verlangt, fehlt'),
    optional: say('not required, there', 'nicht verlangt, vorhanden'),
    'not-required': say('not required', 'nicht verlangt'),
  };
  const TYPES = [
    'artifact_integrity',
    'schema_validation',
    'deterministic_test',
    'business_rule',
    'reviewer_assessment',
    'human_review',
    'policy_check',
  ] as const;
  const cells = (statuses: readonly MatrixCell['status'][], claims: readonly number[] = []): MatrixCell[] =>
    TYPES.map((type, index) => {
      const status = statuses[index] ?? 'not-required';
      return {
        type,
        status,
        words: words[status],
        evidenceIds: status === 'missing' || status === 'not-required' ? [] : [`urn:acme:evidence:${type}`],
        isClaimOfWorker: claims.includes(index),
      };
    });
  const criterion = (
    criterionId: string,
    description: string,
    statuses: readonly MatrixCell['status'][],
    isProven: boolean,
    claims: readonly number[] = [],
  ): ReviewRow => ({
    id: `criterion:${criterionId}`,
    sort: `2 ${criterionId}`,
    section: 'criterion',
    criterionId,
    description,
    cells: cells(statuses, claims),
    isProven,
  });
  const no = 'not-required';
  return [
    {
      id: 'submission',
      sort: '0',
      section: 'submission',
      title: ITEM_TITLES[item('requirements')] ?? '',
      missionTitle: TITLES[AUTH] ?? '',
      contractVersion: 2,
      submitter: ANALYST,
      ownershipEpoch: 4,
      submittedAtMs: nowMs - 18 * MINUTE,
      state: 'submitted',
      stateWords: say('submitted', 'vorgelegt'),
    },
    {
      id: 'integrity',
      sort: '1',
      section: 'integrity',
      artifacts: [
        {
          artifactId: 'urn:acme:artifact:requirements',
          title: 'requirements.md',
          contentHash: hash('9f2c'),
          mediaType: 'text/markdown',
          sizeBytes: 14_211,
          classification: 'internal',
          content: 'intact',
          words: say('Content has its hash.', 'Inhalt hat seinen Hash.'),
          warnings: [],
        },
        {
          artifactId: 'urn:acme:artifact:trace',
          title: 'trace.json',
          contentHash: hash('41b0'),
          mediaType: 'application/json',
          sizeBytes: 91,
          classification: 'internal',
          content: 'differs',
          words: say('The hash differs.', 'Der Hash ist ein anderer.'),
          warnings: [say('Smaller than 200 bytes.', 'Kleiner als 200 Bytes.')],
        },
      ],
    },
    criterion('AC-1', 'All endpoints are in scope', ['passed', 'passed', no, no, 'passed'], true, [1]),
    criterion('AC-2', 'Every requirement has a test', ['passed', no, 'failed'], false, [2]),
    criterion('AC-3', 'Risks are named, with who bears them', [no, no, no, no, 'missing', 'missing'], false),
    criterion('AC-4', 'The document follows the template', ['passed', 'passed'], true, [1]),
    criterion(
      'AC-5',
      'Retention periods follow the policy',
      [no, no, no, 'inconclusive', 'optional', no, 'passed'],
      false,
    ),
    { id: 'evidence', sort: '3', section: 'evidence', evidence: sampleEvidence(context) },
    {
      id: 'decision',
      sort: '4',
      section: 'decision',
      obstacles: [
        say('AC-2 has a failed test.', 'AC-2 hat einen gescheiterten Test.'),
        say('AC-3 lacks the assessment of a reviewer.', 'AC-3 fehlt die Beurteilung eines Prüfers.'),
        say('The hash of trace.json differs.', 'Der Hash von trace.json ist ein anderer.'),
      ],
      warnings: [
        say(
          'Evidence of AC-2 was made by the Agent whose result it judges.',
          'Evidence zu AC-2 stammt vom Agenten, dessen Ergebnis sie beurteilt.',
        ),
      ],
      actions: [
        action('accept-result', say('Accept result', 'Ergebnis annehmen'), {
          kind: 'work.accept_result',
          reason: say('3 criteria are not proven.', '3 Kriterien sind nicht belegt.'),
        }),
        action('send-back', say('Send back…', 'Zurückgeben…'), {
          kind: 'work.fail',
          warnings: [
            say(
              'Two steps: the item fails, then it is offered again.',
              'Zwei Schritte: Das WorkItem scheitert, dann wird es neu angeboten.',
            ),
          ],
        }),
        action('cancel', say('Cancel item…', 'WorkItem abbrechen…'), { kind: 'work.cancel' }),
        action('message', say('Write a Message', 'Message schreiben'), {
          kind: 'message.post',
          by: 'member',
        }),
      ],
    },
    {
      id: 'earlier',
      sort: '5',
      section: 'earlier',
      submissions: [
        {
          sequence: 1_204,
          ownershipEpoch: 3,
          submittedAtMs: nowMs - DAY,
          artifactHashes: [hash('77aa')],
          words: say('by writer in epoch 3, sent back', 'von writer in Epoche 3, zurückgegeben'),
        },
      ],
    },
    samplePrepared(context),
  ];
}

/** A submission in which nothing stands in the way; its Artifacts are hostile. */
export function sampleProvenReview(context: SampleContext): readonly ReviewRow[] {
  const { say, nowMs } = context;
  const passed = say('required, passed', 'verlangt, bestanden');
  const proven = (criterionId: string, description: string, type: MatrixCell['type']): ReviewRow => ({
    id: `criterion:${criterionId}`,
    sort: `2 ${criterionId}`,
    section: 'criterion',
    criterionId,
    description,
    isProven: true,
    cells: [
      {
        type,
        status: 'passed',
        words: passed,
        evidenceIds: ['urn:acme:evidence:review'],
        isClaimOfWorker: false,
      },
    ],
  });
  const artifact = (title: string, digits: string, mediaType: string) => ({
    artifactId: `urn:acme:artifact:${title}`,
    title,
    contentHash: hash(digits),
    mediaType,
    sizeBytes: 612,
    classification: 'internal',
    content: 'intact' as const,
    words: say('Content has its hash.', 'Inhalt hat seinen Hash.'),
    warnings: [],
  });
  return [
    {
      id: 'submission',
      sort: '0',
      section: 'submission',
      title: ITEM_TITLES[item('docs')] ?? '',
      missionTitle: TITLES[AUTH] ?? '',
      contractVersion: 1,
      submitter: WRITER,
      ownershipEpoch: 1,
      submittedAtMs: nowMs - 3 * MINUTE,
      state: 'submitted',
      stateWords: say('submitted', 'vorgelegt'),
    },
    {
      id: 'integrity',
      sort: '1',
      section: 'integrity',
      artifacts: [
        artifact('guide.md', '6d1e', 'text/markdown'),
        artifact('widget.html', '5eed', 'text/html'),
      ],
    },
    proven('AC-1', 'Every endpoint has an example', 'artifact_integrity'),
    proven('AC-2', 'A reviewer could follow it', 'reviewer_assessment'),
    {
      id: 'evidence',
      sort: '3',
      section: 'evidence',
      evidence: sampleEvidence(context).filter(({ type }) => type === 'reviewer_assessment'),
    },
    {
      id: 'decision',
      sort: '4',
      section: 'decision',
      obstacles: [],
      warnings: [],
      actions: [
        action('accept-result', say('Accept result', 'Ergebnis annehmen'), { kind: 'work.accept_result' }),
        action('send-back', say('Send back…', 'Zurückgeben…'), { kind: 'work.fail' }),
        action('cancel', say('Cancel item…', 'WorkItem abbrechen…'), { kind: 'work.cancel' }),
      ],
    },
    { id: 'earlier', sort: '5', section: 'earlier', submissions: [] },
    samplePreparedAcceptance(context),
  ];
}

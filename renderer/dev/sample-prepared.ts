// Sample reviews as the assistant prepares them: one that goes back, and one that can be accepted.
import type { PreparedReviewModel, ReviewRow } from '../../core/contract/review.ts';
import { AUTH, hash, item, type SampleContext } from './sample-world.ts';

type Reason = PreparedReviewModel['reasons'][number];

function reasonOf(
  { say }: SampleContext,
  step: Reason['step'],
  id: string,
  verdict: Reason['verdict'],
  texts: readonly [en: string, de: string],
  sequence: number,
): Reason {
  return {
    id,
    step,
    verdict,
    words: say(...texts, `review.${id}`),
    sources: [
      {
        type: 'record',
        words: say(`Evidence #${sequence}`, `Evidence #${sequence}`, 'source.evidence'),
        groupId: AUTH,
        sequence,
      },
    ],
    more: 0,
  };
}

/** The analysis: a content that is another one, and a test that has failed. */
export function samplePrepared(context: SampleContext): ReviewRow {
  const { say } = context;
  const review: PreparedReviewModel = {
    verdict: 'send-back',
    words: say('Send it back', 'Zurückgeben'),
    reasons: [
      reasonOf(
        context,
        'integrity',
        'content-differs',
        'unmet',
        [
          'trace.json: the content is not the one of the hash',
          'trace.json: Der Inhalt gehört nicht zu seinem Hash',
        ],
        1_461,
      ),
      reasonOf(
        context,
        'criteria',
        'criterion-failed',
        'unmet',
        ['AC-2: deterministic_test has failed', 'AC-2: deterministic_test ist gescheitert'],
        1_462,
      ),
      reasonOf(
        context,
        'criteria',
        'criterion-missing',
        'unmet',
        ['AC-3: no reviewer_assessment was submitted', 'AC-3: reviewer_assessment wurde nicht vorgelegt'],
        1_462,
      ),
    ],
    notes: [
      reasonOf(
        context,
        'evidence',
        'evidence-of-old-epoch',
        'unknown',
        [
          '…9f2c belongs to Ownership Epoch 3; the present one is 4: a late result, kept and not counted',
          '…9f2c gehört zur Ownership Epoch 3; jetzt gilt 4: ein spätes Ergebnis, aufbewahrt und nicht gezählt',
        ],
        1_390,
      ),
    ],
    evidence: [
      {
        evidenceId: 'urn:acme:evidence:tests',
        standing: 'claim',
        counts: false,
        words: say('claimed by the producer', 'vom Erzeuger behauptet'),
        sources: [],
      },
      {
        evidenceId: 'urn:acme:evidence:review',
        standing: 'counted',
        counts: true,
        words: say('counts', 'zählt'),
        sources: [],
      },
    ],
    ownChecks: [
      {
        criterionId: 'AC-1',
        type: 'artifact_integrity',
        status: 'passed',
        words: say('passed', 'bestanden'),
      },
      {
        criterionId: 'AC-4',
        type: 'schema_validation',
        status: 'passed',
        words: say('passed', 'bestanden'),
      },
    ],
    drafts: [
      {
        words: say('Send back with these findings', 'Mit diesen Befunden zurückgeben', 'draft.work.fail'),
        intent: {
          kind: 'work.fail',
          groupId: AUTH,
          form: {
            workItemId: item('requirements'),
            reason: 'trace.json: the content is not the one of the hash; AC-2: deterministic_test has failed',
            evidence: [
              {
                type: 'failure_report',
                criterionIds: ['AC-2', 'AC-3'],
                method:
                  'review by the Coordinator: integrity and form, declared checks, submitted Evidence, assessments',
                result: 'failed',
              },
            ],
          },
        },
      },
    ],
    nextContract: { contractVersion: 3, goal: 'Analyse requirements' },
  };
  return { id: 'prepared', sort: '6', section: 'prepared', isUnderWay: false, review };
}

/** The guide: every required cell has passed, one of them by a check of the assistant. */
export function samplePreparedAcceptance(context: SampleContext): ReviewRow {
  const { say } = context;
  const review: PreparedReviewModel = {
    verdict: 'accept',
    words: say('Accept the result', 'Ergebnis annehmen'),
    reasons: [
      reasonOf(
        context,
        'verdict',
        'all-proven',
        'met',
        [
          'every required Evidence has passed, for all 2 criteria',
          'alle verlangte Evidence ist bestanden, für alle 2 Kriterien',
        ],
        1_470,
      ),
    ],
    notes: [],
    evidence: [
      {
        evidenceId: 'urn:acme:evidence:review',
        standing: 'counted',
        counts: true,
        words: say('counts', 'zählt'),
        sources: [],
      },
    ],
    ownChecks: [
      {
        criterionId: 'AC-1',
        type: 'artifact_integrity',
        status: 'passed',
        words: say('passed', 'bestanden'),
      },
    ],
    drafts: [
      {
        words: say('Accept with this Evidence', 'Mit dieser Evidence annehmen', 'draft.work.accept_result'),
        intent: {
          kind: 'work.accept_result',
          groupId: AUTH,
          form: {
            workItemId: item('docs'),
            evidence: [
              {
                type: 'artifact_integrity',
                criterionIds: ['AC-1'],
                method: 'fetched every content and compared hash and size',
                result: 'passed',
                artifactHashes: [hash('6d1e')],
              },
            ],
          },
        },
      },
    ],
  };
  return { id: 'prepared', sort: '6', section: 'prepared', isUnderWay: false, review };
}

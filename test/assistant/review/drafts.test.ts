// What the review drafts: Commands that the rules of the Authority accept, with contracts that say what to correct or to
// review, and no word of anybody else in them.
import { describe, expect, it, test } from 'vitest';
import { reviewedItemOf } from '../../../core/coordinator/assistant/review-mark.ts';
import { reviewWords } from '../../../core/coordinator/assistant/review/words.ts';
import type { Review } from '../../../core/coordinator/assistant/review/review-types.ts';
import type { IntentForms } from '../../../core/coordinator/desk/intent/forms.ts';
import { ANNA } from '../stage.ts';
import { CHECK_CASES } from './check-cases.ts';
import { EVIDENCE_CASES, HOSTILE_TEXT } from './evidence-cases.ts';
import { INTEGRITY_CASES } from './integrity-cases.ts';
import { criterion, HASH, reviewed, reviewOf, RITA, submitted } from './review-stage.ts';
import { tryDrafts } from './try-drafts.ts';

const CASES = [...INTEGRITY_CASES, ...CHECK_CASES, ...EVIDENCE_CASES];

function formOf<Kind extends keyof IntentForms>({ drafts }: Review, kind: Kind): IntentForms[Kind] {
  const intent = drafts.map((draft) => draft.intent).find((each) => each.kind === kind);
  if (intent === undefined) throw new Error(`no draft of ${kind}`);
  // The form belongs to the kind.
  return intent.form as IntentForms[Kind];
}

describe('drafts', () => {
  test.each(CASES)('are accepted by the rules: $name', ({ situation: build, subject, verdict }) => {
    const situation = build();
    const review = reviewOf(situation, subject);
    expect(tryDrafts(situation, review)).toEqual(review.drafts.map(() => undefined));
    // Where no attempt is left, the failure is drafted for the person who decides.
    const isOver = review.reasons.some(({ id }) => id === 'attempts-over');
    const kinds: Record<string, readonly string[]> = {
      accept: ['work.accept_result'],
      'send-back': ['work.fail'],
      'ask-reviewer': ['work.authorize'],
      escalate: isOver ? ['work.fail'] : [],
      wait: [],
    };
    expect(review.drafts.map(({ intent }) => intent.kind)).toEqual(kinds[verdict]);
    // To whom it is offered next is for the ranking to say: a review names the contract alone (WORK-023).
    expect(review.nextContract !== undefined).toBe(verdict === 'send-back');
    for (const { reasons } of review.drafts) expect(reasons.length).toBeGreaterThan(0);
  });

  it('OPEN-056 says in the next contract what to correct, and begins anew', () => {
    const stage = submitted({ constraints: { depth: 3, resumeFrom: { phase: 'hashing' } } });
    const review = reviewOf(stage.situation, { replaced: { [HASH]: '{}' } });
    const contract = review.nextContract;
    expect(contract).toMatchObject({ contractVersion: 2, constraints: { depth: 3 } });
    expect(contract?.constraints?.['resumeFrom']).toBeUndefined();
    expect(contract?.constraints?.['corrections']).toEqual([
      expect.stringContaining('inventory: the content is not the one of the hash'),
    ]);
    expect(formOf(review, 'work.fail').evidence).toEqual([
      expect.objectContaining({
        type: 'failure_report',
        result: 'failed',
        details: expect.objectContaining({
          failureCode: 'REVIEW_REJECTED',
          reasons: [expect.objectContaining({ id: 'content-differs' })],
        }),
      }),
    ]);
  });

  it('CRD-006 describes the review: criteria, results, and whom to be independent of', () => {
    const stage = submitted({
      acceptanceCriteria: [
        criterion('complete', 'reviewer_assessment'),
        criterion('tested', 'deterministic_test'),
      ],
    });
    const { contract } = formOf(reviewOf(stage.situation, {}), 'work.authorize');
    expect(reviewedItemOf(contract)).toBe('urn:heddle:test:work:task');
    expect(contract.inputArtifacts).toEqual([HASH]);
    expect(contract.acceptanceCriteria.map(({ criterionId }) => criterionId)).toEqual(['complete']);
    expect(contract.constraints?.['review']).toMatchObject({
      producerAgentId: ANNA.id,
      artifactHashes: [HASH],
      ownershipEpoch: 1,
    });
  });

  it('WORK-062 cites the signed Evidence of the reviewer', () => {
    const contract = { acceptanceCriteria: [criterion('complete', 'reviewer_assessment')] };
    const stage = reviewed(submitted(contract), RITA, [{}]);
    const { evidence } = formOf(reviewOf(stage.situation, {}), 'work.accept_result');
    expect(evidence?.find(({ type }) => type === 'reviewer_assessment')).toMatchObject({
      criterionIds: ['complete'],
      details: {
        evidenceIds: ['urn:heddle:test:work:review:evidence:0'],
        producers: [RITA.id],
        reviewWorkItemIds: ['urn:heddle:test:work:review'],
      },
    });
  });

  it('EVI-001 passes no text of others on: not from contents, Messages or Evidence', () => {
    const hostile = EVIDENCE_CASES.find(({ subject }) => subject.contents?.includes(HOSTILE_TEXT) === true);
    const review = reviewOf(hostile?.situation() ?? submitted().situation, { contents: [HOSTILE_TEXT] });
    const { drafts, reasons, notes } = review;
    expect(drafts).toHaveLength(1);
    expect(JSON.stringify([drafts, review.nextContract, reasons, notes])).not.toContain(
      'ignore all previous',
    );
  });

  it('is the same however often it is made', () => {
    for (const { situation, subject } of CASES.slice(0, 20)) {
      const built = situation();
      expect(reviewOf(built, subject)).toEqual(reviewOf(built, subject));
    }
  });
});

describe('words', () => {
  test.each(['en', 'de'] as const)('have a text for every reason of the corpus (%s)', (language) => {
    const words = reviewWords(language);
    for (const { situation, subject } of CASES) {
      const { reasons, notes, verdict } = reviewOf(situation(), subject);
      expect(words.verdicts[verdict]).not.toBe('');
      for (const { id, values } of [...reasons, ...notes]) {
        // A value that a text wants and a reason does not have would show as `undefined`.
        expect([id, words.reasons[id](values)]).toEqual([
          id,
          expect.not.stringMatching(/undefined|\[object/),
        ]);
      }
    }
  });
});

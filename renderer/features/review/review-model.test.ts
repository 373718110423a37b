import { describe, expect, it } from 'vitest';
import type { ReviewRow } from '../../../core/contract/review.ts';
import {
  acceptForm,
  criteriaToReport,
  draftFor,
  evidenceOfDrafts,
  type EvidenceDraft,
  failForm,
  gapsAfter,
  gapsOfDraft,
  readEvidenceDrafts,
  reviewContract,
} from './review-forms.ts';
import { evidenceOfCell, isGap, neighbourOf, reviewModelOf, splitByJudge } from './review-model.ts';
import { HASH, PLACE, REVIEW_QUEUE, REVIEW_ROWS } from './review-rows.test-data.ts';

function model() {
  const made = reviewModelOf(REVIEW_ROWS);
  if (made === undefined) throw new Error('The rows describe a submission.');
  return made;
}

function criterion(id: string) {
  const found = model().criteria.find(({ criterionId }) => criterionId === id);
  if (found === undefined) throw new Error(`There is no criterion ${id}.`);
  return found;
}

const REVIEWED: EvidenceDraft = {
  type: 'reviewer_assessment',
  criterionIds: ['AC-3'],
  result: 'passed',
  method: ' read whole ',
  text: 'Three risks are named.',
};

describe('the model of a review', () => {
  it('is nothing before the submission is known', () => {
    expect(reviewModelOf([])).toBeUndefined();
    expect(reviewModelOf(REVIEW_ROWS.filter(({ section }) => section !== 'submission'))).toBeUndefined();
  });

  it('tells a cell that is missing from one that is optional or not asked for (EVI-005)', () => {
    const gaps = (id: string) =>
      criterion(id)
        .cells.filter(isGap)
        .map(({ type, status }) => `${type} ${status}`);
    expect(gaps('AC-1')).toEqual([]);
    expect(gaps('AC-2')).toEqual(['deterministic_test failed']);
    expect(gaps('AC-3')).toEqual([
      'deterministic_test inconclusive',
      'reviewer_assessment missing',
      'human_review missing',
    ]);
  });

  it('keeps Evidence of an epoch that is over apart, and out of every cell', () => {
    expect(model().late.map(({ evidenceId }) => evidenceId)).toEqual(['urn:e:6']);
    const cell = criterion('AC-1').cells.find(({ type }) => type === 'schema_validation');
    if (cell === undefined) throw new Error('The cell is there.');
    const claimed = { ...cell, evidenceIds: ['urn:e:2', 'urn:e:6'] };
    expect(evidenceOfCell(model(), claimed).map(({ evidenceId }) => evidenceId)).toEqual(['urn:e:2']);
  });

  it('parts what machines judged from what reviewers did', () => {
    const { machines, reviewers } = splitByJudge(model().evidence);
    expect(machines.map(({ evidenceId }) => evidenceId)).toEqual([
      'urn:e:1',
      'urn:e:2',
      'urn:e:4',
      'urn:e:5',
    ]);
    expect(reviewers.map(({ evidenceId }) => evidenceId)).toEqual(['urn:e:3']);
  });

  it('shows the newest earlier submission first', () => {
    const earlier = model().earlier[0];
    if (earlier === undefined) throw new Error('There is one.');
    const rows: readonly ReviewRow[] = [
      ...REVIEW_ROWS.filter(({ section }) => section !== 'earlier'),
      {
        id: 'earlier',
        sort: '6',
        section: 'earlier',
        submissions: [earlier, { ...earlier, sequence: 1300 }],
      },
    ];
    expect(reviewModelOf(rows)?.earlier.map(({ sequence }) => sequence)).toEqual([1300, 1204]);
  });

  it('knows the neighbours in the queue', () => {
    expect(neighbourOf(REVIEW_QUEUE, 'queue-1', 1)?.id).toBe('queue-2');
    expect(neighbourOf(REVIEW_QUEUE, 'queue-1', -1)?.id).toBe('queue-0');
    expect(neighbourOf(REVIEW_QUEUE, 'queue-0', -1)).toBeUndefined();
    expect(neighbourOf(REVIEW_QUEUE, 'gone', 1)).toBeUndefined();
  });
});

describe('what a reviewer says', () => {
  it('begins Evidence with the criteria where its type is asked for and not passed', () => {
    expect(draftFor('human_review', model().criteria).criterionIds).toEqual(['AC-3']);
    expect(draftFor('deterministic_test', model().criteria).criterionIds).toEqual(['AC-2', 'AC-3']);
  });

  it('says what Evidence still lacks', () => {
    expect(gapsOfDraft(REVIEWED)).toEqual([]);
    expect(gapsOfDraft({ ...REVIEWED, criterionIds: [], method: '  ' })).toEqual(['criterion', 'method']);
    expect(gapsOfDraft({ ...REVIEWED, method: 'x'.repeat(4001) })).toEqual(['method-length']);
  });

  it('accepts with Evidence that has passed alone (WORK-061)', () => {
    const failed: EvidenceDraft = { ...REVIEWED, type: 'human_review', result: 'failed' };
    expect(acceptForm(PLACE.workItemId, model(), [REVIEWED, failed])).toEqual({
      workItemId: PLACE.workItemId,
      evidence: [
        {
          type: 'reviewer_assessment',
          criterionIds: ['AC-3'],
          result: 'passed',
          method: 'read whole',
          artifactHashes: [HASH('9'), HASH('4')],
          details: { text: 'Three risks are named.' },
        },
      ],
    });
  });

  it('keeps drafts with the host and reads them back, whatever else stands there', () => {
    const failed: EvidenceDraft = { ...REVIEWED, type: 'human_review', result: 'failed', text: '' };
    const trimmed = { ...REVIEWED, method: 'read whole' };
    const kept: unknown = evidenceOfDrafts([REVIEWED, failed]);
    expect(readEvidenceDrafts(kept)).toEqual([trimmed, { ...failed, method: 'read whole' }]);
    expect(
      readEvidenceDrafts([null, 'x', { type: 'deterministic_test', result: 'passed', method: '' }]),
    ).toEqual([]);
    expect(readEvidenceDrafts(undefined)).toEqual([]);
  });

  it('counts what is left once the drafts are there', () => {
    expect(gapsAfter(model().criteria, [REVIEWED])).toEqual([
      { criterionId: 'AC-2', type: 'deterministic_test' },
      { criterionId: 'AC-3', type: 'deterministic_test' },
      { criterionId: 'AC-3', type: 'human_review' },
    ]);
    const failed: EvidenceDraft = { ...REVIEWED, result: 'failed' };
    expect(gapsAfter(model().criteria, [failed])).toHaveLength(4);
  });

  it('sends back with a failure report at the criteria that are not proven (F3)', () => {
    expect(criteriaToReport(model().criteria)).toEqual(['AC-2', 'AC-3']);
    const report = { criterionIds: ['AC-2'], text: ' The test for export fails. ' };
    const form = failForm(PLACE.workItemId, model(), report, [REVIEWED]);
    expect(form.reason).toBe('The test for export fails.');
    expect(form.evidence?.map(({ type, result }) => `${type} ${result}`)).toEqual(['failure_report failed']);
  });

  it('asks a reviewer about the same criteria, with the Artifacts as inputs and no effect beyond', () => {
    const contract = reviewContract(
      model(),
      { budget: { modelTokenLimit: 1000 }, deadline: '2026-03-06T18:00:00.000Z', sideEffectRisk: 'external' },
      { goal: 'Review it', deliverable: 'A verdict' },
    );
    expect(contract).toMatchObject({
      goal: 'Review it',
      inputArtifacts: [HASH('9'), HASH('4')],
      sideEffectRisk: 'none',
      executionApproval: 'not_required',
      budget: { modelTokenLimit: 1000 },
      dependencyWorkItemIds: [],
    });
    expect(contract['acceptanceCriteria']).toHaveLength(3);
  });
});

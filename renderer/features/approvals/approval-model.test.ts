import { describe, expect, it } from 'vitest';
import { amountFault, budgetDocument, budgetTexts, NO_BUDGET } from './approval-budget.ts';
import {
  approveForm,
  approveObstacles,
  changesForm,
  findApproval,
  hasOwnerChanged,
  orderQueue,
  standingOf,
  startEndMs,
  startFaults,
  startForm,
  startTerms,
} from './approval-model.ts';
import { FINAL, HASH, NOW_MS, START } from './approval-rows.test-data.ts';

const minutes = (count: number) => count * 60_000;

describe('the row of an address', () => {
  it('is found by its name, by the WorkItem that may not begin, or by the Mission that was submitted', () => {
    expect(findApproval([FINAL, START], START.id)).toBe(START);
    expect(findApproval([FINAL, START], START.workItemId)).toBe(START);
    expect(findApproval([START, FINAL], FINAL.groupId)).toBe(FINAL);
    expect(findApproval([START, FINAL], 'urn:nobody')).toBeUndefined();
  });
});

describe('a start approval', () => {
  it('begins with everything that is allowed, and nothing else (F9)', () => {
    const terms = startTerms(START, NOW_MS);
    expect(terms).toMatchObject({
      operations: ['staging.deploy'],
      resources: ['urn:acme:cluster:staging'],
      minutes: 20,
    });
    expect(terms.budget).toEqual({
      money: '5',
      modelTokens: '40000',
      toolCalls: '50',
      computeSeconds: '600',
      wallClockSeconds: '1200',
      externalActions: '',
    });
    expect(startFaults(START, terms, NOW_MS)).toEqual([]);
  });

  it('never ends after the ownership does', () => {
    const row = { ...START, latestEndAtMs: NOW_MS + minutes(7) };
    expect(startTerms(row, NOW_MS).minutes).toBe(7);
    expect(startEndMs(row, 60, NOW_MS)).toBe(row.latestEndAtMs);
    expect(startForm(row, { ...startTerms(row, NOW_MS), minutes: 60 }, NOW_MS).expiresAt).toBe(
      '2026-03-05T14:39:00.000Z',
    );
    expect(startEndMs(START, 10, NOW_MS)).toBe(NOW_MS + minutes(10));
  });

  it('says what cannot be granted: no operation, over the contract, a dimension that the contract never set', () => {
    const terms = startTerms(START, NOW_MS);
    const faults = startFaults(
      START,
      {
        ...terms,
        operations: [],
        budget: { ...terms.budget, money: '5.01', externalActions: '1', toolCalls: 'x' },
      },
      NOW_MS,
    );
    expect(faults).toEqual([
      { id: 'no-operation' },
      { id: 'amount', dimension: 'money', fault: 'over-limit' },
      { id: 'amount', dimension: 'toolCalls', fault: 'not-a-number' },
      { id: 'amount', dimension: 'externalActions', fault: 'not-set-above' },
    ]);
    expect(startFaults(START, terms, NOW_MS + minutes(38))).toEqual([{ id: 'ownership-ended' }]);
  });

  it('signs exactly what was chosen', () => {
    const terms = { ...startTerms(START, NOW_MS), comments: ' only tonight ' };
    expect(startForm(START, terms, NOW_MS)).toEqual({
      workItemId: START.workItemId,
      operations: ['staging.deploy'],
      resources: ['urn:acme:cluster:staging'],
      budget: {
        financialLimit: 5,
        currency: 'EUR',
        modelTokenLimit: 40_000,
        toolCallLimit: 50,
        computeSecondsLimit: 600,
        wallClockSecondsLimit: 1200,
      },
      expiresAt: '2026-03-05T14:52:00.000Z',
      comments: 'only tonight',
    });
  });

  it('closes when the owner is another one, and not when nothing is known', () => {
    expect(hasOwnerChanged(START, { ...START, ownershipEpoch: 3 })).toBe(true);
    expect(hasOwnerChanged(START, { ...START })).toBe(false);
    expect(hasOwnerChanged(START, undefined)).toBe(false);
  });
});

describe('amounts', () => {
  const above = { dimension: 'money', used: '0', reserved: '0', limit: '10', free: '0.3' } as const;

  it('compares exactly: 0.1 and 0.2 are 0.3', () => {
    expect(amountFault('money', '0.3', above, 'EUR')).toBeUndefined();
    expect(amountFault('money', '0.300001', above, 'EUR')).toBe('over-limit');
  });

  it('takes no money without a currency, no count with a fraction, and nothing beyond what a number holds', () => {
    expect(amountFault('money', '1', undefined, undefined)).toBe('no-currency');
    expect(amountFault('toolCalls', '1.5', undefined, undefined)).toBe('not-a-number');
    expect(amountFault('toolCalls', '9007199254740992', undefined, undefined)).toBe('not-a-number');
    expect(amountFault('toolCalls', '-1', undefined, undefined)).toBe('not-a-number');
    expect(amountFault('toolCalls', '', undefined, undefined)).toBeUndefined();
  });

  it('reads what it has written', () => {
    const texts = { ...NO_BUDGET, money: '12.5', externalActions: '0' };
    expect(budgetTexts(budgetDocument(texts, 'EUR'))).toEqual(texts);
  });
});

describe('a final approval', () => {
  const all = new Set([HASH('2'), HASH('3')]);

  it('stays closed until every Artifact was checked, or taken by its hash alone', () => {
    expect(approveObstacles(FINAL, new Set())).toEqual([{ id: 'artifacts', count: 2 }]);
    expect(approveObstacles(FINAL, new Set([HASH('3')]))).toEqual([{ id: 'artifacts', count: 1 }]);
    expect(approveObstacles(FINAL, all)).toEqual([]);
  });

  it('never opens with a content that has another hash', () => {
    const artifacts = FINAL.artifacts.map((each) => ({ ...each, content: 'differs' as const }));
    const known = new Set(artifacts.map(({ contentHash }) => contentHash));
    expect(approveObstacles({ ...FINAL, artifacts }, known)).toEqual([{ id: 'hash-differs', count: 3 }]);
  });

  it('stays closed for a pinned content that no row lists', () => {
    const row = { ...FINAL, uncheckedHashes: [HASH('8')] };
    expect(approveObstacles(row, all)).toEqual([{ id: 'unlisted', count: 1 }]);
  });

  it('does not count a tick on a content that was checked', () => {
    const [intact] = FINAL.artifacts;
    if (intact === undefined) throw new Error('There is one.');
    expect(standingOf(intact, new Set([intact.contentHash]))).toBe('checked');
  });

  it('writes into the comments what was taken by its hash alone', () => {
    expect(approveForm(FINAL, ' Good work. ', new Set([HASH('3'), HASH('1')]))).toEqual({
      comments: 'Good work.',
      unseenArtifactHashes: [HASH('3')],
    });
    expect(approveForm(FINAL, '', new Set())).toEqual({ comments: '' });
  });

  it('makes a condition of each line of a request for changes', () => {
    expect(changesForm(' Add the audit ', 'a\n\n b \n')).toEqual({
      feedback: 'Add the audit',
      conditions: ['a', 'b'],
    });
    expect(changesForm('x', ' ')).toEqual({ feedback: 'x' });
  });

  it('puts what blocks the critical path first in the queue', () => {
    expect(orderQueue([FINAL, START]).map(({ type }) => type)).toEqual(['start', 'final']);
  });
});

import { assert, integer, object, property } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { seedFromEnvironment } from '../../../test/harness/random.ts';
import { CONTRACT } from '../work-item/work-item-rows.test-data.ts';
import { contractChanges } from './contract-diff.ts';
import { contractOfForm, EMPTY_CONTRACT, formOfContract, nextId, withRisk } from './contract-form.ts';
import { contractGaps } from './contract-gaps.ts';
import { durationText, secondsOf } from './duration.ts';

const FORM = formOfContract(CONTRACT);

// A failure prints it.
const SEED = seedFromEnvironment();

describe('the form of a contract', () => {
  it('gives back the contract that it was made of, members without a field included', () => {
    const document = contractOfForm(FORM);
    expect(document).toEqual({ ...CONTRACT, retryPolicy: { ...CONTRACT.retryPolicy, maxDelay: 'PT900S' } });
    expect(formOfContract(document)).toEqual(FORM);
  });

  it('reads any document without failing, and then says what is missing', () => {
    assert(
      property(object({ maxDepth: 3 }), (document) => {
        const form = formOfContract(document);
        expect(contractGaps(form).length).toBeGreaterThan(0);
        expect(typeof contractOfForm(form)['goal']).toBe('string');
      }),
      { numRuns: 200, seed: SEED },
    );
  });

  it('leaves out rows in which nothing was written', () => {
    const document = contractOfForm({
      ...FORM,
      capabilities: [...FORM.capabilities, { id: ' ', version: '1.0.0' }],
      resources: [...FORM.resources, { resource: '', operations: '' }],
    });
    expect(document['requiredCapabilities']).toHaveLength(1);
    expect(document['allowedResources']).toHaveLength(1);
  });

  it('takes operations with spaces or commas, each once', () => {
    const document = contractOfForm({
      ...FORM,
      resources: [{ resource: 'urn:x', operations: 'a.read, b.write  a.read' }],
    });
    expect(document['allowedResources']).toEqual([{ resource: 'urn:x', operations: ['a.read', 'b.write'] }]);
  });

  it('asks for a human at a high risk, and does not take a gate back by itself (WORK-009)', () => {
    const risky = withRisk(FORM, 'destructive');
    expect(risky.startApproval).toBe('human_required');
    expect(withRisk(risky, 'none').startApproval).toBe('human_required');
    expect(contractGaps({ ...risky, startApproval: 'not_required' })).toEqual([
      { fold: 'budget', id: 'human-approval' },
    ]);
  });

  it('counts ids on', () => {
    expect(nextId('AC', ['AC-1', 'AC-2'])).toBe('AC-3');
    expect(nextId('AC', ['AC-2'])).toBe('AC-3');
    expect(nextId('AC', [])).toBe('AC-1');
  });
});

describe('what a contract lacks', () => {
  it('is nothing for one that is complete', () => {
    expect(contractGaps(FORM)).toEqual([]);
  });

  it('is everything that nobody has written yet', () => {
    expect(contractGaps(EMPTY_CONTRACT).map(({ fold, id }) => `${fold} ${id}`)).toEqual([
      'goal goal',
      'goal deliverable-text',
      'criteria criterion-text',
      'capabilities capability',
      'time deadline',
      'time impact',
      'budget budget',
    ]);
  });

  it('names the row', () => {
    const criteria = [
      { criterionId: 'AC-1', description: 'x', evidenceRequired: [] },
      { criterionId: 'AC-1', description: 'y', evidenceRequired: ['human_review'] },
    ];
    expect(contractGaps({ ...FORM, criteria })).toEqual([
      { fold: 'criteria', id: 'criterion-evidence', row: 'AC-1' },
      { fold: 'criteria', id: 'same-id', row: 'AC-1' },
    ]);
    expect(
      contractGaps({
        ...FORM,
        capabilities: [{ id: 'a.b', version: '1' }],
        resources: [{ resource: 'urn:x', operations: ' ' }],
        maxAttempts: '0',
        maxDelay: 'soon',
        currency: '',
      }).map(({ id, row }) => `${id} ${row ?? ''}`),
    ).toEqual(['operations urn:x', 'capability-version a.b', 'attempts ', 'delay ', 'currency ']);
  });
});

describe('the difference to the last accepted revision', () => {
  it('is none for the same contract, whatever the order of its members', () => {
    const turned = Object.fromEntries(Object.entries(CONTRACT).toReversed());
    expect(contractChanges(CONTRACT, turned)).toEqual([]);
    expect(contractChanges(CONTRACT, { ...CONTRACT, contractVersion: 3 })).toEqual([]);
  });

  it('compares rows by their ids and the budget by its dimensions', () => {
    const [first] = CONTRACT.acceptanceCriteria;
    const after = {
      ...CONTRACT,
      deadline: '2026-03-06T16:00:00.000Z',
      acceptanceCriteria: [{ ...first, description: 'Every endpoint is documented' }],
      budget: { ...CONTRACT.budget, financialLimit: 20 },
    };
    expect(
      contractChanges(CONTRACT, after).map(({ path, before, after: now }) => [
        path,
        before !== undefined,
        now,
      ]),
    ).toEqual([
      [
        'acceptanceCriteria.AC-1',
        true,
        'criterionId: AC-1; description: Every endpoint is documented; evidenceRequired: schema_validation, reviewer_assessment',
      ],
      ['acceptanceCriteria.AC-2', true, undefined],
      ['deadline', true, '2026-03-06T16:00:00.000Z'],
      ['budget.financialLimit', true, '20'],
    ]);
  });
});

describe('durations', () => {
  it('are read as people and as the protocol write them', () => {
    expect(secondsOf('PT1H30M')).toBe(5400);
    expect(secondsOf('1h 30m')).toBe(5400);
    expect(secondsOf('90 min')).toBe(5400);
    expect(secondsOf('P1DT1S')).toBe(86_401);
    expect(secondsOf('1.5h')).toBeUndefined();
    expect(secondsOf('soon')).toBeUndefined();
    expect(secondsOf('')).toBeUndefined();
  });

  it('come back from their text', () => {
    assert(
      property(integer({ min: 0, max: 10_000_000 }), (seconds) => {
        expect(secondsOf(durationText(seconds))).toBe(seconds);
      }),
      { seed: SEED },
    );
  });
});

import { describe, expect, it } from 'vitest';
import { faultsOf, newRule, withAmount, withMember, withoutRule, withRule } from './matrix-form.ts';

const RULE = { id: 'offers', acts: ['work.offer'], missions: ['all'], risk: 'none' as const };

describe('the matrix while it is edited', () => {
  it('begins a rule that allows nothing, under a name that is free', () => {
    expect(newRule([])).toEqual({ id: 'rule-1', acts: [], missions: [], risk: 'none' });
    expect(newRule([{ ...RULE, id: 'rule-2' }]).id).toBe('rule-3');
  });

  it('changes and removes one rule and leaves the others', () => {
    const matrix = { autonomy: 1 as const, rules: [RULE, { ...RULE, id: 'other' }] };
    expect(withRule(matrix, 1, { ...RULE, id: 'third' }).rules.map(({ id }) => id)).toEqual([
      'offers',
      'third',
    ]);
    expect(withoutRule(matrix, 0).rules.map(({ id }) => id)).toEqual(['other']);
  });

  it('leaves out what has no value: an empty field is no zero', () => {
    const costly = withAmount(RULE, 'each', 'money', 2.5);
    expect(costly.each).toEqual({ money: 2.5 });
    expect(withAmount(costly, 'each', 'money', undefined)).toEqual(RULE);
    expect(withAmount(costly, 'each', 'currency', '').each).toEqual({ money: 2.5 });
    expect(withMember({ ...RULE, perHour: 3 }, 'perHour', undefined)).toEqual(RULE);
  });

  it('tells the faults of each rule from those of the whole', () => {
    const words = { key: 'x', values: {}, text: 'wrong' };
    const faults = [
      { path: 'rules[1].acts[0]', words },
      { path: '', words },
    ];
    expect(faultsOf(faults, 1)).toEqual([faults[0]]);
    expect(faultsOf(faults, -1)).toEqual([faults[1]]);
    expect(faultsOf(faults, 0)).toEqual([]);
  });
});

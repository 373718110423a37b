import { describe, expect, it } from 'vitest';
import { AUTH, createContext, item } from '../../dev/sample-world.ts';
import { sampleBudget } from '../../dev/sample-budget.ts';
import { holdersOf, pausedBelow, percentOf, shortAmount } from './budget-model.ts';

const rows = sampleBudget(createContext(0, 'en'), AUTH);
const [mission, service, staging] = rows;
if (mission === undefined || service === undefined || staging === undefined) throw new Error('no sample');

describe('room in a budget', () => {
  it('is with unfinished items that hold something unused, most first, never with the one that lacks it', () => {
    const holders = holdersOf(rows, staging, 'money');
    expect(holders.map(({ row, unused }) => [row.workItemId, unused])).toEqual([
      [item('threats'), 18],
      [item('service'), 7],
    ]);
  });

  it('is not counted twice where a child Mission holds it', () => {
    const threats = rows.find(({ workItemId }) => workItemId === item('threats'));
    if (threats === undefined) throw new Error('no sample');
    const given = {
      ...threats,
      dimensions: threats.dimensions.map((each) =>
        each.dimension === 'money' ? Object.assign({ ...each }, { allocated: '30' }) : each,
      ),
    };
    expect(holdersOf([given], staging, 'money')).toEqual([]);
  });

  it('pauses what lies below the account that has none left', () => {
    expect(pausedBelow(rows, mission, 'externalActions')).toEqual([staging]);
    expect(pausedBelow(rows, service, 'externalActions')).toEqual([]);
    expect(pausedBelow(rows, mission, 'money')).toEqual([]);
  });

  it('is short in a cell, in the numbers of the language', () => {
    expect(shortAmount('modelTokens', '1200000', 'en')).toBe('1.2M');
    expect(shortAmount('money', '71.4', 'de')).toBe('71,4');
    expect(shortAmount('wallClockSeconds', '7900', 'en')).toBe('2.2h');
    expect(shortAmount('computeSeconds', '900', 'en')).toBe('15m');
  });

  it('is never rounded up to nothing left', () => {
    expect([0.999, 1, 0.7555].map(percentOf)).toEqual([99, 100, 75]);
  });
});

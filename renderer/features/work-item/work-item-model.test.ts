import { describe, expect, it } from 'vitest';
import { lanesOf, targetOf, workItemModelOf } from './work-item-model.ts';
import { NOW_MS, WORK_ROWS } from './work-item-rows.test-data.ts';

function leases() {
  const found = workItemModelOf(WORK_ROWS)?.execution?.leases;
  if (found === undefined) throw new Error('The rows have leases.');
  return found;
}

describe('the model of a WorkItem', () => {
  it('is nothing before its header is known, and stands without the other sections', () => {
    expect(workItemModelOf([])).toBeUndefined();
    const alone = workItemModelOf(WORK_ROWS.filter(({ section }) => section === 'header'));
    expect(alone).toMatchObject({ contract: undefined, evidence: [], actions: [] });
  });

  it('lays Ownership Epochs out as lanes over one time', () => {
    const lanes = lanesOf(leases(), 4, NOW_MS);
    expect(lanes?.lanes.map(({ epoch, isCurrent, bars }) => [epoch, isCurrent, bars.length])).toEqual([
      [3, false, 1],
      [4, true, 2],
    ]);
    const bars = lanes?.lanes.flatMap((lane) => lane.bars) ?? [];
    expect(bars[0]?.from).toBe(0);
    expect(Math.max(...bars.map(({ to }) => to))).toBe(1);
    expect(bars.map(({ lease, isLive }) => [lease.leaseId, isLive])).toEqual([
      ['urn:l:own-3', false],
      ['urn:l:own-4', true],
      ['urn:l:exec-4', true],
    ]);
    // 180 minutes before now, 58 after it.
    expect(lanes?.now).toBeCloseTo(180 / 238, 10);
  });

  it('takes a lease for ended by the clock alone, though no Event says so (F5)', () => {
    const lanes = lanesOf(leases(), 4, NOW_MS + 30 * 60_000);
    expect(lanes?.lanes.flatMap((lane) => lane.bars.filter(({ isLive }) => isLive)).length).toBe(1);
  });

  it('draws no lanes for nothing, and one moment without dividing by it', () => {
    expect(lanesOf([], 1, NOW_MS)).toBeUndefined();
    const [lease] = leases();
    if (lease === undefined) throw new Error('There is one.');
    const moment = { ...lease, startsAtMs: NOW_MS, endsAtMs: NOW_MS };
    expect(lanesOf([moment], 3, NOW_MS)?.lanes[0]?.bars[0]).toMatchObject({ from: 0, to: 0 });
  });

  it('knows where an action leads, and of an unknown one that it does not', () => {
    expect(targetOf({ id: 'reassign' })).toEqual({ to: 'offer-composer' });
    expect(targetOf({ id: 'unblock' })).toEqual({ to: 'form', form: 'unblock' });
    expect(targetOf({ id: 'something-new' })).toBeUndefined();
  });
});

import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { faultOf, valueOf } from '../../protocol/fixtures.test-data.ts';
import { seedFromEnvironment } from '../../../test/harness/random.ts';
import { parseReportLine } from './run-report-line.ts';

const LINES = [
  { type: 'progress', currentPhase: 'a', nextCheckpoint: 'b', completedMilestones: ['c'], blockers: [] },
  {
    type: 'progress',
    currentPhase: 'a',
    nextCheckpoint: 'b',
    updatedCompletionEstimate: '2026-01-01T00:00:00Z',
  },
  { type: 'checkpoint', phase: 'a', completedMilestones: [], nextStep: 'b', stateFile: 'state-1.json' },
  { type: 'usage', delta: { toolCalls: 1 } },
  { type: 'blocked', reason: 'a', requiredResolution: 'b' },
  { type: 'failed', failureCode: 'NO_DISK', detail: 'full', retryable: true },
  { type: 'log', message: '' },
];

describe('a line of a run', () => {
  it.each(LINES)('is a report: %j', (line) => {
    expect(valueOf(parseReportLine(Buffer.from(JSON.stringify(line))))).toEqual(line);
  });

  it.each([
    { type: 'other' },
    { type: 'log' },
    { type: 'log', message: 'a', more: 1 },
    { type: 'usage', delta: {} },
    { type: 'usage', delta: { toolCalls: 0 } },
    { type: 'usage', delta: { toolCalls: 1.5 } },
    { type: 'usage', delta: { toolCalls: 1e300 } },
    { type: 'checkpoint', phase: 'a', stateFile: '../record.json' },
    { type: 'checkpoint', phase: 'a', stateFile: 'a/b' },
    { type: 'checkpoint', phase: 'a', stateFile: '..' },
    { type: 'failed', failureCode: 'no disk', detail: 'full' },
    { type: 'progress', currentPhase: 'a', nextCheckpoint: 'b', updatedCompletionEstimate: 'soon' },
  ])('is none: %j', (line) => {
    expect(faultOf(parseReportLine(Buffer.from(JSON.stringify(line))))).toHaveProperty('detail');
  });

  it.each(['', 'words', '[]', ' {"type":"log","message":"a"}', '1'])('is words: %j', (line) => {
    expect(faultOf(parseReportLine(Buffer.from(line)))).toBe('no-report');
  });

  it('is judged whatever its bytes are', () => {
    const damaged = fc
      .tuple(fc.constantFrom(...LINES), fc.nat(), fc.uint8Array({ maxLength: 4 }), fc.nat({ max: 3 }))
      .map(([line, at, bytes, removed]) => {
        const whole = Buffer.from(JSON.stringify(line));
        const place = at % whole.length;
        return Buffer.concat([whole.subarray(0, place), bytes, whole.subarray(place + removed)]);
      });
    const types = LINES.map(({ type }) => type);
    const isKnown = (bytes: Uint8Array) => {
      const parsed = parseReportLine(bytes);
      return !parsed.ok || types.includes(parsed.value.type);
    };
    const seed = seedFromEnvironment();
    expect(fc.check(fc.property(damaged, isKnown), { seed, numRuns: 2_000 })).toMatchObject({
      failed: false,
    });
  });
});

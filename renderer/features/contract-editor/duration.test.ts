import { describe, expect, it } from 'vitest';
import { readableDuration, readableValue } from './duration.ts';

describe('values of documents where people read', () => {
  it('are durations and instants in the language of the window', () => {
    expect(readableValue('PT900S', 'en')).toBe('15 min');
    expect(readableValue('"P1DT2H"', 'de')).toBe('1 Tag');
    expect(readableValue('2026-05-04T09:00:00Z', 'de')).toMatch(/4\. Mai 2026/u);
    expect(readableDuration('1h 30m', 'de')).toBe('1 Std. 30 Min.');
    expect(readableDuration('PT0S', 'en')).toBe('0 sec');
  });

  it('stay as they are where they are neither', () => {
    for (const text of ['P', 'PT', 'Project plan', '2026', '"PTA meeting"', 'sha256:00'])
      expect(readableValue(text, 'en')).toBe(text);
    expect(readableDuration('soon', 'en')).toBe('soon');
  });
});

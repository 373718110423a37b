import { expect, test } from 'vitest';
import { capabilitiesIn } from './card-wish.ts';

test('capabilities are read line by line', () => {
  expect(capabilitiesIn(' files.inventory 1.0.0\n\nreview.security   2.1.0 ')).toEqual([
    { id: 'files.inventory', version: '1.0.0' },
    { id: 'review.security', version: '2.1.0' },
  ]);
});

test.each(['', '  \n', 'files.inventory', 'files.inventory 1.0.0\nother', 'one 1.0.0 more'])(
  '%j is not complete',
  (text) => {
    expect(capabilitiesIn(text)).toBeUndefined();
  },
);

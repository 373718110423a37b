// The oracle tested on its own: the lists of the data conventions, its generators and its truth tables.

import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { catalogue, documentNames } from './catalogue.ts';
import { compare } from './comparison.ts';
import { arbitraryOf } from './generators.ts';
import { gridDocuments, grids } from './grids.ts';
import { brokenIdentifiers, oddIdentifiers, uriFault } from './identifiers.ts';
import { show } from './json.ts';
import type { Json } from './json.ts';
import { exampleOf, richExampleOf } from './examples.ts';
import { accepts, id } from './model.ts';
import type { Node } from './model.ts';
import { base64url, duration, sha256, semanticVersion } from './patterns.ts';
import { runSettings } from './run-settings.ts';
import { brokenTimestamps, oddTimestamps, timestampFault } from './timestamps.ts';

const { seed, runs } = runSettings();

describe('identifiers', () => {
  test.each(oddIdentifiers.map((text) => ({ text })))('accepts $text', ({ text }) => {
    expect(uriFault(text)).toBeUndefined();
  });

  test.each(brokenIdentifiers.map((text) => ({ text: JSON.stringify(text), value: text })))(
    'refuses $text',
    ({ value }) => {
      expect(uriFault(value)).toBeTypeOf('string');
    },
  );
});

describe('timestamps', () => {
  test.each(oddTimestamps.map((text) => ({ text })))('accepts $text', ({ text }) => {
    expect(timestampFault(text)).toBeUndefined();
  });

  test.each(brokenTimestamps.map((text) => ({ text: JSON.stringify(text), value: text })))(
    'refuses $text',
    ({ value }) => {
      expect(timestampFault(value)).toBeTypeOf('string');
    },
  );
});

describe('text rules', () => {
  test.each([base64url, duration, sha256, semanticVersion])('$name accepts what it generates', (rule) => {
    fc.assert(
      fc.property(rule.arbitrary, (text) => rule.fault(text) === undefined),
      { seed, numRuns: 200 },
    );
    expect(rule.fault(rule.example)).toBeUndefined();
  });
});

describe('comparison', () => {
  const tally = { accepted: 0, refused: 0 };

  test('counts equal verdicts and throws on different ones', () => {
    const subject = {
      name: 'id',
      node: id,
      judge: (value: Json) => (value === 'a:b' ? undefined : 'other'),
      tally,
    };
    compare(subject, 'a:b', 'accepted by both');
    compare(subject, 'ab', 'refused by both');
    expect(tally).toEqual({ accepted: 1, refused: 1 });
    expect(() => compare(subject, 'a:c', 'accepted by one')).toThrow(/oracle: accepted\n.*schema: other/);
  });
});

describe('documents', () => {
  test.each(documentNames.map((name) => ({ name })))(
    '$name: plain and generated documents are accepted',
    ({ name }) => {
      const node: Node = catalogue[name];
      expect(accepts(node, exampleOf(node))).toBeUndefined();
      expect(accepts(node, richExampleOf(node))).toBeUndefined();
      const property = fc.property(arbitraryOf(node), (document) => {
        const fault = accepts(node, document);
        if (fault !== undefined) {
          throw new Error(`${fault}: ${show(document)}`);
        }
      });
      fc.assert(property, { seed, numRuns: runs * 5 });
    },
  );

  test.each(grids)('$name: the truth table has both verdicts', (grid) => {
    const verdicts = new Set(
      [...gridDocuments(grid)].map(({ value }) => accepts(grid.node, value) === undefined),
    );
    expect(verdicts).toEqual(new Set([true, false]));
  });
});

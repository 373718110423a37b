// The schemas against an oracle written from the specification alone: equal verdicts on generated documents.

import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { checkSchema } from '../../../core/protocol/schema.ts';
import { catalogue, documentNames } from './catalogue.ts';
import type { DocumentName } from './catalogue.ts';
import { compare } from './comparison.ts';
import type { Subject } from './comparison.ts';
import { arbitraryOf, unrepairedArbitraryOf } from './generators.ts';
import { gridDocuments, grids } from './grids.ts';
import { show } from './json.ts';
import type { Json } from './json.ts';
import { accepts } from './model.ts';
import { plainDocumentsOf } from './examples.ts';
import type { Node, ObjectNode } from './model.ts';
import { applyEdit, editsByFamily, editsOf } from './mutations.ts';
import { regressions } from './regressions.ts';
import { runSettings } from './run-settings.ts';

const { seed, runs } = runSettings();
/** Changes tried on each generated document. */
const SAMPLE = 40;

function subjectOf(name: DocumentName): Subject {
  const judge = (value: Json): string | undefined => {
    const fault = checkSchema(name, value);
    return fault === undefined ? undefined : `${fault.rule} at ${fault.path}: ${fault.message}`;
  };
  return { name, node: catalogue[name], judge, tally: { accepted: 0, refused: 0 } };
}

/** Runs a property; gives the first disagreement together with the seed that repeats it. */
function disagreement<T>(property: fc.IProperty<T>, numRuns: number): string | undefined {
  const outcome = fc.check(property, { seed, numRuns });
  if (!outcome.failed) {
    return undefined;
  }
  const reason = outcome.errorInstance instanceof Error ? outcome.errorInstance.message : 'no reason given';
  return `${reason}\n  HEDDLE_SEED=${seed} HEDDLE_RUNS=${runs}`;
}

/** The closed objects at the top of a node: itself, or its alternatives. */
function objectsOf(node: Node): readonly ObjectNode[] {
  if (node.kind === 'object') {
    return [node];
  }
  return node.kind === 'union' ? node.options.flatMap(objectsOf) : [];
}

console.info(`document property tests: HEDDLE_SEED=${seed} HEDDLE_RUNS=${runs}`);

describe.each(documentNames.map((name) => ({ name })))('$name', ({ name }) => {
  const node: Node = catalogue[name];

  test('generated documents are accepted', () => {
    const { judge } = subjectOf(name);
    const property = fc.property(arbitraryOf(node), (document) => {
      const fault = judge(document);
      if (fault !== undefined) {
        throw new Error(
          `${name}: refused though the oracle accepts it\n  schema: ${fault}\n  value:  ${show(document, 1500)}`,
        );
      }
    });
    expect(disagreement(property, runs)).toBeUndefined();
  });

  test('changed documents get the verdict of the oracle', () => {
    const subject = subjectOf(name);
    const picks = fc.array(fc.tuple(fc.nat(), fc.nat()), { minLength: SAMPLE, maxLength: SAMPLE });
    const property = fc.property(arbitraryOf(node), picks, (document, chosen) => {
      const groups = editsByFamily(editsOf(node, document));
      for (const [family, place] of chosen) {
        const group = groups[family % groups.length] ?? [];
        const edit = group[place % group.length];
        if (edit !== undefined) {
          const mutation = applyEdit(document, edit);
          compare(subject, mutation.value, `${mutation.description} at ${mutation.path}`);
        }
      }
    });
    expect(disagreement(property, runs)).toBeUndefined();
    expect(subject.tally.accepted, 'changes that left a document valid').toBeGreaterThan(0);
    expect(subject.tally.refused, 'changes that made a document invalid').toBeGreaterThan(0);
  });

  test('every single change of the plain documents gets the verdict of the oracle', () => {
    const subject = subjectOf(name);
    for (const object of objectsOf(node)) {
      for (const document of plainDocumentsOf(object)) {
        for (const edit of editsOf(node, document)) {
          const mutation = applyEdit(document, edit);
          compare(subject, mutation.value, `${mutation.description} at ${mutation.path}`);
        }
      }
    }
    expect(subject.tally.refused).toBeGreaterThan(0);
  });

  test('documents that ignore the conditional rules get the verdict of the oracle', () => {
    const subject = subjectOf(name);
    const property = fc.property(fc.oneof(...objectsOf(node).map(unrepairedArbitraryOf)), (document) => {
      compare(subject, document, 'conditional rules left to chance');
    });
    expect(disagreement(property, runs * 2)).toBeUndefined();
    expect(subject.tally.accepted + subject.tally.refused).toBeGreaterThan(0);
  });
});

describe('truth tables of the conditional rules', () => {
  test.each(grids)('$name', (grid) => {
    const subject = subjectOf(grid.name);
    for (const { description, value } of gridDocuments(grid)) {
      compare(subject, value, description);
    }
    expect(subject.tally.accepted).toBeGreaterThan(0);
    expect(subject.tally.refused).toBeGreaterThan(0);
  });
});

describe('settled disagreements', () => {
  test('stay settled', () => {
    for (const { name, description, rule, accepted, value } of regressions) {
      expect(accepts(catalogue[name], value) === undefined, `oracle, ${rule}: ${description}`).toBe(accepted);
      expect(checkSchema(name, value) === undefined, `schema, ${rule}: ${description}`).toBe(accepted);
    }
  });
});

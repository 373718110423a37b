import { describe, expect, it } from 'vitest';
import type { ArtifactDetail } from '../../../core/contract/artifacts.ts';
import { BOX, branchesOf, placeProvenance, type ProvenanceBranch } from './provenance-layout.ts';

function graphOf(
  levels: Readonly<Record<string, number>>,
  edges: readonly (readonly [string, string])[],
): ArtifactDetail['provenance'] {
  return {
    nodes: Object.entries(levels).map(([name, level]) => ({
      contentHash: name,
      level,
      title: name,
      content: 'unchecked',
    })),
    edges: edges.map(([from, to]) => ({ from, to })),
    isCut: false,
  };
}

const namesOf = (branches: readonly ProvenanceBranch[]): unknown =>
  branches.map(({ node, isRepeated, branches: more }) =>
    isRepeated ? `${node.title} again` : more.length === 0 ? node.title : [node.title, namesOf(more)],
  );

// a → b → d and a → c → d
const DIAMOND = graphOf({ d: 0, b: -1, c: -1, a: -2 }, [
  ['a', 'b'],
  ['a', 'c'],
  ['b', 'd'],
  ['c', 'd'],
]);

describe('the picture of a provenance graph (ART-004)', () => {
  it('puts sources left of what was made from them, and no box upon another', () => {
    const { nodes, edges, width, height } = placeProvenance(DIAMOND);
    const at = (name: string) => nodes.find(({ node }) => node.title === name);
    expect(nodes.map(({ node, x }) => [node.title, x])).toEqual(
      expect.arrayContaining([
        ['a', 0],
        ['b', BOX.width + BOX.gapX],
        ['d', 2 * (BOX.width + BOX.gapX)],
      ]),
    );
    expect((at('c')?.y ?? 0) - (at('b')?.y ?? 0)).toBe(BOX.height + BOX.gapY);
    expect(edges).toHaveLength(4);
    expect({ width, height }).toEqual({
      width: 3 * BOX.width + 2 * BOX.gapX,
      height: 2 * BOX.height + BOX.gapY,
    });
  });

  it('is one box for a content without relations', () => {
    expect(placeProvenance(graphOf({ d: 0 }, []))).toMatchObject({
      edges: [],
      width: BOX.width,
      height: BOX.height,
    });
  });
});

describe('the list that says the same', () => {
  it('names each content, and opens each branch once', () => {
    expect(namesOf(branchesOf(DIAMOND, 'd', 'sources'))).toEqual([
      ['b', ['a']],
      ['c', ['a again']],
    ]);
    expect(namesOf(branchesOf(DIAMOND, 'a', 'derived'))).toEqual([
      ['b', ['d']],
      ['c', ['d again']],
    ]);
  });

  it('ends where manifests name each other in a circle', () => {
    const circle = graphOf({ x: 0, y: -1 }, [
      ['x', 'y'],
      ['y', 'x'],
    ]);
    expect(namesOf(branchesOf(circle, 'x', 'sources'))).toEqual([['y', ['x again']]]);
  });
});

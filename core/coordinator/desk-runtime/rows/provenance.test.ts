import { expect, test } from 'vitest';
import type { World } from '../../../domain/world.ts';
import type { Artifact } from '../../../protocol/generated/documents.ts';
import { indexManifests, provenanceOf } from './provenance.ts';

/** Manifests by name, each with the names of its sources; the hash is the name. */
function worldOf(manifests: readonly (readonly [string, readonly string[]])[]): World {
  const entries = manifests.map(([name, sources], index): [string, Artifact] => [
    `artifact-${index}`,
    {
      artifactId: `artifact-${index}`,
      contentHash: name,
      sourceArtifactHashes: [...sources],
      createdAt: `2026-01-01T00:00:0${index % 10}Z`,
    } as unknown as Artifact,
  ]);
  return { list: () => entries } as unknown as World;
}

function graphOf(manifests: readonly (readonly [string, readonly string[]])[], subject: string, limit = 50) {
  const { nodes, edges, isCut } = provenanceOf(indexManifests(worldOf(manifests), ['g']), subject, limit);
  return {
    levels: Object.fromEntries(nodes.map(({ contentHash, level }) => [contentHash, level])),
    edges: edges.map(({ from, to }) => `${from}>${to}`).toSorted(),
    isCut,
  };
}

test('ART-004: a content stands between its sources and what was derived from it, by the longest way', () => {
  const manifests = [
    ['a', []],
    ['b', ['a']],
    ['c', ['a', 'b']],
    ['d', ['c']],
    ['other', []],
  ] as const;
  expect(graphOf(manifests, 'c')).toEqual({
    levels: { a: -2, b: -1, c: 0, d: 1 },
    edges: ['a>b', 'a>c', 'b>c', 'c>d'],
    isCut: false,
  });
});

test('ART-004: a source that nobody has a manifest of is named all the same', () => {
  expect(graphOf([['b', ['elsewhere']]], 'b')).toMatchObject({ levels: { elsewhere: -1, b: 0 } });
});

test('ART-010: sources of all manifests of a content count', () => {
  const manifests = [
    ['same', ['a']],
    ['same', ['b']],
  ] as const;
  expect(graphOf(manifests, 'same')).toMatchObject({ levels: { a: -1, b: -1, same: 0 } });
});

test('manifests that name each other in a circle end somewhere', () => {
  const manifests = [
    ['a', ['c']],
    ['b', ['a']],
    ['c', ['b']],
    ['self', ['self']],
  ] as const;
  expect(Object.keys(graphOf(manifests, 'a').levels).toSorted()).toEqual(['a', 'b', 'c']);
  expect(graphOf(manifests, 'self')).toMatchObject({ levels: { self: 0 }, edges: ['self>self'] });
});

test('an endless chain is cut, and it says so', () => {
  const chain = Array.from({ length: 500 }, (_, index): [string, string[]] => [
    `n${index}`,
    index === 0 ? [] : [`n${index - 1}`],
  ]);
  const graph = graphOf(chain, 'n250', 40);
  expect(graph.isCut).toBe(true);
  expect(Object.keys(graph.levels).length).toBeLessThanOrEqual(40);
  expect(graph.levels['n250']).toBe(0);
});

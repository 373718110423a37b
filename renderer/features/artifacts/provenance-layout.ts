// Where the boxes of a provenance graph stand: a column for each level, sources at the left; in a column by name.
import type { ArtifactDetail, ProvenanceNode } from '../../../core/contract/artifacts.ts';

export const BOX = { width: 190, height: 46, gapX: 48, gapY: 14 } as const;

export interface PlacedNode {
  readonly node: ProvenanceNode;
  readonly x: number;
  readonly y: number;
}

export interface ProvenancePicture {
  readonly nodes: readonly PlacedNode[];
  /** Paths of SVG, from the right side of a source to the left side of what was made from it. */
  readonly edges: readonly { readonly id: string; readonly path: string }[];
  readonly width: number;
  readonly height: number;
}

export function placeProvenance({ nodes, edges }: ArtifactDetail['provenance']): ProvenancePicture {
  const columns = new Map<number, ProvenanceNode[]>();
  for (const node of nodes) {
    const column = columns.get(node.level);
    if (column === undefined) columns.set(node.level, [node]);
    else column.push(node);
  }
  const levels = [...columns.keys()].toSorted((a, b) => a - b);
  const longest = Math.max(0, ...[...columns.values()].map(({ length }) => length));
  const stepX = BOX.width + BOX.gapX;
  const stepY = BOX.height + BOX.gapY;
  const height = Math.max(0, longest * stepY - BOX.gapY);
  const placed = new Map<string, PlacedNode>();
  for (const [index, level] of levels.entries()) {
    const column = (columns.get(level) ?? []).toSorted((a, b) => (a.title < b.title ? -1 : 1));
    // Short columns stand in the middle of the picture.
    const top = (height - (column.length * stepY - BOX.gapY)) / 2;
    for (const [row, node] of column.entries())
      placed.set(node.contentHash, { node, x: index * stepX, y: top + row * stepY });
  }
  return {
    nodes: [...placed.values()],
    edges: edges.flatMap(({ from, to }) => {
      const [source, derived] = [placed.get(from), placed.get(to)];
      if (source === undefined || derived === undefined) return [];
      const [x1, y1] = [source.x + BOX.width, source.y + BOX.height / 2];
      const [x2, y2] = [derived.x, derived.y + BOX.height / 2];
      const bend = BOX.gapX / 2;
      return [
        { id: `${from} ${to}`, path: `M${x1} ${y1} C${x1 + bend} ${y1} ${x2 - bend} ${y2} ${x2} ${y2}` },
      ];
    }),
    width: Math.max(0, levels.length * stepX - BOX.gapX),
    height,
  };
}

/** A content in the list that says what the graph shows; one that stood above already has no branch of its own again. */
export interface ProvenanceBranch {
  readonly node: ProvenanceNode;
  readonly isRepeated: boolean;
  readonly branches: readonly ProvenanceBranch[];
}

/** The list of sources, or of what was made from a content. */
export function branchesOf(
  { nodes, edges }: ArtifactDetail['provenance'],
  subject: string,
  direction: 'sources' | 'derived',
): readonly ProvenanceBranch[] {
  const byHash = new Map(nodes.map((node) => [node.contentHash, node]));
  const next = new Map<string, string[]>();
  for (const { from, to } of edges) {
    const [key, value] = direction === 'sources' ? [to, from] : [from, to];
    next.set(key, [...(next.get(key) ?? []), value]);
  }
  const seen = new Set([subject]);
  const branch = (hash: string): readonly ProvenanceBranch[] =>
    (next.get(hash) ?? []).flatMap((each) => {
      const node = byHash.get(each);
      if (node === undefined) return [];
      const isRepeated = seen.has(each);
      seen.add(each);
      return [{ node, isRepeated, branches: isRepeated ? [] : branch(each) }];
    });
  return branch(subject);
}

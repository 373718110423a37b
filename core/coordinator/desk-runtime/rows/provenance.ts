// Where contents come from: the graph of sources and what was derived from them (ART-004), by hash. Manifests are claims, so a
// graph may be cyclic, name what nobody knows, or be endless; this walks only so far.
import type { World } from '../../../domain/world.ts';
import type { Artifact } from '../../../protocol/generated/documents.ts';

export interface ManifestIndex {
  /** The manifests of a content, the oldest first. */
  readonly byHash: ReadonlyMap<string, readonly Artifact[]>;
  /** What was made from a content. */
  readonly derivedFrom: ReadonlyMap<string, ReadonlySet<string>>;
}

export interface ProvenanceGraph {
  /** `level` is below 0 for sources, 0 for the subject, above 0 for what was derived. */
  readonly nodes: readonly { readonly contentHash: string; readonly level: number }[];
  readonly edges: readonly { readonly from: string; readonly to: string }[];
  readonly isCut: boolean;
}

export function indexManifests(world: World, groupIds: readonly string[]): ManifestIndex {
  const byHash = new Map<string, Artifact[]>();
  const derivedFrom = new Map<string, Set<string>>();
  for (const groupId of groupIds) {
    for (const [, artifact] of world.list('artifact', groupId)) {
      const { contentHash, sourceArtifactHashes } = artifact;
      const known = byHash.get(contentHash);
      if (known === undefined) byHash.set(contentHash, [artifact]);
      else known.push(artifact);
      for (const source of sourceArtifactHashes) {
        const derived = derivedFrom.get(source);
        if (derived === undefined) derivedFrom.set(source, new Set([contentHash]));
        else derived.add(contentHash);
      }
    }
  }
  for (const manifests of byHash.values())
    manifests.sort((a, b) => (a.createdAt < b.createdAt ? -1 : a.createdAt > b.createdAt ? 1 : 0));
  return { byHash, derivedFrom };
}

/** Everything that a content was made from and that was made from it, at most `limit` contents. */
export function provenanceOf(index: ManifestIndex, subject: string, limit: number): ProvenanceGraph {
  const sourcesOf = (hash: string): ReadonlySet<string> =>
    new Set((index.byHash.get(hash) ?? []).flatMap(({ sourceArtifactHashes }) => sourceArtifactHashes));
  const derivedOf = (hash: string): ReadonlySet<string> => index.derivedFrom.get(hash) ?? new Set();
  const above = walk(subject, sourcesOf, limit);
  const below = walk(subject, derivedOf, Math.max(1, limit - above.reached.size + 1));
  const nodes = new Map<string, number>([[subject, 0]]);
  // Sources stand as far above as the longest way down from them; what is on both sides counts as a source.
  for (const hash of above.reached)
    if (hash !== subject) nodes.set(hash, -longestWay(hash, subject, derivedOf, above.reached));
  for (const hash of below.reached)
    if (!nodes.has(hash)) nodes.set(hash, longestWay(hash, subject, sourcesOf, below.reached));
  const edges = [...nodes.keys()].flatMap((to) =>
    [...sourcesOf(to)].filter((from) => nodes.has(from)).map((from) => ({ from, to })),
  );
  return {
    nodes: [...nodes].map(([contentHash, level]) => ({ contentHash, level })),
    edges,
    isCut: above.isCut || below.isCut,
  };
}

function walk(
  subject: string,
  nextOf: (hash: string) => Iterable<string>,
  limit: number,
): { readonly reached: ReadonlySet<string>; readonly isCut: boolean } {
  const reached = new Set([subject]);
  for (const hash of reached) {
    for (const next of nextOf(hash)) {
      if (reached.has(next)) continue;
      if (reached.size >= limit) return { reached, isCut: true };
      reached.add(next);
    }
  }
  return { reached, isCut: false };
}

/** Steps of the longest way to the subject that stays within `within`; a circle is gone round once at most. */
function longestWay(
  start: string,
  subject: string,
  nextOf: (hash: string) => Iterable<string>,
  within: ReadonlySet<string>,
): number {
  const known = new Map<string, number>([[subject, 0]]);
  const under = new Set<string>();
  const lengthOf = (hash: string): number => {
    const length = known.get(hash);
    if (length !== undefined) return length;
    under.add(hash);
    let longest = 0;
    for (const next of nextOf(hash))
      if (within.has(next) && !under.has(next)) longest = Math.max(longest, lengthOf(next));
    under.delete(hash);
    known.set(hash, longest + 1);
    return longest + 1;
  };
  return lengthOf(start);
}

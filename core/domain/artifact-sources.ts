// Where the content that an Artifact was made from is known: in its own Mission or along the line of parents and
// children, and under which classification (ART-004, ART-006, ART-007).
import type { Artifact } from '../protocol/generated/documents.ts';
import { accept, type Result } from '../protocol/result.ts';
import { groupsBelow } from './mission-tree.ts';
import { reject, type Rejection } from './rejection.ts';
import { ORGANIZATION, SINGLE, type World } from './world.ts';

/** From open to closed (ART-007). */
const CLASSIFICATIONS: readonly Artifact['classification'][] = [
  'public',
  'internal',
  'confidential',
  'restricted',
];

/**
 * The manifests of a content that work in a Group may build on; empty when it is not known there. `isForeign` tells that
 * only an unrelated Mission knows it.
 */
export function findSource(
  world: World,
  groupId: string,
  contentHash: string,
): { readonly manifests: readonly Artifact[]; readonly isForeign: boolean } {
  const line = [groupId, ...groupsAbove(world, groupId)];
  const above = line.flatMap((each) => manifestsOf(world, each, contentHash));
  if (above.length > 0) return { manifests: above, isForeign: false };
  // Almost always nobody else has it either, and then no other Group needs a look.
  const groupCount = world.get('contentUse', ORGANIZATION, contentHash)?.groupCount ?? 0;
  if (groupCount === 0) return { manifests: [], isForeign: false };
  const below = [...groupsBelow(world, groupId)].flatMap((each) => manifestsOf(world, each, contentHash));
  return { manifests: below, isForeign: below.length === 0 };
}

/** Sources that are known and permitted, none of them classified higher than what was made from them (ART-006). */
export function checkSources(
  world: World,
  { groupId, contentHash, sourceArtifactHashes, classification }: Artifact,
): Result<undefined, Rejection> {
  if (sourceArtifactHashes.includes(contentHash)) {
    return reject('INVALID_COMMAND', 'ART-004', 'an Artifact is not its own source', { contentHash });
  }
  for (const sourceHash of sourceArtifactHashes) {
    const { manifests, isForeign } = findSource(world, groupId, sourceHash);
    if (isForeign) {
      return reject('AUTH_FORBIDDEN', 'ART-006', 'a source belongs to an unrelated Mission', { sourceHash });
    }
    if (manifests.length === 0) {
      return reject('INVALID_COMMAND', 'ART-006', 'a source is no known Artifact', { sourceHash });
    }
    const higher = manifests.find((source) => rankOf(source.classification) > rankOf(classification));
    if (higher !== undefined) {
      return reject('INVALID_COMMAND', 'ART-007', 'the classification is lower than that of a source', {
        sourceHash,
        classification,
        sourceClassification: higher.classification,
      });
    }
  }
  return accept(undefined);
}

function rankOf(classification: Artifact['classification']): number {
  return CLASSIFICATIONS.indexOf(classification);
}

function manifestsOf(world: World, groupId: string, contentHash: string): readonly Artifact[] {
  return (world.get('content', groupId, contentHash)?.artifactIds ?? [])
    .map((artifactId) => world.get('artifact', groupId, artifactId))
    .filter((artifact) => artifact !== undefined);
}

/** The Groups of the Missions above, the nearest first. */
function groupsAbove(world: World, groupId: string): readonly string[] {
  const above: string[] = [];
  let parent = world.get('mission', groupId, SINGLE)?.document.parent;
  while (parent !== undefined) {
    const address = world.get('missionAddress', ORGANIZATION, parent.missionId);
    if (address === undefined) break;
    above.push(address.groupId);
    parent = world.get('mission', address.groupId, SINGLE)?.document.parent;
  }
  return above;
}

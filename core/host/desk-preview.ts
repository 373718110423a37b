// Content of an Artifact for a preview: the beginning of its bytes, and what its manifest calls them.
import type { ArtifactContent } from '../contract/artifacts.ts';
import type { DeskConnection } from '../coordinator/desk/connection.ts';

export function previewOf(
  { world }: Pick<DeskConnection, 'world'>,
  {
    groupId,
    contentHash,
    limitBytes,
  }: { readonly groupId: string; readonly contentHash: string; readonly limitBytes: number },
  bytes: Uint8Array,
): ArtifactContent {
  const [artifactId = ''] = world.get('content', groupId, contentHash)?.artifactIds ?? [];
  const mediaType = world.get('artifact', groupId, artifactId)?.mediaType ?? 'application/octet-stream';
  return {
    mediaType,
    sizeBytes: bytes.length,
    base64: Buffer.from(bytes.subarray(0, limitBytes)).toString('base64'),
    isTruncated: bytes.length > limitBytes,
  };
}

// The content that an Authority keeps for its Groups (ART-001, ART-008): who brought it where, under which names that is
// noted, and what a manifest has to find before it becomes a fact.
import { reject, type Rejection } from '../domain/rejection.ts';
import { memberKey } from '../domain/world.ts';
import type { Actor, Artifact } from '../protocol/generated/documents.ts';
import { accept, type Result } from '../protocol/result.ts';
import type { BlobStore } from '../store/blobs/blob-store.ts';

/** Where content was brought into a Group. Identifiers hold no space, so scopes are unambiguous. */
export function groupScope(groupId: string): string {
  return `group ${groupId}`;
}

/** Where one member brought content into a Group. */
export function memberScope(groupId: string, member: Actor): string {
  return `member ${groupId} ${memberKey(member)}`;
}

/** Content of one Group, as far as it was brought to this Authority. */
export interface HostedContent {
  /** The size of content that somebody brought into the Group; undefined for any other, whether it exists or not. */
  sizeIn(groupId: string, contentHash: string): Promise<number | undefined>;
}

/** Hosted content on the store into which members upload. */
export function createHostedContent(blobs: Pick<BlobStore, 'isLinked' | 'sizeOf'>): HostedContent {
  return {
    sizeIn: async (groupId, contentHash) =>
      (await blobs.isLinked(groupScope(groupId), contentHash)) ? blobs.sizeOf(contentHash) : undefined,
  };
}

/**
 * A manifest whose content is here, in the size that it names (ART-001, ART-003): otherwise the log would hold for good
 * a fact that nobody can retrieve. Its retrieval URI is no way around this: where the Authority hosts the content, that
 * is where members look. That content exists in another Group is not told.
 */
export async function checkHostedContent(
  { artifactId, groupId, contentHash, sizeBytes }: Artifact,
  hosted: HostedContent,
): Promise<Result<undefined, Rejection>> {
  const storedSizeBytes = await hosted.sizeIn(groupId, contentHash);
  if (storedSizeBytes === undefined) {
    return reject('INVALID_COMMAND', 'ART-001', 'the content was not brought to this Group', {
      artifactId,
      contentHash,
    });
  }
  if (storedSizeBytes === sizeBytes) return accept(undefined);
  return reject('INVALID_COMMAND', 'ART-003', 'the content has another size than its manifest says', {
    artifactId,
    contentHash,
    sizeBytes,
    storedSizeBytes,
  });
}

// The content of the demo's Artifacts. It hands out damaged content as it is, which our own Authority never does: so a person sees
// that what counts is the check on this side, whoever keeps the content.
import { createReadStream } from 'node:fs';
import type { BlobReading, BlobStore, ByteRange } from '../../store/blobs/blob-store.ts';

/** `inner` with reading that does not check; `pathOf` says in which file a content lies. */
export function createCarelessContent(inner: BlobStore, pathOf: (contentHash: string) => string): BlobStore {
  const read = async (contentHash: string, range?: ByteRange): Promise<BlobReading | undefined> => {
    if ((await inner.verify(contentHash)) !== 'corrupt') return inner.read(contentHash, range);
    const sizeBytes = await inner.sizeOf(contentHash);
    if (sizeBytes === undefined) return undefined;
    const { start, end } = range ?? { start: 0, end: sizeBytes };
    const path = pathOf(contentHash);
    return { sizeBytes, content: createReadStream(path, { start, end: end - 1 }) };
  };
  return {
    read,
    put: (content, limits) => inner.put(content, limits),
    sizeOf: (contentHash) => inner.sizeOf(contentHash),
    verify: (contentHash) => inner.verify(contentHash),
    setAside: (contentHash) => inner.setAside(contentHash),
    link: (scope, contentHash) => inner.link(scope, contentHash),
    isLinked: (scope, contentHash) => inner.isLinked(scope, contentHash),
    list: (page) => inner.list(page),
    removeBroughtBefore: (contentHash, beforeMs) => inner.removeBroughtBefore(contentHash, beforeMs),
  };
}

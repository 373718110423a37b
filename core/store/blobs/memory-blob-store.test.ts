// The memory adapter passes the suite of all adapters.
import { runBlobStoreSuite } from './blob-store-suite.test-data.ts';
import { MemoryBlobStore } from './memory-blob-store.ts';

runBlobStoreSuite(async () => {
  const blobs = new Map<string, Uint8Array>();
  return {
    store: new MemoryBlobStore(blobs),
    replaceContent: async (contentHash, content) => {
      blobs.set(contentHash, content);
    },
  };
});

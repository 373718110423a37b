// The memory adapter passes the suite of all adapters.
import { runBlobStoreSuite } from './blob-store-suite.test-data.ts';
import { MemoryBlobStore } from './memory-blob-store.ts';

runBlobStoreSuite(async () => {
  const blobs = new Map<string, Uint8Array>();
  const clock = { nowMs: Date.UTC(2026, 4, 4, 9) };
  return {
    clock,
    store: new MemoryBlobStore(blobs, () => clock.nowMs),
    replaceContent: async (contentHash, content) => {
      blobs.set(contentHash, content);
    },
  };
});

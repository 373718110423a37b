// Where the content of a bundle comes from.
import { latestSnapshotOf, snapshotBytesOf } from '../authority/snapshots.ts';
import { MemoryWorld } from '../domain/world.ts';
import type { AuthorityStore } from '../store/authority-store.ts';
import type { BundleSource } from './bundle-writer.ts';

const PAGE = 500;

/** The history of some Groups as the store of an Authority holds it. */
export async function sourceOfStore(
  organizationId: string,
  store: Pick<AuthorityStore, 'readBindings' | 'readGroupEvents' | 'readRecords'>,
  groupIds: readonly string[],
): Promise<BundleSource> {
  return {
    registry: { organizationId, bindings: await store.readBindings() },
    groupIds,
    async *events(groupId) {
      let after = 0;
      for (;;) {
        const page = await store.readGroupEvents(groupId, after, PAGE);
        for (const { bytes } of page) yield bytes;
        const last = page.at(-1)?.sequence;
        if (last === undefined) return;
        after = last;
      }
    },
    async snapshot(groupId) {
      const world = new MemoryWorld();
      world.apply(await store.readRecords(groupId, ['snapshot']));
      const snapshot = latestSnapshotOf(world, groupId);
      return snapshot && snapshotBytesOf(snapshot);
    },
  };
}

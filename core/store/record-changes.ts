// What a batch of changes comes to in the end, so that a record that changed many times is written once.
import type { Change } from '../domain/world.ts';
import type { StoredRecord } from './authority-store.ts';

export type RecordKey = Pick<StoredRecord, 'kind' | 'groupId' | 'id'>;

/** First delete all deletions, then write all upserts in order. */
export interface CollapsedChanges {
  readonly deletions: readonly RecordKey[];
  readonly upserts: readonly StoredRecord[];
}

/**
 * The same end as applying the changes one by one, the order of first writing included: a record that was removed
 * and written again comes last, so it is deleted as well.
 */
export function collapseChanges(changes: readonly Change[]): CollapsedChanges {
  const deletions = new Map<string, RecordKey>();
  const upserts = new Map<string, StoredRecord>();
  for (const change of changes) {
    const { kind, groupId, id, value } = change;
    // JSON keeps the three apart whatever they hold.
    const key = JSON.stringify([kind, groupId, id]);
    if (value === undefined) {
      deletions.set(key, { kind, groupId, id });
      upserts.delete(key);
    } else {
      // The kind and the value come from one change, so they belong together.
      upserts.set(key, { kind, groupId, id, value } as StoredRecord);
    }
  }
  return { deletions: [...deletions.values()], upserts: [...upserts.values()] };
}

// What of the Scheduler survives a restart, as JSON. The log says which items there are; notes only keep their order.
import type { LocalState, ScheduledItem } from './ready-items.ts';

/** What the Scheduler knows of an item beside its metadata, for the notes that survive a restart. */
export interface ItemNote {
  readonly item: ScheduledItem;
  readonly state: LocalState;
  readonly generation: number;
  readonly waitedMs: number;
  readonly hasSafeCheckpoint: boolean;
  readonly retryAfterMs: number | undefined;
}

export interface GroupNote {
  readonly groupId: string;
  /** How far ahead of the others the Group was, in slot time per weight. */
  readonly aheadMs: number;
  readonly startsSinceOldest: number;
}

/** What of one Group a restart would lose. Only the order of work depends on it, never whether work is done. */
export interface SchedulerNotes {
  readonly items: readonly ItemNote[];
  readonly group: GroupNote | undefined;
}

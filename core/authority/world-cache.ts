// The Authority's working copy of the state: Groups are loaded when a decision first looks at them and dropped when
// others need the room. It holds nothing that the store does not hold.
import {
  type Change,
  MemoryWorld,
  ORGANIZATION,
  type RecordKind,
  type Records,
  type World,
} from '../domain/world.ts';
import type { StoredRecord } from '../store/authority-store.ts';

/** A decision looked at a Group that is not loaded: load it and decide again. */
export class GroupNotLoaded extends Error {
  override readonly name = 'GroupNotLoaded';
  readonly groupId: string;
  constructor(groupId: string) {
    super(`the records of ${groupId} are not loaded`);
    this.groupId = groupId;
  }
}

interface LoadedGroup {
  readonly world: MemoryWorld;
  /** Roughly what it costs to keep: the records that were loaded or written. */
  size: number;
}

/** Enough for some hundred large Groups; beyond it the least recently used ones go. */
const DEFAULT_MAX_RECORDS = 200_000;

/** A `World` over loaded Groups. Reading one that is not loaded throws `GroupNotLoaded`, which never leaves here silently. */
export class WorldCache implements World {
  private readonly maxRecords: number;
  /** In the order of last use. */
  private readonly groups = new Map<string, LoadedGroup>();
  private size = 0;

  constructor(maxRecords = DEFAULT_MAX_RECORDS) {
    this.maxRecords = maxRecords;
  }

  has(groupId: string): boolean {
    return this.groups.has(groupId);
  }

  load(groupId: string, records: readonly StoredRecord[]): void {
    this.drop(groupId);
    const world = new MemoryWorld();
    world.apply(records);
    // One more for the Group itself: looks at Groups that do not exist must not pile up either.
    this.groups.set(groupId, { world, size: records.length + 1 });
    this.size += records.length + 1;
  }

  get<Kind extends RecordKind>(kind: Kind, groupId: string, id: string): Records[Kind] | undefined {
    return this.require(groupId).get(kind, groupId, id);
  }

  list<Kind extends RecordKind>(kind: Kind, groupId: string): Iterable<readonly [string, Records[Kind]]> {
    return this.require(groupId).list(kind, groupId);
  }

  /** Takes over what a commit changed. Groups that are not loaded need nothing: the store has it. */
  apply(changes: Iterable<Change>): void {
    for (const change of changes) {
      const group = this.groups.get(change.groupId);
      if (group === undefined) continue;
      if (group.world.get(change.kind, change.groupId, change.id) === undefined) {
        group.size += 1;
        this.size += 1;
      }
      group.world.apply([change]);
    }
  }

  /** Drops the least recently used Groups until the rest fits. The Organization's own records always stay. */
  trim(): void {
    for (const groupId of this.groups.keys()) {
      if (this.size <= this.maxRecords) return;
      if (groupId !== ORGANIZATION) this.drop(groupId);
    }
  }

  /** Forgets everything: after a failed commit nothing in memory may be trusted over the store. */
  clear(): void {
    this.groups.clear();
    this.size = 0;
  }

  private require(groupId: string): MemoryWorld {
    const group = this.groups.get(groupId);
    if (group === undefined) throw new GroupNotLoaded(groupId);
    // Moves to the end: the most recently used.
    this.groups.delete(groupId);
    this.groups.set(groupId, group);
    return group.world;
  }

  private drop(groupId: string): void {
    const group = this.groups.get(groupId);
    if (group === undefined) return;
    this.groups.delete(groupId);
    this.size -= group.size;
  }
}

// This Principal's copy of its Groups: records in memory, folded from verified Events, and the same on the disk with the
// Events and Cursors, in one transaction (DEL-003, DEL-007). Memory changes only after the disk has; so a failed write
// leaves both as they were, and after one whose fate is unknown the disk is read again.
//
// A late member's log begins at its visibility start (DEL-010). The fold needs nothing from before: Events carry whole
// documents, and what a document is about (WorkItem, lease, Membership) is complete from the first Event that mentions it.
// What no visible Event mentions is not there: the Mission and the Group themselves until an Event brings them, counters
// of what happened before (`attempts`), and accounts, whose remains the usage Events name. Rules that need them are the
// Authority's to decide.
import { evolve } from '../domain/evolve.ts';
import {
  type Change,
  MemoryWorld,
  ORGANIZATION,
  OverlayWorld,
  type RecordKind,
  type Records,
  type World,
} from '../domain/world.ts';
import type { Event } from '../protocol/generated/documents.ts';
import { type StoredRecord, StoreFault } from '../store/authority-store.ts';
import { collapseChanges } from '../store/record-changes.ts';
import type { Note, OutboxChange, ReplicaGroup, ReplicaStore } from '../store/replica-store.ts';
import { SerialQueue } from '../store/serial-queue.ts';
import { foldState, type StateDocument, type StatePlace } from './snapshot-state.ts';

/** An Event of a Group whose signature was verified. */
export interface VerifiedEvent {
  readonly event: Event;
  readonly groupId: string;
  readonly sequence: number;
  readonly bytes: Uint8Array;
}

/** Notes that a consumer wants to be written together with some Events of one Group. */
export type Projection = (groupId: string, events: readonly Event[], world: World) => readonly Note[];

/** What one call of `apply` did. */
export interface AppliedEvents {
  readonly applied: readonly VerifiedEvent[];
  /** Events that the fold could not take, each with the reason; nothing after them in their Groups was applied. */
  readonly failed: readonly { readonly event: VerifiedEvent; readonly error: unknown }[];
}

/** Raised when records of the same Events look different than before: the next start makes them again. */
const FOLD_VERSION = 1;
const FOLD_NOTE = 'fold-version';
const START_NOTE = 'start-state';
const PAGE = 1_000;

/** Lets the next `Replica.open` make all records anew from the Events, without a look at what they are now. */
export function distrustRecords(store: Pick<ReplicaStore, 'writeNotes'>): Promise<void> {
  return store.writeNotes([{ groupId: '', name: FOLD_NOTE, value: undefined }]);
}

/** A world that can be read anew behind the back of those who hold it. */
class ReplicaWorld implements World {
  inner = new MemoryWorld();

  get<Kind extends RecordKind>(kind: Kind, groupId: string, id: string): Records[Kind] | undefined {
    return this.inner.get(kind, groupId, id);
  }

  list<Kind extends RecordKind>(kind: Kind, groupId: string): Iterable<readonly [string, Records[Kind]]> {
    return this.inner.list(kind, groupId);
  }
}

export class Replica {
  private readonly store: ReplicaStore;
  private readonly project: Projection | undefined;
  private readonly replicaWorld = new ReplicaWorld();
  /** What reads the store and what writes it take turns: memory must not fall behind the disk. */
  private readonly turns = new SerialQueue();
  private groups = new Map<string, ReplicaGroup>();

  private constructor(store: ReplicaStore, project: Projection | undefined) {
    this.store = store;
    this.project = project;
  }

  /** Reads what is stored; makes the records anew when this program folds differently than the one that stored them. */
  static async open(store: ReplicaStore, project?: Projection): Promise<Replica> {
    const replica = new Replica(store, project);
    const version = (await store.readNotes('')).get(FOLD_NOTE);
    if (version !== FOLD_VERSION) {
      await replica.rebuild();
      await store.writeNotes([{ groupId: '', name: FOLD_NOTE, value: FOLD_VERSION }]);
    } else await replica.reload();
    return replica;
  }

  /** The state of all followed Groups. */
  get world(): World {
    return this.replicaWorld;
  }

  groupOf(groupId: string): ReplicaGroup | undefined {
    return this.groups.get(groupId);
  }

  followedGroups(): readonly ReplicaGroup[] {
    return [...this.groups.values()].filter(({ isFollowed }) => isFollowed);
  }

  /** Reads everything from the store again. */
  async reload(): Promise<void> {
    await this.turns.run(() => this.readAll());
  }

  private async readAll(): Promise<void> {
    const groups = await this.store.readGroups();
    const world = new MemoryWorld();
    world.apply(await this.store.readRecords(ORGANIZATION));
    for (const { groupId, isFollowed } of groups) {
      if (isFollowed) world.apply(await this.store.readRecords(groupId));
    }
    this.groups = new Map(groups.map((group) => [group.groupId, group]));
    this.replicaWorld.inner = world;
  }

  /** Makes all records anew from the Events, in the order in which they were applied, and from the states of snapshots. */
  async rebuild(): Promise<void> {
    await this.turns.run(() => this.foldAll());
  }

  private async foldAll(): Promise<void> {
    const groups = new Map((await this.store.readGroups()).map((group) => [group.groupId, group]));
    const world = new MemoryWorld();
    for (const { groupId, startsAfter } of groups.values()) {
      const start = (await this.store.readNotes(groupId)).get(START_NOTE) as StartNote | undefined;
      if (start?.throughSequence !== startsAfter) continue;
      world.apply(foldState(world, start.state, start));
    }
    let ordinal = 0;
    for (;;) {
      const page = await this.store.readAppliedOrder(ordinal, PAGE);
      for (const { event } of page) {
        const { groupId, sequence, bytes } = event;
        // Before the start of its log as it is now: a state took its place.
        if (sequence <= (groups.get(groupId)?.startsAfter ?? 0)) continue;
        world.apply(evolve(world, decodeEvent(bytes)));
      }
      const last = page.at(-1);
      if (last === undefined) break;
      ordinal = last.ordinal;
    }
    await this.store.replaceRecords(storedRecordsOf(world));
    await this.readAll();
  }

  /**
   * Begins to follow a Group after a sequence, without any state: as a new member, or as one that came back and may not
   * know what happened meanwhile. What it knew before may have changed unseen, so it is forgotten.
   */
  async start(groupId: string, startsAfter: number): Promise<void> {
    await this.begin(groupId, startsAfter, () => []);
  }

  /** Goes on from the state of a verified snapshot (DEL-006). */
  async startFromState(state: StateDocument, place: StatePlace): Promise<void> {
    const { groupId } = state;
    const { throughSequence, createdAt } = place;
    // First: without the start that it names, the note means nothing.
    const value: StartNote = { throughSequence, createdAt, state };
    await this.store.writeNotes([{ groupId, name: START_NOTE, value }]);
    await this.begin(groupId, throughSequence, (world) => foldState(world, state, place));
  }

  /** Goes on in a Group that is known, or leaves one. */
  async markFollowed(groupId: string, isFollowed: boolean): Promise<void> {
    await this.turns.run(async () => {
      const group = this.groups.get(groupId);
      if (group === undefined || group.isFollowed === isFollowed) return;
      await this.store.markFollowed(groupId, isFollowed);
      // Of a Group that was not followed, the records may not be in memory.
      if (isFollowed) this.replicaWorld.inner.apply(await this.store.readRecords(groupId));
      this.groups.set(groupId, { ...group, isFollowed });
    });
  }

  /**
   * Folds Events that continue their Groups' Cursors and makes all of it durable at once; `settle` says what an Event
   * means for the outbox. Events that do not continue a Cursor any more, because their Group was left or begun anew
   * meanwhile, are left out. Throws a StoreFault when it failed; then nothing has changed.
   */
  apply(
    events: readonly VerifiedEvent[],
    settle: (event: Event) => OutboxChange | undefined,
  ): Promise<AppliedEvents> {
    return this.turns.run(() => this.fold(events, settle));
  }

  private async fold(
    events: readonly VerifiedEvent[],
    settle: (event: Event) => OutboxChange | undefined,
  ): Promise<AppliedEvents> {
    const overlay = new OverlayWorld(this.replicaWorld);
    const applied: VerifiedEvent[] = [];
    const failed: { readonly event: VerifiedEvent; readonly error: unknown }[] = [];
    const cursors = new Map<string, number>();
    const stuck = new Set<string>();
    const outbox: OutboxChange[] = [];
    for (const verified of events) {
      const { groupId, sequence } = verified;
      const group = this.groups.get(groupId);
      const cursor = cursors.get(groupId) ?? group?.cursor ?? -1;
      if (stuck.has(groupId) || group?.isFollowed !== true || sequence !== cursor + 1) continue;
      try {
        overlay.apply(evolve(overlay, verified.event));
      } catch (error) {
        // Of a failed fold nothing is in the overlay. Other Groups go on.
        stuck.add(groupId);
        failed.push({ event: verified, error });
        continue;
      }
      applied.push(verified);
      cursors.set(groupId, sequence);
      const change = settle(verified.event);
      if (change !== undefined) outbox.push(change);
    }
    if (applied.length > 0) {
      const notes = this.notesOf(applied, overlay);
      await this.store.apply({
        events: applied.map(({ event, groupId, sequence, bytes }) => ({
          eventId: event.eventId,
          groupId,
          sequence,
          bytes,
        })),
        changes: overlay.changes,
        outbox,
        notes,
      });
    }
    this.replicaWorld.inner.apply(overlay.changes);
    for (const [groupId, cursor] of cursors) {
      const group = this.groups.get(groupId);
      if (group !== undefined) this.groups.set(groupId, { ...group, cursor });
    }
    return { applied, failed };
  }

  private notesOf(applied: readonly VerifiedEvent[], world: World): readonly Note[] {
    const { project } = this;
    if (project === undefined) return [];
    return runsOf(applied).flatMap(({ groupId, events }) => project(groupId, events, world));
  }

  private async begin(
    groupId: string,
    startsAfter: number,
    fold: (world: World) => readonly Change[],
  ): Promise<void> {
    await this.turns.run(async () => {
      if (this.groups.get(groupId)?.isFollowed === false) {
        // Not in memory; what it counts for elsewhere has to be taken back.
        this.replicaWorld.inner.apply(await this.store.readRecords(groupId));
      }
      const overlay = new OverlayWorld(this.replicaWorld);
      overlay.apply(forgetGroup(this.replicaWorld.inner, groupId));
      overlay.apply(fold(overlay));
      const { upserts } = collapseChanges(overlay.changes);
      await this.store.startGroup({
        groupId,
        startsAfter,
        records: upserts.filter((record) => record.groupId === groupId),
        changes: overlay.changes.filter((change) => change.groupId !== groupId),
      });
      this.replicaWorld.inner.apply(overlay.changes);
      this.groups.set(groupId, { groupId, startsAfter, cursor: startsAfter, isFollowed: true });
    });
  }
}

interface StartNote extends StatePlace {
  readonly state: StateDocument;
}

/** Events in order, those of one Group that follow each other together. */
export function runsOf(
  events: readonly VerifiedEvent[],
): readonly { readonly groupId: string; readonly events: readonly Event[] }[] {
  const runs: { readonly groupId: string; readonly events: Event[] }[] = [];
  for (const { groupId, event } of events) {
    const last = runs.at(-1);
    if (last?.groupId === groupId) last.events.push(event);
    else runs.push({ groupId, events: [event] });
  }
  return runs;
}

/** What changes when a Group's records go, also in the records about work across Groups. */
function forgetGroup(world: MemoryWorld, groupId: string): readonly Change[] {
  const overlay = new OverlayWorld(world);
  for (const [workItemId, { document }] of world.list('workItem', groupId)) {
    const agentId = document.owner?.agentId;
    if (agentId === undefined || (document.state !== 'queued' && document.state !== 'active')) continue;
    const workload = overlay.get('workload', ORGANIZATION, agentId);
    if (workload !== undefined) {
      const value = { ...workload, [document.state]: Math.max(0, workload[document.state] - 1) };
      overlay.apply([{ kind: 'workload', groupId: ORGANIZATION, id: agentId, value }]);
    }
    const execution = overlay.get('execution', ORGANIZATION, agentId);
    if (execution === undefined) continue;
    const items = execution.items.filter(
      (item) => item.groupId !== groupId || item.workItemId !== workItemId,
    );
    overlay.apply([{ kind: 'execution', groupId: ORGANIZATION, id: agentId, value: { items } }]);
  }
  for (const entry of world.entries()) {
    // Without a value it is a removal, whatever its kind.
    if (entry.groupId === groupId) overlay.apply([{ ...entry, value: undefined } as Change]);
  }
  return overlay.changes;
}

/** The records of a state, as a store keeps them. */
export function* storedRecordsOf(world: MemoryWorld): Iterable<StoredRecord> {
  for (const { kind, groupId, id } of world.entries()) {
    const value = world.get(kind, groupId, id);
    // The kind and the value come from one record, so they belong together.
    if (value !== undefined) yield { kind, groupId, id, value } as StoredRecord;
  }
}

/** Our own copy, verified when it was stored. */
function decodeEvent(bytes: Uint8Array): Event {
  try {
    return JSON.parse(Buffer.from(bytes).toString('utf8')) as Event;
  } catch (error) {
    throw new StoreFault('corrupt', 'a stored Event is not readable', { cause: error });
  }
}

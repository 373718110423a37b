// The Authority's working copy of the state: what a decision looks at is loaded first, and dropped when other things need
// the room. It holds nothing that the store does not hold.
import {
  type Change,
  MemoryWorld,
  ORGANIZATION,
  type RecordKind,
  type Records,
  type World,
} from '../domain/world.ts';
import type { AuthorityStore, StoredRecord } from '../store/authority-store.ts';

/** A piece of the state: one record, all of a kind in a Group, or all that is loaded with a Group. */
export interface Piece {
  readonly groupId: string;
  readonly kind?: RecordKind;
  readonly id?: string;
}

/** A decision looked at something that is not loaded: load it and decide again. */
export class NotLoaded extends Error {
  override readonly name = 'NotLoaded';
  readonly piece: Piece;
  constructor(piece: Piece) {
    super(`${piece.kind ?? 'the records'} ${piece.id ?? ''} of ${piece.groupId} not loaded`);
    this.piece = piece;
  }
}

/**
 * Whether a kind is loaded with its Group, or each record of it when a rule asks for that one: kinds of which a Group
 * gathers more and more, and which the rules find by id.
 */
const IS_LOADED_WITH_GROUP: { readonly [Kind in RecordKind]: boolean } = {
  mission: true,
  group: true,
  conversation: true,
  membership: true,
  member: true,
  workItem: true,
  lease: true,
  proposal: true,
  message: false,
  grant: true,
  approval: true,
  artifact: false,
  content: false,
  evidence: false,
  contextPackage: false,
  account: true,
  override: true,
  rate: true,
  rateChunk: false,
  plannedWork: true,
  childMission: true,
  policyLog: true,
  snapshot: true,
  head: true,
  missionAddress: true,
  contentUse: false,
  agent: true,
  session: true,
  workload: true,
  execution: true,
};

const LOADED_WITH_GROUP = (Object.keys(IS_LOADED_WITH_GROUP) as RecordKind[]).filter(
  (kind) => IS_LOADED_WITH_GROUP[kind],
);

/** A piece with all that belongs to it. */
export interface FetchedPiece {
  readonly piece: Piece;
  /** Kinds of which these are all records. */
  readonly kinds: readonly RecordKind[];
  readonly records: readonly StoredRecord[];
}

/** Reads a piece from the store. */
export async function fetchPiece(
  piece: Piece,
  store: Pick<AuthorityStore, 'readRecords' | 'readRecord'>,
): Promise<FetchedPiece> {
  const { groupId, kind, id } = piece;
  if (kind !== undefined && id !== undefined) {
    const record = await store.readRecord(kind, groupId, id);
    return { piece, kinds: [], records: record === undefined ? [] : [record] };
  }
  const kinds = kind === undefined ? LOADED_WITH_GROUP : [kind];
  return { piece, kinds, records: await store.readRecords(groupId, kinds) };
}

interface LoadedGroup {
  readonly world: MemoryWorld;
  /** Kinds of which every record is in `world`. */
  readonly complete: Set<RecordKind>;
  /** Ids of records of other kinds that are known not to exist. */
  readonly absent: Map<RecordKind, Set<string>>;
  /** Roughly what it costs to keep: the records, and what is known to be absent. */
  size: number;
  /** When it was last used, in looks of the cache. */
  usedAtLook: number;
}

/** Enough for some hundred large Groups; beyond it the least recently used ones go. */
const DEFAULT_MAX_RECORDS = 100_000;

/** A `World` over what is loaded. Reading anything else throws `NotLoaded`, which never leaves here silently. */
export class WorldCache implements World {
  private readonly maxRecords: number;
  private readonly groups = new Map<string, LoadedGroup>();
  private size = 0;
  private looks = 0;

  constructor(maxRecords = DEFAULT_MAX_RECORDS) {
    this.maxRecords = maxRecords;
  }

  /** Takes a piece that was found missing, as the store has it where this cache stands. */
  take({ piece, kinds, records }: FetchedPiece): void {
    const { groupId, kind, id } = piece;
    const group = this.groups.get(groupId) ?? this.open(groupId);
    for (const complete of kinds) {
      // What is there already is removed, so that all of the kind stands in the order of first writing.
      for (const [known] of group.world.list(complete, groupId)) {
        // A kind and nothing make a change of that kind.
        this.apply([{ kind: complete, groupId, id: known, value: undefined } as Change]);
      }
      group.complete.add(complete);
    }
    this.apply(records);
    if (kind === undefined || id === undefined || records.length > 0) return;
    const absent = group.absent.get(kind) ?? new Set();
    if (absent.has(id)) return;
    group.absent.set(kind, absent.add(id));
    this.resize(group, 1);
  }

  /**
   * Whether looking for a record would find out something without loading it. One of a Group that is not loaded comes
   * with the rest of what that look needs, so it counts as known.
   */
  knows({ groupId, kind, id }: Piece): boolean {
    const group = this.groups.get(groupId);
    if (group === undefined || kind === undefined || id === undefined || group.complete.has(kind))
      return true;
    return group.world.get(kind, groupId, id) !== undefined || isAbsent(group, kind, id);
  }

  get<Kind extends RecordKind>(kind: Kind, groupId: string, id: string): Records[Kind] | undefined {
    const group = this.require(groupId);
    const record = group.world.get(kind, groupId, id);
    if (record !== undefined || group.complete.has(kind) || isAbsent(group, kind, id)) return record;
    throw new NotLoaded({ groupId, kind, id });
  }

  list<Kind extends RecordKind>(kind: Kind, groupId: string): Iterable<readonly [string, Records[Kind]]> {
    const group = this.require(groupId);
    if (!group.complete.has(kind)) throw new NotLoaded({ groupId, kind });
    return group.world.list(kind, groupId);
  }

  /** Takes over what a commit changed. Groups that are not loaded need nothing: the store has it. */
  apply(changes: Iterable<Change>): void {
    for (const change of changes) {
      const { kind, groupId, id, value } = change;
      const group = this.groups.get(groupId);
      if (group === undefined) continue;
      const was = group.world.get(kind, groupId, id) === undefined ? 0 : 1;
      const wasAbsent = group.absent.get(kind)?.delete(id) === true ? 1 : 0;
      group.world.apply([change]);
      this.resize(group, (value === undefined ? 0 : 1) - was - wasAbsent);
    }
  }

  /**
   * Drops the least recently used Groups until the rest fits; the Organization's own records, which every Command uses,
   * only when they alone are too many.
   */
  trim(): void {
    if (this.size <= this.maxRecords) return;
    const byUse = [...this.groups].toSorted(([, a], [, b]) => a.usedAtLook - b.usedAtLook);
    for (const [groupId] of byUse) {
      if (this.size <= this.maxRecords) return;
      if (groupId !== ORGANIZATION) this.drop(groupId);
    }
    if (this.size > this.maxRecords) this.drop(ORGANIZATION);
  }

  /** Forgets everything: after a failed commit nothing in memory may be trusted over the store. */
  clear(): void {
    this.groups.clear();
    this.size = 0;
  }

  private require(groupId: string): LoadedGroup {
    const group = this.groups.get(groupId);
    if (group === undefined) throw new NotLoaded({ groupId });
    this.looks += 1;
    group.usedAtLook = this.looks;
    return group;
  }

  private open(groupId: string): LoadedGroup {
    // One for the Group itself: looks at Groups that do not exist must not pile up either.
    this.looks += 1;
    const group: LoadedGroup = {
      world: new MemoryWorld(),
      complete: new Set(),
      absent: new Map(),
      size: 1,
      usedAtLook: this.looks,
    };
    this.groups.set(groupId, group);
    this.size += 1;
    return group;
  }

  private resize(group: LoadedGroup, step: number): void {
    group.size += step;
    this.size += step;
  }

  private drop(groupId: string): void {
    const group = this.groups.get(groupId);
    if (group === undefined) return;
    this.groups.delete(groupId);
    this.size -= group.size;
  }
}

function isAbsent({ absent }: LoadedGroup, kind: RecordKind, id: string): boolean {
  return absent.get(kind)?.has(id) === true;
}

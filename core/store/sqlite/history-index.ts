// An index over the log of a replica, in a file beside it: what Events are found by, and their texts for search by words. It
// holds nothing that the replica does not hold, and a file that is damaged or of another version is made anew. Everything
// here is synchronous; it belongs into a thread of its own.
import { rmSync } from 'node:fs';
import Database from 'better-sqlite3';
import { StoreFault } from '../authority-store.ts';
import type {
  HistoryEntry,
  HistoryQuery,
  ItemDigest,
  TextArea,
  TextHit,
  TimeCount,
} from '../history-entry.ts';
import type { ReplicaEvent, ReplicaGroup } from '../replica-store.ts';
import { HISTORY_SCHEMA, type HistoryStatements, prepareHistory, toMatch } from './history-statements.ts';
import { ReplicaReader } from './replica-reader.ts';
import { atEdge } from './sqlite-fault.ts';

/** "HDLX" */
const APPLICATION_ID = 0x48_44_4c_58;
const VERSION = 1;
const BUSY_TIMEOUT_MS = 5_000;
/** Of search, counted no further. */
const MAX_COUNTED = 1_000;
const MAX_KEPT_RESULTS = 24;

export interface HistoryIndexOptions {
  /** The replica; it is only read. */
  readonly replicaPath: string;
  /** The index; made when it is missing. */
  readonly path: string;
  readonly describe: (event: ReplicaEvent) => HistoryEntry;
}

/** How far a Group is indexed. */
export interface IndexedGroup {
  readonly startsAfter: number;
  readonly cursor: number;
  readonly indexedThrough: number;
}

interface KeptResult {
  through: number;
  readonly sequences: number[];
  readonly removals: number;
}

export class HistoryIndex {
  private readonly options: HistoryIndexOptions;
  private readonly log: ReplicaReader;
  private database: Database.Database;
  private statements: HistoryStatements;
  /** By Group and query: what matched so far. An Event never changes, so only newer ones are looked at again. */
  private readonly results = new Map<string, KeptResult>();
  /** Raised when texts left the index: what was found by text before is no longer sure. */
  private removals = 0;
  /** How often a damaged index was made anew. */
  rebuilds = 0;

  private constructor(options: HistoryIndexOptions, log: ReplicaReader) {
    this.options = options;
    this.log = log;
    this.database = openIndex(options.path);
    this.statements = prepareHistory(this.database);
  }

  /** Throws a StoreFault when the replica cannot be read, or nothing can be written beside it. */
  static open(options: HistoryIndexOptions): HistoryIndex {
    const log = ReplicaReader.open(options.replicaPath);
    try {
      return atEdge(() => new HistoryIndex(options, log));
    } catch (error) {
      log.close();
      throw error;
    }
  }

  close(): void {
    this.database.close();
    this.log.close();
  }

  groups(): readonly ReplicaGroup[] {
    return this.log.groups();
  }

  stateOf(groupId: string): IndexedGroup | undefined {
    const group = this.groups().find((each) => each.groupId === groupId);
    if (group === undefined) return undefined;
    const known = this.guarded(() => this.statements.group(groupId));
    const isSame = known?.startsAfter === group.startsAfter;
    return {
      startsAfter: group.startsAfter,
      cursor: group.cursor,
      indexedThrough: isSame ? known.through : group.startsAfter,
    };
  }

  /** Small values that an Agent or app has kept beside the log. */
  notes(): ReadonlyMap<string, unknown> {
    return this.log.notes();
  }

  /** Takes at most `limit` further Events of a Group in. Answers whether there are more. */
  catchUp(groupId: string, limit: number): boolean {
    const group = this.groups().find((each) => each.groupId === groupId);
    if (group === undefined) return false;
    return this.guarded(() => {
      const known = this.statements.group(groupId);
      // Begun anew, or another replica under the same name: what was indexed belongs to a log that is not here.
      const isOther =
        known !== undefined &&
        (known.startsAfter !== group.startsAfter ||
          known.through > group.cursor ||
          !this.isSameEvent(groupId, known.through, known.eventId));
      if (isOther) {
        this.database.transaction(() => this.statements.forget(groupId))();
        this.results.clear();
        this.removals += 1;
      }
      const through = known === undefined || isOther ? group.startsAfter : known.through;
      const events = this.log.events(groupId, through, limit);
      const last = events.at(-1);
      if (last === undefined) return false;
      this.database.transaction(() => {
        for (const event of events) this.add(this.options.describe(event));
        this.statements.mark(groupId, group.startsAfter, last.sequence, last.eventId);
      })();
      return last.sequence < group.cursor;
    });
  }

  /** All sequences of a Group that fit, ascending, as far as it is indexed. */
  find(groupId: string, query: HistoryQuery): readonly number[] {
    const state = this.stateOf(groupId);
    if (state === undefined) return [];
    const key = JSON.stringify([groupId, query]);
    const hasText = (query.texts ?? []).length + (query.notTexts ?? []).length > 0;
    const before = this.results.get(key);
    const kept =
      before === undefined || (hasText && before.removals !== this.removals)
        ? { through: state.startsAfter, sequences: [], removals: this.removals }
        : before;
    if (kept.through < state.indexedThrough) {
      const found = this.guarded(() => this.statements.find(groupId, kept.through, query));
      for (const sequence of found) kept.sequences.push(sequence);
      kept.through = state.indexedThrough;
    }
    this.results.delete(key);
    this.results.set(key, kept);
    for (const [oldest] of this.results) {
      if (this.results.size <= MAX_KEPT_RESULTS) break;
      this.results.delete(oldest);
    }
    return kept.sequences;
  }

  events(groupId: string, afterSequence: number, limit: number): readonly ReplicaEvent[] {
    return this.log.events(groupId, afterSequence, limit);
  }

  /** Single Events by sequence, those that are there. */
  pick(groupId: string, sequences: readonly number[]): readonly ReplicaEvent[] {
    return sequences.flatMap((sequence) => {
      const [event] = this.log.events(groupId, sequence - 1, 1);
      return event?.sequence === sequence ? [event] : [];
    });
  }

  /** Where a Message was redacted or retracted, by the sequence of each of its Events that are asked for. */
  takenBack(groupId: string, sequences: readonly number[]): ReadonlyMap<number, number> {
    return this.guarded(() => this.statements.takenBack(groupId, sequences));
  }

  principals(groupId: string): readonly string[] {
    return this.guarded(() => this.statements.principals(groupId));
  }

  workItemIds(groupId: string): readonly string[] {
    return this.guarded(() => this.statements.workItemIds(groupId));
  }

  kinds(groupId: string): ReadonlyMap<string, number> {
    return this.guarded(() => this.statements.kinds(groupId));
  }

  /** The last Event up to an instant; 0 when there is none. */
  sequenceAt(groupId: string, atMs: number): number {
    return this.guarded(() => this.statements.sequenceAt(groupId, atMs));
  }

  digest(groupId: string, query: HistoryQuery): readonly ItemDigest[] {
    return this.guarded(() => this.statements.digest(groupId, query));
  }

  /** Counts in stretches of equal length between two instants, both included. */
  countTimes(
    groupId: string,
    query: HistoryQuery,
    {
      fromMs,
      throughMs,
      buckets,
    }: { readonly fromMs: number; readonly throughMs: number; readonly buckets: number },
  ): readonly TimeCount[] {
    const widthMs = Math.max(1, (throughMs - fromMs + 1) / buckets);
    return this.guarded(() => this.statements.countTimes(groupId, query, fromMs, throughMs, widthMs));
  }

  /** What holds the words, the newest first, and how much there is; counted up to a thousand. */
  search(
    words: string,
    { area, limit }: { readonly area?: TextArea; readonly limit: number },
  ): { readonly hits: readonly TextHit[]; readonly count: number } {
    const match = toMatch(words);
    if (match === undefined) return { hits: [], count: 0 };
    return this.guarded(() => ({
      hits: this.statements.search(match, area, limit),
      count: this.statements.count(match, area, MAX_COUNTED),
    }));
  }

  private add(entry: HistoryEntry): void {
    if (entry.takesBack && entry.messageId !== undefined) {
      this.statements.takeBack(entry.groupId, entry.messageId, entry.sequence);
      this.removals += 1;
    }
    this.statements.add(entry);
  }

  private isSameEvent(groupId: string, sequence: number, eventId: string): boolean {
    const [event] = this.log.events(groupId, sequence - 1, 1);
    return event === undefined || event.eventId === eventId;
  }

  /** Runs something on the index; one that is damaged is made anew, and is empty then. */
  private guarded<Answer>(work: () => Answer): Answer {
    try {
      return atEdge(work);
    } catch (error) {
      // Numbers that were given in a transaction which was undone are nobody's.
      this.statements = prepareHistory(this.database);
      if (!(error instanceof StoreFault) || error.kind !== 'corrupt') throw error;
      this.database.close();
      removeIndex(this.options.path);
      this.database = openIndex(this.options.path);
      this.statements = prepareHistory(this.database);
      this.results.clear();
      this.removals += 1;
      this.rebuilds += 1;
      return atEdge(work);
    }
  }
}

function openIndex(path: string): Database.Database {
  try {
    return prepare(path);
  } catch (error) {
    const isDamaged = error instanceof StoreFault && (error.kind === 'corrupt' || error.kind === 'other');
    if (!isDamaged) throw error;
    removeIndex(path);
    return prepare(path);
  }
}

function prepare(path: string): Database.Database {
  const database = atEdge(() => new Database(path, { timeout: BUSY_TIMEOUT_MS }));
  try {
    atEdge(() => {
      const owner = database.pragma('application_id', { simple: true });
      const version = database.pragma('user_version', { simple: true });
      const isEmpty = owner === 0 && version === 0;
      if (!isEmpty && (owner !== APPLICATION_ID || version !== VERSION)) {
        throw new StoreFault('corrupt', `${path} is no index of this version`);
      }
      database.pragma('journal_mode = WAL');
      // What is lost in a power failure is indexed again.
      database.pragma('synchronous = OFF');
      database.pragma('cache_size = -16384');
      // What was redacted does not stay in free pages.
      database.pragma('secure_delete = ON');
      if (!isEmpty) return;
      database.transaction(() => {
        database.exec(HISTORY_SCHEMA);
        database.pragma(`user_version = ${VERSION}`);
        database.pragma(`application_id = ${APPLICATION_ID}`);
      })();
    });
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

function removeIndex(path: string): void {
  for (const suffix of ['', '-wal', '-shm']) rmSync(`${path}${suffix}`, { force: true });
}

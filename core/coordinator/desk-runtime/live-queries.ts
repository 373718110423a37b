// Live queries as the host runs them. Nothing waits in a queue: a query knows what its window holds, and when there is
// room it sends the difference to what is true then. So a window that is slow, or that hangs, costs no memory, and what
// changed ten times meanwhile is sent once. Bytes follow what changed, not how much there is.
import type { LivePart, LiveRow } from '../../contract/live.ts';
import { LIVE_WINDOW } from '../../contract/live.ts';

/** What a query is about. */
export interface LiveSource<Row extends LiveRow, Summary> {
  /** What is true now. A row that did not change is best the same object as before: then nothing is compared. */
  readonly read: () => LiveContent<Row, Summary> | Promise<LiveContent<Row, Summary>>;
  /** Whether news about a topic can change it. */
  readonly concerns: (topic: Topic) => boolean;
}

export interface LiveContent<Row extends LiveRow, Summary> {
  readonly rows: readonly Row[];
  readonly summary: Summary;
}

/** What has changed; a Group's log, everything of an area, or everything. */
export type Topic =
  | { readonly kind: 'group'; readonly connectionId: string; readonly groupId: string }
  | { readonly kind: 'area'; readonly area: Area }
  /** Time has passed. */
  | { readonly kind: 'time' };

export type Area =
  | 'attention'
  | 'assistant'
  | 'outbox'
  | 'sheets'
  | 'drafts'
  | 'connections'
  | 'keys'
  | 'contents'
  | 'presence'
  | 'briefs'
  | 'demo'
  | 'history'
  | 'notices'
  | 'operator'
  | 'settings';

export interface LiveClock {
  /** Runs `action` once after a delay. Returns the way to cancel it. */
  after(delayMs: number, action: () => void): () => void;
}

export interface LiveSettings {
  /** How many rows one part holds at most. */
  readonly partRows: number;
  /** How long changes are gathered before a query looks again. */
  readonly gatherMs: number;
  /** How many queries may be open at once. */
  readonly maxQueries: number;
}

export const DEFAULT_LIVE: LiveSettings = { partRows: 200, gatherMs: 40, maxQueries: 64 };

/** All open queries of a desk. */
export class LiveQueries {
  private readonly clock: LiveClock;
  private readonly settings: LiveSettings;
  private readonly queries = new Map<string, Query>();
  private readonly onFault: (error: unknown) => void;
  private lastId = 0;

  constructor(clock: LiveClock, onFault: (error: unknown) => void, settings: LiveSettings = DEFAULT_LIVE) {
    this.clock = clock;
    this.onFault = onFault;
    this.settings = settings;
  }

  get openCount(): number {
    return this.queries.size;
  }

  /** Opens a query. It ends with the signal, or when whoever reads it stops; undefined when too many are open. */
  open<Row extends LiveRow, Summary>(
    source: LiveSource<Row, Summary>,
    signal: AbortSignal | undefined,
  ): AsyncGenerator<LivePart<Row, Summary>, void, void> | undefined {
    if (this.queries.size >= this.settings.maxQueries) return undefined;
    const query = new LiveQuery(
      source,
      `live-${(this.lastId += 1)}`,
      this.clock,
      this.settings,
      this.onFault,
    );
    this.queries.set(query.liveId, query);
    const end = () => {
      this.queries.delete(query.liveId);
      query.end();
    };
    if (signal?.aborted === true) end();
    else signal?.addEventListener('abort', end, { once: true });
    return query.parts(() => {
      signal?.removeEventListener('abort', end);
      end();
    });
  }

  /** A window has taken a part over. Unknown queries have ended meanwhile. */
  acknowledge(liveId: string, number: number): void {
    this.queries.get(liveId)?.acknowledge(number);
  }

  /** Something has changed. */
  tell(topic: Topic): void {
    for (const query of this.queries.values()) query.tell(topic);
  }

  /** Everything may look different, as in another language: all queries begin anew. */
  restart(): void {
    for (const query of this.queries.values()) query.restart();
  }

  endAll(): void {
    for (const query of this.queries.values()) query.end();
    this.queries.clear();
  }
}

/** What the list of queries needs of one, whatever its rows are. */
interface Query {
  readonly liveId: string;
  acknowledge(number: number): void;
  tell(topic: Topic): void;
  restart(): void;
  end(): void;
}

class LiveQuery<Row extends LiveRow, Summary> implements Query {
  readonly liveId: string;
  private readonly source: LiveSource<Row, Summary>;
  private readonly clock: LiveClock;
  private readonly settings: LiveSettings;
  private readonly onFault: (error: unknown) => void;
  /** What the window holds, as far as it was sent. */
  private readonly held = new Map<string, Row>();
  private heldSummary: string | undefined;
  /** Rows of a beginning that were not sent yet; undefined when there is no beginning under way. */
  private beginning: Row[] | undefined;
  private mustBegin = true;
  private isDirty = true;
  private isEnded = false;
  private nextNumber = 0;
  private acknowledged = -1;
  private wake: (() => void) | undefined;
  private cancelGathering: (() => void) | undefined;

  constructor(
    source: LiveSource<Row, Summary>,
    liveId: string,
    clock: LiveClock,
    settings: LiveSettings,
    onFault: (error: unknown) => void,
  ) {
    this.source = source;
    this.liveId = liveId;
    this.clock = clock;
    this.settings = settings;
    this.onFault = onFault;
  }

  acknowledge(number: number): void {
    // What was never sent cannot have been taken over.
    if (number >= this.nextNumber || number <= this.acknowledged) return;
    this.acknowledged = number;
    this.wakeUp();
  }

  tell(topic: Topic): void {
    if (this.isDirty || this.cancelGathering !== undefined || !this.source.concerns(topic)) return;
    this.cancelGathering = this.clock.after(this.settings.gatherMs, () => {
      this.cancelGathering = undefined;
      this.isDirty = true;
      this.wakeUp();
    });
  }

  restart(): void {
    this.mustBegin = true;
    this.isDirty = true;
    this.wakeUp();
  }

  end(): void {
    this.isEnded = true;
    this.cancelGathering?.();
    this.cancelGathering = undefined;
    this.wakeUp();
  }

  async *parts(onEnd: () => void): AsyncGenerator<LivePart<Row, Summary>, void, void> {
    try {
      while (!this.isEnded) {
        const part = this.hasRoom() ? await this.nextPart() : undefined;
        if (part !== undefined) yield part;
        else if (!this.canGoOn()) await this.news();
      }
    } finally {
      onEnd();
    }
  }

  /** Whether there is something to do at once: what happened while a part was made. */
  private canGoOn(): boolean {
    return this.isEnded || (this.hasRoom() && this.isDirty);
  }

  private hasRoom(): boolean {
    return this.nextNumber - this.acknowledged - 1 < LIVE_WINDOW;
  }

  /** Resolves at the next change, acknowledgement or end. */
  private news(): Promise<void> {
    return new Promise((resolve) => {
      this.wake = resolve;
    });
  }

  private wakeUp(): void {
    this.wake?.();
    this.wake = undefined;
  }

  private async nextPart(): Promise<LivePart<Row, Summary> | undefined> {
    if (this.beginning !== undefined && !this.mustBegin) return this.continueBeginning(this.beginning);
    if (!this.isDirty) return undefined;
    let content: LiveContent<Row, Summary>;
    // Before it is read: what happens meanwhile counts for the next part.
    this.isDirty = false;
    try {
      content = await this.source.read();
    } catch (error) {
      // A row that cannot be made must not end the query: it is tried again at the next change.
      this.onFault(error);
      return undefined;
    }
    return this.mustBegin ? this.begin(content) : this.patch(content);
  }

  private begin({ rows, summary }: LiveContent<Row, Summary>): LivePart<Row, Summary> {
    const { partRows } = this.settings;
    this.mustBegin = false;
    this.held.clear();
    const first = rows.slice(0, partRows);
    const rest = rows.slice(partRows);
    for (const row of first) this.held.set(row.id, row);
    this.beginning = rest.length === 0 ? undefined : rest;
    this.heldSummary = JSON.stringify(summary);
    return { ...this.number(), summary, type: 'reset', rows: first, more: rest.length > 0 };
  }

  private continueBeginning(rest: Row[]): LivePart<Row, Summary> {
    const rows = rest.splice(0, this.settings.partRows);
    for (const row of rows) this.held.set(row.id, row);
    const more = rest.length > 0;
    if (!more) this.beginning = undefined;
    return { ...this.number(), type: 'rows', rows, more };
  }

  private patch({ rows, summary }: LiveContent<Row, Summary>): LivePart<Row, Summary> | undefined {
    const { partRows } = this.settings;
    const put: Row[] = [];
    const present = new Set<string>();
    let isWhole = true;
    for (const row of rows) {
      present.add(row.id);
      const held = this.held.get(row.id);
      if (held === row) continue;
      if (held !== undefined && JSON.stringify(held) === JSON.stringify(row)) this.held.set(row.id, row);
      else if (put.length < partRows) put.push(row);
      // The rest goes with the next part.
      else isWhole = false;
    }
    const gone = [...this.held.keys()].filter((id) => !present.has(id));
    for (const row of put) this.held.set(row.id, row);
    for (const id of gone) this.held.delete(id);
    if (!isWhole) this.isDirty = true;
    const summaryText = JSON.stringify(summary);
    const isSummaryOther = summaryText !== this.heldSummary;
    this.heldSummary = summaryText;
    if (put.length === 0 && gone.length === 0 && !isSummaryOther) return undefined;
    return { ...this.number(), ...(isSummaryOther ? { summary } : {}), type: 'patch', put, gone };
  }

  private number(): { readonly liveId: string; readonly number: number } {
    const number = this.nextNumber;
    this.nextNumber += 1;
    return { liveId: this.liveId, number };
  }
}

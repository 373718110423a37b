// Commands on their way into the log, in the order in which they arrived. While one commit is on its way to the disk, the
// Commands after it are decided on the state that it is going to leave; nobody is answered before their own commit is durable.
import { setImmediate } from 'node:timers/promises';
import { nowAt } from '../domain/decision.ts';
import { evolve } from '../domain/evolve.ts';
import type { Event, ProtocolError } from '../protocol/generated/documents.ts';
import type { KeyBinding } from '../protocol/registry.ts';
import { accept, type Result } from '../protocol/result.ts';
import { type StoredEvent, StoreFault, type WriteTransaction } from '../store/authority-store.ts';
import { answerError, type SubmitResult } from './answers.ts';
import type { AuthorityOptions } from './authority-options.ts';
import {
  type BatchAnswer,
  type BatchEnvironment,
  type BatchReads,
  CommitBatch,
  type CommittedEvent,
  type SealedBatch,
  type Submission,
} from './commit-batch.ts';
import { NotLoaded, type WorldCache } from './world-cache.ts';

/** 300 s back and 30 s ahead: clocks of laptops drift, and a queue may be slow (OPEN-012). */
const DEFAULT_FRESHNESS = { pastMs: 300_000, futureMs: 30_000 };
const DEFAULT_BATCH_SIZE = 64;
/** Commits of other processes are taken over in pages of this many Events. */
const CATCH_UP_PAGE = 500;
/**
 * After another process has committed in between, so many commits are decided under the write lock: where several
 * processes write, what is decided ahead would mostly have to be decided again.
 */
const CAUTIOUS_COMMITS = 32;
/** While one commit is written, the next may queue behind it. */
const MAX_FLIGHTS = 2;
/**
 * So many Commands do not wait for more; fewer begin a commit only when the disk is idle. Smaller ones cost the disk more than
 * the waiting saves.
 */
const WORTH_A_FLIGHT = 16;

/** A Command that arrived. It keeps its place in the queue while its signatures are verified on other threads. */
interface Waiting {
  readonly verification: Promise<Result<Submission, ProtocolError>>;
  readonly resolve: (result: SubmitResult) => void;
}

/** A Command that is ready to be decided. */
interface Ready {
  readonly submission: Submission;
  readonly resolve: (result: SubmitResult) => void;
}

/** Commands that were decided and wait for their commit. */
interface DecidedBatch {
  readonly batch: CommitBatch;
  readonly answers: { readonly entry: Ready; readonly answer: BatchAnswer }[];
  /** Kept until the commit is over: the protected log is written through the same store. */
  readonly refusals: (() => void)[];
  readonly startedAtMs: number;
}

/** A commit on its way to the disk. */
interface Flight {
  readonly decided: DecidedBatch;
  /** The commit order after it. */
  readonly position: number;
  /** Resolves, never rejects, when its Commands are answered or are to be decided again. */
  readonly done: Promise<void>;
}

/** What the line works on. */
export interface LineSurroundings {
  readonly options: AuthorityOptions;
  readonly cache: WorldCache;
  /** The key of the Group Authority as the Registry has it now. */
  readonly bindingOf: (keyId: string) => KeyBinding;
  /** For the protected log. */
  readonly onRefusal: BatchEnvironment['onRefusal'];
  /** Hears of every commit once it is durable, other processes' included, in commit order. */
  readonly onCommit: (events: readonly CommittedEvent[]) => void;
}

export class CommitLine {
  private readonly surroundings: LineSurroundings;
  private readonly waiting: Waiting[] = [];
  /** Decided ahead, on top of the commit that is under way. */
  private ahead: DecidedBatch | undefined;
  /** Commits under way, in order: each rests on the one before it. */
  private readonly flights: Flight[] = [];
  /** Whether what was decided ahead rests on a state that never came to be. */
  private isSpoiled = false;
  /** Of commits that did not happen for that reason: to be decided again, before everything else. */
  private readonly spoiled: Ready[] = [];
  /** Arrived since: to be decided after what was decided ahead. */
  private readonly late: Ready[] = [];
  private cautiousCommits = 0;
  /** The last commit that listeners were told of, and that every loaded Group stands at. */
  private stand: number;
  /** Whether another process has committed since this one last looked. */
  private isBehind = false;
  private readonly synchronizing: {
    readonly resolve: () => void;
    readonly reject: (error: unknown) => void;
  }[] = [];
  private working: Promise<void> | undefined;

  /** `position` is the last commit that nobody need be told of. */
  constructor(surroundings: LineSurroundings, position: number) {
    this.surroundings = surroundings;
    this.stand = position;
  }

  /** The last commit that the loaded state stands at. */
  get position(): number {
    return this.stand;
  }

  /** Commands that wait for their decision or their commit. */
  get waitingCount(): number {
    return this.waiting.length + this.late.length + this.spoiled.length + (this.ahead?.answers.length ?? 0);
  }

  /** Whether a commit is under way, or Commands wait for one. */
  get isBusy(): boolean {
    return this.working !== undefined || this.flights.length > 0;
  }

  /** Queues a Command whose verification is under way, and answers when it is a fact or refused. */
  submit(verification: Waiting['verification']): Promise<SubmitResult> {
    return new Promise((resolve) => {
      this.waiting.push({ verification, resolve });
      this.wake();
    });
  }

  /** Takes over what other processes have committed before this call. */
  catchUp(): Promise<void> {
    return new Promise((resolve, reject) => {
      this.synchronizing.push({ resolve, reject });
      this.wake();
    });
  }

  /** Another process wrote: takes it over soon. */
  follow(): void {
    this.isBehind = true;
    this.wake();
  }

  /** Resolves when everything that waits is answered. */
  async drain(): Promise<void> {
    while (this.isBusy) {
      await this.working;
      await this.landed();
    }
  }

  /** Resolves when all commits that are under way now are over. */
  private async landed(): Promise<void> {
    await this.flights.at(-1)?.done;
  }

  private wake(): void {
    this.working ??= this.work().finally(() => {
      this.working = undefined;
      // Somebody who was just answered may have sent the next Command before this line.
      if (this.hasWork) this.wake();
    });
  }

  private get hasWork(): boolean {
    return (
      this.synchronizing.length > 0 ||
      this.isBehind ||
      this.isSpoiled ||
      (this.waiting.length > 0 && this.room > 0) ||
      this.mayBegin
    );
  }

  private get mayBegin(): boolean {
    if (this.ahead === undefined || this.isSpoiled || this.flights.length >= MAX_FLIGHTS) return false;
    return this.flights.length === 0 || this.ahead.answers.length >= WORTH_A_FLIGHT;
  }

  private get room(): number {
    const size = this.surroundings.options.batchSize ?? DEFAULT_BATCH_SIZE;
    return size - (this.ahead?.answers.length ?? 0);
  }

  private async work(): Promise<void> {
    do {
      // A turn of the loop reads every socket that has something: their Commands then share one durable commit.
      await setImmediate();
      const synchronized = this.synchronizing.splice(0);
      const arrived = this.waiting.splice(0, this.room);
      if (synchronized.length > 0 || this.isBehind || this.isSpoiled || this.cautiousCommits > 0) {
        await this.decideUnderLock(await this.sortOutRefused(arrived), synchronized);
        continue;
      }
      for (const { verification, resolve } of arrived) {
        // Others are verified meanwhile: what is ready is decided, and enough of it begins its commit.
        const result = await verification;
        if (result.ok) await this.decideAhead({ submission: result.value, resolve });
        else resolve(result);
        if ((this.ahead?.answers.length ?? 0) >= WORTH_A_FLIGHT) this.beginCommit();
      }
      this.beginCommit();
    } while (this.hasWork);
  }

  /** Waits for the verifications, in the order of arrival, and answers those that failed. */
  private async sortOutRefused(arrived: readonly Waiting[]): Promise<readonly Ready[]> {
    const ready: Ready[] = [];
    for (const { verification, resolve } of arrived) {
      const result = await verification;
      if (result.ok) ready.push({ submission: result.value, resolve });
      else resolve(result);
    }
    return ready;
  }

  /** Decides on the state that the commits under way are going to leave. */
  private async decideAhead(entry: Ready): Promise<void> {
    if (this.isSpoiled) {
      this.late.push(entry);
      return;
    }
    this.ahead ??= this.openBatch(this.readsAhead(), this.flights.at(-1)?.decided.batch);
    const { batch, answers } = this.ahead;
    try {
      answers.push({ entry, answer: await this.addTo(batch, entry.submission) });
    } catch (error) {
      if (!this.isSpoiled) this.surroundings.options.onFault(error);
      this.spoil();
      this.late.push(entry);
    }
  }

  /** What the store holds; what is asked of the log waits for the commit that is under way. */
  private readsAhead(): BatchReads {
    const { store } = this.surroundings.options;
    const log = {
      readEvent: async (eventId: string) => {
        await this.landed();
        return store.readEvent(eventId);
      },
      readGroupEvents: async (groupId: string, afterSequence: number, limit: number) => {
        await this.landed();
        return store.readGroupEvents(groupId, afterSequence, limit);
      },
    };
    return { leavesRepeatsToCommit: true, state: store, log, admissions: store.admissions };
  }

  private beginCommit(): void {
    const decided = this.ahead;
    if (decided === undefined || !this.mayBegin) return;
    this.ahead = undefined;
    const before = this.flights.at(-1);
    const position = before?.position ?? this.stand;
    const done = this.commitAhead(decided, position, before?.done).finally(() => {
      this.flights.shift();
      if (this.hasWork) this.wake();
    });
    this.flights.push({ decided, position: position + decided.batch.eventCount, done });
  }

  /**
   * One commit of what was decided before it began. Until `commitAt` everything is in memory: a crash there loses only
   * Commands that nobody was told about. What it writes becomes durable as one transaction before it answers. Answers and
   * fan-out come after it: a crash between them leaves facts whose senders ask again and get the receipt. When somebody
   * else has committed since the decisions were made, or a Command was accepted before, nothing is written and all is
   * decided again.
   */
  private async commitAhead(
    decided: DecidedBatch,
    position: number,
    before: Promise<void> | undefined,
  ): Promise<void> {
    const entries = decided.answers.map(({ entry }) => entry);
    try {
      const sealed = await decided.batch.seal(position);
      const isCommitted = await this.surroundings.options.store.commitAt(position, sealed.batch);
      await before;
      if (!isCommitted) {
        // Nobody else has written when the commit before this one did not happen.
        if (!this.isSpoiled) this.cautiousCommits = CAUTIOUS_COMMITS;
        this.spoiled.push(...entries);
        this.spoil();
      } else if (this.stand === position) {
        this.batchAfter(decided)?.rebase(this.surroundings.cache);
        this.conclude(decided, sealed);
      } else {
        // Nobody knows of the commit before, but this one proves that it happened. What both did is taken over from the log.
        this.answerAll(decided, sealed);
        this.isBehind = true;
        this.spoil();
      }
    } catch (error) {
      await before;
      this.spoil();
      // A Command that was accepted before: what commits under the lock has looked for its receipt.
      if (error instanceof StoreFault && error.kind === 'conflict') this.spoiled.push(...entries);
      else this.fail(entries, error);
    }
  }

  private batchAfter(decided: DecidedBatch): CommitBatch | undefined {
    const next = this.flights.findIndex((flight) => flight.decided === decided) + 1;
    return (this.flights[next]?.decided ?? this.ahead)?.batch;
  }

  /** What was loaded or decided since the last commit may rest on what never came to be: all of it is decided again. */
  private spoil(): void {
    this.surroundings.cache.clear();
    this.isSpoiled = true;
  }

  /** One commit whose decisions are made while nobody else can write. */
  private async decideUnderLock(
    ready: readonly Ready[],
    synchronized: CommitLine['synchronizing'],
  ): Promise<void> {
    await this.landed();
    // In the order in which they arrived.
    const decidedAhead = this.ahead?.answers.map(({ entry }) => entry) ?? [];
    this.ahead = undefined;
    this.isSpoiled = false;
    const entries = [...this.spoiled.splice(0), ...decidedAhead, ...this.late.splice(0), ...ready];
    // Documents that prove nothing must not take the write lock from those who wait for it.
    if (entries.length === 0 && synchronized.length === 0 && !this.isBehind) return;
    this.isBehind = false;
    try {
      await this.commitUnderLock(entries);
      for (const { resolve } of synchronized) resolve();
    } catch (error) {
      for (const { reject } of synchronized) reject(error);
      this.surroundings.cache.clear();
      this.fail(entries, error);
    }
  }

  private async commitUnderLock(entries: readonly Ready[]): Promise<void> {
    const { store } = this.surroundings.options;
    const { decided, sealed } = await store.write(async (transaction) => {
      const hasOthers = transaction.position !== this.stand;
      this.cautiousCommits = hasOthers ? CAUTIOUS_COMMITS : Math.max(0, this.cautiousCommits - 1);
      await this.takeOver(transaction);
      const open = this.openBatch({
        leavesRepeatsToCommit: false,
        state: transaction,
        log: store,
        admissions: store.admissions,
      });
      for (const entry of entries) {
        open.answers.push({ entry, answer: await this.addTo(open.batch, entry.submission) });
      }
      const finished = await open.batch.seal(transaction.position);
      if (!open.batch.isEmpty) await transaction.append(finished.batch);
      return { decided: open, sealed: finished };
    });
    this.conclude(decided, sealed);
  }

  /** After the commit: the state, the answers, the listeners. */
  private conclude(decided: DecidedBatch, sealed: SealedBatch): void {
    const { cache, onCommit } = this.surroundings;
    cache.apply(decided.batch.world.changes);
    cache.trim();
    this.stand = sealed.position;
    this.answerAll(decided, sealed);
    onCommit(sealed.events);
  }

  private answerAll({ answers, refusals, startedAtMs }: DecidedBatch, { events }: SealedBatch): void {
    const { options } = this.surroundings;
    if (answers.length > 0)
      options.observer?.committed(answers.length, (options.now() - startedAtMs) / 1_000);
    const storedById = new Map(events.map(({ stored }) => [stored.eventId, stored]));
    for (const { entry, answer } of answers) entry.resolve(settle(answer, storedById));
    for (const record of refusals) record();
  }

  /** The store is the truth now, whatever happened; nobody was told otherwise. */
  private fail(entries: readonly Ready[], error: unknown): void {
    const { options } = this.surroundings;
    options.onFault(error);
    const message = error instanceof StoreFault ? 'the store did not commit' : 'the authority failed';
    for (const { resolve, submission } of entries) {
      resolve(answerError('INTERNAL_ERROR', message, this.nowText(), submission.verified.document));
    }
  }

  /** A defect that one Command brings to light refuses that Command alone: nothing of it is in the batch yet. */
  private async addTo(batch: CommitBatch, submission: Submission): Promise<BatchAnswer> {
    try {
      return await batch.add(submission);
    } catch (error) {
      // What was read of a commit that did not happen is no defect: the Command is going to be decided again.
      if (error instanceof StoreFault || this.isSpoiled) throw error;
      this.surroundings.options.onFault(error);
      return answerError(
        'INTERNAL_ERROR',
        'the authority failed',
        this.nowText(),
        submission.verified.document,
      );
    }
  }

  private openBatch(reads: BatchReads, before?: CommitBatch): DecidedBatch {
    const { cache, options, bindingOf, onRefusal } = this.surroundings;
    const { organizationId, policy, now, newId, hosted } = options;
    const { groupAuthority, admission } = options.services;
    const refusals: (() => void)[] = [];
    const environment: BatchEnvironment = {
      organizationId,
      policy,
      now,
      newId,
      freshness: options.freshness ?? DEFAULT_FRESHNESS,
      groupAuthority: { ...groupAuthority, binding: bindingOf(groupAuthority.signer.keyId) },
      admission,
      hosted,
      onRefusal: (...refusal) => refusals.push(() => onRefusal(...refusal)),
    };
    return {
      batch: new CommitBatch(environment, cache, reads, before),
      answers: [],
      refusals,
      startedAtMs: now(),
    };
  }

  /**
   * Takes over what was committed since `stand`: by other processes, or by this one when it could not know. After it,
   * every decision stands on the last state, and every listener has heard of every commit once.
   */
  private async takeOver(transaction: WriteTransaction): Promise<void> {
    while (this.stand < transaction.position) {
      const page = await transaction.readCommits(this.stand, CATCH_UP_PAGE);
      const events = page.map((stored) => ({ stored, event: decodeEvent(stored) }));
      const last = events.at(-1);
      if (last === undefined) throw new StoreFault('corrupt', `no commits after position ${this.stand}`);
      for (const { event } of events) this.foldForeign(event);
      this.stand = last.stored.position;
      this.surroundings.onCommit(events);
    }
  }

  /** Folds over what is loaded. When a fold needs what is not, dropping everything is simple and always right. */
  private foldForeign(event: Event): void {
    const { cache } = this.surroundings;
    try {
      cache.apply(evolve(cache, event));
    } catch (error) {
      if (!(error instanceof NotLoaded)) throw error;
      cache.clear();
    }
  }

  private nowText(): string {
    return nowAt(this.surroundings.options.now()).text;
  }
}

/** An answer with the Event that it is about, now that the batch is stored. */
function settle(answer: BatchAnswer, storedById: ReadonlyMap<string, StoredEvent>): SubmitResult {
  if (!answer.ok) return answer;
  const { primary, isRepeat } = answer.value;
  const stored = typeof primary === 'string' ? storedById.get(primary) : primary;
  if (stored === undefined) throw new Error('every accepted Command has its Event in the batch');
  return accept({ primary: stored, isRepeat });
}

/** The document of a stored Event; its signature was checked when it was stored. */
export function decodeEvent({ bytes }: StoredEvent): Event {
  return JSON.parse(Buffer.from(bytes).toString('utf8')) as Event;
}

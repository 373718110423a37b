// Verifies the log of one Group as it is kept here: order and gaps, the six stages of every Event and of the documents inside,
// who accepted it, and snapshots against the state that follows from the Events. It reads only, stops when it is told to, and
// goes on where it stopped. What each Event proves by itself is begun some pages ahead, on other threads; everything that
// depends on what went before is looked at in the order of the log.
import { stateDocumentOf } from '../authority/snapshots.ts';
import { verifySignedPayload } from '../authority/signed-payloads.ts';
import { evolve } from '../domain/evolve.ts';
import { MemoryWorld } from '../domain/world.ts';
import type { Event, GroupSnapshot } from '../protocol/generated/documents.ts';
import { canonicalize } from '../protocol/jcs.ts';
import type { KeyEvidence } from '../protocol/registry.ts';
import type { Result } from '../protocol/result.ts';
import {
  type VerificationFault,
  type VerificationStage,
  type VerifiedDocument,
  verifyDocumentAsync,
} from '../protocol/verify.ts';
import type { ReplicaEvent } from '../store/replica-store.ts';

/** What failed: a stage of the protocol's verification, or something about the log as a whole. */
export type LogCheck = VerificationStage | 'order' | 'columns' | 'authority' | 'inner' | 'snapshot' | 'fold';

export interface LogFailure {
  readonly sequence: number;
  readonly check: LogCheck;
  /** The rule that found it, for a local diagnosis. */
  readonly detail: string;
}

export interface KeyUse {
  readonly keyId: string;
  readonly count: number;
  readonly firstSequence: number;
  readonly lastSequence: number;
}

export interface LogProgress {
  /** The last sequence that was looked at. */
  readonly through: number;
  readonly checked: number;
  readonly verified: number;
  /** Events under keys that the Registry does not know: no proof of anything. */
  readonly unknownKeys: number;
  readonly failures: readonly LogFailure[];
  readonly failureCount: number;
  readonly snapshots: number;
  readonly keys: readonly KeyUse[];
}

export interface LogToVerify {
  readonly groupId: string;
  /** The log is here after it. */
  readonly startsAfter: number;
  readonly fromSequence: number;
  readonly throughSequence: number;
  readonly keys: KeyEvidence;
  /** The service whose acceptance counts; undefined when nobody was pinned. */
  readonly authorityId: string | undefined;
  readonly read: (afterSequence: number, limit: number) => readonly ReplicaEvent[];
}

/** How much is under way at once; it changes nothing about what is found. */
export interface VerificationPace {
  /** Events of one page: what is read, and told, at once. */
  readonly page: number;
  /** Pages that are begun before the first of them is looked at: enough that no thread waits for another. */
  readonly pagesBegun: number;
}

const PACE: VerificationPace = { page: 256, pagesBegun: 3 };
/** A broken log should not fill the memory; the first ones tell where to look. */
const MAX_FAILURES = 100;

/** What an Event proves by itself: its own six stages, and those of the documents inside when it has passed. */
interface EventProof {
  readonly kept: ReplicaEvent;
  readonly own: Result<VerifiedDocument<'event'>, VerificationFault>;
  readonly inner: VerificationFault | undefined;
}

export class HistoryVerification {
  private readonly log: LogToVerify;
  private readonly pace: VerificationPace;
  private readonly failures: LogFailure[] = [];
  private readonly uses = new Map<string, { count: number; firstSequence: number; lastSequence: number }>();
  /** The state, while the log is followed from its beginning. */
  private readonly world: MemoryWorld | undefined;
  private readonly eventIds: string[] = [];
  private through: number;
  private checked = 0;
  private verified = 0;
  private unknownKeys = 0;
  private failureCount = 0;
  private snapshots = 0;

  constructor(log: LogToVerify, pace: VerificationPace = PACE) {
    this.log = log;
    this.pace = pace;
    this.through = log.fromSequence - 1;
    // Without the beginning of a log nothing can be said of its state.
    this.world = log.startsAfter === 0 ? new MemoryWorld() : undefined;
  }

  progress(): LogProgress {
    const { through, checked, verified, unknownKeys, failures, failureCount, snapshots } = this;
    return {
      through,
      checked,
      verified,
      unknownKeys,
      failures: [...failures],
      failureCount,
      snapshots,
      keys: [...this.uses].map(([keyId, use]) => Object.assign({ keyId }, use)),
    };
  }

  /** Verifies to the end, or until it is told to stop; `onPage` hears after every page. */
  async run(isStopped: () => boolean, onPage: (progress: LogProgress) => void): Promise<LogProgress> {
    this.foldBefore();
    const { throughSequence } = this.log;
    const begun: { readonly through: number; readonly proofs: Promise<readonly EventProof[]> }[] = [];
    while (!isStopped() && this.through < throughSequence) {
      while (begun.length < this.pace.pagesBegun) {
        const after = begun.at(-1)?.through ?? this.through;
        if (after >= throughSequence) break;
        begun.push(this.beginPage(after));
      }
      const page = (await begun.shift()?.proofs) ?? [];
      if (page.length === 0) {
        this.fail(this.through + 1, 'order', `the log ends before #${throughSequence}`);
        break;
      }
      for (const proof of page) this.take(proof);
      onPage(this.progress());
    }
    // Nothing goes on in the background once the answer is there.
    await Promise.all(begun.map(({ proofs }) => proofs));
    return this.progress();
  }

  private beginPage(after: number) {
    const { read, throughSequence } = this.log;
    const page = read(after, Math.min(this.pace.page, throughSequence - after));
    return {
      through: page.at(-1)?.sequence ?? throughSequence,
      proofs: Promise.all(page.map((kept) => this.prove(kept))),
    };
  }

  /** The state before a beginning that is not that of the log: folded, not verified again. */
  private foldBefore(): void {
    const { startsAfter, fromSequence, read } = this.log;
    for (let after = startsAfter; this.world !== undefined && after < fromSequence - 1;) {
      const page = read(after, Math.min(this.pace.page, fromSequence - 1 - after));
      if (page.length === 0) return;
      for (const { bytes, sequence, eventId } of page) {
        after = sequence;
        this.eventIds.push(eventId);
        // Not verified here: it was, or was found wanting, in the part before.
        this.fold(() => JSON.parse(Buffer.from(bytes).toString('utf8')) as Event, sequence);
      }
    }
  }

  private async prove(kept: ReplicaEvent): Promise<EventProof> {
    const { keys } = this.log;
    const own = await verifyDocumentAsync('event', kept.bytes, keys);
    const inner = own.ok ? await verifySignedPayload(own.value.document, keys) : undefined;
    return { kept, own, inner: inner === undefined || inner.ok ? undefined : inner.fault };
  }

  private take({ kept, own, inner }: EventProof): void {
    const { sequence } = kept;
    if (sequence !== this.through + 1) {
      this.fail(sequence, 'order', `#${this.through + 1}–#${sequence - 1} are missing`);
    }
    this.through = sequence;
    this.checked += 1;
    this.eventIds.push(kept.eventId);
    if (!own.ok) {
      this.refuse(sequence, own.fault);
      return;
    }
    const { document, keyId } = own.value;
    this.noteKey(keyId, sequence);
    this.takeEvent(kept, document, inner);
  }

  private refuse(sequence: number, fault: VerificationFault): void {
    if (fault.reason === 'unknown-key' || fault.reason === 'registry-refused') this.unknownKeys += 1;
    else this.fail(sequence, fault.stage, fault.detail);
  }

  private takeEvent(
    { sequence, eventId, groupId }: ReplicaEvent,
    event: Event,
    inner: VerificationFault | undefined,
  ): void {
    const before = this.failureCount;
    if (event.sequence !== sequence || event.eventId !== eventId || event.groupId !== groupId) {
      this.fail(sequence, 'columns', 'what is kept beside the Event says something else than the Event');
    }
    const { authorityId } = this.log;
    if (authorityId !== undefined && event.acceptedBy.id !== authorityId) {
      this.fail(sequence, 'authority', `accepted by ${event.acceptedBy.id}, not by ${authorityId}`);
    }
    if (inner !== undefined) {
      if (inner.reason === 'unknown-key') this.unknownKeys += 1;
      else this.fail(sequence, 'inner', `${inner.stage}: ${inner.detail}`);
    }
    if (event.kind === 'group.snapshot.created') {
      this.checkSnapshot(sequence, (event.payload as unknown as { snapshot: GroupSnapshot }).snapshot);
    }
    this.fold(() => event, sequence);
    if (this.failureCount === before) this.verified += 1;
  }

  /** Hash of the state, ids of all Events, and the Policy Log: what a snapshot vouches for (ARC-004, OPEN-067). */
  private checkSnapshot(sequence: number, snapshot: GroupSnapshot): void {
    const { world, log } = this;
    // Only right after its last Event the state that it means is here.
    if (world === undefined || snapshot.throughSequence !== sequence - 1) return;
    this.snapshots += 1;
    if (snapshot.eventIds.length !== snapshot.throughSequence) {
      this.fail(sequence, 'snapshot', 'it does not name all of its Events');
    } else if (snapshot.eventIds.some((eventId, at) => eventId !== this.eventIds[at])) {
      this.fail(sequence, 'snapshot', 'it names other Events than the log');
    } else if (stateDocumentOf(world, log.groupId)?.stateHash !== snapshot.stateHash) {
      this.fail(sequence, 'snapshot', 'the state that follows from the Events has another hash');
    } else {
      const followed = [...world.list('policyLog', log.groupId)].map(([, entry]) => entry);
      // The last entry is the archivist's own.
      const isLinked = snapshot.policyLog
        .slice(0, -1)
        .every((entry, at) => textOf(entry) === textOf(followed[at]));
      if (!isLinked || snapshot.policyLog.length !== followed.length + 1) {
        this.fail(sequence, 'snapshot', 'its Policy Log is not the one that follows from the Events');
      }
    }
  }

  private fold(read: () => Event, sequence: number): void {
    if (this.world === undefined) return;
    try {
      this.world.apply(evolve(this.world, read()));
    } catch (error) {
      this.fail(sequence, 'fold', error instanceof Error ? error.message : String(error));
    }
  }

  private noteKey(keyId: string, sequence: number): void {
    const use = this.uses.get(keyId);
    if (use === undefined) {
      this.uses.set(keyId, { count: 1, firstSequence: sequence, lastSequence: sequence });
    } else {
      use.count += 1;
      use.lastSequence = sequence;
    }
  }

  private fail(sequence: number, check: LogCheck, detail: string): void {
    this.failureCount += 1;
    if (this.failures.length < MAX_FAILURES) this.failures.push({ sequence, check, detail });
  }
}

function textOf(value: unknown): string {
  const canonical = canonicalize(value === undefined ? null : JSON.parse(JSON.stringify(value)));
  return canonical.ok ? canonical.value : '';
}

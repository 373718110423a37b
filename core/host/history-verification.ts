// Verifies the log of one Group as it is kept here: order and gaps, the six stages of every Event and of the documents inside,
// who accepted it, and snapshots against the state that follows from the Events. It reads only, stops when it is told to, and
// goes on where it stopped.
import { stateDocumentOf } from '../authority/snapshots.ts';
import { verifySignedPayload } from '../authority/signed-payloads.ts';
import { evolve } from '../domain/evolve.ts';
import { MemoryWorld } from '../domain/world.ts';
import type { Event, GroupSnapshot } from '../protocol/generated/documents.ts';
import { canonicalize } from '../protocol/jcs.ts';
import type { KeyEvidence } from '../protocol/registry.ts';
import { type VerificationFault, type VerificationStage, verifyDocumentAsync } from '../protocol/verify.ts';
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

/** Events whose signatures are checked side by side. */
const BATCH = 512;
/** A broken log should not fill the memory; the first ones tell where to look. */
const MAX_FAILURES = 100;

export class HistoryVerification {
  private readonly log: LogToVerify;
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

  constructor(log: LogToVerify) {
    this.log = log;
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

  /** Verifies to the end, or until it is told to stop; `onBatch` hears after every batch. */
  async run(isStopped: () => boolean, onBatch: (progress: LogProgress) => void): Promise<LogProgress> {
    this.foldBefore();
    const { read, throughSequence } = this.log;
    while (!isStopped() && this.through < throughSequence) {
      const page = read(this.through, Math.min(BATCH, throughSequence - this.through));
      if (page.length === 0) {
        this.fail(this.through + 1, 'order', `the log ends before #${throughSequence}`);
        break;
      }
      await this.takePage(page);
      onBatch(this.progress());
    }
    return this.progress();
  }

  /** The state before a beginning that is not that of the log: folded, not verified again. */
  private foldBefore(): void {
    const { startsAfter, fromSequence, read } = this.log;
    for (let after = startsAfter; this.world !== undefined && after < fromSequence - 1;) {
      const page = read(after, Math.min(BATCH, fromSequence - 1 - after));
      if (page.length === 0) return;
      for (const { bytes, sequence, eventId } of page) {
        after = sequence;
        this.eventIds.push(eventId);
        // Not verified here: it was, or was found wanting, in the part before.
        this.fold(() => JSON.parse(Buffer.from(bytes).toString('utf8')) as Event, sequence);
      }
    }
  }

  private async takePage(page: readonly ReplicaEvent[]): Promise<void> {
    const { keys } = this.log;
    const results = await Promise.all(page.map(({ bytes }) => verifyDocumentAsync('event', bytes, keys)));
    for (const [at, kept] of page.entries()) {
      const result = results[at];
      if (result === undefined) continue;
      const { sequence } = kept;
      if (sequence !== this.through + 1) {
        this.fail(sequence, 'order', `#${this.through + 1}–#${sequence - 1} are missing`);
      }
      this.through = sequence;
      this.checked += 1;
      this.eventIds.push(kept.eventId);
      if (!result.ok) this.refuse(sequence, result.fault);
      else {
        const { document, keyId } = result.value;
        this.noteKey(keyId, sequence);
        await this.takeEvent(kept, document);
      }
    }
  }

  private refuse(sequence: number, fault: VerificationFault): void {
    if (fault.reason === 'unknown-key' || fault.reason === 'registry-refused') this.unknownKeys += 1;
    else this.fail(sequence, fault.stage, fault.detail);
  }

  private async takeEvent({ sequence, eventId, groupId }: ReplicaEvent, event: Event): Promise<void> {
    const before = this.failureCount;
    if (event.sequence !== sequence || event.eventId !== eventId || event.groupId !== groupId) {
      this.fail(sequence, 'columns', 'what is kept beside the Event says something else than the Event');
    }
    const { authorityId, keys } = this.log;
    if (authorityId !== undefined && event.acceptedBy.id !== authorityId) {
      this.fail(sequence, 'authority', `accepted by ${event.acceptedBy.id}, not by ${authorityId}`);
    }
    const inner = await verifySignedPayload(event, keys);
    if (!inner.ok) {
      if (inner.fault.reason === 'unknown-key') this.unknownKeys += 1;
      else this.fail(sequence, 'inner', `${inner.fault.stage}: ${inner.fault.detail}`);
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

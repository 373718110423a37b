// Events on their way in: verified on other threads while they wait, put in order per Group, applied in batches, and never
// across a gap (DEL-001, DEL-002, DEL-008). What cannot be trusted stops its own Group and no other.
import type { Event } from '../protocol/generated/documents.ts';
import type { Result } from '../protocol/result.ts';
import {
  type VerificationFault,
  type VerificationReason,
  type VerifiedDocument,
  verifyDocumentAsync,
} from '../protocol/verify.ts';
import type { OutboxChange, ReplicaStore } from '../store/replica-store.ts';
import type { KeyRing } from './key-ring.ts';
import type { Replica, VerifiedEvent } from './replica.ts';
import type { SyncSettings } from './settings.ts';
import { type FaultHook, runSafely, type SyncClock } from './sync-ports.ts';

export interface EventIntakeOptions {
  readonly replica: Replica;
  readonly store: Pick<ReplicaStore, 'findEvents'>;
  readonly keys: Pick<KeyRing, 'evidence' | 'refresh'>;
  readonly clock: Pick<SyncClock, 'monotonicMs'>;
  readonly settings: SyncSettings;
  /** Whether Events accepted by this service are to be believed. */
  readonly isAuthority: (acceptedBy: Event['acceptedBy']) => Promise<boolean>;
  /** What an Event means for the outbox. */
  readonly settle: (event: Event) => OutboxChange | undefined;
  /** Events that are durable now. */
  readonly onApplied: (events: readonly VerifiedEvent[]) => void;
  /** Verified Events that are not for the log: of Groups that are not followed, or known already. */
  readonly onAside: (events: readonly Event[]) => Promise<void>;
  /** A Group has to be subscribed again: after a gap that did not close, or after something that cannot be believed. */
  readonly onStuck: (groupId: string, reason: 'gap' | 'distrust') => void;
  /** What came as an Event is not even JSON. */
  readonly onMalformed: () => void;
  /** An Event was not believed, so that nobody can say which Group lacks one now. */
  readonly onDistrust: () => void;
  /** The replica could not write: everything that waits is void, and comes again. */
  readonly onLost: (error: unknown) => Promise<void>;
  /** Whether Events of a Group may be left out of its live delivery, so that a gap is filled at once (WS-042). */
  readonly isFiltered?: (groupId: string) => boolean;
  readonly pauseReading: () => void;
  readonly resumeReading: () => void;
  readonly onFault: FaultHook;
}

type Verification = Result<VerifiedDocument<'event'>, VerificationFault>;

interface Waiting {
  readonly bytes: Uint8Array;
  readonly verification: Promise<Verification>;
}

interface Gap {
  readonly bySequence: Map<number, VerifiedEvent>;
  readonly openedAtMs: number;
}

/** Faults that a newer Registry may cure. */
const CURABLE: readonly VerificationReason[] = ['registry-refused', 'unknown-key', 'key-not-valid'];

export class EventIntake {
  private readonly options: EventIntakeOptions;
  private readonly waiting: Waiting[] = [];
  private waitingBytes = 0;
  private inHand = 0;
  private isPaused = false;
  private running: Promise<void> | undefined;
  private readonly gaps = new Map<string, Gap>();
  /** Raised when everything that is under way became void. */
  private era = 0;

  constructor(options: EventIntakeOptions) {
    this.options = options;
  }

  /** Takes one Event as it came. */
  receive(bytes: Uint8Array): void {
    const verification = this.verify(bytes);
    this.waiting.push({ bytes, verification });
    this.waitingBytes += bytes.length;
    this.steerReading();
    this.run();
  }

  /** Forgets what waits in one Group: it is going to be sent again. */
  forgetGap(groupId: string): void {
    this.gaps.delete(groupId);
  }

  /** Forgets everything that waits: all of it is going to be sent again. */
  clear(): void {
    this.era += 1;
    this.waiting.length = 0;
    this.waitingBytes = 0;
    this.gaps.clear();
    this.steerReading();
  }

  /** Resolves when all that has come so far was dealt with. */
  async settled(): Promise<void> {
    while (this.running !== undefined) await this.running;
  }

  /** Looks for gaps that do not close. */
  tick(): void {
    const { clock, settings, onStuck, onFault } = this.options;
    for (const [groupId, { openedAtMs }] of this.gaps) {
      if (clock.monotonicMs() - openedAtMs < settings.gapMs) continue;
      this.gaps.delete(groupId);
      runSafely(() => onStuck(groupId, 'gap'), onFault);
    }
  }

  private verify(bytes: Uint8Array): Promise<Verification> {
    const verification = verifyDocumentAsync('event', bytes, this.options.keys.evidence);
    // Awaited later: until then a rejection that nobody listens to would end the process.
    verification.catch(() => undefined);
    return verification;
  }

  private steerReading(): void {
    const { settings, pauseReading, resumeReading } = this.options;
    const share = this.isPaused ? 0.5 : 1;
    const isFull =
      this.waiting.length + this.inHand > settings.waitingEvents * share ||
      this.waitingBytes > settings.waitingBytes * share;
    if (isFull === this.isPaused) return;
    this.isPaused = isFull;
    if (isFull) pauseReading();
    else resumeReading();
  }

  private run(): void {
    this.running ??= this.work()
      .catch((error: unknown) => this.options.onFault(error))
      .finally(() => {
        this.running = undefined;
        if (this.waiting.length > 0) this.run();
      });
  }

  private async work(): Promise<void> {
    while (this.waiting.length > 0) {
      const { era } = this;
      const taken = this.waiting.splice(0, this.options.settings.batchEvents);
      this.inHand = taken.length;
      for (const { bytes } of taken) this.waitingBytes -= bytes.length;
      try {
        const verified = await this.conclude(taken);
        if (era === this.era) await this.process(verified);
      } finally {
        this.inHand = 0;
        this.steerReading();
      }
    }
  }

  /** The Events whose signatures hold, in the order in which they came. */
  private async conclude(taken: readonly Waiting[]): Promise<readonly VerifiedDocument<'event'>[]> {
    const verified: VerifiedDocument<'event'>[] = [];
    for (const { bytes, verification } of taken) {
      let result = await verification;
      if (!result.ok && CURABLE.includes(result.fault.reason)) {
        // An earlier one of the same batch may have brought the key.
        result = await this.verify(bytes);
        if (!result.ok && (await this.options.keys.refresh())) result = await this.verify(bytes);
      }
      if (!result.ok) this.distrust(result.fault);
      else if (await this.options.isAuthority(result.value.document.acceptedBy)) verified.push(result.value);
      else {
        const { eventId, acceptedBy } = result.value.document;
        runSafely(this.options.onDistrust, this.options.onFault);
        this.options.onFault(
          new Error(`${eventId} was accepted by ${acceptedBy.id}, which is not the Authority`),
        );
      }
    }
    return verified;
  }

  private distrust({ stage, reason, detail }: VerificationFault): void {
    const { onFault, onMalformed, onDistrust } = this.options;
    onFault(new Error(`an Event was not believed: ${stage}, ${reason}: ${detail}`));
    // What is not even JSON was no frame either.
    runSafely(stage === 'parse' ? onMalformed : onDistrust, onFault);
  }

  private async process(verified: readonly VerifiedDocument<'event'>[]): Promise<void> {
    const { replica, store, settle, onApplied, onAside, onStuck, onLost, onFault } = this.options;
    const known = await store.findEvents(verified.map(({ document }) => document.eventId));
    const sorting = new Sorting(replica, this.gaps, this.options);
    for (const document of verified) sorting.add(document, known.get(document.document.eventId));
    const { era } = this;
    try {
      if (sorting.next.length > 0) {
        const { applied, failed } = await replica.apply(sorting.next, settle);
        for (const { event, error } of failed) {
          onFault(new Error(`${event.event.eventId} could not be folded`, { cause: error }));
          sorting.stuck.set(event.groupId, 'distrust');
        }
        if (applied.length > 0) runSafely(() => onApplied(applied), onFault);
      }
    } catch (error) {
      this.clear();
      await onLost(error);
      return;
    }
    if (era !== this.era) return;
    if (sorting.aside.length > 0) await onAside(sorting.aside);
    for (const [groupId, reason] of sorting.stuck) {
      this.gaps.delete(groupId);
      runSafely(() => onStuck(groupId, reason), onFault);
    }
  }
}

/** Puts the verified Events of one batch where they belong. */
class Sorting {
  /** What continues the Cursors, in order. */
  readonly next: VerifiedEvent[] = [];
  readonly aside: Event[] = [];
  readonly stuck = new Map<string, 'gap' | 'distrust'>();
  private readonly replica: Replica;
  private readonly gaps: Map<string, Gap>;
  private readonly options: Pick<EventIntakeOptions, 'clock' | 'settings' | 'onFault' | 'isFiltered'>;
  private readonly cursors = new Map<string, number>();
  private readonly places = new Map<string, VerifiedEvent>();

  constructor(
    replica: Replica,
    gaps: Map<string, Gap>,
    options: Pick<EventIntakeOptions, 'clock' | 'settings' | 'onFault' | 'isFiltered'>,
  ) {
    this.replica = replica;
    this.gaps = gaps;
    this.options = options;
  }

  add(
    { document: event, bytes }: VerifiedDocument<'event'>,
    known: { readonly groupId: string; readonly sequence: number } | undefined,
  ): void {
    const { groupId, sequence, eventId } = event;
    const group = groupId === undefined ? undefined : this.replica.groupOf(groupId);
    if (groupId === undefined || sequence === undefined || group?.isFollowed !== true) {
      this.aside.push(event);
      return;
    }
    const earlier = known ?? this.places.get(eventId);
    if (earlier !== undefined) {
      if (earlier.groupId === groupId && earlier.sequence === sequence) this.aside.push(event);
      else {
        this.refuse(groupId, `${eventId} is known at sequence ${earlier.sequence} of ${earlier.groupId}`);
      }
      return;
    }
    const cursor = this.cursors.get(groupId) ?? group.cursor;
    if (sequence <= cursor) {
      // Before the start of this log it may be anything; after it, this place is taken by another Event.
      if (sequence <= group.startsAfter) this.aside.push(event);
      else this.refuse(groupId, `${eventId} stands where another Event is known, at ${sequence}`);
      return;
    }
    const verified = { event, groupId, sequence, bytes };
    if (sequence === cursor + 1) this.take(verified);
    else this.hold(verified);
  }

  /** Takes the next Event of its Group, and those that have been waiting for it. */
  private take(verified: VerifiedEvent): void {
    const { groupId } = verified;
    const gap = this.gaps.get(groupId);
    let next: VerifiedEvent | undefined = verified;
    while (next !== undefined) {
      this.next.push(next);
      // Also of those that were held: they may come again in this very batch.
      this.places.set(next.event.eventId, next);
      this.cursors.set(groupId, next.sequence);
      gap?.bySequence.delete(next.sequence);
      next = gap?.bySequence.get(next.sequence + 1);
    }
    if (gap?.bySequence.size === 0) this.gaps.delete(groupId);
  }

  private hold(verified: VerifiedEvent): void {
    const { clock, settings } = this.options;
    const { groupId, sequence } = verified;
    if (this.options.isFiltered?.(groupId) === true) {
      this.stuck.set(groupId, 'gap');
      return;
    }
    const gap = this.gaps.get(groupId) ?? {
      bySequence: new Map<number, VerifiedEvent>(),
      openedAtMs: clock.monotonicMs(),
    };
    this.gaps.set(groupId, gap);
    if (gap.bySequence.size >= settings.gapEvents) this.stuck.set(groupId, 'gap');
    else gap.bySequence.set(sequence, verified);
  }

  /** DEL-008: nothing of this Group is believed any further. */
  private refuse(groupId: string, message: string): void {
    this.options.onFault(new Error(message));
    this.stuck.set(groupId, 'distrust');
  }
}

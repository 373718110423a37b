// What the desk has to know of a Group's log beside the state: talk, where Messages and submissions stand, what a Context
// Package cites, when it last moved. Folded from the Events that are kept; texts stay in the log and are read when they are shown.
import type { ContextPackage, Event, EventPayloads } from '../../protocol/generated/documents.ts';
import { AUTONOMY_EXTENSION } from '../assistant/autonomy/notes.ts';
import { type LoggedEvent, MAX_CITED_EVENTS } from '../context-package.ts';
import type { GroupHistory, KnownPackage } from '../desk/connection.ts';
import { type GroupTalk, TalkFold } from '../desk/attention/talk.ts';
import { msOf } from '../desk/moment.ts';
import type { DeskLink } from './ports.ts';
import { PolicyPlaces } from './policy-places.ts';
import { RecordPlaces } from './record-places.ts';
import { TermPlaces } from './term-places.ts';

/** Where a Message stands, and what became of it. */
export interface MessagePlace {
  readonly messageId: string;
  readonly conversationId: string;
  readonly sequence: number;
  readonly atMs: number;
  /** The newest correction. */
  readonly correctedAt: number | undefined;
  readonly state: 'posted' | 'corrected' | 'retracted' | 'redacted';
}

export interface SubmissionPlace {
  readonly sequence: number;
  readonly ownershipEpoch: number | undefined;
  readonly atMs: number;
  readonly artifactHashes: readonly string[];
}

/** Events that are folded in one go: a millisecond or two in which nobody is answered. */
const PAGE = 100;

export class GroupLog implements GroupHistory {
  readonly groupId: string;
  /** Where each record was last told of. */
  readonly records = new RecordPlaces();
  /** Where it tells of packages, checkpoints and usage. */
  readonly terms = new TermPlaces();
  /** Where it tells of what policy has allowed. */
  readonly policy = new PolicyPlaces();
  private readonly said = new TalkFold();
  /** In the order of the log. */
  private readonly places = new Map<string, MessagePlace>();
  /** Of all Messages, ascending. */
  private readonly sequences: number[] = [];
  private readonly submissionsByItem = new Map<string, SubmissionPlace[]>();
  private newest: LoggedEvent[] = [];
  /** By WorkItem; under no name that of the whole Mission. */
  private readonly packages = new Map<string | undefined, KnownPackage>();
  private readonly results = new Map<string, number>();
  /** By Action ID: where what no person has signed came into the log. */
  private readonly autonomous = new Map<string, number>();
  private foldedUpTo: number | undefined;
  private catching: Promise<void> | undefined;
  lastEventAtMs: number | undefined;
  private readonly onFolded: (event: Event) => void;

  /** `onFolded` is told of every Event once, in order, from the first that is visible. */
  constructor(groupId: string, onFolded: (event: Event) => void) {
    this.groupId = groupId;
    this.onFolded = onFolded;
  }

  get talk(): GroupTalk {
    return this.said.talk;
  }

  /** The last sequence that was folded; undefined before the first. */
  get upTo(): number | undefined {
    return this.foldedUpTo;
  }

  get recent(): readonly LoggedEvent[] {
    return this.newest.slice(-MAX_CITED_EVENTS);
  }

  packageFor(workItemId: string | undefined): KnownPackage | undefined {
    return this.packages.get(workItemId);
  }

  /** The sequence of the first Event of a Command that was signed without a person; undefined while the log has none. */
  autonomousActAt(actionId: string): number | undefined {
    return this.autonomous.get(actionId);
  }

  resultAt(workItemId: string): number | undefined {
    return this.results.get(workItemId);
  }

  messages(): Iterable<MessagePlace> {
    return this.places.values();
  }

  messageOf(messageId: string): MessagePlace | undefined {
    return this.places.get(messageId);
  }

  /** How many Messages stand after a sequence. */
  countAfter(sequence: number): number {
    let count = 0;
    while (count < this.sequences.length && (this.sequences.at(-1 - count) ?? 0) > sequence) count += 1;
    return count;
  }

  submissionsOf(workItemId: string): readonly SubmissionPlace[] {
    return this.submissionsByItem.get(workItemId) ?? [];
  }

  /**
   * Takes Events that continue what was folded. Answers false when there is a hole before them, which `catchUp` fills.
   */
  take(events: readonly Event[]): boolean {
    const next: Event[] = [];
    let upTo = this.foldedUpTo;
    for (const event of events) {
      const { sequence = 0 } = event;
      if (upTo === undefined || sequence > upTo + 1) return false;
      if (sequence !== upTo + 1) continue;
      next.push(event);
      upTo = sequence;
    }
    this.fold(next);
    return true;
  }

  /**
   * Folds everything that an identity has kept and that was not folded yet, with pauses for what people wait for. A pause answers
   * whether to go on.
   */
  catchUp(link: DeskLink, pause: () => Promise<boolean>): Promise<void> {
    // One after another: what came while one was reading is for the next.
    const before = this.catching ?? Promise.resolve();
    const caught = before.then(() => this.readOn(link, pause));
    this.catching = caught.catch(() => undefined);
    return caught;
  }

  private async readOn(link: DeskLink, pause: () => Promise<boolean>): Promise<void> {
    const group = link.groups().find(({ groupId }) => groupId === this.groupId);
    if (group === undefined) return;
    let after = Math.max(this.foldedUpTo ?? group.startsAfter, group.startsAfter);
    for (;;) {
      const page = await link.readEvents(this.groupId, after, PAGE);
      after = page.at(-1)?.sequence ?? after;
      // `take` may have folded some of it while the page was read.
      const isNew = ({ sequence }: { readonly sequence: number }) =>
        this.foldedUpTo === undefined || sequence > this.foldedUpTo;
      this.fold(page.filter(isNew).map(({ bytes }) => parseEvent(bytes)));
      if (page.length < PAGE) break;
      if (!(await pause())) return;
    }
    this.foldedUpTo ??= after;
  }

  private fold(events: readonly Event[]): void {
    for (const event of events) this.place(event);
    this.said.take(events);
  }

  private place(event: Event): void {
    const { kind, occurredAt, workItemId, sequence = 0, cause, extensions } = event;
    this.foldedUpTo = sequence;
    if (extensions?.[AUTONOMY_EXTENSION] !== undefined && !this.autonomous.has(cause.id))
      this.autonomous.set(cause.id, sequence);
    this.lastEventAtMs = msOf(occurredAt);
    this.cite(event);
    this.terms.take(event);
    this.records.take(event);
    this.policy.take(event);
    this.onFolded(event);
    if (kind === 'message.posted') {
      const { message } = event.payload as unknown as EventPayloads['message.posted'];
      const { messageId, conversationId, committedAt } = message;
      const atMs = msOf(committedAt);
      this.sequences.push(sequence);
      this.places.set(messageId, {
        messageId,
        conversationId,
        sequence,
        atMs,
        correctedAt: undefined,
        state: 'posted',
      });
    } else if (kind === 'message.corrected' || kind === 'message.retracted' || kind === 'message.redacted') {
      this.amend(event, sequence);
    } else if (kind === 'work.submitted' && workItemId !== undefined)
      this.noteSubmission(event, workItemId, sequence);
  }

  private cite({ kind, eventId, sequence, workItemId, payload }: Event): void {
    const line = { kind, eventId, ...(sequence === undefined ? {} : { sequence }) };
    this.newest.push(workItemId === undefined ? line : { ...line, workItemId });
    // Cut now and then, not with every Event.
    if (this.newest.length >= 2 * MAX_CITED_EVENTS) this.newest = this.newest.slice(-MAX_CITED_EVENTS);
    if (kind === 'work.result.accepted' && workItemId !== undefined)
      this.results.set(workItemId, sequence ?? 0);
    const { contextPackage } = payload as { readonly contextPackage?: ContextPackage };
    // Every Event that may carry one calls it that (CTX-009).
    if (contextPackage === undefined) return;
    const { contextPackageId, version } = contextPackage;
    this.packages.set(contextPackage.workItemId, { contextPackageId, version });
  }

  private amend({ kind, payload }: Event, sequence: number): void {
    const { message } = payload as unknown as EventPayloads['message.corrected'];
    const place = this.places.get(message.targetMessageId ?? '');
    if (place === undefined) return;
    const state =
      kind === 'message.corrected' ? 'corrected' : kind === 'message.retracted' ? 'retracted' : 'redacted';
    const correctedAt = state === 'corrected' ? sequence : place.correctedAt;
    this.places.set(place.messageId, { ...place, state, correctedAt });
  }

  private noteSubmission({ payload, occurredAt }: Event, workItemId: string, sequence: number): void {
    const { workItem } = payload as unknown as EventPayloads['work.submitted'];
    const known = this.submissionsByItem.get(workItemId) ?? [];
    known.push({
      sequence,
      ownershipEpoch: workItem.owner?.ownershipEpoch,
      atMs: msOf(occurredAt),
      artifactHashes: workItem.submission?.artifactHashes ?? [],
    });
    this.submissionsByItem.set(workItemId, known);
  }
}

/** Our own copy, verified when it was kept. */
export function parseEvent(bytes: Uint8Array): Event {
  return JSON.parse(new TextDecoder().decode(bytes)) as Event;
}

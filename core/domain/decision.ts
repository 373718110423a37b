// What a decision gets and gives: the Command with its state, the organization's policy, and drafts of Events.
import type {
  Actor,
  Command,
  CommandPayloads,
  Event,
  EventPayloads,
} from '../protocol/generated/documents.ts';
import type { Unsigned } from '../protocol/sign.ts';
import { formatTimestamp, type Instant, parseTimestamp } from '../protocol/timestamp.ts';
import type { Result } from '../protocol/result.ts';
import type { Rejection } from './rejection.ts';
import { type MissionRecord, SINGLE, type World } from './world.ts';

export type CommandKind = keyof CommandPayloads;
export type EventKind = keyof EventPayloads;

/** Limits on cooperation (POL-001, POL-003) and the lengths of leases when a Command names none (LSE-009). */
export interface OrganizationPolicy {
  readonly cooperation: {
    readonly delegationDepth: number;
    readonly queuedWorkItems: number;
    readonly activeWorkItems: number;
    readonly messagesPerMinute: number;
    readonly proposalsPerMinute: number;
  };
  readonly seconds: {
    readonly coordinatorLease: number;
    readonly offer: number;
    readonly ownershipLease: number;
    readonly executionLease: number;
    readonly resumeWithin: number;
    readonly blockedLease: number;
  };
  /** Ids of the services that may act in each role (SIG-061, CMD-011). */
  readonly services: {
    readonly registry: readonly string[];
    readonly identity: readonly string[];
    readonly archive: readonly string[];
    /** May cancel, terminate, appoint Coordinators and grant overrides. */
    readonly policy: readonly string[];
    readonly metering: readonly string[];
  };
  /** Extension profile URI → the exact version that is understood (DATA-062). */
  readonly extensions: { readonly [profileUri: string]: string };
}

export const DEFAULT_POLICY: OrganizationPolicy = {
  cooperation: {
    delegationDepth: 3,
    queuedWorkItems: 100,
    activeWorkItems: 4,
    messagesPerMinute: 120,
    proposalsPerMinute: 30,
  },
  seconds: {
    coordinatorLease: 300,
    offer: 300,
    ownershipLease: 900,
    executionLease: 300,
    resumeWithin: 900,
    blockedLease: 900,
  },
  services: { registry: [], identity: [], archive: [], policy: [], metering: [] },
  extensions: {},
};

/** The clock at one decision: the same moment for every time that it computes (EVT-009). */
export interface Now {
  readonly epochMs: number;
  readonly text: string;
  readonly at: Instant;
}

/** The moment of a count of milliseconds since 1970. */
export function nowAt(epochMs: number): Now {
  const text = formatTimestamp(epochMs);
  const at = parseTimestamp(text);
  if (at === undefined) throw new Error('a formatted timestamp parses');
  return { epochMs, text, at };
}

/** Everything outside the state that a decision may depend on. */
export interface DecisionContext {
  readonly now: Now;
  /** A new identifier, unique within its kind: `event`, `lease`, `membership` … */
  readonly newId: (kind: string) => string;
  readonly policy: OrganizationPolicy;
  /** The authority that will sign the Events (EVT-003). */
  readonly acceptedBy: Actor;
}

/** A Command of one kind with what its rules look at. Signed documents in its payload are verified already. */
export interface CommandInput<Kind extends CommandKind = CommandKind> {
  readonly world: World;
  readonly command: Command;
  readonly payload: CommandPayloads[Kind];
  readonly context: DecisionContext;
}

/** A Command in an existing Group. */
export interface GroupInput<Kind extends CommandKind = CommandKind> extends CommandInput<Kind> {
  readonly groupId: string;
  readonly mission: MissionRecord;
}

/** An Event before it has a place in a log. Drafts of one decision stand in the order of the log. */
export type EventDraft = {
  readonly [Kind in EventKind]: {
    readonly kind: Kind;
    readonly eventId: string;
    /** Undefined for the two facts of the Organization (EVT-002). */
    readonly groupId: string | undefined;
    readonly payload: EventPayloads[Kind];
    /** Revision of the aggregate that the Event changes, after the change (OPEN-040). */
    readonly aggregateRevision: number;
    readonly conversationId?: string;
    readonly workItemId?: string;
    /** The Event that this one follows from; the Command itself where undefined (OPEN-041). */
    readonly sourceEventId?: string;
  };
}[EventKind];

export type Decision = Result<readonly EventDraft[], Rejection>;

/**
 * The primary Event of a decision, which is the receipt of the Command (IDM-007): the first one that the Command itself
 * caused. What has to stand before it in the log, such as the charge for offline work (OFF-007) or the contract that an
 * offer brings with it (OPEN-048), names it as its source.
 */
export function primaryOf<Draft extends Pick<EventDraft, 'sourceEventId'>>(
  drafts: readonly Draft[],
): Draft | undefined {
  return drafts.find(({ sourceEventId }) => sourceEventId === undefined);
}

/** Rules of one kind of Command in an existing Group. */
export type GroupDecider<Kind extends CommandKind> = (input: GroupInput<Kind>) => Decision;

/**
 * The Events of a decision, ready to be signed: each Group's next sequences in order (EVT-001), the Command's actor,
 * correlation, hash and extensions (EVT-003, EVT-005), the same time for all (EVT-009).
 */
export function composeEvents(
  world: World,
  command: Command,
  commandHash: string,
  drafts: readonly EventDraft[],
  context: DecisionContext,
): readonly Unsigned<'event'>[] {
  const sequences = new Map<string, number>();
  return drafts.map((draft) => {
    const event: Unsigned<'event'> = {
      protocolVersion: '0.1',
      eventId: draft.eventId,
      kind: draft.kind,
      actor: command.actor,
      cause:
        draft.sourceEventId === undefined
          ? { type: 'command', id: command.actionId }
          : { type: 'event', id: draft.sourceEventId },
      correlationId: command.correlationId,
      occurredAt: context.now.text,
      // Payload types are closed interfaces; on the wire a payload is any object.
      payload: draft.payload as unknown as Event['payload'],
      acceptedBy: context.acceptedBy,
      commandHash,
      ...(draft.conversationId === undefined ? {} : { conversationId: draft.conversationId }),
      ...(draft.workItemId === undefined ? {} : { workItemId: draft.workItemId }),
      ...(command.extensions === undefined ? {} : { extensions: command.extensions }),
    };
    const { groupId } = draft;
    if (groupId === undefined) return event;
    const sequence = (sequences.get(groupId) ?? world.get('head', groupId, SINGLE)?.sequence ?? 0) + 1;
    sequences.set(groupId, sequence);
    return { ...event, groupId, sequence, aggregateRevision: draft.aggregateRevision };
  });
}

// What a rule of the attention list looks at and what it finds. Nothing here is stored: rows follow from state, clock and
// outbox, and are gone when their condition is.
import type { MissionRecord, WorkItemRecord } from '../../../domain/world.ts';
import type { Actor, Evidence, Lease } from '../../../protocol/generated/documents.ts';
import type { DeskConnection, DeskIdentity } from '../connection.ts';
import type { Moment } from '../moment.ts';
import type { OutboxEntry } from '../outbox/entry.ts';
import type { ObjectName } from '../outbox/objects.ts';
import type { Forecast, PlanGraph } from './plan-graph.ts';
import type { GroupTalk } from './talk.ts';

/** Breaks soon or holds up the critical path; needs a signature of ours; waits for others or for time. */
export type Severity = 'now' | 'decide' | 'watch';

/** The one thing to do about a row. */
export type AttentionAction =
  | 'renew-coordinator'
  | 'replace-coordinator'
  | 'open-item'
  | 'reassign'
  | 'resolve-or-extend'
  | 'extend-offer'
  | 'next-candidate'
  | 'widen-offer'
  | 'review'
  | 'grant-start'
  | 'answer-submission'
  | 'plan-corrections'
  | 'unblock'
  | 'answer-question'
  | 'authorize-proposal'
  | 'offer-again'
  | 'replan'
  | 'show-why'
  | 'offer'
  | 'open-budget'
  | 'send-back'
  | 'ask-reviewer'
  | 'open-artifact'
  | 'fix'
  | 'ask-authority'
  | 'reconnect'
  | 'hand-over'
  | 'open-history'
  | 'open-connections'
  | 'ask-override'
  | 'send-with-override'
  | 'renew-grant'
  | 'submit-mission'
  | 'open-keys'
  | 'read-message';

/** Plain values for the text of a row. Times are milliseconds since 1970. */
export type RowValues = Readonly<Record<string, string | number | boolean>>;

/** What a rule has found about one object. */
export interface Finding {
  readonly object:
    | ObjectName
    | { readonly type: 'connection' | 'key' | 'command'; readonly groupId: string; readonly id: string };
  /** What makes another situation of the same object another row: an epoch, a revision, a threshold. */
  readonly epoch: string | number;
  readonly values: RowValues;
  /** When it breaks. */
  readonly endsAtMs?: number;
  /** Since when it holds, as far as that is known. */
  readonly sinceMs?: number;
  readonly workItemId?: string;
  /** Where the case differs from the rule's own. */
  readonly action?: AttentionAction;
  readonly severity?: Severity;
  /** Who has to act, where it is not whom the rule names. */
  readonly signer?: Actor | undefined;
}

/** How urgent a rule is by itself. */
export interface AttentionRule {
  /** Its number in table B. */
  readonly number: number;
  readonly severity: Severity;
  readonly action: AttentionAction;
  /** Who acts on it; where that is nobody on this computer, a decision becomes something to watch. */
  readonly by: 'coordinator' | 'owner' | 'anybody';
  /** It holds by the Authority's clock alone, without any Event. */
  readonly isByClock: boolean;
}

/** One Group as the rules look at it, at one moment. */
export interface GroupScene {
  readonly connection: DeskConnection;
  readonly groupId: string;
  readonly mission: MissionRecord;
  readonly items: readonly WorkItemRecord[];
  readonly graph: PlanGraph;
  readonly forecast: Forecast;
  readonly talk: GroupTalk;
  /** In the order of the log. */
  readonly evidenceOf: (workItemId: string) => readonly Evidence[];
  readonly leasesOf: (workItemId: string) => readonly Lease[];
  readonly moment: Moment;
  readonly owner: DeskIdentity | undefined;
  readonly coordinator: DeskIdentity | undefined;
  /** Whether somebody on this computer leads the Mission; others only hear of what is said to them. */
  readonly isLed: boolean;
  readonly settings: AttentionSettings;
}

export interface GroupRule extends AttentionRule {
  readonly scope: 'group';
  /** In which states of the Mission it is asked at all. */
  readonly missionStates: readonly MissionRecord['document']['state'][];
  readonly find: (scene: GroupScene) => Iterable<Finding>;
}

/** All connections with their Commands and keys. */
export interface DeskScene {
  readonly connections: readonly DeskConnection[];
  readonly outbox: readonly OutboxEntry[];
  readonly keys: readonly KeyStatus[];
  /** Of this computer, for what no Authority knows. */
  readonly moment: Moment;
  readonly settings: AttentionSettings;
}

export interface DeskFinding extends Finding {
  readonly connectionId: string;
  readonly groupId: string | undefined;
}

export interface DeskRule extends AttentionRule {
  readonly scope: 'desk';
  readonly find: (scene: DeskScene) => Iterable<DeskFinding>;
}

/** A key of this computer, for the row about it. */
export interface KeyStatus {
  readonly connectionId: string;
  readonly keyId: string;
  readonly actor: Actor;
  readonly condition: DeskIdentity['key'];
  /** Milliseconds since 1970; undefined for a key without an end. */
  readonly validUntilMs: number | undefined;
  /** Whether a backup was made and restored once. */
  readonly hasTestedBackup: boolean;
}

export interface AttentionSettings {
  /** What ends so soon is for now. */
  readonly nowMs: number;
  /** Whether holding up the critical path is for now too. */
  readonly criticalPathIsNow: boolean;
  /** A lease, an offer or a Grant ends soon when less than this share of it is left. */
  readonly endShare: number;
  readonly executionLeaseMs: number;
  readonly coordinatorLeaseMs: number;
  readonly questionMs: number;
  readonly idleItemMs: number;
  readonly unknownMs: number;
  readonly unreachableMs: number;
  readonly keyExpiryMs: number;
  /** Shares of a limit, ascending; the highest one is for now, the lowest one to watch. */
  readonly budgetShares: readonly number[];
  readonly slackShare: number;
  /** A Delegation Grant is near its ceiling from this share on. */
  readonly grantShare: number;
}

/** Table B's figures. */
export const DEFAULT_ATTENTION: AttentionSettings = {
  nowMs: 15 * 60_000,
  criticalPathIsNow: true,
  endShare: 0.2,
  executionLeaseMs: 120_000,
  coordinatorLeaseMs: 60_000,
  questionMs: 10 * 60_000,
  idleItemMs: 5 * 60_000,
  unknownMs: 30_000,
  unreachableMs: 5 * 60_000,
  keyExpiryMs: 14 * 86_400_000,
  budgetShares: [0.75, 0.9, 1],
  slackShare: 0.1,
  grantShare: 0.9,
};

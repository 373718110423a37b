// The naive picture that the model keeps of an Organization, from accepted Events alone. It shares no code with the
// domain: types of the wire, plain maps, and nothing clever.
import type {
  Actor,
  Approval,
  Artifact,
  Budget,
  Command,
  Conversation,
  CooperationOverrideGrant,
  DelegationGrant,
  Event,
  Evidence,
  Group,
  GroupSnapshot,
  Lease,
  Membership,
  Message,
  Mission,
  SelectionBasis,
  Usage,
  UsageDelta,
  WorkItem,
  WorkProposal,
} from '../../protocol/generated/documents.ts';

/** Members that Event payloads may have; each kind has some of them. */
export interface Told {
  readonly mission?: Mission;
  readonly missionRevision?: number;
  readonly group?: Group;
  readonly conversation?: Conversation;
  readonly membership?: Membership;
  readonly memberships?: readonly Membership[];
  readonly workItem?: WorkItem;
  readonly workProposal?: WorkProposal;
  readonly lease?: Lease;
  readonly ownershipLease?: Lease;
  readonly blockedLease?: Lease;
  readonly previousLease?: Lease;
  readonly closedLeases?: readonly Lease[];
  readonly approval?: Approval;
  readonly rootApproval?: Approval;
  readonly childApproval?: Approval;
  readonly artifact?: Artifact;
  readonly artifacts?: readonly Artifact[];
  readonly artifactHashes?: readonly string[];
  readonly evidence?: readonly Evidence[];
  readonly message?: Message;
  readonly delegationGrant?: DelegationGrant;
  readonly delegationGrantId?: string;
  readonly cooperationOverrideGrant?: CooperationOverrideGrant;
  readonly cooperationOverrideGrantId?: string;
  readonly parentWorkItemId?: string;
  readonly permissions?: readonly string[];
  readonly operations?: readonly string[];
  readonly resources?: readonly string[];
  readonly budget?: Budget;
  readonly ownershipEpoch?: number;
  readonly executionLeaseId?: string;
  readonly expiresAt?: string;
  readonly workItemId?: string;
  readonly usageDelta?: UsageDelta;
  readonly cumulativeUsage?: Usage;
  readonly childGroupId?: string;
  readonly childMissionId?: string;
  readonly childMission?: Mission;
  readonly snapshot?: GroupSnapshot;
  readonly agentId?: string;
  readonly sessionEpoch?: number;
  readonly selectionBasis?: SelectionBasis;
  readonly reason?: string;
  readonly requiredResolution?: string;
  readonly feedback?: string;
  readonly overrideReason?: string;
  readonly offlineReconciliation?: object;
  readonly sourceEventId?: string;
}

/** Six numbers, in the order of section 6.5. */
export type Six = readonly [number, number, number, number, number, number];

/** None of anything. */
export const NOTHING: Six = [0, 0, 0, 0, 0, 0];

/** A Principal in a Group, with its documents by id. */
export interface MemberPicture {
  readonly member: Actor;
  epoch: number;
  readonly roles: Map<string, Membership>;
}

/** A WorkItem and what its document does not say. */
export interface ItemPicture {
  document: WorkItem;
  /** The highest Ownership Epoch that was ever given or fenced. */
  ownershipEpoch: number;
  readonly parentWorkItemId: string | undefined;
  grantId: string | undefined;
  childGroupId: string | undefined;
}

/** An account of the ledger, tied to those above and below. */
export interface AccountPicture {
  limit: Six;
  /** Charged here or below. */
  usage: Six;
  readonly parent: AccountPicture | undefined;
  readonly children: AccountPicture[];
  isClosed: boolean;
}

/** A Group with its Mission. */
export interface GroupPicture {
  readonly groupId: string;
  readonly missionId: string;
  mission: Mission;
  readonly permissions: readonly string[];
  isArchived: boolean;
  sequence: number;
  submission: { readonly revision: number; readonly hashes: readonly string[] } | undefined;
  readonly members: Map<string, MemberPicture>;
  readonly items: Map<string, ItemPicture>;
  readonly leases: Map<string, Lease>;
  readonly conversations: Map<string, Conversation>;
  readonly messages: Map<string, Message>;
  readonly proposals: Map<string, WorkProposal>;
  readonly approvals: Map<string, Approval>;
  readonly artifacts: Map<string, Artifact>;
  readonly evidenceIds: Set<string>;
  readonly grants: Map<string, DelegationGrant>;
  readonly overrides: Map<string, { readonly grant: CooperationOverrideGrant; isConsumed: boolean }>;
  readonly parentGroupId: string | undefined;
}

/** That a Command was accepted. */
export interface ReceiptPicture {
  readonly signingHash: string;
  readonly primaryEventId: string;
}

/** All that the model remembers. */
export interface Picture {
  readonly groups: Map<string, GroupPicture>;
  readonly groupIdByMissionId: Map<string, string>;
  readonly sessions: Map<string, number>;
  readonly cards: Map<string, number>;
  readonly accounts: Map<string, AccountPicture>;
  readonly receipts: Map<string, ReceiptPicture>;
  readonly eventIds: Set<string>;
  readonly texts: string[];
}

/** Before the first Event. */
export function emptyPicture(): Picture {
  return {
    groups: new Map(),
    groupIdByMissionId: new Map(),
    sessions: new Map(),
    cards: new Map(),
    accounts: new Map(),
    receipts: new Map(),
    eventIds: new Set(),
    texts: [],
  };
}

/** A broken rule: a defect of what was simulated. */
export class BrokenInvariant extends Error {
  override readonly name = 'BrokenInvariant';
  readonly invariant: string;

  constructor(invariant: string, message: string) {
    super(message);
    this.invariant = invariant;
  }
}

/** Objects when a rule does not hold. */
export function demand(isHeld: boolean, invariant: string, message: string | (() => string)): asserts isHeld {
  if (!isHeld) throw new BrokenInvariant(invariant, typeof message === 'string' ? message : message());
}

/** What a check looks at: the picture before an Event, the Event, and the Command that caused it. */
export interface Incident {
  readonly picture: Picture;
  readonly command: Command;
  readonly event: Event;
  readonly told: Told;
  /** The Events of the same Command that come before this one. */
  readonly earlier: readonly Event[];
  readonly nowMs: number;
}

/** A Principal as a key of maps. */
export function actorKey({ type, id }: Actor): string {
  return `${type} ${id}`;
}

/** The Group of a picture, which has to be there. */
export function groupOf(picture: Picture, groupId: string | undefined): GroupPicture {
  const group = picture.groups.get(groupId ?? '');
  demand(group !== undefined, 'INV-01', `there is an Event of the unknown Group ${groupId ?? 'without id'}`);
  return group;
}

/** Milliseconds of a timestamp; not a number where there is none. */
export function ms(text: string | undefined): number {
  return text === undefined ? Number.NaN : Date.parse(text);
}

/** Whether a lease is active and has not run out. */
export function isLive(lease: Lease | undefined, nowMs: number): lease is Lease {
  return lease !== undefined && lease.state === 'active' && ms(lease.expiresAt) > nowMs;
}

/** Every lease document of an Event. */
export function leasesIn(told: Told): readonly Lease[] {
  return [
    told.lease,
    told.ownershipLease,
    told.blockedLease,
    told.previousLease,
    ...(told.closedLeases ?? []),
  ].filter((lease) => lease !== undefined);
}

/** The leases of an item that are of one of the types and not closed. */
export function openLeasesOf(
  group: GroupPicture,
  workItemId: string,
  types: readonly string[],
): readonly Lease[] {
  return [...group.leases.values()].filter(
    (lease) => lease.workItemId === workItemId && lease.state === 'active' && types.includes(lease.leaseType),
  );
}

/** Whether a Principal holds a role now, actively or at least provisionally. */
export function holdsRole(
  group: GroupPicture,
  member: Actor,
  roles: readonly string[],
  nowMs: number,
  states: readonly string[] = ['active'],
): boolean {
  const memberships = group.members.get(actorKey(member))?.roles.values() ?? [];
  return [...memberships].some(
    ({ role, state, provisionalExpiresAt }) =>
      roles.includes(role) &&
      states.includes(state) &&
      (state !== 'provisional' || ms(provisionalExpiresAt) > nowMs),
  );
}

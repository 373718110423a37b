// The state that the rules read: records by kind, Group and id. Everything here can be rebuilt by folding Events.
import type {
  Actor,
  AgentCard,
  Approval,
  Artifact,
  Budget,
  Checkpoint,
  ChildFailurePolicy,
  Conversation,
  CooperationOverrideGrant,
  DelegationGrant,
  Evidence,
  Group,
  GroupSnapshot,
  Lease,
  Membership,
  Message,
  Mission,
  Usage,
  WorkItem,
  WorkProposal,
} from '../protocol/generated/documents.ts';

/** A Mission with what its document has no member for. */
export interface MissionRecord {
  readonly document: Mission;
  readonly title: string | undefined;
  /** Operations that work in this Mission may be allowed (OPEN-071); undefined where none were named. */
  readonly permissions: readonly string[];
  /** The Mission revision and Artifact set that await an answer (MIS-010). */
  readonly submission:
    | { readonly missionRevision: number; readonly artifactHashes: readonly string[] }
    | undefined;
  /** For a child: what its failure does to the parent WorkItem (CHD-007). */
  readonly failurePolicy: ChildFailurePolicy | undefined;
}

/** All that the Group knows of one member; its Membership documents share the epoch (OPEN-020). */
export interface MemberRecord {
  readonly member: Actor;
  readonly membershipEpoch: number;
  readonly membershipIds: readonly string[];
}

/** A WorkItem with what its document has no member for (DOC-WORK). */
export interface WorkItemRecord {
  readonly document: WorkItem;
  /** The highest Ownership Epoch used so far; it keeps counting while nobody owns the item (WORK-014). */
  readonly ownershipEpoch: number;
  readonly parentWorkItemId: string | undefined;
  readonly proposalId: string | undefined;
  /** The Delegation Grant whose ceilings the item counts against (DLG-006). */
  readonly delegationGrantId: string | undefined;
  /** The current Execution Lease, while it has not been closed. */
  readonly executionLeaseId: string | undefined;
  /** The lease under which the owner holds the item: ownership or blocked. */
  readonly holdingLeaseId: string | undefined;
  readonly checkpoint: Checkpoint | undefined;
  readonly requiredResolution: string | undefined;
  /** The child Mission that is to complete the item, while that link is live (OPEN-036). */
  readonly childGroupId: string | undefined;
  readonly formerChildGroupIds: readonly string[];
  /** How often the work was started. */
  readonly attempts: number;
  /** Execution Approvals for the item that nobody has revoked, the oldest first (APV-004). */
  readonly executionApprovalIds: readonly string[];
}

/** One account of the six-dimension ledger (BUD-005); its id is that of the Mission or WorkItem. */
export interface AccountRecord {
  readonly limit: Budget;
  /** Usage of this account and of everything below it (BUD-007). */
  readonly usage: Usage;
  /** What the direct children hold together, for the allocation rule (BUD-006). */
  readonly reserved: Usage;
  readonly parent: AccountAddress | undefined;
  /** A closed account reserves no more than it has used (OPEN-051). */
  readonly isClosed: boolean;
}

export interface AccountAddress {
  readonly groupId: string;
  readonly id: string;
}

export interface ProposalRecord {
  readonly document: WorkProposal;
}

/** What later Commands need to know of a Message; its text stays in the log. */
export interface MessageRecord {
  readonly conversationId: string;
  readonly author: Actor;
  readonly kind: Message['kind'];
}

export interface GrantRecord {
  readonly grant: DelegationGrant;
  /** The budgets of all WorkItems that count against the Grant, together (DLG-006). */
  readonly committed: Usage;
}

export interface OverrideRecord {
  readonly grant: CooperationOverrideGrant;
  readonly consumedByActionId: string | undefined;
}

/**
 * Acceptance times of one kind of Event by one actor in one Group, those of the last minute at least (POL-003). Only the
 * newest stand here; older ones in chunks that are not written again.
 */
export interface RateRecord {
  readonly acceptedAt: readonly string[];
  /** The chunks before them: numbers `firstChunk` up to, but without, `nextChunk`. */
  readonly firstChunk: number;
  readonly nextChunk: number;
}

export interface PolicyLogRecord {
  readonly entryId: string;
  readonly decision: string;
  readonly actor: Actor;
  readonly occurredAt: string;
  readonly details: { readonly [name: string]: unknown };
}

/** The end of a Group's log. */
export interface HeadRecord {
  readonly sequence: number;
  readonly lastOccurredAt: string;
}

/** Where a Mission lives, for looking it up by its id. */
export interface MissionAddress {
  readonly groupId: string;
}

/** What a Worker holds across all Groups (POL-003). */
export interface WorkloadRecord {
  readonly queued: number;
  readonly active: number;
}

/** A WorkItem, wherever it is. */
export interface WorkItemAddress {
  readonly groupId: string;
  readonly workItemId: string;
}

/** Unfinished work with one contract under one parent, which nobody may plan again meanwhile (OPEN-068). */
export interface PlannedWorkRecord {
  readonly workItemIds: readonly string[];
  /** Open Work Proposals. */
  readonly proposalIds: readonly string[];
}

/** Who in the Organization names a content hash; counts, so that it stays small however common the content is. */
export interface ContentUseRecord {
  /** Groups with a manifest of it. */
  readonly groupCount: number;
  /** Whether it is a snapshot of a Group or the state document of one (OPEN-026). */
  readonly isSnapshot: boolean;
}

/** Every kind of record with its type. */
export interface Records {
  mission: MissionRecord;
  group: Group;
  conversation: Conversation;
  membership: Membership;
  member: MemberRecord;
  workItem: WorkItemRecord;
  lease: Lease;
  proposal: ProposalRecord;
  message: MessageRecord;
  grant: GrantRecord;
  approval: Approval;
  artifact: Artifact;
  /** The manifests of one content hash (ART-010); the id is the hash. */
  content: { readonly artifactIds: readonly string[] };
  evidence: Evidence;
  /** A Context Package that an Event of the Group has carried, by its id; the package itself stays in the log. */
  contextPackage: { readonly contentHash: string };
  account: AccountRecord;
  override: OverrideRecord;
  rate: RateRecord;
  /** The id is that of the rate with the chunk's number. */
  rateChunk: { readonly acceptedAt: readonly string[] };
  /** The id is made of the contract's hash and the parent. */
  plannedWork: PlannedWorkRecord;
  /** Every child Mission that the Group ever had; the id is the child's Group. */
  childMission: { readonly missionId: string };
  policyLog: PolicyLogRecord;
  snapshot: GroupSnapshot;
  head: HeadRecord;
  missionAddress: MissionAddress;
  /** Stands under the Organization; the id is the hash. */
  contentUse: ContentUseRecord;
  agent: { readonly card: AgentCard };
  session: { readonly sessionEpoch: number; readonly openedAt: string };
  workload: WorkloadRecord;
  /** What an Agent executes, across all Groups: a new session returns it to the queues (LSE-004). */
  execution: { readonly items: readonly WorkItemAddress[] };
}

export type RecordKind = keyof Records;

/** Records that belong to no Group stand under this name. It is no identifier, so no Group can have it. */
export const ORGANIZATION = '';

/** Kinds of which a Group has exactly one record stand under this id. */
export const SINGLE = '';

/** What a rule may look at. Reading never changes anything. */
export interface World {
  get<Kind extends RecordKind>(kind: Kind, groupId: string, id: string): Records[Kind] | undefined;
  /** All records of a kind in a Group with their ids, in the order in which they were first written. */
  list<Kind extends RecordKind>(
    kind: Kind,
    groupId: string,
  ): Iterable<readonly [id: string, record: Records[Kind]]>;
}

/** One record as it is after an Event; undefined removes it. */
export type Change = {
  readonly [Kind in RecordKind]: {
    readonly kind: Kind;
    readonly groupId: string;
    readonly id: string;
    readonly value: Records[Kind] | undefined;
  };
}[RecordKind];

/**
 * Records by Group, kind and id. One map inside another: a key joined of the three would have to be hashed anew at every
 * look, and rules look often.
 */
class Tables<Entry> {
  private readonly groups = new Map<string, Map<RecordKind, Map<string, Entry>>>();

  table(kind: RecordKind, groupId: string): ReadonlyMap<string, Entry> | undefined {
    return this.groups.get(groupId)?.get(kind);
  }

  set(kind: RecordKind, groupId: string, id: string, entry: Entry): void {
    let kinds = this.groups.get(groupId);
    if (kinds === undefined) {
      kinds = new Map();
      this.groups.set(groupId, kinds);
    }
    const table = kinds.get(kind);
    if (table === undefined) kinds.set(kind, new Map([[id, entry]]));
    else table.set(id, entry);
  }

  /** Leaves no empty table behind. */
  delete(kind: RecordKind, groupId: string, id: string): void {
    const kinds = this.groups.get(groupId);
    const table = kinds?.get(kind);
    if (kinds === undefined || table === undefined) return;
    table.delete(id);
    if (table.size === 0) kinds.delete(kind);
    if (kinds.size === 0) this.groups.delete(groupId);
  }

  *entries(): Iterable<{ readonly kind: RecordKind; readonly groupId: string; readonly id: string }> {
    for (const [groupId, kinds] of this.groups) {
      for (const [kind, table] of kinds) {
        for (const id of table.keys()) yield { kind, groupId, id };
      }
    }
  }
}

/** A world in memory, changed only by `apply`. */
export class MemoryWorld implements World {
  private readonly records = new Tables<unknown>();

  get<Kind extends RecordKind>(kind: Kind, groupId: string, id: string): Records[Kind] | undefined {
    return this.records.table(kind, groupId)?.get(id) as Records[Kind] | undefined;
  }

  list<Kind extends RecordKind>(kind: Kind, groupId: string): Iterable<readonly [string, Records[Kind]]> {
    return (this.records.table(kind, groupId) ?? []) as Iterable<readonly [string, Records[Kind]]>;
  }

  /** Everything that there is, to compare one world with another. */
  entries(): Iterable<{ readonly kind: RecordKind; readonly groupId: string; readonly id: string }> {
    return this.records.entries();
  }

  apply(changes: Iterable<Change>): void {
    for (const { kind, groupId, id, value } of changes) {
      if (value === undefined) this.records.delete(kind, groupId, id);
      else this.records.set(kind, groupId, id, value);
    }
  }
}

/** A world with changes laid over it, which itself stays as it is: for the next Event of the same Command. */
export class OverlayWorld implements World {
  readonly changes: Change[] = [];
  private base: World;
  private readonly laid = new Tables<Change>();

  constructor(base: World) {
    this.base = base;
  }

  /** Lays the same changes over another world, which holds what the one before held. */
  rebase(base: World): void {
    this.base = base;
  }

  get<Kind extends RecordKind>(kind: Kind, groupId: string, id: string): Records[Kind] | undefined {
    const change = this.laid.table(kind, groupId)?.get(id);
    return change === undefined
      ? this.base.get(kind, groupId, id)
      : (change.value as Records[Kind] | undefined);
  }

  *list<Kind extends RecordKind>(kind: Kind, groupId: string): Iterable<readonly [string, Records[Kind]]> {
    const laid = this.laid.table(kind, groupId);
    const seen = new Set<string>();
    for (const entry of this.base.list(kind, groupId)) {
      const [id] = entry;
      const change = laid?.get(id);
      seen.add(id);
      if (change === undefined) yield entry;
      else if (change.value !== undefined) yield [id, change.value as Records[Kind]];
    }
    for (const [id, { value }] of laid ?? []) {
      if (!seen.has(id) && value !== undefined) yield [id, value as Records[Kind]];
    }
  }

  /** Lays one record over the world; undefined removes it. */
  put<Kind extends RecordKind>(
    kind: Kind,
    groupId: string,
    id: string,
    value: Records[Kind] | undefined,
  ): void {
    // The kind and the value belong together by the signature.
    this.apply([{ kind, groupId, id, value } as Change]);
  }

  apply(changes: Iterable<Change>): void {
    for (const change of changes) {
      this.laid.set(change.kind, change.groupId, change.id, change);
      this.changes.push(change);
    }
  }
}

/** The id of a member's record. */
export function memberKey(member: Actor): string {
  return `${member.type} ${member.id}`;
}

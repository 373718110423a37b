// One Event on its way into the state: what its payload carries, and the world as changed so far.
import type {
  Approval,
  Artifact,
  ContextPackage,
  CooperationOverrideGrant,
  DelegationGrant,
  Evidence,
  Lease,
  Membership,
  Message,
  Mission,
  WorkItem,
  WorkProposal,
} from '../protocol/generated/documents.ts';
import type { Unsigned } from '../protocol/sign.ts';
import { ORGANIZATION, OverlayWorld, type Records, type RecordKind, type World } from './world.ts';

/** Members that Event payloads share; which ones a kind has is for its schema to say. */
export interface PayloadMembers {
  readonly mission?: Mission;
  readonly missionRevision?: number;
  readonly membership?: Membership;
  readonly memberships?: readonly Membership[];
  readonly workItem?: WorkItem;
  readonly workProposal?: WorkProposal;
  readonly parentWorkItemId?: string;
  readonly proposalId?: string;
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
  readonly evidence?: readonly Evidence[];
  readonly contextPackage?: ContextPackage;
  readonly message?: Message;
  readonly delegationGrant?: DelegationGrant;
  readonly cooperationOverrideGrant?: CooperationOverrideGrant;
  readonly cooperationOverrideGrantId?: string;
  readonly delegationGrantId?: string;
}

/** One Event being folded, over the world as changed so far. Records of no other Group are changed by accident. */
export class Fold {
  readonly world: OverlayWorld;
  readonly event: Unsigned<'event'>;
  readonly groupId: string;
  readonly payload: PayloadMembers;

  constructor(world: World, event: Unsigned<'event'>) {
    this.world = new OverlayWorld(world);
    this.event = event;
    this.groupId = event.groupId ?? ORGANIZATION;
    this.payload = event.payload;
  }

  get<Kind extends RecordKind>(kind: Kind, id: string): Records[Kind] | undefined {
    return this.world.get(kind, this.groupId, id);
  }

  put<Kind extends RecordKind>(kind: Kind, id: string, value: Records[Kind], groupId = this.groupId): void {
    this.world.put(kind, groupId, id, value);
  }
}

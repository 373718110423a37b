// Which Event of a Group last said how a record is: what a reason names by its record is looked up there. Sequences only.
import { memberKey, type RecordKind, SINGLE } from '../../domain/world.ts';
import type {
  Approval,
  Artifact,
  ContextPackage,
  Event,
  Evidence,
  Lease,
  Membership,
  Mission,
  WorkItem,
} from '../../protocol/generated/documents.ts';

/** Documents that Events carry, under the names by which every payload calls them. */
interface CarriedDocuments {
  readonly mission?: Mission;
  readonly workItem?: WorkItem;
  readonly artifact?: Artifact;
  readonly artifacts?: readonly Artifact[];
  readonly evidence?: readonly Evidence[];
  readonly membership?: Membership;
  readonly memberships?: readonly Membership[];
  readonly lease?: Lease;
  readonly ownershipLease?: Lease;
  readonly blockedLease?: Lease;
  readonly closedLeases?: readonly Lease[];
  readonly contextPackage?: ContextPackage;
  readonly approval?: Approval;
  readonly workItemId?: string;
}

export class RecordPlaces {
  private readonly sequences = new Map<string, number>();

  /** The sequence of the Event that last told of a record; undefined where none has. */
  sequenceOf(kind: RecordKind, id: string): number | undefined {
    return this.sequences.get(keyOf(kind, id));
  }

  /** Takes the next Event of the Group. */
  take({ payload, sequence }: Pick<Event, 'payload' | 'sequence'>): void {
    if (sequence === undefined) return;
    const note = (kind: RecordKind, id: string) => this.sequences.set(keyOf(kind, id), sequence);
    const carried = payload as CarriedDocuments;
    const { mission, workItem, contextPackage, approval, workItemId } = carried;
    if (mission !== undefined) {
      note('mission', SINGLE);
      note('account', mission.missionId);
    }
    // The account of an item moves with what is metered, which carries no item.
    const touchedItem = workItem?.workItemId ?? workItemId;
    if (touchedItem !== undefined) note('account', touchedItem);
    if (workItem !== undefined) note('workItem', workItem.workItemId);
    if (contextPackage !== undefined) note('contextPackage', contextPackage.contextPackageId);
    if (approval !== undefined) note('approval', approval.approvalId);
    for (const { artifactId, contentHash } of both(carried.artifact, carried.artifacts)) {
      note('artifact', artifactId);
      note('content', contentHash);
    }
    for (const { evidenceId } of carried.evidence ?? []) note('evidence', evidenceId);
    for (const { membershipId, member } of both(carried.membership, carried.memberships)) {
      note('membership', membershipId);
      note('member', memberKey(member));
    }
    const { lease, ownershipLease, blockedLease, closedLeases = [] } = carried;
    for (const each of [lease, ownershipLease, blockedLease, ...closedLeases]) {
      if (each !== undefined) note('lease', each.leaseId);
    }
  }
}

function keyOf(kind: RecordKind, id: string): string {
  return `${kind} ${id}`;
}

function both<Value>(one: Value | undefined, many: readonly Value[] | undefined): readonly Value[] {
  return one === undefined ? (many ?? []) : [one, ...(many ?? [])];
}

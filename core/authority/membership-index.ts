// Which Groups a Principal belongs to. The state is kept by Group and has no such list, and loading every Group to answer
// would throw out of memory what the Authority works with. So this keeps the few records that tell: read once from the
// store, then folded on from every commit. It holds nothing that cannot be read again.
import { nowAt } from '../domain/decision.ts';
import { evolve } from '../domain/evolve.ts';
import { currentMemberships, type Role, visibilityStartOf } from '../domain/members.ts';
import { type Change, memberKey, MemoryWorld, type RecordKind, SINGLE } from '../domain/world.ts';
import type { Actor, Group, Membership } from '../protocol/generated/documents.ts';
import type { AuthorityStore } from '../store/authority-store.ts';
import type { Authority } from './authority.ts';
import type { CommittedEvent } from './commit-batch.ts';
import { membershipsIn } from './membership-events.ts';

/** One Group in which a Principal holds something now. */
export interface MemberGroup {
  readonly groupId: string;
  readonly missionId: string;
  /** Whether the Group still takes Commands. */
  readonly groupState: Group['state'];
  /** All roles that hold now, in alphabetical order. */
  readonly roles: readonly Role[];
  /** `active` when one of the Memberships is. */
  readonly state: Exclude<Membership['state'], 'ended'>;
  readonly membershipEpoch: number;
  /** The first sequence that the Principal sees, at least 1 (DEL-010, DEL-011). */
  readonly visibilityStartSequence: number;
  readonly headSequence: number;
}

/** The part of an Authority that the index follows. */
export type IndexedAuthority = Pick<Authority, 'onCommit'> & {
  readonly store: Pick<AuthorityStore, 'readGroupIds' | 'readRecords'>;
};

/** What is kept of a Group, whatever else it has. */
const KEPT: readonly RecordKind[] = ['group', 'head', 'member', 'membership'];

export class MembershipIndex {
  private readonly authority: IndexedAuthority;
  private readonly now: () => number;
  private readonly stopListening: () => void;
  private filling: Promise<Contents> | undefined;
  private contents: Contents | undefined;
  /** Commits that came while the store was being read. */
  private readonly arrived: CommittedEvent[] = [];

  /** `now` in milliseconds since 1970. Nothing is read before the first question. */
  constructor(authority: IndexedAuthority, now: () => number) {
    this.authority = authority;
    this.now = now;
    this.stopListening = authority.onCommit((events) => this.follow(events));
  }

  /** The Groups in which a Principal is a member now, also provisionally, in the order of their creation. */
  async groupsOf(member: Actor): Promise<readonly MemberGroup[]> {
    return (await this.open()).groupsOf(member, this.now());
  }

  stop(): void {
    this.stopListening();
  }

  private open(): Promise<Contents> {
    if (this.contents !== undefined) return Promise.resolve(this.contents);
    this.filling ??= this.fill().finally(() => {
      this.filling = undefined;
      this.arrived.length = 0;
    });
    return this.filling;
  }

  private async fill(): Promise<Contents> {
    const { store } = this.authority;
    const contents = new Contents();
    for (const groupId of await store.readGroupIds()) {
      contents.apply(await store.readRecords(groupId, KEPT));
    }
    // Nothing is awaited from here on. What the records hold already is told by their sequences.
    for (const committed of this.arrived) contents.follow(committed);
    this.contents = contents;
    return contents;
  }

  private follow(events: readonly CommittedEvent[]): void {
    if (this.filling !== undefined) this.arrived.push(...events);
    if (this.contents === undefined) return;
    try {
      for (const committed of events) this.contents.follow(committed);
    } catch (error) {
      // Whatever it was, the store has it: the next question reads anew.
      this.contents = undefined;
      throw error;
    }
  }
}

/** The kept records of all Groups, and the Groups of each member. */
class Contents {
  private readonly world = new MemoryWorld();
  /** By member key: every Group in which the Principal ever was a member. */
  private readonly groupIds = new Map<string, Set<string>>();

  groupsOf(member: Actor, nowMs: number): readonly MemberGroup[] {
    const now = nowAt(nowMs);
    const found: MemberGroup[] = [];
    for (const groupId of this.groupIds.get(memberKey(member)) ?? []) {
      const group = this.world.get('group', groupId, SINGLE);
      const head = this.world.get('head', groupId, SINGLE);
      const record = this.world.get('member', groupId, memberKey(member));
      const memberships = currentMemberships(this.world, groupId, member, now);
      if (group === undefined || head === undefined || record === undefined || memberships.length === 0)
        continue;
      found.push({
        groupId,
        missionId: group.missionId,
        groupState: group.state,
        roles: [...new Set(memberships.map(({ role }) => role))].toSorted(),
        state: memberships.some(({ state }) => state === 'active') ? 'active' : 'provisional',
        membershipEpoch: record.membershipEpoch,
        visibilityStartSequence: visibilityStartOf(memberships),
        headSequence: head.sequence,
      });
    }
    return found;
  }

  follow({ event, stored: { groupId, sequence } }: CommittedEvent): void {
    if (groupId === undefined || sequence === undefined) return;
    const head = this.world.get('head', groupId, SINGLE)?.sequence ?? 0;
    if (sequence <= head) return;
    if (sequence !== head + 1) throw new Error(`the log of ${groupId} jumps from ${head} to ${sequence}`);
    if (membershipsIn(event).length > 0 || event.kind === 'group.archived') {
      this.apply(evolve(this.world, event).filter(({ kind }) => KEPT.includes(kind)));
    } else {
      const value = { sequence, lastOccurredAt: event.occurredAt };
      this.apply([{ kind: 'head', groupId, id: SINGLE, value }]);
    }
  }

  apply(changes: readonly Change[]): void {
    this.world.apply(changes);
    for (const { kind, groupId, id } of changes) {
      if (kind !== 'member') continue;
      const known = this.groupIds.get(id);
      if (known === undefined) this.groupIds.set(id, new Set([groupId]));
      else known.add(groupId);
    }
  }
}

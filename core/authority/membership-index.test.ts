// The index of Memberships: what it reads, what it folds on, and that nothing is lost between the two.
import { beforeEach, describe, expect, it } from 'vitest';
import { type Change, MemoryWorld, SINGLE } from '../domain/world.ts';
import { evolve } from '../domain/evolve.ts';
import type { Event, Group, Membership } from '../protocol/generated/documents.ts';
import type { StoredRecord } from '../store/authority-store.ts';
import type { CommittedEvent } from './commit-batch.ts';
import { type IndexedAuthority, MembershipIndex } from './membership-index.ts';

const NOW_MS = Date.UTC(2026, 4, 4, 9);
const AGENT = { type: 'agent' as const, id: 'urn:heddle:test:agent:1' };
const OTHER = { type: 'agent' as const, id: 'urn:heddle:test:agent:2' };
const MISSION = 'urn:heddle:test:mission:1';

let nowMs = NOW_MS;
let records: Map<string, StoredRecord[]>;
let groupIds: string[];
let tell: (...events: CommittedEvent[]) => void;
/** How often the records of a Group were read. */
let readCount = 0;
let beforeRead: (groupId: string) => void;
let index: MembershipIndex;

beforeEach(() => {
  nowMs = NOW_MS;
  records = new Map();
  groupIds = [];
  readCount = 0;
  beforeRead = () => undefined;
  const listeners = new Set<(events: readonly CommittedEvent[]) => void>();
  tell = (...events) => {
    for (const listener of listeners) listener(events);
  };
  const authority: IndexedAuthority = {
    onCommit: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    store: {
      readGroupIds: async () => [...groupIds],
      readRecords: async (groupId, kinds = []) => {
        readCount += 1;
        const found = (records.get(groupId) ?? []).filter(({ kind }) => kinds.includes(kind));
        beforeRead(groupId);
        return found;
      },
    },
  };
  index = new MembershipIndex(authority, () => nowMs);
});

function group(groupId: string, changes: Partial<Group> = {}): Group {
  return {
    groupId,
    missionId: MISSION,
    state: 'active',
    mainConversationId: 'urn:heddle:test:conversation:1',
    createdAt: '2026-05-04T09:00:00Z',
    ...changes,
  };
}

function membership(groupId: string, changes: Partial<Membership> = {}): Membership {
  return {
    membershipId: `urn:heddle:test:membership:${groupId.at(-1)}`,
    missionId: MISSION,
    groupId,
    member: AGENT,
    role: 'worker',
    state: 'active',
    membershipEpoch: 1,
    scopes: ['work.execute'],
    visibilityStartSequence: 0,
    grantedAt: '2026-05-04T09:00:00Z',
    activatedAt: '2026-05-04T09:00:00Z',
    ...changes,
  };
}

function committed(
  groupId: string,
  sequence: number,
  payload: object,
  kind = 'membership.changed',
): CommittedEvent {
  const eventId = `${groupId}:event:${sequence}`;
  // Only the members that the fold reads.
  const event = {
    eventId,
    kind,
    groupId,
    sequence,
    occurredAt: '2026-05-04T09:00:00Z',
    payload,
  } as unknown as Event;
  return { event, stored: { position: 1, eventId, groupId, sequence, bytes: new Uint8Array() } };
}

/** Stores what Events make of a Group, as the Authority does before it tells of them. */
function store(...events: readonly CommittedEvent[]): void {
  for (const { event } of events) {
    const groupId = event.groupId ?? '';
    const world = new MemoryWorld();
    world.apply(records.get(groupId) ?? []);
    if (event.sequence === 1) {
      world.apply([{ kind: 'group', groupId, id: SINGLE, value: group(groupId) }]);
      groupIds.push(groupId);
    }
    world.apply(evolve(world, event));
    const kept: StoredRecord[] = [];
    for (const { kind, id } of world.entries()) {
      const change = { kind, groupId, id, value: world.get(kind, groupId, id) } as Change;
      if (change.value !== undefined) kept.push(change as StoredRecord);
    }
    records.set(groupId, kept);
  }
}

const FIRST = 'urn:heddle:test:group:1';
const SECOND = 'urn:heddle:test:group:2';

async function idsOf(member = AGENT): Promise<readonly string[]> {
  return (await index.groupsOf(member)).map(({ groupId }) => groupId);
}

describe('what is stored', () => {
  it('is read once, however many ask', async () => {
    store(committed(FIRST, 1, { membership: membership(FIRST) }));
    store(committed(SECOND, 1, { membership: membership(SECOND, { member: OTHER }) }));
    expect(await Promise.all([idsOf(), idsOf(OTHER), idsOf()])).toEqual([[FIRST], [SECOND], [FIRST]]);
    await idsOf();
    expect(readCount).toBe(2);
  });

  it('tells all that a member needs to follow a Group (DEL-010)', async () => {
    const late = membership(FIRST, { visibilityStartSequence: 7, membershipEpoch: 3 });
    const asReviewer = membership(FIRST, {
      membershipId: 'urn:heddle:test:membership:r',
      role: 'reviewer',
      state: 'provisional',
      provisionalExpiresAt: '2026-05-04T09:00:01Z',
      visibilityStartSequence: 4,
      membershipEpoch: 3,
    });
    store(committed(FIRST, 1, {}), committed(FIRST, 2, { membership: late, memberships: [asReviewer] }));
    const expected = {
      groupId: FIRST,
      missionId: MISSION,
      groupState: 'active',
      roles: ['reviewer', 'worker'],
      state: 'active',
      membershipEpoch: 3,
      visibilityStartSequence: 4,
      headSequence: 2,
    };
    expect(await index.groupsOf(AGENT)).toEqual([expected]);
    // The provisional Membership has ended, and with it what only it let see.
    nowMs += 1_000;
    expect(await index.groupsOf(AGENT)).toEqual([
      { ...expected, roles: ['worker'], visibilityStartSequence: 7 },
    ]);
  });

  it('leaves out what has ended, also by time alone (OPEN-024)', async () => {
    const state = 'provisional';
    const provisionalExpiresAt = '2026-05-04T09:00:01Z';
    store(committed(FIRST, 1, { membership: membership(FIRST, { state, provisionalExpiresAt }) }));
    store(committed(SECOND, 1, { membership: membership(SECOND, { state: 'ended' }) }));
    expect(await index.groupsOf(AGENT)).toMatchObject([{ groupId: FIRST, state: 'provisional' }]);
    nowMs += 1_000;
    expect(await index.groupsOf(AGENT)).toEqual([]);
  });

  it('is asked again after a failure', async () => {
    store(committed(FIRST, 1, { membership: membership(FIRST) }));
    beforeRead = () => {
      throw new Error('no store');
    };
    await expect(idsOf()).rejects.toThrow('no store');
    beforeRead = () => undefined;
    expect(await idsOf()).toEqual([FIRST]);
  });
});

describe('what is committed', () => {
  it('afterwards is folded on, without another read', async () => {
    expect(await idsOf()).toEqual([]);
    tell(
      committed(
        FIRST,
        1,
        { group: group(FIRST), mission: {}, conversation: {}, memberships: [membership(FIRST)] },
        'mission.created',
      ),
      committed(FIRST, 2, {}, 'work.progressed'),
    );
    expect(await index.groupsOf(AGENT)).toMatchObject([{ groupId: FIRST, headSequence: 2 }]);
    const archived = group(FIRST, { state: 'archived' });
    tell(committed(FIRST, 3, { group: archived }, 'group.archived'));
    expect(await index.groupsOf(AGENT)).toMatchObject([{ groupState: 'archived', headSequence: 3 }]);
    tell(committed(FIRST, 4, { membership: membership(FIRST, { state: 'ended' }) }, 'membership.ended'));
    expect(await idsOf()).toEqual([]);
    expect(readCount).toBe(0);
  });

  it('while the store is read is neither lost nor counted twice', async () => {
    store(committed(FIRST, 1, { membership: membership(FIRST) }));
    store(committed(SECOND, 1, {}));
    beforeRead = (groupId) => {
      if (groupId !== FIRST) return;
      const afterItsRead = committed(FIRST, 2, { membership: membership(FIRST, { membershipEpoch: 2 }) });
      const beforeItsRead = committed(SECOND, 2, { membership: membership(SECOND) });
      store(afterItsRead, beforeItsRead);
      tell(afterItsRead, beforeItsRead);
    };
    expect(await index.groupsOf(AGENT)).toMatchObject([
      { groupId: FIRST, membershipEpoch: 2, headSequence: 2 },
      { groupId: SECOND, membershipEpoch: 1, headSequence: 2 },
    ]);
  });

  it('and not told of makes it read anew', async () => {
    store(committed(FIRST, 1, { membership: membership(FIRST) }));
    expect(await idsOf()).toEqual([FIRST]);
    const untold = committed(FIRST, 2, { membership: membership(FIRST, { state: 'ended' }) });
    const next = committed(FIRST, 3, {}, 'work.progressed');
    store(untold, next);
    expect(() => tell(next)).toThrow('jumps from 1 to 3');
    expect(await idsOf()).toEqual([]);
  });

  it('after the end is not listened to', async () => {
    await idsOf();
    index.stop();
    tell(committed(FIRST, 1, { membership: membership(FIRST) }));
    expect(await idsOf()).toEqual([]);
  });
});

import { beforeEach, describe, expect, test } from 'vitest';
import type { Actor } from '../protocol/generated/documents.ts';
import { nowAt } from './decision.ts';
import { advance, fenceOwner, liveHoldingLease } from './ownership.ts';
import { statesBut } from './seeded-work.test-data.ts';
import {
  COORDINATOR,
  GROUP,
  OBSERVER,
  OTHER_SERVICE,
  OWNER,
  SECOND_WORKER,
  SeededOrganization,
  SERVICE,
  STRANGER,
  WORKER,
} from './seeded-world.test-data.ts';
import {
  acceptAs,
  artifactOf,
  bringTo,
  CHECKPOINT,
  claimOf,
  evidenceOf,
  failureOf,
  inSeconds,
  ITEM,
  leaseOf,
  offerTo,
  publish,
  recordOf,
  refusedWith,
  start,
} from './work-scenes.test-data.ts';
import { ORGANIZATION } from './world.ts';

let organization: SeededOrganization;

beforeEach(() => {
  organization = new SeededOrganization();
});

type Claim = ReturnType<typeof claimOf>;

interface OwnerCommand {
  readonly kind: string;
  /** The state that its row of the table starts from. */
  readonly from: 'queued' | 'active';
  readonly rule: string;
  readonly act: (actor: Actor, claim: Claim, envelope?: object) => ReturnType<SeededOrganization['act']>;
}

const EVIDENCE = [evidenceOf()];

/** Every Command whose right is that of the owner (WORK-036); all but the start name their Execution Lease (LSE-002). */
const OWNER_COMMANDS: readonly OwnerCommand[] = [
  {
    kind: 'work.start',
    from: 'queued',
    rule: 'WORK-T07',
    act: (actor, { workItemId, ownershipEpoch }, envelope) =>
      organization.act('work.start', actor, { workItemId, ownershipEpoch }, envelope),
  },
  {
    kind: 'work.checkpoint',
    from: 'active',
    rule: 'WORK-T08',
    act: (actor, claim, envelope) =>
      organization.act('work.checkpoint', actor, { ...claim, checkpoint: CHECKPOINT }, envelope),
  },
  {
    kind: 'work.block',
    from: 'active',
    rule: 'WORK-T09',
    act: (actor, claim, envelope) => {
      const payload = { ...claim, checkpoint: CHECKPOINT, reason: 'locked', requiredResolution: 'unlock' };
      return organization.act('work.block', actor, payload, envelope);
    },
  },
  {
    kind: 'work.submit',
    from: 'active',
    rule: 'WORK-T11',
    act: (actor, claim, envelope) => {
      const payload = { ...claim, artifactHashes: [artifactOf().contentHash], evidence: EVIDENCE };
      return organization.act('work.submit', actor, payload, envelope);
    },
  },
  {
    kind: 'work.fail',
    from: 'active',
    rule: 'WORK-012',
    act: (actor, claim, envelope) =>
      organization.act('work.fail', actor, { ...claim, reason: 'gone', evidence: [failureOf()] }, envelope),
  },
  {
    kind: 'artifact.publish',
    from: 'active',
    rule: 'ART-006',
    act: (actor, { ownershipEpoch, executionLeaseId }, envelope) => {
      const artifact = artifactOf({ artifactId: 'urn:heddle:test:artifact:second' });
      return organization.act(
        'artifact.publish',
        actor,
        { artifact, ownershipEpoch, executionLeaseId },
        envelope,
      );
    },
  },
  {
    kind: 'ext.missionweaveprotocol.core.work_execution_lease_renew',
    from: 'active',
    rule: 'LSE-007',
    act: (actor, claim, envelope) =>
      organization.act(
        'ext.missionweaveprotocol.core.work_execution_lease_renew',
        actor,
        { ...claim, leaseSeconds: 3_600 },
        envelope,
      ),
  },
];

const LEASED = OWNER_COMMANDS.filter(({ from }) => from === 'active');

/** The item in the state that a Command starts from, ready for it. */
function prepare({ from }: OwnerCommand): Claim {
  bringTo(organization, from);
  if (from === 'active') publish(organization);
  return claimOf(organization);
}

/** A new session without what opening one does to leases, so that each check is seen by itself. */
function setSession(sessionEpoch: number): void {
  const value = { sessionEpoch, openedAt: inSeconds(organization, 0) };
  organization.world.apply([{ kind: 'session', groupId: ORGANIZATION, id: WORKER.id, value }]);
}

describe.each(OWNER_COMMANDS)('WORK-036 $kind', (command) => {
  const { act, from, rule } = command;

  test('of the owner, at the revision that it expects', () => {
    const claim = prepare(command);
    const { revision } = recordOf(organization).document;
    for (const expectedRevision of [0, revision - 1, revision + 1]) {
      expect(act(WORKER, claim, { expectedRevision })).toMatchObject({
        ok: false,
        rejection: { code: 'REVISION_CONFLICT', expectedRevision, currentRevision: revision },
      });
    }
    expect(act(WORKER, claim, { expectedRevision: revision }).ok).toBe(true);
    expect(recordOf(organization).document.revision).toBe(revision + 1);
  });

  test('INV-05, WORK-037 of a former owner, before anything else', () => {
    const claim = prepare(command);
    organization.passSeconds(3_600);
    // Fencing alone is enough: nobody has to own the item yet.
    offerTo(organization, [SECOND_WORKER]);
    const stale = refusedWith('WORK_STALE_OWNERSHIP', 'INV-05', {
      workItemId: ITEM,
      ownershipEpoch: 1,
      currentOwnershipEpoch: 2,
    });
    const before = recordOf(organization);
    expect(act(WORKER, claim, { expectedRevision: 0 })).toMatchObject(stale);
    expect(recordOf(organization)).toBe(before);
    acceptAs(organization, SECOND_WORKER);
    if (from === 'active') start(organization, {}, SECOND_WORKER);
    expect(act(WORKER, claim)).toMatchObject({ ok: false, rejection: { code: 'WORK_STALE_OWNERSHIP' } });
    // The current epoch does not help who is not the owner.
    expect(act(WORKER, claimOf(organization))).toMatchObject(refusedWith('AUTH_FORBIDDEN', 'WORK-036'));
  });

  test('of an epoch that was never given', () => {
    const claim = prepare(command);
    expect(act(WORKER, { ...claim, ownershipEpoch: 2 })).toMatchObject(
      refusedWith('WORK_STALE_OWNERSHIP', 'WORK-036', { ownershipEpoch: 2, currentOwnershipEpoch: 1 }),
    );
  });

  test('of anybody else', () => {
    const claim = prepare(command);
    for (const actor of [SECOND_WORKER, COORDINATOR, OBSERVER, OWNER, SERVICE, OTHER_SERVICE]) {
      expect(act(actor, claim)).toMatchObject(
        refusedWith('AUTH_FORBIDDEN', 'WORK-036', { workItemId: ITEM }),
      );
    }
    expect(act(STRANGER, claim)).toMatchObject(refusedWith('MEMBERSHIP_REQUIRED', 'MEM-002'));
    expect(act(WORKER, claim, { sessionEpoch: 2 })).toMatchObject(
      refusedWith('AUTH_STALE_SESSION', 'INV-04'),
    );
    expect(act(WORKER, claim, { membershipEpoch: 2 })).toMatchObject(
      refusedWith('MEMBERSHIP_STALE', 'MEM-002'),
    );
  });

  test('LSE-011 of an owner whose ownership lease has ended', () => {
    const claim = prepare(command);
    organization.passSeconds(900);
    expect(act(WORKER, claim)).toMatchObject(
      refusedWith('WORK_LEASE_EXPIRED', 'WORK-036', { workItemId: ITEM }),
    );
  });

  test('of an unknown WorkItem', () => {
    const claim = prepare(command);
    organization.world.apply([{ kind: 'workItem', groupId: GROUP, id: ITEM, value: undefined }]);
    expect(act(WORKER, claim)).toMatchObject(
      refusedWith('INVALID_COMMAND', 'WORK-010', { workItemId: ITEM }),
    );
  });

  test.each(statesBut(from))('not from %s', (state) => {
    bringTo(organization, state);
    const claim = claimOf(organization);
    const outcome = act(WORKER, { ...claim, ownershipEpoch: Math.max(1, claim.ownershipEpoch) });
    const isOwned = ['queued', 'active', 'blocked', 'submitted'].includes(state);
    // Without an owner, or with one whose lease was closed, the question of state is not reached (WORK-036).
    const withoutOwner =
      state === 'verified'
        ? refusedWith('WORK_LEASE_EXPIRED', 'WORK-036')
        : refusedWith('AUTH_FORBIDDEN', 'WORK-036');
    expect(outcome).toMatchObject(
      isOwned
        ? refusedWith('INVALID_STATE_TRANSITION', rule, { workItemState: state, allowedStates: [from] })
        : withoutOwner,
    );
    expect(recordOf(organization).document.state).toBe(state);
  });
});

describe.each(LEASED)('LSE-002 $kind', (command) => {
  const { act } = command;

  test('under another lease id, or one of another item', () => {
    const claim = prepare(command);
    const { executionLeaseId: current, holdingLeaseId = '' } = recordOf(organization);
    for (const executionLeaseId of ['urn:heddle:test:lease:unknown', holdingLeaseId]) {
      expect(act(WORKER, { ...claim, executionLeaseId })).toMatchObject(
        refusedWith('WORK_LEASE_EXPIRED', 'LSE-002', {
          workItemId: ITEM,
          executionLeaseId,
          currentExecutionLeaseId: current,
        }),
      );
    }
  });

  test('LSE-006 up to the end of the lease and not at it', () => {
    const claim = prepare(command);
    organization.passSeconds(300);
    expect(act(WORKER, claim)).toMatchObject(
      refusedWith('WORK_LEASE_EXPIRED', 'LSE-006', { expiresAt: inSeconds(organization, 0) }),
    );
    organization.nowMs -= 1;
    expect(act(WORKER, claim).ok).toBe(true);
  });

  test('LSE-006 under a lease of another session', () => {
    const claim = prepare(command);
    setSession(2);
    expect(act(WORKER, claim)).toMatchObject(refusedWith('AUTH_STALE_SESSION', 'LSE-006'));
  });

  test('LSE-006 under a lease of another holder, or of another term', () => {
    const claim = prepare(command);
    const lease = leaseOf(organization, claim.executionLeaseId);
    const write = (changes: Partial<typeof lease>) => {
      const value = { ...lease, ...changes };
      organization.world.apply([{ kind: 'lease', groupId: GROUP, id: lease.leaseId, value }]);
    };
    write({ holderAgentId: SECOND_WORKER.id });
    expect(act(WORKER, claim)).toMatchObject(refusedWith('AUTH_FORBIDDEN', 'LSE-006'));
    write({ ownershipEpoch: 2 });
    expect(act(WORKER, claim)).toMatchObject(refusedWith('WORK_LEASE_EXPIRED', 'LSE-002'));
    write({ workItemId: 'urn:heddle:test:work:other' });
    expect(act(WORKER, claim)).toMatchObject(refusedWith('WORK_LEASE_EXPIRED', 'LSE-002'));
    write({ state: 'revoked' });
    expect(act(WORKER, claim)).toMatchObject(refusedWith('WORK_LEASE_EXPIRED', 'LSE-006'));
  });
});

describe('fencing', () => {
  test('WORK-014 takes owner, pins and offers, and closes both leases', () => {
    bringTo(organization, 'active');
    const record = recordOf(organization);
    const fenced = fenceOwner(organization.world, nowAt(organization.nowMs), record, 'work_cancelled');
    expect(fenced.document).not.toHaveProperty('owner');
    expect(fenced.document).not.toHaveProperty('offers');
    expect(fenced.closedLeases).toMatchObject([
      { leaseId: record.executionLeaseId, state: 'revoked', closureReason: 'work_cancelled' },
      { leaseId: record.holdingLeaseId, state: 'revoked', closureReason: 'work_cancelled' },
    ]);
  });

  test('WORK-014 without an owner only the offers go, and the epoch stays', () => {
    bringTo(organization, 'offered');
    organization.mustAct('work.cancel', COORDINATOR, { workItemId: ITEM });
    expect(recordOf(organization).ownershipEpoch).toBe(0);
    expect(recordOf(organization).document).not.toHaveProperty('offers');
  });

  test('LSE-011 a lease that has ended holds nothing, although no Event has closed it', () => {
    bringTo(organization, 'queued');
    const record = recordOf(organization);
    const now = () => nowAt(organization.nowMs);
    expect(liveHoldingLease(organization.world, record, now())?.leaseId).toBe(record.holdingLeaseId);
    organization.passSeconds(900);
    expect(leaseOf(organization, record.holdingLeaseId).state).toBe('active');
    expect(liveHoldingLease(organization.world, record, now())).toBeUndefined();
  });

  test('WORK-070 each change is the next revision, at its time', () => {
    bringTo(organization, 'open');
    organization.passSeconds(5);
    const { document } = recordOf(organization);
    expect(advance(nowAt(organization.nowMs), document, { state: 'cancelled' })).toMatchObject({
      state: 'cancelled',
      revision: 2,
      createdAt: document.createdAt,
      updatedAt: inSeconds(organization, 0),
    });
  });
});

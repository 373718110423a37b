// Leases by the clock, what can be done about each, and what is said before work goes to somebody else.
import { describe, expect, test } from 'vitest';
import { SeededOrganization } from '../../../domain/seeded-world.test-data.ts';
import { bringTo, ITEM } from '../../../domain/work-scenes.test-data.ts';
import type { DeskConnection } from '../connection.ts';
import { COORDINATOR, deskOf, GROUP, identityFor, OWNER, WORKER } from '../desk.test-data.ts';
import { Moment, msOf } from '../moment.ts';
import { type LeaseFact, openLeases } from './lease-standing.ts';
import { describeReassignment } from './reassignment.ts';

function at(state: Parameters<typeof bringTo>[1]): SeededOrganization {
  const organization = new SeededOrganization();
  bringTo(organization, state);
  return organization;
}

function leasesOf(
  organization: SeededOrganization,
  changes: Partial<DeskConnection> = {},
): ReadonlyMap<string, LeaseFact> {
  const connection = deskOf(organization, changes);
  const facts = [...openLeases(connection, GROUP, new Moment(connection.nowMs))];
  return new Map(facts.map((fact) => [fact.lease.leaseType, fact]));
}

/** Moves the clock to a share of a lease. */
function wait(organization: SeededOrganization, type: string, share: number): void {
  const fact = leasesOf(organization).get(type);
  if (fact === undefined) throw new Error(`no ${type} lease`);
  const startMs = msOf(fact.lease.lastRenewedAt ?? fact.lease.startsAt);
  organization.nowMs = Math.floor(startMs + (fact.endMs - startMs) * share);
}

describe('the term of a Coordinator', () => {
  test('CRD-009: it is due after a third, and renewed by whoever holds it here', () => {
    const organization = at('open');
    const planned = leasesOf(organization).get('coordinator');
    expect(planned).toMatchObject({ standing: 'runs', next: { id: 'renewal-planned' }, isMine: true });
    organization.nowMs = Math.ceil(planned?.next.atMs ?? 0);
    expect(leasesOf(organization).get('coordinator')?.next.id).toBe('renew');
    const locked = { identities: [identityFor(COORDINATOR, { key: 'locked' })] };
    expect(leasesOf(organization, locked).get('coordinator')?.next.id).toBe('cannot-renew');
    expect(leasesOf(organization, { status: 'offline' }).get('coordinator')?.next.id).toBe('cannot-renew');
  });

  test('somebody else’s is not ours to renew', () => {
    const organization = at('open');
    wait(organization, 'coordinator', 0.9);
    const away = leasesOf(organization, { identities: [identityFor(OWNER)] }).get('coordinator');
    expect(away).toMatchObject({ standing: 'ends-soon', next: { id: 'holder-renews' }, isMine: false });
  });

  test('CRD-007: an ended one is never renewed; the owner appoints, where it is here', () => {
    const organization = at('open');
    wait(organization, 'coordinator', 1);
    expect(leasesOf(organization).get('coordinator')).toMatchObject({
      standing: 'over',
      next: { id: 'appoint' },
    });
    const alone = { identities: [identityFor(COORDINATOR)] };
    expect(leasesOf(organization, alone).get('coordinator')?.next.id).toBe('owner-appoints');
  });
});

describe('leases of work', () => {
  test('a running execution waits; once it is over its owner may still hold the item (WORK-013)', () => {
    const organization = at('active');
    expect(leasesOf(organization).get('execution')).toMatchObject({ standing: 'runs', next: { id: 'wait' } });
    wait(organization, 'execution', 1);
    const over = leasesOf(organization).get('execution');
    const hold = leasesOf(organization).get('ownership');
    expect(over).toMatchObject({ standing: 'over', next: { id: 'wait-hold', atMs: hold?.endMs } });
    organization.nowMs = hold?.endMs ?? 0;
    expect(leasesOf(organization).get('execution')?.next.id).toBe('reassign');
    expect(leasesOf(organization).get('ownership')?.next.id).toBe('reassign');
  });

  test('at a computer that does not lead the Mission nothing of it can be taken', () => {
    const organization = at('active');
    wait(organization, 'ownership', 1);
    const facts = leasesOf(organization, { identities: [identityFor(WORKER)] });
    expect(facts.get('execution')).toMatchObject({ next: { id: 'leader-acts' }, isMine: true });
    expect(facts.get('coordinator')?.isMine).toBe(false);
  });

  test('WORK-035: work that has not begun by the promised time is named before its hold ends', () => {
    const organization = at('queued');
    const { startBy } = leasesOf(organization).get('ownership')?.lease ?? {};
    expect(startBy).toBeDefined();
    organization.nowMs = msOf(startBy ?? '');
    const late = leasesOf(organization).get('ownership');
    const isHeld = (late?.endMs ?? 0) > organization.nowMs;
    expect(late?.standing).toBe(isHeld ? 'start-missed' : 'over');
    expect(late?.next.id).toBe(isHeld ? 'wait-hold' : 'reassign');
  });

  test('blocked work wants its resolution, not another owner', () => {
    expect(leasesOf(at('blocked')).get('blocked')).toMatchObject({ next: { id: 'resolve' } });
  });

  test('a Mission that is over has none', () => {
    const organization = at('active');
    organization.mustAct('mission.cancel', OWNER, { reason: 'not needed' });
    expect(leasesOf(organization).size).toBe(0);
  });
});

describe('what is said before work goes to somebody else', () => {
  const described = (
    organization: SeededOrganization,
    changes: Partial<DeskConnection> = {},
    atMs?: number,
  ) => {
    const item = organization.world.get('workItem', GROUP, ITEM);
    if (item === undefined) throw new Error('no item');
    return describeReassignment(deskOf(organization, changes), item, atMs);
  };

  test('WORK-014: the next epoch, until when nobody else may have it, and who is fenced', () => {
    const organization = at('active');
    const facts = described(organization);
    expect(facts.nextEpoch).toBe(3);
    expect(facts.heldUntilMs).toBe(leasesOf(organization).get('ownership')?.endMs);
    expect(facts.fences).toEqual([
      { id: 'offer-fences', values: { epoch: 1 } },
      { id: 'owner-fenced', values: { agentId: WORKER.id, epoch: 1 } },
      { id: 'execution-revoked', values: {} },
      { id: 'hold-revoked', values: {} },
    ]);
  });

  test('without a checkpoint everything is lost; with one what came after it', () => {
    expect(described(at('active')).lost.map(({ id }) => id)).toContain('everything');
    const organization = at('blocked');
    const atMs = organization.nowMs;
    organization.passSeconds(60);
    const { lost } = described(organization, {}, atMs);
    expect(lost[0]).toMatchObject({ id: 'after-checkpoint', values: { atMs, sinceMs: 60_000 } });
    expect(lost.map(({ id }) => id)).not.toContain('everything');
  });

  test('a saved state that cannot be had is a loss, and not kept', () => {
    const organization = at('blocked');
    const item = organization.world.get('workItem', GROUP, ITEM);
    const hash = `sha256:${'a'.repeat(64)}`;
    if (item?.checkpoint === undefined) throw new Error('no checkpoint');
    const changed = { ...item, checkpoint: { ...item.checkpoint, stateArtifactHash: hash } };
    const facts = (condition: 'intact' | 'differs') =>
      describeReassignment(
        deskOf(organization, { contents: new Map([[hash, condition]]) }),
        changed,
        undefined,
      );
    expect(facts('differs').lost).toContainEqual({
      id: 'state-unavailable',
      values: { condition: 'differs' },
    });
    expect(facts('differs').kept.map(({ id }) => id)).not.toContain('state');
    expect(facts('intact').kept).toContainEqual({ id: 'state', values: { hash } });
  });

  test('an item that nobody owns has nobody to fence', () => {
    const facts = described(at('open'));
    expect(facts.fences.map(({ id }) => id)).toEqual(['offer-fences']);
    expect(facts.heldUntilMs).toBeUndefined();
    expect(facts.lost.map(({ id }) => id)).not.toContain('buffered');
  });

  test('WORK-055: the tries of the contract are counted', () => {
    const organization = at('active');
    const item = organization.world.get('workItem', GROUP, ITEM);
    if (item === undefined) throw new Error('no item');
    const spent = describeReassignment(deskOf(organization), { ...item, attempts: 3 }, undefined);
    expect(spent.lost).toContainEqual({ id: 'no-tries-left', values: { attempts: 3, maxAttempts: 3 } });
    expect(described(organization).lost.map(({ id }) => id)).not.toContain('no-tries-left');
  });
});

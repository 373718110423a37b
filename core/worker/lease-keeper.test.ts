import { expect, test } from 'vitest';
import { nowAt } from '../domain/decision.ts';
import { openLease, renewLease } from '../domain/leases.ts';
import type { Moment } from './clock.ts';
import { DEFAULT_LEASE_SETTINGS, LeaseKeeper, type Renewal } from './lease-keeper.ts';

const START_MS = Date.UTC(2026, 4, 4, 9);

/** A keeper of a lease of 300 s, with timers that the test fires. */
function keeperOf(answer: (askedAtMs: number) => Renewal | 'silence') {
  let elapsedMs = 0;
  let wallOffsetMs = 0;
  let timer: { readonly atMs: number; readonly callback: () => void } | undefined;
  const read = (): Moment => ({ wallMs: START_MS + elapsedMs + wallOffsetMs, monotonicMs: elapsedMs });
  const ends: string[] = [];
  const asked: number[] = [];
  const lease = openLease(nowAt(START_MS), {
    leaseId: 'urn:lease:1',
    leaseType: 'execution',
    missionId: 'urn:mission:1',
    groupId: 'urn:group:1',
    workItemId: 'urn:work:1',
    holderAgentId: 'urn:agent:1',
    sessionEpoch: 1,
    ownershipEpoch: 1,
    expiresAt: nowAt(START_MS + 300_000).text,
  });
  const keeper = new LeaseKeeper(lease, read(), {
    clock: {
      read,
      setTimer: (delayMs, callback) => {
        const mine = { atMs: elapsedMs + delayMs, callback };
        timer = mine;
        return () => {
          if (timer === mine) timer = undefined;
        };
      },
    },
    settings: DEFAULT_LEASE_SETTINGS,
    renew: async () => {
      asked.push(elapsedMs);
      const renewal = answer(elapsedMs);
      return renewal === 'silence' ? new Promise<Renewal>(() => {}) : renewal;
    },
    onMustEnd: (why) => ends.push(`${why} at ${elapsedMs}`),
  });
  const pass = async (ms: number) => {
    const until = elapsedMs + ms;
    while (timer !== undefined && timer.atMs <= until) {
      const { atMs, callback } = timer;
      timer = undefined;
      elapsedMs = Math.max(elapsedMs, atMs);
      callback();
      await Promise.resolve();
      await Promise.resolve();
      await Promise.resolve();
    }
    elapsedMs = until;
  };
  const renewed = (atMs: number): Renewal => ({
    kind: 'renewed',
    lease: renewLease(nowAt(START_MS + atMs), keeper.lease, nowAt(START_MS + atMs + 300_000).text),
  });
  return { keeper, ends, asked, pass, renewed, jumpWall: (ms: number) => (wallOffsetMs += ms) };
}

test('LSE-007: it asks at half of the lease, and again at half of the new one', async () => {
  const kept = keeperOf((atMs) => kept.renewed(atMs));
  await kept.pass(600_000);
  expect(kept.asked).toEqual([150_000, 300_000, 450_000, 600_000]);
  expect(kept.ends).toEqual([]);
  expect(kept.keeper.lease.renewalCount).toBe(4);
});

test('LSE-010: no answer, or one that settles nothing, is asked for again until the margin is reached', async () => {
  const kept = keeperOf(() => ({ kind: 'later' }));
  await kept.pass(400_000);
  expect(kept.asked.slice(0, 3)).toEqual([150_000, 155_000, 160_000]);
  expect(kept.ends).toEqual(['lease-ended at 290000']);
  const silent = keeperOf(() => 'silence');
  await silent.pass(400_000);
  expect(silent.asked).toEqual([150_000]);
  expect(silent.ends).toEqual(['lease-ended at 290000']);
});

test('LSE-002: a fenced renewal ends it at once', async () => {
  const kept = keeperOf(() => ({ kind: 'fenced' }));
  await kept.pass(400_000);
  expect(kept.ends).toEqual(['ownership-lost at 150000']);
  expect(kept.keeper.remainingMs()).toBe(0);
});

test('LSE-011: the earlier of two clocks counts, whichever way the wall clock jumps', async () => {
  const ahead = keeperOf(() => ({ kind: 'later' }));
  ahead.jumpWall(7_200_000);
  ahead.keeper.look();
  expect(ahead.ends).toEqual(['lease-ended at 0']);
  const behind = keeperOf(() => ({ kind: 'later' }));
  behind.jumpWall(-7_200_000);
  await behind.pass(400_000);
  expect(behind.ends).toEqual(['lease-ended at 290000']);
});

test('FLR-003: a limit ends it earlier, and a stopped keeper never', async () => {
  const kept = keeperOf(() => ({ kind: 'later' }));
  kept.keeper.limitTo(60_000);
  await kept.pass(400_000);
  expect(kept.ends).toEqual(['lease-ended at 50000']);
  const stopped = keeperOf(() => ({ kind: 'later' }));
  stopped.keeper.stop();
  await stopped.pass(400_000);
  expect(stopped.ends).toEqual([]);
});

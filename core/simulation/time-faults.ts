// What clocks do to a simulated Organization: they pass, jump onto the very end of something, and go back a little.
import type { World } from '../domain/world.ts';
import type { Random, SimulatedClock } from './random.ts';
import { groupIdsOf } from './state-text.ts';

/** Jumps beyond this end too much at once. */
const LONGEST_JUMP_MS = 900_000;

/** Moves the clock and says how. */
export function moveClock(clock: SimulatedClock, world: World, random: Random): string {
  const dice = random.next();
  if (dice < 0.12) {
    const back = 1 + random.below(5_000);
    clock.pass(-back);
    return `the clock goes back ${back} ms`;
  }
  const ends = dice < 0.6 ? boundariesOf(world, clock.nowMs) : [];
  if (ends.length === 0) {
    const ms = 1_000 + random.below(dice > 0.95 ? 400_000 : 40_000);
    clock.pass(ms);
    return `the clock goes on ${ms} ms`;
  }
  const end = random.pick(ends) + random.pick([-1, 0, 0, 1]);
  const ms = Math.max(0, end - clock.nowMs);
  clock.pass(ms);
  return `the clock jumps ${ms} ms to the end of something`;
}

/** Moments at which something ends: leases, offers, provisional memberships, grants. */
function boundariesOf(world: World, nowMs: number): readonly number[] {
  const texts: (string | undefined)[] = [];
  for (const groupId of groupIdsOf(world)) {
    for (const [, { state, expiresAt, leaseType }] of world.list('lease', groupId)) {
      if (state === 'active' && leaseType !== 'coordinator') texts.push(expiresAt);
    }
    for (const [, { document }] of world.list('workItem', groupId)) {
      for (const { status, expiresAt } of document.offers ?? []) {
        if (status === 'pending') texts.push(expiresAt);
      }
    }
    for (const [, { state, provisionalExpiresAt }] of world.list('membership', groupId)) {
      if (state === 'provisional') texts.push(provisionalExpiresAt);
    }
    for (const [, { grant }] of world.list('grant', groupId)) texts.push(grant.expiresAt);
    for (const [, { grant }] of world.list('override', groupId)) texts.push(grant.expiresAt);
  }
  return texts
    .map((text) => Date.parse(text ?? ''))
    .filter((ms) => ms > nowMs && ms - nowMs <= LONGEST_JUMP_MS);
}

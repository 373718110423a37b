// The machine's own clocks, randomness and ids.
import { randomBytes, randomInt, randomUUIDv7 } from 'node:crypto';
import type { SyncClock, SyncRandom } from './sync-ports.ts';

/** The longest delay that the machine's timers can take. */
const MAX_DELAY_MS = 0x7fff_ffff;

export const SYSTEM_CLOCK: SyncClock = {
  wallMs: () => Date.now(),
  monotonicMs: () => performance.now(),
  after(delayMs, action) {
    const timer = setTimeout(action, Math.min(delayMs, MAX_DELAY_MS));
    return () => clearTimeout(timer);
  },
  every(periodMs, action) {
    const timer = setInterval(action, periodMs);
    return () => clearInterval(timer);
  },
};

const FRACTIONS = 2 ** 32;

export const SYSTEM_RANDOM: SyncRandom = {
  bytes: (count) => randomBytes(count),
  fraction: () => randomInt(FRACTIONS) / FRACTIONS,
};

/**
 * A fresh identifier, an absolute URI: a UUID that begins with the time (RFC 9562, version 7), so that an Authority finds the
 * Commands of one moment together in its index.
 */
export function newId(): string {
  return `urn:uuid:${randomUUIDv7()}`;
}

// Keeps those who prove nothing from occupying the process: refusing a forged Command costs a millisecond, so how often one
// address, and everybody together, may be refused is limited. Whoever proves a key is not slowed down.
import { isIPv6 } from 'node:net';

export interface GateLimits {
  /** Failures that one address may have at once, and how fast they are forgiven. */
  readonly failuresPerAddress: number;
  readonly addressRefillMs: number;
  /** The same for all addresses together that have proven nothing lately. */
  readonly failuresOfEverybody: number;
  readonly everybodyRefillMs: number;
  /** Requests that one address may have open without having proven anything. */
  readonly concurrentPerAddress: number;
  /** Requests that one Principal may have open. */
  readonly concurrentPerCaller: number;
}

/**
 * At 1 ms for a failure, everybody together can take a fifth of one core, and one address a fiftieth; a person who
 * mistypes never notices.
 */
export const DEFAULT_GATE_LIMITS: GateLimits = {
  failuresPerAddress: 40,
  addressRefillMs: 50,
  failuresOfEverybody: 400,
  everybodyRefillMs: 5,
  concurrentPerAddress: 16,
  concurrentPerCaller: 16,
};

/** How long an address that has proven a key stays apart from everybody. */
const PROVEN_MS = 600_000;
/** Addresses that are remembered; the least recently seen are forgotten first. */
const MAX_ADDRESSES = 20_000;

/** A request that is let in. */
export interface Pass {
  /** It proved nothing: it counts. */
  fail(): void;
  /** It proved a key of this Organization. */
  prove(): void;
  /** It is over. Once. */
  leave(): void;
}

export type Refusal = 'address' | 'everybody' | 'concurrency';

export type Entry =
  | { readonly ok: true; readonly pass: Pass }
  | { readonly ok: false; readonly reason: Refusal; readonly retryAfterMs: number };

/** Failures that are still counted. */
class Failures {
  private count = 0;
  private at = 0;

  /** How long until one more is tolerated; 0 for now. */
  waitMs(limit: number, refillMs: number, nowMs: number): number {
    this.forgive(refillMs, nowMs);
    return this.count < limit ? 0 : Math.ceil((this.count - limit + 1) * refillMs);
  }

  add(): void {
    this.count += 1;
  }

  private forgive(refillMs: number, nowMs: number): void {
    // A clock that was set back forgives nothing, and must not count anything either.
    this.count = Math.max(0, this.count - Math.max(0, nowMs - this.at) / refillMs);
    this.at = nowMs;
  }
}

interface Address {
  readonly failures: Failures;
  open: number;
  provenUntilMs: number;
}

export class RequestGate {
  private readonly limits: GateLimits;
  private readonly now: () => number;
  private readonly addresses = new Map<string, Address>();
  private readonly everybody = new Failures();
  private readonly openByCaller = new Map<string, number>();

  constructor(limits: GateLimits, now: () => number) {
    this.limits = limits;
    this.now = now;
  }

  /** For a request that has shown no valid token. */
  enter(remoteAddress: string): Entry {
    const nowMs = this.now();
    const { limits } = this;
    const address = this.addressOf(networkOf(remoteAddress));
    if (address.open >= limits.concurrentPerAddress) return refusal('concurrency', limits.addressRefillMs);
    const wait = address.failures.waitMs(limits.failuresPerAddress, limits.addressRefillMs, nowMs);
    if (wait > 0) return refusal('address', wait);
    const isProven = address.provenUntilMs > nowMs;
    const waitForAll = this.everybody.waitMs(limits.failuresOfEverybody, limits.everybodyRefillMs, nowMs);
    if (waitForAll > 0 && !isProven) return refusal('everybody', waitForAll);
    address.open += 1;
    return {
      ok: true,
      pass: {
        fail: () => {
          address.failures.add();
          if (!isProven) this.everybody.add();
        },
        prove: () => {
          address.provenUntilMs = this.now() + PROVEN_MS;
        },
        leave: once(() => {
          address.open -= 1;
        }),
      },
    };
  }

  /** For a request with a valid token. */
  enterAsCaller(principalKey: string): Entry {
    const open = this.openByCaller.get(principalKey) ?? 0;
    if (open >= this.limits.concurrentPerCaller) return refusal('concurrency', this.limits.addressRefillMs);
    this.openByCaller.set(principalKey, open + 1);
    return {
      ok: true,
      pass: { fail: () => undefined, prove: () => undefined, leave: once(() => this.leave(principalKey)) },
    };
  }

  private leave(principalKey: string): void {
    const open = this.openByCaller.get(principalKey) ?? 0;
    if (open > 1) this.openByCaller.set(principalKey, open - 1);
    else this.openByCaller.delete(principalKey);
  }

  private addressOf(key: string): Address {
    const address = this.addresses.get(key) ?? { failures: new Failures(), open: 0, provenUntilMs: 0 };
    this.addresses.delete(key);
    this.addresses.set(key, address);
    const [oldest] = this.addresses.keys();
    if (this.addresses.size > MAX_ADDRESSES && oldest !== undefined) this.addresses.delete(oldest);
    return address;
  }
}

/** What one party gets to itself: an IPv4 address, or the first 64 bits of an IPv6 address. */
export function networkOf(remoteAddress: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(remoteAddress)?.[1];
  if (mapped !== undefined) return mapped;
  const [address = ''] = remoteAddress.split('%');
  if (!isIPv6(address)) return remoteAddress;
  const [head = '', tail] = address.split('::');
  const front = head === '' ? [] : head.split(':');
  const back = tail === undefined || tail === '' ? [] : tail.split(':');
  const gap = tail === undefined ? 0 : 8 - front.length - back.length;
  const groups = [...front, ...Array.from({ length: Math.max(0, gap) }, () => '0'), ...back];
  return groups
    .slice(0, 4)
    .map((group) => group.toLowerCase().replace(/^0+(?=.)/, ''))
    .join(':');
}

function refusal(reason: Refusal, retryAfterMs: number): Entry {
  return { ok: false, reason, retryAfterMs: Math.max(1, retryAfterMs) };
}

function once(action: () => void): () => void {
  let isDone = false;
  return () => {
    if (isDone) return;
    isDone = true;
    action();
  };
}

// The gate: how much those who prove nothing may cost, and that it slows down nobody else.
import { beforeEach, describe, expect, it } from 'vitest';
import { type Entry, type GateLimits, networkOf, type Pass, RequestGate } from './request-gate.ts';

const LIMITS: GateLimits = {
  failuresPerAddress: 3,
  addressRefillMs: 100,
  failuresOfEverybody: 5,
  everybodyRefillMs: 10,
  concurrentPerAddress: 4,
  concurrentPerCaller: 2,
};

let nowMs = 0;
let gate: RequestGate;

beforeEach(() => {
  nowMs = 1_000_000;
  gate = new RequestGate(LIMITS, () => nowMs);
});

function passOf(entry: Entry): Pass {
  if (!entry.ok) throw new Error(`refused: ${entry.reason}`);
  return entry.pass;
}

function failFrom(address: string, times = 1): void {
  for (let n = 0; n < times; n += 1) {
    const pass = passOf(gate.enter(address));
    pass.fail();
    pass.leave();
  }
}

describe('an address', () => {
  it('may fail some times at once, then one by one', () => {
    failFrom('10.0.0.1', 3);
    expect(gate.enter('10.0.0.1')).toEqual({ ok: false, reason: 'address', retryAfterMs: 100 });
    nowMs += 100;
    failFrom('10.0.0.1');
    expect(gate.enter('10.0.0.1').ok).toBe(false);
    nowMs += 1_000;
    failFrom('10.0.0.1', 3);
    expect(gate.enter('10.0.0.1').ok).toBe(false);
  });

  it('that fails does not stop others', () => {
    failFrom('10.0.0.1', 3);
    expect(gate.enter('10.0.0.2').ok).toBe(true);
  });

  it('has not that many requests open', () => {
    const open = Array.from({ length: 4 }, () => passOf(gate.enter('10.0.0.1')));
    expect(gate.enter('10.0.0.1')).toMatchObject({ ok: false, reason: 'concurrency' });
    open[0]?.leave();
    open[0]?.leave();
    expect(gate.enter('10.0.0.1').ok).toBe(true);
    expect(gate.enter('10.0.0.1').ok).toBe(false);
  });

  it('gains nothing when the clock is set back', () => {
    failFrom('10.0.0.1', 3);
    nowMs -= 500_000;
    expect(gate.enter('10.0.0.1')).toMatchObject({ ok: false, retryAfterMs: 100 });
  });
});

describe('everybody together', () => {
  it('may fail so often, from however many addresses', () => {
    for (let n = 0; n < 5; n += 1) failFrom(`10.0.1.${n}`);
    expect(gate.enter('10.0.2.1')).toEqual({ ok: false, reason: 'everybody', retryAfterMs: 10 });
    nowMs += 10;
    expect(gate.enter('10.0.2.1').ok).toBe(true);
  });

  it('do not stop who has proven a key lately', () => {
    const known = passOf(gate.enter('10.0.0.1'));
    known.prove();
    known.leave();
    for (let n = 0; n < 5; n += 1) failFrom(`10.0.1.${n}`);
    expect(gate.enter('10.0.2.1').ok).toBe(false);
    expect(gate.enter('10.0.0.1').ok).toBe(true);
    nowMs += 600_000;
    for (let n = 0; n < 5; n += 1) failFrom(`10.0.1.${n}`);
    expect(gate.enter('10.0.0.1').ok).toBe(false);
  });
});

it('limits open requests of a Principal, whatever its addresses', () => {
  const first = passOf(gate.enterAsCaller('human a'));
  passOf(gate.enterAsCaller('human a'));
  expect(gate.enterAsCaller('human a').ok).toBe(false);
  expect(gate.enterAsCaller('human b').ok).toBe(true);
  first.leave();
  expect(gate.enterAsCaller('human a').ok).toBe(true);
});

it('remembers a bounded number of addresses', () => {
  for (let n = 0; n < 30_000; n += 1) gate.enter(`10.${n >> 16}.${(n >> 8) & 255}.${n & 255}`);
  expect(Reflect.get(gate, 'addresses')).toHaveProperty('size', 20_000);
});

describe('networkOf', () => {
  it.each([
    ['127.0.0.1', '127.0.0.1'],
    ['::ffff:192.0.2.7', '192.0.2.7'],
    ['::1', '0:0:0:0'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
    ['2001:db8:1:2::9', '2001:db8:1:2'],
    ['2001:DB8:0001:0002:ffff::', '2001:db8:1:2'],
    ['2001:db8::1:0:0:1', '2001:db8:0:0'],
    ['fe80::1%eth0', 'fe80:0:0:0'],
    ['not an address', 'not an address'],
  ])('%s belongs to %s', (address, network) => {
    expect(networkOf(address)).toBe(network);
  });
});

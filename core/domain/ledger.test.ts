// What the children of an account hold together, however the ledger changes (BUD-006, OPEN-051).
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addUsage, NO_USAGE, reservationOf } from './budget.ts';
import { changeAccount, chargeAccount, openAccount } from './ledger.ts';
import { type AccountAddress, type AccountRecord, MemoryWorld, OverlayWorld } from './world.ts';

const GROUP = 'urn:heddle:test:group:1';
const CHILD_GROUP = 'urn:heddle:test:group:child';
const ROOT = { groupId: GROUP, id: 'urn:heddle:test:mission:1' };
const ITEM = { groupId: GROUP, id: 'urn:heddle:test:work:1' };
const SECOND = { groupId: GROUP, id: 'urn:heddle:test:work:2' };
const CHILD = { groupId: CHILD_GROUP, id: 'urn:heddle:test:mission:child' };
const ACCOUNTS = [ROOT, ITEM, SECOND, CHILD];

let world: MemoryWorld;

function change(step: (laid: OverlayWorld) => void): readonly AccountAddress[] {
  const laid = new OverlayWorld(world);
  step(laid);
  world.apply(laid.changes);
  return laid.changes.map(({ groupId, id }) => ({ groupId, id }));
}

function accountOf({ groupId, id }: AccountAddress): AccountRecord {
  const account = world.get('account', groupId, id);
  if (account === undefined) throw new Error(`no account ${id}`);
  return account;
}

/** The sum that the ledger must keep, counted anew. */
function recount({ groupId, id }: AccountAddress) {
  return ACCOUNTS.map(accountOf)
    .filter(({ parent }) => parent?.groupId === groupId && parent.id === id)
    .reduce((sum, child) => addUsage(sum, reservationOf(child)), NO_USAGE);
}

function found(): void {
  world = new MemoryWorld();
  change((laid) => openAccount(laid, ROOT, { toolCallLimit: 100 }, undefined));
  change((laid) => openAccount(laid, ITEM, { toolCallLimit: 40, modelTokenLimit: 7 }, ROOT));
  change((laid) => openAccount(laid, SECOND, { toolCallLimit: 30 }, ROOT));
  change((laid) => openAccount(laid, CHILD, { toolCallLimit: 20 }, ITEM));
}

describe('reservations', () => {
  test('BUD-006 an account knows what its direct children hold, across Groups and only those', () => {
    found();
    expect(accountOf(ROOT).reserved).toEqual({ ...NO_USAGE, toolCalls: 70, modelTokens: 7 });
    expect(accountOf(ITEM).reserved).toEqual({ ...NO_USAGE, toolCalls: 20 });
    expect(accountOf(CHILD).reserved).toEqual(NO_USAGE);
  });

  test('BUD-006 one more child touches two accounts, whatever their number', () => {
    found();
    const third = { groupId: GROUP, id: 'urn:heddle:test:work:3' };
    expect(change((laid) => openAccount(laid, third, { toolCallLimit: 1 }, ROOT))).toEqual([third, ROOT]);
    expect(accountOf(ROOT).reserved.toolCalls).toBe(71);
  });

  test('OPEN-051 a closed account holds what it has used, and takes up its limit when it opens again', () => {
    found();
    change((laid) => chargeAccount(laid, SECOND, { toolCalls: 4 }));
    expect(accountOf(ROOT).reserved.toolCalls).toBe(70);
    change((laid) => changeAccount(laid, SECOND, { isClosed: true }));
    expect(accountOf(ROOT).reserved.toolCalls).toBe(44);
    change((laid) => chargeAccount(laid, SECOND, { toolCalls: 2 }));
    expect(accountOf(ROOT).reserved.toolCalls).toBe(46);
    change((laid) => changeAccount(laid, SECOND, { isClosed: false }));
    expect(accountOf(ROOT).reserved.toolCalls).toBe(70);
  });

  test('OPEN-048 a revised limit is reserved in place of the former one', () => {
    found();
    change((laid) => changeAccount(laid, ITEM, { limit: { toolCallLimit: 25 } }));
    expect(accountOf(ROOT).reserved).toEqual({ ...NO_USAGE, toolCalls: 55 });
  });

  test('what changes nothing writes nothing', () => {
    found();
    const same = { limit: { modelTokenLimit: 7, toolCallLimit: 40 }, isClosed: false };
    expect(change((laid) => changeAccount(laid, ITEM, same))).toEqual([]);
    const unknown = { groupId: GROUP, id: 'urn:heddle:test:work:none' };
    expect(change((laid) => changeAccount(laid, unknown, { isClosed: true }))).toEqual([]);
  });

  test('BUD-006, BUD-007 after any changes the sums are those of a recount', () => {
    const account = fc.constantFrom(...ACCOUNTS);
    const amount = fc.nat(50);
    const step = fc.oneof(
      fc.record({ kind: fc.constant('charge' as const), account, amount }),
      fc.record({ kind: fc.constant('limit' as const), account, amount }),
      fc.record({ kind: fc.constantFrom('close' as const, 'open' as const), account, amount }),
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
        found();
        for (const { kind, account: address, amount: n } of steps) {
          change((laid) => {
            if (kind === 'charge') chargeAccount(laid, address, { toolCalls: n, modelTokens: 1 });
            else if (kind === 'limit') changeAccount(laid, address, { limit: { toolCallLimit: n } });
            else changeAccount(laid, address, { isClosed: kind === 'close' });
          });
        }
        for (const address of ACCOUNTS) expect(accountOf(address).reserved).toEqual(recount(address));
      }),
    );
  });
});

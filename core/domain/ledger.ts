// The ledger as it changes (BUD-003, BUD-005…BUD-008, OPEN-051): accounts opened, limited anew, charged and closed. Each
// keeps the sum of what its direct children hold, so that one more child costs the same whatever their number.
import type { Budget, UsageDelta } from '../protocol/generated/documents.ts';
import { addUsage, DIMENSIONS, isSameBudget, NO_USAGE, reservationOf, subtractUsage } from './budget.ts';
import type { AccountAddress, AccountRecord, OverlayWorld } from './world.ts';

/** An account without any usage, which from now on holds its limit in the one above it. */
export function openAccount(
  world: OverlayWorld,
  address: AccountAddress,
  limit: Budget,
  parent: AccountAddress | undefined,
): void {
  putAccount(world, address, { limit, usage: NO_USAGE, reserved: NO_USAGE, parent, isClosed: false });
}

/** What an account may have from now on, and whether it is at its end. Nothing happens to one that is not there. */
export function changeAccount(
  world: OverlayWorld,
  address: AccountAddress,
  change: Partial<Pick<AccountRecord, 'limit' | 'isClosed'>>,
): void {
  const account = world.get('account', address.groupId, address.id);
  if (account === undefined) return;
  const { limit, isClosed } = { ...account, ...change };
  if (account.isClosed === isClosed && isSameBudget(account.limit, limit)) return;
  putAccount(world, address, { ...account, limit, isClosed });
}

/** Consumption counts for an account and for everything above it, across Groups (BUD-008). */
export function chargeAccount(world: OverlayWorld, charged: AccountAddress, delta: UsageDelta): void {
  let address: AccountAddress | undefined = charged;
  while (address !== undefined) {
    const account: AccountRecord | undefined = world.get('account', address.groupId, address.id);
    if (account === undefined) return;
    putAccount(world, address, { ...account, usage: addUsage(account.usage, delta) });
    address = account.parent;
  }
}

/** Invariant: `reserved` of an account is the sum of what its direct children hold. Whole numbers, so no order matters. */
function putAccount(world: OverlayWorld, { groupId, id }: AccountAddress, account: AccountRecord): void {
  const before = world.get('account', groupId, id);
  world.put('account', groupId, id, account);
  const { parent } = account;
  const above = parent === undefined ? undefined : world.get('account', parent.groupId, parent.id);
  if (parent === undefined || above === undefined) return;
  const held = before === undefined ? NO_USAGE : reservationOf(before);
  const holds = reservationOf(account);
  if (DIMENSIONS.every((dimension) => held[dimension] === holds[dimension])) return;
  const reserved = addUsage(subtractUsage(above.reserved, held), holds);
  world.put('account', parent.groupId, parent.id, { ...above, reserved });
}

import { describe, expect, it } from 'vitest';
import { createMockDesk } from '../../dev/mock-desk.ts';
import { ACME, AUTH, item } from '../../dev/sample-world.ts';
import { type BulkEntry, isToSign, MAX_BULK, prepareBulk, signBulk } from './bulk-run.ts';

const items = ['load', 'docs', 'notes'].map((name) => ({ workItemId: item(name), title: name }));
const wish = { connectionId: ACME, groupId: AUTH, act: 'work.cancel', reason: 'not needed', items } as const;

async function signAll(desk: ReturnType<typeof createMockDesk>, entries: readonly BulkEntry[]) {
  const told: BulkEntry[] = [];
  await signBulk(desk.client, entries, (entry) => told.push(entry));
  return told;
}

describe('one wish for several items', () => {
  it('makes a sheet for each, with the reason in its Command', async () => {
    const entries = await prepareBulk(createMockDesk().client, wish);
    expect(entries.map(({ state, isChosen }) => [state, isChosen])).toEqual(items.map(() => ['ready', true]));
    expect(entries.map(({ sheet }) => sheet?.intent)).toEqual(
      items.map(({ workItemId }) => ({
        kind: 'work.cancel',
        groupId: AUTH,
        form: { workItemId, reason: 'not needed' },
      })),
    );
    expect(new Set(entries.map(({ sheet }) => sheet?.actionId)).size).toBe(items.length);
  });

  it('takes no more than a host keeps open', async () => {
    const many = Array.from({ length: MAX_BULK + 5 }, (_none, index) => ({
      workItemId: item(`n-${index}`),
      title: `n ${index}`,
    }));
    expect(await prepareBulk(createMockDesk().client, { ...wish, items: many })).toHaveLength(MAX_BULK);
  });

  it('signs the chosen ones alone, each as a Command of its own', async () => {
    const desk = createMockDesk();
    const [first, ...rest] = await prepareBulk(desk.client, wish);
    if (first === undefined) throw new Error('nothing was prepared');
    const told = await signAll(desk, [{ ...first, isChosen: false }, ...rest]);
    expect(told.map(({ workItemId, state }) => [workItemId, state])).toEqual(
      rest.flatMap(({ workItemId }) => [
        [workItemId, 'signing'],
        [workItemId, 'kept'],
      ]),
    );
    expect(told.at(-1)?.actionId).toBe(rest.at(-1)?.sheet?.actionId);
  });

  it('signs nothing that has changed since it was seen: it is to be looked at again', async () => {
    const desk = createMockDesk();
    const entries = await prepareBulk(desk.client, wish);
    desk.disturbSheet(entries[1]?.sheet?.sheetId ?? '');
    const told = await signAll(desk, entries);
    const last = new Map(told.map((entry) => [entry.workItemId, entry]));
    expect([...last.values()].map(({ state }) => state)).toEqual(['kept', 'changed', 'kept']);
    const changed = last.get(items[1]?.workItemId ?? '');
    if (changed === undefined) throw new Error('nothing was told of it');
    expect(isToSign(changed)).toBe(false);
    // In the version that was shown the second time.
    const again = await signAll(desk, [{ ...changed, isChosen: true }]);
    expect(again.at(-1)?.state).toBe('kept');
  });

  it('tells of a sheet that is gone, and goes on with the others', async () => {
    const desk = createMockDesk();
    const entries = await prepareBulk(desk.client, wish);
    await desk.client.intents.closeSheet({ sheetId: entries[0]?.sheet?.sheetId ?? '' });
    const told = await signAll(desk, entries);
    const last = new Map(told.map((entry) => [entry.workItemId, entry]));
    expect([...last.values()].map(({ state }) => state)).toEqual(['refused', 'kept', 'kept']);
    expect(last.get(items[0]?.workItemId ?? '')?.reason).toBe('The sheet is not open any more.');
  });
});

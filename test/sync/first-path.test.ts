// The whole way against a real Authority: connect, follow, act, content.
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { memberKey } from '../../core/domain/world.ts';
import type { Principal } from '../harness/organization.ts';
import { SyncWorld } from './sync-world.ts';

let world: SyncWorld;
let worker: Principal;

beforeEach(async () => {
  world = await SyncWorld.open();
  const [first] = world.organization.workers;
  if (first === undefined) throw new Error('a world has workers');
  worker = first;
});

afterEach(async () => {
  await world.close();
});

describe('a client and its Authority', () => {
  test('it connects, finds its Groups and has the log byte for byte (DEL-005, DEL-010)', async () => {
    const mission = await world.organization.createMission('m1');
    for (const text of ['one', 'two']) await world.organization.postMessage(worker, mission, text);
    const tested = await world.connect(worker);
    expect(tested.client.groupIds()).toStrictEqual([mission.groupId]);
    expect(await tested.logOf(mission)).toStrictEqual(await world.logOf(mission, 1));
    expect(tested.client.world.get('member', mission.groupId, memberKey(worker.actor))).toBeDefined();
    expect(tested.faults).toStrictEqual([]);
    await tested.until(async () => {
      const [cursor] = await world.store.readCursors(worker.actor.id);
      return cursor?.sequence === 5;
    });
  });

  test('it acts, and what it did is known and durable when it is told (OPEN-042)', async () => {
    const mission = await world.organization.createMission('m1');
    const tested = await world.connect(worker);
    const outcome = await tested.client.submit(tested.message(mission, 'hello'));
    expect(outcome).toMatchObject({ status: 'accepted', event: { kind: 'message.posted' } });
    expect(await tested.logOf(mission)).toStrictEqual(await world.logOf(mission, 1));
    expect(await tested.store.readPendingOutbox()).toStrictEqual([]);
    expect(tested.faults).toStrictEqual([]);
  });

  test('a Command that is refused is told with its Error, and the next one goes on (ERR-001)', async () => {
    const mission = await world.organization.createMission('m1');
    const tested = await world.connect(worker);
    const draft = tested.message(mission, 'hello');
    const [refused, accepted] = await Promise.all([
      tested.client.submit({ ...draft, payload: { ...draft.payload, nonsense: 1 } }),
      tested.client.submit(draft),
    ]);
    expect(refused).toMatchObject({ status: 'refused', error: { code: 'INVALID_COMMAND' } });
    expect(accepted).toMatchObject({ status: 'accepted' });
  });

  test('it hears of a Group that it is brought into while it is connected, and follows it (DEL-010)', async () => {
    const tested = await world.connect(worker);
    expect(tested.client.groupIds()).toStrictEqual([]);
    const mission = await world.organization.createMission('m1');
    await world.organization.postMessage(worker, mission, 'one').catch(() => undefined);
    await tested.until(async () => (await tested.cursorOf(mission)) === (await world.logOf(mission)).length);
    expect(await tested.logOf(mission)).toStrictEqual(await world.logOf(mission, 1));
    expect(tested.faults).toStrictEqual([]);
  });
});

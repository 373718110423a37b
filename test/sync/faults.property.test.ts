// Whatever happens on the way: in the end the replica's log is the Authority's, and every Command was carried out once,
// in the order of its Group (DEL-001…DEL-005, IDM-001, IDM-005, WS-032). A failure prints its seed.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import type { Event } from '../../core/protocol/generated/documents.ts';
import { SqliteReplicaStore } from '../../core/store/sqlite/replica-sqlite-store.ts';
import type { CommandOutcome } from '../../core/sync/agent-link.ts';
import { openServerAddress } from '../../core/sync/server-address.ts';
import { createSocketDial } from '../../core/sync/socket-dial.ts';
import { COORDINATOR, type Principal, type TestMission } from '../harness/organization.ts';
import { createRandom, type Random, seedFromEnvironment } from '../harness/random.ts';
import { ByteProxy } from './byte-proxy.ts';
import { createFaultyDial, type Faults, NO_FAULTS } from './faulty-dial.ts';
import { SyncWorld, type TestedClient } from './sync-world.ts';

const closers: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close();
});

/** Sessions may be opened as often as the faults want. */
const PATIENT = { limits: { sessionBurst: 1_000_000 } };

async function openWorld(): Promise<{ world: SyncWorld; worker: Principal; missions: TestMission[] }> {
  const world = await SyncWorld.open({ gateway: PATIENT });
  closers.push(() => world.close());
  const [worker] = world.organization.workers;
  if (worker === undefined) throw new Error('a world has workers');
  const missions = [];
  for (const name of ['m1', 'm2', 'm3']) missions.push(await world.organization.createMission(name));
  return { world, worker, missions };
}

function openStorePath(): string {
  const folder = mkdtempSync(join(tmpdir(), 'heddle-sync-'));
  closers.push(async () => rmSync(folder, { recursive: true, force: true }));
  return join(folder, 'replica.db');
}

function addressOf(world: { readonly port: number }) {
  const address = openServerAddress({ origin: `http://127.0.0.1:${world.port}` });
  if (!address.ok) throw new Error(address.fault);
  return address.value;
}

/** The texts of the Messages that an Agent has in a Group's log, in order. */
async function textsOf(
  world: SyncWorld,
  mission: TestMission,
  { actor }: Principal,
): Promise<readonly string[]> {
  const log = (await world.logOf(mission)).map((text) => JSON.parse(text) as Event);
  return log
    .filter(({ kind, actor: author }) => kind === 'message.posted' && author.id === actor.id)
    .map(({ payload }) => (payload['message'] as { content: [{ text: string }] }).content[0].text);
}

/** Sends numbered Messages to all Groups, from both sides, with pauses in between. */
async function talk(
  world: SyncWorld,
  missions: readonly TestMission[],
  random: Random,
  tested: () => TestedClient,
  count: number,
  first = 0,
): Promise<readonly { readonly groupId: string; readonly outcome: Promise<CommandOutcome> }[]> {
  const sent: { readonly groupId: string; readonly outcome: Promise<CommandOutcome> }[] = [];
  for (let number = first; number < first + count; number += 1) {
    const mission = missions[random.below(missions.length)] ?? missions[0];
    if (mission === undefined) throw new Error('there are Missions');
    if (random.below(2) === 0) await world.organization.postMessage(COORDINATOR, mission, `c${number}`);
    const client = tested();
    sent.push({
      groupId: mission.groupId,
      outcome: client.client.submit(client.message(mission, `w${String(number).padStart(4, '0')}`)),
    });
    if (random.below(4) === 0) {
      await new Promise((resolve) => {
        setTimeout(resolve, random.below(6));
      });
    }
  }
  return sent;
}

async function expectSame(
  world: SyncWorld,
  tested: TestedClient,
  missions: readonly TestMission[],
  worker: Principal,
  count: number,
  seed: number,
): Promise<void> {
  await tested.until(({ client }) => client.pendingCommands === 0);
  await tested.client.caughtUp();
  let posted = 0;
  for (const mission of missions) {
    const log = await world.logOf(mission, 1);
    await tested.until(async () => (await tested.cursorOf(mission)) === log.length + 1);
    expect(await tested.logOf(mission), `HEDDLE_SEED=${seed}`).toStrictEqual(log);
    const texts = await textsOf(world, mission, worker);
    expect(texts, `HEDDLE_SEED=${seed}: once each, in order`).toStrictEqual([...new Set(texts)].sort());
    posted += texts.length;
  }
  expect(posted, `HEDDLE_SEED=${seed}`).toBe(count);
  expect(await tested.store.checkIntegrity()).toStrictEqual([]);
}

describe('a client behind a bad connection', () => {
  test('messages that get lost, come twice or late, and connections that end', async () => {
    const seed = seedFromEnvironment();
    const random = createRandom(seed);
    const { world, worker, missions } = await openWorld();
    let faults: Faults = { lose: 8, twice: 10, late: 20, loseCommand: 10, commandTwice: 20, cut: 2 };
    const dial = createFaultyDial(createSocketDial(addressOf(world)), random, () => faults);
    const store = await SqliteReplicaStore.open({ path: openStorePath() });
    closers.push(() => store.close());
    const tested = await world.client(worker, {
      store,
      dial,
      settings: { answerMs: 300, maxReissues: 1_000 },
    });
    closers.push(() => tested.client.stop());
    tested.client.start();
    const sent = await talk(world, missions, random, () => tested, 150);
    await tested.until(({ sessions }) => sessions.filter(({ kind }) => kind === 'opened').length > 2);
    faults = NO_FAULTS;
    await expectSame(world, tested, missions, worker, 150, seed);
    for (const { outcome } of sent) expect((await outcome).status, `HEDDLE_SEED=${seed}`).toBe('accepted');
  });

  test('connections that are cut, stalled or half-open at any byte', async () => {
    const seed = seedFromEnvironment();
    const random = createRandom(seed);
    const { world, worker, missions } = await openWorld();
    const proxy = new ByteProxy(() => world.port);
    await proxy.listen();
    closers.push(() => proxy.close());
    let isBad = true;
    proxy.nextFate = () => {
      const kinds = ['cut', 'cut', 'stall', 'half-open'] as const;
      const kind = kinds[random.below(kinds.length)] ?? 'cut';
      return isBad ? { kind, afterBytes: 200 + random.below(60_000) } : undefined;
    };
    const store = await SqliteReplicaStore.open({ path: openStorePath() });
    closers.push(() => store.close());
    const tested = await world.client(worker, {
      store,
      dial: createSocketDial(addressOf(proxy)),
      settings: { heartbeatMs: 40, silentMs: 150, phaseMs: 150, maxReissues: 1_000 },
    });
    closers.push(() => tested.client.stop());
    tested.client.start();
    const sent = await talk(world, missions, random, () => tested, 120);
    await tested.until(() => proxy.connections >= 4);
    isBad = false;
    proxy.cutAll();
    await expectSame(world, tested, missions, worker, 120, seed);
    for (const { outcome } of sent) expect((await outcome).status, `HEDDLE_SEED=${seed}`).toBe('accepted');
  });

  test('the client itself ends and starts again, on the same replica', async () => {
    const seed = seedFromEnvironment();
    const random = createRandom(seed);
    const { world, worker, missions } = await openWorld();
    const path = openStorePath();
    const faults: Faults = { ...NO_FAULTS, loseCommand: 10, cut: 1 };
    let count = 0;
    for (let run = 0; run < 3; run += 1) {
      const store = await SqliteReplicaStore.open({ path });
      const dial = createFaultyDial(createSocketDial(addressOf(world)), random, () => faults);
      const tested = await world.client(worker, {
        store,
        dial,
        settings: { answerMs: 300, maxReissues: 1_000 },
      });
      tested.client.start();
      const sent = await talk(world, missions, random, () => tested, 25, run * 100);
      count += sent.length;
      await tested.client.stop();
      const statuses = await Promise.all(sent.map(async ({ outcome }) => (await outcome).status));
      expect(statuses.filter((status) => status !== 'accepted' && status !== 'unknown')).toStrictEqual([]);
      await store.close();
    }
    const store = await SqliteReplicaStore.open({ path });
    closers.push(() => store.close());
    const tested = await world.client(worker, { store, settings: { maxReissues: 1_000 } });
    closers.push(() => tested.client.stop());
    tested.client.start();
    await expectSame(world, tested, missions, worker, count, seed);
  });
});

// Answers that never arrive: whatever is cut, and wherever, a Command has one effect, and its author learns of it.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Event } from '../../core/protocol/generated/documents.ts';
import { MemoryReplicaStore } from '../../core/store/memory/replica-memory-store.ts';
import { createRandom, seedFromEnvironment } from '../harness/random.ts';
import type { ConnectionPlan } from './fault-proxy.ts';
import { NetWorld } from './net-world.ts';

const MESSAGES = 12;
const CUTS = 16;
const ROUNDS = 4;

let world: NetWorld;

beforeAll(async () => {
  world = await NetWorld.open({ agents: 2 + ROUNDS });
});
afterAll(() => world.close());

function messagesWith(log: readonly Event[], messageId: string): readonly Event[] {
  return log.filter(
    ({ kind, payload }) =>
      kind === 'message.posted' && JSON.stringify(payload).includes(JSON.stringify(messageId)),
  );
}

describe('a receipt that is cut off after the commit', () => {
  test('IDM-001, IDM-008: the log settles it, or the same bytes do; the effect is one', async () => {
    const tested = await world.connect(world.agents[0]);
    const messageId = world.newId('message');
    for (const connection of tested.wire.open) connection.hold('down');
    const outcome = tested.client.submit(tested.message(world.group, messageId));
    const committed = await world.committed((event) => messagesWith([event], messageId).length > 0);
    expect(tested.client.pendingCommands).toBe(1);
    tested.wire.cut();
    expect(await outcome).toMatchObject({ status: 'accepted', event: { eventId: committed.eventId } });
    expect(messagesWith(await world.log(), messageId)).toHaveLength(1);
    expect(await tested.store.readPendingOutbox()).toEqual([]);
  });

  test('IDM-005: after a crash of the client the next one finds the receipt, and sends nothing new', async () => {
    const [, agent] = world.agents;
    const store = new MemoryReplicaStore();
    const tested = await world.connect(agent, { store });
    const messageId = world.newId('message');
    for (const connection of tested.wire.open) connection.hold('down');
    const lost = tested.client.submit(tested.message(world.group, messageId));
    await world.committed((event) => messagesWith([event], messageId).length > 0);
    await tested.client.stop();
    expect(await lost).toEqual({ status: 'unknown' });
    const again = await world.connect(agent, { store });
    await again.until(({ client }) => client.pendingCommands === 0);
    expect(messagesWith(await world.log(), messageId)).toHaveLength(1);
    const before = [...tested.sentCommands().values()].flat();
    const after = [...again.sentCommands().values()].flat();
    expect(before).toHaveLength(1);
    expect(after.filter((bytes) => !before.includes(bytes))).toEqual([]);
  });
});

const seed = seedFromEnvironment();
for (let round = 0; round < ROUNDS; round += 1) {
  test(`IDM-001, FLR-002: cut at any byte, every Command has one effect (HEDDLE_SEED=${seed}, round ${round})`, async () => {
    const random = createRandom(seed + round);
    const tested = await world.client(world.agents[2 + round]);
    let cutsLeft = CUTS;
    const cutPoints: string[] = [];
    tested.wire.plan = (): ConnectionPlan => {
      if (cutsLeft === 0) return {};
      cutsLeft -= 1;
      // Within the handshakes of TLS and Agent, or within the traffic after them.
      const direction = random.chance(0.5) ? 'up' : 'down';
      const bytes = 1 + random.below(random.chance(0.3) ? 3_000 : 12_000);
      cutPoints.push(`${direction} ${bytes}`);
      return { cutAfter: { [direction]: bytes } };
    };
    tested.client.start();
    const messageIds = Array.from({ length: MESSAGES }, () => world.newId('message'));
    const outcomes = await Promise.all(
      messageIds.map((messageId) => tested.client.submit(tested.message(world.group, messageId))),
    );
    const log = await world.log();
    // The cut points stand on both sides, so that a failure names them.
    expect({
      cutPoints,
      statuses: outcomes.map(({ status }) => status),
      effects: messageIds.map((messageId) => messagesWith(log, messageId).length),
      // What was sent twice was the same both times (IDM-008).
      changed: [...tested.sentCommands()].filter(([, sent]) => new Set(sent).size > 1),
      pending: await tested.store.readPendingOutbox(),
    }).toEqual({
      cutPoints,
      statuses: messageIds.map(() => 'accepted'),
      effects: messageIds.map(() => 1),
      changed: [],
      pending: [],
    });
  });
}

// Replay, live delivery and answers under random interleavings (WS-032, DEL-001, OPEN-042): whatever commits, reads
// slowly, subscribes anew or loses its connection at whatever moment, a client that does no more than the protocol asks
// of it sees every Event in order, without a gap, and no more often than it asked for.
import { expect, test } from 'vitest';
import type { GatewayAuthority } from '../../core/authority/gateway/gateway-ports.ts';
import type { Event } from '../../core/protocol/generated/documents.ts';
import { OWNER, type Principal, type TestMission } from '../harness/organization.ts';
import type { StoredEvent } from '../../core/store/authority-store.ts';
import { createRandom, type Random, seedFromEnvironment } from '../harness/random.ts';
import { type GatewayWorld, openGatewayWorld, partsOf, settle } from './gateway-world.ts';
import type { SimulatedPeer } from './simulated-peer.ts';

const RUNS = 40;
const STEPS = 80;
const SEED = seedFromEnvironment();

/** Every answer of the Authority takes its time, and never the same. */
function withJitter(authority: GatewayAuthority, random: Random): GatewayAuthority {
  const parts = partsOf(authority);
  const wait = async () => {
    for (let ticks = random.below(4); ticks > 0; ticks -= 1) {
      await new Promise((resolve) => {
        setImmediate(resolve);
      });
    }
  };
  return {
    ...parts,
    async visibleFrom(member, groupId) {
      await wait();
      return authority.visibleFrom(member, groupId);
    },
    store: {
      ...parts.store,
      async readGroupEvents(groupId, after, limit) {
        const page = await authority.store.readGroupEvents(groupId, after, limit);
        await wait();
        return page;
      },
    },
  };
}

/** An Agent's client: Cursors, Commands under way, and everything that it was sent. */
class ModelClient {
  readonly agent: Principal;
  readonly cursors = new Map<string, number>();
  readonly ownActions = new Set<string>();
  readonly timesSeen = new Map<string, number>();
  /** What a client of this kind must never see. */
  readonly surprises: string[] = [];
  readonly positionsAsked = new Map<string, number[]>();
  peer: SimulatedPeer | undefined;
  /** What this connection has delivered or was asked to begin after: no more may be acknowledged on it (WS-050). */
  private readonly reached = new Map<string, number>();
  private taken = 0;

  constructor(agent: Principal) {
    this.agent = agent;
  }

  async connect(world: GatewayWorld): Promise<void> {
    this.peer = world.connect();
    this.taken = 0;
    this.reached.clear();
    await this.peer.authenticate(this.agent);
  }

  subscribe(groupId: string, afterSequence: number): void {
    this.positionsAsked.set(groupId, [...(this.positionsAsked.get(groupId) ?? []), afterSequence]);
    this.reach(groupId, afterSequence);
    this.peer?.subscribe({ groupId, afterSequence });
  }

  acknowledge(groupId: string): void {
    const sequence = Math.min(this.cursors.get(groupId) ?? 0, this.reached.get(groupId) ?? 0);
    if (sequence > 0) this.peer?.ack({ groupId, sequence });
  }

  /** Deals with what has come. Answers the Groups that were paused. */
  work(): readonly string[] {
    const paused: string[] = [];
    for (; this.peer !== undefined && this.taken < this.peer.frames.length; this.taken += 1) {
      const frame = this.peer.frames[this.taken];
      if (frame?.event !== undefined) this.take(frame.event);
      if (frame?.error === undefined) continue;
      if (frame.error.code !== 'BACKPRESSURE') this.surprises.push(frame.text);
      if (frame.error.groupId !== undefined) paused.push(frame.error.groupId);
    }
    return paused;
  }

  private take({ eventId, groupId = '', sequence = 0, cause }: Event): void {
    this.timesSeen.set(eventId, (this.timesSeen.get(eventId) ?? 0) + 1);
    const cursor = this.cursors.get(groupId) ?? 0;
    this.reach(groupId, sequence);
    if (sequence === cursor + 1) this.cursors.set(groupId, sequence);
    // Only the answer to an own Command may come out of turn: where the Group is not followed or paused.
    else if (sequence > cursor + 1 && !this.ownActions.has(cause.id)) {
      this.surprises.push(`${groupId} ${sequence} after ${cursor}`);
    }
  }

  private reach(groupId: string, sequence: number): void {
    this.reached.set(groupId, Math.max(sequence, this.reached.get(groupId) ?? 0));
  }
}

async function run(seed: number): Promise<readonly string[]> {
  const random = createRandom(seed);
  const world = await openGatewayWorld({
    limits: {
      eventsPerTurn: 1 + random.below(5),
      recentBytes: random.pick([0, 20_000, 1_000_000]),
      highWaterBytes: random.pick([3_000, 20_000]),
      liveLagEvents: random.pick([2, 10]),
      liveLagMs: 0,
    },
    wrap: (authority) => withJitter(authority, random),
  });
  const { organization } = world;
  const missions = [await organization.createMission('m1'), await organization.createMission('m2')];
  const clients = organization.workers.map((worker) => new ModelClient(worker));
  for (const [index, client] of clients.entries()) {
    await client.connect(world);
    // The first Event that a worker sees is that of its own Membership (DEL-010).
    for (const { groupId } of missions) client.cursors.set(groupId, index + 1);
  }
  const pending: Promise<unknown>[] = [];

  const resume = (client: ModelClient) => {
    for (const groupId of client.work()) client.subscribe(groupId, client.cursors.get(groupId) ?? 0);
  };
  const catchUp = async (client: ModelClient) => {
    for (let round = 0; round < 200; round += 1) {
      await settle();
      resume(client);
      const heads = await Promise.all(missions.map(async (mission) => (await world.logOf(mission)).length));
      if (missions.every(({ groupId }, i) => client.cursors.get(groupId) === heads[i])) break;
    }
    // What should not come would come now.
    await settle();
    resume(client);
  };
  const steps: ((client: ModelClient, mission: TestMission) => Promise<void> | void)[] = [
    (_client, mission) => {
      for (let count = 1 + random.below(6); count > 0; count -= 1) {
        pending.push(organization.postMessage(OWNER, mission, 'x'.repeat(random.below(800))));
      }
    },
    async (client, mission) => {
      const bytes = await client.peer?.messageOf(mission, 'mine');
      if (bytes === undefined) return;
      client.ownActions.add(
        (JSON.parse(Buffer.from(bytes).toString('utf8')) as { actionId: string }).actionId,
      );
      client.peer?.sendCommand(bytes);
    },
    (client, { groupId }) => {
      client.work();
      const cursor = client.cursors.get(groupId) ?? 0;
      client.subscribe(groupId, Math.max(0, cursor - random.below(4)));
    },
    (client) => {
      if (client.peer !== undefined) client.peer.isSlow = true;
    },
    (client) => {
      client.peer?.read(1 + random.below(10));
    },
    (client) => {
      if (client.peer === undefined) return;
      client.peer.isSlow = false;
      client.peer.read();
    },
    (client, { groupId }) => {
      resume(client);
      client.acknowledge(groupId);
    },
    async () => {
      for (let ticks = random.below(6); ticks > 0; ticks -= 1) {
        await new Promise((resolve) => {
          setImmediate(resolve);
        });
      }
    },
    async (client) => {
      if (!random.chance(0.2) || client.peer === undefined) return;
      client.peer.isSlow = false;
      client.peer.read();
      client.work();
      client.peer.connection.lost();
      await client.connect(world);
      for (const { groupId } of missions) client.subscribe(groupId, client.cursors.get(groupId) ?? 0);
    },
  ];
  for (let step = 0; step < STEPS; step += 1) {
    await random.pick(steps)(random.pick(clients), random.pick(missions));
    for (const client of clients) resume(client);
  }

  await Promise.all(pending);
  for (const client of clients) {
    if (client.peer !== undefined) client.peer.isSlow = false;
    for (const { groupId } of missions) {
      if (!client.positionsAsked.has(groupId)) client.subscribe(groupId, client.cursors.get(groupId) ?? 0);
    }
    client.peer?.read();
    await catchUp(client);
  }
  // Commands that one client had under way may have been news for the other.
  for (const client of clients) await catchUp(client);
  const surprises = [...world.faults, ...organization.faults].map(String);
  for (const client of clients) surprises.push(...client.surprises);
  for (const mission of missions) {
    const log = await world.logOf(mission);
    for (const client of clients) surprises.push(...shortfallsOf(client, mission, log));
  }
  return surprises;
}

/** Events that never came, and those that came more often than they were asked for. */
function shortfallsOf(
  client: ModelClient,
  { groupId }: TestMission,
  log: readonly StoredEvent[],
): readonly string[] {
  const cursor = client.cursors.get(groupId) ?? 0;
  const found = cursor === log.length ? [] : [`${groupId} ends at ${cursor} instead of ${log.length}`];
  const asked = client.positionsAsked.get(groupId) ?? [];
  for (const { eventId, sequence = 0, bytes } of log) {
    const { cause } = JSON.parse(Buffer.from(bytes).toString('utf8')) as Event;
    const times = client.timesSeen.get(eventId) ?? 0;
    const most = asked.filter((after) => after < sequence).length + (client.ownActions.has(cause.id) ? 1 : 0);
    if (times > most) found.push(`${groupId} ${sequence} came ${times} times instead of ${most}`);
    if (times === 0 && client.ownActions.has(cause.id)) found.push(`${cause.id} was not answered`);
  }
  return found;
}

test(`nothing is lost and nothing comes unasked (HEDDLE_SEED=${SEED})`, async () => {
  for (let i = 0; i < RUNS; i += 1) {
    expect(await run(SEED + i), `HEDDLE_SEED=${SEED + i}`).toStrictEqual([]);
  }
});

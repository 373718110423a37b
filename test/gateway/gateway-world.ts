// A gateway without sockets around a real Authority: simulated peers, a clock that tests move, and nothing in between
// but the frames themselves.
import { createHash } from 'node:crypto';
import { ConnectionHub } from '../../core/authority/gateway/hub.ts';
import type {
  GatewayAuthority,
  GatewayClock,
  GatewayEnvironment,
} from '../../core/authority/gateway/gateway-ports.ts';
import { DEFAULT_LIMITS, type GatewayLimits } from '../../core/authority/gateway/limits.ts';
import { DEFAULT_POLICY, type OrganizationPolicy } from '../../core/domain/decision.ts';
import type { StoredEvent } from '../../core/store/authority-store.ts';
import { MemoryStore } from '../../core/store/memory/memory-store.ts';
import { type Principal, SERVICES, type TestMission, TestOrganization } from '../harness/organization.ts';
import { countCall, settle } from './settling.ts';
import { SimulatedPeer } from './simulated-peer.ts';

export { settle } from './settling.ts';

export const TOKEN_SECRET = createHash('sha256').update('heddle test token secret').digest();

/** Timers that fire when a test moves the time. */
export class TestClock implements GatewayClock {
  private readonly timers = new Set<{ readonly at: number; readonly action: () => void }>();
  private readonly readNow: () => number;
  private readonly moveTo: (ms: number) => void;

  constructor(readNow: () => number, moveTo: (ms: number) => void) {
    this.readNow = readNow;
    this.moveTo = moveTo;
  }

  now(): number {
    return this.readNow();
  }

  after(delayMs: number, action: () => void): () => void {
    const timer = { at: this.now() + delayMs, action };
    this.timers.add(timer);
    return () => this.timers.delete(timer);
  }

  get timerCount(): number {
    return this.timers.size;
  }

  /** Moves the time forward, through every timer on the way. */
  async pass(ms: number): Promise<void> {
    const end = this.now() + ms;
    for (;;) {
      await settle();
      const [next] = [...this.timers].filter(({ at }) => at <= end).sort((a, b) => a.at - b.at);
      if (next === undefined) break;
      this.timers.delete(next);
      this.moveTo(Math.max(this.now(), next.at));
      next.action();
    }
    this.moveTo(end);
    await settle();
  }
}

/** What the gateway is tested with is messages, and a lot of them. */
export const TALKATIVE: OrganizationPolicy = {
  ...DEFAULT_POLICY,
  cooperation: { ...DEFAULT_POLICY.cooperation, messagesPerMinute: 1_000_000 },
  services: {
    registry: [SERVICES.actor.id],
    identity: [SERVICES.actor.id],
    archive: [SERVICES.actor.id],
    policy: [SERVICES.actor.id],
    metering: [SERVICES.actor.id],
  },
};

export interface WorldOptions {
  readonly workers?: number;
  readonly limits?: Partial<GatewayLimits>;
  readonly environment?: Partial<GatewayEnvironment>;
  /** Puts something between the gateway and the Authority. */
  readonly wrap?: (authority: GatewayAuthority) => GatewayAuthority;
}

export interface GatewayWorld {
  readonly organization: TestOrganization;
  readonly store: MemoryStore;
  readonly clock: TestClock;
  readonly hub: ConnectionHub;
  readonly faults: unknown[];
  connect(): SimulatedPeer;
  /** The log of a Group as it is stored. */
  logOf(mission: TestMission): Promise<readonly StoredEvent[]>;
}

export async function openGatewayWorld(options: WorldOptions = {}): Promise<GatewayWorld> {
  const store = new MemoryStore({ writer: SERVICES.actor });
  const organization = await TestOrganization.open(store, {
    policy: TALKATIVE,
    ...(options.workers === undefined ? {} : { workers: options.workers }),
  });
  const clock = new TestClock(
    () => organization.nowMs,
    (ms) => {
      organization.nowMs = ms;
    },
  );
  const faults: unknown[] = [];
  let lastId = 0;
  const parts = partsOf(organization.authority);
  const authority: GatewayAuthority = {
    ...parts,
    submit: (bytes, origin) => countCall(parts.submit(bytes, origin)),
    openSession: (agentId) => countCall(parts.openSession(agentId)),
    // It may have to wait for a commit, whose signatures are made on another thread.
    followOthers: () => countCall(parts.followOthers()),
    get keys() {
      return parts.keys;
    },
  };
  const environment: GatewayEnvironment = {
    authority: options.wrap?.(authority) ?? authority,
    clock,
    newId: (kind) => `urn:heddle:test:${kind}:g${(lastId += 1)}`,
    randomBytes: (count) =>
      createHash('sha512')
        .update(`random ${(lastId += 1)}`)
        .digest()
        .subarray(0, count),
    tokenSecret: TOKEN_SECRET,
    limits: { ...DEFAULT_LIMITS, ...options.limits },
    history: { snapshotInsteadOf: async () => undefined },
    onFault: (error) => faults.push(error),
    ...options.environment,
  };
  const hub = new ConnectionHub(environment);
  return {
    organization,
    store,
    clock,
    hub,
    faults,
    connect: () => new SimulatedPeer(hub, organization),
    logOf: ({ groupId }) => store.readGroupEvents(groupId, 0, 100_000),
  };
}

/** A connection whose Agent has a Session. */
export async function openPeer(world: GatewayWorld, agent: Principal): Promise<SimulatedPeer> {
  const peer = world.connect();
  await peer.authenticate(agent);
  return peer;
}

/** A Mission of three Events: `worker`, who has `peer`, sees them from sequence 2 on, and `late` from 3. */
export interface FirstMission {
  readonly worker: Principal;
  readonly late: Principal;
  readonly mission: TestMission;
  readonly peer: SimulatedPeer;
}

export async function openFirstMission(world: GatewayWorld): Promise<FirstMission> {
  const [worker, late] = world.organization.workers;
  if (worker === undefined || late === undefined) throw new Error('a world has two workers');
  const mission = await world.organization.createMission('m1');
  return { worker, late, mission, peer: await openPeer(world, worker) };
}

/** An Authority's methods live on its class: this makes parts of it that a test can exchange. */
export function partsOf(authority: GatewayAuthority): GatewayAuthority {
  return {
    submit: (bytes, origin) => authority.submit(bytes, origin),
    openSession: (agentId) => authority.openSession(agentId),
    onCommit: (listener) => authority.onCommit(listener),
    visibleFrom: (member, groupId) => authority.visibleFrom(member, groupId),
    look: (read) => authority.look(read),
    followOthers: () => authority.followOthers(),
    store: {
      readGroupEvents: (groupId, after, limit) => authority.store.readGroupEvents(groupId, after, limit),
      writeCursor: (cursor) => authority.store.writeCursor(cursor),
      readCursors: (agentId) => authority.store.readCursors(agentId),
    },
    get keys() {
      return authority.keys;
    },
  };
}

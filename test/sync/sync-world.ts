// A whole Authority on a loopback port, gateway and control plane, with clients of the real client side around it.
import { createHash } from 'node:crypto';
import { AccessTokens } from '../../core/authority/access-tokens.ts';
import { ArtifactService } from '../../core/authority/artifact-service.ts';
import { CapabilityTokens } from '../../core/authority/capability-tokens.ts';
import { createCallerReader, createSessionCallers } from '../../core/authority/control-plane/callers.ts';
import { type ControlPlane, createControlPlane } from '../../core/authority/control-plane/control-plane.ts';
import { createGateway, type Gateway, type GatewayOptions } from '../../core/authority/gateway/gateway.ts';
import type { GatewayClock } from '../../core/authority/gateway/gateway-ports.ts';
import { createReplayWindow } from '../../core/authority/gateway/replay-window.ts';
import type { Event, PresenceRecord } from '../../core/protocol/generated/documents.ts';
import { MemoryBlobStore } from '../../core/store/blobs/memory-blob-store.ts';
import { MemoryReplicaStore } from '../../core/store/memory/replica-memory-store.ts';
import { MemoryStore } from '../../core/store/memory/memory-store.ts';
import type { ReplicaStore } from '../../core/store/replica-store.ts';
import type { SessionChange } from '../../core/sync/agent-link.ts';
import { openSyncClient, type SyncClient, type SyncClientOptions } from '../../core/sync/sync-client.ts';
import type { SyncClock } from '../../core/sync/sync-ports.ts';
import { SYSTEM_CLOCK } from '../../core/sync/system-ports.ts';
import { TALKATIVE } from '../gateway/gateway-world.ts';
import {
  bindingOf,
  type Principal,
  principalOf,
  SERVICES,
  TEST_ORGANIZATION,
  type TestMission,
  TestOrganization,
} from '../harness/organization.ts';

const TOKEN_SECRET = createHash('sha256').update('heddle test token secret').digest();
const PATIENCE_MS = 20_000;

export interface SyncWorldOptions {
  readonly workers?: number;
  readonly gateway?: Partial<GatewayOptions>;
  /** Members that stand further back than so many Events are sent to the snapshot. */
  readonly replayWindowEvents?: number;
  /** With TLS, under this key and certificate. */
  readonly tls?: { readonly key: string; readonly cert: string };
}

/** Real timers, quick ticks, and the Organization's own wall clock. */
export function createTestClock(readWallMs: () => number): SyncClock {
  return { ...SYSTEM_CLOCK, wallMs: readWallMs };
}

/** Pauses short enough for tests. */
export const QUICK = {
  tickMs: 20,
  baseMs: 20,
  maxMs: 100,
  gapMs: 100,
  resubscribeMs: 20,
  distrustMs: 50,
  registryMs: 20,
  quietMs: 200,
  ackMs: 5,
} as const;

export class SyncWorld {
  readonly organization: TestOrganization;
  readonly store: MemoryStore;
  readonly blobs = new Map<string, Uint8Array>();
  readonly faults: unknown[] = [];
  port = 0;
  private readonly options: SyncWorldOptions;
  private readonly clients: SyncClient[] = [];
  private plane: ControlPlane | undefined;
  private gateway: Gateway | undefined;

  private constructor(organization: TestOrganization, store: MemoryStore, options: SyncWorldOptions) {
    this.organization = organization;
    this.store = store;
    this.options = options;
  }

  static async open(options: SyncWorldOptions = {}): Promise<SyncWorld> {
    const store = new MemoryStore({ writer: SERVICES.actor });
    const organization = await TestOrganization.open(store, {
      policy: TALKATIVE,
      ...(options.workers === undefined ? {} : { workers: options.workers }),
    });
    const world = new SyncWorld(organization, store, options);
    await world.listen(0);
    return world;
  }

  /** Opens the servers, at first or again after `hangUp`. */
  async listen(port = this.port): Promise<void> {
    const { organization, options } = this;
    const { authority } = organization;
    const now = () => organization.nowMs;
    const onFault = (error: unknown) => this.faults.push(error);
    const blobs = new MemoryBlobStore(this.blobs);
    const accessTokens = new AccessTokens({ secret: TOKEN_SECRET, now, keys: () => authority.keys });
    const isSessionOpen = (agentId: string, sessionEpoch: number) =>
      this.gateway?.isSessionOpen(agentId, sessionEpoch) === true;
    this.plane = await createControlPlane({
      authority,
      artifacts: new ArtifactService({ authority, blobs, now, maxUploadBytes: 3_000_000 }),
      accessTokens,
      capabilities: new CapabilityTokens({
        secret: TOKEN_SECRET,
        now,
        newId: (kind) => organization.newId(kind),
      }),
      isSessionOpen,
      presenceOf: (agentId) => this.gateway?.presenceOf(agentId),
      policy: TALKATIVE,
      readCaller: createCallerReader(
        accessTokens,
        createSessionCallers({ authority, secret: TOKEN_SECRET, now, isOpen: isSessionOpen }),
      ),
      now,
      metrics: undefined,
      onFault,
      transport: options.tls === undefined ? { kind: 'plain-loopback' } : { kind: 'tls', ...options.tls },
    });
    const clock: GatewayClock = {
      now,
      after(delayMs, action) {
        const timer = setTimeout(action, delayMs);
        return () => clearTimeout(timer);
      },
    };
    const { replayWindowEvents } = options;
    const isStored = async (contentHash: string) => (await blobs.sizeOf(contentHash)) !== undefined;
    this.gateway = await createGateway({
      authority,
      binding: { kind: 'shared', server: this.plane.server, allowPlainLoopback: true },
      tokenSecret: TOKEN_SECRET,
      onFault,
      clock,
      ...(replayWindowEvents === undefined
        ? {}
        : { history: createReplayWindow({ authority, windowEvents: replayWindowEvents, isStored }) }),
      ...options.gateway,
    });
    this.port = (await this.plane.listen({ host: '127.0.0.1', port })).port;
  }

  /** Ends every connection and stops listening; the Authority lives on. */
  async hangUp(): Promise<void> {
    await this.gateway?.close();
    await this.plane?.close(0);
  }

  /** A client of an Agent, not started. */
  async client(agent: Principal, changes: Partial<SyncClientOptions> = {}): Promise<TestedClient> {
    const store = changes.store ?? new MemoryReplicaStore();
    const faults: unknown[] = [];
    const client = await openSyncClient({
      organizationId: TEST_ORGANIZATION,
      agentId: agent.actor.id,
      signer: agent.signer,
      server:
        this.options.tls === undefined
          ? { origin: `http://127.0.0.1:${this.port}` }
          : { origin: `https://127.0.0.1:${this.port}`, ca: this.options.tls.cert, servername: 'localhost' },
      store,
      clock: createTestClock(() => this.organization.nowMs),
      onFault: (error) => faults.push(error),
      ...changes,
      settings: { ...QUICK, ...changes.settings },
    });
    this.clients.push(client);
    return new TestedClient(client, store, faults);
  }

  /** A client that is connected and has caught up. */
  async connect(agent: Principal, changes: Partial<SyncClientOptions> = {}): Promise<TestedClient> {
    const tested = await this.client(agent, changes);
    tested.client.start();
    await tested.until(({ client }) => client.session !== undefined);
    await tested.client.caughtUp();
    return tested;
  }

  /** What an Agent last said of itself (WS-061). */
  presenceOf(agentId: string): PresenceRecord | undefined {
    return this.gateway?.presenceOf(agentId);
  }

  /** An Agent that is registered, and a member of nothing. */
  async newAgent(label: string): Promise<Principal> {
    const agent = principalOf('agent', label);
    const bound = await this.organization.authority.registerBinding(bindingOf(agent));
    if (!bound.ok) throw new Error(bound.fault);
    await this.organization.register(agent);
    return agent;
  }

  /** The log of a Group as the Authority has it, from a sequence on. */
  async logOf({ groupId }: Pick<TestMission, 'groupId'>, after = 0): Promise<readonly string[]> {
    const events = await this.store.readGroupEvents(groupId, after, 100_000);
    return events.map(({ bytes }) => Buffer.from(bytes).toString('utf8'));
  }

  /** Ends everything, and lets no fault of the Authority go unnoticed. */
  async close(): Promise<void> {
    for (const client of this.clients) await client.stop();
    await this.hangUp();
    await this.organization.authority.close();
    const faults = [...this.faults, ...this.organization.faults];
    if (faults.length > 0) throw new AggregateError(faults, faults.map(String).join('; '));
  }
}

/** A client with what it has told. */
export class TestedClient {
  readonly client: SyncClient;
  readonly store: ReplicaStore;
  readonly faults: unknown[];
  readonly sessions: SessionChange[] = [];
  readonly applied: Event[] = [];

  constructor(client: SyncClient, store: ReplicaStore, faults: unknown[]) {
    this.client = client;
    this.store = store;
    this.faults = faults;
    client.onSession((change) => this.sessions.push(change));
    client.onApplied((_groupId, events) => this.applied.push(...events));
  }

  /** What the replica holds of a Group, byte for byte. */
  async logOf({ groupId }: Pick<TestMission, 'groupId'>): Promise<readonly string[]> {
    const events = await this.store.readEvents(groupId, 0, 100_000);
    return events.map(({ bytes }) => Buffer.from(bytes).toString('utf8'));
  }

  cursorOf({ groupId }: Pick<TestMission, 'groupId'>): Promise<number | undefined> {
    return this.store
      .readGroups()
      .then((groups) => groups.find((group) => group.groupId === groupId)?.cursor);
  }

  /** A Message as its Agent drafts it. */
  message({ groupId, conversationId }: TestMission, text: string) {
    return {
      kind: 'message.post',
      groupId,
      conversationId,
      payload: {
        messageId: `urn:heddle:test:message:${text.replaceAll(' ', '-')}`,
        content: [{ type: 'text', text }],
      },
    };
  }

  async until(isWanted: (tested: this) => boolean | Promise<boolean>): Promise<void> {
    await until(
      () => isWanted(this),
      () =>
        `state ${this.client.state}, sessions ${JSON.stringify(this.sessions)}, faults ${this.faults.map(String).join('; ')}`,
    );
  }
}

export async function until(
  isWanted: () => boolean | Promise<boolean>,
  describe: () => string,
): Promise<void> {
  const end = performance.now() + PATIENCE_MS;
  while (!(await isWanted())) {
    if (performance.now() > end) throw new Error(`never came; ${describe()}`);
    await new Promise((resolve) => {
      setTimeout(resolve, 2);
    });
  }
}

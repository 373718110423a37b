// An Organization in a folder, its Authority over TLS on loopback as `heddle authority serve` runs it, and clients whose
// every byte goes through proxies that can fail.
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type AuthorityServer, startAuthorityServer } from '../../core/host/authority-server.ts';
import { pathsOf } from '../../core/host/organization-files.ts';
import type { Command, CommandPayloads, Event } from '../../core/protocol/generated/documents.ts';
import { MemoryReplicaStore } from '../../core/store/memory/replica-memory-store.ts';
import { ControlPlaneClient, describeFault } from '../../core/sync/control-plane-client.ts';
import { accessCredentials } from '../../core/sync/credentials.ts';
import { signerOfLocalKey } from '../../core/sync/key-signer.ts';
import {
  openServerAddress,
  type ServerAddress,
  type ServerSettings,
} from '../../core/sync/server-address.ts';
import { createSocketDial, DEFAULT_DIAL_SETTINGS } from '../../core/sync/socket-dial.ts';
import { openSyncClient, type SyncClient, type SyncClientOptions } from '../../core/sync/sync-client.ts';
import { SYSTEM_CLOCK, SYSTEM_RANDOM } from '../../core/sync/system-ports.ts';
import { CAPABILITY, OWNER, type Principal, principalOf } from '../harness/organization.ts';
import { QUICK, until } from '../sync/sync-world.ts';
import { FaultProxy } from './fault-proxy.ts';
import { NetClient, PAUSE } from './net-client.ts';
import {
  contractOf,
  COORDINATOR,
  makeMission,
  makeOrganization,
  ORGANIZATION,
  type TestGroup,
} from './net-organization.ts';
import { SteeredClock } from './steered-clock.ts';

/** Events of one answer of the control plane. */
const PAGE = 500;

export type ClientChanges = Partial<SyncClientOptions> & {
  /** Where its gateway is reached, past the proxy; the Authority when not given. */
  readonly gatewayPort?: () => number;
};

interface LoggedEvent {
  readonly text: string;
  readonly event: Event;
}

export class NetWorld {
  readonly folder: string;
  readonly group: TestGroup;
  readonly agents: readonly Principal[];
  readonly faults: unknown[];
  private readonly ca: string;
  private readonly owner: ControlPlaneClient;
  private readonly closers: (() => Promise<unknown>)[] = [];
  private readonly server: AuthorityServer;
  private coordinatorClient: SyncClient | undefined;
  private readonly logged: LoggedEvent[] = [];
  private reading: Promise<readonly LoggedEvent[]> = Promise.resolve([]);
  private lastId = 0;

  private constructor(
    folder: string,
    {
      group,
      agents,
      faults,
      ca,
      server,
    }: Pick<NetWorld, 'group' | 'agents' | 'faults'> & {
      readonly ca: string;
      readonly server: AuthorityServer;
    },
  ) {
    this.folder = folder;
    this.group = group;
    this.agents = agents;
    this.faults = faults;
    this.ca = ca;
    this.server = server;
    this.owner = new ControlPlaneClient({
      address: this.addressAt(server.port),
      credentials: accessCredentials({
        principal: { type: 'human', id: OWNER.actor.id },
        signer: signerOfLocalKey(OWNER.signer),
        clock: SYSTEM_CLOCK,
        random: SYSTEM_RANDOM,
      }),
    });
  }

  /** A Mission with so many Agents as active workers. */
  static async open({ agents: count }: { readonly agents: number }): Promise<NetWorld> {
    const folder = join(await mkdtemp(join(tmpdir(), 'heddle-net-')), 'organization');
    const agents = Array.from({ length: count }, (_none, n) => principalOf('agent', `net-worker-${n + 1}`));
    const faults: unknown[] = [];
    await makeOrganization(folder);
    const group = await makeMission(folder, agents, faults);
    const server = await startServer(folder, 0, faults);
    const ca = await readFile(pathsOf(folder).certificate, 'utf8');
    return new NetWorld(folder, { group, agents, faults, ca, server });
  }

  get agent(): Principal {
    return this.agents[0] as Principal;
  }

  get port(): number {
    return this.server.port;
  }

  /** What a client has to know to reach a port of this machine as the Authority. */
  serverAt(port: number): ServerSettings {
    return { origin: `https://127.0.0.1:${port}`, ca: this.ca, servername: 'localhost' };
  }

  addressAt(port: number): ServerAddress {
    const address = openServerAddress(this.serverAt(port));
    if (!address.ok) throw new Error(address.fault);
    return address.value;
  }

  newId(kind: string): string {
    return `urn:heddle:test:${kind}:net-${(this.lastId += 1)}`;
  }

  /** A client of an Agent behind proxies of its own, not started. Its gateway and its control plane fail separately. */
  async client(
    agent: Principal = this.agent,
    { gatewayPort, ...changes }: ClientChanges = {},
  ): Promise<NetClient> {
    const wire = await this.proxy(gatewayPort);
    const plane = await this.proxy();
    const store = changes.store ?? new MemoryReplicaStore();
    const clock = changes.clock ?? new SteeredClock();
    const faults: unknown[] = [];
    const sent: string[] = [];
    let tested: NetClient | undefined;
    const dial = createSocketDial(this.addressAt(wire.port), {
      ...DEFAULT_DIAL_SETTINGS,
      closeMs: 100,
      unsentBytes: 1_000_000,
    });
    const client = await openSyncClient({
      organizationId: ORGANIZATION,
      agentId: agent.actor.id,
      signer: agent.signer,
      server: this.serverAt(wire.port),
      store,
      clock,
      onFault: (error) => faults.push(error),
      dial: (listener) => {
        const socket = dial(listener);
        return {
          send(text) {
            sent.push(text);
            tested?.beforeSend(text);
            socket.send(text);
          },
          pauseReading() {
            sent.push(PAUSE);
            socket.pauseReading();
          },
          resumeReading: () => socket.resumeReading(),
          close: (code, reason) => socket.close(code, reason),
          terminate: () => socket.terminate(),
        };
      },
      openControlPlane: (credentials) =>
        new ControlPlaneClient({
          address: this.addressAt(plane.port),
          credentials,
          // Longer than any test: nothing may rely on this bound to get on.
          http: { idleMs: 120_000 },
        }),
      ...changes,
      settings: { ...QUICK, answerMs: 500, ...changes.settings },
    });
    this.closers.push(() => client.stop());
    tested = new NetClient({ client, agent, store, clock: clock as SteeredClock, wire, plane, faults, sent });
    return tested;
  }

  /** A client that is connected and has caught up. */
  async connect(agent: Principal = this.agent, changes: ClientChanges = {}): Promise<NetClient> {
    const connected = await this.client(agent, changes);
    connected.client.start();
    await connected.opened();
    await connected.client.caughtUp();
    return connected;
  }

  /** The Mission's coordinator, on a line without faults. */
  async coordinator(): Promise<SyncClient> {
    if (this.coordinatorClient !== undefined) return this.coordinatorClient;
    const client = await openSyncClient({
      organizationId: ORGANIZATION,
      agentId: COORDINATOR.actor.id,
      signer: COORDINATOR.signer,
      server: this.serverAt(this.port),
      store: new MemoryReplicaStore(),
      onFault: (error) => this.faults.push(error),
      settings: QUICK,
    });
    this.coordinatorClient = client;
    this.closers.push(() => client.stop());
    client.start();
    await client.caughtUp(this.group.groupId);
    return client;
  }

  /** As the coordinator does it; it has to succeed. */
  async coordinate(kind: Command['kind'], payload: object): Promise<Event> {
    const coordinator = await this.coordinator();
    const outcome = await coordinator.submit({ kind, groupId: this.group.groupId, payload });
    if (outcome.status !== 'accepted') throw new Error(`${kind}: ${JSON.stringify(outcome)}`);
    return outcome.event;
  }

  /** Authorizes a WorkItem and offers it to an Agent. */
  async offer(
    changes: Partial<CommandPayloads['work.authorize']['contract']> = {},
    agent: Principal = this.agent,
  ): Promise<string> {
    const workItemId = this.newId('work-item');
    // Two pieces of work with one contract would be one planned twice (OPEN-068).
    const contract = contractOf({ goal: `do what ${workItemId} asks for`, ...changes });
    await this.coordinate('work.authorize', { workItemId, contract });
    await this.offerAgain(workItemId, agent);
    return workItemId;
  }

  async offerAgain(workItemId: string, agent: Principal = this.agent): Promise<void> {
    await this.coordinate('work.offer', {
      workItemId,
      offers: [{ offerId: this.newId('offer'), agentId: agent.actor.id }],
      selectionBasis: {
        requiredCapabilities: [CAPABILITY],
        verifiedMatches: [CAPABILITY],
        authorizationEligible: true,
        availabilityEstimate: new Date().toISOString(),
        expectedCost: 0,
        reliabilityEvidence: [],
        policyRulesApplied: ['first eligible'],
      },
    });
  }

  /** The log of the Group as the Authority has it now, past every proxy. */
  async log(): Promise<readonly Event[]> {
    return (await this.readLog()).map(({ event }) => event);
  }

  /** The same after a sequence, in its exact bytes. */
  async logTexts(after = 0): Promise<readonly string[]> {
    return (await this.readLog()).slice(after).map(({ text }) => text);
  }

  /** One reader after another, each from where the last one came to: what is in a log stays there. */
  private readLog(): Promise<readonly LoggedEvent[]> {
    this.reading = this.reading.then(() => this.readOn());
    return this.reading;
  }

  private async readOn(): Promise<readonly LoggedEvent[]> {
    for (;;) {
      const answer = await this.owner.readGroupEvents(this.group.groupId, this.logged.length, PAGE);
      if (!answer.ok) throw new Error(describeFault(answer.fault));
      for (const bytes of answer.value) {
        const text = Buffer.from(bytes).toString('utf8');
        this.logged.push({ text, event: JSON.parse(text) as Event });
      }
      if (answer.value.length < PAGE) return [...this.logged];
    }
  }

  /** Waits until the Authority has committed something. */
  async committed(isWanted: (event: Event) => boolean): Promise<Event> {
    let found: Event | undefined;
    await until(
      async () => {
        found = (await this.log()).find(isWanted);
        return found !== undefined;
      },
      () => `the log was never so; ${this.faults.map(String).join('; ')}`,
    );
    return found as Event;
  }

  async proxy(readTargetPort: () => number = () => this.port): Promise<FaultProxy> {
    const proxy = await FaultProxy.open(readTargetPort);
    this.closers.push(() => proxy.close());
    return proxy;
  }

  /** Something that ends with this world, before everything that was opened earlier. */
  closeWith(close: () => Promise<unknown>): void {
    this.closers.push(close);
  }

  /** Ends everything, and lets no fault of the Authority go unnoticed. */
  async close(): Promise<void> {
    for (const close of this.closers.splice(0).toReversed()) await close();
    this.owner.close();
    await this.server.close();
    await rm(join(this.folder, '..'), { recursive: true });
    if (this.faults.length > 0) throw new AggregateError(this.faults, this.faults.map(String).join('; '));
  }
}

function startServer(folder: string, port: number, faults: unknown[]): Promise<AuthorityServer> {
  return startAuthorityServer({
    folder,
    now: () => Date.now(),
    onFault: (error) => faults.push(error),
    host: '127.0.0.1',
    port,
  });
}

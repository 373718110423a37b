// A Worker in front of a real Authority: everything in one process, on a clock of the test's own.
import { setImmediate } from 'node:timers/promises';
import type { WorkItemRecord } from '../../core/domain/world.ts';
import type { WorkContract } from '../../core/protocol/generated/documents.ts';
import { accept, refuse } from '../../core/protocol/result.ts';
import { signDocument } from '../../core/protocol/sign.ts';
import { MemoryStore } from '../../core/store/memory/memory-store.ts';
import type { CapabilitySource } from '../../core/worker/capability-source.ts';
import type { DocumentSigner, NoteStore, WorkerEvent } from '../../core/worker/run-ports.ts';
import { WorkerRuntime, type WorkerRuntimeOptions } from '../../core/worker/worker-runtime.ts';
import {
  CAPABILITY,
  COORDINATOR,
  type Principal,
  SERVICES,
  TEST_START_MS,
  type TestMission,
  TestOrganization,
} from '../harness/organization.ts';
import { AuthorityLink } from './authority-link.ts';
import { ScriptedRunner } from './scripted-runner.ts';
import { TestClock } from './test-clock.ts';

type Overrides = Partial<WorkerRuntimeOptions>;

/** Notes that survive a Worker, as its replica's would: through JSON. */
export class TestNotes implements NoteStore {
  readonly values = new Map<string, string>();

  async read(groupId: string, name: string): Promise<unknown> {
    const text = this.values.get(`${groupId} ${name}`);
    return text === undefined ? undefined : JSON.parse(text);
  }

  async write(groupId: string, name: string, value: unknown): Promise<void> {
    this.values.set(`${groupId} ${name}`, JSON.stringify(value));
  }
}

export class WorkerWorld {
  readonly organization: TestOrganization;
  readonly clock: TestClock;
  readonly worker: Principal;
  readonly files = new Map<string, Uint8Array>();
  readonly notes = new TestNotes();
  readonly events: WorkerEvent[] = [];
  readonly faults: unknown[] = [];
  readonly tokenRequests: Parameters<CapabilitySource['issue']>[0][] = [];
  readonly missions: TestMission[] = [];
  runner = new ScriptedRunner(this.files);
  link: AuthorityLink;
  runtime: WorkerRuntime;
  private readonly overrides: Overrides;
  private lastId = 0;

  private constructor(organization: TestOrganization, clock: TestClock, overrides: Overrides) {
    this.organization = organization;
    this.clock = clock;
    const [worker] = organization.workers;
    if (worker === undefined) throw new Error('an Organization without workers');
    this.worker = worker;
    this.overrides = overrides;
    this.link = new AuthorityLink(organization, worker);
    this.runtime = this.createRuntime();
  }

  /** A Worker with two slots that follows some new Missions, connected and started. */
  static async open(
    overrides: Overrides = {},
    missionNames: readonly string[] = ['a'],
  ): Promise<WorkerWorld> {
    const organization = await TestOrganization.open(new MemoryStore({ writer: SERVICES.actor }));
    const clock = new TestClock(TEST_START_MS, (trueMs) => {
      organization.nowMs = trueMs;
    });
    const world = new WorkerWorld(organization, clock, overrides);
    for (const name of missionNames) {
      const mission = await organization.createMission(name);
      world.missions.push(mission);
      await world.link.follow(mission.groupId);
    }
    await world.link.connect();
    await world.runtime.start();
    return world;
  }

  get mission(): TestMission {
    return this.missions[0] as TestMission;
  }

  /** As after SIGKILL: a new process with the log, the notes and the files, and nothing else. */
  async restart(options: { readonly withNotes: boolean } = { withNotes: true }): Promise<void> {
    for (const run of this.runner.running) await run.stop('shutting-down');
    this.link.disconnect();
    // The old process is dead: nothing that it still had under way may reach the new one.
    const { blobs } = this.link;
    this.link.onSend = () => ({ status: 'abandoned' });
    if (!options.withNotes) this.notes.values.clear();
    this.runner = new ScriptedRunner(this.files);
    this.link = new AuthorityLink(this.organization, this.worker, blobs);
    for (const { groupId } of this.missions) await this.link.follow(groupId);
    this.runtime = this.createRuntime();
    await this.link.connect();
    await this.runtime.start();
  }

  /** Authorizes a WorkItem and offers it to the Worker. */
  async offer(changes: Partial<WorkContract> = {}, mission: TestMission = this.mission): Promise<string> {
    const { organization } = this;
    const workItemId = organization.newId('work-item');
    const { groupId } = mission;
    const contract = organization.contractOf({ goal: `work on ${workItemId}`, ...changes });
    await organization.mustAct('work.authorize', COORDINATOR, { workItemId, contract }, { groupId });
    await this.offerAgain(workItemId, mission);
    return workItemId;
  }

  async offerAgain(workItemId: string, { groupId }: TestMission = this.mission): Promise<string> {
    const { organization } = this;
    const offerId = organization.newId('offer');
    await organization.mustAct(
      'work.offer',
      COORDINATOR,
      {
        workItemId,
        offers: [{ offerId, agentId: this.worker.actor.id }],
        selectionBasis: {
          requiredCapabilities: [CAPABILITY],
          verifiedMatches: [CAPABILITY],
          authorizationEligible: true,
          availabilityEstimate: organization.nowText,
          expectedCost: 0,
          reliabilityEvidence: [],
          policyRulesApplied: ['first eligible'],
        },
      },
      { groupId },
    );
    return offerId;
  }

  /** As the Authority has it. */
  async recordOf(workItemId: string, { groupId }: TestMission = this.mission): Promise<WorkItemRecord> {
    const record = await this.organization.authority.look((world) =>
      world.get('workItem', groupId, workItemId),
    );
    if (record === undefined) throw new Error(`no WorkItem ${workItemId}`);
    return record;
  }

  /** The item's state in the log that the Worker has. */
  stateOf(workItemId: string, { groupId }: TestMission = this.mission): string | undefined {
    return this.link.world.get('workItem', groupId, workItemId)?.document.state;
  }

  /** Lets everything that is under way go on until something is the case; the test's own time limit ends it. */
  async until(isCase: () => boolean): Promise<void> {
    while (!isCase()) await setImmediate();
  }

  /** Lets everything that is under way come to rest: no Command without its answer, and nothing new for some turns. */
  async settle(): Promise<void> {
    for (let quiet = 0; quiet < 10; quiet += 1) {
      const before = this.link.sent.length + this.events.length + this.runner.runs.length;
      await setImmediate();
      await this.organization.authority.look(() => undefined);
      const after = this.link.sent.length + this.events.length + this.runner.runs.length;
      if (after !== before || this.link.underWay > 0) quiet = 0;
    }
  }

  sentKinds(): readonly string[] {
    return this.link.sent.map(({ kind }) => kind);
  }

  private createRuntime(): WorkerRuntime {
    const { organization, worker, files } = this;
    const runner = this.runner;
    const signer = {
      async sign(kind: 'artifact' | 'evidence', unsigned: Parameters<DocumentSigner['sign']>[1]) {
        const signed = signDocument(kind, unsigned as never, worker.signer);
        if (!signed.ok) throw new Error(`${kind}: ${signed.fault.message}`);
        return signed.value.document;
      },
    } as DocumentSigner;
    return new WorkerRuntime({
      link: this.link,
      clock: this.clock,
      newId: (kind) => `urn:heddle:test:${kind}:worker-${(this.lastId += 1)}`,
      card: {
        agentId: worker.actor.id,
        organizationId: organization.authority.organizationId,
        cardVersion: 1,
        displayName: 'worker',
        owner: { type: 'human', id: 'urn:heddle:test:human:mission-owner' },
        status: 'active',
        protocolVersions: ['0.1'],
        endpoints: [],
        publicKeys: [],
        capabilities: [
          {
            ...CAPABILITY,
            inputSchema: 'urn:missionweaveprotocol:schema:opaque',
            inputSchemaHash: `sha256:${'0'.repeat(64)}`,
            outputSchema: 'urn:missionweaveprotocol:schema:opaque',
            outputSchemaHash: `sha256:${'0'.repeat(64)}`,
            constraints: {},
            verifiedEvidence: ['urn:heddle:test:evidence:capability'],
          },
        ],
        maxConcurrency: 2,
        issuedAt: organization.nowText,
        signature: { algorithm: 'Ed25519', keyId: 'urn:none', createdAt: organization.nowText, value: 'AA' },
      },
      signer,
      capabilities: {
        issue: async (request) => {
          this.tokenRequests.push(request);
          const expiresAt = new Date(this.clock.read().wallMs + 60_000).toISOString();
          return accept({ token: `token-${this.tokenRequests.length}`, permits: request, expiresAt });
        },
        check: async (_groupId, token) =>
          token.startsWith('token-')
            ? accept(undefined)
            : refuse({ code: 'AUTH_REQUIRED', message: 'no token', retryable: false, occurredAt: '' }),
      },
      notes: this.notes,
      content: {
        find: async (contentHash) => (files.has(contentHash) ? contentHash : undefined),
        keep: async (contentHash, content) => {
          files.set(contentHash, content);
          return contentHash;
        },
        read: async (path) => {
          const content = files.get(path);
          if (content === undefined) throw new Error(`no file ${path}`);
          return content;
        },
      },
      contentUri: (groupId, contentHash) => `urn:heddle:test:content:${groupId}:${contentHash}`,
      runnerFor: () => runner,
      onEvent: (event) => this.events.push(event),
      onFault: (error) => this.faults.push(error),
      ...this.overrides,
      admission: { capabilities: new Set([CAPABILITY.id]), ...this.overrides.admission },
    });
  }
}

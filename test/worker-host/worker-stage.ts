// An Organization on loopback with a person and a Coordinator that act over real connections, for Workers that run as
// processes of their own.
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { memberKey, SINGLE, type WorkItemRecord } from '../../core/domain/world.ts';
import { type AuthorityServer, startAuthorityServer } from '../../core/host/authority-server.ts';
import { composeCard } from '../../core/host/worker-card.ts';
import { encodeBase64Url } from '../../core/protocol/base64url.ts';
import type { WorkContract } from '../../core/protocol/generated/documents.ts';
import { signDocument } from '../../core/protocol/sign.ts';
import { formatTimestamp } from '../../core/protocol/timestamp.ts';
import { MemoryReplicaStore } from '../../core/store/memory/replica-memory-store.ts';
import type { CommandDraft } from '../../core/sync/agent-link.ts';
import { ControlPlaneClient } from '../../core/sync/control-plane-client.ts';
import { accessCredentials } from '../../core/sync/credentials.ts';
import { signerOfLocalKey } from '../../core/sync/key-signer.ts';
import { openServerAddress } from '../../core/sync/server-address.ts';
import { openSyncClient, type SyncClient } from '../../core/sync/sync-client.ts';
import { newId, SYSTEM_CLOCK, SYSTEM_RANDOM } from '../../core/sync/system-ports.ts';
import { runHeddle } from '../cli/cli-runner.ts';
import { CAPABILITY, COORDINATOR, OWNER, type Principal } from '../harness/organization.ts';
import { PATIENCE_MS, WorkerProcess } from './worker-process.ts';

export const ORGANIZATION = 'urn:heddle:test:organization:worker-host';
const DAY_MS = 86_400_000;

export class WorkerStage {
  readonly folder: string;
  readonly organizationFolder: string;
  readonly groupId = newId();
  readonly faults: unknown[] = [];
  private readonly workers: WorkerProcess[] = [];
  private server: AuthorityServer | undefined;
  private client: SyncClient | undefined;
  private serving = { port: 0 };

  private constructor(folder: string) {
    this.folder = folder;
    this.organizationFolder = join(folder, 'organization');
  }

  /** With a Mission whose Group has an owner and a Coordinator, and nobody else. */
  static async open(): Promise<WorkerStage> {
    const stage = new WorkerStage(await mkdtemp(join(tmpdir(), 'heddle-worker-')));
    await stage.heddle('authority', 'init', stage.organizationFolder, '--organization-id', ORGANIZATION);
    await stage.enrol(OWNER);
    await stage.serve();
    await stage.enrol(COORDINATOR);
    stage.client = await stage.openCoordinator();
    await stage.createMission();
    return stage;
  }

  get origin(): string {
    return `https://127.0.0.1:${this.serving.port}`;
  }

  /** The Coordinator's client: the log as it is delivered to it. */
  get coordinator(): SyncClient {
    if (this.client === undefined) throw new Error('the stage is not open');
    return this.client;
  }

  async serve(): Promise<void> {
    this.server = await startAuthorityServer({
      folder: this.organizationFolder,
      now: Date.now,
      onFault: (error) => this.faults.push(error),
      host: '127.0.0.1',
      port: this.serving.port,
    });
    this.serving = { port: this.server.port };
  }

  async hangUp(): Promise<void> {
    await this.server?.close();
    this.server = undefined;
  }

  /** A command line of `heddle` in this process that has to succeed. */
  async heddle(...args: readonly string[]): Promise<string> {
    const { code, out, err } = await runHeddle(args, { nowMs: Date.now() });
    if (code !== 0) throw new Error(err);
    return out;
  }

  /** A file of the stage, executable, in a folder of its own. */
  async writeProgram(name: string, text: string): Promise<string> {
    const folder = join(this.folder, 'programs');
    await mkdir(folder, { recursive: true });
    const path = join(folder, name);
    await writeFile(path, text, { mode: 0o755 });
    return path;
  }

  /** A new Worker that is enrolled and a member of the Group; its folder. */
  async newWorker(name: string, program: string, capability = CAPABILITY): Promise<string> {
    const folder = join(this.folder, name);
    const { origin, organizationFolder } = this;
    const about = ['--authority', origin, '--name', name, '--agent-id', agentIdOf(name)];
    const work = ['--capability', `${capability.id}@${capability.version}=${program}`];
    const enrolment = ['--organization-folder', organizationFolder];
    await this.heddle('worker', 'init', folder, ...about, ...work, ...enrolment);
    await this.join(agentIdOf(name));
    return folder;
  }

  async join(agentId: string): Promise<void> {
    await this.act('membership.change', {
      member: { type: 'agent', id: agentId },
      role: 'worker',
      state: 'active',
      scopes: ['message.post', 'work.execute'],
    });
  }

  run(folder: string, args: readonly string[] = [], environment: NodeJS.ProcessEnv = {}): WorkerProcess {
    const worker = new WorkerProcess(folder, args, environment);
    this.workers.push(worker);
    return worker;
  }

  /** Authorizes a WorkItem and offers it to a Worker. */
  async offer(name: string, changes: Partial<WorkContract> = {}): Promise<string> {
    const workItemId = newId();
    const contract = contractOf(changes);
    await this.act('work.authorize', { workItemId, contract });
    await this.act('work.offer', {
      workItemId,
      offers: [{ offerId: newId(), agentId: agentIdOf(name) }],
      selectionBasis: {
        requiredCapabilities: contract.requiredCapabilities,
        verifiedMatches: contract.requiredCapabilities,
        authorizationEligible: true,
        availabilityEstimate: formatTimestamp(Date.now()),
        expectedCost: 0,
        reliabilityEvidence: [],
        policyRulesApplied: ['first eligible'],
      },
    });
    return workItemId;
  }

  recordOf(workItemId: string): WorkItemRecord | undefined {
    return this.coordinator.world.get('workItem', this.groupId, workItemId);
  }

  async untilState(workItemId: string, ...states: readonly string[]): Promise<WorkItemRecord> {
    const { coordinator } = this;
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        stop();
        const workers = this.workers.map((worker) => worker.describe()).join('\n');
        reject(
          new Error(`${this.recordOf(workItemId)?.document.state}, not ${states.join('/')}\n${workers}`),
        );
      }, PATIENCE_MS);
      const look = () => {
        const record = this.recordOf(workItemId);
        if (record === undefined || !states.includes(record.document.state)) return;
        stop();
        clearTimeout(timer);
        resolve(record);
      };
      const stop = coordinator.onApplied(look);
      look();
    });
  }

  /** Content of an Artifact as the Coordinator fetches it. */
  async contentOf(contentHash: string): Promise<string> {
    return Buffer.from(await this.coordinator.artifacts.download(this.groupId, contentHash)).toString('utf8');
  }

  async close(): Promise<void> {
    for (const worker of this.workers) await worker.kill();
    await this.client?.stop();
    await this.hangUp();
    await rm(this.folder, { recursive: true, force: true });
    if (this.faults.length > 0) throw new AggregateError(this.faults, this.faults.map(String).join('; '));
  }

  private async enrol({ actor, signer }: Principal): Promise<void> {
    const publicKey = encodeBase64Url(signer.publicKey);
    const validFrom = '2026-01-01T00:00:00Z';
    const whose = ['--principal', `${actor.type}:${actor.id}`, '--valid-from', validFrom];
    const key = ['--key-id', signer.keyId, '--public-key', publicKey];
    const args = ['authority', 'enrol', this.organizationFolder, ...whose, ...key];
    if (actor.type !== 'agent') {
      await this.heddle(...args);
      return;
    }
    const card = join(this.folder, 'coordinator-card.json');
    const unsigned = composeCard({
      agentId: actor.id,
      displayName: 'coordinator',
      keyId: signer.keyId,
      publicKey,
      organizationId: ORGANIZATION,
      origin: this.origin,
      owner: OWNER.actor,
      capabilities: [CAPABILITY],
      slots: 1,
      validFrom,
      issuedAt: formatTimestamp(Date.now()),
    });
    await writeFile(card, JSON.stringify(unsigned));
    await this.heddle(...args, '--card', card);
  }

  private async certificate(): Promise<string> {
    return readFile(join(this.organizationFolder, 'tls', 'certificate.pem'), 'utf8');
  }

  private async openCoordinator(): Promise<SyncClient> {
    const client = await openSyncClient({
      organizationId: ORGANIZATION,
      agentId: COORDINATOR.actor.id,
      signer: COORDINATOR.signer,
      server: { origin: this.origin, ca: await this.certificate() },
      store: new MemoryReplicaStore(),
      onFault: () => {},
      settings: { baseMs: 20, maxMs: 200, tickMs: 20 },
    });
    const opened = new Promise<void>((resolve) => {
      client.onSession(({ kind }) => {
        if (kind === 'opened') resolve();
      });
    });
    client.start();
    await opened;
    return client;
  }

  /** By its owner over the control plane; the Coordinator learns of it over its own connection. */
  private async createMission(): Promise<void> {
    const address = openServerAddress({ origin: this.origin, ca: await this.certificate() });
    if (!address.ok) throw new Error(address.fault);
    const principal = { type: 'human' as const, id: OWNER.actor.id };
    const signer = signerOfLocalKey(OWNER.signer);
    const plane = new ControlPlaneClient({
      address: address.value,
      credentials: accessCredentials({ principal, signer, clock: SYSTEM_CLOCK, random: SYSTEM_RANDOM }),
    });
    const actionId = newId();
    const signed = signDocument(
      'command',
      {
        protocolVersion: '0.1',
        actionId,
        actor: OWNER.actor,
        groupId: this.groupId,
        correlationId: actionId,
        issuedAt: formatTimestamp(Date.now()),
        kind: 'mission.create',
        payload: {
          missionId: newId(),
          groupId: this.groupId,
          coordinatorAgentId: COORDINATOR.actor.id,
          objective: 'try Workers',
          definitionOfDone: [
            { criterionId: 'done', description: 'it is', evidenceRequired: ['human_review'] },
          ],
          budget: { toolCallLimit: 1_000, wallClockSecondsLimit: 100_000, computeSecondsLimit: 100_000 },
          deadline: formatTimestamp(Date.now() + 7 * DAY_MS),
          approvalPolicy: { finalHumanApproval: true, highRiskExecutionApproval: true },
        },
      },
      OWNER.signer,
    );
    if (!signed.ok) throw new Error(signed.fault.message);
    const submitted = await plane.submitCommand(signed.value.bytes);
    plane.close();
    if (!submitted.ok) throw new Error(JSON.stringify(submitted.fault));
    const { coordinator, groupId } = this;
    await new Promise<void>((resolve) => {
      const isKnown = () =>
        coordinator.world.get('mission', groupId, SINGLE) !== undefined &&
        coordinator.world.get('member', groupId, memberKey(COORDINATOR.actor)) !== undefined;
      const stop = coordinator.onApplied(() => {
        if (!isKnown()) return;
        stop();
        resolve();
      });
      if (isKnown()) resolve();
    });
  }

  /** A Command of the Coordinator that has to be accepted. */
  async act(kind: string, payload: object, more: Partial<CommandDraft> = {}): Promise<void> {
    const outcome = await this.coordinator.submit({ kind, groupId: this.groupId, payload, ...more });
    if (outcome.status !== 'accepted') throw new Error(`${kind}: ${JSON.stringify(outcome)}`);
  }
}

export function agentIdOf(name: string): string {
  return `urn:heddle:test:agent:${name}`;
}

function contractOf(changes: Partial<WorkContract>): WorkContract {
  return {
    contractVersion: 1,
    goal: `count, ${newId()}`,
    requiredDeliverables: [
      {
        deliverableId: 'inventory',
        description: 'what there is',
        mediaType: 'application/json',
        schema: 'urn:heddle:deliverable:inventory',
      },
    ],
    acceptanceCriteria: [
      { criterionId: 'complete', description: 'all of it', evidenceRequired: ['deterministic_test'] },
    ],
    inputArtifacts: [],
    dependencyWorkItemIds: [],
    allowedResources: [],
    requiredCapabilities: [CAPABILITY],
    deadline: formatTimestamp(Date.now() + DAY_MS),
    requestedUrgency: 'normal',
    businessImpact: 'none',
    retryPolicy: { maxAttempts: 3, backoff: 'none', maxDelay: 'PT0S', retryableFailures: [] },
    budget: { toolCallLimit: 10, wallClockSecondsLimit: 600, computeSecondsLimit: 600 },
    sideEffectRisk: 'none',
    executionApproval: 'not_required',
    ...changes,
  };
}

// A whole Organization around a real Authority: registered keys and cards, open Sessions, and people who act by signed
// bytes. Time, ids and randomness are the test's own; keys come from public labels and are for tests only.
import { createHash } from 'node:crypto';
import type { AcceptedCommand, SubmitResult } from '../../core/authority/answers.ts';
import { type Authority, openAuthority } from '../../core/authority/authority.ts';
import type { AuthorityOptions } from '../../core/authority/authority-options.ts';
import {
  type CommandKind,
  DEFAULT_POLICY,
  nowAt,
  type OrganizationPolicy,
} from '../../core/domain/decision.ts';
import { memberKey, ORGANIZATION, SINGLE } from '../../core/domain/world.ts';
import { encodeBase64Url } from '../../core/protocol/base64url.ts';
import type { DocumentKind, DocumentOfKind } from '../../core/protocol/document-kinds.ts';
import { importSeed } from '../../core/protocol/ed25519.ts';
import type {
  Actor,
  AgentCard,
  Artifact,
  Command,
  CommandPayloads,
  Evidence,
  RegistryBinding,
  WorkContract,
} from '../../core/protocol/generated/documents.ts';
import { hashContent } from '../../core/protocol/hash.ts';
import {
  createLocalSigner,
  type LocalSigner,
  signDocument,
  type Unsigned,
} from '../../core/protocol/sign.ts';
import type { AuthorityStore } from '../../core/store/authority-store.ts';

export const TEST_ORGANIZATION = 'urn:heddle:test:organization:1';
/** The moment at which test Organizations begin. */
export const TEST_START_MS = Date.UTC(2026, 4, 4, 9);

/** Somebody who can sign. */
export interface Principal {
  readonly actor: Actor;
  readonly signer: LocalSigner;
}

/** A Principal with a key from its label. */
export function principalOf(type: Actor['type'], label: string): Principal {
  const seed = createHash('sha256').update(`heddle test key: ${type} ${label}`).digest();
  const signer = createLocalSigner(`urn:heddle:test:key:${label}`, importSeed(seed));
  if (!signer.ok) throw new Error(signer.fault.message);
  return { actor: { type, id: `urn:heddle:test:${type}:${label}` }, signer: signer.value };
}

export function bindingOf({ actor, signer }: Principal): RegistryBinding {
  return {
    keyId: signer.keyId,
    principal: actor,
    algorithm: 'Ed25519',
    publicKey: encodeBase64Url(signer.publicKey),
    validFrom: '2026-01-01T00:00:00Z',
    validityHistory: [],
  };
}

export const GROUP_AUTHORITY = principalOf('service', 'group-authority');
export const SERVICES = principalOf('service', 'services');
export const OWNER = principalOf('human', 'mission-owner');
export const COORDINATOR = principalOf('agent', 'coordinator');

export const CAPABILITY = { id: 'files.inventory', version: '1.0.0' };

export const POLICY: OrganizationPolicy = {
  ...DEFAULT_POLICY,
  services: {
    registry: [SERVICES.actor.id],
    identity: [SERVICES.actor.id],
    archive: [SERVICES.actor.id],
    policy: [SERVICES.actor.id],
    metering: [SERVICES.actor.id],
  },
};

export interface OrganizationOptions {
  readonly workers?: number;
  readonly policy?: OrganizationPolicy;
  readonly authority?: Partial<AuthorityOptions>;
  /** Distinguishes the ids of several Organizations objects on one database. */
  readonly prefix?: string;
  readonly now?: () => number;
  /** Whether Agents get Sessions; true when not said. A second process must not fence those of the first. */
  readonly sessions?: boolean;
}

type Envelope = Partial<Omit<Command, 'kind' | 'payload' | 'actor' | 'signature'>>;

/** A Mission that was created, by its ids. */
export interface TestMission {
  readonly missionId: string;
  readonly groupId: string;
  readonly conversationId: string;
}

export class TestOrganization {
  readonly authority: Authority;
  readonly workers: readonly Principal[];
  readonly faults: unknown[] = [];
  nowMs = TEST_START_MS;
  private readonly prefix: string;
  private readonly sessions = new Map<string, number>();
  private lastId = 0;

  private constructor(
    authority: Authority,
    workers: readonly Principal[],
    prefix: string,
    faults: unknown[],
  ) {
    this.authority = authority;
    this.workers = workers;
    this.prefix = prefix;
    this.faults = faults;
  }

  /** Opens an Authority on the store and, where the store is new, registers keys, cards and Sessions. */
  static async open(store: AuthorityStore, options: OrganizationOptions = {}): Promise<TestOrganization> {
    const workers = Array.from({ length: options.workers ?? 2 }, (_none, n) =>
      principalOf('agent', `worker-${n + 1}`),
    );
    const everybody = [GROUP_AUTHORITY, SERVICES, OWNER, COORDINATOR, ...workers];
    const known = new Set((await store.readBindings()).map(({ keyId }) => keyId));
    for (const principal of everybody) {
      if (!known.has(principal.signer.keyId)) await store.writeBinding(bindingOf(principal));
    }
    const faults: unknown[] = [];
    let organization: TestOrganization | undefined;
    const clock = options.now ?? (() => organization?.nowMs ?? TEST_START_MS);
    const prefix = options.prefix ?? 'a';
    let lastId = 0;
    const authority = await openAuthority({
      organizationId: TEST_ORGANIZATION,
      store,
      services: {
        groupAuthority: { principal: GROUP_AUTHORITY.actor, signer: GROUP_AUTHORITY.signer },
        identity: { principal: SERVICES.actor, signer: SERVICES.signer },
        admission: SERVICES.actor,
      },
      policy: options.policy ?? POLICY,
      now: clock,
      newId: (kind) => `urn:heddle:test:${kind}:${prefix}${(lastId += 1)}-${process.pid}`,
      onFault: (error) => faults.push(error),
      ...options.authority,
    });
    organization = new TestOrganization(authority, workers, prefix, faults);
    if (known.size === 0) {
      for (const agent of [COORDINATOR, ...workers]) await organization.register(agent);
    }
    if (options.sessions !== false) {
      for (const agent of [COORDINATOR, ...workers]) await organization.openSession(agent);
    }
    return organization;
  }

  newId(kind: string): string {
    this.lastId += 1;
    return `urn:heddle:test:${kind}:${this.prefix}c${this.lastId}`;
  }

  passSeconds(seconds: number): void {
    this.nowMs += seconds * 1_000;
  }

  get nowText(): string {
    return nowAt(this.nowMs).text;
  }

  /** Signs a document of any kind now. */
  sign<Kind extends DocumentKind>(
    kind: Kind,
    unsigned: Unsigned<Kind>,
    { signer }: Principal,
  ): DocumentOfKind[Kind] {
    const signed = signDocument(kind, unsigned, signer);
    if (!signed.ok) throw new Error(`${kind}: ${signed.fault.message}`);
    return signed.value.document;
  }

  async openSession(agent: Principal): Promise<number> {
    const opened = await this.authority.openSession(agent.actor.id);
    if (!opened.ok) throw new Error(JSON.stringify(opened.fault));
    this.sessions.set(agent.actor.id, opened.value.sessionEpoch);
    return opened.value.sessionEpoch;
  }

  /** The bytes of a signed Command with the epochs that are current. */
  async commandOf<Kind extends CommandKind>(
    kind: Kind,
    principal: Principal,
    payload: CommandPayloads[Kind],
    envelope: Envelope = {},
  ): Promise<Uint8Array> {
    const { actor } = principal;
    const { groupId } = envelope;
    const sessionEpoch = actor.type === 'agent' ? this.sessions.get(actor.id) : undefined;
    const epochs =
      groupId === undefined
        ? {}
        : await this.authority.look((world) => {
            const member = world.get('member', groupId, memberKey(actor))?.membershipEpoch;
            const mission = world.get('mission', groupId, SINGLE)?.document;
            const isCoordinator = actor.type === 'agent' && mission?.coordinator.agentId === actor.id;
            return {
              ...(member === undefined || actor.type === 'service' ? {} : { membershipEpoch: member }),
              ...(isCoordinator ? { coordinatorEpoch: mission.coordinator.coordinatorEpoch } : {}),
            };
          });
    const unsigned: Unsigned<'command'> = {
      protocolVersion: '0.1',
      actionId: this.newId('action'),
      actor,
      correlationId: 'urn:heddle:test:correlation:1',
      issuedAt: this.nowText,
      ...(sessionEpoch === undefined ? {} : { sessionEpoch }),
      ...epochs,
      ...envelope,
      kind,
      payload: payload as unknown as Command['payload'],
    };
    const signed = signDocument('command', unsigned, principal.signer);
    if (!signed.ok) throw new Error(`${kind}: ${signed.fault.message}`);
    return signed.value.bytes;
  }

  /** Hands bytes to the Authority as their signer would: Agents over their Session, others over the ingress. */
  submit(bytes: Uint8Array, { actor, signer }: Principal): Promise<SubmitResult> {
    const sessionEpoch = this.sessions.get(actor.id);
    return this.authority.submit(
      bytes,
      actor.type === 'agent' && sessionEpoch !== undefined
        ? { kind: 'session', agentId: actor.id, keyId: signer.keyId, sessionEpoch }
        : { kind: 'ingress' },
    );
  }

  async act<Kind extends CommandKind>(
    kind: Kind,
    principal: Principal,
    payload: CommandPayloads[Kind],
    envelope: Envelope = {},
  ): Promise<SubmitResult> {
    return this.submit(await this.commandOf(kind, principal, payload, envelope), principal);
  }

  /** As `act`, for steps that have to succeed. */
  async mustAct<Kind extends CommandKind>(
    kind: Kind,
    principal: Principal,
    payload: CommandPayloads[Kind],
    envelope: Envelope = {},
  ): Promise<AcceptedCommand> {
    const result = await this.act(kind, principal, payload, envelope);
    if (!result.ok)
      throw new Error(`${kind}: ${JSON.stringify(result.fault)} ${this.faults.map(String).join('; ')}`);
    return result.value;
  }

  /** Registers an Agent's card (CMD-140). */
  async register(agent: Principal, changes: Partial<Unsigned<'agent-card'>> = {}): Promise<AgentCard> {
    const card = this.sign(
      'agent-card',
      {
        agentId: agent.actor.id,
        organizationId: TEST_ORGANIZATION,
        cardVersion: 1,
        displayName: agent.actor.id,
        owner: OWNER.actor,
        status: 'active',
        protocolVersions: ['0.1'],
        endpoints: [{ transport: 'wss', uri: 'wss://localhost/ws' }],
        publicKeys: [
          {
            keyId: agent.signer.keyId,
            algorithm: 'Ed25519',
            publicKey: encodeBase64Url(agent.signer.publicKey),
            validFrom: '2026-01-01T00:00:00Z',
          },
        ],
        capabilities: [
          {
            ...CAPABILITY,
            inputSchema: 'urn:missionweaveprotocol:schema:opaque',
            inputSchemaHash: hashContent('input'),
            outputSchema: 'urn:missionweaveprotocol:schema:opaque',
            outputSchemaHash: hashContent('output'),
            constraints: {},
            verifiedEvidence: ['urn:heddle:test:evidence:capability'],
          },
        ],
        maxConcurrency: 4,
        issuedAt: this.nowText,
        ...changes,
      },
      SERVICES,
    );
    await this.mustAct('ext.missionweaveprotocol.registry.agent_card_register', SERVICES, { card });
    return card;
  }

  /** A new Mission with all workers as active members. */
  async createMission(name: string = this.newId('name').split(':').at(-1) ?? ''): Promise<TestMission> {
    const missionId = `urn:heddle:test:mission:${name}`;
    const groupId = `urn:heddle:test:group:${name}`;
    await this.mustAct(
      'mission.create',
      OWNER,
      {
        missionId,
        groupId,
        coordinatorAgentId: COORDINATOR.actor.id,
        objective: 'audit the input folder',
        definitionOfDone: [
          { criterionId: 'done', description: 'it is complete', evidenceRequired: ['human_review'] },
        ],
        budget: {
          currency: 'EUR',
          financialLimit: 1_000,
          toolCallLimit: 100_000,
          modelTokenLimit: 1_000_000,
        },
        deadline: nowAt(this.nowMs + 7 * 86_400_000).text,
        approvalPolicy: { finalHumanApproval: true, highRiskExecutionApproval: true },
        coordinatorLeaseSeconds: 604_800,
      },
      { groupId },
    );
    for (const worker of this.workers) {
      await this.mustAct(
        'membership.change',
        COORDINATOR,
        { member: worker.actor, role: 'worker', state: 'active', scopes: ['message.post', 'work.execute'] },
        { groupId },
      );
    }
    const conversationId = await this.authority.look(
      (world) => world.get('group', groupId, SINGLE)?.mainConversationId ?? '',
    );
    return { missionId, groupId, conversationId };
  }

  postMessage(
    principal: Principal,
    { groupId, conversationId }: TestMission,
    text: string,
  ): Promise<SubmitResult> {
    return this.act(
      'message.post',
      principal,
      { messageId: this.newId('message'), content: [{ type: 'text', text }] },
      { groupId, conversationId },
    );
  }

  contractOf(changes: Partial<WorkContract> = {}): WorkContract {
    return {
      contractVersion: 1,
      goal: 'list every file with its hash',
      requiredDeliverables: [
        {
          deliverableId: 'inventory',
          description: 'one row for each file',
          mediaType: 'application/json',
          schema: 'urn:missionweaveprotocol:schema:opaque',
        },
      ],
      acceptanceCriteria: [
        {
          criterionId: 'complete',
          description: 'no file is missing',
          evidenceRequired: ['deterministic_test'],
        },
      ],
      inputArtifacts: [],
      dependencyWorkItemIds: [],
      allowedResources: [],
      requiredCapabilities: [CAPABILITY],
      deadline: nowAt(TEST_START_MS + 86_400_000).text,
      requestedUrgency: 'normal',
      businessImpact: 'the audit waits for it',
      retryPolicy: { maxAttempts: 3, backoff: 'none', maxDelay: 'PT0S', retryableFailures: [] },
      budget: { currency: 'EUR', financialLimit: 1, toolCallLimit: 10 },
      sideEffectRisk: 'none',
      executionApproval: 'not_required',
      ...changes,
    };
  }

  evidenceOf(
    { missionId, groupId }: TestMission,
    workItemId: string,
    principal: Principal,
    changes: Partial<Unsigned<'evidence'>> = {},
  ): Evidence {
    return this.sign(
      'evidence',
      {
        evidenceId: this.newId('evidence'),
        missionId,
        groupId,
        workItemId,
        type: 'deterministic_test',
        subject: { type: 'work_item', id: workItemId },
        criterionIds: ['complete'],
        method: 'counted again',
        result: 'passed',
        artifactHashes: [],
        generatedBy: principal.actor,
        createdAt: this.nowText,
        ...changes,
      },
      principal,
    );
  }

  artifactOf(
    { missionId, groupId }: TestMission,
    workItemId: string,
    worker: Principal,
    content: string,
  ): Artifact {
    return this.sign(
      'artifact',
      {
        artifactId: this.newId('artifact'),
        contentHash: hashContent(content),
        uri: 'urn:heddle:test:content',
        sizeBytes: Buffer.byteLength(content),
        mediaType: 'application/json',
        schemaUri: 'urn:missionweaveprotocol:schema:opaque',
        producer: { agentId: worker.actor.id, agentCardVersion: 1, capabilities: [CAPABILITY] },
        missionId,
        groupId,
        workItemId,
        sourceArtifactHashes: [],
        toolVersions: [],
        modelVersions: [],
        classification: 'internal',
        createdAt: this.nowText,
      },
      worker,
    );
  }

  /** One WorkItem from authorization to acceptance: seven Commands in a row. */
  async completeWorkItem(mission: TestMission, worker: Principal): Promise<string> {
    const { groupId } = mission;
    const workItemId = this.newId('work-item');
    const offerId = this.newId('offer');
    await this.mustAct(
      'work.authorize',
      COORDINATOR,
      { workItemId, contract: this.contractOf() },
      { groupId },
    );
    await this.mustAct(
      'work.offer',
      COORDINATOR,
      {
        workItemId,
        offers: [{ offerId, agentId: worker.actor.id }],
        selectionBasis: {
          requiredCapabilities: [CAPABILITY],
          verifiedMatches: [CAPABILITY],
          authorizationEligible: true,
          availabilityEstimate: this.nowText,
          expectedCost: 0,
          reliabilityEvidence: [],
          policyRulesApplied: ['first eligible'],
        },
      },
      { groupId },
    );
    await this.mustAct('work.accept_offer', worker, { workItemId, offerId }, { groupId });
    const ownershipEpoch = await this.recordOf(groupId, workItemId, (record) => record.ownershipEpoch);
    await this.mustAct('work.start', worker, { workItemId, ownershipEpoch }, { groupId });
    const executionLeaseId = await this.recordOf(
      groupId,
      workItemId,
      (record) => record.executionLeaseId ?? '',
    );
    const artifact = this.artifactOf(mission, workItemId, worker, `inventory of ${workItemId}`);
    await this.mustAct(
      'artifact.publish',
      worker,
      { artifact, ownershipEpoch, executionLeaseId },
      { groupId },
    );
    const evidence = [
      this.evidenceOf(mission, workItemId, worker, { artifactHashes: [artifact.contentHash] }),
    ];
    const artifactHashes = [artifact.contentHash];
    await this.mustAct(
      'work.submit',
      worker,
      { workItemId, ownershipEpoch, executionLeaseId, artifactHashes, evidence },
      { groupId },
    );
    const review = [this.evidenceOf(mission, workItemId, COORDINATOR)];
    await this.mustAct('work.accept_result', COORDINATOR, { workItemId, evidence: review }, { groupId });
    return workItemId;
  }

  private async recordOf<Answer>(
    groupId: string,
    workItemId: string,
    read: (record: {
      readonly ownershipEpoch: number;
      readonly executionLeaseId: string | undefined;
    }) => Answer,
  ): Promise<Answer> {
    return this.authority.look((world) => {
      const record = world.get('workItem', groupId, workItemId);
      if (record === undefined) throw new Error(`no WorkItem ${workItemId}`);
      return read(record);
    });
  }

  /** The epoch of an Agent's Session as the state has it. */
  sessionOf(agent: Principal): Promise<number | undefined> {
    return this.authority.look((world) => world.get('session', ORGANIZATION, agent.actor.id)?.sessionEpoch);
  }
}

// A Mission that the assistant leads over the small Organization of the decision cases: the driver with ways of its own to sign and to
// crash, and Workers whose documents are really signed.
import { AutonomyGate } from '../../../core/coordinator/assistant/autonomy/gate.ts';
import type { AutonomyMatrix } from '../../../core/coordinator/assistant/autonomy/matrix.ts';
import type { AutonomyNote } from '../../../core/coordinator/assistant/autonomy/notes.ts';
import { DELEGABLE_ACTS } from '../../../core/coordinator/assistant/autonomy/acts.ts';
import { StopSwitch } from '../../../core/coordinator/assistant/autonomy/stop-switch.ts';
import { ChildWatch } from '../../../core/coordinator/assistant/children/follow-children.ts';
import { AssistantDriver } from '../../../core/coordinator/assistant/lead/assistant-driver.ts';
import type {
  LeadOrder,
  LeadOutcome,
  LeadPorts,
} from '../../../core/coordinator/assistant/lead/driver-types.ts';
import { DEFAULT_LEAD_SETTINGS } from '../../../core/coordinator/assistant/lead/lead-settings.ts';
import type {
  LeadScene,
  LeadSettings,
  PlannedWork,
} from '../../../core/coordinator/assistant/lead/lead-types.ts';
import { AgentHistory } from '../../../core/coordinator/assistant/offers/agent-history.ts';
import { PlanWatch } from '../../../core/coordinator/assistant/planning/plan-watch.ts';
import type { DeskConnection } from '../../../core/coordinator/desk/connection.ts';
import { deskOf, identityFor } from '../../../core/coordinator/desk/desk.test-data.ts';
import { fillParts } from '../../../core/coordinator/payload-parts.ts';
import { nowAt } from '../../../core/domain/decision.ts';
import { isRunning } from '../../../core/domain/offers.ts';
import {
  CAPABILITY,
  contractOf,
  COORDINATOR,
  GROUP,
  MISSION,
  type Outcome,
} from '../../../core/domain/seeded-world.test-data.ts';
import { acceptAs, claimOf } from '../../../core/domain/work-scenes.test-data.ts';
import type { Actor, WorkContract } from '../../../core/protocol/generated/documents.ts';
import { hashContent } from '../../../core/protocol/hash.ts';
import { openRegistry } from '../../../core/protocol/registry.ts';
import { accept } from '../../../core/protocol/result.ts';
import { signDocument } from '../../../core/protocol/sign.ts';
import { bindingOf, principalOf } from '../../harness/organization.ts';
import { matrixOf } from '../autonomy/scenes.ts';
import { ANNA, BERT, CARA, Stage } from '../stage.ts';

export const WORKERS = [ANNA, BERT, CARA];

const PRINCIPALS = new Map(
  ['anna', 'bert', 'cara'].map((name) => [`urn:heddle:test:agent:${name}`, principalOf('agent', name)]),
);

const KEYS = openRegistry({
  organizationId: 'urn:heddle:test:organization:1',
  bindings: [...PRINCIPALS.values()].map(bindingOf),
});

/** All that a matrix may allow. */
export const EVERYTHING = matrixOf(
  [
    {
      acts: DELEGABLE_ACTS,
      withChildren: true,
      risk: 'destructive',
      each: { money: 1_000, currency: 'EUR', toolCalls: 100_000 },
    },
  ],
  { perMinute: 600, perHour: 5_000, perDay: 50_000 },
);

export function workId(name: string): string {
  return `urn:heddle:test:work:${name}`;
}

/** An item of a plan; what it needs comes before it. */
export function planned(name: string, contract: Partial<WorkContract> = {}): PlannedWork {
  return {
    workItemId: workId(name),
    contract: contractOf({
      goal: `make ${name}`,
      budget: { currency: 'EUR', financialLimit: 1, toolCallLimit: 10 },
      acceptanceCriteria: [
        {
          criterionId: 'complete',
          description: 'no file is missing',
          evidenceRequired: ['artifact_integrity', 'deterministic_test'],
        },
      ],
      retryPolicy: {
        maxAttempts: 3,
        backoff: 'none',
        maxDelay: 'PT0S',
        retryableFailures: ['FLAKY', 'REVIEW_REJECTED'],
      },
      ...contract,
    }),
  };
}

/** All cards are in the state; the same map every time, since nothing changes in it. */
const NO_CARDS: DeskConnection['cards'] = new Map();

export interface StepChanges extends Partial<Omit<LeadScene, 'connection' | 'settings'>> {
  readonly connection?: Partial<DeskConnection>;
  readonly settings?: Partial<LeadSettings>;
}

export function connectionOf(stage: Stage, changes: Partial<DeskConnection> = {}): DeskConnection {
  const { situation } = stage;
  return deskOf(stage, {
    identities: [identityFor(COORDINATOR)],
    presence: new Map(situation.presence.map((each) => [each.agentId, each])),
    cards: NO_CARDS,
    ...changes,
  });
}

export function sceneOf(
  stage: Stage,
  { connection = {}, settings = {}, ...rest }: StepChanges = {},
): LeadScene {
  const history = new AgentHistory(DEFAULT_LEAD_SETTINGS.ranking.fairnessWindow);
  for (const event of stage.log) history.take(event);
  return {
    connection: connectionOf(stage, connection),
    history,
    planWatch: new PlanWatch(),
    childWatch: new ChildWatch(),
    reviews: new Map(),
    plan: [],
    settings: { ...DEFAULT_LEAD_SETTINGS, ...settings },
    ...rest,
  };
}

/** What a Worker does with work that it has begun. */
export type Deed = 'deliver' | 'deliver-other-bytes' | 'fail' | 'vanish';

/** The driver on a stage. A crash leaves what is durable: the log, the notes, and what the identity has sent. */
export class LedStage extends Stage {
  readonly orders: LeadOrder[] = [];
  readonly notes: AutonomyNote[] = [];
  readonly faults: unknown[] = [];
  readonly contents = new Map<string, string>();
  readonly fetches: string[] = [];
  readonly stop = new StopSwitch();
  wanted: readonly PlannedWork[] = [];
  settings: LeadSettings = DEFAULT_LEAD_SETTINGS;
  matrix: AutonomyMatrix = EVERYTHING;
  status: DeskConnection['status'] = 'online';
  /** Takes the place of the Authority for one order; undefined leaves it to the Authority. */
  answer: (order: LeadOrder) => Promise<LeadOutcome> | undefined = () => undefined;
  driver: AssistantDriver;
  private readonly receipts = new Map<string, LeadOutcome>();
  private history = new AgentHistory(DEFAULT_LEAD_SETTINGS.ranking.fairnessWindow);
  private foldedCount = 0;

  constructor() {
    super();
    this.driver = new AssistantDriver(this.ports());
  }

  /** The computer begins anew. */
  restart(): void {
    this.history = new AgentHistory(DEFAULT_LEAD_SETTINGS.ranking.fairnessWindow);
    this.foldedCount = 0;
    this.driver = new AssistantDriver(this.ports());
  }

  /** Looks until nothing more comes of it. */
  async settle(): Promise<void> {
    await this.driver.look();
    await this.driver.settled();
  }

  get orderedKinds(): readonly string[] {
    return this.orders.map(({ draft }) => draft.kind);
  }

  stateOf(name: string): string | undefined {
    return this.world.get('workItem', GROUP, workId(name))?.document.state;
  }

  /** Every Worker takes the next step in everything that is its. */
  work(deedOf: (workItemId: string, agentId: string) => Deed = () => 'deliver'): this {
    const items = [...this.world.list('workItem', GROUP)];
    for (const [workItemId, { document }] of items) {
      const { state, owner, offers = [] } = document;
      const offer = offers.find((each) => isRunning(each, nowAt(this.nowMs)));
      if (state === 'offered' && offer !== undefined) {
        acceptAs(this, { type: 'agent', id: offer.agentId }, { workItemId, offerId: offer.offerId });
      } else if (state === 'queued' && owner !== undefined) {
        this.begin({ type: 'agent', id: owner.agentId }, workItemId);
      } else if (state === 'active' && owner !== undefined) {
        this.finish({ type: 'agent', id: owner.agentId }, workItemId, deedOf(workItemId, owner.agentId));
      }
    }
    return this;
  }

  private finish(agent: Actor, workItemId: string, deed: Deed): void {
    if (deed === 'vanish') return;
    if (deed === 'fail') {
      this.failWith(agent, workItemId, 'FLAKY');
      return;
    }
    const text = JSON.stringify({ by: agent.id, workItemId, at: this.log.length });
    const contentHash = hashContent(text);
    this.contents.set(contentHash, deed === 'deliver' ? text : `${text} and more`);
    const principal = PRINCIPALS.get(agent.id);
    if (principal === undefined) throw new Error(`${agent.id} is no Worker of this stage`);
    const at = nowAt(this.nowMs).text;
    const place = { missionId: MISSION, groupId: GROUP, workItemId };
    const artifact = signDocument(
      'artifact',
      {
        ...place,
        artifactId: this.newId('artifact'),
        contentHash,
        uri: 'https://localhost/artifacts/1',
        sizeBytes: Buffer.byteLength(text),
        mediaType: 'application/json',
        schemaUri: 'urn:missionweaveprotocol:schema:opaque',
        producer: { agentId: agent.id, agentCardVersion: 1, capabilities: [CAPABILITY] },
        sourceArtifactHashes: [],
        toolVersions: [],
        modelVersions: [],
        classification: 'internal',
        createdAt: at,
      },
      principal.signer,
    );
    const { contract } = this.world.get('workItem', GROUP, workItemId)?.document ?? {};
    const evidence = signDocument(
      'evidence',
      {
        ...place,
        evidenceId: this.newId('evidence'),
        type: 'deterministic_test',
        subject: { type: 'work_item', id: workItemId },
        criterionIds: (contract?.acceptanceCriteria ?? []).map(({ criterionId }) => criterionId),
        method: 'counted',
        result: 'passed',
        artifactHashes: [contentHash],
        generatedBy: agent,
        createdAt: at,
      },
      principal.signer,
    );
    if (!artifact.ok || !evidence.ok) throw new Error('a test key did not sign');
    const { ownershipEpoch, executionLeaseId } = claimOf(this, workItemId);
    this.mustAct('artifact.publish', agent, {
      artifact: artifact.value.document,
      ownershipEpoch,
      executionLeaseId,
    });
    this.mustAct('work.submit', agent, {
      workItemId,
      ownershipEpoch,
      executionLeaseId,
      artifactHashes: [contentHash],
      evidence: [evidence.value.document],
    });
  }

  failWith(agent: Actor, workItemId: string, failureCode: string): this {
    const evidenceId = this.newId('evidence');
    const report = {
      evidenceId,
      missionId: MISSION,
      groupId: GROUP,
      workItemId,
      type: 'failure_report' as const,
      subject: { type: 'work_item' as const, id: workItemId },
      criterionIds: ['complete'],
      method: 'it could not be read',
      result: 'failed' as const,
      artifactHashes: [],
      details: { failureCode },
      generatedBy: agent,
      createdAt: nowAt(this.nowMs).text,
      signature: {
        algorithm: 'Ed25519' as const,
        keyId: `${agent.id}:key`,
        createdAt: nowAt(this.nowMs).text,
        value: 'A'.repeat(86),
      },
    };
    this.mustAct('work.fail', agent, {
      ...claimOf(this, workItemId),
      reason: 'it could not be read',
      evidence: [report],
    });
    return this;
  }

  private ports(): LeadPorts {
    const gate = new AutonomyGate(
      this.stop,
      {
        write: (note) => {
          this.notes.push(note);
          return Promise.resolve(accept(undefined));
        },
      },
      [...this.notes],
      () => this.nowMs,
    );
    return {
      connections: () => {
        gate.use(this.matrix);
        return [connectionOf(this, { status: this.status })];
      },
      historyOf: () => {
        for (const event of this.log.slice(this.foldedCount)) this.history.take(event);
        this.foldedCount = this.log.length;
        return this.history;
      },
      planOf: () => this.wanted,
      settingsOf: () => this.settings,
      gate,
      reviewPorts: () => ({
        fetchContent: (contentHash) => {
          this.fetches.push(contentHash);
          const text = this.contents.get(contentHash);
          return Promise.resolve(
            text === undefined
              ? { ok: false as const, problem: 'gone' }
              : { ok: true as const, bytes: Buffer.from(text) },
          );
        },
        keys: () => KEYS,
        runCheck: () => Promise.resolve({ status: 'broken' as const, detail: 'no programs here' }),
      }),
      submit: (order) => this.take(order),
      nowMs: () => this.nowMs,
      onFault: (error) => this.faults.push(error),
    };
  }

  private async take(order: LeadOrder): Promise<LeadOutcome> {
    this.orders.push(order);
    return (await this.answer(order)) ?? this.decide(order);
  }

  /** As the Authority does: a Command that it knows is answered as before (IDM-001). */
  decide({ draft, actionId, signer, signs }: LeadOrder): LeadOutcome {
    const known = this.receipts.get(`${signer.id} ${actionId}`);
    if (known !== undefined) return known;
    const { kind, groupId, payload, expectedRevision, conversationId, workItemId, extensions } = draft;
    const signature = {
      algorithm: 'Ed25519' as const,
      keyId: `${signer.id}:key`,
      createdAt: nowAt(this.nowMs).text,
      value: 'A'.repeat(86),
    };
    const outcome: Outcome = this.act(kind, signer, fillParts(payload, signs, signature) as never, {
      groupId,
      actionId,
      ...(expectedRevision === undefined ? {} : { expectedRevision }),
      ...(conversationId === undefined ? {} : { conversationId }),
      ...(workItemId === undefined ? {} : { workItemId }),
      ...(extensions === undefined ? {} : { extensions }),
    });
    if (!outcome.ok) {
      const { code, message, rule } = outcome.rejection;
      return {
        status: 'refused',
        error: { code, message: `${rule}: ${message}`, retryable: false, occurredAt: nowAt(this.nowMs).text },
      };
    }
    const [event] = outcome.events;
    if (event === undefined) throw new Error(`${kind} has no Event`);
    const accepted: LeadOutcome = { status: 'accepted', event };
    this.receipts.set(`${signer.id} ${actionId}`, accepted);
    return accepted;
  }
}

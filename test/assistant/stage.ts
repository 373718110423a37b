// An Organization for decision cases in which everything, from the first Agent Card on, is a Command: its log rebuilds all of it.
import { nowAt } from '../../core/domain/decision.ts';
import {
  CAPABILITY,
  cardOf,
  contractOf,
  COORDINATOR,
  GROUP,
  MISSION,
  MISSION_BUDGET,
  OWNER,
  SeededOrganization,
  SERVICE,
} from '../../core/domain/seeded-world.test-data.ts';
import {
  acceptAs,
  artifactOf,
  claimOf,
  evidenceOf,
  failureOf,
  reviewOf,
} from '../../core/domain/work-scenes.test-data.ts';
import { MemoryWorld } from '../../core/domain/world.ts';
import type {
  Actor,
  AgentCard,
  Budget,
  PresenceRecord,
  WorkContract,
} from '../../core/protocol/generated/documents.ts';
import { OFFER_DECLINE_SCHEMA } from '../../core/protocol/offer-decline.ts';
import type { Situation } from './corpus.ts';

/** The item that cases are about. */
export const TASK = 'urn:heddle:test:work:task';

export function agentOf(name: string): Actor {
  return { type: 'agent', id: `urn:heddle:test:agent:${name}` };
}

export const ANNA = agentOf('anna');
export const BERT = agentOf('bert');
export const CARA = agentOf('cara');

export class Stage extends SeededOrganization {
  /** Nothing is seeded: whatever is there has an Event. */
  override readonly world = new MemoryWorld();
  private readonly heard = new Map<string, PresenceRecord>();
  private lastOffer = 0;

  constructor(budget: Budget = MISSION_BUDGET) {
    super();
    this.register(COORDINATOR);
    this.mustAct('mission.create', OWNER, {
      missionId: MISSION,
      groupId: GROUP,
      coordinatorAgentId: COORDINATOR.id,
      objective: 'audit the input folder',
      definitionOfDone: [
        { criterionId: 'done', description: 'the report is complete', evidenceRequired: ['human_review'] },
      ],
      budget,
      deadline: '2026-05-06T09:00:00Z',
      approvalPolicy: { finalHumanApproval: true, highRiskExecutionApproval: true },
      permissions: ['read', 'files.read'],
      coordinatorLeaseSeconds: 200_000,
    });
  }

  get situation(): Situation {
    return { log: [...this.log], nowMs: this.nowMs, presence: [...this.heard.values()] };
  }

  /** Registers an Agent, or a new version of its card. */
  register(agent: Actor, changes: Partial<AgentCard> = {}): this {
    const card = cardOf(agent, { issuedAt: nowAt(this.nowMs).text, ...changes });
    this.mustAct('ext.missionweaveprotocol.registry.agent_card_register', SERVICE, { card });
    if ((changes.cardVersion ?? 1) === 1) {
      this.mustAct('ext.missionweaveprotocol.identity.session_open', SERVICE, { agentId: agent.id });
    }
    return this;
  }

  /** Registers Workers that are members and heard, with a free slot. */
  employ(...agents: readonly Actor[]): this {
    for (const agent of agents) this.register(agent).join(agent).hear(agent);
    return this;
  }

  join(member: Actor, role: 'worker' | 'reviewer' | 'observer' = 'worker', scopes?: readonly string[]): this {
    this.mustAct('membership.change', COORDINATOR, {
      member,
      role,
      state: 'active',
      scopes: [...(scopes ?? ['message.post', 'work.accept_offer', 'work.execute', 'work.review'])],
    });
    return this;
  }

  /** An Agent says that it is there, for the next minutes. */
  hear(agent: Actor, changes: Partial<PresenceRecord> = {}): this {
    this.heard.set(agent.id, {
      agentId: agent.id,
      sessionEpoch: 1,
      status: 'online',
      capacity: { maxSlots: 2, activeSlots: 0, availableSlots: 2, queuedItems: 0 },
      capabilityAvailability: [],
      lastHeartbeat: nowAt(this.nowMs).text,
      expiresAt: nowAt(this.nowMs + 300_000).text,
      ...changes,
    });
    return this;
  }

  wait(seconds: number): this {
    this.passSeconds(seconds);
    return this;
  }

  plan(contract: Partial<WorkContract> = {}, workItemId = TASK, parentWorkItemId?: string): this {
    this.mustAct('work.authorize', COORDINATOR, {
      workItemId,
      contract: contractOf(contract),
      ...(parentWorkItemId === undefined ? {} : { parentWorkItemId }),
    });
    return this;
  }

  offer(agent: Actor, workItemId = TASK, seconds = 60): this {
    this.lastOffer += 1;
    this.mustAct('work.offer', COORDINATOR, {
      workItemId,
      offers: [{ offerId: `urn:heddle:test:offer:s${this.lastOffer}`, agentId: agent.id }],
      selectionBasis: {
        requiredCapabilities: [CAPABILITY],
        verifiedMatches: [CAPABILITY],
        authorizationEligible: true,
        availabilityEstimate: nowAt(this.nowMs).text,
        expectedCost: 0,
        reliabilityEvidence: [],
        policyRulesApplied: ['chosen by a person'],
      },
      offerExpiresInSeconds: seconds,
    });
    return this;
  }

  accept(agent: Actor, workItemId = TASK): this {
    acceptAs(this, agent, { workItemId, offerId: `urn:heddle:test:offer:s${this.lastOffer}` });
    return this;
  }

  /** The last offer is declined, as an Agent does it: in a Message. */
  decline(agent: Actor, workItemId = TASK, reason = 'capability'): this {
    const data = { workItemId, offerId: `urn:heddle:test:offer:s${this.lastOffer}`, reason };
    this.mustAct(
      'message.post',
      agent,
      {
        messageId: this.newId('message'),
        content: [{ type: 'data_ref', schema: OFFER_DECLINE_SCHEMA, data }],
      },
      { conversationId: `${GROUP}:work:${workItemId}` },
    );
    return this;
  }

  begin(agent: Actor, workItemId = TASK): this {
    const { ownershipEpoch } = claimOf(this, workItemId);
    this.mustAct('work.start', agent, { workItemId, ownershipEpoch, executionLeaseSeconds: 3_600 });
    return this;
  }

  spend(
    agent: Actor,
    usageDelta: { financialMicrounits?: number; toolCalls?: number },
    workItemId = TASK,
  ): this {
    this.mustAct('ext.missionweaveprotocol.core.resource_usage_record', agent, {
      ...claimOf(this, workItemId),
      usageDelta,
    });
    return this;
  }

  save(agent: Actor, workItemId = TASK): this {
    this.mustAct('work.checkpoint', agent, {
      ...claimOf(this, workItemId),
      checkpoint: { phase: 'hashing', completedMilestones: ['listed'], nextStep: 'hash' },
    });
    return this;
  }

  fail(agent: Actor, workItemId = TASK): this {
    const failure = failureOf({
      workItemId,
      subject: { type: 'work_item', id: workItemId },
      generatedBy: agent,
    });
    this.mustAct('work.fail', agent, {
      ...claimOf(this, workItemId),
      reason: 'it cannot be read',
      evidence: [{ ...failure, evidenceId: this.newId('evidence') }],
    });
    return this;
  }

  submitWork(agent: Actor, workItemId: string): this {
    const contentHash = `sha256:${String(this.log.length).padStart(64, '0')}`;
    this.mustAct('artifact.publish', agent, {
      artifact: artifactOf({
        artifactId: `urn:heddle:test:artifact:${this.log.length}`,
        contentHash,
        workItemId,
        producer: { agentId: agent.id, agentCardVersion: 1, capabilities: [CAPABILITY] },
        createdAt: nowAt(this.nowMs).text,
      }),
      ...withoutItem(claimOf(this, workItemId)),
    });
    const evidence = evidenceOf({
      evidenceId: this.newId('evidence'),
      workItemId,
      subject: { type: 'work_item', id: workItemId },
      generatedBy: agent,
      artifactHashes: [contentHash],
    });
    this.mustAct('work.submit', agent, {
      ...claimOf(this, workItemId),
      artifactHashes: [contentHash],
      evidence: [evidence],
    });
    return this;
  }

  verify(workItemId: string): this {
    this.mustAct('work.accept_result', COORDINATOR, {
      workItemId,
      evidence: [
        reviewOf({
          evidenceId: this.newId('evidence'),
          workItemId,
          subject: { type: 'work_item', id: workItemId },
          createdAt: nowAt(this.nowMs).text,
        }),
      ],
    });
    return this;
  }

  /** An item from its contract to its submission, by one Agent in so many seconds. */
  produce(
    agent: Actor,
    workItemId: string,
    {
      seconds = 60,
      contract = {},
      usage,
    }: {
      readonly seconds?: number;
      readonly contract?: Partial<WorkContract>;
      readonly usage?: { financialMicrounits?: number; toolCalls?: number };
    } = {},
  ): this {
    this.plan({ goal: `work ${workItemId}`, ...contract }, workItemId);
    this.offer(agent, workItemId).accept(agent, workItemId).begin(agent, workItemId);
    this.wait(seconds);
    if (usage !== undefined) this.spend(agent, usage, workItemId);
    return this.submitWork(agent, workItemId);
  }

  /** As `produce`, with its result accepted. */
  complete(agent: Actor, workItemId: string, how: Parameters<Stage['produce']>[2] = {}): this {
    return this.produce(agent, workItemId, how).verify(workItemId);
  }
}

function withoutItem({ ownershipEpoch, executionLeaseId }: ReturnType<typeof claimOf>) {
  return { ownershipEpoch, executionLeaseId };
}

// A small Organization for tests of the rules: one Mission with its members, and a way to let anybody act in it. The
// state is seeded as records; everything after that goes through decide, composeEvents and evolve as in production.
import type {
  Actor,
  AgentCard,
  Budget,
  Command,
  CommandPayloads,
  Event,
  Membership,
  WorkContract,
} from '../protocol/generated/documents.ts';
import type { Unsigned } from '../protocol/sign.ts';
import { checkEventPayload, describeSchemaFault, isEventKind } from '../protocol/schema.ts';
import { NO_USAGE } from './budget.ts';
import { decide } from './decide.ts';
import {
  type CommandKind,
  composeEvents,
  type DecisionContext,
  DEFAULT_POLICY,
  nowAt,
  type OrganizationPolicy,
} from './decision.ts';
import { evolve } from './evolve.ts';
import type { Rejection } from './rejection.ts';
import { type Change, memberKey, MemoryWorld, ORGANIZATION, SINGLE } from './world.ts';

/** The moment at which a seeded world begins. */
export const START_MS = Date.parse('2026-05-04T09:00:00Z');
export const GROUP = 'urn:heddle:test:group:1';
export const MISSION = 'urn:heddle:test:mission:1';
export const MAIN_CONVERSATION = `${GROUP}:mission`;

export const OWNER: Actor = { type: 'human', id: 'urn:heddle:test:human:mission-owner' };
export const COORDINATOR: Actor = { type: 'agent', id: 'urn:heddle:test:agent:coordinator' };
export const WORKER: Actor = { type: 'agent', id: 'urn:heddle:test:agent:worker' };
export const SECOND_WORKER: Actor = { type: 'agent', id: 'urn:heddle:test:agent:second-worker' };
export const OBSERVER: Actor = { type: 'agent', id: 'urn:heddle:test:agent:observer' };
/** Registered, but no member of the Mission. */
export const STRANGER: Actor = { type: 'agent', id: 'urn:heddle:test:agent:stranger' };
/** A service that policy lets act in every role. */
export const SERVICE: Actor = { type: 'service', id: 'urn:heddle:test:service:authority' };
/** A service without any right. */
export const OTHER_SERVICE: Actor = { type: 'service', id: 'urn:heddle:test:service:other' };

export const CAPABILITY = { id: 'files.inventory', version: '1.2.0' };

export const MISSION_BUDGET: Budget = {
  currency: 'EUR',
  financialLimit: 100,
  modelTokenLimit: 1_000_000,
  toolCallLimit: 1_000,
  computeSecondsLimit: 36_000,
  wallClockSecondsLimit: 86_400,
  externalSideEffectLimit: 10,
};

export const TEST_POLICY: OrganizationPolicy = {
  ...DEFAULT_POLICY,
  services: {
    registry: [SERVICE.id],
    identity: [SERVICE.id],
    archive: [SERVICE.id],
    policy: [SERVICE.id],
    metering: [SERVICE.id],
  },
};

/** A complete contract; tests change what they are about. */
export function contractOf(changes: Partial<WorkContract> = {}): WorkContract {
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
    allowedResources: [{ resource: 'urn:heddle:test:resource:input-folder', operations: ['read'] }],
    requiredCapabilities: [CAPABILITY],
    deadline: '2026-05-05T09:00:00Z',
    requestedUrgency: 'normal',
    businessImpact: 'the audit waits for it',
    retryPolicy: { maxAttempts: 3, backoff: 'none', maxDelay: 'PT0S', retryableFailures: [] },
    budget: { currency: 'EUR', financialLimit: 10, toolCallLimit: 100, modelTokenLimit: 1_000 },
    sideEffectRisk: 'none',
    executionApproval: 'not_required',
    ...changes,
  };
}

export function cardOf(agent: Actor, changes: Partial<AgentCard> = {}): AgentCard {
  return {
    agentId: agent.id,
    organizationId: 'urn:heddle:test:organization:1',
    cardVersion: 1,
    displayName: agent.id,
    owner: OWNER,
    status: 'active',
    protocolVersions: ['0.1'],
    endpoints: [{ transport: 'wss', uri: 'wss://localhost/ws' }],
    publicKeys: [
      {
        keyId: `${agent.id}:key`,
        algorithm: 'Ed25519',
        publicKey: 'A'.repeat(43),
        validFrom: '2026-01-01T00:00:00Z',
      },
    ],
    capabilities: [
      {
        ...CAPABILITY,
        inputSchema: 'urn:heddle:test:schema:input',
        inputSchemaHash: `sha256:${'0'.repeat(64)}`,
        outputSchema: 'urn:heddle:test:schema:output',
        outputSchemaHash: `sha256:${'0'.repeat(64)}`,
        constraints: {},
        verifiedEvidence: ['urn:heddle:test:evidence:capability'],
      },
    ],
    maxConcurrency: 4,
    issuedAt: '2026-01-01T00:00:00Z',
    signature: {
      algorithm: 'Ed25519',
      keyId: 'urn:heddle:test:key:registry',
      createdAt: '2026-01-01T00:00:00Z',
      value: 'A'.repeat(86),
    },
    ...changes,
  };
}

/** What came of a Command. */
export type Outcome =
  | { readonly ok: true; readonly events: readonly Event[] }
  | { readonly ok: false; readonly rejection: Rejection };

type Envelope = Partial<Omit<Command, 'kind' | 'payload' | 'actor'>>;

/** A world in which Commands are decided and folded as in production, under a clock that tests move. */
export class SeededOrganization {
  readonly world = new MemoryWorld();
  readonly log: Event[] = [];
  policy: OrganizationPolicy = TEST_POLICY;
  nowMs = START_MS;
  private lastId = 0;

  constructor() {
    this.world.apply(seedChanges());
  }

  /** Moves the clock forward. */
  passSeconds(seconds: number): void {
    this.nowMs += seconds * 1_000;
  }

  newId(kind: string): string {
    this.lastId += 1;
    return `urn:heddle:test:${kind}:n${this.lastId}`;
  }

  get context(): DecisionContext {
    return {
      now: nowAt(this.nowMs),
      newId: (kind) => this.newId(kind),
      policy: this.policy,
      acceptedBy: SERVICE,
    };
  }

  /** An unsigned Command with the epochs that are current; `envelope` overrides any member. */
  commandOf<Kind extends CommandKind>(
    kind: Kind,
    actor: Actor,
    payload: CommandPayloads[Kind],
    envelope: Envelope = {},
  ): Command {
    const groupId = envelope.groupId ?? GROUP;
    const session = this.world.get('session', ORGANIZATION, actor.id)?.sessionEpoch;
    const member = this.world.get('member', groupId, memberKey(actor))?.membershipEpoch;
    const mission = this.world.get('mission', groupId, SINGLE)?.document;
    const isCoordinator = actor.type === 'agent' && mission?.coordinator.agentId === actor.id;
    return {
      protocolVersion: '0.1',
      actionId: this.newId('action'),
      actor,
      groupId,
      ...(session === undefined ? {} : { sessionEpoch: session }),
      ...(member === undefined ? {} : { membershipEpoch: member }),
      ...(isCoordinator ? { coordinatorEpoch: mission.coordinator.coordinatorEpoch } : {}),
      correlationId: 'urn:heddle:test:correlation:1',
      issuedAt: nowAt(this.nowMs).text,
      signature: {
        algorithm: 'Ed25519',
        keyId: `${actor.id}:key`,
        createdAt: nowAt(this.nowMs).text,
        value: 'A'.repeat(86),
      },
      ...envelope,
      kind,
      payload: payload as unknown as Command['payload'],
    };
  }

  /** Decides a Command and, when it is accepted, folds its Events. Every payload is checked against its schema. */
  submit(command: Command): Outcome {
    const { context } = this;
    const decision = decide(this.world, command, context);
    if (!decision.ok) return { ok: false, rejection: decision.fault };
    const hash = `sha256:${'0'.repeat(64)}`;
    const events = composeEvents(this.world, command, hash, decision.value, context).map(signDummy);
    for (const event of events) {
      if (!isEventKind(event.kind)) throw new Error(`no such Event: ${event.kind}`);
      const fault = checkEventPayload(event.kind, event.payload);
      if (fault !== undefined) throw new Error(`${event.kind}: ${describeSchemaFault(fault)}`);
      this.world.apply(evolve(this.world, event));
      this.log.push(event);
    }
    return { ok: true, events };
  }

  act<Kind extends CommandKind>(
    kind: Kind,
    actor: Actor,
    payload: CommandPayloads[Kind],
    envelope: Envelope = {},
  ): Outcome {
    return this.submit(this.commandOf(kind, actor, payload, envelope));
  }

  /** As `act`, for steps that have to succeed: throws with the rejection otherwise. */
  mustAct<Kind extends CommandKind>(
    kind: Kind,
    actor: Actor,
    payload: CommandPayloads[Kind],
    envelope: Envelope = {},
  ): readonly Event[] {
    const outcome = this.act(kind, actor, payload, envelope);
    if (!outcome.ok) throw new Error(`${kind}: ${JSON.stringify(outcome.rejection)}`);
    return outcome.events;
  }
}

function signDummy(event: Unsigned<'event'>): Event {
  const signature = {
    algorithm: 'Ed25519' as const,
    keyId: `${SERVICE.id}:key`,
    createdAt: event.occurredAt,
    value: 'A'.repeat(86),
  };
  return { ...event, signature };
}

const SCOPES: Readonly<Record<Membership['role'], readonly string[]>> = {
  mission_owner: ['mission.inspect', 'mission.direct', 'mission.approve', 'mission.cancel'],
  coordinator: ['message.post', 'work.authorize', 'work.offer', 'work.verify', 'mission.submit'],
  worker: ['message.post', 'work.accept_offer', 'work.execute'],
  reviewer: ['message.post', 'work.accept_offer', 'work.review'],
  observer: ['message.read'],
  work_delegate: ['work.propose', 'work.delegate'],
};

/** A Membership as the seed and tests need it. */
export function membershipOf(
  member: Actor,
  role: Membership['role'],
  changes: Partial<Membership> = {},
): Membership {
  const at = nowAt(START_MS).text;
  return {
    membershipId: `urn:heddle:test:membership:${role}:${member.id.split(':').at(-1) ?? ''}`,
    missionId: MISSION,
    groupId: GROUP,
    member,
    role,
    state: 'active',
    membershipEpoch: 1,
    scopes: [...SCOPES[role]],
    visibilityStartSequence: 0,
    grantedAt: at,
    activatedAt: at,
    ...changes,
  };
}

function seedChanges(): readonly Change[] {
  const at = nowAt(START_MS).text;
  const memberships = [
    membershipOf(OWNER, 'mission_owner'),
    membershipOf(COORDINATOR, 'coordinator'),
    membershipOf(WORKER, 'worker'),
    membershipOf(SECOND_WORKER, 'worker'),
    membershipOf(OBSERVER, 'observer'),
  ];
  const leaseId = 'urn:heddle:test:lease:coordinator';
  const agents = [COORDINATOR, WORKER, SECOND_WORKER, OBSERVER, STRANGER];
  return [
    ...agents.map((agent): Change => ({
      kind: 'agent',
      groupId: ORGANIZATION,
      id: agent.id,
      value: { card: cardOf(agent) },
    })),
    ...agents.map((agent): Change => ({
      kind: 'session',
      groupId: ORGANIZATION,
      id: agent.id,
      value: { sessionEpoch: 1, openedAt: at },
    })),
    {
      kind: 'mission',
      groupId: GROUP,
      id: SINGLE,
      value: {
        document: {
          missionId: MISSION,
          groupId: GROUP,
          revision: 1,
          objective: 'audit the input folder',
          definitionOfDone: [
            {
              criterionId: 'done',
              description: 'the report is complete',
              evidenceRequired: ['human_review'],
            },
          ],
          missionOwner: OWNER,
          coordinator: { agentId: COORDINATOR.id, agentCardVersion: 1, coordinatorEpoch: 1, leaseId },
          state: 'active',
          budget: MISSION_BUDGET,
          deadline: '2026-05-06T09:00:00Z',
          approvalPolicy: { finalHumanApproval: true, highRiskExecutionApproval: true },
          createdAt: at,
        },
        title: 'folder audit',
        permissions: ['read', 'files.read', 'production.deploy'],
        submission: undefined,
        failurePolicy: undefined,
      },
    },
    { kind: 'missionAddress', groupId: ORGANIZATION, id: MISSION, value: { groupId: GROUP } },
    {
      kind: 'group',
      groupId: GROUP,
      id: SINGLE,
      value: {
        groupId: GROUP,
        missionId: MISSION,
        state: 'active',
        mainConversationId: MAIN_CONVERSATION,
        createdAt: at,
      },
    },
    {
      kind: 'conversation',
      groupId: GROUP,
      id: MAIN_CONVERSATION,
      value: {
        conversationId: MAIN_CONVERSATION,
        missionId: MISSION,
        groupId: GROUP,
        type: 'group',
        title: 'planning',
        access: { mode: 'group' },
        createdBy: OWNER,
        createdAt: at,
        state: 'active',
        revision: 0,
      },
    },
    ...memberships.map((membership): Change => ({
      kind: 'membership',
      groupId: GROUP,
      id: membership.membershipId,
      value: membership,
    })),
    ...memberships.map(({ member, membershipId }): Change => ({
      kind: 'member',
      groupId: GROUP,
      id: memberKey(member),
      value: { member, membershipEpoch: 1, membershipIds: [membershipId] },
    })),
    {
      kind: 'lease',
      groupId: GROUP,
      id: leaseId,
      value: {
        leaseId,
        leaseType: 'coordinator',
        missionId: MISSION,
        groupId: GROUP,
        holderAgentId: COORDINATOR.id,
        sessionEpoch: 1,
        coordinatorEpoch: 1,
        issuedAt: at,
        startsAt: at,
        // Long, so that only tests about it have to think of it.
        expiresAt: '2026-05-06T09:00:00Z',
        state: 'active',
        renewalCount: 0,
      },
    },
    {
      kind: 'account',
      groupId: GROUP,
      id: MISSION,
      value: {
        limit: MISSION_BUDGET,
        usage: NO_USAGE,
        reserved: NO_USAGE,
        parent: undefined,
        isClosed: false,
      },
    },
    { kind: 'head', groupId: GROUP, id: SINGLE, value: { sequence: 1, lastOccurredAt: at } },
  ];
}

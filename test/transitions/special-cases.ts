// Refusals that neither a state nor a variation of the envelope brings about: budgets, limits, gates, offline bindings.
import type { CommandKind } from '../../core/domain/decision.ts';
import { OFFLINE_EXTENSION } from '../../core/domain/offline.ts';
import { childPayload } from '../../core/domain/seeded-missions.test-data.ts';
import {
  cardOf,
  COORDINATOR,
  contractOf,
  MISSION_BUDGET,
  OWNER,
  SECOND_WORKER,
  SeededOrganization,
  SERVICE,
  WORKER,
} from '../../core/domain/seeded-world.test-data.ts';
import {
  acceptAs,
  authorize,
  bringTo,
  claimOf,
  inSeconds,
  ITEM,
  leaseOf,
  offerPayload,
  recordOf,
} from '../../core/domain/work-scenes.test-data.ts';
import type { ErrorCode } from '../../core/protocol/error-codes.ts';
import type { Actor, Command, CommandPayloads } from '../../core/protocol/generated/documents.ts';
import { type Attempt, attemptAccepted, attemptMission, attemptWork } from './accepted-commands.ts';
import { delegationOf } from './mission-commands.ts';
import { executionApprovalOf } from './work-commands.ts';
import { createWorkScene } from './work-states.ts';

interface SpecialCase {
  readonly rule: string;
  readonly attempt: () => Attempt;
}

type Cooperation = SeededOrganization['policy']['cooperation'];

/** The accepted Command where a limit of the Organization is lower. */
function underLimit(kind: CommandKind, limits: Partial<Cooperation>): Attempt {
  const attempt = attemptAccepted(kind);
  return limited(attempt, limits);
}

function limited(attempt: Attempt, limits: Partial<Cooperation>): Attempt {
  const { organization } = attempt;
  const { policy } = organization;
  organization.policy = { ...policy, cooperation: { ...policy.cooperation, ...limits } };
  return attempt;
}

/** The same, citing an override that nobody has granted (POL-011). */
function withUnknownOverride({ organization, command }: Attempt): Attempt {
  const cooperationOverrideGrantId = 'urn:heddle:test:override:unknown';
  return { organization, command: { ...command, cooperationOverrideGrantId } };
}

function withPayload<Kind extends CommandKind>(
  kind: Kind,
  change: (organization: SeededOrganization) => Partial<CommandPayloads[Kind]>,
): Attempt {
  const { organization, command } = attemptAccepted(kind);
  const payload = { ...command.payload, ...change(organization) } as Command['payload'];
  return { organization, command: { ...command, payload } };
}

/** A contract without a goal is the document that the schema of a contract refuses (WORK-001). */
function withoutGoal(kind: 'work.propose' | 'work.authorize'): Attempt {
  const { goal: _goal, ...contract } = contractOf();
  const { organization, command } = attemptAccepted(kind);
  return { organization, command: { ...command, payload: { ...command.payload, contract } } };
}

/** A WorkItem below another one, where nothing may be delegated at all. */
function authorizeBelow(): Attempt {
  const organization = new SeededOrganization();
  authorize(organization);
  const command = organization.commandOf('work.authorize', COORDINATOR, {
    workItemId: 'urn:heddle:test:work:below',
    contract: contractOf({ goal: 'list one folder', budget: { toolCallLimit: 1 } }),
    parentWorkItemId: ITEM,
  });
  return limited({ organization, command }, { delegationDepth: 0 });
}

/** Two items that together want more than the Mission has. */
function offerBeyondBudget(): Attempt {
  const organization = new SeededOrganization();
  bringTo(organization, 'failed', { budget: MISSION_BUDGET });
  // The failed item has given its reservation back (OPEN-051); another one took it.
  const contract = contractOf({ goal: 'another way', budget: MISSION_BUDGET });
  organization.mustAct('work.authorize', COORDINATOR, { workItemId: 'urn:heddle:test:work:other', contract });
  const offers = [{ offerId: 'urn:heddle:test:offer:again', agentId: WORKER.id }];
  const command = organization.commandOf('work.offer', COORDINATOR, offerPayload([], { offers }));
  return { organization, command };
}

function startWithoutApproval(): Attempt {
  const organization = new SeededOrganization();
  bringTo(organization, 'offered', { executionApproval: 'human_required' });
  acceptAs(organization);
  const { workItemId, ownershipEpoch } = claimOf(organization);
  const command = organization.commandOf('work.start', WORKER, { workItemId, ownershipEpoch });
  return { organization, command };
}

interface Buffered {
  readonly kind: 'message.post' | 'work.checkpoint';
  readonly actor?: Actor;
  readonly binding?: object;
}

/** Work that was done offline under the current lease, and is reported with its binding (OFF-001…OFF-007). */
function buffered({ kind, actor = WORKER, binding = {} }: Buffered): Attempt {
  const { organization } = createWorkScene('active', { hasFormerOwner: true });
  const claim = claimOf(organization);
  const { expiresAt } = leaseOf(organization, claim.executionLeaseId);
  const now = inSeconds(organization, 0);
  const data = {
    agentId: actor.id,
    groupId: recordOf(organization).document.groupId,
    ...claim,
    sessionEpoch: 1,
    disconnectedAt: now,
    bufferedAt: now,
    graceDeadline: expiresAt,
    executionLeaseExpiresAt: expiresAt,
    resourceUsageDelta: { toolCalls: 1 },
    ...binding,
  };
  const envelope = {
    conversationId: recordOf(organization).document.conversationId,
    extensions: { [OFFLINE_EXTENSION]: { version: '0.1.0', critical: true, data } },
  };
  const text = [{ type: 'text' as const, text: 'half of it is listed' }];
  const command =
    kind === 'message.post'
      ? organization.commandOf(
          kind,
          actor,
          { messageId: 'urn:heddle:test:message:buffered', content: text },
          envelope,
        )
      : organization.commandOf(
          kind,
          actor,
          { ...claim, checkpoint: { phase: 'listing', completedMilestones: [] } },
          envelope,
        );
  return { organization, command };
}

const TOO_MUCH = { resourceUsageDelta: { toolCalls: 101 } };

export const SPECIAL_CASES: {
  readonly [Kind in CommandKind]?: { readonly [Code in ErrorCode]?: SpecialCase };
} = {
  'mission.create_child': {
    BUDGET_EXCEEDED: {
      rule: 'BUD-006',
      attempt: () =>
        withPayload('mission.create_child', () => ({
          budget: { ...childPayload().budget, toolCallLimit: 101 },
        })),
    },
    RATE_LIMITED: {
      rule: 'POL-001',
      attempt: () => underLimit('mission.create_child', { delegationDepth: 0 }),
    },
    APPROVAL_REQUIRED: {
      rule: 'POL-011',
      attempt: () => withUnknownOverride(underLimit('mission.create_child', { delegationDepth: 0 })),
    },
  },
  'membership.grant_delegation': {
    RATE_LIMITED: {
      rule: 'POL-001',
      attempt: () => underLimit('membership.grant_delegation', { delegationDepth: 0 }),
    },
    APPROVAL_REQUIRED: {
      rule: 'POL-011',
      attempt: () => withUnknownOverride(underLimit('membership.grant_delegation', { delegationDepth: 0 })),
    },
    BUDGET_EXCEEDED: {
      rule: 'DLG-011',
      attempt: () =>
        withPayload('membership.grant_delegation', (organization) => ({
          budget: { ...delegationOf(organization).budget, toolCallLimit: 1_001 },
        })),
    },
  },
  'message.post': {
    // The member has posted once already.
    RATE_LIMITED: { rule: 'POL-001', attempt: () => underLimit('message.post', { messagesPerMinute: 1 }) },
    BUDGET_EXCEEDED: {
      rule: 'BUD-008',
      attempt: () => buffered({ kind: 'message.post', binding: TOO_MUCH }),
    },
    WORK_LEASE_EXPIRED: {
      rule: 'OFF-006',
      attempt: () =>
        buffered({
          kind: 'message.post',
          binding: { executionLeaseExpiresAt: '2026-05-05T09:00:00Z' },
        }),
    },
    WORK_STALE_OWNERSHIP: {
      rule: 'INV-05',
      attempt: () => buffered({ kind: 'message.post', actor: SECOND_WORKER, binding: { ownershipEpoch: 1 } }),
    },
  },
  'work.propose': {
    RATE_LIMITED: { rule: 'POL-001', attempt: () => underLimit('work.propose', { proposalsPerMinute: 0 }) },
    WORK_CONTRACT_INCOMPLETE: { rule: 'WORK-001', attempt: () => withoutGoal('work.propose') },
  },
  'work.authorize': {
    BUDGET_EXCEEDED: {
      rule: 'WORK-006',
      attempt: () =>
        withPayload('work.authorize', () => ({
          contract: contractOf({ budget: { toolCallLimit: 1_001 } }),
        })),
    },
    RATE_LIMITED: { rule: 'POL-001', attempt: authorizeBelow },
    APPROVAL_REQUIRED: { rule: 'POL-011', attempt: () => withUnknownOverride(authorizeBelow()) },
    WORK_CONTRACT_INCOMPLETE: { rule: 'WORK-001', attempt: () => withoutGoal('work.authorize') },
  },
  'work.offer': { BUDGET_EXCEEDED: { rule: 'BUD-006', attempt: offerBeyondBudget } },
  'work.accept_offer': {
    RATE_LIMITED: { rule: 'POL-001', attempt: () => underLimit('work.accept_offer', { queuedWorkItems: 0 }) },
  },
  'work.start': {
    APPROVAL_REQUIRED: { rule: 'APV-005', attempt: startWithoutApproval },
    RATE_LIMITED: { rule: 'POL-001', attempt: () => underLimit('work.start', { activeWorkItems: 0 }) },
  },
  'work.checkpoint': {
    BUDGET_EXCEEDED: {
      rule: 'BUD-008',
      attempt: () => buffered({ kind: 'work.checkpoint', binding: TOO_MUCH }),
    },
  },
  'work.fail': {
    // Both halves of the row: the owner's lease here, the Coordinator's among the variations.
    WORK_LEASE_EXPIRED: {
      rule: 'WORK-036',
      attempt: () => attemptWork('work.fail', 'active, lease ended', 'owner'),
    },
  },
  'approval.grant_execution': {
    WORK_STALE_OWNERSHIP: {
      rule: 'APV-004',
      attempt: () => approveExecution({ ownershipEpoch: 9 }),
    },
    BUDGET_EXCEEDED: {
      rule: 'APV-004',
      attempt: () => approveExecution({ budget: { toolCallLimit: 101 } }),
    },
  },
  'ext.missionweaveprotocol.registry.agent_card_register': {
    REVISION_CONFLICT: { rule: 'IDN-003', attempt: registerKnownVersion },
  },
  'ext.missionweaveprotocol.core.resource_usage_record': {
    BUDGET_EXCEEDED: {
      rule: 'BUD-008',
      attempt: () =>
        withPayload('ext.missionweaveprotocol.core.resource_usage_record', () => ({
          usageDelta: { toolCalls: 101 },
        })),
    },
  },
  'ext.missionweaveprotocol.core.group_archive': {
    REVISION_CONFLICT: { rule: 'ARC-004', attempt: archiveTooEarly },
  },
};

function approveExecution(changes: Partial<CommandPayloads['approval.grant_execution']>): Attempt {
  const { organization } = createWorkScene('queued');
  const payload = executionApprovalOf(organization, changes);
  return { organization, command: organization.commandOf('approval.grant_execution', OWNER, payload) };
}

function registerKnownVersion(): Attempt {
  const organization = new SeededOrganization();
  const kind = 'ext.missionweaveprotocol.registry.agent_card_register';
  return { organization, command: organization.commandOf(kind, SERVICE, { card: cardOf(WORKER) }) };
}

/** The log has gone on since the snapshot was made. */
function archiveTooEarly(): Attempt {
  const kind = 'ext.missionweaveprotocol.core.group_archive';
  const attempt = attemptMission(kind, 'approved', 'policy service');
  attempt.organization.mustAct('membership.end', OWNER, { member: WORKER });
  return attempt;
}

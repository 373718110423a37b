// What every new Mission has in common, root, follow-up or child: conditions on its payload, and its documents
// (MIS-001, MIS-002, MIS-007, MIS-008).
import type {
  Actor,
  AgentCard,
  CommandPayloads,
  Conversation,
  Group,
  Lease,
  Membership,
  Mission,
} from '../protocol/generated/documents.ts';
import { accept, type Result } from '../protocol/result.ts';
import { checkSchema } from '../protocol/schema.ts';
import { requireActiveAgent } from './agents.ts';
import { requireWholeBudget } from './allocation.ts';
import { openCoordinatorLease } from './coordinator.ts';
import type { CommandInput } from './decision.ts';
import { isAfter } from './members.ts';
import { grantRole } from './memberships.ts';
import { reject, type Rejection } from './rejection.ts';
import { ORGANIZATION, SINGLE } from './world.ts';

type CreationInput = CommandInput<'mission.create' | 'mission.create_follow_up' | 'mission.create_child'>;

/** Identifiers, deadline, budget and Coordinator of a new Mission. Answers with the card of its Coordinator. */
export function checkNewMission(input: CreationInput): Result<AgentCard, Rejection> {
  const { payload, context } = input;
  const fresh = requireNewIds(input);
  if (!fresh.ok) return fresh;
  if (!isAfter(payload.deadline, context.now)) {
    return reject('INVALID_COMMAND', 'MIS-007', 'the deadline is not in the future', {
      deadline: payload.deadline,
    });
  }
  const budget = requireWholeBudget(payload.budget);
  if (!budget.ok) return budget;
  return requireActiveAgent(input, payload.coordinatorAgentId, 'MIS-008');
}

/** One Mission has one Group: neither id may stand for anything yet (INV-01, MIS-002). */
function requireNewIds({ world, payload }: CreationInput): Result<undefined, Rejection> {
  const { missionId, groupId } = payload;
  if (world.get('group', groupId, SINGLE) !== undefined) {
    return reject('INVALID_STATE_TRANSITION', 'INV-01', 'a Group with this id exists already', { groupId });
  }
  if (world.get('missionAddress', ORGANIZATION, missionId) !== undefined) {
    return reject('INVALID_STATE_TRANSITION', 'INV-01', 'a Mission with this id exists already', {
      missionId,
    });
  }
  return accept(undefined);
}

/** The documents with which a Mission begins. */
export interface MissionDocuments {
  readonly mission: Mission;
  readonly group: Group;
  readonly conversation: Conversation;
  readonly memberships: Membership[];
  readonly lease: Lease;
}

/** Mission, Group, planning Conversation, both Memberships and the lease of the first term (MIS-002, MIS-008). */
export function createMissionDocuments(
  input: CreationInput,
  { cardVersion }: AgentCard,
  origin: Pick<Mission, 'parent' | 'followUpToMissionId'>,
): MissionDocuments {
  const { world, command, payload, context } = input;
  const { missionId, groupId, coordinatorAgentId, pinnedProfiles } = payload;
  const createdAt = context.now.text;
  const coordinatorEpoch = 1;
  const lease = openCoordinatorLease(input, {
    missionId,
    groupId,
    agentId: coordinatorAgentId,
    coordinatorEpoch,
    seconds: payload.coordinatorLeaseSeconds,
  });
  const mission: Mission = {
    missionId,
    groupId,
    revision: 1,
    objective: payload.objective,
    definitionOfDone: payload.definitionOfDone,
    missionOwner: command.actor,
    coordinator: {
      agentId: coordinatorAgentId,
      agentCardVersion: cardVersion,
      coordinatorEpoch,
      leaseId: lease.leaseId,
    },
    state: 'active',
    budget: payload.budget,
    deadline: payload.deadline,
    approvalPolicy: payload.approvalPolicy,
    ...origin,
    ...(pinnedProfiles === undefined ? {} : { pinnedProfiles }),
    createdAt,
  };
  const conversation = createPlanningConversation(input);
  const coordinator: Actor = { type: 'agent', id: coordinatorAgentId };
  return {
    mission,
    group: {
      groupId,
      missionId,
      state: 'active',
      mainConversationId: conversation.conversationId,
      createdAt,
    },
    conversation,
    memberships: [
      grantRole(world, context, mission, command.actor, 'mission_owner').membership,
      grantRole(world, context, mission, coordinator, 'coordinator').membership,
    ],
    lease,
  };
}

/** The Group-level planning Conversation (CNV-001). */
function createPlanningConversation({ command, payload, context }: CreationInput): Conversation {
  const { missionId, groupId } = payload;
  // Not every identifier stays one with a suffix: it may be too long, or end in a host without a port.
  const readableId = `${groupId}:mission`;
  return {
    conversationId: checkSchema('id', readableId) === undefined ? readableId : context.newId('conversation'),
    missionId,
    groupId,
    type: 'group',
    title: 'planning',
    access: { mode: 'group' },
    createdBy: command.actor,
    createdAt: context.now.text,
    state: 'active',
    revision: 0,
  };
}

/** Members that the payload of every creation Event has and its documents lack. */
export function describeNewMission({
  title,
  permissions,
}: Pick<CommandPayloads['mission.create'], 'title' | 'permissions'>): Pick<
  CommandPayloads['mission.create'],
  'title' | 'permissions'
> {
  return {
    ...(title === undefined ? {} : { title }),
    ...(permissions === undefined ? {} : { permissions }),
  };
}

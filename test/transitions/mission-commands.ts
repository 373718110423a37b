// How each Command of the Mission table is sent by each party, as it would be when everything were in order.
import type { CommandKind } from '../../core/domain/decision.ts';
import { childPayload, missionPayload } from '../../core/domain/seeded-missions.test-data.ts';
import {
  CAPABILITY,
  COORDINATOR,
  contractOf,
  GROUP,
  MAIN_CONVERSATION,
  MISSION,
  OBSERVER,
  OTHER_SERVICE,
  OWNER,
  SECOND_WORKER,
  type SeededOrganization,
  SERVICE,
  STRANGER,
  WORKER,
} from '../../core/domain/seeded-world.test-data.ts';
import { CONTENT, inSeconds, ITEM } from '../../core/domain/work-scenes.test-data.ts';
import type { Actor, Command, CommandPayloads } from '../../core/protocol/generated/documents.ts';
import { answerOf, MESSAGE, snapshotOf } from './mission-states.ts';
import type { MissionParty, MissionTableState } from './mission-table.ts';

const ANOTHER_HUMAN: Actor = { type: 'human', id: 'urn:heddle:test:human:another' };

const ACTORS: Readonly<Record<MissionParty, Actor>> = {
  MissionOwner: OWNER,
  'another human': ANOTHER_HUMAN,
  Coordinator: COORDINATOR,
  'Coordinator after its term': COORDINATOR,
  'former Coordinator': COORDINATOR,
  member: OBSERVER,
  'policy service': SERVICE,
  'policy service after the term': SERVICE,
  'other service': OTHER_SERVICE,
};

interface Sending {
  readonly organization: SeededOrganization;
  readonly state: MissionTableState;
  readonly by: MissionParty;
}

type Payload<Kind extends CommandKind> = (sending: Sending) => CommandPayloads[Kind];

const REASON = 'as agreed';
const TEXT = [{ type: 'text' as const, text: 'in the cellar' }];
const AMENDMENT = {
  messageId: 'urn:heddle:test:message:amendment',
  targetMessageId: MESSAGE,
  reason: REASON,
  content: TEXT,
};
export const FOLLOW_UP_GROUP = 'urn:heddle:test:group:follow-up';
const ABSENT_GROUP = 'urn:heddle:test:group:absent';

/** Every kind of the Mission table. */
const PAYLOADS: { readonly [Kind in CommandKind]?: Payload<Kind> } = {
  'mission.create': ({ state }) =>
    missionPayload(state === 'none' ? {} : { missionId: MISSION, groupId: GROUP }),
  'mission.create_follow_up': ({ state }) => ({
    ...missionPayload({ groupId: FOLLOW_UP_GROUP }),
    followUpToMissionId: state === 'none' ? 'urn:heddle:test:mission:absent' : MISSION,
  }),
  'mission.create_child': () => childPayload({ parentWorkItemId: ITEM }),
  'mission.assign_coordinator': () => ({ coordinatorAgentId: STRANGER.id }),
  'mission.renew_coordinator': () => ({ leaseSeconds: 300 }),
  'mission.submit_for_approval': () => ({ artifactHashes: [CONTENT] }),
  'mission.approve': ({ organization }) => ({ approval: nextAnswer(organization, 'approved') }),
  'mission.request_changes': ({ organization }) => ({
    approval: nextAnswer(organization, 'changes_requested'),
  }),
  'mission.cancel': () => ({ reason: REASON }),
  'mission.terminate': () => ({ reason: REASON }),
  'membership.change': () => ({
    member: STRANGER,
    role: 'worker',
    state: 'active',
    scopes: ['work.execute'],
  }),
  'membership.end': () => ({ member: WORKER }),
  'membership.grant_delegation': ({ organization }) => delegationOf(organization),
  'message.post': () => ({ messageId: 'urn:heddle:test:message:next', content: TEXT }),
  'message.correct': () => AMENDMENT,
  'message.retract': () => AMENDMENT,
  'message.redact': () => AMENDMENT,
  'work.propose': () => ({
    proposalId: 'urn:heddle:test:proposal:next',
    contract: contractOf({ goal: 'something else' }),
  }),
  'work.authorize': ({ by }) => ({
    workItemId: 'urn:heddle:test:work:next',
    contract: contractOf({ goal: 'something else' }),
    ...(by === 'MissionOwner' ? { overrideReason: 'the Coordinator is out of reach' } : {}),
  }),
  'policy.grant_cooperation_override': ({ organization }) => overrideOf(organization),
  'ext.missionweaveprotocol.core.group_archive': ({ organization }) => ({
    snapshot: snapshotOf(organization, { snapshotId: 'urn:heddle:test:snapshot:next' }),
  }),
};

/** The Command of a row of the Mission table. In `none` it is about a Group that does not exist. */
export function createMissionCommand(
  organization: SeededOrganization,
  kind: CommandKind,
  by: MissionParty,
  state: MissionTableState,
): Command {
  const payload = PAYLOADS[kind] as Payload<CommandKind> | undefined;
  if (payload === undefined) throw new Error(`the Mission table has no ${kind}`);
  const built = payload({ organization, state, by });
  const isCreation = kind === 'mission.create' || kind === 'mission.create_follow_up';
  const createdGroup = 'groupId' in built && isCreation ? built.groupId : undefined;
  return organization.commandOf(kind, ACTORS[by], built, {
    groupId: createdGroup ?? (state === 'none' ? ABSENT_GROUP : GROUP),
    ...(kind === 'message.post' ? { conversationId: MAIN_CONVERSATION } : {}),
    ...(by === 'former Coordinator' ? { coordinatorEpoch: 1 } : {}),
  });
}

/** A new answer, also where the Mission has been approved before. */
function nextAnswer(organization: SeededOrganization, decision: 'approved' | 'changes_requested') {
  return { ...answerOf(organization, decision), approvalId: 'urn:heddle:test:approval:next' };
}

export function delegationOf(
  organization: SeededOrganization,
  changes: Partial<CommandPayloads['membership.grant_delegation']> = {},
): CommandPayloads['membership.grant_delegation'] {
  return {
    grantId: 'urn:heddle:test:grant:next',
    granteeAgentId: SECOND_WORKER.id,
    targetWorkItemId: ITEM,
    allowedCapabilities: [CAPABILITY],
    budget: {
      currency: 'EUR',
      financialLimit: 1,
      modelTokenLimit: 1_000,
      toolCallLimit: 100,
      computeSecondsLimit: 0,
      wallClockSecondsLimit: 0,
      externalSideEffectLimit: 0,
    },
    maxDescendantDepth: 1,
    expiresAt: inSeconds(organization, 600),
    ...changes,
  };
}

export function overrideOf(
  organization: SeededOrganization,
  changes: Partial<CommandPayloads['policy.grant_cooperation_override']> = {},
): CommandPayloads['policy.grant_cooperation_override'] {
  return {
    grantId: 'urn:heddle:test:override:next',
    policyName: 'message_rate',
    beneficiary: OBSERVER,
    targetCommandKind: 'message.post',
    targetActionId: 'urn:heddle:test:action:later',
    reason: REASON,
    expiresAt: inSeconds(organization, 600),
    ...changes,
  };
}

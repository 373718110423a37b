// The decision: whether a Command is accepted now, and which Events it becomes. Pure: the same for the Authority and
// for an app that wants to know before anybody signs. Order of checks as in section 8.1, steps 6 to 13.
import type { Command, CommandPayloads } from '../protocol/generated/documents.ts';
import { checkCommandPayload, describeSchemaFault, isCommandKind } from '../protocol/schema.ts';
import { accept, type Result } from '../protocol/result.ts';
import { grantExecution } from './commands/approvals.ts';
import { archiveGroup } from './commands/archive.ts';
import { assignCoordinator, renewCoordinator } from './commands/coordinator-term.ts';
import { grantDelegation } from './commands/delegation.ts';
import { changeMembership, endMembership } from './commands/membership.ts';
import { correctMessage, postMessage, redactMessage, retractMessage } from './commands/messages.ts';
import { createChildMission } from './commands/mission-children.ts';
import { createFollowUpMission, createMission } from './commands/mission-creation.ts';
import { cancelMission, terminateMission } from './commands/mission-end.ts';
import { approveMission, requestChanges, submitMission } from './commands/mission-review.ts';
import { openSession, registerAgentCard } from './commands/organization.ts';
import { grantOverride } from './commands/overrides.ts';
import { recordUsage } from './commands/usage.ts';
import {
  acceptOffer,
  blockWork,
  checkpointWork,
  renewExecutionLease,
  startWork,
  unblockWork,
} from './commands/work-execution.ts';
import { addDependency, authorizeWork, offerWork, proposeWork } from './commands/work-planning.ts';
import { acceptResult, cancelWork, failWork, publishArtifact, submitWork } from './commands/work-results.ts';
import { checkOverrideUse } from './cooperation.ts';
import type {
  CommandInput,
  CommandKind,
  Decision,
  DecisionContext,
  GroupDecider,
  GroupInput,
} from './decision.ts';
import { checkMembership, requireActiveMember } from './members.ts';
import { OFFLINE_EXTENSION, understandsOfflineBinding } from './offline.ts';
import { reject, type Rejection } from './rejection.ts';
import { ORGANIZATION, SINGLE, type World } from './world.ts';

/** Commands that name no existing Group: facts of the Organization, and the creation of a Group. */
type OutsideKind =
  | 'ext.missionweaveprotocol.registry.agent_card_register'
  | 'ext.missionweaveprotocol.identity.session_open'
  | 'mission.create'
  | 'mission.create_follow_up';
type GroupKind = Exclude<CommandKind, OutsideKind>;

const OUTSIDE_DECIDERS: { readonly [Kind in OutsideKind]: (input: CommandInput<Kind>) => Decision } = {
  'ext.missionweaveprotocol.registry.agent_card_register': registerAgentCard,
  'ext.missionweaveprotocol.identity.session_open': openSession,
  'mission.create': createMission,
  'mission.create_follow_up': createFollowUpMission,
};

const GROUP_DECIDERS: { readonly [Kind in GroupKind]: GroupDecider<Kind> } = {
  'mission.create_child': createChildMission,
  'mission.assign_coordinator': assignCoordinator,
  'mission.renew_coordinator': renewCoordinator,
  'mission.submit_for_approval': submitMission,
  'mission.approve': approveMission,
  'mission.request_changes': requestChanges,
  'mission.cancel': cancelMission,
  'mission.terminate': terminateMission,
  'membership.change': changeMembership,
  'membership.end': endMembership,
  'membership.grant_delegation': grantDelegation,
  'message.post': postMessage,
  'message.correct': correctMessage,
  'message.retract': retractMessage,
  'message.redact': redactMessage,
  'work.propose': proposeWork,
  'work.authorize': authorizeWork,
  'work.offer': offerWork,
  'work.accept_offer': acceptOffer,
  'work.start': startWork,
  'work.checkpoint': checkpointWork,
  'work.block': blockWork,
  'work.unblock': unblockWork,
  'work.submit': submitWork,
  'work.accept_result': acceptResult,
  'work.fail': failWork,
  'work.cancel': cancelWork,
  'artifact.publish': publishArtifact,
  'approval.grant_execution': grantExecution,
  'policy.grant_cooperation_override': grantOverride,
  'ext.missionweaveprotocol.core.work_dependency_add': addDependency,
  'ext.missionweaveprotocol.core.work_execution_lease_renew': renewExecutionLease,
  'ext.missionweaveprotocol.core.resource_usage_record': recordUsage,
  'ext.missionweaveprotocol.core.group_archive': archiveGroup,
};

/** What a provisional member may do before its membership is active (OPEN-024). */
const OPEN_TO_PROVISIONAL: ReadonlySet<string> = new Set<GroupKind>(['work.accept_offer', 'message.post']);

/**
 * Decides a verified Command on the state `world`. Answers with the drafts of all Events, the primary one first, or
 * with the first rule that refuses it. Nothing is changed and nothing is thrown for any Command.
 */
export function decide(world: World, command: Command, context: DecisionContext): Decision {
  const { kind } = command;
  if (!isCommandKind(kind)) return reject('INVALID_COMMAND', 'CMD-016', `no such Command: ${kind}`, { kind });
  const session = checkSession(world, command);
  if (!session.ok) return session;
  const extensions = checkExtensions(kind, command, context);
  if (!extensions.ok) return extensions;
  const override = checkOverrideUse(kind, command);
  if (!override.ok) return override;
  return isOutsideKind(kind)
    ? decideOutsideGroup(kind, world, command, context)
    : decideInGroup(kind, world, command, context);
}

function isOutsideKind(kind: CommandKind): kind is OutsideKind {
  return Object.hasOwn(OUTSIDE_DECIDERS, kind);
}

function decideOutsideGroup(
  kind: OutsideKind,
  world: World,
  command: Command,
  context: DecisionContext,
): Decision {
  const payload = checkPayload(kind, command);
  if (!payload.ok) return payload;
  // The payload's type follows from the kind, which the table ties to its decider.
  const decider = OUTSIDE_DECIDERS[kind] as (input: CommandInput<never>) => Decision;
  return decider({ world, command, payload: payload.value as never, context });
}

function decideInGroup(kind: GroupKind, world: World, command: Command, context: DecisionContext): Decision {
  const { groupId } = command;
  const mission = groupId === undefined ? undefined : world.get('mission', groupId, SINGLE);
  if (groupId === undefined || mission === undefined) {
    return reject('GROUP_NOT_FOUND', 'WS-004', 'no such Group, or none that the actor may know of');
  }
  // The payload's type follows from the kind, which the table ties to its decider.
  const input = {
    world,
    command,
    payload: command.payload,
    context,
    groupId,
    mission,
  } as unknown as GroupInput<never>;
  const membership = checkMembership(input);
  if (!membership.ok) return membership;
  if (!OPEN_TO_PROVISIONAL.has(kind)) {
    const active = requireActiveMember(input);
    if (!active.ok) return active;
  }
  const payload = checkPayload(kind, command);
  if (!payload.ok) return payload;
  if (world.get('group', groupId, SINGLE)?.state === 'archived') {
    return reject('INVALID_STATE_TRANSITION', 'OPEN-064', 'the Group is archived', {
      groupState: 'archived',
    });
  }
  const decider = GROUP_DECIDERS[kind] as GroupDecider<never>;
  return decider(input);
}

/** A Command's payload, closed and complete (section 8.6): a problem is `INVALID_COMMAND`, or an incomplete contract. */
function checkPayload<Kind extends CommandKind>(
  kind: Kind,
  command: Command,
): Result<CommandPayloads[Kind], Rejection> {
  const fault = checkCommandPayload(kind, command.payload);
  // The schema has just proven the shape.
  if (fault === undefined) return accept(command.payload as unknown as CommandPayloads[Kind]);
  const message = describeSchemaFault(fault);
  const isGap = fault.path.startsWith('/contract') && fault.rule.endsWith('/required');
  if (isGap) return reject('WORK_CONTRACT_INCOMPLETE', 'WORK-001', message, { path: fault.path });
  return reject('INVALID_COMMAND', 'CMD-016', `payload: ${message}`, { path: fault.path });
}

/** An Agent's Command carries the Session Epoch that is current (INV-04). */
function checkSession(world: World, { actor, sessionEpoch }: Command): Result<undefined, Rejection> {
  if (actor.type !== 'agent') return accept(undefined);
  const current = world.get('session', ORGANIZATION, actor.id)?.sessionEpoch;
  if (sessionEpoch === current) return accept(undefined);
  return reject('AUTH_STALE_SESSION', 'INV-04', 'the Session Epoch is not the current one', {
    sessionEpoch: sessionEpoch ?? null,
    currentSessionEpoch: current ?? null,
  });
}

/** A critical extension must be understood, in exactly its version (DATA-062). */
function checkExtensions(
  kind: CommandKind,
  { extensions }: Command,
  { policy }: DecisionContext,
): Result<undefined, Rejection> {
  for (const [profileUri, extension] of Object.entries(extensions ?? {})) {
    if (extension?.critical !== true) continue;
    const isUnderstood =
      profileUri === OFFLINE_EXTENSION
        ? understandsOfflineBinding(kind, extension.version)
        : policy.extensions[profileUri] === extension.version;
    if (!isUnderstood) {
      return reject('UNKNOWN_CRITICAL_EXTENSION', 'DATA-062', 'a critical extension is not understood here', {
        profileUri,
        version: extension.version,
      });
    }
  }
  return accept(undefined);
}

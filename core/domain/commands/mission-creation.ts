// A human begins a Mission: a root, or one that follows an approved Mission (MIS-T1, MIS-T2).
import { accept, type Result } from '../../protocol/result.ts';
import type { CommandInput, Decision } from '../decision.ts';
import { checkRevision } from '../missions.ts';
import { checkNewMission, createMissionDocuments, describeNewMission } from '../new-mission.ts';
import { reject, type Rejection } from '../rejection.ts';
import { memberKey, ORGANIZATION, SINGLE } from '../world.ts';

/** `mission.create` (CMD-101). */
export function createMission(input: CommandInput<'mission.create'>): Decision {
  const { payload, context } = input;
  const human = requireHuman(input, 'MIS-T1');
  if (!human.ok) return human;
  const envelope = checkEnvelope(input);
  if (!envelope.ok) return envelope;
  const card = checkNewMission(input);
  if (!card.ok) return card;
  const documents = createMissionDocuments(input, card.value, {});
  return accept([
    {
      kind: 'mission.created',
      eventId: context.newId('event'),
      groupId: payload.groupId,
      aggregateRevision: documents.mission.revision,
      conversationId: documents.conversation.conversationId,
      payload: { ...documents, ...describeNewMission(payload) },
    },
  ]);
}

/** `mission.create_follow_up` (CMD-102): a Mission of its own, with its own Group, budget and history (CHD-010). */
export function createFollowUpMission(input: CommandInput<'mission.create_follow_up'>): Decision {
  const { payload, context } = input;
  const human = requireHuman(input, 'MIS-T2');
  if (!human.ok) return human;
  const source = requireApprovedSource(input);
  if (!source.ok) return source;
  const envelope = checkEnvelope(input);
  if (!envelope.ok) return envelope;
  const card = checkNewMission(input);
  if (!card.ok) return card;
  const { followUpToMissionId } = payload;
  const documents = createMissionDocuments(input, card.value, { followUpToMissionId });
  return accept([
    {
      kind: 'mission.follow_up.created',
      eventId: context.newId('event'),
      groupId: payload.groupId,
      aggregateRevision: documents.mission.revision,
      conversationId: documents.conversation.conversationId,
      payload: { ...documents, ...describeNewMission(payload), followUpToMissionId },
    },
  ]);
}

type CreationInput = CommandInput<'mission.create' | 'mission.create_follow_up'>;

/** The owner of a root is the human who signs, whoever relays the Command (CMD-004). */
function requireHuman({ command }: CreationInput, rule: string): Result<undefined, Rejection> {
  if (command.actor.type === 'human') return accept(undefined);
  return reject('AUTH_FORBIDDEN', rule, 'only a human begins a Mission', { actorType: command.actor.type });
}

/** The envelope names the Group being created, and expects no Mission to be there yet (CMD-003, REV-001). */
function checkEnvelope({ command, payload }: CreationInput): Result<undefined, Rejection> {
  if (command.groupId !== payload.groupId) {
    return reject('INVALID_COMMAND', 'CMD-003', 'envelope and payload name different Groups', {
      groupId: payload.groupId,
      envelopeGroupId: command.groupId ?? null,
    });
  }
  return checkRevision(command.expectedRevision, 0, 'Mission');
}

/** The Mission that is continued: approved, and of the same human (MIS-T2, MIS-007). */
function requireApprovedSource({
  world,
  command,
  payload,
}: CommandInput<'mission.create_follow_up'>): Result<undefined, Rejection> {
  const { followUpToMissionId } = payload;
  const address = world.get('missionAddress', ORGANIZATION, followUpToMissionId);
  const source = address === undefined ? undefined : world.get('mission', address.groupId, SINGLE);
  if (source === undefined) {
    return reject('INVALID_COMMAND', 'CHD-010', 'no such Mission to continue', { followUpToMissionId });
  }
  const { missionOwner, state } = source.document;
  if (memberKey(missionOwner) !== memberKey(command.actor)) {
    return reject('AUTH_FORBIDDEN', 'MIS-T2', 'only the MissionOwner of a Mission continues it', {
      followUpToMissionId,
    });
  }
  if (state === 'approved') return accept(undefined);
  return reject('INVALID_STATE_TRANSITION', 'MIS-T2', 'only an approved Mission can be continued', {
    followUpToMissionId,
    missionState: state,
    allowedStates: ['approved'],
  });
}

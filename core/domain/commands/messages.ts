// Messages and their amendments (MSG-001…MSG-008): content without authority, never changed in place.
import type { Message } from '../../protocol/generated/documents.ts';
import { accept, type Result } from '../../protocol/result.ts';
import { checkCooperation, findExceededRate } from '../cooperation.ts';
import { requireOwnerOrCoordinator } from '../coordinator.ts';
import type { CommandKind, Decision, EventDraft, GroupInput } from '../decision.ts';
import { currentMemberships, isAfter } from '../members.ts';
import { checkMissionRevision, requireLiveMission } from '../missions.ts';
import { chargeFirst, checkOfflineBinding } from '../offline.ts';
import { reject, type Rejection } from '../rejection.ts';
import type { MessageRecord } from '../world.ts';

/** `message.post` (CMD-114). A Message that was buffered offline is charged for the work it reports (OFF-007). */
export function postMessage(input: GroupInput<'message.post'>): Decision {
  const { command, payload, context } = input;
  const conversationId = requireConversation(input);
  if (!conversationId.ok) return conversationId;
  const override = checkCooperation(input, [findExceededRate(input, 'message.posted')]);
  if (!override.ok) return override;
  const state = checkState(input, 'OPEN-065');
  if (!state.ok) return state;
  const binding = checkOfflineBinding(input);
  if (!binding.ok) return binding;
  const message = createMessage(input, conversationId.value, {
    messageId: payload.messageId,
    kind: 'message',
    content: payload.content,
    ...(payload.mentions === undefined ? {} : { mentions: payload.mentions }),
    ...(payload.references === undefined ? {} : { references: payload.references }),
    ...(command.extensions === undefined ? {} : { extensions: command.extensions }),
  });
  const primary: EventDraft = {
    kind: 'message.posted',
    ...draftOf(input, message),
    eventId: context.newId('event'),
    payload: {
      message,
      ...(payload.announcement === undefined ? {} : { announcement: payload.announcement }),
      ...(override.value === undefined ? {} : { cooperationOverrideGrantId: override.value }),
    },
  };
  return accept(chargeFirst(binding.value, [primary]));
}

/** `message.correct` (CMD-115): the author's replacement of its own content. */
export function correctMessage(input: GroupInput<'message.correct'>): Decision {
  return amendOwn(input, 'correction', 'message.corrected');
}

/** `message.retract` (CMD-116): the author takes its Message back; the original stays in the log (MSG-005). */
export function retractMessage(input: GroupInput<'message.retract'>): Decision {
  return amendOwn(input, 'retraction', 'message.retracted');
}

/** `message.redact` (CMD-117): the MissionOwner or the Coordinator, with a reason that can be audited (MSG-006). */
export function redactMessage(input: GroupInput<'message.redact'>): Decision {
  const right = requireOwnerOrCoordinator(input, 'MSG-007');
  if (!right.ok) return right;
  const target = requireTarget(input);
  return target.ok ? amend(input, target.value, 'redaction', 'message.redacted') : target;
}

type Amendment = 'message.correct' | 'message.retract' | 'message.redact';

function amendOwn(
  input: GroupInput<'message.correct' | 'message.retract'>,
  kind: Message['kind'],
  eventKind: 'message.corrected' | 'message.retracted',
): Decision {
  const target = requireTarget(input);
  if (!target.ok) return target;
  const author = requireAuthor(input, target.value);
  return author.ok ? amend(input, target.value, kind, eventKind) : author;
}

/** Amendments refer to the original, also where it was amended before (MSG-005). */
function requireTarget({ world, groupId, payload }: GroupInput<Amendment>): Result<MessageRecord, Rejection> {
  const target = world.get('message', groupId, payload.targetMessageId);
  if (target?.kind === 'message') return accept(target);
  return reject('INVALID_COMMAND', 'MSG-007', 'no such Message to amend in this Group', {
    targetMessageId: payload.targetMessageId,
  });
}

function amend(
  input: GroupInput<Amendment>,
  target: MessageRecord,
  kind: Message['kind'],
  eventKind: 'message.corrected' | 'message.retracted' | 'message.redacted',
): Decision {
  const { payload, context } = input;
  const state = checkState(input, 'MSG-007');
  if (!state.ok) return state;
  const message = createMessage(input, target.conversationId, {
    messageId: payload.messageId,
    kind,
    targetMessageId: payload.targetMessageId,
    reason: payload.reason,
    content: payload.content,
  });
  return accept([
    {
      kind: eventKind,
      ...draftOf(input, message),
      eventId: context.newId('event'),
      payload: { message, targetMessageId: payload.targetMessageId },
    },
  ]);
}

/** The Mission still talks, and is at the revision that the Command expects; the id is unused (MSG-008, REV-002). */
function checkState(
  input: GroupInput<Amendment | 'message.post'>,
  rule: string,
): Result<undefined, Rejection> {
  const live = requireLiveMission(input, rule);
  if (!live.ok) return live;
  const revision = checkMissionRevision(input);
  return revision.ok ? requireNewMessageId(input, input.payload.messageId) : revision;
}

function requireAuthor(
  { command }: GroupInput<Amendment>,
  { author }: MessageRecord,
): Result<undefined, Rejection> {
  if (author.type === command.actor.type && author.id === command.actor.id) return accept(undefined);
  return reject('AUTH_FORBIDDEN', 'MSG-007', 'only the author may correct or retract a Message');
}

function requireNewMessageId(
  { world, groupId }: GroupInput,
  messageId: string,
): Result<undefined, Rejection> {
  if (world.get('message', groupId, messageId) === undefined) return accept(undefined);
  return reject('INVALID_STATE_TRANSITION', 'MSG-008', 'a Message with this id exists already', {
    messageId,
  });
}

/**
 * The Conversation that the envelope names: of this Group, and open to the actor. A provisional member may speak only
 * where an item is offered to it (OPEN-024).
 */
function requireConversation(input: GroupInput<'message.post'>): Result<string, Rejection> {
  const { world, groupId, command, context } = input;
  const { conversationId } = command;
  if (command.actor.type === 'service') {
    return reject('AUTH_FORBIDDEN', 'CMD-114', 'services do not post Messages');
  }
  const conversation =
    conversationId === undefined ? undefined : world.get('conversation', groupId, conversationId);
  if (conversationId === undefined || conversation === undefined || conversation.state !== 'active') {
    return reject('INVALID_COMMAND', 'MSG-008', 'no such open Conversation in this Group', {
      conversationId: conversationId ?? null,
    });
  }
  const memberships = currentMemberships(world, groupId, command.actor, context.now);
  if (memberships.some(({ state }) => state === 'active')) return accept(conversationId);
  const { primaryWorkItemId } = conversation;
  const item =
    primaryWorkItemId === undefined ? undefined : world.get('workItem', groupId, primaryWorkItemId);
  const isOffered = item?.document.offers?.some(
    (offer) =>
      offer.agentId === command.actor.id &&
      offer.status === 'pending' &&
      isAfter(offer.expiresAt, context.now),
  );
  if (isOffered === true) return accept(conversationId);
  return reject(
    'MEMBERSHIP_REQUIRED',
    'OPEN-024',
    'a provisional member may speak only where work is offered to it',
  );
}

function createMessage(
  { command, mission, groupId, context }: GroupInput,
  conversationId: string,
  members: Pick<Message, 'messageId' | 'kind' | 'content'> & Partial<Message>,
): Message {
  return {
    ...members,
    missionId: mission.document.missionId,
    groupId,
    conversationId,
    author: command.actor,
    authority: false,
    committedAt: context.now.text,
  };
}

/** Messages change no revision: they carry the Mission's as it stands (OPEN-040, MIS-014). */
function draftOf<Kind extends CommandKind>(
  { world, groupId, mission }: GroupInput<Kind>,
  { conversationId }: Message,
): Pick<EventDraft, 'groupId' | 'aggregateRevision' | 'conversationId' | 'workItemId'> {
  const workItemId = world.get('conversation', groupId, conversationId)?.primaryWorkItemId;
  return {
    groupId,
    aggregateRevision: mission.document.revision,
    conversationId,
    ...(workItemId === undefined ? {} : { workItemId }),
  };
}

// Sections 2.2, 2.3, 2.5, 2.21 and 2.22: Command, Event, Presence Record, Error and the frames.

import {
  actor,
  base64url,
  capabilityRef,
  dottedKind,
  drop,
  extensions,
  hasAll,
  hasNone,
  idSet,
  innerMember,
  isIn,
  need,
  protocolVersion,
  setInner,
  sha256,
  signature,
  words,
} from './catalogue-common.ts';
import type { JsonObject } from './json.ts';
import {
  anyOf,
  arr,
  bool,
  exactlyOneOf,
  id,
  obj,
  oneOf,
  openObject,
  optional,
  posInt,
  required,
  safeInt,
  str,
  timestamp,
} from './model.ts';
import type { Node, ObjectNode } from './model.ts';
import { extensionKind } from './patterns.ts';

/** The 32 core Command kinds. */
export const coreCommandKinds = [
  'mission.create',
  'mission.assign_coordinator',
  'mission.renew_coordinator',
  'mission.submit_for_approval',
  'mission.approve',
  'mission.request_changes',
  'mission.cancel',
  'mission.terminate',
  'mission.create_child',
  'mission.create_follow_up',
  'membership.change',
  'membership.end',
  'membership.grant_delegation',
  'message.post',
  'message.correct',
  'message.retract',
  'message.redact',
  'work.propose',
  'work.authorize',
  'work.offer',
  'work.accept_offer',
  'work.start',
  'work.checkpoint',
  'work.block',
  'work.unblock',
  'work.submit',
  'work.accept_result',
  'work.fail',
  'work.cancel',
  'artifact.publish',
  'approval.grant_execution',
  'policy.grant_cooperation_override',
] as const;

/** The two extension Command kinds with rules of their own (DOC-CMD-C6). */
export const organizationCommandKinds = [
  'ext.missionweaveprotocol.registry.agent_card_register',
  'ext.missionweaveprotocol.identity.session_open',
] as const;

/** The 36 core Event kinds. */
export const coreEventKinds = [
  'mission.created',
  'mission.coordinator.assigned',
  'mission.coordinator.renewed',
  'mission.submitted_for_approval',
  'mission.approved',
  'mission.changes_requested',
  'mission.cancelled',
  'mission.terminated',
  'mission.child.created',
  'mission.follow_up.created',
  'membership.changed',
  'membership.ended',
  'membership.delegation.granted',
  'message.posted',
  'message.corrected',
  'message.retracted',
  'message.redacted',
  'work.proposed',
  'work.authorized',
  'work.offer.created',
  'work.offer.accepted',
  'work.contract.revised',
  'work.started',
  'work.progressed',
  'work.checkpointed',
  'work.blocked',
  'work.unblocked',
  'work.submitted',
  'work.result.accepted',
  'work.failed',
  'work.cancelled',
  'artifact.published',
  'approval.execution.granted',
  'policy.cooperation_override.granted',
  'group.snapshot.created',
  'group.archived',
] as const;

/** The two extension Event kinds with rules of their own (DOC-EVT-C1). */
export const organizationEventKinds = [
  'ext.missionweaveprotocol.registry.agent_card_registered',
  'ext.missionweaveprotocol.identity.session_opened',
] as const;

const CREATING = ['mission.create', 'mission.create_follow_up'];
const COORDINATOR_ONLY = [
  'mission.renew_coordinator',
  'mission.submit_for_approval',
  'mission.create_child',
  'membership.grant_delegation',
  'work.accept_result',
];

const actorType = (value: JsonObject): unknown => innerMember(value, 'actor', 'type');
const isCore = (value: JsonObject): boolean => isIn(value, 'kind', ...coreCommandKinds);
const isCreating = (value: JsonObject): boolean => isIn(value, 'kind', ...CREATING);
const isOrganizational = (value: JsonObject): boolean => isIn(value, 'kind', ...organizationCommandKinds);
const isCoordinatorOnly = (value: JsonObject): boolean => isIn(value, 'kind', ...COORDINATOR_ONLY);
const isTerminate = (value: JsonObject): boolean => isIn(value, 'kind', 'mission.terminate');

function commandActor(draft: JsonObject): JsonObject {
  if (isCreating(draft)) {
    return setInner(draft, 'actor', 'type', 'human');
  }
  if (isOrganizational(draft)) {
    return setInner(draft, 'actor', 'type', 'service');
  }
  const unfit = isCoordinatorOnly(draft) || (isTerminate(draft) && actorType(draft) === 'human');
  return unfit ? setInner(draft, 'actor', 'type', 'agent') : draft;
}

function repairCommand(draft: JsonObject, full: JsonObject): JsonObject {
  let result = commandActor(draft);
  const type = actorType(result);
  if (type === 'agent') {
    result = need(result, full, 'groupId', 'sessionEpoch', 'membershipEpoch');
    return isCoordinatorOnly(result) || isTerminate(result) ? need(result, full, 'coordinatorEpoch') : result;
  }
  result = drop(result, 'sessionEpoch');
  if (isCore(result)) {
    result = need(result, full, 'groupId');
  }
  if (type === 'service') {
    result = drop(result, 'membershipEpoch', 'coordinatorEpoch');
    return isOrganizational(result) ? drop(result, 'groupId') : result;
  }
  return isCreating(result)
    ? drop(result, 'membershipEpoch', 'coordinatorEpoch')
    : need(result, full, 'groupId', 'membershipEpoch');
}

function agentRule(value: JsonObject): boolean {
  return actorType(value) === 'agent'
    ? hasAll(value, 'groupId', 'sessionEpoch', 'membershipEpoch')
    : hasNone(value, 'sessionEpoch');
}

function terminateRule(value: JsonObject): boolean {
  if (!isTerminate(value)) {
    return true;
  }
  const type = actorType(value);
  return type === 'service' || (type === 'agent' && hasAll(value, 'coordinatorEpoch'));
}

/** 2.2. */
export const command: ObjectNode = obj(
  'Command',
  {
    protocolVersion: required(protocolVersion),
    actionId: required(id),
    actor: required(actor),
    sessionEpoch: optional(posInt),
    membershipEpoch: optional(posInt),
    coordinatorEpoch: optional(posInt),
    groupId: optional(id),
    conversationId: optional(id),
    workItemId: optional(id),
    cooperationOverrideGrantId: optional(id),
    kind: required(
      anyOf(
        oneOf(...coreCommandKinds),
        oneOf(...organizationCommandKinds),
        str({ max: 160, rule: extensionKind }),
      ),
    ),
    expectedRevision: optional(safeInt),
    correlationId: required(id),
    causedByEventId: optional(id),
    issuedAt: required(timestamp),
    payload: required(openObject),
    extensions: optional(extensions),
    signature: required(signature),
  },
  {
    rules: [
      { number: 'DOC-CMD-C1', holds: agentRule },
      {
        number: 'DOC-CMD-C2',
        holds: (value) =>
          actorType(value) !== 'service' || hasNone(value, 'membershipEpoch', 'coordinatorEpoch'),
      },
      { number: 'DOC-CMD-C3', holds: (value) => !isCore(value) || hasAll(value, 'groupId') },
      {
        number: 'DOC-CMD-C4',
        holds: (value) =>
          actorType(value) !== 'human' || isCreating(value) || hasAll(value, 'groupId', 'membershipEpoch'),
      },
      {
        number: 'DOC-CMD-C5',
        holds: (value) =>
          !isCreating(value) ||
          (actorType(value) === 'human' && hasNone(value, 'membershipEpoch', 'coordinatorEpoch')),
      },
      {
        number: 'DOC-CMD-C6',
        holds: (value) =>
          !isOrganizational(value) ||
          (actorType(value) === 'service' &&
            hasNone(value, 'groupId', 'sessionEpoch', 'membershipEpoch', 'coordinatorEpoch')),
      },
      {
        number: 'DOC-CMD-C7',
        holds: (value) =>
          !isCoordinatorOnly(value) || (actorType(value) === 'agent' && hasAll(value, 'coordinatorEpoch')),
      },
      { number: 'DOC-CMD-C8', holds: terminateRule },
    ],
    repair: repairCommand,
  },
);

const isOrganizationEvent = (value: JsonObject): boolean => isIn(value, 'kind', ...organizationEventKinds);
const ORDER_MEMBERS = ['groupId', 'sequence', 'aggregateRevision'] as const;

/** 2.3. */
export const event: ObjectNode = obj(
  'Event',
  {
    protocolVersion: required(protocolVersion),
    eventId: required(id),
    groupId: optional(id),
    sequence: optional(posInt),
    aggregateRevision: optional(safeInt),
    kind: required(
      anyOf(
        oneOf(...coreEventKinds),
        oneOf(...organizationEventKinds),
        str({ max: 160, rule: extensionKind }),
      ),
    ),
    actor: required(actor),
    cause: required(
      obj('Event.cause', { type: required(oneOf('command', 'event', 'timer', 'policy')), id: required(id) }),
    ),
    correlationId: required(id),
    conversationId: optional(id),
    workItemId: optional(id),
    occurredAt: required(timestamp),
    payload: required(openObject),
    acceptedBy: required(actor),
    commandHash: optional(sha256),
    extensions: optional(extensions),
    signature: required(signature),
  },
  {
    rules: [
      {
        number: 'DOC-EVT-C1',
        holds: (value) =>
          !isOrganizationEvent(value) || (actorType(value) === 'service' && hasNone(value, ...ORDER_MEMBERS)),
      },
      {
        number: 'DOC-EVT-C2',
        holds: (value) => isOrganizationEvent(value) || hasAll(value, ...ORDER_MEMBERS),
      },
    ],
    repair: (draft, full) =>
      isOrganizationEvent(draft)
        ? drop(setInner(draft, 'actor', 'type', 'service'), ...ORDER_MEMBERS)
        : need(draft, full, ...ORDER_MEMBERS),
  },
);

/** 2.5. */
export const presenceRecord: ObjectNode = obj('Presence Record', {
  agentId: required(id),
  sessionEpoch: required(posInt),
  status: required(oneOf('online', 'busy', 'away', 'draining', 'offline')),
  capacity: required(
    obj('capacity', {
      maxSlots: required(posInt),
      activeSlots: required(safeInt),
      availableSlots: required(safeInt),
      queuedItems: required(safeInt),
    }),
  ),
  capabilityAvailability: required(
    arr(
      obj('capabilityAvailability', {
        capability: required(capabilityRef),
        status: required(oneOf('available', 'degraded', 'unavailable')),
      }),
    ),
  ),
  estimatedResponseMs: optional(safeInt),
  lastHeartbeat: required(timestamp),
  expiresAt: required(timestamp),
});

/** The 27 error codes of DOC-ERR-01. */
const errorCodes = [
  'UNSUPPORTED_VERSION',
  'AUTH_REQUIRED',
  'AUTH_INVALID_SIGNATURE',
  'AUTH_STALE_SESSION',
  'AUTH_STALE_COORDINATOR',
  'AUTH_FORBIDDEN',
  'GROUP_NOT_FOUND',
  'MEMBERSHIP_REQUIRED',
  'MEMBERSHIP_STALE',
  'SCHEMA_VALIDATION_FAILED',
  'INVALID_COMMAND',
  'INVALID_STATE_TRANSITION',
  'REVISION_CONFLICT',
  'ACTION_ID_COLLISION',
  'UNKNOWN_CRITICAL_EXTENSION',
  'WORK_CONTRACT_INCOMPLETE',
  'WORK_OFFER_EXPIRED',
  'WORK_ALREADY_OWNED',
  'WORK_LEASE_EXPIRED',
  'WORK_STALE_OWNERSHIP',
  'APPROVAL_REQUIRED',
  'BUDGET_EXCEEDED',
  'RATE_LIMITED',
  'BACKPRESSURE',
  'CURSOR_TOO_OLD',
  'PROTOCOL_VIOLATION',
  'INTERNAL_ERROR',
] as const;

/** 2.21. */
export const error: ObjectNode = obj('Error', {
  code: required(oneOf(...errorCodes)),
  message: required(words(2000)),
  retryable: required(bool),
  fatal: optional(bool),
  relatedFrameId: optional(id),
  relatedActionId: optional(id),
  groupId: optional(id),
  expectedRevision: optional(safeInt),
  currentRevision: optional(safeInt),
  retryAfterMs: optional(safeInt),
  snapshotArtifactHash: optional(sha256),
  details: optional(openObject),
  occurredAt: required(timestamp),
});

function frame(frameType: string, phase: string | undefined, rest: Parameters<typeof obj>[1]): ObjectNode {
  return obj(phase === undefined ? frameType : `${frameType}/${phase}`, {
    protocolVersion: required(protocolVersion),
    frameId: required(id),
    frameType: required(oneOf(frameType)),
    ...(phase === undefined ? {} : { phase: required(oneOf(phase)) }),
    ...rest,
  });
}

const attention = obj('attention', {
  eventKinds: optional(arr(dottedKind, { unique: true })),
  conversationIds: optional(idSet()),
  workItemIds: optional(idSet()),
  mentionsOnly: optional(bool),
  announcements: optional(bool),
});

/** The ten frame alternatives of 2.22. */
const frames: readonly ObjectNode[] = [
  frame('HELLO', 'client_init', {
    agentId: required(id),
    keyId: required(id),
    clientNonce: required(base64url),
    supportedVersions: required(arr(protocolVersion, { min: 1, unique: true })),
  }),
  frame('HELLO', 'server_challenge', {
    selectedVersion: required(protocolVersion),
    clientNonce: required(base64url),
    serverNonce: required(base64url),
    challenge: required(base64url),
  }),
  frame('HELLO', 'client_response', {
    agentId: required(id),
    keyId: required(id),
    clientNonce: required(base64url),
    serverNonce: required(base64url),
    challengeSignature: required(base64url),
  }),
  frame('HELLO', 'server_accept', {
    selectedVersion: required(protocolVersion),
    sessionToken: required(str({ min: 16, max: 8192 })),
    sessionEpoch: required(posInt),
    expiresAt: required(timestamp),
  }),
  frame('SUBSCRIBE', undefined, {
    subscriptionId: required(id),
    groups: required(
      arr(
        obj('SUBSCRIBE.groups', {
          groupId: required(id),
          afterSequence: required(safeInt),
          attention: optional(attention),
        }),
        { min: 1 },
      ),
    ),
  }),
  frame('COMMAND', undefined, { command: required(command) }),
  frame('EVENT', undefined, { event: required(event) }),
  frame('ACK', undefined, {
    acknowledgements: required(
      arr(obj('acknowledgement', { groupId: required(id), sequence: required(safeInt) }), { min: 1 }),
    ),
    sentAt: required(timestamp),
  }),
  frame('PING', undefined, {
    nonce: required(base64url),
    replyToNonce: optional(base64url),
    sentAt: required(timestamp),
    presence: optional(presenceRecord),
  }),
  frame('ERROR', undefined, { error: required(error) }),
];

/** 2.22. */
export const websocketFrame: Node = exactlyOneOf('DOC-WS-C1', ...frames);

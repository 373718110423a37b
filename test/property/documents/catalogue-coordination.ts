// Sections 2.4, 2.6 to 2.10 and 2.20: Agent Card, Mission, Group, Membership, Conversation, Message, admission.

import {
  acceptanceCriterion,
  actor,
  agentActor,
  budget,
  capabilityRef,
  drop,
  extensions,
  fullBudget,
  hasAll,
  hasNone,
  idSet,
  innerMember,
  inTurn,
  isIn,
  need,
  protocolVersion,
  publicKey,
  semver,
  serviceActor,
  setInner,
  sha256,
  signature,
  words,
} from './catalogue-common.ts';
import { has, isObject, member, withMember } from './json.ts';
import type { JsonObject } from './json.ts';
import {
  anyValue,
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
  uri,
} from './model.ts';
import type { ObjectNode } from './model.ts';
import { capabilityId, scopeName, wssUri } from './patterns.ts';

/** 2.4. */
export const agentCard: ObjectNode = obj('Agent Card', {
  agentId: required(id),
  organizationId: required(id),
  cardVersion: required(posInt),
  displayName: required(words(200)),
  description: optional(str({ max: 4000 })),
  owner: required(actor),
  status: required(oneOf('active', 'deprecated', 'revoked')),
  protocolVersions: required(arr(protocolVersion, { min: 1, unique: true })),
  endpoints: required(
    arr(obj('endpoint', { transport: required(oneOf('wss')), uri: required(str({ rule: wssUri })) }), {
      min: 1,
    }),
  ),
  publicKeys: required(arr(publicKey, { min: 1 })),
  capabilities: required(
    arr(
      obj('capability', {
        id: required(str({ max: 200, rule: capabilityId })),
        version: required(semver),
        inputSchema: required(uri),
        inputSchemaHash: required(sha256),
        outputSchema: required(uri),
        outputSchemaHash: required(sha256),
        constraints: required(openObject),
        verifiedEvidence: required(idSet(1)),
      }),
      { min: 1 },
    ),
  ),
  maxConcurrency: required(posInt),
  issuedAt: required(timestamp),
  validUntil: optional(timestamp),
  extensions: optional(extensions),
  signature: required(signature),
});

const ownerType = (value: JsonObject): unknown => innerMember(value, 'missionOwner', 'type');

/** 2.6. */
export const mission: ObjectNode = obj(
  'Mission',
  {
    missionId: required(id),
    groupId: required(id),
    revision: required(safeInt),
    objective: required(words(10000)),
    definitionOfDone: required(arr(acceptanceCriterion, { min: 1 })),
    missionOwner: required(actor),
    coordinator: required(
      obj('coordinator', {
        agentId: required(id),
        agentCardVersion: required(posInt),
        coordinatorEpoch: required(posInt),
        leaseId: required(id),
      }),
    ),
    state: required(oneOf('active', 'awaiting_approval', 'approved', 'failed', 'cancelled')),
    budget: required(budget),
    deadline: required(timestamp),
    approvalPolicy: required(
      obj('approvalPolicy', {
        finalHumanApproval: required(bool),
        highRiskExecutionApproval: required(bool),
        policyVersion: optional(semver),
      }),
    ),
    parent: optional(
      obj('parent', { missionId: required(id), workItemId: required(id), depth: required(posInt) }),
    ),
    followUpToMissionId: optional(id),
    pinnedProfiles: optional(
      arr(obj('pinnedProfile', { profileUri: required(id), majorVersion: required(safeInt) }), {
        unique: true,
      }),
    ),
    createdAt: required(timestamp),
    extensions: optional(extensions),
  },
  {
    rules: [
      {
        number: 'DOC-MISN-C1',
        holds: (value) =>
          has(value, 'parent') ||
          (ownerType(value) === 'human' &&
            innerMember(value, 'approvalPolicy', 'finalHumanApproval') === true),
      },
      { number: 'DOC-MISN-C2', holds: (value) => !has(value, 'parent') || ownerType(value) === 'agent' },
    ],
    repair: (draft) =>
      has(draft, 'parent')
        ? setInner(draft, 'missionOwner', 'type', 'agent')
        : setInner(
            setInner(draft, 'missionOwner', 'type', 'human'),
            'approvalPolicy',
            'finalHumanApproval',
            true,
          ),
  },
);

/** 2.7. */
export const group: ObjectNode = obj(
  'Group',
  {
    groupId: required(id),
    missionId: required(id),
    state: required(oneOf('active', 'archived')),
    mainConversationId: required(id),
    createdAt: required(timestamp),
    archivedAt: optional(timestamp),
    archiveSnapshotId: optional(id),
    extensions: optional(extensions),
  },
  {
    rules: [
      {
        number: 'DOC-GRP-C1',
        holds: (value) =>
          !isIn(value, 'state', 'archived') || hasAll(value, 'archivedAt', 'archiveSnapshotId'),
      },
      {
        number: 'DOC-GRP-C2',
        holds: (value) =>
          !isIn(value, 'state', 'active') || hasNone(value, 'archivedAt', 'archiveSnapshotId'),
      },
    ],
    repair: (draft, full) =>
      isIn(draft, 'state', 'archived')
        ? need(draft, full, 'archivedAt', 'archiveSnapshotId')
        : drop(draft, 'archivedAt', 'archiveSnapshotId'),
  },
);

const delegationGrant = obj('delegationGrant', {
  grantId: required(id),
  granteeAgentId: required(id),
  missionId: required(id),
  groupId: required(id),
  targetWorkItemId: required(id),
  allowedCapabilities: required(arr(capabilityRef, { min: 1, unique: true })),
  budget: required(fullBudget),
  maxDescendantDepth: required(safeInt),
  granteeMembershipEpoch: required(posInt),
  coordinatorEpoch: required(posInt),
  grantedBy: required(agentActor),
  grantedAt: required(timestamp),
  expiresAt: required(timestamp),
});

/** What each Membership state needs (DOC-MEMB-C1 to C3). */
const membershipNeeds: readonly (readonly [string, string, readonly string[]])[] = [
  ['DOC-MEMB-C1', 'provisional', ['provisionalExpiresAt', 'contextPackageId']],
  ['DOC-MEMB-C2', 'active', ['activatedAt']],
  ['DOC-MEMB-C3', 'ended', ['endedAt']],
];

/** 2.8. */
export const membership: ObjectNode = obj(
  'Membership',
  {
    membershipId: required(id),
    missionId: required(id),
    groupId: required(id),
    member: required(actor),
    role: required(oneOf('mission_owner', 'coordinator', 'worker', 'reviewer', 'observer', 'work_delegate')),
    state: required(oneOf('provisional', 'active', 'ended')),
    membershipEpoch: required(posInt),
    scopes: required(arr(str({ max: 160, rule: scopeName }), { min: 1, unique: true })),
    delegationGrants: optional(arr(delegationGrant, { unique: true })),
    visibilityStartSequence: required(safeInt),
    contextPackageId: optional(id),
    provisionalExpiresAt: optional(timestamp),
    grantedAt: required(timestamp),
    activatedAt: optional(timestamp),
    endedAt: optional(timestamp),
    extensions: optional(extensions),
  },
  {
    rules: membershipNeeds.map(([number, state, names]) => ({
      number,
      holds: (value) => !isIn(value, 'state', state) || hasAll(value, ...names),
    })),
    repair: inTurn(
      ...membershipNeeds.map(
        ([, state, names]) =>
          (draft: JsonObject, full: JsonObject) =>
            isIn(draft, 'state', state) ? need(draft, full, ...names) : draft,
      ),
    ),
  },
);

const access = obj(
  'access',
  { mode: required(oneOf('group', 'restricted')), members: optional(arr(actor, { min: 1 })) },
  {
    rules: [
      {
        number: 'DOC-CONV-C1',
        holds: (value) => !isIn(value, 'mode', 'restricted') || has(value, 'members'),
      },
    ],
    repair: (draft, full) => (isIn(draft, 'mode', 'restricted') ? need(draft, full, 'members') : draft),
  },
);

function restrictAccess(draft: JsonObject): JsonObject {
  const current = member(draft, 'access');
  const author = member(draft, 'createdBy');
  if (!isObject(current) || author === undefined) {
    return draft;
  }
  const members = member(current, 'members') ?? [author];
  return withMember(draft, 'access', { mode: 'restricted', members });
}

/** 2.9. */
export const conversation: ObjectNode = obj(
  'Conversation',
  {
    conversationId: required(id),
    missionId: required(id),
    groupId: required(id),
    type: required(oneOf('group', 'work_item', 'review', 'restricted')),
    primaryWorkItemId: optional(id),
    title: required(words(500)),
    access: required(access),
    createdBy: required(actor),
    createdAt: required(timestamp),
    state: required(oneOf('active', 'closed')),
    revision: required(safeInt),
    extensions: optional(extensions),
  },
  {
    rules: [
      {
        number: 'DOC-CONV-C2',
        holds: (value) => !isIn(value, 'type', 'work_item') || has(value, 'primaryWorkItemId'),
      },
      {
        number: 'DOC-CONV-C3',
        holds: (value) =>
          !isIn(value, 'type', 'restricted') || innerMember(value, 'access', 'mode') === 'restricted',
      },
    ],
    repair: inTurn(
      (draft, full) => (isIn(draft, 'type', 'work_item') ? need(draft, full, 'primaryWorkItemId') : draft),
      (draft) => (isIn(draft, 'type', 'restricted') ? restrictAccess(draft) : draft),
    ),
  },
);

const changesMessage = (value: JsonObject): boolean =>
  isIn(value, 'kind', 'correction', 'retraction', 'redaction');

/** 2.10. */
export const message: ObjectNode = obj(
  'Message',
  {
    messageId: required(id),
    missionId: required(id),
    groupId: required(id),
    conversationId: required(id),
    author: required(actor),
    kind: required(oneOf('message', 'correction', 'retraction', 'redaction')),
    authority: required(oneOf(false)),
    targetMessageId: optional(id),
    content: required(
      arr(
        exactlyOneOf(
          'DOC-MSG-C1',
          obj('text', { type: required(oneOf('text')), text: required(words(100000)) }),
          obj('artifact_ref', { type: required(oneOf('artifact_ref')), artifactHash: required(sha256) }),
          obj('data_ref', {
            type: required(oneOf('data_ref')),
            schema: required(uri),
            data: required(anyValue),
          }),
        ),
        { min: 1 },
      ),
    ),
    mentions: optional(arr(actor, { unique: true })),
    references: optional(idSet()),
    reason: optional(words(4000)),
    committedAt: required(timestamp),
    extensions: optional(extensions),
  },
  {
    rules: [
      {
        number: 'DOC-MSG-C2',
        holds: (value) => !changesMessage(value) || hasAll(value, 'targetMessageId', 'reason'),
      },
    ],
    repair: (draft, full) => (changesMessage(draft) ? need(draft, full, 'targetMessageId', 'reason') : draft),
  },
);

/** 2.20. */
export const firstAdmissionRecord: ObjectNode = obj('First-Admission Record', {
  protocolVersion: required(protocolVersion),
  admissionRecordId: required(id),
  organizationId: required(id),
  documentKind: required(
    oneOf(
      'agent-card',
      'approval',
      'artifact',
      'command',
      'context-package',
      'event',
      'evidence',
      'extension-profile',
      'group-snapshot',
    ),
  ),
  signingHash: required(sha256),
  keyId: required(id),
  principal: required(actor),
  trustedAcceptedAt: required(timestamp),
  acceptedBy: required(serviceActor),
});

// Valid sample documents that Groups and the Organization keep: Messages, Context Package, snapshot, Agent Card.
import type {
  AgentCapability,
  AgentCard,
  CapabilityRef,
  ContextPackage,
  CooperationOverrideGrant,
  GroupSnapshot,
  Message,
  MessageContent,
} from '../../../core/protocol/generated/documents.ts';
import {
  AGENT_CARD_VERSION,
  AUTHORITY,
  at,
  CONTEXT_PACKAGE_ID,
  COORDINATOR,
  dummySignature,
  EXTENSIONS,
  EXTRACTION,
  GROUP_ID,
  hashOf,
  MISSION_ID,
  MISSION_OWNER,
  ORGANIZATION_ID,
  OVERRIDE_GRANT_ID,
  REPORT_HASH,
  RESEARCH,
  SNAPSHOT_ID,
  SOURCE_EVENT_ID,
  SUPPLIER_LIST_HASH,
  urn,
  WORK_CONVERSATION_ID,
  WORK_ITEM_ID,
  WORKER,
} from './sample-ground.ts';

/** A part of each of the three kinds. */
export const MESSAGE_CONTENT: MessageContent = [
  { type: 'text', text: 'Two certificates are out of date.' },
  { type: 'artifact_ref', artifactHash: REPORT_HASH },
  { type: 'data_ref', schema: urn('schema', 'finding'), data: { supplier: 17, expired: true } },
];

/** A Message with everything an ordinary one can hold. */
export const MESSAGE: Message = {
  messageId: urn('message', 'two-out-of-date'),
  missionId: MISSION_ID,
  groupId: GROUP_ID,
  conversationId: WORK_CONVERSATION_ID,
  author: WORKER,
  kind: 'message',
  authority: false,
  content: MESSAGE_CONTENT,
  mentions: [COORDINATOR],
  references: [WORK_ITEM_ID],
  committedAt: at('09:24'),
  extensions: EXTENSIONS,
};

export const CORRECTION: Message = {
  ...MESSAGE,
  messageId: urn('message', 'three-out-of-date'),
  kind: 'correction',
  targetMessageId: MESSAGE.messageId,
  content: [{ type: 'text', text: 'Three certificates are out of date.' }],
  reason: 'One supplier was overlooked.',
  committedAt: at('09:25'),
};

export const RETRACTION: Message = {
  ...CORRECTION,
  messageId: urn('message', 'taken-back'),
  kind: 'retraction',
  content: [{ type: 'text', text: 'Retracted by the author.' }],
};

export const REDACTION: Message = {
  ...CORRECTION,
  messageId: urn('message', 'hidden'),
  author: MISSION_OWNER,
  kind: 'redaction',
  content: [{ type: 'text', text: 'Redacted for privacy.' }],
  reason: 'It named a private person.',
};

export const CONTEXT_PACKAGE: ContextPackage = {
  contextPackageId: CONTEXT_PACKAGE_ID,
  version: 2,
  previousContextPackageId: urn('context-package', 'worker-start-1'),
  missionId: MISSION_ID,
  groupId: GROUP_ID,
  workItemId: WORK_ITEM_ID,
  sourceEventRange: { fromSequence: 1, toSequence: 1, eventIds: [SOURCE_EVENT_ID] },
  artifactHashes: [SUPPLIER_LIST_HASH],
  summary: 'The supplier list is final; certificates are still to be collected.',
  decisions: [{ description: 'Only current suppliers are audited.', sourceEventIds: [SOURCE_EVENT_ID] }],
  constraints: ['Do not contact suppliers directly.'],
  unresolvedQuestions: ['Do subcontractors count?'],
  generatedBy: COORDINATOR,
  generatedAt: at('09:11'),
  extensions: EXTENSIONS,
  signature: dummySignature(COORDINATOR, at('09:11')),
};

export const GROUP_SNAPSHOT: GroupSnapshot = {
  snapshotId: SNAPSHOT_ID,
  groupId: GROUP_ID,
  throughSequence: 1,
  eventIds: [SOURCE_EVENT_ID],
  stateHash: hashOf('final state'),
  policyLog: [
    {
      entryId: urn('policy-log', 'override'),
      decision: 'cooperation override granted',
      actor: MISSION_OWNER,
      occurredAt: at('09:40'),
      details: { grantId: OVERRIDE_GRANT_ID },
    },
  ],
  createdBy: AUTHORITY,
  createdAt: at('16:59'),
  signature: dummySignature(AUTHORITY, at('16:59')),
};

/** A capability as a card describes it. */
function verified({ id, version }: CapabilityRef): AgentCapability {
  return {
    id,
    version,
    inputSchema: urn('schema', 'input'),
    inputSchemaHash: hashOf('input schema'),
    outputSchema: urn('schema', 'output'),
    outputSchemaHash: hashOf('output schema'),
    constraints: { languages: ['de', 'en'] },
    verifiedEvidence: [urn('evidence', 'capability-review')],
  };
}

/** An Agent Card with everything it can hold. */
export const AGENT_CARD: AgentCard = {
  agentId: WORKER.id,
  organizationId: ORGANIZATION_ID,
  cardVersion: AGENT_CARD_VERSION,
  displayName: 'Document researcher',
  description: 'Finds documents and extracts tables from them.',
  owner: MISSION_OWNER,
  status: 'active',
  protocolVersions: ['0.1'],
  endpoints: [{ transport: 'wss', uri: 'wss://worker.example/session' }],
  publicKeys: [
    {
      keyId: urn('key', 'worker'),
      algorithm: 'Ed25519',
      publicKey: 'B'.repeat(42).concat('A'),
      validFrom: at('00:00'),
      validUntil: at('23:59'),
      revokedAt: at('23:00'),
    },
  ],
  capabilities: [verified(RESEARCH), verified(EXTRACTION)],
  maxConcurrency: 2,
  issuedAt: at('00:00'),
  validUntil: at('23:59'),
  extensions: EXTENSIONS,
  signature: dummySignature(AUTHORITY, at('00:00')),
};

export const OVERRIDE_GRANT: CooperationOverrideGrant = {
  grantId: OVERRIDE_GRANT_ID,
  missionId: MISSION_ID,
  groupId: GROUP_ID,
  policyName: 'message_rate',
  beneficiary: WORKER,
  targetCommandKind: 'message.post',
  targetActionId: urn('action', 'one-more-message'),
  reason: 'The findings have to be reported today.',
  approver: MISSION_OWNER,
  grantedAt: at('09:40'),
  expiresAt: at('10:40'),
};

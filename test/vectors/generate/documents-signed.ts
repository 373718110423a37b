// The Signed Documents of the vectors, before they are signed: of every kind a minimal and a maximal one.
import type { Extensions, PublicKey } from '../../../core/protocol/generated/documents.ts';
import type { DocumentKind } from '../../../core/protocol/document-kinds.ts';
import type { Unsigned } from '../../../core/protocol/sign.ts';
import { PUBLIC_KEYS } from './keys.ts';
import {
  ARCHIVE,
  asActor,
  at,
  CONVERSATION,
  COORDINATOR,
  GROUP,
  GROUP_AUTHORITY,
  hashFor,
  INSPECTOR,
  KEYS_FROM,
  KEYS_UNTIL,
  MISSION,
  MISSION_OWNER,
  ORGANIZATION,
  SECURITY_OFFICER,
  urn,
  WEAVER,
  WORK_ITEM,
} from './world.ts';

/** A minimal and a maximal document of one kind. */
export interface DocumentPair<Kind extends DocumentKind> {
  readonly minimal: Unsigned<Kind>;
  readonly maximal: Unsigned<Kind>;
}

export const EXTENSIONS: Extensions = {
  [urn('extension', 'thread-count')]: {
    version: '1.2.0-rc.1+loom.7',
    critical: false,
    data: { signature: { algorithm: 'none', value: 'part of the data' }, threads: [120, 80.5, null] },
  },
  [urn('extension', 'selvage')]: { version: '0.0.1', critical: true, data: null },
};

const PLANNING = { id: 'weaving.warp-planning', version: '1.0.0' };
const COUNTING = { id: 'weaving.thread.count', version: '2.10.3-beta.2' };

const WEAVER_KEY: PublicKey = {
  keyId: urn('key', 'weaver'),
  algorithm: 'Ed25519',
  publicKey: PUBLIC_KEYS.weaver,
  validFrom: KEYS_FROM,
};

const minimalCard: Unsigned<'agent-card'> = {
  agentId: WEAVER.id,
  organizationId: ORGANIZATION,
  cardVersion: 1,
  displayName: 'W',
  owner: asActor(MISSION_OWNER),
  status: 'active',
  protocolVersions: ['0.1'],
  endpoints: [{ transport: 'wss', uri: 'wss://weaver.loomworks.example/agent' }],
  publicKeys: [WEAVER_KEY],
  capabilities: [
    {
      ...PLANNING,
      inputSchema: urn('schema', 'warp-order'),
      inputSchemaHash: hashFor('warp order schema'),
      outputSchema: urn('schema', 'warp-plan'),
      outputSchemaHash: hashFor('warp plan schema'),
      constraints: {},
      verifiedEvidence: [urn('evidence', 'trial-warp')],
    },
  ],
  maxConcurrency: 1,
  issuedAt: at('06:00:00'),
};

const maximalCard: Unsigned<'agent-card'> = {
  ...minimalCard,
  cardVersion: 9_007_199_254_740_991,
  displayName: 'Weaver of the sample loom',
  description: 'Plans and weaves sample cloth. Umlauts and symbols survive: Kettfäden ≥ 120 🧵',
  owner: { type: 'service', id: urn('service', 'loom-room') },
  status: 'deprecated',
  endpoints: [
    { transport: 'wss', uri: 'wss://[2001:db8::7]:8443/agent?loom=7#main' },
    { transport: 'wss', uri: 'wss://weaver.loomworks.example' },
  ],
  publicKeys: [
    { ...WEAVER_KEY, validUntil: KEYS_UNTIL, revokedAt: at('20:00:00.5') },
    {
      ...WEAVER_KEY,
      keyId: urn('key', 'weaver-next'),
      publicKey: PUBLIC_KEYS['weaver-next'],
      validFrom: at('20:00:00'),
    },
  ],
  capabilities: [
    ...minimalCard.capabilities,
    {
      ...COUNTING,
      inputSchema: 'https://schemas.loomworks.example/cloth.json',
      inputSchemaHash: hashFor('cloth schema'),
      outputSchema: 'https://schemas.loomworks.example/count.json#/$defs/count',
      outputSchemaHash: hashFor('count schema'),
      constraints: { maxThreads: 4000, fibres: ['linen', 'wool'] },
      verifiedEvidence: [urn('evidence', 'count-one'), urn('evidence', 'count-two')],
    },
  ],
  maxConcurrency: 8,
  validUntil: KEYS_UNTIL,
  extensions: EXTENSIONS,
};

const minimalApproval: Unsigned<'approval'> = {
  approvalId: urn('approval', 'warp-plan-changes'),
  kind: 'mission_final',
  decision: 'changes_requested',
  missionId: MISSION,
  groupId: GROUP,
  missionRevision: 0,
  artifactHashes: [],
  acceptancePolicyVersion: '1.0.0',
  approver: asActor(MISSION_OWNER),
  comments: '',
  conditions: [],
  occurredAt: at('12:00:00'),
};

const maximalApproval: Unsigned<'approval'> = {
  ...minimalApproval,
  approvalId: urn('approval', 'dye-vat-revoked'),
  kind: 'work_execution',
  decision: 'revoked',
  workItemId: WORK_ITEM,
  missionRevision: 41,
  artifactHashes: [hashFor('warp plan'), hashFor('dye recipe')],
  comments: 'The vat must cool down first.\nAsk again tomorrow.',
  conditions: ['below forty degrees', 'a second pair of eyes'],
  revokesApprovalId: urn('approval', 'dye-vat'),
};

const minimalArtifact: Unsigned<'artifact'> = {
  artifactId: urn('artifact', 'warp-plan'),
  contentHash: hashFor('warp plan'),
  uri: 'https://artifacts.loomworks.example/warp-plan',
  sizeBytes: 0,
  mediaType: 'application/json',
  schemaUri: urn('schema', 'warp-plan'),
  producer: { agentId: WEAVER.id, agentCardVersion: 1, capabilities: [PLANNING] },
  missionId: MISSION,
  groupId: GROUP,
  workItemId: WORK_ITEM,
  sourceArtifactHashes: [],
  toolVersions: [],
  modelVersions: [],
  classification: 'internal',
  createdAt: at('10:00:00'),
};

const maximalArtifact: Unsigned<'artifact'> = {
  ...minimalArtifact,
  sizeBytes: 48_213,
  mediaType: 'application/vnd.loomworks.plan+json',
  producer: { agentId: WEAVER.id, agentCardVersion: 3, capabilities: [PLANNING, COUNTING] },
  sourceArtifactHashes: [hashFor('yarn list'), hashFor('loom sheet')],
  toolVersions: [{ name: 'warp calculator', version: '4.1' }],
  modelVersions: [{ provider: 'loomworks', model: 'pattern', version: '7' }],
  classification: 'restricted',
  createdAt: at('10:00:00.250'),
  extensions: EXTENSIONS,
};

const minimalCommand: Unsigned<'command'> = {
  protocolVersion: '0.1',
  actionId: urn('action', 'propose-warp-plan'),
  actor: asActor(COORDINATOR),
  sessionEpoch: 1,
  membershipEpoch: 1,
  groupId: GROUP,
  kind: 'work.propose',
  correlationId: urn('correlation', 'warp-plan'),
  issuedAt: at('08:00:00'),
  payload: {},
};

const maximalCommand: Unsigned<'command'> = {
  ...minimalCommand,
  actionId: urn('action', 'accept-warp-plan'),
  sessionEpoch: 7,
  membershipEpoch: 3,
  coordinatorEpoch: 2,
  conversationId: CONVERSATION,
  workItemId: WORK_ITEM,
  cooperationOverrideGrantId: urn('grant', 'more-proposals'),
  kind: 'work.accept_result',
  expectedRevision: 12,
  causedByEventId: urn('event', 'warp-plan-submitted'),
  issuedAt: at('11:30:00.123456789'),
  payload: {
    '10': 'ten',
    '9': 'nine',
    text: 'quote " backslash \\ slash / tab \t del \u007f line separator \u2028',
    numbers: [0, -0, 1e21, 1e-7, 0.1, 1 / 3, -2.5],
    nested: { signature: { value: 'stays' }, empty: {}, list: [[], [null, true, false]] },
    '\ue000': 'private use, sorts after the thread',
    '🧵': 'supplementary plane, sorts before',
  },
  extensions: EXTENSIONS,
};

const minimalContext: Unsigned<'context-package'> = {
  contextPackageId: urn('context-package', 'first'),
  version: 1,
  missionId: MISSION,
  groupId: GROUP,
  sourceEventRange: { fromSequence: 1, toSequence: 1, eventIds: [urn('event', 'mission-created')] },
  artifactHashes: [],
  summary: 'S',
  decisions: [],
  constraints: [],
  unresolvedQuestions: [],
  generatedBy: COORDINATOR,
  generatedAt: at('08:30:00'),
};

const maximalContext: Unsigned<'context-package'> = {
  ...minimalContext,
  contextPackageId: urn('context-package', 'second'),
  version: 2,
  previousContextPackageId: urn('context-package', 'first'),
  workItemId: WORK_ITEM,
  sourceEventRange: {
    fromSequence: 1,
    toSequence: 40,
    eventIds: [urn('event', 'mission-created'), urn('event', 'warp-plan-submitted')],
  },
  artifactHashes: [hashFor('warp plan')],
  summary: 'The warp plan is ready; the weft is open.',
  decisions: [
    {
      description: 'Linen warp',
      sourceEventIds: [urn('event', 'linen-chosen'), urn('event', 'wool-refused')],
    },
  ],
  constraints: ['no synthetic fibre'],
  unresolvedQuestions: ['Which weft?', 'How wide?'],
  extensions: EXTENSIONS,
};

const minimalEvent: Unsigned<'event'> = {
  protocolVersion: '0.1',
  eventId: urn('event', 'warp-plan-proposed'),
  groupId: GROUP,
  sequence: 1,
  aggregateRevision: 0,
  kind: 'work.proposed',
  actor: asActor(COORDINATOR),
  cause: { type: 'command', id: urn('action', 'propose-warp-plan') },
  correlationId: urn('correlation', 'warp-plan'),
  occurredAt: at('08:00:01'),
  payload: {},
  acceptedBy: asActor(GROUP_AUTHORITY),
};

const maximalEvent: Unsigned<'event'> = {
  ...minimalEvent,
  eventId: urn('event', 'warp-plan-accepted'),
  sequence: 9_007_199_254_740_991,
  aggregateRevision: 13,
  kind: 'work.result.accepted',
  cause: { type: 'policy', id: urn('policy', 'auto-accept') },
  conversationId: CONVERSATION,
  workItemId: WORK_ITEM,
  occurredAt: at('11:30:00.5'),
  payload: { workItemId: WORK_ITEM, signature: 'a payload member' },
  commandHash: hashFor('accept command'),
  extensions: EXTENSIONS,
};

const minimalEvidence: Unsigned<'evidence'> = {
  evidenceId: urn('evidence', 'thread-count'),
  missionId: MISSION,
  groupId: GROUP,
  workItemId: WORK_ITEM,
  type: 'deterministic_test',
  subject: { type: 'work_item', id: WORK_ITEM },
  criterionIds: ['thread-count'],
  method: 'count',
  result: 'passed',
  artifactHashes: [],
  generatedBy: asActor(INSPECTOR),
  createdAt: at('10:30:00'),
};

const maximalEvidence: Unsigned<'evidence'> = {
  ...minimalEvidence,
  evidenceId: urn('evidence', 'broken-thread'),
  type: 'failure_report',
  subject: { type: 'artifact', id: hashFor('warp plan') },
  criterionIds: ['thread-count', 'Tension_0.5', 'A'],
  method: 'Counted by hand, then by the loom.',
  result: 'inconclusive',
  details: { counted: 119, wanted: 120 },
  artifactHashes: [hashFor('warp plan'), hashFor('photograph')],
  toolVersion: 'loom counter 4.1',
  modelVersion: '',
};

const minimalProfile: Unsigned<'extension-profile'> = {
  profileUri: urn('profile', 'thread-count'),
  name: 'T',
  version: '0.1.0',
  schemaUri: urn('schema', 'thread-count'),
  schemaHash: hashFor('thread count schema'),
  requiredCapabilities: [],
  critical: false,
  commandKinds: [],
  eventKinds: [],
  overridesCoreInvariants: false,
  approvedBy: asActor(SECURITY_OFFICER),
  approvedAt: at('07:00:00'),
};

const maximalProfile: Unsigned<'extension-profile'> = {
  ...minimalProfile,
  name: 'Thread counting for sample cloth',
  version: '12.0.3-alpha.1+build.5',
  requiredCapabilities: [COUNTING],
  critical: true,
  commandKinds: ['ext.loomworks.thread.count', 'ext.loomworks.thread.re-count.by_hand'],
  eventKinds: ['ext.loomworks.thread.counted'],
};

const minimalSnapshot: Unsigned<'group-snapshot'> = {
  snapshotId: urn('snapshot', 'final'),
  groupId: GROUP,
  throughSequence: 1,
  eventIds: [urn('event', 'mission-created')],
  stateHash: hashFor('final state'),
  policyLog: [
    {
      entryId: urn('policy-log', 'one'),
      decision: 'archive',
      actor: asActor(GROUP_AUTHORITY),
      occurredAt: at('17:59:59'),
      details: {},
    },
  ],
  createdBy: ARCHIVE,
  createdAt: at('18:00:00'),
};

const maximalSnapshot: Unsigned<'group-snapshot'> = {
  ...minimalSnapshot,
  throughSequence: 40,
  eventIds: [urn('event', 'mission-created'), urn('event', 'warp-plan-submitted')],
  policyLog: [
    ...minimalSnapshot.policyLog,
    {
      entryId: urn('policy-log', 'two'),
      decision: 'deny a dye request',
      actor: asActor(MISSION_OWNER),
      occurredAt: '2027-03-01t19:30:00.000+02:00',
      details: { reason: { signature: 'not the top level' } },
    },
  ],
};

/** The documents of every kind. */
export const SIGNED_DOCUMENTS: { readonly [Kind in DocumentKind]: DocumentPair<Kind> } = {
  'agent-card': { minimal: minimalCard, maximal: maximalCard },
  approval: { minimal: minimalApproval, maximal: maximalApproval },
  artifact: { minimal: minimalArtifact, maximal: maximalArtifact },
  command: { minimal: minimalCommand, maximal: maximalCommand },
  'context-package': { minimal: minimalContext, maximal: maximalContext },
  event: { minimal: minimalEvent, maximal: maximalEvent },
  evidence: { minimal: minimalEvidence, maximal: maximalEvidence },
  'extension-profile': { minimal: minimalProfile, maximal: maximalProfile },
  'group-snapshot': { minimal: minimalSnapshot, maximal: maximalSnapshot },
};

// Shared values of the protocol tests. Every key here is a TEST KEY: its seed is the SHA-256 of a public label.
import { createHash, type KeyObject } from 'node:crypto';
import { encodeBase64Url } from './base64url.ts';
import type { DocumentKind } from './document-kinds.ts';
import { exportPublicKey, importSeed } from './ed25519.ts';
import type { Actor, RegistryBinding, RegistryEvidence } from './generated/documents.ts';
import { type KeyRegistry, openRegistry } from './registry.ts';
import type { Result } from './result.ts';
import { type FinishedDocument, type LocalSigner, signDocument, type Unsigned } from './sign.ts';
import { type VerifiedDocument, verifyDocument } from './verify.ts';

export const ORGANIZATION = 'urn:missionweaveprotocol:organization:test';
export const AT = '2026-03-01T09:30:00.000Z';
export const HASH = `sha256:${'ab'.repeat(32)}`;

/** The value of an operation that must succeed. */
export function valueOf<Value>(result: Result<Value, unknown>): Value {
  if (!result.ok) throw new Error(`refused: ${JSON.stringify(result.fault)}`);
  return result.value;
}

/** The fault of an operation that must be refused. */
export function faultOf<Fault>(result: Result<unknown, Fault>): Fault {
  if (result.ok) throw new Error('was accepted');
  return result.fault;
}

export function utf8(text: string): Uint8Array {
  return Buffer.from(text, 'utf8');
}

export function textOf(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('utf8');
}

/** Deterministic 32 bytes for test keys. */
export function testSeed(label: string): Uint8Array {
  return createHash('sha256').update(`heddle test key: ${label}`).digest();
}

export interface TestKey {
  readonly keyId: string;
  readonly seed: Uint8Array;
  readonly privateKey: KeyObject;
  readonly publicKey: Uint8Array;
  readonly signer: LocalSigner;
}

export function testKey(label: string): TestKey {
  const seed = testSeed(label);
  const privateKey = importSeed(seed);
  const publicKey = exportPublicKey(privateKey);
  const keyId = `urn:missionweaveprotocol:key:${label}`;
  return { keyId, seed, privateKey, publicKey, signer: { keyId, publicKey, privateKey } };
}

export const AGENT: Actor = { type: 'agent', id: 'urn:missionweaveprotocol:agent:weaver' };
export const HUMAN: Actor = { type: 'human', id: 'urn:missionweaveprotocol:human:ada' };
export const SERVICE: Actor = { type: 'service', id: 'urn:missionweaveprotocol:service:authority' };

export const AGENT_KEY = testKey('agent');
export const HUMAN_KEY = testKey('human');
export const SERVICE_KEY = testKey('service');

const MISSION_ID = 'urn:missionweaveprotocol:mission:m1';
const GROUP_ID = 'urn:missionweaveprotocol:group:g1';
const WORK_ITEM_ID = 'urn:missionweaveprotocol:work-item:w1';
const EVENT_ID = 'urn:missionweaveprotocol:event:e1';
const SCHEMA_URI = 'urn:missionweaveprotocol:schema:opaque';

/** One minimal unsigned document of each kind. */
export const UNSIGNED: { readonly [Kind in DocumentKind]: Unsigned<Kind> } = {
  'agent-card': {
    agentId: AGENT.id,
    organizationId: ORGANIZATION,
    cardVersion: 1,
    displayName: 'Weaver',
    owner: HUMAN,
    status: 'active',
    protocolVersions: ['0.1'],
    endpoints: [{ transport: 'wss', uri: 'wss://weaver.example/ws' }],
    publicKeys: [
      {
        keyId: AGENT_KEY.keyId,
        algorithm: 'Ed25519',
        publicKey: encodeBase64Url(AGENT_KEY.publicKey),
        validFrom: '2026-01-01T00:00:00Z',
      },
    ],
    capabilities: [
      {
        id: 'text.write',
        version: '1.0.0',
        inputSchema: SCHEMA_URI,
        inputSchemaHash: HASH,
        outputSchema: SCHEMA_URI,
        outputSchemaHash: HASH,
        constraints: {},
        verifiedEvidence: ['urn:missionweaveprotocol:evidence:v1'],
      },
    ],
    maxConcurrency: 1,
    issuedAt: AT,
  },
  approval: {
    approvalId: 'urn:missionweaveprotocol:approval:a1',
    kind: 'mission_final',
    decision: 'approved',
    missionId: MISSION_ID,
    groupId: GROUP_ID,
    missionRevision: 3,
    artifactHashes: [HASH],
    acceptancePolicyVersion: '1.0.0',
    approver: HUMAN,
    comments: '',
    conditions: [],
    occurredAt: AT,
  },
  artifact: {
    artifactId: 'urn:missionweaveprotocol:artifact:a1',
    contentHash: HASH,
    uri: 'urn:missionweaveprotocol:resource:r1',
    sizeBytes: 12,
    mediaType: 'text/plain',
    schemaUri: SCHEMA_URI,
    producer: {
      agentId: AGENT.id,
      agentCardVersion: 1,
      capabilities: [{ id: 'text.write', version: '1.0.0' }],
    },
    missionId: MISSION_ID,
    groupId: GROUP_ID,
    workItemId: WORK_ITEM_ID,
    sourceArtifactHashes: [],
    toolVersions: [],
    modelVersions: [],
    classification: 'internal',
    createdAt: AT,
  },
  command: {
    protocolVersion: '0.1',
    actionId: 'urn:missionweaveprotocol:action:c1',
    actor: AGENT,
    sessionEpoch: 1,
    membershipEpoch: 1,
    groupId: GROUP_ID,
    kind: 'message.post',
    correlationId: 'urn:missionweaveprotocol:correlation:c1',
    issuedAt: AT,
    payload: { text: 'Grüße, 😀', signature: 'nested and therefore protected' },
  },
  'context-package': {
    contextPackageId: 'urn:missionweaveprotocol:context-package:p1',
    version: 1,
    missionId: MISSION_ID,
    groupId: GROUP_ID,
    sourceEventRange: { fromSequence: 1, toSequence: 1, eventIds: [EVENT_ID] },
    artifactHashes: [],
    summary: 'nothing yet',
    decisions: [],
    constraints: [],
    unresolvedQuestions: [],
    generatedBy: { type: 'agent', id: AGENT.id },
    generatedAt: AT,
  },
  event: {
    protocolVersion: '0.1',
    eventId: EVENT_ID,
    groupId: GROUP_ID,
    sequence: 1,
    aggregateRevision: 1,
    kind: 'message.posted',
    actor: AGENT,
    cause: { type: 'command', id: 'urn:missionweaveprotocol:action:c1' },
    correlationId: 'urn:missionweaveprotocol:correlation:c1',
    occurredAt: AT,
    payload: { n: 1.5 },
    acceptedBy: SERVICE,
  },
  evidence: {
    evidenceId: 'urn:missionweaveprotocol:evidence:e1',
    missionId: MISSION_ID,
    groupId: GROUP_ID,
    workItemId: WORK_ITEM_ID,
    type: 'deterministic_test',
    subject: { type: 'work_item', id: WORK_ITEM_ID },
    criterionIds: ['c1'],
    method: 'unit tests',
    result: 'passed',
    artifactHashes: [],
    generatedBy: AGENT,
    createdAt: AT,
  },
  'extension-profile': {
    profileUri: 'urn:missionweaveprotocol:profile:p1',
    name: 'test profile',
    version: '1.0.0',
    schemaUri: SCHEMA_URI,
    schemaHash: HASH,
    requiredCapabilities: [],
    critical: false,
    commandKinds: [],
    eventKinds: [],
    overridesCoreInvariants: false,
    approvedBy: HUMAN,
    approvedAt: AT,
  },
  'group-snapshot': {
    snapshotId: 'urn:missionweaveprotocol:snapshot:s1',
    groupId: GROUP_ID,
    throughSequence: 1,
    eventIds: [EVENT_ID],
    stateHash: HASH,
    policyLog: [
      {
        entryId: 'urn:missionweaveprotocol:policy-log:l1',
        decision: 'none',
        actor: SERVICE,
        occurredAt: AT,
        details: {},
      },
    ],
    createdBy: { type: 'service', id: SERVICE.id },
    createdAt: AT,
  },
};

/** The member that each kind protects, written out again from the table of file 03. */
export const PROTECTED_MEMBER: Readonly<Record<DocumentKind, string>> = {
  'agent-card': 'issuedAt',
  approval: 'occurredAt',
  artifact: 'createdAt',
  command: 'issuedAt',
  'context-package': 'generatedAt',
  event: 'occurredAt',
  evidence: 'createdAt',
  'extension-profile': 'approvedAt',
  'group-snapshot': 'createdAt',
};

/** The test key of the Principal that must sign each kind. */
export const SIGNING_KEY: Readonly<Record<DocumentKind, TestKey>> = {
  'agent-card': SERVICE_KEY,
  approval: HUMAN_KEY,
  artifact: AGENT_KEY,
  command: AGENT_KEY,
  'context-package': AGENT_KEY,
  event: SERVICE_KEY,
  evidence: AGENT_KEY,
  'extension-profile': HUMAN_KEY,
  'group-snapshot': SERVICE_KEY,
};

/** A Registry binding of a test key, valid from the start of 2026 without an end. */
export function bindingOf(
  key: TestKey,
  principal: Actor,
  overrides: Partial<RegistryBinding> = {},
): RegistryBinding {
  return {
    keyId: key.keyId,
    principal,
    algorithm: 'Ed25519',
    publicKey: encodeBase64Url(key.publicKey),
    validFrom: '2026-01-01T00:00:00Z',
    validityHistory: [],
    ...overrides,
  };
}

/** Evidence that binds the three test keys to their Principals. */
export function evidenceOf(
  ...bindings: readonly [RegistryBinding, ...RegistryBinding[]] | []
): RegistryEvidence {
  const [first, ...rest] = bindings;
  return {
    organizationId: ORGANIZATION,
    bindings:
      first === undefined
        ? [bindingOf(AGENT_KEY, AGENT), bindingOf(HUMAN_KEY, HUMAN), bindingOf(SERVICE_KEY, SERVICE)]
        : [first, ...rest],
  };
}

export function registryOf(
  ...bindings: readonly [RegistryBinding, ...RegistryBinding[]] | []
): Result<KeyRegistry, never> {
  return { ok: true, value: valueOf(openRegistry(evidenceOf(...bindings))) };
}

export function signed<Kind extends DocumentKind>(
  kind: Kind,
  unsigned: Unsigned<Kind> = UNSIGNED[kind],
  key: TestKey = SIGNING_KEY[kind],
): FinishedDocument<Kind> {
  return valueOf(signDocument(kind, unsigned, key.signer));
}

export function verified<Kind extends DocumentKind>(
  kind: Kind,
  unsigned: Unsigned<Kind> = UNSIGNED[kind],
): VerifiedDocument<Kind> {
  return valueOf(verifyDocument(kind, signed(kind, unsigned).bytes, registryOf()));
}

const P = 2n ** 255n - 19n;
export const ORDER = 2n ** 252n + 27742317777372353535851937790883648493n;

/** 32 little-endian bytes of a number. */
export function littleEndian(value: bigint): Uint8Array {
  return Uint8Array.from({ length: 32 }, (_, i) => Number((value >> BigInt(8 * i)) & 0xffn));
}

/** Encodings of file 03 that no verifier may take as a public key, by name; those marked fit R neither. */
export const POINTS = {
  identity: littleEndian(1n),
  negativeZero: littleEndian(1n | (1n << 255n)),
  negativeZeroOfMinusOne: littleEndian((P - 1n) | (1n << 255n)),
  offCurve: littleEndian(2n),
  orderTwo: littleEndian(P - 1n),
  orderFour: littleEndian(0n),
  yIsP: littleEndian(P),
  yIsPPlusOne: littleEndian(P + 1n),
  allOnes: littleEndian(2n ** 256n - 1n),
} as const;

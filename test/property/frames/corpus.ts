// Valid frames of every type to start mutations from, with really signed documents inside.
import { createHash } from 'node:crypto';
import { encodeBase64Url } from '../../../core/protocol/base64url.ts';
import { importSeed } from '../../../core/protocol/ed25519.ts';
import { encodeDocumentFrame, encodeFrame, type PlainFrame } from '../../../core/protocol/frame.ts';
import { type KeyEvidence, openRegistry } from '../../../core/protocol/registry.ts';
import {
  createLocalSigner,
  type LocalSigner,
  signDocument,
  type Unsigned,
} from '../../../core/protocol/sign.ts';

/** What the mutated frames are judged with. */
export interface FrameCorpus {
  readonly frames: readonly string[];
  readonly keys: KeyEvidence;
  /** Signing hashes of the documents in the corpus: nothing else can ever verify. */
  readonly signingHashes: ReadonlySet<string>;
}

const AGENT = { type: 'agent', id: 'urn:heddle:test:agent:coordinator' } as const;
const AUTHORITY = { type: 'service', id: 'urn:heddle:test:service:group-authority' } as const;
const GROUP = 'urn:heddle:test:group:1';
const NONCE = encodeBase64Url(createHash('sha256').update('heddle test nonce').digest());
const BASE = { protocolVersion: '0.1', frameId: 'urn:heddle:test:frame:1' } as const;

const PLAIN_FRAMES: readonly PlainFrame[] = [
  {
    ...BASE,
    frameType: 'HELLO',
    phase: 'client_init',
    agentId: AGENT.id,
    keyId: 'urn:heddle:test:key:coordinator',
    clientNonce: NONCE,
    supportedVersions: ['0.1'],
  },
  {
    ...BASE,
    frameType: 'HELLO',
    phase: 'server_challenge',
    selectedVersion: '0.1',
    clientNonce: NONCE,
    serverNonce: NONCE,
    challenge: NONCE,
  },
  {
    ...BASE,
    frameType: 'HELLO',
    phase: 'client_response',
    agentId: AGENT.id,
    keyId: 'urn:heddle:test:key:coordinator',
    clientNonce: NONCE,
    serverNonce: NONCE,
    challengeSignature: NONCE,
  },
  {
    ...BASE,
    frameType: 'HELLO',
    phase: 'server_accept',
    selectedVersion: '0.1',
    sessionToken: 'a token of sixteen or more characters',
    sessionEpoch: 1,
    expiresAt: '2026-05-04T10:00:00Z',
  },
  {
    ...BASE,
    frameType: 'SUBSCRIBE',
    subscriptionId: 'urn:heddle:test:subscription:1',
    groups: [
      { groupId: GROUP, afterSequence: 0 },
      {
        groupId: 'urn:heddle:test:group:2',
        afterSequence: 41,
        attention: { eventKinds: ['work.offer.created'], mentionsOnly: true, announcements: true },
      },
    ],
  },
  {
    ...BASE,
    frameType: 'ACK',
    acknowledgements: [{ groupId: GROUP, sequence: 7 }],
    sentAt: '2026-05-04T10:00:00Z',
  },
  {
    ...BASE,
    frameType: 'PING',
    nonce: NONCE,
    replyToNonce: NONCE,
    sentAt: '2026-05-04T10:00:00.5Z',
    presence: {
      agentId: AGENT.id,
      sessionEpoch: 1,
      status: 'online',
      capacity: { maxSlots: 2, activeSlots: 1, availableSlots: 1, queuedItems: 0 },
      capabilityAvailability: [
        { capability: { id: 'files.inventory', version: '1.0.0' }, status: 'available' },
      ],
      lastHeartbeat: '2026-05-04T10:00:00Z',
      expiresAt: '2026-05-04T10:00:30Z',
    },
  },
  {
    ...BASE,
    frameType: 'ERROR',
    error: {
      code: 'REVISION_CONFLICT',
      message: 'the revision has moved on',
      retryable: false,
      relatedFrameId: BASE.frameId,
      expectedRevision: 3,
      currentRevision: 4,
      details: { 'aggregate "kind"': ['WorkItem', 1.5, null, true, 'é😀'] },
      occurredAt: '2026-05-04T10:00:00Z',
    },
  },
];

const COMMAND: Unsigned<'command'> = {
  protocolVersion: '0.1',
  actionId: 'urn:heddle:test:action:1',
  actor: AGENT,
  groupId: GROUP,
  sessionEpoch: 1,
  membershipEpoch: 1,
  kind: 'message.post',
  correlationId: 'urn:heddle:test:correlation:1',
  issuedAt: '2026-05-04T09:59:59Z',
  payload: { messageId: 'urn:heddle:test:message:1', content: [{ type: 'text', text: 'naïve "text" 😀\n' }] },
  extensions: {
    'urn:heddle:test:extension:1': { version: '1.0.0', critical: false, data: { n: [1, 2.5e-3, -0.25] } },
  },
};

const EVENT: Unsigned<'event'> = {
  protocolVersion: '0.1',
  eventId: 'urn:heddle:test:event:1',
  groupId: GROUP,
  sequence: 1,
  aggregateRevision: 0,
  kind: 'message.posted',
  actor: AGENT,
  cause: { type: 'command', id: COMMAND.actionId },
  correlationId: COMMAND.correlationId,
  occurredAt: '2026-05-04T10:00:00Z',
  payload: {},
  acceptedBy: AUTHORITY,
};

function createSigner(name: string): LocalSigner {
  // Test keys: the seed is the hash of a public text.
  const seed = createHash('sha256').update(`heddle test key: ${name}`).digest();
  const signer = createLocalSigner(`urn:heddle:test:key:${name}`, importSeed(seed));
  if (!signer.ok) throw new Error(signer.fault.message);
  return signer.value;
}

function bindingOf(signer: LocalSigner, principal: { readonly type: string; readonly id: string }) {
  return {
    keyId: signer.keyId,
    principal,
    algorithm: 'Ed25519',
    publicKey: encodeBase64Url(signer.publicKey),
    validFrom: '2026-01-01T00:00:00Z',
    validityHistory: [],
  };
}

export function createFrameCorpus(): FrameCorpus {
  const coordinator = createSigner('coordinator');
  const authority = createSigner('group-authority');
  const command = signDocument('command', COMMAND, coordinator);
  const event = signDocument('event', EVENT, authority);
  if (!command.ok || !event.ok) throw new Error('the documents of the corpus can be signed');
  const frames = PLAIN_FRAMES.map((frame) => {
    const encoded = encodeFrame(frame);
    if (!encoded.ok) throw new Error(`${frame.frameType}: ${encoded.fault.path} ${encoded.fault.message}`);
    return encoded.value;
  });
  frames.push(
    encodeDocumentFrame({ ...BASE, frameType: 'COMMAND', documentBytes: command.value.bytes }),
    encodeDocumentFrame({ ...BASE, frameType: 'EVENT', documentBytes: event.value.bytes }),
  );
  return {
    frames,
    keys: openRegistry({
      organizationId: 'urn:heddle:test:organization:1',
      bindings: [bindingOf(coordinator, AGENT), bindingOf(authority, AUTHORITY)],
    }),
    signingHashes: new Set([command.value.signingHash, event.value.signingHash]),
  };
}

// Benchmarks of the protocol kernel: what our checks cost beside the raw operation that they surround.
import { createHash, createPublicKey, sign, verify } from 'node:crypto';
import { encodeBase64Url } from '../../core/protocol/base64url.ts';
import { exportPublicKey, importSeed } from '../../core/protocol/ed25519.ts';
import { decodeFrame, encodeDocumentFrame } from '../../core/protocol/frame.ts';
import type { Command, RegistryBinding } from '../../core/protocol/generated/documents.ts';
import { canonicalize } from '../../core/protocol/jcs.ts';
import { parseJson } from '../../core/protocol/json.ts';
import { openRegistry } from '../../core/protocol/registry.ts';
import { createLocalSigner, type FinishedDocument, signDocument } from '../../core/protocol/sign.ts';
import { verifyDocument } from '../../core/protocol/verify.ts';
import type { Benchmark } from './harness.ts';

const KEY_ID = 'urn:heddle:test:key:0';
const AGENT_ID = 'urn:heddle:test:agent:0';
const BINDINGS = 1000;
// More documents than any cache of the last few would hold, so that no figure rests on one repeated input.
const DOCUMENTS = 256;

function seedOf(n: number): Uint8Array {
  return createHash('sha256').update(`heddle benchmark key ${n}`).digest();
}

function pick<Item>(items: readonly Item[], index: number): Item {
  return items[index % items.length] as Item;
}

function expectOk<Value>(
  result: { readonly ok: true; readonly value: Value } | { readonly ok: false; readonly fault: unknown },
): Value {
  if (!result.ok) throw new Error(JSON.stringify(result.fault));
  return result.value;
}

/** A checkpoint as Workers send it, about 1.5 KB when signed. */
function createCommand(n: number): Omit<Command, 'signature'> {
  const id = (kind: string) =>
    `urn:uuid:${createHash('sha256').update(`${kind}${n}`).digest('hex').slice(0, 32)}`;
  return {
    protocolVersion: '0.1',
    actionId: id('action'),
    actor: { type: 'agent', id: AGENT_ID },
    sessionEpoch: 3 + (n % 5),
    membershipEpoch: 2,
    groupId: id('group'),
    workItemId: id('work-item'),
    conversationId: id('conversation'),
    kind: 'work.checkpoint',
    expectedRevision: n,
    correlationId: id('correlation'),
    issuedAt: '2026-05-04T09:30:00.000Z',
    payload: {
      workItemId: id('work-item'),
      ownershipEpoch: 4,
      executionLeaseId: id('lease'),
      resumeWithinSeconds: 900,
      checkpoint: {
        phase: 'hashing the second half of the input',
        completedMilestones: ['inventory of the input folder', `hashes of ${n} files`, 'duplicates by size'],
        nextStep: 'compare the hashes of files of equal size',
        stateArtifactHash: `sha256:${createHash('sha256').update(`state${n}`).digest('hex')}`,
      },
      progress: {
        currentPhase: 'hashing',
        completedMilestones: ['inventory'],
        nextCheckpoint: 'all duplicates are known',
        blockers: [],
        updatedCompletionEstimate: '2026-05-04T10:15:00.000Z',
        evidenceIds: [id('evidence')],
      },
    },
  };
}

export function createProtocolBenchmarks(): readonly Benchmark[] {
  const privateKey = importSeed(seedOf(0));
  const signer = expectOk(createLocalSigner(KEY_ID, privateKey));
  const bindings = Array.from({ length: BINDINGS }, (_none, n): RegistryBinding => ({
    keyId: `urn:heddle:test:key:${n}`,
    principal: { type: 'agent', id: `urn:heddle:test:agent:${n}` },
    algorithm: 'Ed25519',
    publicKey: encodeBase64Url(exportPublicKey(importSeed(seedOf(n)))),
    validFrom: '2026-01-01T00:00:00Z',
    validityHistory: [],
  }));
  const evidence = { organizationId: 'urn:heddle:test:organization', bindings };
  const registry = openRegistry(evidence);

  const unsigned = Array.from({ length: DOCUMENTS }, (_none, n) => createCommand(n));
  const signed = unsigned.map((command): FinishedDocument<'command'> =>
    expectOk(signDocument('command', command, signer)),
  );
  const spaced = signed.map(({ document }) => Buffer.from(JSON.stringify(document, null, 1)));
  const texts = signed.map(({ bytes }) => Buffer.from(bytes).toString('utf8'));
  const signatures = signed.map(({ document }) => Buffer.from(document.signature.value, 'base64url'));
  const frames = signed.map(({ bytes }, n) =>
    Buffer.from(
      encodeDocumentFrame({
        protocolVersion: '0.1',
        frameId: `urn:heddle:test:frame:${n}`,
        frameType: 'COMMAND',
        documentBytes: bytes,
      }),
    ),
  );
  const publicKey = createPublicKey(privateKey);
  const rawVerify = {
    name: 'node:crypto verify, key reused',
    run: (n: number) => verify(null, pick(signed, n).signingBytes, publicKey, pick(signatures, n)),
  };
  const averageBytes = Math.round(signed.reduce((sum, { bytes }) => sum + bytes.length, 0) / DOCUMENTS);

  return [
    {
      name: `verify a Command of ${averageBytes} bytes, Registry of ${BINDINGS}`,
      unit: 'Command',
      target: 0.7,
      subject: (n) => expectOk(verifyDocument('command', pick(signed, n).bytes, registry)),
      limit: rawVerify,
    },
    {
      name: 'verify the same, indented and not in canonical order',
      unit: 'Command',
      target: 0.7,
      subject: (n) => expectOk(verifyDocument('command', pick(spaced, n), registry)),
      limit: rawVerify,
    },
    {
      name: 'refuse a Command with a forged signature',
      unit: 'Command',
      subject: (n) =>
        verifyDocument('command', Buffer.from(pick(texts, n).replace('hashing', 'washing')), registry),
      limit: rawVerify,
    },
    {
      name: `sign a Command of ${averageBytes} bytes`,
      unit: 'Command',
      target: 0.6,
      subject: (n) => expectOk(signDocument('command', pick(unsigned, n), signer)),
      limit: { name: 'node:crypto sign', run: (n) => sign(null, pick(signed, n).signingBytes, privateKey) },
    },
    {
      name: 'canonicalize a Command',
      unit: 'document',
      target: 0.5,
      subject: (n) => expectOk(canonicalize(pick(signed, n).document)),
      limit: { name: 'JSON.stringify', run: (n) => JSON.stringify(pick(signed, n).document) },
    },
    {
      name: 'parse a Command strictly, from bytes',
      unit: 'document',
      target: 0.2,
      subject: (n) => expectOk(parseJson(pick(signed, n).bytes)),
      limit: { name: 'JSON.parse of a string', run: (n) => JSON.parse(pick(texts, n)) as unknown },
    },
    {
      name: 'decode a COMMAND frame',
      unit: 'frame',
      subject: (n) => expectOk(decodeFrame(pick(frames, n))),
      limit: { name: 'JSON.parse of a string', run: (n) => JSON.parse(pick(texts, n)) as unknown },
    },
    {
      name: `open a Registry of ${BINDINGS} known keys`,
      unit: 'Registry',
      subject: () => expectOk(openRegistry(evidence)),
      limit: {
        name: `decoding of ${BINDINGS} keys`,
        run: () => bindings.map((binding) => Buffer.from(binding.publicKey, 'base64url')),
      },
    },
  ];
}

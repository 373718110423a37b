import { describe, expect, test } from 'vitest';
import type { KeySigner } from '../sync/key-signer.ts';
import { encodeBase64Url } from '../protocol/base64url.ts';
import { AGENT, faultOf, testSeed, UNSIGNED, utf8, valueOf } from '../protocol/fixtures.test-data.ts';
import { canonicalize } from '../protocol/jcs.ts';
import { type Challenge, createChallenge, isChallengeSignature } from '../protocol/handshake.ts';
import { importSeed, satisfiesEquation, signMessage } from '../protocol/ed25519.ts';
import type { HelloServerChallengeFrame } from '../protocol/generated/documents.ts';
import { accept } from '../protocol/result.ts';
import { KeyUnavailable } from './key-fault.ts';
import { signerFor, type StoredKeySigner } from './key-signer.ts';
import type { KeyStore } from './key-store.ts';
import { keyIdOf, testPorts } from './key-store.test-data.ts';
import { createMemoryKeyStore } from './memory-key-store.ts';

const NOW = Date.parse('2026-07-15T00:00:00.000Z');
const CLIENT_NONCE = encodeBase64Url(new Uint8Array(18).fill(1));
const EXPECTED = { agentId: AGENT.id, clientNonce: CLIENT_NONCE, nowMs: NOW };
const K1 = keyIdOf(1);

async function storeWithSigner(): Promise<{ readonly store: KeyStore; readonly signer: StoredKeySigner }> {
  const store = createMemoryKeyStore(testPorts());
  valueOf(await store.create({ keyId: K1, principal: AGENT }));
  return { store, signer: valueOf(await signerFor(store, K1)) };
}

function challengeFor(changes: { readonly agentId?: string; readonly keyId?: string } = {}): Challenge {
  return valueOf(
    createChallenge({
      agentId: AGENT.id,
      keyId: K1,
      clientNonce: CLIENT_NONCE,
      serverNonce: new Uint8Array(32).fill(2),
      challengeId: new Uint8Array(18).fill(3),
      nowMs: NOW,
      ...changes,
    }),
  );
}

function frameOf(challenge: Challenge): HelloServerChallengeFrame {
  return {
    protocolVersion: '0.1',
    frameId: 'urn:heddle:test:frame:1',
    frameType: 'HELLO',
    phase: 'server_challenge',
    selectedVersion: '0.1',
    clientNonce: CLIENT_NONCE,
    serverNonce: challenge.transcript.serverNonce,
    challenge: challenge.text,
  };
}

describe('signer of a stored key', () => {
  test('a document comes out whole and verifiable (SIG-020…SIG-025)', async () => {
    const { signer } = await storeWithSigner();
    const finished = valueOf(await signer.signDocument('command', UNSIGNED.command));
    expect(finished.document.signature).toMatchObject({ keyId: K1, createdAt: UNSIGNED.command.issuedAt });
    const value = Buffer.from(finished.document.signature.value, 'base64url');
    expect(satisfiesEquation(signer.publicKey, finished.signingBytes, value)).toBe(true);
  });

  test('a draft that is wrong is refused before the store is asked (SIG-025)', async () => {
    const { store, signer } = await storeWithSigner();
    store.lock();
    const refused = await signer.signDocument('command', {
      ...UNSIGNED.command,
      issuedAt: '2026-03-01T09:30:00+01:00',
    });
    expect(faultOf(refused).reason).toBe('time-not-utc-z');
    await expect(signer.signDocument('command', UNSIGNED.command)).rejects.toMatchObject({
      name: 'KeyUnavailable',
      code: 'locked',
      retryable: true,
    });
  });

  test('a challenge is answered when it passes the check, and not blindly (WS-012, WS-013)', async () => {
    const { signer } = await storeWithSigner();
    const challenge = challengeFor();
    const answer = valueOf(await signer.answerChallenge(frameOf(challenge), EXPECTED));
    expect(isChallengeSignature(challenge, answer, signer.publicKey)).toBe(true);
    const foreign = challengeFor({ keyId: keyIdOf('other') });
    expect(faultOf(await signer.answerChallenge(frameOf(foreign), EXPECTED)).reason).toBe('foreign-value');
    const command = encodeBase64Url(utf8(valueOf(canonicalize(UNSIGNED.command))));
    const disguised = { ...frameOf(challenge), challenge: command };
    expect(faultOf(await signer.answerChallenge(disguised, EXPECTED)).reason).toBe('not-a-transcript');
  });

  test('it serves the sync client as it is: documents and its own challenges alone are signed', async () => {
    const { signer } = await storeWithSigner();
    const asSyncNeedsIt: KeySigner = signer;
    for (const bytes of [challengeFor().bytes, utf8(valueOf(canonicalize(UNSIGNED.command)))]) {
      const signature = await asSyncNeedsIt.sign(bytes);
      expect(satisfiesEquation(signer.publicKey, bytes, signature)).toBe(true);
    }
    const blind = [
      Buffer.alloc(32, 7),
      utf8(''),
      utf8('"text"'),
      utf8('[]'),
      utf8('{"b":1,"a":2}'),
      utf8('{"a":1} '),
      utf8('{"a":1,"a":1}'),
      utf8('{"signature":{}}'),
      challengeFor({ keyId: keyIdOf('other') }).bytes,
      challengeFor({ agentId: 'urn:heddle:test:agent:other' }).bytes,
    ];
    for (const bytes of blind) await expect(asSyncNeedsIt.sign(bytes)).rejects.toThrow('this is neither');
  });

  test('a signature that does not verify is not released', async () => {
    const { store } = await storeWithSigner();
    const lying: KeyStore = Object.assign(Object.create(store) as KeyStore, {
      list: () => store.list(),
      sign: async (_: string, bytes: Uint8Array) => accept(signMessage(importSeed(testSeed('other')), bytes)),
    });
    const signer = valueOf(await signerFor(lying, K1));
    await expect(signer.signDocument('command', UNSIGNED.command)).rejects.toMatchObject({
      code: 'changed',
      retryable: false,
    });
  });

  test('a removed key signs nothing more, and an unknown one has no signer', async () => {
    const { store, signer } = await storeWithSigner();
    valueOf(await store.remove(K1));
    const failure = await signer.sign(challengeFor().bytes).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(KeyUnavailable);
    expect(failure).toMatchObject({ code: 'unknown-key', retryable: false });
    expect(faultOf(await signerFor(store, K1)).reason).toBe('unknown-key');
  });

  test('a locked store has signers for drafts, which sign once it is unlocked', async () => {
    const { store } = await storeWithSigner();
    store.lock();
    const signer = valueOf(await signerFor(store, K1));
    await expect(signer.sign(challengeFor().bytes)).rejects.toThrow(KeyUnavailable);
    valueOf(await store.unlock());
    expect(await signer.sign(challengeFor().bytes)).toHaveLength(64);
  });
});

import { describe, expect, test } from 'vitest';
import { encodeBase64Url } from './base64url.ts';
import { checkFramePart } from './schema.ts';
import {
  AGENT,
  AGENT_KEY,
  faultOf,
  HUMAN_KEY,
  POINTS,
  signed,
  textOf,
  utf8,
  valueOf,
} from './fixtures.test-data.ts';
import type { HelloServerChallengeFrame } from './generated/documents.ts';
import {
  type Challenge,
  CHALLENGE_TTL_MS,
  checkChallenge,
  createChallenge,
  type ExpectedChallenge,
  isChallengeSignature,
  signChallenge,
} from './handshake.ts';

const NOW = Date.parse('2026-07-15T00:00:00.123Z');
const CLIENT_NONCE = encodeBase64Url(new Uint8Array(18).fill(1));

function challengeOf(clientNonce = CLIENT_NONCE): Challenge {
  return valueOf(
    createChallenge({
      agentId: AGENT.id,
      keyId: AGENT_KEY.keyId,
      clientNonce,
      serverNonce: new Uint8Array(32).fill(2),
      challengeId: new Uint8Array(18).fill(3),
      nowMs: NOW,
    }),
  );
}

const CHALLENGE = challengeOf();
const EXPECTED: ExpectedChallenge = {
  agentId: AGENT.id,
  keyId: AGENT_KEY.keyId,
  clientNonce: CLIENT_NONCE,
  nowMs: NOW,
};

function frameOf(changes: Partial<HelloServerChallengeFrame> = {}): HelloServerChallengeFrame {
  return {
    protocolVersion: '0.1',
    frameId: 'urn:heddle:test:frame:1',
    frameType: 'HELLO',
    phase: 'server_challenge',
    selectedVersion: '0.1',
    clientNonce: CLIENT_NONCE,
    serverNonce: CHALLENGE.transcript.serverNonce,
    challenge: CHALLENGE.text,
    ...changes,
  };
}

/** A frame whose challenge is any text. */
function frameAround(text: string): HelloServerChallengeFrame {
  return frameOf({ challenge: encodeBase64Url(utf8(text)) });
}

function reasonOf(frame: HelloServerChallengeFrame, expected: Partial<ExpectedChallenge> = {}): string {
  return faultOf(checkChallenge(frame, { ...EXPECTED, ...expected })).reason;
}

test('WS-011, OPEN-016: the transcript is the JCS of seven texts', () => {
  expect(textOf(CHALLENGE.bytes)).toBe(
    `{"agentId":"${AGENT.id}","challengeId":"${encodeBase64Url(new Uint8Array(18).fill(3))}",` +
      `"clientNonce":"${CLIENT_NONCE}",` +
      `"expiresAt":"2026-07-15T00:00:30.123Z","keyId":"${AGENT_KEY.keyId}","protocolVersion":"0.1",` +
      `"serverNonce":"${encodeBase64Url(new Uint8Array(32).fill(2))}"}`,
  );
  expect(CHALLENGE.expiresAtMs).toBe(NOW + CHALLENGE_TTL_MS);
  expect(checkFramePart('helloServerChallenge', { value: frameOf() })).toBeUndefined();
});

test('a nonce that leaves no room in the frame is refused, and the longest other one fits', () => {
  const create = (length: number) =>
    createChallenge({
      agentId: AGENT.id,
      keyId: AGENT_KEY.keyId,
      clientNonce: 'A'.repeat(length),
      serverNonce: new Uint8Array(32),
      challengeId: new Uint8Array(18),
      nowMs: NOW,
    });
  expect(faultOf(create(4096)).reason).toBe('too-long');
  const longest = Array.from({ length: 4096 }, (_, i) => 4096 - i).find((length) => create(length).ok) ?? 0;
  expect(longest).toBeGreaterThan(2000);
  expect(valueOf(create(longest)).text.length).toBeLessThanOrEqual(4096);
});

test('WS-012: client and server agree', () => {
  const checked = valueOf(checkChallenge(frameOf(), EXPECTED));
  const signature = signChallenge(checked, AGENT_KEY.privateKey);
  expect(isChallengeSignature(CHALLENGE, signature, AGENT_KEY.publicKey)).toBe(true);
});

describe('WS-013: what a client does not sign', () => {
  const { transcript } = CHALLENGE;
  const text = textOf(CHALLENGE.bytes);

  test('an answer to another nonce, or in another version', () => {
    expect(reasonOf(frameOf({ clientNonce: 'AAAA' }))).toBe('client-nonce');
    expect(reasonOf({ ...frameOf(), selectedVersion: '0.2' as '0.1' })).toBe('version');
  });

  test('what is not canonical base64url', () => {
    expect(reasonOf(frameOf({ challenge: `${CHALLENGE.text}=` }))).toBe('encoding');
  });

  test.each([
    ['a Command', textOf(signed('command').bytes), 'not-a-transcript'],
    ['a text', '"abc"', 'not-a-transcript'],
    ['an array of the values', JSON.stringify(Object.values(transcript)), 'not-a-transcript'],
    ['no JSON', text.slice(1), 'not-strict-json'],
    ['a member twice', text.replace('{', `{"agentId":"${AGENT.id}",`), 'not-strict-json'],
    ['more than one value', `${text} {}`, 'not-strict-json'],
    ['an eighth member', text.replace('}', ',"z":"1"}'), 'not-a-transcript'],
    ['six members', text.replace(/"challengeId":"[^"]*",/, ''), 'not-a-transcript'],
    ['another name for a member', text.replace('challengeId', 'challengeIe'), 'not-a-transcript'],
    ['a number', text.replace(/"challengeId":"[^"]*"/, '"challengeId":1'), 'not-a-transcript'],
    ['white space', text.replace(',', ', '), 'not-canonical'],
    ['another escape', text.replace('urn', '\\u0075rn'), 'not-canonical'],
    [
      'another member order',
      JSON.stringify(Object.fromEntries(Object.entries(transcript).toReversed())),
      'not-canonical',
    ],
    ['a foreign agent', text.replace('agent:weaver', 'agent:other'), 'foreign-value'],
    ['a foreign key', text.replace('key:agent', 'key:other'), 'foreign-value'],
    ['a foreign version', text.replace('"0.1"', '"0.2"'), 'foreign-value'],
    ['a foreign client nonce', text.replace(CLIENT_NONCE, 'AAAA'), 'foreign-value'],
    ['a foreign server nonce', text.replace(transcript.serverNonce, 'AAAA'), 'foreign-value'],
    ['no time', text.replace('2026-07-15T', '2026-07-45T'), 'expiry'],
  ])('%s', (_name, changed, reason) => {
    expect(changed).not.toBe(text);
    expect(reasonOf(frameAround(changed))).toBe(reason);
  });

  test('an expired challenge, to the millisecond, with the tolerance for clocks', () => {
    const expiry = NOW + CHALLENGE_TTL_MS;
    expect(reasonOf(frameOf(), { nowMs: expiry, toleranceMs: 0 })).toBe('expired');
    expect(checkChallenge(frameOf(), { ...EXPECTED, nowMs: expiry - 1, toleranceMs: 0 }).ok).toBe(true);
    expect(checkChallenge(frameOf(), { ...EXPECTED, nowMs: expiry + 29_999 }).ok).toBe(true);
    expect(reasonOf(frameOf(), { nowMs: expiry + 30_000 })).toBe('expired');
  });

  test('the offset form of the reference is a time as well', () => {
    const frame = frameAround(text.replace('00:00:30.123Z', '00:00:30.123456+00:00'));
    expect(checkChallenge(frame, EXPECTED).ok).toBe(true);
  });
});

describe('WS-012: what a server does not accept', () => {
  const publicKey = AGENT_KEY.publicKey;
  const good = signChallenge(CHALLENGE, AGENT_KEY.privateKey);

  test('the signature of another key or over another challenge', () => {
    expect(isChallengeSignature(CHALLENGE, signChallenge(CHALLENGE, HUMAN_KEY.privateKey), publicKey)).toBe(
      false,
    );
    expect(isChallengeSignature(challengeOf('AAAA'), good, publicKey)).toBe(false);
  });

  test('other encodings and lengths', () => {
    expect(isChallengeSignature(CHALLENGE, `${good}==`, publicKey)).toBe(false);
    expect(isChallengeSignature(CHALLENGE, good.slice(0, 40), publicKey)).toBe(false);
    expect(isChallengeSignature(CHALLENGE, `${good}AA`, publicKey)).toBe(false);
  });

  test('SIG-043: a scalar that is not reduced', () => {
    const raw = Buffer.from(good, 'base64url');
    raw.set(POINTS.allOnes, 32);
    expect(isChallengeSignature(CHALLENGE, encodeBase64Url(raw), publicKey)).toBe(false);
  });
});

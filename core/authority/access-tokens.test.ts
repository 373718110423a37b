// Access tokens: who gets one, and what ends it.
import { beforeEach, describe, expect, it } from 'vitest';
import { decodeBase64Url, encodeBase64Url } from '../protocol/base64url.ts';
import { signMessage } from '../protocol/ed25519.ts';
import {
  AGENT,
  AGENT_KEY,
  bindingOf,
  HUMAN,
  HUMAN_KEY,
  SERVICE,
  SERVICE_KEY,
} from '../protocol/fixtures.test-data.ts';
import type { Actor, RegistryBinding } from '../protocol/generated/documents.ts';
import { type KeyEvidence, openRegistry, refuseEvidence } from '../protocol/registry.ts';
import { AccessTokens } from './access-tokens.ts';
import { ClaimsSealer } from './control-plane/sealed-claims.ts';

const START_MS = Date.UTC(2026, 2, 1, 9);
const SECRET = new Uint8Array(32).fill(3);
const NONCE = 'AAAAAAAAAAAAAAAA';

let nowMs = START_MS;
let keys: KeyEvidence;
let tokens: AccessTokens;

function registryWith(changes: Partial<RegistryBinding> = {}): KeyEvidence {
  return openRegistry({
    organizationId: 'urn:missionweaveprotocol:organization:test',
    bindings: [
      bindingOf(AGENT_KEY, AGENT),
      { ...bindingOf(HUMAN_KEY, HUMAN), ...changes },
      bindingOf(SERVICE_KEY, SERVICE),
    ],
  });
}

beforeEach(() => {
  nowMs = START_MS;
  keys = registryWith();
  tokens = new AccessTokens({ secret: SECRET, now: () => nowMs, keys: () => keys });
});

function ask(principal: Actor = HUMAN, keyId: string = HUMAN_KEY.keyId): string {
  const challenge = tokens.challenge({ principal, keyId, clientNonce: NONCE })?.challenge;
  if (challenge === undefined) throw new Error('no challenge');
  return challenge;
}

function answer(challenge: string, key = HUMAN_KEY) {
  const bytes = decodeBase64Url(challenge) ?? new Uint8Array();
  return tokens.redeem({ challenge, signature: encodeBase64Url(signMessage(key.privateKey, bytes)) });
}

describe('a challenge', () => {
  it('is the transcript of the handshake, with values of both sides (WS-011)', () => {
    const given = tokens.challenge({ principal: HUMAN, keyId: HUMAN_KEY.keyId, clientNonce: NONCE });
    const text = Buffer.from(decodeBase64Url(given?.challenge ?? '') ?? []).toString('utf8');
    expect(JSON.parse(text)).toMatchObject({
      agentId: HUMAN.id,
      clientNonce: NONCE,
      keyId: HUMAN_KEY.keyId,
      protocolVersion: '0.1',
      serverNonce: given?.serverNonce,
      expiresAt: '2026-03-01T09:00:30.000Z',
    });
  });

  it('is another one each time, and given to anybody (ERR-042)', () => {
    expect(ask()).not.toBe(ask());
    expect(ask({ type: 'human', id: 'urn:x:nobody' }, 'urn:x:no-key')).toBeTypeOf('string');
  });

  it('is not made of values that are too long', () => {
    const clientNonce = 'A'.repeat(4_096);
    expect(tokens.challenge({ principal: HUMAN, keyId: HUMAN_KEY.keyId, clientNonce })).toBeUndefined();
  });

  it('is forgotten when very many others come', () => {
    const first = ask();
    for (let n = 0; n < 10_000; n += 1) ask();
    expect(answer(first)).toBeUndefined();
    expect(answer(ask())).toBeDefined();
  });
});

describe('a token', () => {
  it.each([
    [HUMAN, HUMAN_KEY],
    [SERVICE, SERVICE_KEY],
  ])('is given to $type for a right answer, and names its holder', (principal, key) => {
    const token = answer(ask(principal, key.keyId), key);
    expect(token?.expiresAt).toBe('2026-03-01T09:15:00.000Z');
    expect(tokens.verify(token?.accessToken ?? '')).toEqual({ principal, keyId: key.keyId });
  });

  it('is given once for a challenge, right or wrong', () => {
    const used = ask();
    expect(answer(used)).toBeDefined();
    expect(answer(used)).toBeUndefined();
    const spoiled = ask();
    expect(answer(spoiled, SERVICE_KEY)).toBeUndefined();
    expect(answer(spoiled)).toBeUndefined();
  });

  const refused: readonly (readonly [string, () => unknown])[] = [
    [
      'a challenge that is over',
      () => {
        const late = ask();
        nowMs += 30_000;
        return answer(late);
      },
    ],
    ['a challenge of somebody else', () => answer(encodeBase64Url(Buffer.from('{}')))],
    ['the key of somebody else', () => answer(ask(HUMAN, SERVICE_KEY.keyId), SERVICE_KEY)],
    ['an unknown key', () => answer(ask(HUMAN, 'urn:x:unknown'))],
    ['an Agent, which has Sessions', () => answer(ask(AGENT, AGENT_KEY.keyId), AGENT_KEY)],
    ['another type of the same id', () => answer(ask({ ...HUMAN, type: 'service' }))],
    ['no signature at all', () => tokens.redeem({ challenge: ask(), signature: '' })],
    ['a signature of wrong length', () => tokens.redeem({ challenge: ask(), signature: 'AAAA' })],
    [
      'a Registry that cannot answer',
      () => {
        const open = ask();
        keys = refuseEvidence('unavailable', 'gone');
        return answer(open);
      },
    ],
  ];
  it.each(refused)('is not given for %s', (_name, attempt) => {
    expect(attempt()).toBeUndefined();
  });

  it('ends after 15 minutes', () => {
    const token = answer(ask())?.accessToken ?? '';
    nowMs += 899_999;
    expect(tokens.verify(token)).toBeDefined();
    nowMs += 1;
    expect(tokens.verify(token)).toBeUndefined();
  });

  it('ends at once when its key is revoked', () => {
    const token = answer(ask())?.accessToken ?? '';
    const revokedAt = '2026-03-01T09:00:00Z';
    keys = registryWith({ validityHistory: [{ sequence: 1, recordedAt: revokedAt, revokedAt }] });
    expect(tokens.verify(token)).toBeUndefined();
  });

  it('is worth nothing elsewhere, nor is anything else worth a token', () => {
    const token = answer(ask())?.accessToken ?? '';
    const other = new AccessTokens({ secret: new Uint8Array(32), now: () => nowMs, keys: () => keys });
    expect(other.verify(token)).toBeUndefined();
    const claims = { principal: HUMAN, keyId: HUMAN_KEY.keyId, expiresAt: '2027-01-01T00:00:00Z' };
    expect(tokens.verify(new ClaimsSealer(SECRET, 'session').seal(claims))).toBeUndefined();
    for (const text of ['', '.', 'a.b', `${token}.x`, token.slice(1)])
      expect(tokens.verify(text)).toBeUndefined();
  });
});

it('refuses claims that are no JSON, or too large for a token', () => {
  const sealer = new ClaimsSealer(SECRET, 'test');
  expect(() => sealer.seal({ text: '\u{d800}' })).toThrow(TypeError);
  expect(() => sealer.seal({ text: 'x'.repeat(9_000) })).toThrow(RangeError);
  expect(sealer.open(sealer.seal({ a: 1 }))).toEqual({ a: 1 });
});

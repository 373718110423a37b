import { expect, test } from 'vitest';
import { createSessionToken, readSessionToken, type SessionClaims } from './session-token.ts';

const SECRET = new Uint8Array(32).fill(7);
const CLAIMS: SessionClaims = {
  agentId: 'urn:heddle:test:agent:1',
  expiresAt: '2026-05-04T09:15:00.000Z',
  issuedAt: '2026-05-04T09:00:00.000Z',
  keyId: 'urn:heddle:test:key:1',
  protocolVersion: '0.1',
  sessionEpoch: 3,
};
const TOKEN = createSessionToken(CLAIMS, SECRET);

test('WS-017: JCS claims and their MAC, in two parts', () => {
  const [claims = ''] = TOKEN.split('.');
  expect(Buffer.from(claims, 'base64url').toString('utf8')).toBe(JSON.stringify(CLAIMS));
  expect(TOKEN.length).toBeGreaterThan(16);
  expect(readSessionToken(TOKEN, SECRET)).toStrictEqual(CLAIMS);
});

test('every other text and every other secret reads nothing', () => {
  for (let at = 0; at < TOKEN.length; at += 1) {
    const other = TOKEN[at] === 'A' ? 'B' : 'A';
    expect(readSessionToken(TOKEN.slice(0, at) + other + TOKEN.slice(at + 1), SECRET)).toBeUndefined();
  }
  expect(readSessionToken(`${TOKEN}.AAAA`, SECRET)).toBeUndefined();
  expect(readSessionToken('', SECRET)).toBeUndefined();
  expect(readSessionToken(TOKEN, new Uint8Array(32).fill(8))).toBeUndefined();
});

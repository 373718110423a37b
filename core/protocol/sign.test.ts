import { generateKeyPairSync } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { DOCUMENT_KINDS, type DocumentKind } from './document-kinds.ts';
import { signMessage } from './ed25519.ts';
import {
  AGENT_KEY,
  AT,
  faultOf,
  HUMAN_KEY,
  littleEndian,
  ORDER,
  POINTS,
  PROTECTED_MEMBER,
  registryOf,
  SIGNING_KEY,
  testKey,
  textOf,
  UNSIGNED,
  utf8,
  valueOf,
} from './fixtures.test-data.ts';
import { hashContent } from './hash.ts';
import { canonicalize } from './jcs.ts';
import { OutOfRangeNumber } from './json.ts';
import { completeSigning, createLocalSigner, prepareSigning, signDocument, type Unsigned } from './sign.ts';
import { verifyDocument } from './verify.ts';

/** A command that breaks the types, as code without them could build it. */
function brokenCommand(changes: Record<string, unknown>): Unsigned<'command'> {
  return { ...UNSIGNED.command, ...changes };
}

function prepared(kind: DocumentKind = 'command'): ReturnType<typeof valueOfPrepared> {
  return valueOfPrepared(kind);
}

function valueOfPrepared(kind: DocumentKind) {
  return valueOf(prepareSigning<DocumentKind>(kind, UNSIGNED[kind], SIGNING_KEY[kind].keyId));
}

describe('signing (SIG-020…SIG-025)', () => {
  test.each([...DOCUMENT_KINDS])('%s: the envelope, the signing bytes and the hash', (kind) => {
    const key = SIGNING_KEY[kind];
    const unsigned: Unsigned<DocumentKind> = UNSIGNED[kind];
    const finished = valueOf(signDocument<DocumentKind>(kind, unsigned, key.signer));
    const signingText = valueOf(canonicalize(unsigned));
    // RFC 8032 signatures are deterministic.
    const value = Buffer.from(signMessage(key.privateKey, utf8(signingText))).toString('base64url');
    const signature = { algorithm: 'Ed25519', keyId: key.keyId, createdAt: AT, value };
    expect(Reflect.get(unsigned, PROTECTED_MEMBER[kind])).toBe(AT);
    expect(finished.document).toStrictEqual({ ...unsigned, signature });
    expect(textOf(finished.signingBytes)).toBe(signingText);
    expect(finished.signingHash).toBe(hashContent(signingText));
    expect(textOf(finished.bytes)).toBe(valueOf(canonicalize({ ...unsigned, signature })));
    expect(finished.kind).toBe(kind);
    expect('signature' in unsigned).toBe(false);
  });

  test('SIG-022: createdAt repeats the spelling of the protected time', () => {
    const issuedAt = '2026-03-01t09:30:00.10Z';
    const { document } = valueOf(
      signDocument('command', { ...UNSIGNED.command, issuedAt }, AGENT_KEY.signer),
    );
    expect(document.signature.createdAt).toBe(issuedAt);
  });

  test.each([
    ['a signature', { signature: { value: '' } }],
    ['an undefined signature', { signature: undefined }],
  ])('SIG-025: refuses a document that has %s already', (_, changes) => {
    expect(faultOf(signDocument('command', brokenCommand(changes), AGENT_KEY.signer)).reason).toBe(
      'already-signed',
    );
  });

  test.each([
    '2026-03-01T09:30:00z',
    '2026-03-01T09:30:00+00:00',
    '2026-03-01T17:30:00+08:00',
    '2026-03-01T09:30:00',
    '',
    null,
    1,
  ])('SIG-025: refuses the protected time %j', (issuedAt) => {
    const fault = faultOf(signDocument('command', brokenCommand({ issuedAt }), AGENT_KEY.signer));
    expect(fault.reason).toBe('time-not-utc-z');
    expect(fault.message).toContain('issuedAt');
  });

  test.each(['Z', '2016-12-31T23:59:60Z', '0000-01-01T00:00:00Z', '2026-02-30T00:00:00Z'])(
    'SIG-025: refuses %j, which ends in Z but is no timestamp',
    (issuedAt) => {
      expect(faultOf(signDocument('command', brokenCommand({ issuedAt }), AGENT_KEY.signer)).reason).toBe(
        'schema-mismatch',
      );
    },
  );

  test.each<[string, Record<string, unknown>]>([
    ['an unknown member', { note: '' }],
    ['a wrong type', { payload: [] }],
    ['a missing epoch', { kind: 'work.accept_result' }],
    ['a zero epoch', { sessionEpoch: 0 }],
    ['another version', { protocolVersion: '0.2' }],
  ])('SIG-025: refuses %s', (_, changes) => {
    expect(faultOf(signDocument('command', brokenCommand(changes), AGENT_KEY.signer)).reason).toBe(
      'schema-mismatch',
    );
  });

  test.each<[string, unknown, string]>([
    ['undefined', undefined, '/payload/x'],
    ['NaN', Number.NaN, '/payload/x'],
    ['a lone surrogate', '\ud800', '/payload/x'],
    ['a number out of range', new OutOfRangeNumber('1e400'), '/payload/x'],
    ['a bigint', [1n], '/payload/x/0'],
  ])('SIG-025: refuses %s, which has no canonical form', (_, x, pointer) => {
    const fault = faultOf(signDocument('command', brokenCommand({ payload: { x } }), AGENT_KEY.signer));
    expect(fault.reason).toBe('no-canonical-form');
    expect(fault.message).toContain(pointer);
  });

  test('a key id that is no identifier breaks the schema', () => {
    const signer = { ...AGENT_KEY.signer, keyId: 'not an identifier' };
    expect(faultOf(signDocument('command', UNSIGNED.command, signer)).reason).toBe('schema-mismatch');
  });
});

describe('local signers (SIG-025)', () => {
  test('an Ed25519 key', () => {
    expect(valueOf(createLocalSigner(AGENT_KEY.keyId, AGENT_KEY.privateKey))).toStrictEqual(AGENT_KEY.signer);
  });

  test('another algorithm is no key', () => {
    const { privateKey } = generateKeyPairSync('ed448');
    expect(faultOf(createLocalSigner('urn:x:k', privateKey)).reason).toBe('weak-key');
  });
});

describe('signing outside the process', () => {
  test('prepare, sign elsewhere, complete', () => {
    const draft = prepared();
    expect([draft.kind, draft.keyId, draft.protectedTime]).toStrictEqual(['command', AGENT_KEY.keyId, AT]);
    const signature = signMessage(AGENT_KEY.privateKey, draft.signingBytes);
    const finished = valueOf(completeSigning(draft, signature, AGENT_KEY.publicKey));
    expect(finished).toStrictEqual(valueOf(signDocument('command', UNSIGNED.command, AGENT_KEY.signer)));
    expect(verifyDocument('command', finished.bytes, registryOf()).ok).toBe(true);
  });

  const signature = Buffer.from(signMessage(AGENT_KEY.privateKey, prepared().signingBytes));
  const s = BigInt(`0x${Buffer.from(signature.subarray(32).toReversed()).toString('hex')}`);
  test.each<[string, Uint8Array]>([
    ['no bytes', new Uint8Array()],
    ['63 bytes', signature.subarray(1)],
    ['65 bytes', Buffer.concat([signature, Uint8Array.of(0)])],
    ['zeros', new Uint8Array(64)],
    ['one bit changed', signature.map((byte, i) => (i === 10 ? byte ^ 1 : byte))],
    ['another message', signMessage(AGENT_KEY.privateKey, utf8('other'))],
    ['another key', signMessage(HUMAN_KEY.privateKey, prepared().signingBytes)],
    ['S + L (SIG-043)', Buffer.concat([signature.subarray(0, 32), littleEndian(s + ORDER)])],
  ])('refuses a signature of %s', (_, wrong) => {
    expect(faultOf(completeSigning(prepared(), wrong, AGENT_KEY.publicKey)).reason).toBe('invalid-signature');
  });

  test('refuses a signature that belongs to another public key', () => {
    expect(faultOf(completeSigning(prepared(), signature, testKey('other').publicKey)).reason).toBe(
      'invalid-signature',
    );
  });

  test.each(Object.entries(POINTS))('refuses the weak key %s (SIG-044)', (_, point) => {
    expect(faultOf(completeSigning(prepared(), signature, point)).reason).toBe('weak-key');
    // R = I, S = 0 satisfies the equation under the identity as key.
    const forged = Buffer.concat([POINTS.identity, new Uint8Array(32)]);
    expect(faultOf(completeSigning(prepared(), forged, point)).reason).toBe('weak-key');
  });

  test('refuses a key of the wrong length', () => {
    expect(faultOf(completeSigning(prepared(), signature, new Uint8Array(31))).reason).toBe('weak-key');
  });

  test('SIG-025: a draft changed after it was prepared is refused, or released as it was prepared', () => {
    const unsigned = structuredClone(UNSIGNED.command);
    const draft = valueOf(prepareSigning('command', unsigned, AGENT_KEY.keyId));
    const bytes = signMessage(AGENT_KEY.privateKey, draft.signingBytes);
    unsigned.payload['text'] = 'changed while the keychain was asked';
    const result = completeSigning(draft, bytes, AGENT_KEY.publicKey);
    const released = result.ok ? [result.value] : [];
    expect(
      released.map((finished) => verifyDocument('command', finished.bytes, registryOf()).ok),
    ).not.toContain(false);
    // The value that comes along must be the one that the bytes hold.
    expect(released.map((finished) => textOf(finished.bytes))).toStrictEqual(
      released.map((finished) => valueOf(canonicalize(finished.document))),
    );
  });

  test('messages hold no key', () => {
    const fault = faultOf(completeSigning(prepared(), new Uint8Array(64), AGENT_KEY.publicKey));
    expect(fault.message).not.toContain(Buffer.from(AGENT_KEY.seed).toString('base64url'));
    expect(Object.keys(fault)).toStrictEqual(['reason', 'message']);
  });
});

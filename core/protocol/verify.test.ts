import { describe, expect, test } from 'vitest';
import { encodeBase64Url } from './base64url.ts';
import { DOCUMENT_KINDS, type DocumentKind } from './document-kinds.ts';
import { signMessage } from './ed25519.ts';
import {
  AGENT,
  AGENT_KEY,
  AT,
  bindingOf,
  faultOf,
  HUMAN,
  HUMAN_KEY,
  littleEndian,
  ORDER,
  ORGANIZATION,
  POINTS,
  PROTECTED_MEMBER,
  registryOf,
  SERVICE,
  SERVICE_KEY,
  signed,
  SIGNING_KEY,
  type TestKey,
  textOf,
  UNSIGNED,
  utf8,
  valueOf,
} from './fixtures.test-data.ts';
import { hashContent } from './hash.ts';
import { canonicalize } from './jcs.ts';
import { type KeyEvidence, openRegistry, refuseEvidence } from './registry.ts';
import { hashSignedDocument, REJECTION_MESSAGE, verifyDocument, verifyDocumentAsync } from './verify.ts';

type Json = Record<string, unknown>;

/** A mutable copy of the signed test document of a kind. */
function signedJson(kind: DocumentKind = 'command'): Json & { signature: Json } {
  return structuredClone(signed(kind).document) as unknown as Json & { signature: Json };
}

/** A document whose signature is made over whatever it holds, right or wrong. */
function resigned(document: Json & { signature: Json }, key: TestKey = AGENT_KEY): Uint8Array {
  const { signature, ...rest } = document;
  const value = encodeBase64Url(signMessage(key.privateKey, utf8(valueOf(canonicalize(rest)))));
  return bytesOf({ ...rest, signature: { ...signature, value } });
}

function bytesOf(document: unknown): Uint8Array {
  return utf8(JSON.stringify(document));
}

/** `stage reason` of a refused command. */
function outcome(
  bytes: Uint8Array,
  keys: KeyEvidence = registryOf(),
  kind: DocumentKind = 'command',
): string {
  const { stage, reason } = faultOf(verifyDocument(kind, bytes, keys));
  return `${stage} ${reason}`;
}

function withSignatureBytes(change: (signature: Buffer) => Uint8Array): Uint8Array {
  const document = signedJson();
  const original = Buffer.from(String(document.signature['value']), 'base64url');
  document.signature['value'] = encodeBase64Url(change(original));
  return bytesOf(document);
}

const S_AT_ORDER = (signature: Buffer) => Buffer.concat([signature.subarray(0, 32), littleEndian(ORDER)]);
const R_OF = (point: Uint8Array) => (signature: Buffer) => Buffer.concat([point, signature.subarray(32)]);
const MIXED_ORDER = Buffer.from(`lZmZ${'mZmZ'.repeat(9)}mZk`, 'base64url');
const REFUSED = refuseEvidence('unavailable', 'offline');

describe('complete documents', () => {
  test.each([...DOCUMENT_KINDS])('%s: all six stages pass (SIG-010…SIG-018)', (kind) => {
    const { bytes } = signed(kind);
    const key = SIGNING_KEY[kind];
    const document = valueOf(verifyDocument(kind, bytes, registryOf()));
    const { signature, ...rest } = JSON.parse(textOf(bytes)) as Json;
    const signingText = valueOf(canonicalize(rest));
    expect(signature).toBeDefined();
    expect(document).toMatchObject({
      kind,
      organizationId: ORGANIZATION,
      keyId: key.keyId,
      protectedTime: AT,
      protectedAt: { epochSecond: 1_772_357_400, fraction: '' },
      signingHash: hashContent(signingText),
    });
    expect(document.bytes).toBe(bytes);
    expect(textOf(document.signingBytes)).toBe(signingText);
    expect(hashSignedDocument(document)).toBe(hashContent(bytes));
    expect(document.binding.keyId).toBe(key.keyId);
  });

  test('DATA-010, DATA-015: another serialization has other bytes and the same signing bytes', () => {
    const { bytes, signingBytes, document } = signed('command');
    const members = Object.entries(document).toReversed();
    const other = utf8(
      JSON.stringify(Object.fromEntries(members), undefined, 2).replace(
        '"payload"',
        String.raw`"p\u0061yload"`,
      ),
    );
    const verified = valueOf(verifyDocument('command', other, registryOf()));
    expect(verified.bytes).toBe(other);
    expect(Buffer.compare(verified.signingBytes, signingBytes)).toBe(0);
    expect(hashSignedDocument(verified)).toBe(hashContent(bytes));
  });

  test('DATA-026: a lower-case t and a long fraction are kept as received', () => {
    const time = '2026-03-01t09:30:00.1234567890123456789000Z';
    const { bytes } = signed('command', { ...UNSIGNED.command, issuedAt: time });
    const { protectedTime, protectedAt } = valueOf(verifyDocument('command', bytes, registryOf()));
    expect([protectedTime, protectedAt.fraction]).toStrictEqual([time, '1234567890123456789']);
  });

  test('SIG-023: the signing hash ignores key id and value', () => {
    const a = valueOf(verifyDocument('agent-card', signed('agent-card').bytes, registryOf()));
    const second = bindingOf(HUMAN_KEY, SERVICE);
    const b = valueOf(
      verifyDocument(
        'agent-card',
        signed('agent-card', UNSIGNED['agent-card'], HUMAN_KEY).bytes,
        registryOf(second),
      ),
    );
    expect(b.signingHash).toBe(a.signingHash);
    expect(hashSignedDocument(b)).not.toBe(hashSignedDocument(a));
  });

  test('SIG-019: an Agent Card needs any service, not a certain one', () => {
    const other = { type: 'service', id: 'urn:missionweaveprotocol:service:other' } as const;
    const { bytes } = signed('agent-card');
    expect(verifyDocument('agent-card', bytes, registryOf(bindingOf(SERVICE_KEY, other))).ok).toBe(true);
    expect(outcome(bytes, registryOf(bindingOf(SERVICE_KEY, HUMAN)), 'agent-card')).toBe(
      'key-resolution wrong-principal',
    );
  });
});

describe('stage 1, parse (SIG-031)', () => {
  test.each([
    ['no bytes', new Uint8Array()],
    ['a byte-order mark', Buffer.concat([Uint8Array.of(0xef, 0xbb, 0xbf), signed('command').bytes])],
    ['invalid UTF-8', Buffer.concat([signed('command').bytes, Uint8Array.of(0xff)])],
    ['trailing data', utf8(`${textOf(signed('command').bytes)}{}`)],
    [
      'a duplicate',
      utf8(textOf(signed('command').bytes).replace('{', String.raw`{"\u006bind":"message.post",`)),
    ],
  ])('%s', (_, bytes) => {
    expect(outcome(bytes)).toBe('parse not-strict-json');
  });

  test('limits', () => {
    const { bytes } = signed('command');
    const limits = { maxBytes: bytes.length, maxDepth: 2 };
    expect(verifyDocument('command', bytes, registryOf(), limits).ok).toBe(true);
    const tight = { ...limits, maxBytes: bytes.length - 1 };
    expect(faultOf(verifyDocument('command', bytes, registryOf(), tight)).stage).toBe('parse');
    expect(faultOf(verifyDocument('command', bytes, registryOf(), { ...limits, maxDepth: 1 })).stage).toBe(
      'parse',
    );
  });
});

describe('stage 2, schema (SIG-032)', () => {
  test.each<[string, (document: Json & { signature: Json }) => unknown]>([
    ['another kind of document', () => signedJson('event')],
    ['no object', () => [signedJson()]],
    ['null', () => null],
    ['no signature', (document) => ({ ...document, signature: undefined })],
    ['an unknown member (DATA-060)', (document) => ({ ...document, note: '' })],
    ['Ed448', (document) => ({ ...document, signature: { ...document.signature, algorithm: 'Ed448' } })],
    [
      'a padded signature (DATA-031)',
      (document) => ({ ...document, signature: { ...document.signature, value: `${'A'.repeat(86)}==` } }),
    ],
    [
      'a further envelope member',
      (document) => ({ ...document, signature: { ...document.signature, x: 1 } }),
    ],
    ['a leap second', (document) => ({ ...document, issuedAt: '2016-12-31T23:59:60Z' })],
    ['year 0000', (document) => ({ ...document, issuedAt: '0000-01-01T00:00:00Z' })],
    ['-00:00', (document) => ({ ...document, issuedAt: '2026-03-01T09:30:00-00:00' })],
    [
      'a malformed createdAt',
      (document) => ({ ...document, signature: { ...document.signature, createdAt: '2026-03-01' } }),
    ],
  ])('%s', (_, change) => {
    expect(outcome(bytesOf(change(signedJson())))).toBe('schema schema-mismatch');
  });

  test('DATA-004: an integer out of range breaks its schema bound', () => {
    const text = textOf(signed('event').bytes).replace('"sequence":1', '"sequence":1e400');
    expect(outcome(utf8(text), registryOf(), 'event')).toBe('schema schema-mismatch');
  });
});

describe('stage 3, signature envelope (SIG-033)', () => {
  test.each([
    ['+00:00 in both', '2026-03-01T09:30:00+00:00', '2026-03-01T09:30:00+00:00', 'time-not-utc-z'],
    ['+08:00 in both', '2026-03-01T17:30:00+08:00', '2026-03-01T17:30:00+08:00', 'time-not-utc-z'],
    ['z in both', '2026-03-01T09:30:00z', '2026-03-01T09:30:00z', 'time-not-utc-z'],
    ['z in one', AT, '2026-03-01T09:30:00.000z', 'time-not-utc-z'],
    ['another instant', AT, '2026-03-01T09:30:00.001Z', 'time-mismatch'],
    ['another spelling of the instant', AT, '2026-03-01T09:30:00Z', 'time-mismatch'],
    ['another case of t', AT, '2026-03-01t09:30:00.000Z', 'time-mismatch'],
  ])('%s (SIG-022, DATA-026)', (_, issuedAt, createdAt, reason) => {
    const document = signedJson();
    document['issuedAt'] = issuedAt;
    document.signature['createdAt'] = createdAt;
    expect(outcome(resigned(document))).toBe(`signature-envelope ${reason}`);
  });

  test.each([...DOCUMENT_KINDS])('%s: createdAt repeats the protected member of this kind', (kind) => {
    const document = signedJson(kind);
    document[PROTECTED_MEMBER[kind]] = '2026-03-02T00:00:00Z';
    expect(outcome(resigned(document, SIGNING_KEY[kind]), registryOf(), kind)).toBe(
      'signature-envelope time-mismatch',
    );
  });

  test('nonzero unused bits (DATA-031)', () => {
    const document = signedJson();
    const value = String(document.signature['value']);
    document.signature['value'] = `${value.slice(0, -1)}${value.endsWith('A') ? 'B' : 'h'}`;
    expect(outcome(bytesOf(document))).toBe('signature-envelope signature-encoding');
  });

  test.each([2, 32, 63, 65, 128])('%i bytes', (length) => {
    expect(outcome(withSignatureBytes(() => new Uint8Array(length)))).toBe(
      'signature-envelope signature-length',
    );
  });

  test.each([
    ['L', ORDER],
    ['L + 1', ORDER + 1n],
    ['2^256 - 1', 2n ** 256n - 1n],
  ])('S = %s (SIG-043)', (_, s) => {
    const bytes = withSignatureBytes((signature) =>
      Buffer.concat([signature.subarray(0, 32), littleEndian(s)]),
    );
    expect(outcome(bytes)).toBe('signature-envelope signature-scalar');
  });

  test.each([
    ...Object.entries(POINTS).filter(([name]) => name !== 'identity'),
    ['mixedOrder', MIXED_ORDER] as const,
  ])('R = %s (SIG-041, SIG-042)', (_, point) => {
    expect(outcome(withSignatureBytes(R_OF(point)))).toBe('signature-envelope signature-point');
  });
});

describe('stage 4, key resolution (SIG-034)', () => {
  const command = signed('command').bytes;

  test('refused evidence', () => {
    const { stage, reason, detail } = faultOf(verifyDocument('command', command, REFUSED));
    expect([stage, reason]).toStrictEqual(['key-resolution', 'registry-refused']);
    expect(detail).toContain('unavailable');
    const weak = openRegistry({ organizationId: ORGANIZATION, bindings: [] });
    expect(outcome(command, weak)).toBe('key-resolution registry-refused');
  });

  test.each([
    ['absent', bindingOf(HUMAN_KEY, HUMAN)],
    ['of another case', bindingOf(AGENT_KEY, AGENT, { keyId: AGENT_KEY.keyId.toUpperCase() })],
    ['percent-encoded', bindingOf(AGENT_KEY, AGENT, { keyId: AGENT_KEY.keyId.replace('agent', '%61gent') })],
  ])('a key id that is %s (DATA-045, REG-011)', (_, binding) => {
    expect(outcome(command, registryOf(binding))).toBe('key-resolution unknown-key');
  });

  test.each([
    ['id', { type: 'agent', id: 'urn:missionweaveprotocol:agent:other' }],
    ['type', { type: 'service', id: AGENT.id }],
  ] as const)('a key bound to another Principal %s (SIG-019)', (_, principal) => {
    expect(outcome(command, registryOf(bindingOf(AGENT_KEY, principal)))).toBe(
      'key-resolution wrong-principal',
    );
  });

  test('SIG-012: the Artifact’s producer signs, as an agent', () => {
    const { bytes } = signed('artifact', UNSIGNED.artifact, HUMAN_KEY);
    expect(outcome(bytes, registryOf(), 'artifact')).toBe('key-resolution wrong-principal');
  });

  test('SIG-015: acceptedBy signs an Event, not its actor', () => {
    const { bytes } = signed('event', UNSIGNED.event, AGENT_KEY);
    expect(outcome(bytes, registryOf(), 'event')).toBe('key-resolution wrong-principal');
  });

  const history = (boundary: object) => ({
    validityHistory: [{ sequence: 1, recordedAt: '2026-02-01T00:00:00Z', ...boundary }],
  });
  test.each([
    ['validFrom at the protected time', { validFrom: AT }, true],
    ['validFrom after it', { validFrom: '2026-03-01T09:30:00.0000000001Z' }, false],
    ['validUntil at it', history({ validUntil: AT }), false],
    ['validUntil after it', history({ validUntil: '2026-03-01T09:30:00.0000000001Z' }), true],
    ['revokedAt at it', history({ revokedAt: '2026-03-01T10:30:00+01:00' }), false],
    ['revokedAt after it', history({ revokedAt: '2026-03-01T09:30:00.1Z' }), true],
  ])('%s (REG-009, REG-010)', (_, overrides, isValid) => {
    const result = verifyDocument('command', command, registryOf(bindingOf(AGENT_KEY, AGENT, overrides)));
    expect(result.ok ? 'complete' : result.fault.reason).toBe(isValid ? 'complete' : 'key-not-valid');
  });
});

describe('stage 5, canonicalization (SIG-036)', () => {
  test.each([
    ['a number out of range', '1e400', '/payload/text'],
    ['a negative number out of range', '-1e400', '/payload/text'],
    ['a lone surrogate', String.raw`"\ud800"`, '/payload/text'],
    ['a lone surrogate in a name', String.raw`{"\udfff":1}`, '/payload/text/\udfff'],
  ])('%s (DATA-012)', (_, value, pointer) => {
    const text = textOf(signed('command').bytes).replace('"Grüße, 😀"', value);
    const { stage, reason, detail } = faultOf(verifyDocument('command', utf8(text), registryOf()));
    expect([stage, reason]).toStrictEqual(['canonicalization', 'no-canonical-form']);
    expect(detail).toContain(pointer);
  });
});

describe('stage 6, signature (SIG-037)', () => {
  test.each<[string, (document: Json & { signature: Json }) => unknown]>([
    ['changed payload', (document) => ({ ...document, payload: { text: 'other' } })],
    [
      'changed nested signature (SIG-021)',
      (document) => ({ ...document, payload: { text: 'Grüße, 😀', signature: '' } }),
    ],
    ['removed nested signature (SIG-021)', (document) => ({ ...document, payload: { text: 'Grüße, 😀' } })],
    [
      'added extension (DATA-063)',
      (document) => ({
        ...document,
        extensions: { 'x:y': { version: '1.0.0', critical: false, data: null } },
      }),
    ],
    [
      'decomposed text (DATA-014)',
      (document) => JSON.parse(JSON.stringify(document).replace('ü', 'u\u0308')),
    ],
  ])('%s', (_, change) => {
    expect(outcome(bytesOf(change(signedJson())))).toBe('signature equation');
  });

  test('another key of the same Principal', () => {
    const { bytes } = signed('command', UNSIGNED.command, {
      ...HUMAN_KEY,
      signer: { ...HUMAN_KEY.signer, keyId: AGENT_KEY.keyId },
    });
    expect(outcome(bytes)).toBe('signature equation');
  });

  test('DATA-072: a signature over everything but signature.value is refused', () => {
    const document = signedJson();
    const { value: _, ...envelope } = document.signature;
    const signingText = valueOf(canonicalize({ ...document, signature: envelope }));
    document.signature['value'] = encodeBase64Url(signMessage(AGENT_KEY.privateKey, utf8(signingText)));
    expect(outcome(bytesOf(document))).toBe('signature equation');
  });

  test('R = I with S = 0: stage 6 with a good key, stage 4 with a weak one (SIG-042, SIG-044)', () => {
    const forged = withSignatureBytes(() => Buffer.concat([POINTS.identity, new Uint8Array(32)]));
    expect(outcome(forged)).toBe('signature equation');
    const weak = openRegistry({
      organizationId: ORGANIZATION,
      bindings: [bindingOf(AGENT_KEY, AGENT, { publicKey: encodeBase64Url(POINTS.identity) })],
    });
    expect(outcome(forged, weak)).toBe('key-resolution registry-refused');
  });
});

describe('the first failing stage is reported (SIG-038)', () => {
  // Each step breaks one more, earlier stage of the same document.
  const broken = (() => {
    const document = signedJson();
    document['payload'] = { changed: true };
    const stage6 = bytesOf(document);
    const stage5 = utf8(textOf(stage6).replace('true', '1e400'));
    const badR = (bytes: Uint8Array) => {
      const text = textOf(bytes);
      const value = /"value":"([^"]+)"/.exec(text)?.[1] ?? '';
      const changed = encodeBase64Url(R_OF(POINTS.offCurve)(Buffer.from(value, 'base64url')));
      return utf8(text.replace(value, changed));
    };
    const schema = (bytes: Uint8Array) => utf8(textOf(bytes).replace('{', '{"unknown":1,'));
    const parse = (bytes: Uint8Array) => utf8(textOf(bytes).replace('{', '{"unknown":1,'));
    return {
      stage6,
      stage5,
      stage3: badR(stage5),
      stage2: schema(badR(stage5)),
      stage1: parse(schema(badR(stage5))),
    };
  })();

  test.each<[keyof typeof broken, KeyEvidence, string]>([
    ['stage6', registryOf(), 'signature equation'],
    ['stage5', registryOf(), 'canonicalization no-canonical-form'],
    ['stage5', registryOf(bindingOf(HUMAN_KEY, HUMAN)), 'key-resolution unknown-key'],
    ['stage5', REFUSED, 'key-resolution registry-refused'],
    ['stage6', registryOf(bindingOf(AGENT_KEY, HUMAN)), 'key-resolution wrong-principal'],
    ['stage3', registryOf(), 'signature-envelope signature-point'],
    ['stage3', REFUSED, 'signature-envelope signature-point'],
    ['stage3', registryOf(bindingOf(HUMAN_KEY, HUMAN)), 'signature-envelope signature-point'],
    ['stage2', REFUSED, 'schema schema-mismatch'],
    ['stage1', REFUSED, 'parse not-strict-json'],
  ])('%s with its keys', (name, keys, expected) => {
    expect(outcome(broken[name], keys)).toBe(expected);
  });

  test('an R that is bad only as a point outranks an unavailable Registry, S ≥ L too', () => {
    expect(outcome(withSignatureBytes(R_OF(MIXED_ORDER)), REFUSED)).toBe(
      'signature-envelope signature-point',
    );
    expect(outcome(withSignatureBytes(S_AT_ORDER), REFUSED)).toBe('signature-envelope signature-scalar');
  });

  test('a good R leaves the later stage as it is', () => {
    expect(outcome(signed('command').bytes, REFUSED)).toBe('key-resolution registry-refused');
  });
});

describe('the wire (SIG-039, ERR-042)', () => {
  test.each([
    ['parse', utf8('{'), registryOf(), 'PROTOCOL_VIOLATION'],
    ['schema', utf8('{}'), registryOf(), 'SCHEMA_VALIDATION_FAILED'],
    ['signature-envelope', withSignatureBytes(S_AT_ORDER), registryOf(), 'AUTH_INVALID_SIGNATURE'],
    ['key-resolution', signed('command').bytes, REFUSED, 'AUTH_INVALID_SIGNATURE'],
    [
      'canonicalization',
      utf8(textOf(signed('command').bytes).replace('"Grüße, 😀"', '1e400')),
      registryOf(),
      'PROTOCOL_VIOLATION',
    ],
    ['signature', bytesOf({ ...signedJson(), payload: {} }), registryOf(), 'AUTH_INVALID_SIGNATURE'],
  ])('%s', (stage, bytes, keys, wireCode) => {
    const fault = faultOf(verifyDocument('command', bytes, keys));
    expect([fault.stage, fault.wireCode]).toStrictEqual([stage, wireCode]);
  });

  test('the message is one constant that names no check', () => {
    expect(REJECTION_MESSAGE).toBe('signed document rejected');
  });
});

describe('verifyDocumentAsync', () => {
  const good = signed('command').bytes;
  test.each([
    ['a good document', good],
    ['cut short', good.subarray(0, -1)],
    ['another payload', bytesOf({ ...signedJson(), payload: {} })],
    ['another signature', withSignatureBytes((signature) => signature.fill(1, 32, 40))],
    ['S ≥ L', withSignatureBytes(S_AT_ORDER)],
    ['R of mixed order', withSignatureBytes(R_OF(MIXED_ORDER))],
    ['R is the identity', withSignatureBytes(R_OF(Uint8Array.of(1, ...new Uint8Array(31))))],
  ])('%s: as verifyDocument', async (_, bytes) => {
    for (const keys of [registryOf(), registryOf(bindingOf(SERVICE_KEY, HUMAN)), REFUSED]) {
      const verdict = await verifyDocumentAsync('command', bytes, keys);
      expect(verdict).toStrictEqual(verifyDocument('command', bytes, keys));
    }
  });

  test('passes what is good', async () => {
    expect((await verifyDocumentAsync('command', good, registryOf())).ok).toBe(true);
  });
});

import { describe, expect, test } from 'vitest';
import { AGENT, AT, faultOf, registryOf, signed, textOf, utf8, valueOf } from './fixtures.test-data.ts';
import { createError } from './error-codes.ts';
import {
  decodeFrame,
  type DocumentFrame,
  encodeDocumentFrame,
  encodeFrame,
  type FrameFault,
  type PlainFrame,
} from './frame.ts';
import { checkSchema } from './schema.ts';
import { verifyDocument } from './verify.ts';

const FRAME_ID = 'urn:uuid:5a0c8f0e-0f5c-4d5e-9a51-2f4f0a3b6c7d';
const base = { protocolVersion: '0.1', frameId: FRAME_ID } as const;

const FRAMES: Readonly<Record<string, PlainFrame>> = {
  'HELLO client_init': {
    ...base,
    frameType: 'HELLO',
    phase: 'client_init',
    agentId: AGENT.id,
    keyId: 'urn:missionweaveprotocol:key:agent',
    clientNonce: 'AAAA',
    supportedVersions: ['0.1'],
  },
  'HELLO server_challenge': {
    ...base,
    frameType: 'HELLO',
    phase: 'server_challenge',
    selectedVersion: '0.1',
    clientNonce: 'AAAA',
    serverNonce: 'BBBB',
    challenge: 'CCCC',
  },
  'HELLO client_response': {
    ...base,
    frameType: 'HELLO',
    phase: 'client_response',
    agentId: AGENT.id,
    keyId: 'urn:missionweaveprotocol:key:agent',
    clientNonce: 'AAAA',
    serverNonce: 'BBBB',
    challengeSignature: 'DDDD',
  },
  'HELLO server_accept': {
    ...base,
    frameType: 'HELLO',
    phase: 'server_accept',
    selectedVersion: '0.1',
    sessionToken: 't'.repeat(16),
    sessionEpoch: 1,
    expiresAt: AT,
  },
  SUBSCRIBE: {
    ...base,
    frameType: 'SUBSCRIBE',
    subscriptionId: 'x:s',
    groups: [
      {
        groupId: 'x:g1',
        afterSequence: 0,
        attention: { mentionsOnly: true, eventKinds: ['message.posted'] },
      },
      { groupId: 'x:g2', afterSequence: 9007199254740991 },
    ],
  },
  ACK: { ...base, frameType: 'ACK', acknowledgements: [{ groupId: 'x:g1', sequence: 3 }], sentAt: AT },
  PING: { ...base, frameType: 'PING', nonce: 'AAAA', replyToNonce: 'BBBB', sentAt: AT },
  ERROR: {
    ...base,
    frameType: 'ERROR',
    error: createError('RATE_LIMITED', {
      message: 'wait',
      occurredAt: AT,
      retryAfterMs: 5,
      details: { a: [1.5] },
    }),
  },
};

function decode(text: string) {
  return decodeFrame(utf8(text));
}

function faultIn(value: unknown): FrameFault {
  return faultOf(decode(typeof value === 'string' ? value : JSON.stringify(value)));
}

function documentTextOf(text: string): string {
  return textOf((valueOf(decode(text)) as DocumentFrame).documentBytes);
}

describe('plain frames (WS-007)', () => {
  test.each(Object.entries(FRAMES))('%s survives encoding and decoding', (_, frame) => {
    const text = valueOf(encodeFrame(frame));
    expect(JSON.parse(text)).toStrictEqual(frame);
    expect(valueOf(decode(text))).toStrictEqual(frame);
    expect(valueOf(decode(JSON.stringify(frame, undefined, 2)))).toStrictEqual(frame);
  });

  test.each(Object.entries(FRAMES))(
    '%s with an unknown member is refused both ways (DATA-060)',
    (_, frame) => {
      const wider = { ...frame, note: '' };
      expect(encodeFrame(wider).ok).toBe(false);
      expect(faultIn(wider)).toMatchObject({ reason: 'schema-mismatch', code: 'SCHEMA_VALIDATION_FAILED' });
    },
  );

  test.each(Object.entries(FRAMES))('%s lacks no member that it needs', (_, frame) => {
    const optional = new Set(['frameType', 'phase', 'replyToNonce']);
    for (const name of Object.keys(frame).filter((key) => !optional.has(key))) {
      const fault = faultIn(Object.fromEntries(Object.entries(frame).filter(([key]) => key !== name)));
      expect([name, fault.code, fault.relatedFrameId]).toStrictEqual([
        name,
        'SCHEMA_VALIDATION_FAILED',
        name === 'frameId' ? undefined : FRAME_ID,
      ]);
    }
  });

  test('what cannot be encoded', () => {
    const details = { x: Number.NaN };
    const error = createError('INTERNAL_ERROR', { message: 'x', occurredAt: AT, details });
    expect(faultOf(encodeFrame({ ...base, frameType: 'ERROR', error })).path).toBe('/error/details/x');
    const empty = createError('INTERNAL_ERROR', { message: '', occurredAt: AT });
    expect(encodeFrame({ ...base, frameType: 'ERROR', error: empty }).ok).toBe(false);
  });

  test('what has a shape but no canonical form is no I-JSON (DATA-001)', () => {
    for (const value of ['1e400', String.raw`"\ud800"`, String.raw`{"\udc00":1}`]) {
      const text = JSON.stringify(FRAMES['ERROR']).replace('[1.5]', value);
      expect(faultIn(text)).toMatchObject({ reason: 'no-canonical-form', code: 'PROTOCOL_VIOLATION' });
    }
  });
});

describe('documents in frames (WS-006)', () => {
  test.each(['command', 'event'] as const)(
    '%s: the embedded bytes are the identical bytes (IDM-008)',
    (kind) => {
      const { bytes } = signed(kind);
      const frameType = kind === 'command' ? 'COMMAND' : 'EVENT';
      const text = encodeDocumentFrame({ ...base, frameType, documentBytes: bytes });
      const frame = valueOf(decode(text));
      expect(frame).toMatchObject({ ...base, frameType });
      expect(Object.keys(frame)).toHaveLength(4);
      expect(Buffer.compare((frame as DocumentFrame).documentBytes, bytes)).toBe(0);
      expect(checkSchema('websocket-frame', JSON.parse(text))).toBeUndefined();
      expect(verifyDocument(kind, (frame as DocumentFrame).documentBytes, registryOf()).ok).toBe(true);
    },
  );

  test.each([
    '{ "a" :\t1 ,\r\n "b" : [ ] }',
    String.raw`{"\u0061":"\/\u00e9\ud83d\ude00","n":1.50e+2}`,
    '{"é":"😀","z":0,"a":1}',
    String.raw`{"n":1e400,"s":"\ud800"}`,
    '{"frameId":"x:other","command":{"command":{}},"frameType":"PING"}',
    '{"__proto__":{}}',
    '{}',
  ])('%s stays as it stood', (document) => {
    const members = [`"frameType":"COMMAND"`, `"protocolVersion":"0.1"`, `"frameId":"${FRAME_ID}"`];
    expect(documentTextOf(`{${members.join(',')},"command":${document}}`)).toBe(document);
    expect(documentTextOf(` {"command" : \n${document} , ${members.join(' , ')} } `)).toBe(document);
    expect(documentTextOf(String.raw`{"c\u006fmmand":${document},${members.join(',')}}`)).toBe(document);
    const event = `"event":${document}`;
    expect(documentTextOf(`{${members.join(',').replace('COMMAND', 'EVENT')},${event}}`)).toBe(document);
    const frame = { ...base, frameType: 'COMMAND', documentBytes: utf8(document) } as const;
    expect(documentTextOf(encodeDocumentFrame(frame))).toBe(document);
  });

  test('a bad document is no frame error: its own verification names it', () => {
    const text = JSON.stringify({ ...base, frameType: 'COMMAND', command: { kind: 7 } });
    const { documentBytes } = valueOf(decode(text)) as DocumentFrame;
    expect(faultOf(verifyDocument('command', documentBytes, registryOf()))).toMatchObject({
      stage: 'schema',
      wireCode: 'SCHEMA_VALIDATION_FAILED',
    });
  });

  test.each([null, [], 'x', 1, true])('a document that is %j is refused', (command) => {
    expect(faultIn({ ...base, frameType: 'COMMAND', command }).code).toBe('SCHEMA_VALIDATION_FAILED');
  });

  test.each([
    { ...base, frameType: 'COMMAND' },
    { ...base, frameType: 'COMMAND', event: {} },
    { ...base, frameType: 'EVENT', command: {} },
    { ...base, frameType: 'COMMAND', command: {}, event: {} },
    { ...base, frameType: 'COMMAND', command: {}, sentAt: AT },
    { ...base, frameType: 'COMMAND', command: {}, frameId: 'no id' },
  ])('an envelope that does not fit: %j', (frame) => {
    expect(faultIn(frame)).toMatchObject({ reason: 'schema-mismatch', code: 'SCHEMA_VALIDATION_FAILED' });
  });

  test('a frame id with characters to escape does not break out of its text', () => {
    const documentBytes = utf8('{}');
    const text = encodeDocumentFrame({ ...base, frameId: 'x:","a":"', frameType: 'EVENT', documentBytes });
    expect(JSON.parse(text)).toMatchObject({ frameId: 'x:","a":"' });
  });
});

describe('what is no frame', () => {
  test('WS-003: binary messages', () => {
    const message = utf8(valueOf(encodeFrame(FRAMES['PING'] as PlainFrame)));
    expect(faultOf(decodeFrame(message, { isBinary: true }))).toMatchObject({
      reason: 'binary-message',
      code: 'PROTOCOL_VIOLATION',
      relatedFrameId: undefined,
    });
    expect(decodeFrame(message, { isBinary: false }).ok).toBe(true);
  });

  const ping = JSON.stringify(FRAMES['PING']);
  test.each([
    ['no text', ''],
    ['half a frame', ping.slice(0, 40)],
    ['two frames (WS-003)', `${ping}${ping}`],
    ['two frames on two lines', `${ping}\n${ping}`],
    ['a byte-order mark', `\ufeff${ping}`],
    ['a duplicate (WS-004)', ping.replace('{', String.raw`{"n\u006fnce":"AAAA",`)],
    [
      'a duplicate in the nested Command (WS-004)',
      `{"protocolVersion":"0.1","frameId":"x:f","frameType":"COMMAND","command":{"payload":{"a":1,"\\u0061":2}}}`,
    ],
  ])('WS-005: %s', (_, text) => {
    expect(faultIn(text)).toMatchObject({
      reason: 'not-strict-json',
      code: 'PROTOCOL_VIOLATION',
      relatedFrameId: undefined,
    });
  });

  test.each(['[]', '"HELLO"', 'null', '1', '1e400', `[${ping}]`])('WS-005: %s is no object', (text) => {
    expect(faultIn(text)).toMatchObject({ reason: 'not-an-object', code: 'PROTOCOL_VIOLATION' });
  });

  test.each([
    'PONG',
    'RESULT',
    'UNSUBSCRIBE',
    'MESSAGE_DELTA',
    'ping',
    '',
    'toString',
    '__proto__',
    'HELLO ',
  ])('WS-005, WS-007: frame type %j', (frameType) => {
    expect(faultIn({ ...base, frameType })).toMatchObject({
      reason: 'unknown-frame-type',
      code: 'PROTOCOL_VIOLATION',
      relatedFrameId: FRAME_ID,
    });
  });

  test.each(['HELLO client_init', 'HELLO server_accept'])(
    'WS-005: %j joins type and phase in one text and is an unknown frame type',
    (frameType) => {
      expect(faultIn({ ...base, frameType })).toMatchObject({
        reason: 'unknown-frame-type',
        code: 'PROTOCOL_VIOLATION',
      });
    },
  );

  test.each([undefined, null, 7, ['PING'], { type: 'PING' }])('WS-005: frame type %j', (frameType) => {
    expect(faultIn({ ...base, frameType })).toMatchObject({ code: 'PROTOCOL_VIOLATION' });
  });

  test.each([undefined, 'client_done', '', 1, 'toString'])('WS-005: HELLO phase %j', (phase) => {
    expect(faultIn({ ...FRAMES['HELLO client_init'], phase })).toMatchObject({
      reason: 'unknown-frame-type',
      code: 'PROTOCOL_VIOLATION',
    });
  });

  test('limits', () => {
    const limits = { maxBytes: ping.length, maxDepth: 1 };
    expect(decodeFrame(utf8(ping), { limits }).ok).toBe(true);
    expect(faultOf(decodeFrame(utf8(`${ping} `), { limits })).reason).toBe('not-strict-json');
  });

  test('ERR-001: a fault’s message fits into an Error document, however long the hostile text', () => {
    const name = 'n'.repeat(100_000);
    const faults = [
      faultIn(`{"${name}":1,"${name}":2}`),
      faultIn({ ...base, frameType: name }),
      faultIn({ ...FRAMES['PING'], [name]: 1 }),
      faultIn({ ...FRAMES['PING'], nonce: name }),
      faultIn({ ...base, protocolVersion: name }),
    ];
    const errors = faults.map(({ code, message }) => createError(code, { message, occurredAt: AT }));
    expect(errors.map((error) => checkSchema('error', error))).toStrictEqual(faults.map(() => undefined));
  });
});

describe('versions (DATA-071)', () => {
  test.each(['0.2', '1.0', '', '0.1 ', '0.10'])('protocolVersion %j', (protocolVersion) => {
    expect(faultIn({ ...FRAMES['PING'], protocolVersion })).toMatchObject({
      reason: 'unsupported-version',
      code: 'UNSUPPORTED_VERSION',
      relatedFrameId: FRAME_ID,
    });
    expect(faultIn({ ...base, protocolVersion, frameType: 'PONG' }).code).toBe('UNSUPPORTED_VERSION');
  });

  test('a client that offers no version that we speak', () => {
    const init = FRAMES['HELLO client_init'];
    expect(faultIn({ ...init, supportedVersions: ['0.2', '1.0'] }).code).toBe('UNSUPPORTED_VERSION');
    expect(faultIn({ ...init, supportedVersions: [] }).code).toBe('SCHEMA_VALIDATION_FAILED');
    expect(faultIn({ ...init, supportedVersions: [2] }).code).toBe('SCHEMA_VALIDATION_FAILED');
    expect(faultIn({ ...FRAMES['PING'], supportedVersions: ['0.2'] }).code).toBe('SCHEMA_VALIDATION_FAILED');
  });

  test.each([undefined, null, 0.1])('a version that is %j is a schema matter', (protocolVersion) => {
    expect(faultIn({ ...FRAMES['PING'], protocolVersion }).code).toBe('SCHEMA_VALIDATION_FAILED');
  });
});

describe('related frame id (WS-070): only a well-formed one', () => {
  test.each([
    ['x:f', 'x:f'],
    ['no id', undefined],
    ['', undefined],
    ['x:é', undefined],
    ['x:%GG', undefined],
    [`x:${'f'.repeat(510)}`, `x:${'f'.repeat(510)}`],
    [`x:${'f'.repeat(511)}`, undefined],
    [7, undefined],
    [null, undefined],
    [['x:f'], undefined],
  ])('%j', (frameId, related) => {
    expect(faultIn({ ...FRAMES['PING'], frameId, nonce: '' }).relatedFrameId).toBe(related);
    expect(faultIn({ ...base, frameId, frameType: 'PONG' }).relatedFrameId).toBe(related);
  });
});

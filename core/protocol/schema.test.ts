import { readdirSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { AGENT, AT, HUMAN, signed, textOf, UNSIGNED, utf8, valueOf } from './fixtures.test-data.ts';
import { DOCUMENT_KINDS } from './document-kinds.ts';
import { type JsonDocument, parseJson } from './json.ts';
import {
  checkCommandPayload,
  checkEventPayload,
  checkFramePart,
  checkParsed,
  checkSchema,
  isCommandKind,
  isEventKind,
  isSchemaName,
} from './schema.ts';

function parsed(text: string): JsonDocument {
  return valueOf(parseJson(utf8(text)));
}

function payloadKinds(folder: string): string[] {
  return readdirSync(new URL(`../../schemas/payloads/${folder}/`, import.meta.url)).map((name) =>
    name.replace(/\.schema\.json$/, ''),
  );
}

describe('names', () => {
  test.each([
    'command',
    'event',
    'websocket-frame',
    'registry-evidence',
    'first-admission-record',
    'id',
    'error',
  ])('%s is a schema', (name) => {
    expect(isSchemaName(name)).toBe(true);
  });

  test.each(['', 'Command', 'command.schema.json', 'toString', '__proto__', 'constructor', 'common'])(
    '%j is none',
    (name) => {
      expect(isSchemaName(name)).toBe(false);
      expect(isCommandKind(name)).toBe(false);
      expect(isEventKind(name)).toBe(false);
    },
  );

  test('every payload schema has its kind (CMD-016)', () => {
    expect(payloadKinds('commands').filter((kind) => !isCommandKind(kind))).toStrictEqual([]);
    expect(payloadKinds('events').filter((kind) => !isEventKind(kind))).toStrictEqual([]);
  });

  test('a Command kind is no Event kind and the other way round', () => {
    expect(isCommandKind('message.post')).toBe(true);
    expect(isEventKind('message.post')).toBe(false);
    expect(isEventKind('message.posted')).toBe(true);
    expect(isCommandKind('message.posted')).toBe(false);
    expect(isCommandKind('ext.example.profile.thing')).toBe(false);
  });
});

describe('faults', () => {
  test.each([...DOCUMENT_KINDS])('%s: a conforming document has none', (kind) => {
    expect(checkSchema(kind, signed(kind).document)).toBeUndefined();
    expect(checkParsed(kind, parsed(textOf(signed(kind).bytes)))).toBeUndefined();
  });

  test('name the place and the keyword', () => {
    const { signature, ...document } = signed('command').document;
    expect(checkSchema('command', document)).toMatchObject({ path: '' });
    expect(checkSchema('command', document)?.rule).toContain('required');
    expect(checkSchema('command', { ...document, signature: { ...signature, keyId: 'x y' } })?.path).toBe(
      '/signature/keyId',
    );
    expect(checkSchema('command', { ...document, signature, sessionEpoch: 0 })).toMatchObject({
      path: '/sessionEpoch',
    });
    expect(checkSchema('command', { ...document, signature, sessionEpoch: 0 })?.rule).toContain('minimum');
  });

  test('do not stay behind for the next check', () => {
    expect(checkSchema('id', 'not an id')).toBeDefined();
    expect(checkSchema('id', 'x:y')).toBeUndefined();
  });

  test.each([
    ['x:y', true],
    [`x:${'y'.repeat(510)}`, true],
    [`x:${'y'.repeat(511)}`, false],
    ['x:%GG', false],
    ['x:y\n', false],
    ['x:é', false],
    ['', false],
  ])('DATA-044: id %j', (text, expected) => {
    expect(checkSchema('id', text) === undefined).toBe(expected);
  });

  test('an inherited member name is an unknown member like any other (DATA-006, DATA-060)', () => {
    const text = textOf(signed('command').bytes);
    for (const name of ['__proto__', 'constructor', 'toString']) {
      const fault = checkParsed('command', parsed(text.replace('{', `{"${name}":{},`)));
      expect(fault?.rule).toContain('additionalProperties');
    }
    expect(checkParsed('command', parsed('{"__proto__":{}}'))).toBeDefined();
  });
});

/** A Mission but for the amount of its budget. */
const MISSION = {
  missionId: 'urn:missionweaveprotocol:mission:m1',
  groupId: 'urn:missionweaveprotocol:group:g1',
  revision: 0,
  objective: 'weave',
  definitionOfDone: [{ criterionId: 'c1', description: 'woven', evidenceRequired: ['human_review'] }],
  missionOwner: HUMAN,
  coordinator: { agentId: AGENT.id, agentCardVersion: 1, coordinatorEpoch: 1, leaseId: 'x:lease' },
  state: 'active',
  budget: { currency: 'EUR', financialLimit: 'LIMIT' },
  deadline: AT,
  approvalPolicy: { finalHumanApproval: true, highRiskExecutionApproval: false },
  createdAt: AT,
};

describe('numbers out of range count as numbers (DATA-004)', () => {
  const document = (payload: string) =>
    parsed(textOf(signed('command').bytes).replace(/"payload":\{[^}]*\}/, `"payload":${payload}`));

  test('where the schema allows any value', () => {
    expect(checkParsed('command', document('{"x":[1e400,-1e400]}'))).toBeUndefined();
    expect(document('{"x":1e400}').hasOutOfRangeNumber).toBe(true);
  });

  test.each([
    ['1e400', false],
    ['1e308', false],
    ['0', false],
    ['-1e400', true],
    ['-1', true],
    ['"1"', true],
  ])('financialLimit %s', (text, isRefused) => {
    const budget = parsed(JSON.stringify(MISSION).replace('"LIMIT"', text));
    const fault = checkParsed('mission', budget);
    expect(fault?.path).toBe(isRefused ? '/budget/financialLimit' : undefined);
  });

  test('the rest of a document with such a number is checked as ever', () => {
    const text = JSON.stringify({ ...MISSION, title: '' }).replace('"LIMIT"', '1e400');
    expect(checkParsed('mission', parsed(text))?.rule).toContain('additionalProperties');
  });

  test.each(['1e400', '-1e400'])('sequence %s breaks its bounds', (number) => {
    const text = textOf(signed('event').bytes).replace('"sequence":1', `"sequence":${number}`);
    expect(checkParsed('event', parsed(text))?.path).toBe('/sequence');
  });

  test.each([
    ['1.0', true],
    ['1e0', true],
    ['10e-1', true],
    ['9007199254740991', true],
    ['9007199254740992', false],
    ['9007199254740993', false],
    ['1.5', false],
    ['0', false],
    ['-1', false],
    ['"1"', false],
  ])('DATA-007, DATA-052: sequence %s', (number, expected) => {
    const text = textOf(signed('event').bytes).replace('"sequence":1', `"sequence":${number}`);
    expect(checkParsed('event', parsed(text)) === undefined).toBe(expected);
  });

  test('a frame part too', () => {
    const frame = `{"protocolVersion":"0.1","frameId":"x:f","frameType":"COMMAND","command":{"x":1e400}}`;
    expect(checkFramePart('commandEnvelope', parsed(frame))).toBeUndefined();
    expect(checkFramePart('eventEnvelope', parsed(frame))).toBeDefined();
  });
});

describe('payloads', () => {
  const post = { messageId: 'x:m', content: [{ type: 'text', text: 'hello' }], mentions: [HUMAN] };

  test('a Command payload against its own kind', () => {
    expect(checkCommandPayload('message.post', post)).toBeUndefined();
    expect(checkCommandPayload('message.post', {})?.rule).toContain('required');
    expect(checkCommandPayload('message.post', { ...post, note: '' })?.rule).toContain(
      'additionalProperties',
    );
    expect(checkCommandPayload('message.post', { ...post, authority: true })?.path).toBe('/authority');
    expect(checkCommandPayload('message.post', { ...post, mentions: [HUMAN, HUMAN] })?.path).toBe(
      '/mentions',
    );
    expect(checkCommandPayload('artifact.publish', post)).toBeDefined();
    expect(checkCommandPayload('message.post', null)?.path).toBe('');
  });

  test('an Event payload against its own kind', () => {
    expect(checkEventPayload('artifact.published', {})?.rule).toContain('required');
    expect(
      checkEventPayload('artifact.published', { artifact: signed('artifact').document })?.rule,
    ).toContain('required');
    expect(checkEventPayload('message.posted', UNSIGNED.event.payload)).toBeDefined();
  });
});

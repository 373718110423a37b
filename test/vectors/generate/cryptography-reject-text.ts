// Reject cases that the text or the shape of a document decides: stages parse, schema and canonicalization.
import { printCompact, raw, utf8 } from './bytes.ts';
import { type Break, type CryptographyCases, minimalSample, withSignature } from './cryptography-cases.ts';
import { drop, edit, set } from './edit.ts';
import { asActor, at, MISSION_OWNER, urn } from './world.ts';

const COMMAND = minimalSample('command').document;
const TEXT = printCompact(COMMAND);

/** The compact Command with one more member, `note`, written as given. */
function withNote(jsonText: string): string {
  return `{"payload":{"note":${jsonText}},${TEXT.slice(1).replace('"payload":{},', '')}`;
}

function bytes(...parts: readonly (string | readonly number[])[]): Uint8Array {
  return Buffer.concat(parts.map((part) => (typeof part === 'string' ? utf8(part) : Uint8Array.from(part))));
}

/** The Command with raw bytes inside a string. */
function withStringBytes(...content: readonly number[]): Uint8Array {
  const [before = '', after = ''] = withNote('"<here>"').split('<here>');
  return bytes(before, content, after);
}

type ByteRow = readonly [id: string, content: Uint8Array | string];

const NOT_UTF8: readonly ByteRow[] = [
  ['byte-order-mark', bytes([0xef, 0xbb, 0xbf], TEXT)],
  ['utf16', Buffer.from(TEXT, 'utf16le')],
  ['lone-continuation', withStringBytes(0x80)],
  ['overlong', withStringBytes(0xc0, 0xaf)],
  ['encoded-surrogate', withStringBytes(0xed, 0xa0, 0x80)],
  ['beyond-unicode', withStringBytes(0xf4, 0x90, 0x80, 0x80)],
  ['truncated-sequence', withStringBytes(0xe2, 0x82)],
  ['latin1', withStringBytes(0xe4)],
];

const NOT_JSON: readonly ByteRow[] = [
  ['empty', ''],
  ['whitespace-only', ' \n'],
  ['trailing-brace', `${TEXT}}`],
  ['trailing-document', `${TEXT}\n${TEXT}`],
  ['trailing-comma-after-document', `${TEXT},`],
  ['trailing-nul', `${TEXT}\u0000`],
  ['cut-short', TEXT.slice(0, -1)],
  ['block-comment', `/* loom */${TEXT}`],
  ['line-comment', `${TEXT}// loom`],
  ['trailing-comma-in-object', `${TEXT.slice(0, -1)},}`],
  ['trailing-comma-in-array', withNote('[1,]')],
  ['missing-comma', withNote('[1 2]')],
  ['leading-zero', withNote('07')],
  ['negative-leading-zero', withNote('-01')],
  ['lone-minus', withNote('-')],
  ['plus-sign', withNote('+1')],
  ['leading-point', withNote('.5')],
  ['trailing-point', withNote('1.')],
  ['empty-exponent', withNote('1e')],
  ['hexadecimal', withNote('0x10')],
  ['nan', withNote('NaN')],
  ['infinity', withNote('Infinity')],
  ['negative-infinity', withNote('-Infinity')],
  ['capital-literal', withNote('True')],
  ['undefined', withNote('undefined')],
  ['raw-tab-in-string', withNote('"a\tb"')],
  ['raw-line-feed-in-string', withNote('"a\nb"')],
  ['raw-nul-in-string', withNote('"a\u0000b"')],
  ['unknown-escape', withNote(String.raw`"\x41"`)],
  ['short-unicode-escape', withNote(String.raw`"\u12"`)],
  ['bad-unicode-escape', withNote(String.raw`"\u12G4"`)],
  ['unterminated-string', withNote('"a')],
  ['single-quotes', withNote("'a'")],
  ['unquoted-name', withNote('{a:1}')],
  ['no-break-space', `\u00a0${TEXT}`],
  ['form-feed', `\f${TEXT}`],
  ['line-separator', `${TEXT}\u2028`],
];

const DUPLICATES: readonly ByteRow[] = [
  ['plain', TEXT.replace('{', '{"kind":"work.propose",')],
  ['same-value', TEXT.replace('{', '{"protocolVersion":"0.1",')],
  ['after-unescaping', TEXT.replace('{', String.raw`{"k\u0069nd":"work.propose",`)],
  ['escape-spellings', withNote(String.raw`{"\/":1,"\u002f":1}`)],
  ['surrogate-pair-spellings', withNote(String.raw`{"🧵":1,"\uD83E\uDDF5":1}`)],
  ['nested', withNote('[{"a":{"b":1,"c":2,"b":3}}]')],
  ['proto', withNote('{"__proto__":1,"__proto__":2}')],
  ['proto-after-unescaping', withNote(String.raw`{"__proto__":1,"\u005f_proto__":2}`)],
  ['empty-name', withNote('{"":1,"":2}')],
  ['lone-surrogate-name', withNote(String.raw`{"\ud83e":1,"\uD83E":2}`)],
  ['inside-signature', TEXT.replace('"signature":{', '"signature":{"algorithm":"Ed25519",')],
  ['signature', TEXT.replace('{', '{"signature":null,')],
];

function addParseCases(suite: CryptographyCases, registry: string): void {
  const add = (id: string, list: readonly ByteRow[]) => {
    const store = ([name, content]: ByteRow): Break => ({
      id: name,
      document: suite.document(`reject-parse-${id}-${name}.bin`, content),
      registry,
    });
    suite.reject(id, 'parse', list.map(store));
  };
  add('encoding', NOT_UTF8);
  add('syntax', NOT_JSON);
  add('duplicate-member', DUPLICATES);
}

function addSchemaCases(suite: CryptographyCases, registry: string): void {
  const { value } = COMMAND.signature;
  const time = (text: string) => edit(COMMAND, set('/issuedAt', text), set('/signature/createdAt', text));
  const documents: readonly (readonly [id: string, content: object | string])[] = [
    ['leap-second', time('2027-06-30T23:59:60Z')],
    ['minus-zero-offset', time('2027-03-01T08:00:00-00:00')],
    ['year-zero', time('0000-03-01T08:00:00Z')],
    ['no-such-day', time('2027-02-29T08:00:00Z')],
    ['hour-24', time('2027-03-01T24:00:00Z')],
    ['space-in-time', time('2027-03-01 08:00:00Z')],
    ['created-at-leap-second', edit(COMMAND, set('/signature/createdAt', '2027-06-30T23:59:60Z'))],
    ['algorithm', edit(COMMAND, set('/signature/algorithm', 'Ed448'))],
    ['algorithm-case', edit(COMMAND, set('/signature/algorithm', 'ed25519'))],
    ['padded-signature', withSignature(COMMAND, `${value}==`)],
    ['base64-alphabet', withSignature(COMMAND, `+/${value.slice(2)}`)],
    ['signature-line-feed', withSignature(COMMAND, `${value}\n`)],
    ['signature-empty', withSignature(COMMAND, '')],
    ['signature-missing', edit(COMMAND, drop('/signature'))],
    ['signature-null', edit(COMMAND, set('/signature', null))],
    ['signature-list', edit(COMMAND, set('/signature', [COMMAND.signature]))],
    ['signature-without-value', edit(COMMAND, drop('/signature/value'))],
    ['signature-fifth-member', edit(COMMAND, set('/signature/publicKey', 'AA'))],
    ['key-id-relative', edit(COMMAND, set('/signature/keyId', 'coordinator'))],
    ['key-id-513-characters', edit(COMMAND, set('/signature/keyId', `urn:heddle:${'k'.repeat(502)}`))],
    ['unknown-member', edit(COMMAND, set('/title', 'no such member'))],
    ['missing-member', edit(COMMAND, drop('/correlationId'))],
    ['conditional-rule', edit(COMMAND, drop('/sessionEpoch'))],
    ['proto-at-the-top', edit(COMMAND, set('/__proto__', {}))],
    ['out-of-range-integer', edit(COMMAND, set('/sessionEpoch', raw('1e400')))],
    ['lone-surrogate-in-id', edit(COMMAND, set('/actionId', raw(String.raw`"urn:heddle:\ud83e"`)))],
    ['not-an-object', '[]\n'],
    ['null', 'null\n'],
  ];
  suite.reject(
    'document',
    'schema',
    documents.map(([id, content]) => ({
      id,
      document: suite.document(`reject-schema-${id}.json`, content),
      registry,
    })),
  );
  const event = minimalSample('event').document;
  suite.reject('kind', 'schema', [
    {
      // SIG-001: the kind is what the caller expects, never what the content looks like.
      id: 'event-instead-of-command',
      document: suite.document('reject-schema-event-instead-of-command.json', event),
      registry,
    },
    {
      id: 'final-approval-by-agent',
      kind: 'approval',
      document: suite.document(
        'reject-schema-final-approval-by-agent.json',
        edit(
          minimalSample('approval').document,
          set('/approver', { ...asActor(MISSION_OWNER), type: 'agent' }),
        ),
      ),
      registry,
    },
  ]);
}

function addCanonicalizationCases(suite: CryptographyCases, registry: string): void {
  const surrogate = (text: string) => raw(`"${text}"`);
  const inPayload = (member: string, value: unknown) => edit(COMMAND, set(`/payload/${member}`, value));
  const inExtension = (data: unknown) =>
    edit(
      COMMAND,
      set('/extensions', { [urn('extension', 'thread-count')]: { version: '1.0.0', critical: false, data } }),
    );
  const documents: readonly (readonly [id: string, content: object])[] = [
    ['payload-1e400', inPayload('n', raw('1e400'))],
    ['payload-minus-1e400', inPayload('n', [raw('-1e400')])],
    ['payload-just-beyond-binary64', inPayload('n', raw('1.7976931348623159e308'))],
    ['payload-many-digits', inPayload('n', raw(`1${'0'.repeat(309)}`))],
    ['payload-high-surrogate', inPayload('text', surrogate(String.raw`\ud83e`))],
    ['payload-low-surrogate', inPayload('text', surrogate(String.raw`\uddf5`))],
    ['payload-swapped-surrogates', inPayload('text', surrogate(String.raw`\uddf5\ud83e`))],
    ['payload-high-surrogate-in-name', inPayload(surrogate(String.raw`\ud83e`), 1)],
    ['payload-low-surrogate-in-name', inPayload('nested', { [surrogate(String.raw`a\uddf5`)]: 1 })],
    ['extension-1e400', inExtension({ n: [raw('1e400')] })],
    ['extension-minus-1e400', inExtension(raw('-1e400'))],
    ['extension-high-surrogate', inExtension(surrogate(String.raw`\ud83e`))],
    ['extension-low-surrogate-in-name', inExtension({ [surrogate(String.raw`\uddf5`)]: null })],
    ['nested-signature-1e400', inPayload('signature', raw('1e400'))],
  ];
  suite.reject(
    'data-model',
    'canonicalization',
    documents.map(([id, content]) => ({
      id,
      document: suite.document(`reject-canonicalization-${id}.json`, content),
      registry,
    })),
  );
  suite.reject('other-kinds', 'canonicalization', [
    {
      id: 'evidence-details-1e400',
      kind: 'evidence',
      document: suite.document(
        'reject-canonicalization-evidence.json',
        edit(minimalSample('evidence').document, set('/details', { n: raw('1e400') })),
      ),
      registry,
    },
    {
      id: 'event-payload-surrogate',
      kind: 'event',
      document: suite.document(
        'reject-canonicalization-event.json',
        edit(
          minimalSample('event').document,
          set('/payload/at', at('08:00:00')),
          set('/payload/s', surrogate(String.raw`\udfff`)),
        ),
      ),
      registry,
    },
  ]);
}

export function addTextCases(suite: CryptographyCases, registry: string): void {
  addParseCases(suite, registry);
  addSchemaCases(suite, registry);
  addCanonicalizationCases(suite, registry);
}

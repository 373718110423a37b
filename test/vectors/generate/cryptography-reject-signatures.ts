// Reject cases that the signature decides: stages signature-envelope and signature, right signatures by the wrong
// signer, and the order of the stages.
import { printCompact, raw, canonicalBytesWithout, sha256 } from './bytes.ts';
import {
  type Break,
  type CryptographyCases,
  maximalSample,
  sign,
  withSignature,
} from './cryptography-cases.ts';
import { fromLittleEndian, L, littleEndian, ORDER_8, signByHand } from './curve.ts';
import { SIGNED_DOCUMENTS } from './documents-signed.ts';
import { drop, edit, set } from './edit.ts';
import { seedOf } from './keys.ts';
import { REGISTRY } from './registries.ts';
import {
  COMMAND,
  R,
  S,
  SAMPLE,
  SIGNATURE,
  UNSIGNED,
  WEAK_KEY_FORGERY,
  withPadBits,
  ZERO,
} from './tampered.ts';
import { IDENTITY_ENCODING, WEAK_ENCODINGS } from './weak-points.ts';
import { at, INSPECTOR, urn, WEAVER } from './world.ts';

type Row = readonly [id: string, document: object];

function addEnvelopeCases(suite: CryptographyCases, registry: string): void {
  const add = (id: string, rows: readonly Row[]) => {
    const store = ([name, document]: Row): Break => ({
      id: name,
      document: suite.document(`reject-envelope-${name}.json`, document),
      registry,
    });
    suite.reject(id, 'signature-envelope', rows.map(store));
  };
  const times = (issuedAt: string, createdAt = issuedAt) =>
    edit(COMMAND, set('/issuedAt', issuedAt), set('/signature/createdAt', createdAt));
  add('protected-time', [
    ['created-at-differs', times(at('08:00:00'), at('08:00:01'))],
    ['created-at-other-spelling', times(at('08:00:00'), at('08:00:00.0'))],
    ['created-at-lower-case-t', times(at('08:00:00'), '2027-03-01t08:00:00Z')],
    ['offset-plus-zero', times('2027-03-01T08:00:00+00:00')],
    ['offset-plus-eight', times('2027-03-01T16:00:00+08:00')],
    ['offset-in-created-at-only', times(at('08:00:00'), '2027-03-01T08:00:00+00:00')],
    ['offset-in-issued-at-only', times('2027-03-01T08:00:00+00:00', at('08:00:00'))],
    ['lower-case-z', times('2027-03-01T08:00:00z')],
    ['lower-case-z-in-created-at-only', times(at('08:00:00'), '2027-03-01T08:00:00z')],
  ]);
  add('signature-encoding', [
    ['63-bytes', withSignature(COMMAND, SIGNATURE.subarray(0, 63))],
    ['65-bytes', withSignature(COMMAND, Buffer.concat([SIGNATURE, Uint8Array.of(0)]))],
    ['32-bytes', withSignature(COMMAND, R)],
    ['one-byte', withSignature(COMMAND, Uint8Array.of(7))],
    ['128-bytes', withSignature(COMMAND, Buffer.concat([SIGNATURE, SIGNATURE]))],
    ['impossible-length', withSignature(COMMAND, COMMAND.signature.value.slice(0, -1))],
    ['nonzero-pad-bits', withSignature(COMMAND, withPadBits(COMMAND.signature.value))],
  ]);
  const withS = (s: Uint8Array) => withSignature(COMMAND, Buffer.concat([R, s]));
  add('scalar', [
    ['s-equals-order', withS(littleEndian(L, 32))],
    ['s-plus-order', withS(littleEndian(fromLittleEndian(S) + L, 32))],
    ['s-equals-order-plus-1', withS(littleEndian(L + 1n, 32))],
    ['s-high-bits', withS(Uint8Array.from(S, (byte, index) => (index === 31 ? byte | 0xe0 : byte)))],
    ['s-all-ones', withS(new Uint8Array(32).fill(0xff))],
  ]);
  add('point', [
    ...Object.entries(WEAK_ENCODINGS).map(([name, encoding]): Row => [
      `r-${name}`,
      withSignature(COMMAND, Buffer.concat([encoding, S])),
    ]),
    [
      // A cofactored verifier accepts this one.
      'r-mixed-order-signed',
      withSignature(COMMAND, signByHand(seedOf(SAMPLE.key), SAMPLE.signingBytes, { torsion: ORDER_8 })),
    ],
    ['r-and-s-weak', withSignature(COMMAND, Buffer.concat([WEAK_ENCODINGS['order-2'], littleEndian(L, 32)]))],
  ]);
}

/** Documents whose signature is right, by somebody who may not sign them (SIG-010…SIG-019). */
function addSignerCases(suite: CryptographyCases, registry: string): void {
  const card = sign('agent-card', SIGNED_DOCUMENTS['agent-card'].minimal, 'weaver');
  const cardByHuman = sign('agent-card', SIGNED_DOCUMENTS['agent-card'].minimal, 'mission-owner');
  const artifact = sign('artifact', SIGNED_DOCUMENTS.artifact.minimal, 'inspector');
  const event = sign('event', SIGNED_DOCUMENTS.event.minimal, 'coordinator');
  const approval = sign('approval', SIGNED_DOCUMENTS.approval.minimal, 'security-officer');
  const snapshot = sign('group-snapshot', SIGNED_DOCUMENTS['group-snapshot'].minimal, 'group-authority');
  const samples = [
    ['agent-card-by-its-agent', card],
    ['agent-card-by-human', cardByHuman],
    ['artifact-by-other-agent', artifact],
    ['event-by-its-actor', event],
    ['approval-by-other-human', approval],
    ['snapshot-by-other-service', snapshot],
  ] as const;
  suite.reject(
    'signer',
    'key-resolution',
    samples.map(([id, { kind, document }]) => ({
      id,
      kind,
      document: suite.document(`reject-signer-${id}.json`, document),
      registry,
    })),
  );
}

function addSignatureCases(suite: CryptographyCases, registry: string): void {
  const { document: full } = maximalSample('command');
  const spare = sign('command', UNSIGNED, 'coordinator-spare').document;
  const byHand = (message: Uint8Array, prehash = false) =>
    withSignature(COMMAND, signByHand(seedOf(SAMPLE.key), message, { prehash }));
  const valueOnly = canonicalBytesWithout(edit(COMMAND, drop('/signature/value')), '');
  const documents: readonly Row[] = [
    ['payload-tampered', edit(COMMAND, set('/payload/threads', 121))],
    ['member-removed', edit(full, drop('/expectedRevision'))],
    ['extension-tampered', edit(full, set(`/extensions/${urn('extension', 'selvage')}/data`, {}))],
    ['payload-nested-signature-tampered', edit(full, set('/payload/nested/signature/value', 'goes'))],
    ['payload-nested-signature-removed', edit(full, drop('/payload/nested/signature'))],
    [
      'extension-nested-signature-tampered',
      edit(full, set(`/extensions/${urn('extension', 'thread-count')}/data/signature/algorithm`, 'Ed25519')),
    ],
    [
      'identifier-other-spelling',
      edit(COMMAND, set('/correlationId', 'URN:heddle:test:correlation:warp-plan')),
    ],
    [
      'text-normalized',
      edit(sign('command', { ...UNSIGNED, payload: { t: 'a\u0308' } }).document, set('/payload/t', 'ä')),
    ],
    [
      'array-order',
      edit(sign('command', { ...UNSIGNED, payload: { t: [1, 2] } }).document, set('/payload/t', [2, 1])),
    ],
    ['signed-by-spare-key', withSignature(COMMAND, spare.signature.value)],
    ['key-id-exchanged', edit(COMMAND, set('/signature/keyId', urn('key', 'coordinator-spare')))],
    ['signature-of-other-document', withSignature(COMMAND, full.signature.value)],
    ['weak-key-forgery', WEAK_KEY_FORGERY],
    ['identity-r', withSignature(COMMAND, Buffer.concat([IDENTITY_ENCODING, S]))],
    ['zero-s', withSignature(COMMAND, Buffer.concat([R, ZERO]))],
    ['s-plus-1', withSignature(COMMAND, Buffer.concat([R, littleEndian(fromLittleEndian(S) + 1n, 32)]))],
    // SIG-040: another variant of the scheme is another scheme.
    ['ed25519ph', byHand(SAMPLE.signingBytes, true)],
    // DATA-072: the whole envelope is left out, not only its value.
    ['signed-with-envelope', byHand(valueOnly)],
    ['signed-as-received', byHand(Buffer.from(printCompact(UNSIGNED)))],
    ['signed-hash-instead-of-bytes', byHand(Buffer.from(sha256(SAMPLE.signingBytes)))],
  ];
  suite.reject(
    'equation',
    'signature',
    documents.map(([id, document]) => ({
      id,
      document: suite.document(`reject-signature-${id}.json`, document),
      registry,
    })),
  );
  const eventDocument = maximalSample('event').document;
  suite.reject('other-kinds', 'signature', [
    {
      id: 'event-payload-signature-tampered',
      kind: 'event',
      document: suite.document(
        'reject-signature-event.json',
        edit(eventDocument, set('/payload/signature', '')),
      ),
      registry,
    },
  ]);
}

/** Two faults at once: the earlier stage is the one to report, whatever is noticed first (SIG-038). */
function addOrderCases(suite: CryptographyCases, registry: string): void {
  const outOfRange = edit(COMMAND, set('/payload/n', raw('1e400')));
  const surrogate = edit(COMMAND, set('/payload/s', raw(String.raw`"\ud83e"`)));
  const badR = Buffer.concat([WEAK_ENCODINGS['order-2'], S]);
  const unknownKey = set('/signature/keyId', urn('key', 'nobody'));
  const brokenRegistry = suite.registry('order-broken', { ...REGISTRY, organizationId: 'loom' });
  const store = (id: string, document: object | string, evidence = registry): Break => ({
    id,
    document: suite.document(`reject-order-${id}.${typeof document === 'string' ? 'bin' : 'json'}`, document),
    registry: evidence,
  });
  suite.reject('before-all-others', 'parse', [
    store(
      'duplicate-and-unknown-member',
      printCompact(edit(COMMAND, set('/title', 1))).replace('{', '{"title":1,'),
    ),
    store('trailing-data-and-broken-registry', `${printCompact(COMMAND)} 1`, brokenRegistry),
    store('trailing-data-and-out-of-range', `${printCompact(outOfRange)}]`),
  ]);
  suite.reject('before-later-stages', 'schema', [
    store('unknown-member-and-out-of-range', edit(outOfRange, set('/title', raw('1e400')))),
    store('padded-and-unknown-key', edit(withSignature(COMMAND, `${COMMAND.signature.value}==`), unknownKey)),
    store(
      'leap-second-and-broken-registry',
      edit(COMMAND, set('/issuedAt', '2027-06-30T23:59:60Z')),
      brokenRegistry,
    ),
  ]);
  suite.reject('before-later-stages', 'signature-envelope', [
    store('bad-r-and-out-of-range', withSignature(outOfRange, badR)),
    store('bad-r-and-surrogate', withSignature(surrogate, badR)),
    store('bad-r-and-unknown-key', edit(withSignature(COMMAND, badR), unknownKey)),
    store('bad-r-and-broken-registry', withSignature(COMMAND, badR), brokenRegistry),
    store('bad-r-and-tampered', withSignature(edit(COMMAND, set('/payload/x', 1)), badR)),
    store('bad-s-and-out-of-range', withSignature(outOfRange, Buffer.concat([R, littleEndian(L, 32)]))),
    store(
      'time-differs-and-unknown-key',
      edit(COMMAND, unknownKey, set('/signature/createdAt', at('09:00:00'))),
    ),
  ]);
  suite.reject('before-later-stages', 'key-resolution', [
    store('unknown-key-and-out-of-range', edit(outOfRange, unknownKey)),
    store('unknown-key-and-surrogate', edit(surrogate, unknownKey)),
    store('broken-registry-and-out-of-range', outOfRange, brokenRegistry),
    store('wrong-principal-and-out-of-range', edit(outOfRange, set('/actor/id', WEAVER.id))),
    store(
      'expired-and-out-of-range',
      edit(
        outOfRange,
        ...['/issuedAt', '/signature/createdAt'].map((pointer) => set(pointer, '2029-01-01T00:00:00Z')),
      ),
    ),
    store('wrong-principal-and-tampered', edit(COMMAND, set('/actor/id', INSPECTOR.id))),
  ]);
  suite.reject('before-later-stages', 'canonicalization', [
    store('out-of-range-and-weak-key-forgery', edit(WEAK_KEY_FORGERY, set('/payload/n', raw('1e400')))),
    store('surrogate-and-tampered', edit(surrogate, set('/payload/x', 1))),
  ]);
}

export function addSignatureValueCases(suite: CryptographyCases, registry: string): void {
  addEnvelopeCases(suite, registry);
  addSignerCases(suite, registry);
  addSignatureCases(suite, registry);
  addOrderCases(suite, registry);
}

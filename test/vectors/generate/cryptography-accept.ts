// Accept cases of the cryptography suite: canonical forms, and documents and Registries that must pass.
import { DOCUMENT_KINDS, type DocumentKind } from '../../../core/protocol/document-kinds.ts';
import type { Unsigned } from '../../../core/protocol/sign.ts';
import { printCompact, raw, sha256, utf8 } from './bytes.ts';
import {
  type CryptographyCases,
  maximalSample,
  minimalSample,
  type Sample,
  sign,
} from './cryptography-cases.ts';
import { SIGNED_DOCUMENTS } from './documents-signed.ts';
import { drop, edit, set } from './edit.ts';
import { bindingLike, pointerTo, REGISTRY, withBinding } from './registries.ts';
import { at, KEYS_UNTIL, urn } from './world.ts';

const COMMAND = SIGNED_DOCUMENTS.command.minimal;

const MANY_MEMBERS: readonly string[] = [
  ...Array.from({ length: 90 }, (_, index) => `"n${index + 10}":${index}`),
  '"🧵":"supplementary plane"',
  '"\ue000":"private use"',
];

/** Input and canonical form, both written by hand from RFC 8785 and DATA-010…DATA-014. */
const CANONICAL_FORMS: readonly (readonly [file: string, input: string, canonical: string])[] = [
  [
    'numbers-spelling',
    '[1E30, 4.50, 2e-3, 7.0, 7e0, 0.7E+1, 70e-1, -0, -0.0, 0e5, 1e-07, 100]',
    '[1e+30,4.5,0.002,7,7,7,7,0,0,0,1e-7,100]',
  ],
  [
    'numbers-notation-borders',
    '[1e20, 1e21, 123456789012345678901, 999999999999999999999, 0.000001, 0.0000001, -1e21, 123e-8]',
    '[100000000000000000000,1e+21,123456789012345680000,1e+21,0.000001,1e-7,-1e+21,0.00000123]',
  ],
  [
    'numbers-binary64-extremes',
    '[1.7976931348623157e308, 1.7976931348623158e308, 5e-324, 3e-324, 2e-324, 1e-400, -1e-400, 2.2250738585072014e-308]',
    '[1.7976931348623157e+308,1.7976931348623157e+308,5e-324,5e-324,0,0,0,2.2250738585072014e-308]',
  ],
  [
    'numbers-correct-rounding',
    '[9007199254740993, 9007199254740991, 0.1, 0.30000000000000004, 1.10000000000000008881784197001252323389053344726562, 333333333.33333329]',
    '[9007199254740992,9007199254740991,0.1,0.30000000000000004,1.1,333333333.3333333]',
  ],
  [
    'strings-escapes',
    String.raw`["\u0022\u005c\u002F\/", "\b\t\n\f\r", "\u0000\u001F\u000b", "\u007f\u0080\u2028\u20AC", "\ud83e\uddf5", "\uD83E\uDDF5"]`,
    '["\\"\\\\//","\\b\\t\\n\\f\\r","\\u0000\\u001f\\u000b","\u007f\u0080\u2028\u20ac","🧵","🧵"]',
  ],
  [
    'strings-not-normalized',
    '["\\u00e4", "a\\u0308", "\\ufeff", "\u212b"]',
    '["\u00e4","a\u0308","\ufeff","\u212b"]',
  ],
  [
    'members-utf16-order',
    String.raw`{"\ue000": 1, "🧵": 2, "\ufffd": 3, "z": 4, "ä": 5, "": 6, "Z": 7, "\n": 8, "\u20ac": 9}`,
    '{"":6,"\\n":8,"Z":7,"z":4,"ä":5,"€":9,"🧵":2,"\ue000":1,"\ufffd":3}',
  ],
  [
    'members-integer-like-names',
    '{"9": "nine", "10": "ten", "1": "one", "-1": "minus", "01": "zero one", "2147483648": "big", "a": 0}',
    '{"-1":"minus","01":"zero one","1":"one","10":"ten","2147483648":"big","9":"nine","a":0}',
  ],
  [
    'members-prototype-names',
    '{"toString": 1, "__proto__": {"b": 2, "a": 1}, "constructor": null, "hasOwnProperty": false}',
    '{"__proto__":{"a":1,"b":2},"constructor":null,"hasOwnProperty":false,"toString":1}',
  ],
  [
    'members-prefixes',
    '{"aa": 1, "a": 2, "ab": 3, "a\\u0000": 4, "A": 5}',
    '{"A":5,"a":2,"a\\u0000":4,"aa":1,"ab":3}',
  ],
  [
    'nesting',
    ' { "b" : [ { } , [ ] , [ [ { "d" : { "f" : 1 , "e" : [ ] } , "c" : null } ] ] ] ,\r\n\t"a" : { "b" : { "a" : true } } } ',
    '{"a":{"b":{"a":true}},"b":[{},[],[[{"c":null,"d":{"e":[],"f":1}}]]]}',
  ],
  ['scalar-document', '\n"only a text"\n', '"only a text"'],
  ['nesting-100-levels', '[ '.repeat(100) + ' ]'.repeat(100), '['.repeat(100) + ']'.repeat(100)],
  // More members than any document has: implementations may sort long lists another way.
  ['members-many', `{${MANY_MEMBERS.toReversed().join(', ')}}`, `{${MANY_MEMBERS.join(',')}}`],
];

function addCanonicalForms(suite: CryptographyCases): void {
  for (const [file, input, canonical] of CANONICAL_FORMS) {
    suite.accept(`canonicalization.${file}`, 'canonicalization', [
      {
        input: suite.file(`vectors/canonicalization/${file}.json`, input),
        expectedJcs: suite.file(`vectors/canonicalization/${file}.jcs`, canonical),
        sha256: sha256(utf8(canonical)),
      },
    ]);
  }
}

/** The documents of the minimal profile matrix by kind: what the admission suite admits. */
export type StoredDocuments = Readonly<
  Record<DocumentKind, { readonly path: string; readonly sample: Sample }>
>;

function addMatrices(suite: CryptographyCases, registry: string): StoredDocuments {
  const minimal = DOCUMENT_KINDS.map((kind) => {
    const sample: Sample = minimalSample(kind);
    return { kind, sample, path: suite.document(`${kind}.json`, sample.document) };
  });
  suite.accept(
    'profile-matrix.minimal',
    'profile-matrix',
    minimal.map(({ kind, sample, path }) => suite.complete(sample, kind, path, registry)),
  );
  suite.accept(
    'profile-matrix.maximal',
    'profile-matrix',
    DOCUMENT_KINDS.map((kind) => {
      const sample: Sample = maximalSample(kind);
      const path = suite.document(`${kind}-maximal.json`, sample.document);
      return suite.complete(sample, `${kind}-maximal`, path, registry);
    }),
  );
  return Object.fromEntries(
    minimal.map(({ kind, sample, path }) => [kind, { sample, path }]),
  ) as StoredDocuments;
}

function reverseMembers(value: unknown): unknown {
  if (Array.isArray(value)) return value.map((item) => reverseMembers(item));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .toReversed()
      .map(([name, member]) => [name, reverseMembers(member)]),
  );
}

/** Every string of a JSON text with each UTF-16 unit as an escape, in upper-case hexadecimal. */
function escapeEverything(text: string): string {
  return text.replaceAll(/"(?:[^"\\]|\\.)*"/g, (quoted) => {
    const units = Array.from({ length: String(JSON.parse(quoted)).length }, (_, index) =>
      String(JSON.parse(quoted)).charCodeAt(index),
    );
    return `"${units.map((unit) => `\\u${unit.toString(16).toUpperCase().padStart(4, '0')}`).join('')}"`;
  });
}

/** Texts that are not what we would write, but the same value: the signature must hold. */
function addAlternateSerializations(suite: CryptographyCases, registry: string): void {
  const maximal = maximalSample('command');
  const numbers = sign('command', { ...COMMAND, sessionEpoch: 7, payload: { n: [1e21, 10, 0, 0.5] } });
  const proto = sign('command', { ...COMMAND, payload: edit({}, set('/__proto__', { threads: 120 })) });
  const texts: readonly (readonly [file: string, sample: Sample, text: string])[] = [
    ['compact', maximal, printCompact(maximal.document)],
    [
      'whitespace',
      maximal,
      `\r\n\t ${JSON.stringify(maximal.document, null, '\t').replaceAll('\n', '\r\n')}\n\n`,
    ],
    ['member-order', maximal, printCompact(reverseMembers(maximal.document))],
    ['escapes', maximal, escapeEverything(printCompact(maximal.document))],
    [
      'number-spellings',
      numbers,
      printCompact(
        edit(
          numbers.document,
          set('/sessionEpoch', raw('7.0')),
          set('/membershipEpoch', raw('10e-1')),
          set('/payload/n', [
            raw('1E+21'),
            raw('1.0e1'),
            raw('-0'),
            raw('0.50000000000000000000000000000001'),
          ]),
        ),
      ),
    ],
    ['proto-member', proto, printCompact(proto.document)],
  ];
  for (const [file, sample, text] of texts) {
    const name = `command-alternate-${file}`;
    suite.accept(`command.alternate-${file}`, 'single', [
      suite.complete(sample, name, suite.document(`${name}.json`, text), registry),
    ]);
  }
}

/** Spellings of protected time that are unusual and right. */
function addTimes(suite: CryptographyCases, registry: string): void {
  const times: readonly (readonly [file: string, issuedAt: string])[] = [
    ['fraction-19-digits', '2027-03-01T08:00:00.1234560000000000001Z'],
    ['fraction-trailing-zeros', '2027-03-01T08:00:00.5000Z'],
    ['lower-case-t', '2027-03-01t08:00:00Z'],
  ];
  for (const [file, issuedAt] of times) {
    const name = `command-time-${file}`;
    const sample = sign('command', { ...COMMAND, issuedAt });
    suite.accept(`command.time-${file}`, 'single', [
      suite.complete(sample, name, suite.document(`${name}.json`, sample.document), registry),
    ]);
  }
}

/** A fraction of 20 digits before `LAST_MOMENT`. */
const JUST_BEFORE = '2027-03-01T08:00:00.99999999999999999998Z';
const LAST_MOMENT = '2027-03-01T08:00:00.99999999999999999999Z';

/** Registries that prove the key although something about them is unusual. */
function addRegistries(suite: CryptographyCases): void {
  const history = pointerTo('coordinator', 'validityHistory');
  const [status] = REGISTRY.bindings[0]?.validityHistory ?? [];
  const revoked = { sequence: 2, recordedAt: '2027-05-01T00:00:00Z', revokedAt: '2027-05-01T00:00:00Z' };
  const registries: readonly (readonly [
    file: string,
    evidence: object,
    command?: Partial<Unsigned<'command'>>,
  ])[] = [
    ['repeated-binding', withBinding(bindingLike('coordinator', {}))],
    ['repeated-unrelated-binding', withBinding(bindingLike('weaver', {}))],
    [
      'repeated-binding-longer-history',
      withBinding(bindingLike('coordinator', { validityHistory: [status ?? revoked, revoked] })),
    ],
    [
      'key-id-513-characters',
      edit(REGISTRY, set(pointerTo('weaver', 'keyId'), `urn:heddle:${'k'.repeat(502)}`)),
    ],
    [
      'principal-id-513-characters',
      edit(REGISTRY, set(pointerTo('weaver', 'principal/id'), `urn:heddle:${'p'.repeat(502)}`)),
    ],
    [
      'just-before-valid-until',
      edit(REGISTRY, set(`${history}/0/validUntil`, LAST_MOMENT)),
      { issuedAt: JUST_BEFORE },
    ],
    [
      'just-before-revoked-at',
      edit(REGISTRY, set(`${history}/0/revokedAt`, LAST_MOMENT)),
      { issuedAt: JUST_BEFORE },
    ],
    ['valid-from-equal', edit(REGISTRY, set(pointerTo('coordinator', 'validFrom'), at('08:00:00')))],
    [
      'valid-from-equal-other-spelling',
      edit(REGISTRY, set(pointerTo('coordinator', 'validFrom'), '2027-03-02t07:59:00.000+23:59')),
    ],
    [
      'valid-until-negative-offset',
      edit(REGISTRY, set(`${history}/0/validUntil`, '2027-02-28t08:01:01-23:59')),
    ],
    [
      'lower-case-z',
      edit(
        REGISTRY,
        set(pointerTo('coordinator', 'validFrom'), '2027-03-01t08:00:00z'),
        set(`${history}/0/validUntil`, '2027-03-01t08:00:00.1z'),
      ),
    ],
    ['later-revocation', edit(REGISTRY, set(`${history}/1`, revoked))],
    [
      'boundary-moved-earlier',
      edit(
        REGISTRY,
        set(`${history}/1`, { ...revoked, revokedAt: '2027-06-01T00:00:00Z', validUntil: at('09:00:00') }),
      ),
    ],
    ['recorded-at-the-same-time', edit(REGISTRY, set(`${history}/1`, { ...status, sequence: 2 }))],
    ['empty-history', edit(REGISTRY, set(history, []))],
    ['status-without-boundary', edit(REGISTRY, drop(`${history}/0/validUntil`))],
    [
      'unrelated-key-revoked',
      edit(REGISTRY, set(`${pointerTo('weaver', 'validityHistory')}/0/revokedAt`, '2027-01-02T00:00:00Z')),
    ],
    ['unrelated-key-not-yet-valid', edit(REGISTRY, set(pointerTo('weaver', 'validFrom'), KEYS_UNTIL))],
    [
      'empty-hier-part',
      { ...edit(REGISTRY, set(pointerTo('weaver', 'keyId'), 'k:')), organizationId: 'loomworks:' },
    ],
  ];
  for (const [file, evidence, members] of registries) {
    const name = `command-registry-${file}`;
    const sample = sign('command', { ...COMMAND, ...members, actionId: urn('action', file) });
    suite.accept(`registry.${file}`, 'single', [
      suite.complete(
        sample,
        name,
        suite.document(`${name}.json`, sample.document),
        suite.registry(`accept-${file}`, evidence),
      ),
    ]);
  }
}

/** Two live keys of one Principal, and the same document as its other signer signs it. */
function addSecondKey(suite: CryptographyCases, registry: string): void {
  const sample = sign('command', COMMAND, 'coordinator-spare');
  const path = suite.document('command-second-key.json', sample.document);
  suite.accept('command.second-key', 'single', [
    suite.complete(sample, 'command-second-key', path, registry),
  ]);
}

/** Adds every accept case; returns the stored documents that later suites build on. */
export function addAcceptCases(suite: CryptographyCases, registry: string): StoredDocuments {
  addCanonicalForms(suite);
  const documents = addMatrices(suite, registry);
  addAlternateSerializations(suite, registry);
  addTimes(suite, registry);
  addSecondKey(suite, registry);
  addRegistries(suite);
  return documents;
}

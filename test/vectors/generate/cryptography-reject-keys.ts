// Reject cases that the Registry decides: stage key-resolution (REG-001…REG-011).
import { encodeBase64Url } from '../../../core/protocol/base64url.ts';
import type { RegistryBinding } from '../../../core/protocol/generated/documents.ts';
import type { Break, CryptographyCases } from './cryptography-cases.ts';
import { drop, edit, set } from './edit.ts';
import { type KeyName, PUBLIC_KEYS, signerOf } from './keys.ts';
import { bindingLike, pointerTo, REGISTRY, withBinding } from './registries.ts';
import { bytesOf, WEAK_KEY_FORGERY, withPadBits } from './tampered.ts';
import { IDENTITY_ENCODING, WEAK_ENCODINGS } from './weak-points.ts';
import { asActor, at, COORDINATOR, INSPECTOR, OTHER_SERVICE, urn, WEAVER } from './world.ts';

/** A Registry that must not prove the minimal Command. */
type RegistryRow = readonly [id: string, evidence: object];

function addBindingCases(suite: CryptographyCases, command: string): void {
  const add = (id: string, rows: readonly RegistryRow[]) => {
    const store = ([name, evidence]: RegistryRow): Break => ({
      id: name,
      document: command,
      registry: suite.registry(`reject-${name}`, evidence),
    });
    suite.reject(id, 'key-resolution', rows.map(store));
  };
  const selected = (member: string, value: unknown) =>
    edit(REGISTRY, set(pointerTo('coordinator', member), value));
  const unrelated = (member: string, value: unknown) =>
    edit(REGISTRY, set(pointerTo('weaver', member), value));

  add('selection', [
    ['unknown-key', edit(REGISTRY, drop(pointerTo('coordinator')))],
    ['key-id-in-other-case', selected('keyId', urn('key', 'Coordinator'))],
    ['wrong-principal-id', selected('principal/id', INSPECTOR.id)],
    ['wrong-principal-type', selected('principal/type', 'service')],
    ['principal-id-with-slash', selected('principal/id', `${COORDINATOR.id}/`)],
  ]);

  const history = (...statuses: RegistryBinding['validityHistory']) => selected('validityHistory', statuses);
  const first = { sequence: 1, recordedAt: '2026-12-31T12:00:00Z' };
  const second = { sequence: 2, recordedAt: '2027-01-10T12:00:00Z' };
  const now = at('08:00:00');
  add('validity', [
    ['not-yet-valid', selected('validFrom', '2027-03-01T08:00:00.00000000000000000001Z')],
    ['valid-until-equal', history({ ...first, validUntil: now })],
    ['valid-until-equal-other-spelling', history({ ...first, validUntil: '2027-03-01t00:01:00.000-07:59' })],
    ['expired', history({ ...first, validUntil: '2027-03-01T07:59:59.99999999999999999999Z' })],
    ['revoked-at-equal', history({ ...first, revokedAt: now })],
    [
      'revoked-before-valid-until',
      history({ ...first, revokedAt: at('07:00:00'), validUntil: at('09:00:00') }),
    ],
    [
      'earliest-boundary-counts',
      history({ ...first, validUntil: at('09:00:00') }, { ...second, validUntil: now }),
    ],
    // Whether a later status may leave a boundary out or not, it cannot bring the key back.
    ['boundary-left-out-later', history({ ...first, validUntil: at('07:00:00') }, second)],
    [
      'revoked-in-a-repeated-binding',
      withBinding(
        bindingLike('coordinator', { validityHistory: [...historyOf(), { ...second, revokedAt: now }] }),
      ),
    ],
  ]);

  add('history', [
    ['gap', history(first, { ...second, sequence: 3 })],
    ['starts-at-two', history({ ...first, sequence: 2 })],
    ['listed-backwards', history(second, first)],
    ['sequence-twice', history(first, { ...second, sequence: 1 })],
    ['recorded-out-of-order', history(first, { ...second, recordedAt: '2026-12-31T11:59:59.9Z' })],
    [
      'valid-until-moved-later',
      history({ ...first, validUntil: at('20:00:00') }, { ...second, validUntil: at('20:00:00.000001') }),
    ],
    [
      'revoked-at-moved-later',
      history({ ...first, revokedAt: at('20:00:00') }, { ...second, revokedAt: at('21:00:00') }),
    ],
    [
      'moved-later-after-a-pause',
      history({ ...first, validUntil: at('20:00:00') }, second, {
        sequence: 3,
        recordedAt: '2027-01-11T12:00:00Z',
        validUntil: at('21:00:00'),
      }),
    ],
    ['repeated-binding-other-status', withBinding(bindingLike('coordinator', { validityHistory: [first] }))],
    [
      'unrelated-repeated-binding-other-status',
      withBinding(
        bindingLike('weaver', { validityHistory: [{ ...first, revokedAt: '2027-12-01T00:00:00Z' }] }),
      ),
    ],
    ['unrelated-gap', unrelated('validityHistory', [first, { ...second, sequence: 3 }])],
  ]);

  add('timestamp', [
    ['valid-from-leap-second', selected('validFrom', '2026-12-31T23:59:60Z')],
    ['valid-from-minus-zero', selected('validFrom', '2027-01-01T00:00:00-00:00')],
    ['recorded-at-year-zero', history({ ...first, recordedAt: '0000-01-01T00:00:00Z' })],
    ['valid-until-no-time', history({ ...first, validUntil: '2028-01-01' })],
    ['unrelated-revoked-at', unrelated('validityHistory/0/revokedAt', 'never')],
  ]);

  add('identity', [
    // REG-006: one public key under two key ids, for one Principal or for two.
    ['alias-of-unrelated-key', withBinding(bindingLike('weaver', { keyId: urn('key', 'alias') }))],
    ['alias-of-selected-key', withBinding(bindingLike('coordinator', { keyId: urn('key', 'alias') }))],
    [
      'shared-by-two-principals',
      withBinding(
        bindingLike('coordinator', { keyId: urn('key', 'alias'), principal: asActor(OTHER_SERVICE) }),
      ),
    ],
    // REG-005: one key id with two keys, two Principals, or two starts.
    ['rebound-public-key', withBinding(bindingLike('coordinator', { publicKey: otherKey('rebound') }))],
    ['rebound-principal', withBinding(bindingLike('coordinator', { principal: asActor(WEAVER) }))],
    ['rebound-valid-from', withBinding(bindingLike('coordinator', { validFrom: '2026-06-01T00:00:00Z' }))],
    ['rebound-unrelated-key', withBinding(bindingLike('weaver', { publicKey: otherKey('rebound') }))],
    ['algorithm', selected('algorithm', 'Ed448')],
    ['unrelated-algorithm', unrelated('algorithm', 'ed25519')],
  ]);

  const badUris: readonly (readonly [name: string, text: string])[] = [
    ['relative', 'loom/7'],
    ['iri', 'https://kettfäden.example/'],
    ['percent', 'urn:heddle:test:%GZ'],
    ['line-feed', 'urn:heddle:test:loom\n'],
    ['ipv4-leading-zero', 'l://[::ffff:10.0.0.01]/'],
  ];
  add('identifier', [
    ...badUris.map(([name, text]): RegistryRow => [
      `organization-id-${name}`,
      { ...REGISTRY, organizationId: text },
    ]),
    ...badUris.map(([name, text]): RegistryRow => [`unrelated-key-id-${name}`, unrelated('keyId', text)]),
    ...badUris.map(([name, text]): RegistryRow => [
      `unrelated-principal-id-${name}`,
      unrelated('principal/id', text),
    ]),
  ]);
}

function historyOf(): RegistryBinding['validityHistory'] {
  return REGISTRY.bindings[0]?.validityHistory ?? [];
}

function otherKey(label: string): string {
  return encodeBase64Url(signerOf(label).publicKey);
}

function addPublicKeyCases(suite: CryptographyCases, command: string): void {
  const key = PUBLIC_KEYS.coordinator;
  const spellings: readonly (readonly [id: string, publicKey: string])[] = [
    ['identity', encodeBase64Url(IDENTITY_ENCODING)],
    ...Object.entries(WEAK_ENCODINGS).map(([id, bytes]) => [id, encodeBase64Url(bytes)] as const),
    ['padded', `${key}=`],
    ['pad-bits', withPadBits(key)],
    ['31-bytes', encodeBase64Url(bytesOf(key).subarray(0, 31))],
    ['33-bytes', encodeBase64Url(Buffer.concat([bytesOf(key), Uint8Array.of(0)]))],
    ['hexadecimal', Buffer.from(bytesOf(key)).toString('hex')],
    ['line-feed', `${key}\n`],
  ];
  const rows = (name: KeyName, prefix: string): Break[] =>
    spellings.map(([id, publicKey]) => ({
      id,
      document: command,
      registry: suite.registry(
        `reject-${prefix}-${id}`,
        edit(REGISTRY, set(pointerTo(name, 'publicKey'), publicKey)),
      ),
    }));
  suite.reject('selected-public-key', 'key-resolution', rows('coordinator', 'public-key'));
  suite.reject('unrelated-public-key', 'key-resolution', rows('weaver', 'unrelated-public-key'));
  suite.reject('weak-key-forgery', 'key-resolution', [
    {
      id: 'weak-key-forgery',
      document: suite.document('reject-key-weak-key-forgery.json', WEAK_KEY_FORGERY),
      registry: suite.registry(
        'reject-weak-key-forgery',
        edit(REGISTRY, set(pointerTo('coordinator', 'publicKey'), encodeBase64Url(IDENTITY_ENCODING))),
      ),
    },
  ]);
}

export function addKeyCases(suite: CryptographyCases, command: string): void {
  addBindingCases(suite, command);
  addPublicKeyCases(suite, command);
}

import { describe, expect, test } from 'vitest';
import {
  AGENT,
  AGENT_KEY,
  bindingOf,
  evidenceOf,
  faultOf,
  HUMAN,
  HUMAN_KEY,
  ORGANIZATION,
  POINTS,
  SERVICE,
  SERVICE_KEY,
  valueOf,
} from './fixtures.test-data.ts';
import { encodeBase64Url } from './base64url.ts';
import type { RegistryBinding, RegistryValidityStatus } from './generated/documents.ts';
import {
  isValidAt,
  type KeyBinding,
  openRegistry,
  refuseEvidence,
  type RegistryFaultReason,
} from './registry.ts';
import { type Instant, parseTimestamp } from './timestamp.ts';

function at(text: string): Instant {
  const instant = parseTimestamp(text);
  if (instant === undefined) throw new Error(text);
  return instant;
}

function agentBinding(overrides: Partial<RegistryBinding>): RegistryBinding {
  return bindingOf(AGENT_KEY, AGENT, overrides);
}

function open(
  ...bindings: readonly [RegistryBinding, ...RegistryBinding[]]
): ReturnType<typeof openRegistry> {
  return openRegistry(evidenceOf(...bindings));
}

function reasonOf(...bindings: readonly [RegistryBinding, ...RegistryBinding[]]): RegistryFaultReason {
  return faultOf(open(...bindings)).reason;
}

function agentKey(...bindings: readonly [RegistryBinding, ...RegistryBinding[]]): KeyBinding {
  const found = valueOf(open(...bindings)).findBinding(AGENT_KEY.keyId);
  if (found === undefined) throw new Error('no binding');
  return found;
}

function status(sequence: number, boundaries: Partial<RegistryValidityStatus> = {}): RegistryValidityStatus {
  return { sequence, recordedAt: `2026-02-0${sequence}T00:00:00Z`, ...boundaries };
}

describe('evidence of one Organization (REG-001)', () => {
  test('knows its Organization, its keys and nothing else', () => {
    const registry = valueOf(openRegistry(evidenceOf()));
    expect(registry.organizationId).toBe(ORGANIZATION);
    expect(registry.findBinding(HUMAN_KEY.keyId)?.principal).toStrictEqual(HUMAN);
    expect(registry.findBinding(SERVICE_KEY.keyId)?.principal).toStrictEqual(SERVICE);
    expect(registry.findBinding(`${HUMAN_KEY.keyId} `)).toBeUndefined();
    expect(registry.findBinding(HUMAN_KEY.keyId.toUpperCase())).toBeUndefined();
    expect(registry.findBinding('__proto__')).toBeUndefined();
  });

  test.each<[string, unknown]>([
    ['null', null],
    ['an array', [evidenceOf()]],
    ['no bindings', { organizationId: ORGANIZATION }],
    ['empty bindings', { organizationId: ORGANIZATION, bindings: [] }],
    ['a further member', { ...evidenceOf(), isComplete: true }],
    ['a further member of a binding', { ...evidenceOf(), bindings: [{ ...agentBinding({}), note: '' }] }],
    [
      'a further member of a status',
      {
        ...evidenceOf(),
        bindings: [agentBinding({ validityHistory: [{ ...status(1), note: '' } as RegistryValidityStatus] })],
      },
    ],
    [
      'an unknown Principal type',
      evidenceOf(agentBinding({ principal: { type: 'robot', id: 'x:y' } as never })),
    ],
    ['sequence 0', evidenceOf(agentBinding({ validityHistory: [status(1, { sequence: 0 })] }))],
    ['sequence 1.5', evidenceOf(agentBinding({ validityHistory: [status(1, { sequence: 1.5 })] }))],
  ])('refuses the shape: %s', (_, evidence) => {
    expect(faultOf(openRegistry(evidence)).reason).toBe('shape');
  });
});

test('REG-002: one bad binding refuses all evidence, wherever it stands', () => {
  const bad = bindingOf(HUMAN_KEY, HUMAN, { publicKey: encodeBase64Url(POINTS.identity) });
  expect(reasonOf(agentBinding({}), bad)).toBe('public-key');
  expect(reasonOf(bad, agentBinding({}))).toBe('public-key');
});

describe('identifiers (REG-003)', () => {
  test.each(['relative', '', 'https://例え.テスト/', 'urn:example:%GG', 'example:/path\n'])(
    'refuses %j',
    (id) => {
      const reasons = [
        faultOf(openRegistry({ ...evidenceOf(), organizationId: id })).reason,
        reasonOf(agentBinding({ keyId: id })),
        reasonOf(agentBinding({ principal: { type: 'agent', id } })),
      ];
      expect(reasons).toStrictEqual(
        id === '' ? ['shape', 'shape', 'shape'] : ['organization-id', 'key-id', 'principal-id'],
      );
    },
  );

  test('DATA-044: no length limit', () => {
    const keyId = `urn:example:${'k'.repeat(513)}`;
    expect(valueOf(open(agentBinding({ keyId }))).findBinding(keyId)?.keyId).toBe(keyId);
  });
});

describe('algorithm and public key (REG-004)', () => {
  test.each(['Ed448', 'ed25519', 'Ed25519 ', 'EdDSA'])('refuses algorithm %j', (algorithm) => {
    expect(reasonOf(agentBinding({ algorithm }))).toBe('algorithm');
  });

  const canonical = encodeBase64Url(AGENT_KEY.publicKey);
  test.each<[string, string]>([
    ...Object.entries(POINTS).map(([name, point]): [string, string] => [name, encodeBase64Url(point)]),
    ['mixed order', `lZmZ${'mZmZ'.repeat(9)}mZk`],
    ['padded', `${canonical}=`],
    ['31 bytes', encodeBase64Url(AGENT_KEY.publicKey.subarray(1))],
    ['33 bytes', encodeBase64Url(Buffer.concat([AGENT_KEY.publicKey, Uint8Array.of(0)]))],
    ['not base64url', `${canonical.slice(0, -1)}+`],
    ['nonzero unused bits', `${encodeBase64Url(POINTS.identity).slice(0, -1)}B`],
  ])('refuses public key: %s', (_, publicKey) => {
    expect(reasonOf(agentBinding({ publicKey }))).toBe('public-key');
  });
});

describe('one key id, one key (REG-005, REG-006)', () => {
  test.each<[string, Partial<RegistryBinding>]>([
    ['another Principal', { principal: HUMAN }],
    ['another Principal type', { principal: { type: 'service', id: AGENT.id } }],
    ['another public key', { publicKey: encodeBase64Url(HUMAN_KEY.publicKey) }],
    ['another validFrom (REG-007)', { validFrom: '2026-01-02T00:00:00Z' }],
  ])('refuses a key id with %s', (_, overrides) => {
    expect(reasonOf(agentBinding({}), agentBinding(overrides))).toBe('key-id-rebound');
    expect(reasonOf(agentBinding(overrides), agentBinding({}))).toBe('key-id-rebound');
  });

  test.each([
    ['another Principal', HUMAN],
    ['the same Principal', AGENT],
  ])('refuses a public key under a second key id of %s', (_, principal) => {
    const alias = agentBinding({ keyId: 'urn:missionweaveprotocol:key:alias', principal });
    expect(reasonOf(agentBinding({}), alias)).toBe('public-key-reused');
    expect(reasonOf(alias, bindingOf(HUMAN_KEY, HUMAN), agentBinding({}))).toBe('public-key-reused');
  });

  test('one Principal may have several keys', () => {
    const registry = valueOf(open(agentBinding({}), bindingOf(HUMAN_KEY, AGENT)));
    expect(registry.findBinding(HUMAN_KEY.keyId)?.principal).toStrictEqual(AGENT);
  });

  test('an identical repeat is one logical binding', () => {
    expect(agentKey(agentBinding({}), agentBinding({})).keyId).toBe(AGENT_KEY.keyId);
  });

  test('a repeat may spell its times differently: the instants count (DATA-027)', () => {
    const spelled = { validFrom: '2026-01-01T02:00:00.000+02:00', validityHistory: [status(1)] };
    const plain = { validFrom: '2026-01-01T00:00:00Z', validityHistory: [status(1)] };
    expect(agentKey(agentBinding(plain), agentBinding(spelled)).keyId).toBe(AGENT_KEY.keyId);
    const later = { ...plain, validFrom: '2026-01-01T00:00:00.001Z' };
    expect(reasonOf(agentBinding(plain), agentBinding(later))).toBe('key-id-rebound');
  });

  test('the histories of repeats are merged', () => {
    const later = status(2, { revokedAt: '2026-05-01T00:00:00Z' });
    const first = status(1, { validUntil: '2026-06-01T00:00:00Z' });
    for (const [a, b] of [
      [[first], [later]],
      [[later], [first]],
      [[first, later], [first]],
      [[first], [first, later]],
    ]) {
      const key = agentKey(
        agentBinding({ validityHistory: a ?? [] }),
        agentBinding({ validityHistory: b ?? [] }),
      );
      expect([key.validUntil, key.revokedAt]).toStrictEqual([
        at('2026-06-01T00:00:00Z'),
        at('2026-05-01T00:00:00Z'),
      ]);
    }
  });

  test.each<[string, Partial<RegistryValidityStatus>]>([
    ['recordedAt', { recordedAt: '2026-02-02T00:00:00Z' }],
    ['validUntil', { validUntil: '2026-06-01T00:00:00Z' }],
    ['revokedAt', { revokedAt: '2026-06-01T00:00:00Z' }],
  ])('refuses a repeated sequence with another %s', (_, difference) => {
    expect(
      reasonOf(
        agentBinding({ validityHistory: [status(1)] }),
        agentBinding({ validityHistory: [status(1, difference)] }),
      ),
    ).toBe('history');
  });
});

describe('histories (REG-007, REG-008)', () => {
  test.each<[string, readonly RegistryValidityStatus[]]>([
    ['does not start at 1', [status(2)]],
    ['has a gap', [status(1), status(3)]],
    ['repeats a sequence', [status(1), status(1)]],
    ['runs backwards', [status(2), status(1)]],
    ['recordedAt goes back', [status(1), status(2, { recordedAt: '2026-01-31T23:59:59.999Z' })]],
    ['recordedAt goes back by offset', [status(1), status(2, { recordedAt: '2026-02-01T00:30:00+01:00' })]],
    [
      'validUntil moved later',
      [
        status(1, { validUntil: '2026-06-01T00:00:00Z' }),
        status(2, { validUntil: '2026-06-01T00:00:00.0000000001Z' }),
      ],
    ],
    [
      'revokedAt moved later',
      [status(1, { revokedAt: '2026-06-01T00:00:00Z' }), status(2, { revokedAt: '2026-06-02T00:00:00Z' })],
    ],
    [
      'a boundary moved later after a status without it',
      [
        status(1, { validUntil: '2026-06-01T00:00:00Z' }),
        status(2),
        status(3, { validUntil: '2026-07-01T00:00:00Z' }),
      ],
    ],
  ])('refuses: %s', (_, validityHistory) => {
    expect(reasonOf(agentBinding({ validityHistory: [...validityHistory] }))).toBe('history');
  });

  test('the effective boundary is the earliest ever recorded', () => {
    const key = agentKey(
      agentBinding({
        validityHistory: [
          status(1, { validUntil: '2026-09-01T00:00:00Z' }),
          status(2, { validUntil: '2026-08-01T00:00:00Z', revokedAt: '2026-12-01T00:00:00Z' }),
          status(3, { revokedAt: '2026-11-01T00:00:00Z' }),
        ],
      }),
    );
    expect([key.validUntil, key.revokedAt]).toStrictEqual([
      at('2026-08-01T00:00:00Z'),
      at('2026-11-01T00:00:00Z'),
    ]);
  });

  test('equal boundaries and equal recordedAt are no step back, in any spelling', () => {
    const key = agentKey(
      agentBinding({
        validityHistory: [
          status(1, { validUntil: '2026-08-01T00:00:00Z' }),
          status(2, { recordedAt: '2026-02-01T01:00:00.0+01:00', validUntil: '2026-08-01t02:00:00+02:00' }),
        ],
      }),
    );
    expect(key.validUntil).toStrictEqual(at('2026-08-01T00:00:00Z'));
  });

  test.each<[string, Partial<RegistryBinding>]>([
    ['validFrom', { validFrom: '2026-01-01T00:00:60Z' }],
    ['recordedAt', { validityHistory: [status(1, { recordedAt: '2026-01-01' })] }],
    ['validUntil', { validityHistory: [status(1, { validUntil: '0000-01-01T00:00:00Z' })] }],
    ['revokedAt', { validityHistory: [status(1, { revokedAt: '2026-01-01T00:00:00-00:00' })] }],
  ])('refuses a malformed %s', (_, overrides) => {
    expect(reasonOf(agentBinding(overrides))).toBe('timestamp');
  });
});

describe('validity is half-open and exact (REG-009)', () => {
  const both = agentBinding({
    validFrom: '2026-01-01T00:00:00.5Z',
    validityHistory: [
      status(1, { validUntil: '2026-06-01T00:00:00+02:00', revokedAt: '2026-05-01T00:00:00Z' }),
    ],
  });
  const untilOnly = agentBinding({
    validityHistory: [status(1, { validUntil: '2026-06-01T00:00:00+02:00' })],
  });

  test.each([
    ['2026-01-01T00:00:00.4999999999999999999Z', false],
    ['2026-01-01T00:00:00.5Z', true],
    ['2026-01-01T01:00:00.50+01:00', true],
    ['2026-04-30T23:59:59.9999999999999999999999Z', true],
    ['2026-05-01T00:00:00Z', false],
    ['2026-05-01T00:00:00.0000000000000000001Z', false],
    ['2026-07-01T00:00:00Z', false],
  ])('with both ends: %s', (time, expected) => {
    expect(isValidAt(agentKey(both), at(time))).toBe(expected);
  });

  test.each([
    ['2026-05-31T21:59:59.99999Z', true],
    ['2026-05-31T22:00:00Z', false],
  ])('with validUntil only: %s', (time, expected) => {
    expect(isValidAt(agentKey(untilOnly), at(time))).toBe(expected);
  });

  test('without an end', () => {
    expect(isValidAt(agentKey(agentBinding({})), at('9999-12-31T23:59:59Z'))).toBe(true);
  });
});

test('REG-011: a source that cannot answer or prove completeness gives refused evidence', () => {
  expect(refuseEvidence('unavailable', 'offline')).toStrictEqual({
    ok: false,
    fault: { reason: 'unavailable', message: 'offline' },
  });
  expect(faultOf(refuseEvidence('incomplete', 'page 2 is missing')).reason).toBe('incomplete');
});

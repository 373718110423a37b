import { describe, expect, test } from 'vitest';
import type { AgentCard, CapabilityRef } from '../protocol/generated/documents.ts';
import { compareVersions, matchCapabilities, satisfies } from './capabilities.ts';
import { CAPABILITY, cardOf, WORKER } from './seeded-world.test-data.ts';

describe('versions', () => {
  // The order that Semver itself gives as its example, and whole numbers beyond it.
  const ASCENDING = [
    '0.9.9',
    '1.0.0-alpha',
    '1.0.0-alpha.1',
    '1.0.0-alpha.beta',
    '1.0.0-beta',
    '1.0.0-beta.2',
    '1.0.0-beta.11',
    '1.0.0-rc.1',
    '1.0.0',
    '1.2.0',
    '1.10.0',
    '2.0.0',
    '10.0.0',
    '123456789012345678901234567890.0.0',
    '123456789012345678901234567891.0.0',
  ];
  const pairs = ASCENDING.slice(1).map((version, index) => [ASCENDING[index] ?? '', version] as const);

  test.each(pairs)('OPEN-053: %s comes before %s', (lower, higher) => {
    expect(compareVersions(lower, higher)).toBeLessThan(0);
    expect(compareVersions(higher, lower)).toBeGreaterThan(0);
    expect(compareVersions(higher, higher)).toBe(0);
  });

  test.each([
    ['1.0.0+build.1', '1.0.0+build.2'],
    ['1.0.0-rc.1+a', '1.0.0-rc.1'],
    ['1.0.0+a-b', '1.0.0'],
  ])('OPEN-053: build metadata does not tell %s from %s', (a, b) => {
    expect(compareVersions(a, b)).toBe(0);
  });

  test('OPEN-053: numbers come before words in a pre-release', () => {
    expect(compareVersions('1.0.0-10', '1.0.0-a')).toBeLessThan(0);
    expect(compareVersions('1.0.0-a', '1.0.0-10')).toBeGreaterThan(0);
    expect(compareVersions('1.0.0-2', '1.0.0-11')).toBeLessThan(0);
    expect(compareVersions('1.0.0-a-1', '1.0.0-a')).toBeGreaterThan(0);
  });
});

describe('one capability for another', () => {
  test.each([
    ['1.2.0', '1.2.0', true],
    ['1.2.1', '1.2.0', true],
    ['1.10.0', '1.9.0', true],
    ['1.1.9', '1.2.0', false],
    ['2.0.0', '1.2.0', false],
    ['1.2.0', '2.0.0', false],
    ['1.2.0-rc.1', '1.2.0', false],
    ['1.2.0', '1.2.0-rc.1', true],
    ['1.2.0+build', '1.2.0', true],
  ])('OPEN-053: version %s for %s: %s', (offered, required, expected) => {
    expect(satisfies({ id: 'a.b', version: offered }, { id: 'a.b', version: required })).toBe(expected);
  });

  test('OPEN-053: another id never satisfies', () => {
    expect(satisfies({ id: 'a.b', version: '1.0.0' }, { id: 'a.c', version: '1.0.0' })).toBe(false);
  });
});

describe('a card for a contract', () => {
  const [template] = cardOf(WORKER).capabilities;
  const capabilityOf = (each: CapabilityRef): AgentCard['capabilities'][number] => {
    if (template === undefined) throw new Error('a card has capabilities');
    return { ...template, ...each };
  };
  const cardWith = (...capabilities: readonly CapabilityRef[]): AgentCard =>
    cardOf(WORKER, { capabilities: capabilities.map(capabilityOf) });

  test('WORK-034: pins the version that the card has, not the one that was asked for', () => {
    expect(
      matchCapabilities(cardWith({ id: 'a.b', version: '1.4.0' }), [{ id: 'a.b', version: '1.2.0' }]),
    ).toEqual({
      pins: [{ id: 'a.b', version: '1.4.0' }],
      missing: undefined,
    });
  });

  test('WORK-034: pins the highest of several that satisfy', () => {
    const card = cardWith(
      { id: 'a.b', version: '1.9.0' },
      { id: 'a.b', version: '1.10.0' },
      { id: 'a.b', version: '2.0.0' },
    );
    expect(matchCapabilities(card, [{ id: 'a.b', version: '1.2.0' }]).pins).toEqual([
      { id: 'a.b', version: '1.10.0' },
    ]);
  });

  test('WORK-024: names the first requirement that nothing satisfies', () => {
    const missing = { id: 'c.d', version: '1.0.0' };
    const result = matchCapabilities(cardOf(WORKER), [CAPABILITY, missing, { id: 'e.f', version: '1.0.0' }]);
    expect(result).toEqual({ pins: [CAPABILITY], missing });
  });

  test('WORK-024: keeps the order of the contract', () => {
    const card = cardWith({ id: 'a.b', version: '1.0.0' }, { id: 'c.d', version: '1.0.0' });
    const required = [
      { id: 'c.d', version: '1.0.0' },
      { id: 'a.b', version: '1.0.0' },
    ];
    expect(matchCapabilities(card, required).pins).toEqual(required);
  });
});

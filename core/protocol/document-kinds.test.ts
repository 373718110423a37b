import { describe, expect, test } from 'vitest';
import {
  DOCUMENT_KINDS,
  type ExpectedSigner,
  isDocumentKind,
  isExpectedSigner,
  profileOf,
} from './document-kinds.ts';
import { AGENT, AT, HUMAN, PROTECTED_MEMBER, SERVICE, signed } from './fixtures.test-data.ts';

test('SIG-001: exactly nine kinds, in the order of SIG-010…SIG-018', () => {
  expect(DOCUMENT_KINDS).toStrictEqual([
    'agent-card',
    'approval',
    'artifact',
    'command',
    'context-package',
    'event',
    'evidence',
    'extension-profile',
    'group-snapshot',
  ]);
  expect(DOCUMENT_KINDS.every((kind) => isDocumentKind(kind))).toBe(true);
});

test.each(['', 'Command', 'mission', 'first-admission-record', 'toString', '__proto__'])(
  '%j is no kind',
  (text) => {
    expect(isDocumentKind(text)).toBe(false);
  },
);

describe('profiles (SIG-010…SIG-018)', () => {
  test.each([...DOCUMENT_KINDS])('%s protects its own time', (kind) => {
    const profile = profileOf(kind);
    expect(profile.protectedTimeMember).toBe(PROTECTED_MEMBER[kind]);
    expect(profile.protectedTime(signed(kind).document)).toBe(AT);
  });

  test('expected signers', () => {
    const actual: Record<string, ExpectedSigner> = {
      'agent-card': profileOf('agent-card').expectedSigner(signed('agent-card').document),
      approval: profileOf('approval').expectedSigner(signed('approval').document),
      artifact: profileOf('artifact').expectedSigner(signed('artifact').document),
      command: profileOf('command').expectedSigner(signed('command').document),
      'context-package': profileOf('context-package').expectedSigner(signed('context-package').document),
      event: profileOf('event').expectedSigner(signed('event').document),
      evidence: profileOf('evidence').expectedSigner(signed('evidence').document),
      'extension-profile': profileOf('extension-profile').expectedSigner(
        signed('extension-profile').document,
      ),
      'group-snapshot': profileOf('group-snapshot').expectedSigner(signed('group-snapshot').document),
    };
    expect(actual).toStrictEqual({
      'agent-card': { type: 'service' },
      approval: HUMAN,
      artifact: AGENT,
      command: AGENT,
      'context-package': AGENT,
      event: SERVICE,
      evidence: AGENT,
      'extension-profile': HUMAN,
      'group-snapshot': SERVICE,
    });
  });
});

test('SIG-019: type and id must be equal, for Agent Cards the type alone', () => {
  expect(isExpectedSigner(AGENT, AGENT)).toBe(true);
  expect(isExpectedSigner(AGENT, { ...AGENT, type: 'service' })).toBe(false);
  expect(isExpectedSigner(AGENT, { ...AGENT, id: `${AGENT.id}/` })).toBe(false);
  expect(isExpectedSigner(AGENT, { ...AGENT, id: AGENT.id.toUpperCase() })).toBe(false);
  expect(isExpectedSigner({ type: 'service' }, SERVICE)).toBe(true);
  expect(isExpectedSigner({ type: 'service' }, { type: 'service', id: 'x:other' })).toBe(true);
  expect(isExpectedSigner({ type: 'service' }, HUMAN)).toBe(false);
});

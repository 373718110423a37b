// What each kind of Signed Document protects, written from SIG-010…SIG-018 and not taken from the code under test.
import type { CryptographyProfile } from '../../../core/protocol/generated/documents.ts';

function profile(
  profileId: string,
  protectedTimePointer: string,
  expectedSigner: CryptographyProfile['expectedSigner'],
): CryptographyProfile {
  return { profileId, schema: `schemas/${profileId}.schema.json`, protectedTimePointer, expectedSigner };
}

/** SIG-010…SIG-018. */
export const PROFILES: readonly CryptographyProfile[] = [
  profile('agent-card', '/issuedAt', { rule: 'service-principal' }),
  profile('approval', '/occurredAt', { rule: 'principal-object', pointer: '/approver' }),
  profile('artifact', '/createdAt', { rule: 'agent-id', idPointer: '/producer/agentId' }),
  profile('command', '/issuedAt', { rule: 'principal-object', pointer: '/actor' }),
  profile('context-package', '/generatedAt', { rule: 'principal-object', pointer: '/generatedBy' }),
  profile('event', '/occurredAt', { rule: 'principal-object', pointer: '/acceptedBy' }),
  profile('evidence', '/createdAt', { rule: 'principal-object', pointer: '/generatedBy' }),
  profile('extension-profile', '/approvedAt', { rule: 'principal-object', pointer: '/approvedBy' }),
  profile('group-snapshot', '/createdAt', { rule: 'principal-object', pointer: '/createdBy' }),
];

/** The protected time of a document of a kind. */
export function protectedTimeOf(kind: string, document: object): string {
  const pointer = PROFILES.find(({ profileId }) => profileId === kind)?.protectedTimePointer ?? '';
  const time: unknown = Reflect.get(document, pointer.slice(1));
  if (typeof time !== 'string') throw new Error(`${kind} has no text at ${pointer}`);
  return time;
}

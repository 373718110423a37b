// Membership tokens: what they prove, and that any change of the Membership ends them (MEM-011).
import { beforeEach, expect, it } from 'vitest';
import { GROUP, OWNER, SeededOrganization, STRANGER, WORKER } from '../../domain/seeded-world.test-data.ts';
import { memberKey, ORGANIZATION } from '../../domain/world.ts';
import { faultOf, valueOf } from '../../protocol/fixtures.test-data.ts';
import { MembershipTokens } from './membership-tokens.ts';

let organization: SeededOrganization;
let tokens: MembershipTokens;

beforeEach(() => {
  organization = new SeededOrganization();
  tokens = new MembershipTokens({
    secret: new Uint8Array(32),
    now: () => organization.nowMs,
    newId: (kind) => organization.newId(kind),
  });
});

function issue() {
  return tokens.issue(WORKER.id, 1, GROUP, organization.world);
}

it('names roles and both epochs, and is good for 15 minutes', () => {
  const { token, claims } = valueOf(issue());
  expect(claims).toMatchObject({
    principal: WORKER,
    groupId: GROUP,
    roles: ['worker'],
    membershipEpoch: 1,
    sessionEpoch: 1,
  });
  expect(valueOf(tokens.verify(token, organization.world))).toEqual(claims);
  organization.passSeconds(900);
  expect(faultOf(tokens.verify(token, organization.world)).code).toBe('AUTH_REQUIRED');
});

it('is for Agents that are members, in their current Session', () => {
  const { world } = organization;
  expect(faultOf(tokens.issue(STRANGER.id, 1, GROUP, world)).code).toBe('GROUP_NOT_FOUND');
  expect(faultOf(tokens.issue(WORKER.id, 1, 'urn:x:absent', world)).code).toBe('GROUP_NOT_FOUND');
  expect(faultOf(tokens.issue(WORKER.id, 2, GROUP, world)).code).toBe('AUTH_STALE_SESSION');
  expect(faultOf(tokens.issue(OWNER.id, 1, GROUP, world)).code).toBe('AUTH_STALE_SESSION');
});

it('ends with the Session and with any change of the Membership', () => {
  const { token } = valueOf(issue());
  const { world } = organization;
  const key = memberKey(WORKER);
  const member = world.get('member', GROUP, key);
  if (member === undefined) throw new Error('the Worker is a member');
  world.apply([{ kind: 'member', groupId: GROUP, id: key, value: { ...member, membershipEpoch: 2 } }]);
  expect(faultOf(tokens.verify(token, world)).code).toBe('MEMBERSHIP_STALE');
  world.apply([
    { kind: 'session', groupId: ORGANIZATION, id: WORKER.id, value: { sessionEpoch: 2, openedAt: '' } },
  ]);
  expect(faultOf(tokens.verify(token, world)).code).toBe('AUTH_STALE_SESSION');
});

it('refuses a token that was not sealed here', () => {
  expect(faultOf(tokens.verify('a.b', organization.world)).code).toBe('AUTH_REQUIRED');
});

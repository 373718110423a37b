// Membership tokens (MEM-011): short-lived proof of an Agent's place in one Group, for services that do not follow its
// log. They never appear in a frame, and hold only while the Membership and the Session are as they were.
import { nowAt } from '../../domain/decision.ts';
import { currentMemberships, isAfter, type Role } from '../../domain/members.ts';
import { reject, type Rejection } from '../../domain/rejection.ts';
import { memberKey, ORGANIZATION, type World } from '../../domain/world.ts';
import type { Actor } from '../../protocol/generated/documents.ts';
import { accept, type Result } from '../../protocol/result.ts';
import { formatTimestamp } from '../../protocol/timestamp.ts';
import { MAX_TOKEN_SECONDS, type CapabilityTokensOptions } from '../capability-tokens.ts';
import { ClaimsSealer } from './sealed-claims.ts';

export interface MembershipClaims {
  readonly tokenId: string;
  readonly principal: Actor;
  readonly groupId: string;
  /** All roles of the Principal, in alphabetical order. */
  readonly roles: readonly Role[];
  readonly membershipEpoch: number;
  readonly sessionEpoch: number;
  readonly issuedAt: string;
  readonly expiresAt: string;
}

export class MembershipTokens {
  private readonly options: CapabilityTokensOptions;
  private readonly sealer: ClaimsSealer;

  constructor(options: CapabilityTokensOptions) {
    this.options = options;
    this.sealer = new ClaimsSealer(options.secret, 'membership');
  }

  /** For an Agent's own authenticated Session. */
  issue(
    agentId: string,
    sessionEpoch: number,
    groupId: string,
    world: World,
  ): Result<{ readonly token: string; readonly claims: MembershipClaims }, Rejection> {
    const now = nowAt(this.options.now());
    const principal: Actor = { type: 'agent', id: agentId };
    const place = this.placeOf(principal, sessionEpoch, groupId, world);
    if (!place.ok) return place;
    const claims: MembershipClaims = {
      tokenId: this.options.newId('membership-token'),
      principal,
      groupId,
      ...place.value,
      sessionEpoch,
      issuedAt: now.text,
      expiresAt: formatTimestamp(now.epochMs + MAX_TOKEN_SECONDS * 1_000),
    };
    return accept({ token: this.sealer.seal(claims), claims });
  }

  /** Roles and both epochs must be exactly those of now (MEM-011). */
  verify(token: string, world: World): Result<MembershipClaims, Rejection> {
    const opened = this.sealer.open(token);
    // Nobody else has the key of this purpose: what opens is what was sealed.
    const claims = opened as unknown as MembershipClaims | undefined;
    if (claims === undefined || !isAfter(claims.expiresAt, nowAt(this.options.now()))) {
      return reject('AUTH_REQUIRED', 'MEM-011', 'the token is not valid or has expired');
    }
    const place = this.placeOf(claims.principal, claims.sessionEpoch, claims.groupId, world);
    if (!place.ok) return place;
    const { roles, membershipEpoch } = place.value;
    const isSame = membershipEpoch === claims.membershipEpoch && roles.join() === claims.roles.join();
    return isSame ? accept(claims) : reject('MEMBERSHIP_STALE', 'MEM-011', 'the Membership has changed');
  }

  private placeOf(
    principal: Actor,
    sessionEpoch: number,
    groupId: string,
    world: World,
  ): Result<Pick<MembershipClaims, 'roles' | 'membershipEpoch'>, Rejection> {
    if (world.get('session', ORGANIZATION, principal.id)?.sessionEpoch !== sessionEpoch) {
      return reject('AUTH_STALE_SESSION', 'MEM-011', 'the Session has been replaced');
    }
    const memberships = currentMemberships(world, groupId, principal, nowAt(this.options.now()));
    const membershipEpoch = world.get('member', groupId, memberKey(principal))?.membershipEpoch;
    if (membershipEpoch === undefined || memberships.length === 0) {
      return reject('GROUP_NOT_FOUND', 'MEM-011', 'no such Group');
    }
    const roles = [...new Set(memberships.map(({ role }) => role))].sort();
    return accept({ roles, membershipEpoch });
  }
}

// Who is behind a bearer token: a human or service with an access token, or an Agent with the token of its Session. Whatever
// is wrong with a token, the answer is the same: nobody.
import { nowAt } from '../../domain/decision.ts';
import { isAfter } from '../../domain/members.ts';
import { ORGANIZATION } from '../../domain/world.ts';
import { type AccessTokens, type Caller, findCurrentBinding } from '../access-tokens.ts';
import type { Authority } from '../authority.ts';
import { hasValidCard } from '../gateway/session.ts';
import { readSessionToken } from '../gateway/session-token.ts';

/** The Caller of a token, or undefined. */
export type CallerReader = (token: string) => Promise<Caller | undefined>;

export interface SessionCallersOptions {
  readonly authority: Pick<Authority, 'keys' | 'look'>;
  /** The secret with which the gateway signs session tokens (WS-017). */
  readonly secret: Uint8Array;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Whether the gateway still holds a Session open, past the end that its token names (OPEN-011). */
  readonly isOpen?: (agentId: string, sessionEpoch: number) => boolean;
}

/** Reads session tokens: unexpired, of the current Session Epoch, of a key and an Agent Card that count now (WS-017, IDN-006). */
export function createSessionCallers(options: SessionCallersOptions): CallerReader {
  const { authority, secret, now, isOpen } = options;
  return async (token) => {
    const claims = readSessionToken(token, secret);
    if (claims === undefined) return undefined;
    const { agentId, keyId, sessionEpoch, expiresAt } = claims;
    const principal = { type: 'agent' as const, id: agentId };
    const holds = isAfter(expiresAt, nowAt(now())) || isOpen?.(agentId, sessionEpoch) === true;
    if (!holds || findCurrentBinding(authority.keys, principal, keyId, now()) === undefined) return undefined;
    const isCurrent = await authority.look(
      (world) =>
        world.get('session', ORGANIZATION, agentId)?.sessionEpoch === sessionEpoch &&
        hasValidCard(world, agentId, now()),
    );
    return isCurrent ? { principal, keyId, sessionEpoch } : undefined;
  };
}

/** Tries access tokens first, then whatever else is known. */
export function createCallerReader(
  accessTokens: AccessTokens,
  ...others: readonly CallerReader[]
): CallerReader {
  return async (token) => {
    const direct = accessTokens.verify(token);
    if (direct !== undefined) return direct;
    for (const read of others) {
      const caller = await read(token);
      if (caller !== undefined) return caller;
    }
    return undefined;
  };
}

/** The token of an Authorization header in the one form that is taken. */
export function bearerTokenOf(header: string | undefined): string | undefined {
  return /^Bearer ([A-Za-z0-9\-._~+/]{1,8192}=*)$/.exec(header ?? '')?.[1];
}

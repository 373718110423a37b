// Session tokens (WS-017, OPEN-011): opaque to the client, bound to its connection, never carried back by a frame.
import { ClaimsSealer } from '../control-plane/sealed-claims.ts';

/** What a token says. Times are protocol timestamps. */
export interface SessionClaims {
  readonly agentId: string;
  readonly expiresAt: string;
  readonly issuedAt: string;
  readonly keyId: string;
  readonly protocolVersion: string;
  readonly sessionEpoch: number;
}

const PURPOSE = 'session';

/** The token of a session, under the Organization's secret for tokens. */
export function createSessionToken(claims: SessionClaims, secret: Uint8Array): string {
  return new ClaimsSealer(secret, PURPOSE).seal(claims);
}

/** The claims of a token that this secret made, or undefined. Whether they still hold is for the caller to ask. */
export function readSessionToken(token: string, secret: Uint8Array): SessionClaims | undefined {
  // Nothing else is sealed for this purpose, so the shape is known.
  return new ClaimsSealer(secret, PURPOSE).open(token) as unknown as SessionClaims | undefined;
}

// What opens the HTTP side: an access token that humans and services get for a signed challenge (OPEN-010), or the token
// of the Session that an Agent has open.
import { encodeBase64Url } from '../protocol/base64url.ts';
import { PROTOCOL_VERSION } from '../protocol/frame.ts';
import type { Actor } from '../protocol/generated/documents.ts';
import { checkChallenge, CLIENT_NONCE_BYTES } from '../protocol/handshake.ts';
import { isTimestamp } from '../protocol/timestamp.ts';
import type { KeySigner } from './key-signer.ts';
import { millisecondsOf, type SyncClock, type SyncRandom } from './sync-ports.ts';

/** Posts JSON to a route that asks for no token, and answers with the members of a 200. Rejects otherwise. */
export type PostOpenly = (path: string, body: object) => Promise<Readonly<Record<string, unknown>>>;

export interface Credentials {
  /** A bearer token. Rejects when there is none to be had now. */
  token(post: PostOpenly): Promise<string>;
  /** The server did not take it. Answers whether another one is worth a try. */
  refused(token: string): boolean;
}

/** Of an Agent: whatever Session is open. */
export function sessionCredentials(readToken: () => string | undefined): Credentials {
  return {
    token: async () => {
      const token = readToken();
      if (token === undefined) throw new Error('no Session is open');
      return token;
    },
    refused: (token) => {
      const current = readToken();
      return current !== undefined && current !== token;
    },
  };
}

export interface AccessOptions {
  readonly principal: Actor & { readonly type: 'human' | 'service' };
  readonly signer: KeySigner;
  readonly clock: Pick<SyncClock, 'wallMs' | 'monotonicMs'>;
  readonly random: Pick<SyncRandom, 'bytes'>;
}

/** A token is not used in its last minute: it could end on the way. */
const MARGIN_MS = 60_000;
/** Our clock may be wrong; the fresh nonce is what proves that the challenge is new. */
const CHALLENGE_TOLERANCE_MS = 86_400_000;
/** No token is believed to live longer, whatever our clock makes of its end (WS-014). */
const MAX_TOKEN_MS = 900_000;

/** Of a human or a service: proves the key when a token is needed, and keeps the token while it lasts. */
export function accessCredentials({ principal, signer, clock, random }: AccessOptions): Credentials {
  let kept: { readonly token: string; readonly untilMs: number } | undefined;
  let asking: Promise<string> | undefined;

  const prove = async (post: PostOpenly): Promise<string> => {
    const clientNonce = encodeBase64Url(random.bytes(CLIENT_NONCE_BYTES));
    const { keyId } = signer;
    const offered = await post('/v0.1/access/challenges', { principal, keyId, clientNonce });
    // The same transcript as in the handshake, and the same reasons not to sign another one (WS-013).
    const checked = checkChallenge(
      {
        protocolVersion: PROTOCOL_VERSION,
        frameId: 'urn:heddle:access',
        frameType: 'HELLO',
        phase: 'server_challenge',
        selectedVersion: PROTOCOL_VERSION,
        clientNonce: String(offered['clientNonce']),
        serverNonce: String(offered['serverNonce']),
        challenge: String(offered['challenge']),
      },
      {
        agentId: principal.id,
        keyId,
        clientNonce,
        nowMs: clock.wallMs(),
        toleranceMs: CHALLENGE_TOLERANCE_MS,
      },
    );
    if (!checked.ok) throw new Error(`challenge not signed: ${checked.fault.message}`);
    const signature = encodeBase64Url(await signer.sign(checked.value.bytes));
    const granted = await post('/v0.1/access', { challenge: offered['challenge'], signature });
    const { accessToken, expiresAt } = granted;
    if (typeof accessToken !== 'string' || typeof expiresAt !== 'string' || !isTimestamp(expiresAt)) {
      throw new Error('the server granted no token');
    }
    const leftMs = Math.min(MAX_TOKEN_MS, millisecondsOf(expiresAt) - clock.wallMs()) - MARGIN_MS;
    kept = { token: accessToken, untilMs: clock.monotonicMs() + leftMs };
    return accessToken;
  };

  return {
    token: (post) => {
      if (kept !== undefined && clock.monotonicMs() < kept.untilMs) return Promise.resolve(kept.token);
      asking ??= prove(post).finally(() => {
        asking = undefined;
      });
      return asking;
    },
    refused: (token) => {
      // A new one may be taken where this one was not: it may have been fenced or have ended.
      const wasKept = kept?.token === token;
      if (wasKept) kept = undefined;
      return wasKept;
    },
  };
}

// Access tokens for humans and services: ask for a challenge, answer it, get a token. Agents have Sessions.
import type { AccessRequest, ChallengeResponse } from '../access-tokens.ts';
import type { ControlPlaneEnvironment, Handler } from './control-plane-ports.ts';
import { HttpRefusal, refuseBody } from './http-answers.ts';

export function createChallengeHandler({ accessTokens }: ControlPlaneEnvironment): Handler {
  return async ({ body }, reply, { pass }) => {
    // Anybody may ask, so asking counts until the answer proves a key.
    pass.fail();
    // The route's schema has proven the shape.
    const challenge = accessTokens.challenge(body as AccessRequest);
    if (challenge === undefined) throw refuseBody(400, 'ids and nonce are too long together');
    return reply.send(challenge);
  };
}

export function createTokenHandler({ accessTokens, authority }: ControlPlaneEnvironment): Handler {
  return async ({ body }, reply, { pass }) => {
    // Whoever was enrolled a moment ago, by another process, may come in. For every key alike: see `redeem`.
    await authority.followOthers();
    // The route's schema has proven the shape.
    const token = accessTokens.redeem(body as ChallengeResponse);
    if (token === undefined) {
      pass.fail();
      // One answer, whatever was wrong (ERR-042).
      throw new HttpRefusal(401, 'AUTH_REQUIRED', 'the challenge was not answered rightly', {
        headers: { 'www-authenticate': 'Bearer' },
      });
    }
    pass.prove();
    return reply.send(token);
  };
}

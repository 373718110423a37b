// The server's half of the handshake (WS-010…WS-017). Every failure of proof gets the same answer at the same step, so
// that nobody learns which keys exist (ERR-042): an unknown key is challenged like any other and refused afterwards.
import type {
  HelloClientInitFrame,
  HelloClientResponseFrame,
  HelloServerAcceptFrame,
  HelloServerChallengeFrame,
} from '../../protocol/generated/documents.ts';
import { exportPublicKey, importSeed, SEED_BYTES } from '../../protocol/ed25519.ts';
import { PROTOCOL_VERSION } from '../../protocol/frame.ts';
import {
  type Challenge,
  CHALLENGE_ID_BYTES,
  createChallenge,
  isChallengeSignature,
  SERVER_NONCE_BYTES,
} from '../../protocol/handshake.ts';
import { accept, refuse, type Result } from '../../protocol/result.ts';
import { formatTimestamp } from '../../protocol/timestamp.ts';
import { REJECTION_MESSAGE } from '../../protocol/verify.ts';
import type { GatewayEnvironment } from './gateway-ports.ts';
import type { SessionOpenings } from './session-openings.ts';
import { createSessionToken } from './session-token.ts';
import { findAgentKey, hasValidCard, NO_VALID_CARD, type Session, type SessionEnd } from './session.ts';

const REFUSED_PROOF: SessionEnd = { code: 'AUTH_INVALID_SIGNATURE', message: REJECTION_MESSAGE };

/** Answers a `client_init` with a fresh challenge (WS-010). */
export function offerChallenge(
  init: HelloClientInitFrame,
  environment: GatewayEnvironment,
): Result<{ readonly challenge: Challenge; readonly frame: HelloServerChallengeFrame }, SessionEnd> {
  const { randomBytes, clock, newId } = environment;
  const challenge = createChallenge({
    agentId: init.agentId,
    keyId: init.keyId,
    clientNonce: init.clientNonce,
    serverNonce: randomBytes(SERVER_NONCE_BYTES),
    challengeId: randomBytes(CHALLENGE_ID_BYTES),
    nowMs: clock.now(),
  });
  if (!challenge.ok) return refuse({ code: 'PROTOCOL_VIOLATION', message: challenge.fault.message });
  return accept({
    challenge: challenge.value,
    frame: {
      protocolVersion: PROTOCOL_VERSION,
      frameId: newId('frame'),
      frameType: 'HELLO',
      phase: 'server_challenge',
      selectedVersion: PROTOCOL_VERSION,
      clientNonce: init.clientNonce,
      serverNonce: challenge.value.transcript.serverNonce,
      challenge: challenge.value.text,
    },
  });
}

/**
 * Judges a `client_response` and, when it proves the key, opens the session: durably, and before anybody is told of it
 * (WS-015). The caller has used the challenge up already, whatever comes of it.
 */
export async function openSession(
  challenge: Challenge,
  response: HelloClientResponseFrame,
  environment: GatewayEnvironment,
  openings: SessionOpenings,
): Promise<Result<Session, SessionEnd>> {
  const { authority, clock, limits } = environment;
  const { agentId, keyId, clientNonce, serverNonce } = challenge.transcript;
  // An Agent may come as soon as its key is bound, by whatever process. For every key alike: see `decoyKey`.
  await authority.followOthers();
  const nowMs = clock.now();
  const binding = findAgentKey(authority.keys, keyId, agentId, nowMs);
  // Verified against some key in any case: that there is none must not show in the time it takes.
  const isSigned = isChallengeSignature(
    challenge,
    response.challengeSignature,
    binding?.publicKey ?? decoyKey(),
  );
  const isRepeated =
    response.agentId === agentId &&
    response.keyId === keyId &&
    response.clientNonce === clientNonce &&
    response.serverNonce === serverNonce;
  if (binding === undefined || !isSigned || !isRepeated || nowMs >= challenge.expiresAtMs) {
    return refuse(REFUSED_PROOF);
  }
  const isRegistered = await authority.look((world) => hasValidCard(world, agentId, nowMs));
  if (!isRegistered) return refuse(NO_VALID_CARD);
  const retryAfterMs = openings.take(agentId, clock.now());
  if (retryAfterMs > 0) {
    return refuse({ code: 'RATE_LIMITED', message: 'this Agent opens sessions too often', retryAfterMs });
  }
  const opened = await authority.openSession(agentId);
  if (!opened.ok) {
    const { code } = opened.fault;
    if (code !== 'INTERNAL_ERROR') return refuse(NO_VALID_CARD);
    return refuse({ code, message: 'the session could not be opened' });
  }
  const openedAtMs = clock.now();
  return accept({
    agentId,
    keyId,
    publicKey: binding.publicKey,
    sessionEpoch: opened.value.sessionEpoch,
    openedAtMs,
    deadlineMs: openedAtMs + limits.sessionMs,
  });
}

/** The `server_accept` of an open session. `expiresAt` is the earliest end, without any PING (OPEN-011). */
export function acceptFrameOf(session: Session, environment: GatewayEnvironment): HelloServerAcceptFrame {
  const { agentId, keyId, sessionEpoch } = session;
  const expiresAt = formatTimestamp(session.deadlineMs);
  const issuedAt = formatTimestamp(session.openedAtMs);
  return {
    protocolVersion: PROTOCOL_VERSION,
    frameId: environment.newId('frame'),
    frameType: 'HELLO',
    phase: 'server_accept',
    selectedVersion: PROTOCOL_VERSION,
    sessionToken: createSessionToken(
      {
        agentId,
        expiresAt,
        issuedAt,
        keyId,
        protocolVersion: PROTOCOL_VERSION,
        sessionEpoch,
      },
      environment.tokenSecret,
    ),
    sessionEpoch,
    expiresAt,
  };
}

let decoy: Uint8Array | undefined;

/** A valid key of nobody. Its secret is known, which helps nobody: without a binding every proof is refused. */
function decoyKey(): Uint8Array {
  decoy ??= exportPublicKey(importSeed(new Uint8Array(SEED_BYTES).fill(1)));
  return decoy;
}

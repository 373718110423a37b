// A session of one Agent on one connection (WS-015…WS-020), and whether it still stands: asked again at everything that
// the Agent does and before everything that it is told.
import { nowAt } from '../../domain/decision.ts';
import { isAfter } from '../../domain/members.ts';
import { ORGANIZATION, type World } from '../../domain/world.ts';
import type { ErrorCode } from '../../protocol/error-codes.ts';
import { isValidAt, type KeyBinding, type KeyEvidence } from '../../protocol/registry.ts';
import { REJECTION_MESSAGE } from '../../protocol/verify.ts';
import type { GatewayAuthority } from './gateway-ports.ts';

export interface Session {
  readonly agentId: string;
  readonly keyId: string;
  /** The key of the handshake; another one under the same id would be another key (WS-020, OPEN-017). */
  readonly publicKey: Uint8Array;
  readonly sessionEpoch: number;
  readonly openedAtMs: number;
  /** When it ends unless a PING comes before (OPEN-011). */
  readonly deadlineMs: number;
}

/** Why a session stands no more, as its peer may hear it. */
export interface SessionEnd {
  readonly code: ErrorCode;
  readonly message: string;
  /** When it makes sense to come back, where that is known. */
  readonly retryAfterMs?: number;
}

export const STALE_SESSION: SessionEnd = {
  code: 'AUTH_STALE_SESSION',
  message: 'another session of this Agent has taken over',
};
export const NO_VALID_CARD: SessionEnd = {
  code: 'AUTH_FORBIDDEN',
  message: 'the Agent is not registered, or its Agent Card does not hold',
};
const EXPIRED: SessionEnd = { code: 'AUTH_REQUIRED', message: 'the session has expired' };
const REFUSED_KEY: SessionEnd = { code: 'AUTH_INVALID_SIGNATURE', message: REJECTION_MESSAGE };

/** The binding of a key that belongs to an Agent and is valid now (WS-017). */
export function findAgentKey(
  keys: KeyEvidence,
  keyId: string,
  agentId: string,
  nowMs: number,
): KeyBinding | undefined {
  const binding = keys.ok ? keys.value.findBinding(keyId) : undefined;
  if (binding?.principal.type !== 'agent' || binding.principal.id !== agentId) return undefined;
  return isValidAt(binding, nowAt(nowMs).at) ? binding : undefined;
}

/** What the gateway itself can tell without asking the Authority: time and key. Undefined while the session stands. */
export function judgeSessionNow(session: Session, keys: KeyEvidence, nowMs: number): SessionEnd | undefined {
  if (nowMs >= session.deadlineMs) return EXPIRED;
  const binding = findAgentKey(keys, session.keyId, session.agentId, nowMs);
  const isSame = binding !== undefined && Buffer.compare(binding.publicKey, session.publicKey) === 0;
  return isSame ? undefined : REFUSED_KEY;
}

/** Everything: time, key, the current Session Epoch, and the Agent Card (IDN-006). */
export function judgeSession(
  session: Session,
  authority: GatewayAuthority,
  nowMs: number,
): Promise<SessionEnd | undefined> {
  const end = judgeSessionNow(session, authority.keys, nowMs);
  if (end !== undefined) return Promise.resolve(end);
  return authority.look((world) => {
    const current = world.get('session', ORGANIZATION, session.agentId)?.sessionEpoch;
    if (current !== undefined && current > session.sessionEpoch) return STALE_SESSION;
    return hasValidCard(world, session.agentId, nowMs) ? undefined : NO_VALID_CARD;
  });
}

/** IDN-006: a registered card that is not revoked and not past its end. */
export function hasValidCard(world: World, agentId: string, nowMs: number): boolean {
  const card = world.get('agent', ORGANIZATION, agentId)?.card;
  if (card === undefined || card.status === 'revoked') return false;
  return card.validUntil === undefined || isAfter(card.validUntil, nowAt(nowMs));
}

/** The session after a sign of life: its deadline moves on, up to the hard end (OPEN-011). */
export function extendSession(
  session: Session,
  nowMs: number,
  { sessionMs, sessionMaxMs }: { readonly sessionMs: number; readonly sessionMaxMs: number },
): Session {
  const deadlineMs = Math.min(nowMs + sessionMs, session.openedAtMs + sessionMaxMs);
  return { ...session, deadlineMs: Math.max(deadlineMs, session.deadlineMs) };
}

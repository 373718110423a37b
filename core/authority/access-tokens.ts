// Access to the HTTP side for humans and services: a signed challenge (OPEN-010, WS-010…WS-014) is exchanged for a bearer
// token that lives for minutes. It lets its holder read; whatever changes state is still signed on its own.
import { randomBytes } from 'node:crypto';
import { nowAt } from '../domain/decision.ts';
import { isAfter } from '../domain/members.ts';
import { exportPublicKey, importSeed, SEED_BYTES } from '../protocol/ed25519.ts';
import type { Actor } from '../protocol/generated/documents.ts';
import {
  type Challenge,
  CHALLENGE_ID_BYTES,
  createChallenge,
  isChallengeSignature,
  SERVER_NONCE_BYTES,
} from '../protocol/handshake.ts';
import { isValidAt, type KeyBinding, type KeyEvidence } from '../protocol/registry.ts';
import { formatTimestamp } from '../protocol/timestamp.ts';
import { ClaimsSealer } from './control-plane/sealed-claims.ts';

/** Who is behind a request, proven by a key that the Registry binds now. */
export interface Caller {
  readonly principal: Actor;
  readonly keyId: string;
  /** For an Agent: the Session whose token it showed. */
  readonly sessionEpoch?: number;
}

/** What a Principal says to ask for a challenge. */
export interface AccessRequest {
  readonly principal: Actor;
  readonly keyId: string;
  readonly clientNonce: string;
}

export interface AccessChallenge {
  readonly clientNonce: string;
  readonly serverNonce: string;
  /** Base64url of the transcript; its bytes are what is signed (WS-012). */
  readonly challenge: string;
}

/** The answer to a challenge. */
export interface ChallengeResponse {
  readonly challenge: string;
  readonly signature: string;
}

export interface AccessToken {
  readonly accessToken: string;
  readonly expiresAt: string;
}

interface AccessClaims {
  readonly principal: Actor;
  readonly keyId: string;
  readonly expiresAt: string;
}

export interface AccessTokensOptions {
  /** 32 bytes or more that only this Authority has. */
  readonly secret: Uint8Array;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** The Registry as it is now. */
  readonly keys: () => KeyEvidence;
  /** Unpredictable bytes; the system's source unless a simulation passes its own. */
  readonly randomBytes?: (length: number) => Uint8Array;
}

/** No longer than a Session without PING (WS-014). */
const TOKEN_MS = 900_000;
/** Challenges that may be open at once: a flood of requests pushes out others, the oldest first. */
const MAX_OPEN_CHALLENGES = 10_000;

interface OpenChallenge {
  readonly principal: Actor;
  readonly challenge: Challenge;
}

export class AccessTokens {
  private readonly options: AccessTokensOptions;
  private readonly sealer: ClaimsSealer;
  /** By the text that the client has to sign, the oldest first. */
  private readonly open = new Map<string, OpenChallenge>();

  constructor(options: AccessTokensOptions) {
    this.options = options;
    this.sealer = new ClaimsSealer(options.secret, 'access');
  }

  /**
   * A fresh challenge for anybody who asks, known or not: the answer gives nothing away (ERR-042). Undefined only for
   * values that are too long together.
   */
  challenge({ principal, keyId, clientNonce }: AccessRequest): AccessChallenge | undefined {
    const nowMs = this.options.now();
    const challenge = createChallenge({
      agentId: principal.id,
      keyId,
      clientNonce,
      serverNonce: this.random(SERVER_NONCE_BYTES),
      challengeId: this.random(CHALLENGE_ID_BYTES),
      nowMs,
    });
    if (!challenge.ok) return undefined;
    this.forgetOld(nowMs);
    const { text, transcript } = challenge.value;
    this.open.set(text, { principal, challenge: challenge.value });
    return { clientNonce, serverNonce: transcript.serverNonce, challenge: text };
  }

  /**
   * A token for a challenge that was answered rightly; undefined otherwise, whatever was wrong. One try uses the
   * challenge up. Agents get none: they have Sessions, which fence each other.
   */
  redeem({ challenge, signature }: ChallengeResponse): AccessToken | undefined {
    const nowMs = this.options.now();
    const opened = this.open.get(challenge);
    this.open.delete(challenge);
    if (opened === undefined || nowMs >= opened.challenge.expiresAtMs) return undefined;
    const { principal } = opened;
    const { keyId } = opened.challenge.transcript;
    const binding = principal.type === 'agent' ? undefined : this.bindingOf(principal, keyId);
    // Verified against some key in any case: that there is none must not show in the time it takes.
    const isSigned = isChallengeSignature(opened.challenge, signature, binding?.publicKey ?? DECOY_KEY);
    if (binding === undefined || !isSigned) return undefined;
    const expiresAt = formatTimestamp(nowMs + TOKEN_MS);
    const claims: AccessClaims = { principal, keyId, expiresAt };
    return { accessToken: this.sealer.seal(claims), expiresAt };
  }

  /** Who holds a token; undefined when it is not ours, has expired, or its key counts no longer (WS-017). */
  verify(token: string): Caller | undefined {
    const opened = this.sealer.open(token);
    if (opened === undefined) return undefined;
    // Nobody else has the key of this purpose: what opens is what was sealed.
    const { principal, keyId, expiresAt } = opened as unknown as AccessClaims;
    if (!isAfter(expiresAt, nowAt(this.options.now()))) return undefined;
    return this.bindingOf(principal, keyId) === undefined ? undefined : { principal, keyId };
  }

  private bindingOf(principal: Actor, keyId: string): KeyBinding | undefined {
    return findCurrentBinding(this.options.keys(), principal, keyId, this.options.now());
  }

  private random(length: number): Uint8Array {
    return (this.options.randomBytes ?? randomBytes)(length);
  }

  private forgetOld(nowMs: number): void {
    for (const [text, { challenge }] of this.open) {
      if (challenge.expiresAtMs > nowMs && this.open.size < MAX_OPEN_CHALLENGES) return;
      this.open.delete(text);
    }
  }
}

/** A valid key of nobody. Its secret is known, which helps nobody: without a binding every proof is refused. */
const DECOY_KEY = exportPublicKey(importSeed(new Uint8Array(SEED_BYTES).fill(1)));

/** The binding of a key that belongs to a Principal and counts now. */
export function findCurrentBinding(
  keys: KeyEvidence,
  principal: Actor,
  keyId: string,
  nowMs: number,
): KeyBinding | undefined {
  const binding = keys.ok ? keys.value.findBinding(keyId) : undefined;
  const isTheirs =
    binding?.principal.type === principal.type &&
    binding.principal.id === principal.id &&
    isValidAt(binding, nowAt(nowMs).at);
  return isTheirs ? binding : undefined;
}

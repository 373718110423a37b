// The challenge of the WebSocket handshake (WS-010…WS-014, OPEN-016): which bytes a client signs to prove its key, and
// what it has to know about them before it does. Time and randomness come from the caller.
import type { KeyObject } from 'node:crypto';
import { decodeBase64Url, encodeBase64Url } from './base64url.ts';
import { hasCanonicalScalar, satisfiesEquation, SIGNATURE_BYTES, signMessage } from './ed25519.ts';
import { excerptOf } from './excerpt.ts';
import { PROTOCOL_VERSION } from './frame.ts';
import type { HelloServerChallengeFrame } from './generated/documents.ts';
import { canonicalize } from './jcs.ts';
import { isJsonObject, type JsonLimits, parseJson } from './json.ts';
import { accept, refuse, type Result } from './result.ts';
import { formatTimestamp, parseTimestamp, compareInstants } from './timestamp.ts';

/** How long a challenge may be answered (WS-014). */
export const CHALLENGE_TTL_MS = 30_000;
/** Random bytes of each value (WS-014). */
export const CLIENT_NONCE_BYTES = 18;
export const SERVER_NONCE_BYTES = 32;
export const CHALLENGE_ID_BYTES = 18;

/** The seven members of the canonical challenge transcript (WS-011). */
export interface ChallengeTranscript {
  readonly agentId: string;
  readonly challengeId: string;
  readonly clientNonce: string;
  readonly expiresAt: string;
  readonly keyId: string;
  readonly protocolVersion: string;
  readonly serverNonce: string;
}

/** What a server remembers of a challenge until it is answered, once. */
export interface Challenge {
  readonly transcript: ChallengeTranscript;
  /** The bytes that the client signs (WS-012). */
  readonly bytes: Uint8Array;
  /** The same bytes as the frame carries them. */
  readonly text: string;
  readonly expiresAtMs: number;
}

export interface ChallengeInput {
  readonly agentId: string;
  readonly keyId: string;
  readonly clientNonce: string;
  /** Fresh and unpredictable (WS-010): `SERVER_NONCE_BYTES` and `CHALLENGE_ID_BYTES` of them. */
  readonly serverNonce: Uint8Array;
  readonly challengeId: Uint8Array;
  readonly nowMs: number;
}

export type ChallengeReason =
  | 'too-long'
  | 'client-nonce'
  | 'version'
  | 'encoding'
  | 'not-strict-json'
  | 'not-a-transcript'
  | 'foreign-value'
  | 'not-canonical'
  | 'expiry'
  | 'expired';

/** Why a challenge cannot be made, or must not be signed. */
export interface ChallengeFault {
  readonly reason: ChallengeReason;
  readonly message: string;
}

/** The length of a `challenge` member that the frame schema allows (DOC-WS, Base64Url). */
const MAX_CHALLENGE_LENGTH = 4096;

/**
 * Makes the challenge for a `client_init` (WS-010, WS-011). Refuses values so long that no frame could carry it: the
 * schema allows a client nonce that is as long as the whole challenge may be.
 */
export function createChallenge(input: ChallengeInput): Result<Challenge, ChallengeFault> {
  const { agentId, keyId, clientNonce, nowMs } = input;
  const expiresAtMs = nowMs + CHALLENGE_TTL_MS;
  const transcript: ChallengeTranscript = {
    agentId,
    challengeId: encodeBase64Url(input.challengeId),
    clientNonce,
    expiresAt: formatTimestamp(expiresAtMs),
    keyId,
    protocolVersion: PROTOCOL_VERSION,
    serverNonce: encodeBase64Url(input.serverNonce),
  };
  const canonical = canonicalize(transcript);
  if (!canonical.ok) throw new Error('seven well-formed texts have a canonical form');
  const bytes = Buffer.from(canonical.value);
  const text = encodeBase64Url(bytes);
  if (text.length > MAX_CHALLENGE_LENGTH) {
    return fail('too-long', 'agent id, key id and nonce are too long together');
  }
  return accept({ transcript, bytes, text, expiresAtMs });
}

/** What the client knows by itself when a challenge arrives. */
export interface ExpectedChallenge {
  readonly agentId: string;
  readonly keyId: string;
  readonly clientNonce: string;
  readonly nowMs: number;
  /** How far the clocks of both sides may differ. */
  readonly toleranceMs?: number;
}

/** A challenge that is safe to sign: nothing but a proof of one's own key to this connection. */
export interface CheckedChallenge {
  readonly transcript: ChallengeTranscript;
  readonly bytes: Uint8Array;
}

/** As far ahead as the authority lets a Command's `issuedAt` be (OPEN-012): beyond it nothing would work anyway. */
const DEFAULT_TOLERANCE_MS = 30_000;
const TRANSCRIPT_LIMITS: JsonLimits = { maxBytes: MAX_CHALLENGE_LENGTH, maxDepth: 2 };
const TRANSCRIPT_MEMBERS = [
  'agentId',
  'challengeId',
  'clientNonce',
  'expiresAt',
  'keyId',
  'protocolVersion',
  'serverNonce',
] as const;

/**
 * Judges a challenge before it is signed (WS-013). The same key signs Commands, so a server that could have arbitrary
 * bytes signed would own the Agent: only a transcript with the client's own values, in its canonical form, passes.
 */
export function checkChallenge(
  frame: HelloServerChallengeFrame,
  expected: ExpectedChallenge,
): Result<CheckedChallenge, ChallengeFault> {
  if (frame.clientNonce !== expected.clientNonce) {
    return fail('client-nonce', 'the server answered another nonce than was sent');
  }
  if (frame.selectedVersion !== PROTOCOL_VERSION) {
    return fail('version', `the server chose version ${excerptOf(frame.selectedVersion)}`);
  }
  const bytes = decodeBase64Url(frame.challenge);
  if (bytes === undefined) return fail('encoding', 'the challenge is not canonical base64url');
  const transcript = readTranscript(bytes);
  if (!transcript.ok) return transcript;
  const own: Partial<ChallengeTranscript> = {
    agentId: expected.agentId,
    clientNonce: expected.clientNonce,
    keyId: expected.keyId,
    protocolVersion: PROTOCOL_VERSION,
    serverNonce: frame.serverNonce,
  };
  const foreign = TRANSCRIPT_MEMBERS.find(
    (name) => own[name] !== undefined && own[name] !== transcript.value[name],
  );
  if (foreign !== undefined) return fail('foreign-value', `${foreign} is not the one of this handshake`);
  const expiresAt = parseTimestamp(transcript.value.expiresAt);
  if (expiresAt === undefined) return fail('expiry', 'expiresAt is no timestamp');
  const latest = parseTimestamp(
    formatTimestamp(expected.nowMs - (expected.toleranceMs ?? DEFAULT_TOLERANCE_MS)),
  );
  if (latest === undefined || compareInstants(expiresAt, latest) <= 0) {
    return fail('expired', 'the challenge has expired');
  }
  return accept({ transcript: transcript.value, bytes });
}

/** The `challengeSignature` of a checked challenge. A key outside this process signs `bytes` by itself. */
export function signChallenge({ bytes }: CheckedChallenge, privateKey: KeyObject): string {
  return encodeBase64Url(signMessage(privateKey, bytes));
}

/** Whether a `challengeSignature` is the strict signature of a strict key over the challenge (WS-012, SIG-040). */
export function isChallengeSignature(
  { bytes }: Pick<Challenge, 'bytes'>,
  challengeSignature: string,
  publicKey: Uint8Array,
): boolean {
  const signature = decodeBase64Url(challengeSignature);
  return (
    signature?.length === SIGNATURE_BYTES &&
    hasCanonicalScalar(signature) &&
    satisfiesEquation(publicKey, bytes, signature)
  );
}

/** Exactly the seven members, all texts, in the one canonical spelling. */
function readTranscript(bytes: Uint8Array): Result<ChallengeTranscript, ChallengeFault> {
  const parsed = parseJson(bytes, { limits: TRANSCRIPT_LIMITS });
  if (!parsed.ok) return fail('not-strict-json', parsed.fault.message);
  const { value } = parsed.value;
  if (!isJsonObject(value)) return fail('not-a-transcript', 'the challenge is not a JSON object');
  const members = Object.entries(value);
  const names: readonly string[] = TRANSCRIPT_MEMBERS;
  if (
    members.length !== names.length ||
    !members.every(([name, member]) => names.includes(name) && typeof member === 'string')
  ) {
    return fail('not-a-transcript', 'the challenge has other members than a transcript');
  }
  const canonical = canonicalize(value);
  if (!canonical.ok || !Buffer.from(canonical.value).equals(bytes)) {
    return fail('not-canonical', 'the challenge is not in canonical form');
  }
  // Seven distinct names out of seven, each with a text.
  return accept(value as unknown as ChallengeTranscript);
}

function fail(
  reason: ChallengeReason,
  message: string,
): { readonly ok: false; readonly fault: ChallengeFault } {
  return refuse({ reason, message });
}

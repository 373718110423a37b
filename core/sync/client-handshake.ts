// The client's half of the handshake (WS-010…WS-014). It signs nothing but a transcript with its own values (WS-013).
import { encodeBase64Url } from '../protocol/base64url.ts';
import { PROTOCOL_VERSION } from '../protocol/frame.ts';
import type {
  HelloClientInitFrame,
  HelloClientResponseFrame,
  HelloServerChallengeFrame,
} from '../protocol/generated/documents.ts';
import { type ChallengeFault, checkChallenge, CLIENT_NONCE_BYTES } from '../protocol/handshake.ts';
import { accept, type Result } from '../protocol/result.ts';
import type { KeySigner } from './key-signer.ts';
import type { SyncRandom } from './sync-ports.ts';

/** Who connects, and with which key. */
export interface AgentIdentity {
  readonly agentId: string;
  readonly signer: KeySigner;
}

/**
 * How old a challenge may look by our clock. The fresh nonce proves that it was made for this handshake, and the server
 * refuses an old one itself; our own clock may be wrong by hours, and that must not keep us out.
 */
const CHALLENGE_TOLERANCE_MS = 86_400_000;

/** One handshake: its nonce is used once. */
export class ClientHandshake {
  private readonly identity: AgentIdentity;
  private readonly newId: (kind: string) => string;
  private readonly clientNonce: string;

  constructor(identity: AgentIdentity, random: Pick<SyncRandom, 'bytes'>, newId: (kind: string) => string) {
    this.identity = identity;
    this.newId = newId;
    this.clientNonce = encodeBase64Url(random.bytes(CLIENT_NONCE_BYTES));
  }

  init(): HelloClientInitFrame {
    const { agentId, signer } = this.identity;
    return {
      protocolVersion: PROTOCOL_VERSION,
      frameId: this.newId('frame'),
      frameType: 'HELLO',
      phase: 'client_init',
      agentId,
      keyId: signer.keyId,
      clientNonce: this.clientNonce,
      supportedVersions: [PROTOCOL_VERSION],
    };
  }

  /** The answer to a challenge, or why it must not be signed. Rejects when the key cannot be used. */
  async respond(
    frame: HelloServerChallengeFrame,
    nowMs: number,
  ): Promise<Result<HelloClientResponseFrame, ChallengeFault>> {
    const { agentId, signer } = this.identity;
    const { keyId } = signer;
    const { clientNonce } = this;
    const checked = checkChallenge(frame, {
      agentId,
      keyId,
      clientNonce,
      nowMs,
      toleranceMs: CHALLENGE_TOLERANCE_MS,
    });
    if (!checked.ok) return checked;
    const signature = await signer.sign(checked.value.bytes);
    return accept({
      protocolVersion: PROTOCOL_VERSION,
      frameId: this.newId('frame'),
      frameType: 'HELLO',
      phase: 'client_response',
      agentId,
      keyId,
      clientNonce,
      serverNonce: frame.serverNonce,
      challengeSignature: encodeBase64Url(signature),
    });
  }
}

// From a draft to the signed bytes of a Command, with the epochs of now (CMD-002, CMD-010, CMD-012).
import { memberKey, SINGLE, type World } from '../domain/world.ts';
import { createError } from '../protocol/error-codes.ts';
import { PROTOCOL_VERSION } from '../protocol/frame.ts';
import type { Actor, Command, ProtocolError } from '../protocol/generated/documents.ts';
import { accept, refuse, type Result } from '../protocol/result.ts';
import { completeSigning, prepareSigning, type Unsigned } from '../protocol/sign.ts';
import { formatTimestamp } from '../protocol/timestamp.ts';
import type { CommandDraft } from './agent-link.ts';
import type { KeySigner } from './key-signer.ts';

/** The epochs that a Command was, or would be, signed with. */
export interface Epochs {
  readonly sessionEpoch: number;
  readonly membershipEpoch: number;
  /** Only of the Group's Coordinator. */
  readonly coordinatorEpoch: number | undefined;
}

export interface SignedCommand {
  readonly bytes: Uint8Array;
  readonly signingHash: string;
  readonly epochs: Epochs;
  readonly issuedAtMs: number;
}

/** An Agent's epochs in a Group, as far as it can see; undefined where it has never been a member. */
export function epochsOf(
  world: World,
  principal: Actor,
  groupId: string,
  sessionEpoch: number,
): Epochs | undefined {
  const membershipEpoch = world.get('member', groupId, memberKey(principal))?.membershipEpoch;
  if (membershipEpoch === undefined) return undefined;
  const coordinator = world.get('mission', groupId, SINGLE)?.document.coordinator;
  const coordinatorEpoch =
    principal.type === 'agent' && coordinator?.agentId === principal.id
      ? coordinator.coordinatorEpoch
      : undefined;
  return { sessionEpoch, membershipEpoch, coordinatorEpoch };
}

export interface SigningContext {
  readonly principal: Actor;
  readonly signer: KeySigner;
  readonly epochs: Epochs;
  readonly nowMs: number;
}

/** A signed Command, or what is wrong with the draft. Rejects when the key cannot be used now. */
export async function signCommand(
  draft: CommandDraft,
  actionId: string,
  { principal, signer, epochs, nowMs }: SigningContext,
): Promise<Result<SignedCommand, ProtocolError>> {
  const { kind, groupId, payload, conversationId, workItemId, causationId } = draft;
  const { cooperationOverrideGrantId, expectedRevision, extensions, correlationId = actionId } = draft;
  const issuedAt = formatTimestamp(nowMs);
  const { sessionEpoch, membershipEpoch, coordinatorEpoch } = epochs;
  const unsigned: Unsigned<'command'> = {
    protocolVersion: PROTOCOL_VERSION,
    actionId,
    actor: principal,
    kind,
    groupId,
    sessionEpoch,
    membershipEpoch,
    ...(coordinatorEpoch === undefined ? {} : { coordinatorEpoch }),
    ...(conversationId === undefined ? {} : { conversationId }),
    ...(workItemId === undefined ? {} : { workItemId }),
    ...(cooperationOverrideGrantId === undefined ? {} : { cooperationOverrideGrantId }),
    ...(expectedRevision === undefined ? {} : { expectedRevision }),
    ...(extensions === undefined ? {} : { extensions }),
    correlationId,
    ...(causationId === undefined ? {} : { causedByEventId: causationId }),
    issuedAt,
    // On the wire a payload is any object; its own schema is the Authority's to check.
    payload: payload as Command['payload'],
  };
  const prepared = prepareSigning('command', unsigned, signer.keyId);
  if (!prepared.ok) {
    return refuse(localError('SCHEMA_VALIDATION_FAILED', prepared.fault.message, draft, actionId, nowMs));
  }
  const signature = await signer.sign(prepared.value.signingBytes);
  const finished = completeSigning(prepared.value, signature, signer.publicKey);
  if (!finished.ok) throw new Error(finished.fault.message);
  const { bytes, signingHash } = finished.value;
  return accept({ bytes, signingHash, epochs, issuedAtMs: nowMs });
}

/** An Error document that was made here, in the words of the wire: nothing was sent. */
export function localError(
  code: ProtocolError['code'],
  message: string,
  { groupId }: Pick<CommandDraft, 'groupId'>,
  relatedActionId: string,
  nowMs: number,
): ProtocolError {
  return createError(code, {
    message,
    retryable: false,
    groupId,
    relatedActionId,
    occurredAt: formatTimestamp(nowMs),
  });
}

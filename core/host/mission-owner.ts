// The MissionOwner's way to the Authority: Commands are signed with the epochs of now and sent over the control plane, in
// the same bytes for as long as nobody knows whether they arrived (IDM-001).
import type { CommandDraft } from '../coordinator/command-draft.ts';
import { memberKey, type World } from '../domain/world.ts';
import { createError } from '../protocol/error-codes.ts';
import { PROTOCOL_VERSION } from '../protocol/frame.ts';
import type { Actor, Command, Event, ProtocolError } from '../protocol/generated/documents.ts';
import { type LocalSigner, prepareSigning, signPrepared, type Unsigned } from '../protocol/sign.ts';
import { formatTimestamp } from '../protocol/timestamp.ts';
import type { ControlPlaneClient } from '../sync/control-plane-client.ts';

export type OwnerOutcome =
  | { readonly status: 'accepted'; readonly event: Event }
  | { readonly status: 'refused'; readonly error: ProtocolError }
  /** It was stopped before its fate was known. */
  | { readonly status: 'unknown' };

export interface OwnerLink {
  submit(draft: CommandDraft): Promise<OwnerOutcome>;
}

export interface OwnerLinkOptions {
  readonly ownerId: string;
  readonly signer: LocalSigner;
  readonly controlPlane: Pick<ControlPlaneClient, 'submitCommand'>;
  /** Where the Memberships of the owner are known from. */
  readonly world: World;
  /** Milliseconds since 1970, by the Authority's clock. */
  readonly now: () => number;
  readonly newId: () => string;
  /** Resolves after so many milliseconds. */
  readonly pause: (delayMs: number) => Promise<void>;
  /** Nothing is tried again afterwards. */
  readonly signal: AbortSignal;
}

const FIRST_PAUSE_MS = 250;
const LAST_PAUSE_MS = 10_000;

export function createOwnerLink(options: OwnerLinkOptions): OwnerLink {
  return { submit: (draft) => submit(draft, options) };
}

async function submit(draft: CommandDraft, options: OwnerLinkOptions): Promise<OwnerOutcome> {
  const { controlPlane, signer, pause, signal, now } = options;
  const unsigned = composeCommand(draft, options);
  const prepared = prepareSigning('command', unsigned, signer.keyId);
  if (!prepared.ok) {
    const error = createError('SCHEMA_VALIDATION_FAILED', {
      message: prepared.fault.message,
      retryable: false,
      groupId: draft.groupId,
      relatedActionId: unsigned.actionId,
      occurredAt: formatTimestamp(Math.floor(now())),
    });
    return { status: 'refused', error };
  }
  const { bytes } = await signPrepared(prepared.value, signer);
  for (let tries = 0; !signal.aborted; tries += 1) {
    const answer = await controlPlane.submitCommand(bytes);
    if (answer.ok) {
      // What it says is believed once the Coordinator's own connection has brought and verified it.
      const event = JSON.parse(Buffer.from(answer.value).toString('utf8')) as Event;
      return { status: 'accepted', event };
    }
    if (answer.fault.kind === 'refused') return { status: 'refused', error: answer.fault.error };
    await pause(Math.min(LAST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** tries));
  }
  return { status: 'unknown' };
}

function composeCommand(
  {
    kind,
    groupId,
    payload,
    conversationId,
    workItemId,
    expectedRevision,
    extensions,
    causationId,
  }: CommandDraft,
  { ownerId, world, now, newId }: OwnerLinkOptions,
): Unsigned<'command'> {
  const actor: Actor = { type: 'human', id: ownerId };
  const actionId = newId();
  const membershipEpoch = world.get('member', groupId, memberKey(actor))?.membershipEpoch;
  return {
    protocolVersion: PROTOCOL_VERSION,
    actionId,
    actor,
    kind,
    groupId,
    ...(membershipEpoch === undefined ? {} : { membershipEpoch }),
    ...(conversationId === undefined ? {} : { conversationId }),
    ...(workItemId === undefined ? {} : { workItemId }),
    ...(expectedRevision === undefined ? {} : { expectedRevision }),
    ...(extensions === undefined ? {} : { extensions }),
    correlationId: actionId,
    ...(causationId === undefined ? {} : { causedByEventId: causationId }),
    issuedAt: formatTimestamp(Math.floor(now())),
    // Its own schema is the Authority's to check.
    payload: payload as unknown as Command['payload'],
  };
}

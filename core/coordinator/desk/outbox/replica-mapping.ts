// What a client's outbox keeps, as the desk shows it. There a Command is wanted from the moment on at which a person asked
// to send it; why it was not signed yet follows from the key and the connection.
import type { Actor } from '../../../protocol/generated/documents.ts';
import type { OutboxEntry as KeptEntry, OutboxState } from '../../../store/replica-store.ts';
import type { CommandDraft } from '../../command-draft.ts';
import { msOf } from '../moment.ts';
import type { CarriedEpochs, EntryState, OutboxEntry } from './entry.ts';

/** What the store does not keep with an entry and the desk keeps beside it. */
export type DeskMemory = Pick<
  OutboxEntry,
  'position' | 'attempts' | 'dependsOn' | 'replaces' | 'isReleased' | 'basis' | 'expected'
>;

export interface MappingContext {
  readonly connectionId: string;
  readonly signer: Actor;
  readonly isConnected: boolean;
  readonly isKeyUsable: boolean;
  readonly memoryOf: (actionId: string) => DeskMemory | undefined;
}

/** An entry of a client's outbox with its state in the desk's words. `position` is its place among its like. */
export function entryOfKept(kept: KeptEntry, position: number, context: MappingContext): OutboxEntry {
  const { connectionId, signer, memoryOf } = context;
  const { actionId, error, event, replacedBy, commandBytes } = kept;
  const memory = memoryOf(actionId);
  return {
    connectionId,
    actionId,
    signer,
    // What the client keeps was a draft of ours.
    draft: kept.draft as CommandDraft,
    state: stateOfKept(kept, context),
    position: memory?.position ?? position,
    createdAtMs: msOf(kept.createdAt),
    changedAtMs: msOf(kept.changedAt),
    attempts: memory?.attempts ?? 0,
    signed: commandBytes === undefined ? undefined : readSigned(commandBytes),
    error,
    event: event === undefined ? undefined : receiptOf(event),
    dependsOn: memory?.dependsOn ?? [],
    replacedBy,
    replaces: memory?.replaces,
    isReleased: memory?.isReleased ?? false,
    basis: memory?.basis,
    expected: memory?.expected,
  };
}

function stateOfKept(
  { state, replacedBy }: Pick<KeptEntry, 'state' | 'replacedBy'>,
  { isConnected, isKeyUsable }: MappingContext,
): EntryState {
  const wanted = isConnected && !isKeyUsable ? 'waiting-for-key' : 'waiting-for-connection';
  const states: { readonly [State in OutboxState]: EntryState } = {
    draft: wanted,
    signed: 'signed',
    sent: 'sent',
    unknown: 'unknown',
    accepted: 'accepted',
    refused: replacedBy === undefined ? 'refused' : 'replaced',
    abandoned: 'abandoned',
  };
  return states[state];
}

function receiptOf({
  eventId,
  sequence,
}: NonNullable<KeptEntry['event']>): NonNullable<OutboxEntry['event']> {
  return sequence === undefined ? { eventId } : { eventId, sequence };
}

/** The time and the epochs that were signed, from our own document, which its schema has checked. */
function readSigned(bytes: Uint8Array): NonNullable<OutboxEntry['signed']> {
  const { issuedAt, sessionEpoch, membershipEpoch, coordinatorEpoch } = JSON.parse(
    new TextDecoder().decode(bytes),
  ) as { readonly issuedAt: string } & Partial<CarriedEpochs>;
  return { issuedAtMs: msOf(issuedAt), epochs: { sessionEpoch, membershipEpoch, coordinatorEpoch } };
}

// A kept Command as an entry of the outbox: what the desk keeps of it, and what its identity's own outbox says.
import type { OutboxEntry as StoredEntry, OutboxState } from '../../store/replica-store.ts';
import type { DeskIdentity } from '../desk/connection.ts';
import { msOf } from '../desk/moment.ts';
import type { CarriedEpochs, EntryState, OutboxEntry } from '../desk/outbox/entry.ts';
import type { KeptCommand } from './kept-commands.ts';

export function entryOfCommand(
  connectionId: string,
  command: KeptCommand,
  stored: StoredEntry | undefined,
  identity: DeskIdentity | undefined,
  waitsForCoSigner: boolean,
): OutboxEntry {
  const { actionId, signer, draft, position, createdAtMs, changedAtMs, attempts, dependsOn } = command;
  const { error, event, replacedBy, replaces, isReleased, basis, expected } = command;
  return {
    connectionId,
    actionId,
    signer,
    draft,
    state: stateOf(command, stored, identity, waitsForCoSigner),
    position,
    createdAtMs,
    changedAtMs,
    attempts,
    signed: stored?.commandBytes === undefined ? undefined : readSigned(stored.commandBytes),
    error,
    event,
    dependsOn,
    replacedBy,
    replaces,
    isReleased,
    basis,
    expected,
  };
}

function stateOf(
  { stage }: KeptCommand,
  stored: StoredEntry | undefined,
  identity: DeskIdentity | undefined,
  waitsForCoSigner: boolean,
): EntryState {
  if (stage !== 'wanted' && stage !== 'handed') return stage;
  // The key first, which a person can unlock: without it there is no connection either.
  const waitsForKey = (identity !== undefined && identity.key !== 'usable') || waitsForCoSigner;
  const waiting: EntryState = waitsForKey ? 'waiting-for-key' : 'waiting-for-connection';
  if (stage === 'wanted') return waiting;
  const isConnected = identity?.path === 'open';
  // Its client has it and can go on with it: nobody waits for anything any more.
  const isUnderWay = isConnected && identity.key === 'usable';
  const begun: EntryState = isUnderWay ? 'signed' : waiting;
  const states: { readonly [State in OutboxState]: EntryState } = {
    draft: begun,
    signed: 'signed',
    // Whoever was to answer is gone.
    sent: isConnected ? 'sent' : 'unknown',
    unknown: 'unknown',
    // The desk is about to hear of it.
    accepted: 'sent',
    refused: 'sent',
    abandoned: 'sent',
  };
  return stored === undefined ? begun : states[stored.state];
}

/** The time and the epochs that were signed, from our own document, which its schema has checked. */
function readSigned(bytes: Uint8Array): NonNullable<OutboxEntry['signed']> {
  const { issuedAt, sessionEpoch, membershipEpoch, coordinatorEpoch } = JSON.parse(
    new TextDecoder().decode(bytes),
  ) as { readonly issuedAt: string } & Partial<CarriedEpochs>;
  return { issuedAtMs: msOf(issuedAt), epochs: { sessionEpoch, membershipEpoch, coordinatorEpoch } };
}

// A Command on its way as the desk shows it, over all connections and identities. What has been signed is kept by the
// client of its identity; drafts that nobody has asked to sign are kept apart from those.
import type { Actor, Event, ProtocolError } from '../../../protocol/generated/documents.ts';
import type { CommandDraft } from '../../command-draft.ts';
import type { ObjectView } from '../fix/object-view.ts';
import type { ExpectedVerdict } from './verdict-defects.ts';

/**
 * - `draft`: an intent without signature; nobody has asked to send it;
 * - `waiting-for-key`, `waiting-for-connection`: to be signed as soon as that is there;
 * - `signed`: durable in its exact bytes, certainly not sent;
 * - `sent`: sent in the Session of now, without an answer so far;
 * - `unknown`: sent, and nobody will answer any more; the log tells;
 * - `accepted`, `refused`: the Authority has decided;
 * - `replaced`: another Command with another Action ID stands for it;
 * - `abandoned`: given up by a person.
 */
export type EntryState =
  | 'draft'
  | 'waiting-for-key'
  | 'waiting-for-connection'
  | 'signed'
  | 'sent'
  | 'unknown'
  | 'accepted'
  | 'refused'
  | 'replaced'
  | 'abandoned';

/** The epochs that a Command was signed with; none of them for a human's `mission.create`. */
export interface CarriedEpochs {
  readonly sessionEpoch: number | undefined;
  readonly membershipEpoch: number | undefined;
  readonly coordinatorEpoch: number | undefined;
}

export interface OutboxEntry {
  readonly connectionId: string;
  /** Given to a draft already, so that an override can name it (POL-010). */
  readonly actionId: string;
  readonly signer: Actor;
  readonly draft: CommandDraft;
  readonly state: EntryState;
  /** Its place in its Group; a Command that replaces another takes over its place. */
  readonly position: number;
  readonly createdAtMs: number;
  readonly changedAtMs: number;
  /** How often it was sent. */
  readonly attempts: number;
  /** From `signed` on. */
  readonly signed: { readonly issuedAtMs: number; readonly epochs: CarriedEpochs } | undefined;
  readonly error: ProtocolError | undefined;
  /** The receipt. */
  readonly event: Pick<Event, 'eventId' | 'sequence'> | undefined;
  /** Action IDs of earlier Commands that this one is built on, beside those that follow from its content. */
  readonly dependsOn: readonly string[];
  readonly replacedBy: string | undefined;
  readonly replaces: string | undefined;
  /** A person has let it go although something before it was refused. */
  readonly isReleased: boolean;
  /** The object as it was when the intent was made. */
  readonly basis: ObjectView | undefined;
  /** What our own rules said when it was signed. */
  readonly expected: ExpectedVerdict | undefined;
}

/** Its way has ended; only `accepted` can still follow, when the log says so. */
export function isSettled(state: EntryState): boolean {
  return state === 'accepted' || state === 'replaced' || state === 'abandoned';
}

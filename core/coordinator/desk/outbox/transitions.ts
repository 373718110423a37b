// What can happen to an entry of the outbox, state by state and event by event: a total table. `undefined` means that it
// cannot happen; a caller that meets it has a bug.
import type { EntryState } from './entry.ts';

/**
 * - `await-key`, `await-connection`: a person asked to send it, and that is not there;
 * - `sign`: its bytes are durable;
 * - `send`: its bytes were handed to an open connection, for the first time or again;
 * - `lose-answer`: the Session ended, or the Authority was silent for too long;
 * - `accept`: an Event that it caused is in the log;
 * - `refuse`: an ERROR names it, or it cannot be signed at all;
 * - `withdraw`: back to a draft, to be edited or to wait;
 * - `replace`: another Command takes its place;
 * - `abandon`: a person gives it up.
 */
export type EntryEvent =
  | 'await-key'
  | 'await-connection'
  | 'sign'
  | 'send'
  | 'lose-answer'
  | 'accept'
  | 'refuse'
  | 'withdraw'
  | 'replace'
  | 'abandon';

type Row = { readonly [Name in EntryEvent]: EntryState | undefined };

const IMPOSSIBLE: Row = {
  'await-key': undefined,
  'await-connection': undefined,
  sign: undefined,
  send: undefined,
  'lose-answer': undefined,
  accept: undefined,
  refuse: undefined,
  withdraw: undefined,
  replace: undefined,
  abandon: undefined,
};

/** Nothing of it can be in the log: it may be signed, changed and given up. */
const UNSIGNED = {
  'await-key': 'waiting-for-key',
  'await-connection': 'waiting-for-connection',
  sign: 'signed',
  refuse: 'refused',
  withdraw: 'draft',
  replace: 'replaced',
  abandon: 'abandoned',
} as const satisfies Partial<Row>;

export const TRANSITIONS: { readonly [State in EntryState]: Row } = {
  draft: { ...IMPOSSIBLE, ...UNSIGNED, 'lose-answer': 'draft' },
  'waiting-for-key': { ...IMPOSSIBLE, ...UNSIGNED, 'lose-answer': 'waiting-for-key' },
  'waiting-for-connection': { ...IMPOSSIBLE, ...UNSIGNED, 'lose-answer': 'waiting-for-connection' },
  signed: {
    'await-key': undefined,
    // Its epochs ended with the Session before it was sent: it is signed anew under its Action ID.
    'await-connection': 'waiting-for-connection',
    sign: 'signed',
    send: 'sent',
    'lose-answer': 'waiting-for-connection',
    // What the disk says was not sent may have been: the log is right.
    accept: 'accepted',
    refuse: 'refused',
    withdraw: 'draft',
    replace: 'replaced',
    abandon: 'abandoned',
  },
  sent: {
    ...IMPOSSIBLE,
    send: 'sent',
    'lose-answer': 'unknown',
    accept: 'accepted',
    refuse: 'refused',
  },
  // Replaced or given up only with proof that it has no effect (see absence.ts).
  unknown: {
    ...IMPOSSIBLE,
    send: 'sent',
    'lose-answer': 'unknown',
    accept: 'accepted',
    refuse: 'refused',
    replace: 'replaced',
    abandon: 'abandoned',
  },
  // The same Action ID may be tried again, with the same bytes or mended (IDM-004, ERR-012).
  refused: {
    'await-key': 'waiting-for-key',
    'await-connection': 'waiting-for-connection',
    sign: 'signed',
    send: 'sent',
    'lose-answer': 'refused',
    accept: 'accepted',
    refuse: 'refused',
    withdraw: 'draft',
    replace: 'replaced',
    abandon: 'abandoned',
  },
  accepted: { ...IMPOSSIBLE, accept: 'accepted', 'lose-answer': 'accepted' },
  replaced: { ...IMPOSSIBLE, accept: 'accepted', refuse: 'replaced', 'lose-answer': 'replaced' },
  abandoned: { ...IMPOSSIBLE, accept: 'accepted', refuse: 'abandoned', 'lose-answer': 'abandoned' },
};

/** The state after an event; undefined when it cannot happen in this state. */
export function nextState(state: EntryState, event: EntryEvent): EntryState | undefined {
  return TRANSITIONS[state][event];
}

// The states of a connection and what each frame means in each of them (WS-007, WS-018): total, so that a frame or a
// state cannot be added without deciding all its cases.
import type { Challenge } from '../../protocol/handshake.ts';
import type { Frame } from '../../protocol/frame.ts';
import type { Deliveries } from './deliveries.ts';
import type { Session } from './session.ts';

export type ConnectionState =
  | { readonly name: 'awaiting-init' }
  | { readonly name: 'awaiting-response'; readonly challenge: Challenge }
  /** The response is being judged and the session opened. The challenge is used up (WS-010). */
  | { readonly name: 'opening'; readonly agentId: string }
  | { readonly name: 'open'; readonly session: Session; readonly deliveries: Deliveries }
  | { readonly name: 'closed' };

export type FrameClass =
  | 'client_init'
  | 'client_response'
  | 'server_challenge'
  | 'server_accept'
  | 'SUBSCRIBE'
  | 'COMMAND'
  | 'EVENT'
  | 'ACK'
  | 'PING'
  | 'ERROR';

export type Reaction =
  | 'challenge'
  | 'authenticate'
  | 'subscribe'
  | 'submit'
  | 'acknowledge'
  | 'answer-ping'
  /** An ERROR of the client is for its own log; answering it could go on for ever. */
  | 'note'
  /** `AUTH_REQUIRED`, fatal. */
  | 'refuse-unauthenticated'
  /** `PROTOCOL_VIOLATION`, fatal. */
  | 'refuse-misplaced'
  | 'ignore';

const BEFORE_AUTHENTICATION = {
  client_init: 'refuse-misplaced',
  client_response: 'refuse-misplaced',
  server_challenge: 'refuse-misplaced',
  server_accept: 'refuse-misplaced',
  SUBSCRIBE: 'refuse-unauthenticated',
  COMMAND: 'refuse-unauthenticated',
  EVENT: 'refuse-unauthenticated',
  ACK: 'refuse-unauthenticated',
  PING: 'refuse-unauthenticated',
  ERROR: 'refuse-unauthenticated',
} as const satisfies Record<FrameClass, Reaction>;

export const REACTIONS: Readonly<Record<ConnectionState['name'], Readonly<Record<FrameClass, Reaction>>>> = {
  'awaiting-init': { ...BEFORE_AUTHENTICATION, client_init: 'challenge' },
  'awaiting-response': { ...BEFORE_AUTHENTICATION, client_response: 'authenticate' },
  opening: BEFORE_AUTHENTICATION,
  open: {
    client_init: 'refuse-misplaced',
    client_response: 'refuse-misplaced',
    server_challenge: 'refuse-misplaced',
    server_accept: 'refuse-misplaced',
    SUBSCRIBE: 'subscribe',
    COMMAND: 'submit',
    EVENT: 'refuse-misplaced',
    ACK: 'acknowledge',
    PING: 'answer-ping',
    ERROR: 'note',
  },
  closed: {
    client_init: 'ignore',
    client_response: 'ignore',
    server_challenge: 'ignore',
    server_accept: 'ignore',
    SUBSCRIBE: 'ignore',
    COMMAND: 'ignore',
    EVENT: 'ignore',
    ACK: 'ignore',
    PING: 'ignore',
    ERROR: 'ignore',
  },
};

export function frameClassOf(frame: Frame): FrameClass {
  return frame.frameType === 'HELLO' ? frame.phase : frame.frameType;
}

// The connection as a state machine: what each input means in each state. Data, and total, so that neither a state nor an
// input can be added without deciding all its cases.

export type ConnectionState =
  | 'stopped'
  /** Until the next try. */
  | 'waiting'
  /** A socket is being opened. */
  | 'dialing'
  /** `client_init` was sent. */
  | 'greeting'
  /** `client_response` is being signed, or was sent. */
  | 'proving'
  | 'open'
  /** Another runtime has the identity, or no version is spoken by both: it stays away until it is told otherwise. */
  | 'halted';

export type ConnectionInput =
  | 'start'
  | 'stop'
  /** Take the identity back (WS-016). */
  | 'reclaim'
  /** The pause before the next try is over. */
  | 'due'
  | 'connected'
  | 'closed'
  | 'challenge'
  | 'accept'
  /** Any other frame. */
  | 'traffic'
  /** The Session was taken over: a fatal AUTH_STALE_SESSION, or close code 4001. */
  | 'superseded'
  /** A fatal UNSUPPORTED_VERSION. */
  | 'incompatible'
  /** The peer broke the protocol, or something here failed. */
  | 'fault'
  /** Nothing was heard for too long. */
  | 'silent'
  /** The clocks say that this process was asleep, or that time was set. */
  | 'jump';

export type ConnectionAction =
  | 'dial'
  | 'greet'
  | 'prove'
  /** The Session is open: say so. */
  | 'open'
  /** Hand the frame on. */
  | 'deliver'
  /** Let go of the socket. */
  | 'drop'
  /** Set the time of the next try. */
  | 'wait'
  | 'cancel-wait'
  /** The Session is over: say so. */
  | 'lose'
  /** Somebody else has it: say so. */
  | 'halt';

export interface Transition {
  readonly next: ConnectionState;
  readonly actions: readonly ConnectionAction[];
}

function to(next: ConnectionState, ...actions: readonly ConnectionAction[]): Transition {
  return { next, actions };
}

const RETRY = to('waiting', 'drop', 'wait');
const LOSE = to('waiting', 'drop', 'lose', 'wait');
const HALT = to('halted', 'drop', 'halt');

/** Between the first try to connect and the open Session: everything unexpected begins anew, later. */
const ON_THE_WAY = {
  stop: to('stopped', 'drop'),
  connected: RETRY,
  closed: RETRY,
  challenge: RETRY,
  accept: RETRY,
  traffic: RETRY,
  superseded: HALT,
  incompatible: HALT,
  fault: RETRY,
  silent: RETRY,
  jump: to('dialing', 'drop', 'dial'),
} as const satisfies Partial<Record<ConnectionInput, Transition>>;

/** What changes nothing while there is no socket. */
function deaf(state: ConnectionState) {
  const stay = to(state);
  return {
    due: stay,
    connected: stay,
    closed: stay,
    challenge: stay,
    accept: stay,
    traffic: stay,
    superseded: stay,
    incompatible: stay,
    fault: stay,
    silent: stay,
    jump: stay,
  } as const satisfies Partial<Record<ConnectionInput, Transition>>;
}

/** What changes nothing while a connection is there or being made. */
function busy(state: ConnectionState) {
  const stay = to(state);
  return { start: stay, reclaim: stay, due: stay } as const satisfies Partial<
    Record<ConnectionInput, Transition>
  >;
}

export const TRANSITIONS: Readonly<Record<ConnectionState, Readonly<Record<ConnectionInput, Transition>>>> = {
  stopped: {
    ...deaf('stopped'),
    start: to('dialing', 'dial'),
    stop: to('stopped'),
    reclaim: to('dialing', 'dial'),
  },
  waiting: {
    ...deaf('waiting'),
    start: to('waiting'),
    stop: to('stopped', 'cancel-wait'),
    reclaim: to('dialing', 'cancel-wait', 'dial'),
    due: to('dialing', 'cancel-wait', 'dial'),
    // Whatever kept the server away may be over: a machine that wakes up tries at once.
    jump: to('dialing', 'cancel-wait', 'dial'),
  },
  dialing: { ...ON_THE_WAY, ...busy('dialing'), connected: to('greeting', 'greet') },
  greeting: { ...ON_THE_WAY, ...busy('greeting'), challenge: to('proving', 'prove') },
  proving: { ...ON_THE_WAY, ...busy('proving'), accept: to('open', 'open') },
  open: {
    ...busy('open'),
    stop: to('stopped', 'drop', 'lose'),
    connected: LOSE,
    closed: LOSE,
    challenge: LOSE,
    accept: LOSE,
    traffic: to('open', 'deliver'),
    superseded: HALT,
    incompatible: to('halted', 'drop', 'lose', 'halt'),
    fault: LOSE,
    silent: LOSE,
    jump: to('dialing', 'drop', 'lose', 'dial'),
  },
  halted: {
    ...deaf('halted'),
    // Two runtimes that start again by themselves would fight for ever.
    start: to('halted'),
    stop: to('stopped'),
    reclaim: to('dialing', 'dial'),
  },
};

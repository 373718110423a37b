import { describe, expect, test } from 'vitest';
import { type ConnectionState, type FrameClass, frameClassOf, REACTIONS } from './connection-states.ts';

const STATES = Object.keys(REACTIONS) as ConnectionState['name'][];
const HELLOS: readonly FrameClass[] = ['client_init', 'client_response', 'server_challenge', 'server_accept'];
const OTHERS: readonly FrameClass[] = ['SUBSCRIBE', 'COMMAND', 'EVENT', 'ACK', 'PING', 'ERROR'];

/** The table of file 09 written out again: everything that a state does not name is refused. */
const SPECIFIED: Readonly<Record<ConnectionState['name'], Partial<Record<FrameClass, string>>>> = {
  'awaiting-init': { client_init: 'challenge' },
  'awaiting-response': { client_response: 'authenticate' },
  opening: {},
  open: {
    SUBSCRIBE: 'subscribe',
    COMMAND: 'submit',
    ACK: 'acknowledge',
    PING: 'answer-ping',
    ERROR: 'note',
  },
  closed: {},
};

describe.each(STATES)('in the state %s', (state) => {
  test.each([...HELLOS, ...OTHERS])('%s', (frame) => {
    const refusal =
      state === 'closed'
        ? 'ignore'
        : HELLOS.includes(frame) || state === 'open'
          ? 'refuse-misplaced'
          : 'refuse-unauthenticated';
    expect(REACTIONS[state][frame]).toBe(SPECIFIED[state][frame] ?? refusal);
  });
});

test('a HELLO is known by its phase', () => {
  const ping = {
    protocolVersion: '0.1',
    frameId: 'urn:x:f',
    frameType: 'PING',
    nonce: 'AA',
    sentAt: '',
  } as const;
  expect(frameClassOf(ping)).toBe('PING');
  const init = {
    ...ping,
    frameType: 'HELLO',
    phase: 'client_init',
    agentId: 'urn:x:a',
    keyId: 'urn:x:k',
    clientNonce: 'AA',
    supportedVersions: [],
  } as const;
  expect(frameClassOf({ ...init, supportedVersions: [...init.supportedVersions] })).toBe('client_init');
});

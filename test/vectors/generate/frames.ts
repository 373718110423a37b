// The frames of the vectors: all ten alternatives, with the structural documents inside them.
import type {
  AckFrame,
  ErrorFrame,
  HelloClientInitFrame,
  HelloClientResponseFrame,
  HelloServerAcceptFrame,
  HelloServerChallengeFrame,
  PingFrame,
  SubscribeFrame,
} from '../../../core/protocol/generated/documents.ts';
import { signedShape } from './structural-vector.ts';
import { MAXIMAL_ERROR, MAXIMAL_PRESENCE, MINIMAL_ERROR } from './documents-unsigned.ts';
import { at, CONVERSATION, GROUP, urn, WEAVER, WORK_ITEM } from './world.ts';

const HEAD = { protocolVersion: '0.1', frameId: urn('frame', 'one') } as const;

export const CLIENT_INIT: HelloClientInitFrame = {
  ...HEAD,
  frameType: 'HELLO',
  phase: 'client_init',
  agentId: WEAVER.id,
  keyId: urn('key', 'weaver'),
  clientNonce: 'AA',
  supportedVersions: ['0.1'],
};

export const SERVER_CHALLENGE: HelloServerChallengeFrame = {
  ...HEAD,
  frameType: 'HELLO',
  phase: 'server_challenge',
  selectedVersion: '0.1',
  clientNonce: 'AA',
  serverNonce: 'c2VydmVyLW5vbmNl',
  challenge: 'x'.repeat(4096),
};

export const CLIENT_RESPONSE: HelloClientResponseFrame = {
  ...HEAD,
  frameType: 'HELLO',
  phase: 'client_response',
  agentId: WEAVER.id,
  keyId: urn('key', 'weaver'),
  clientNonce: 'AA',
  serverNonce: 'c2VydmVyLW5vbmNl',
  challengeSignature: '_-_-',
};

export const SERVER_ACCEPT: HelloServerAcceptFrame = {
  ...HEAD,
  frameType: 'HELLO',
  phase: 'server_accept',
  selectedVersion: '0.1',
  sessionToken: 'sixteen letters.',
  sessionEpoch: 1,
  expiresAt: at('09:00:00'),
};

export const MINIMAL_SUBSCRIBE: SubscribeFrame = {
  ...HEAD,
  frameType: 'SUBSCRIBE',
  subscriptionId: urn('subscription', 'all'),
  groups: [{ groupId: GROUP, afterSequence: 0 }],
};

export const MAXIMAL_SUBSCRIBE: SubscribeFrame = {
  ...MINIMAL_SUBSCRIBE,
  groups: [
    {
      groupId: GROUP,
      afterSequence: 40,
      attention: {
        eventKinds: ['work.offer.created', 'message.posted', 'ext.loomworks.thread.counted'],
        conversationIds: [CONVERSATION],
        workItemIds: [WORK_ITEM],
        mentionsOnly: true,
        announcements: false,
      },
    },
    { groupId: urn('group', 'spring-collection'), afterSequence: 9_007_199_254_740_991, attention: {} },
  ],
};

export const COMMAND_FRAME = {
  ...HEAD,
  frameType: 'COMMAND',
  command: signedShape('command', 'minimal'),
} as const;

export const MAXIMAL_COMMAND_FRAME = {
  ...COMMAND_FRAME,
  command: signedShape('command', 'maximal'),
} as const;

export const EVENT_FRAME = { ...HEAD, frameType: 'EVENT', event: signedShape('event', 'minimal') } as const;

export const MAXIMAL_EVENT_FRAME = { ...EVENT_FRAME, event: signedShape('event', 'maximal') } as const;

export const MINIMAL_ACK: AckFrame = {
  ...HEAD,
  frameType: 'ACK',
  acknowledgements: [{ groupId: GROUP, sequence: 0 }],
  sentAt: at('08:00:02'),
};

export const MAXIMAL_ACK: AckFrame = {
  ...MINIMAL_ACK,
  acknowledgements: [
    { groupId: GROUP, sequence: 40 },
    { groupId: GROUP, sequence: 40 },
  ],
};

export const MINIMAL_PING: PingFrame = { ...HEAD, frameType: 'PING', nonce: 'AA', sentAt: at('08:00:03') };

export const MAXIMAL_PING: PingFrame = { ...MINIMAL_PING, replyToNonce: 'AB', presence: MAXIMAL_PRESENCE };

export const MINIMAL_ERROR_FRAME: ErrorFrame = { ...HEAD, frameType: 'ERROR', error: MINIMAL_ERROR };

export const MAXIMAL_ERROR_FRAME: ErrorFrame = { ...MINIMAL_ERROR_FRAME, error: MAXIMAL_ERROR };

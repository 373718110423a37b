// Valid payloads of the Commands on Memberships and Messages (CMD-111 to CMD-117).
import type {
  MembershipChangePayload,
  MembershipEndPayload,
  MembershipGrantDelegationPayload,
  MessageCorrectPayload,
  MessagePostPayload,
  MessageRedactPayload,
  MessageRetractPayload,
} from '../../../core/protocol/generated/documents.ts';
import type { ExamplePair } from './example-pair.ts';
import {
  at,
  CONTEXT_PACKAGE_ID,
  COORDINATOR,
  DELEGATE,
  DELEGATION_GRANT_ID,
  EXTRACTION,
  PARENT_WORK_ITEM_ID,
  RESEARCH,
  WORK_ITEM_ID,
  WORKER,
} from './sample-ground.ts';
import {
  CONTEXT_PACKAGE,
  CORRECTION,
  MESSAGE,
  MESSAGE_CONTENT,
  REDACTION,
  RETRACTION,
} from './sample-records.ts';
import { GRANT_BUDGET } from './samples.ts';

const DELEGATION = {
  grantId: DELEGATION_GRANT_ID,
  granteeAgentId: DELEGATE.id,
  targetWorkItemId: PARENT_WORK_ITEM_ID,
  allowedCapabilities: [RESEARCH],
  budget: GRANT_BUDGET,
  maxDescendantDepth: 0,
  expiresAt: at('12:00'),
} satisfies MembershipGrantDelegationPayload;

const CORRECT = {
  messageId: CORRECTION.messageId,
  targetMessageId: MESSAGE.messageId,
  reason: 'One supplier was overlooked.',
  content: [{ type: 'text', text: 'Three certificates are out of date.' }],
} satisfies MessageCorrectPayload;

const RETRACT = {
  messageId: RETRACTION.messageId,
  targetMessageId: MESSAGE.messageId,
  reason: 'The count was wrong.',
  content: [{ type: 'text', text: 'Retracted by the author.' }],
} satisfies MessageRetractPayload;

const REDACT = {
  messageId: REDACTION.messageId,
  targetMessageId: MESSAGE.messageId,
  reason: 'It named a private person.',
  content: [{ type: 'text', text: 'Redacted for privacy.' }],
} satisfies MessageRedactPayload;

export const MEMBERSHIP_AND_MESSAGE_COMMANDS = {
  'membership.change': {
    minimal: { member: WORKER, role: 'worker', state: 'active', scopes: ['work.execute'] },
    maximal: {
      member: WORKER,
      role: 'worker',
      state: 'provisional',
      scopes: ['message.post', 'work.accept_offer', 'work.execute'],
      visibilityStartSequence: 12,
      contextPackageId: CONTEXT_PACKAGE_ID,
      provisionalExpiresAt: at('09:30'),
      contextPackage: CONTEXT_PACKAGE,
    },
  } satisfies ExamplePair<MembershipChangePayload>,

  'membership.end': {
    minimal: { member: DELEGATE },
    maximal: { member: DELEGATE, role: 'work_delegate' },
  } satisfies ExamplePair<MembershipEndPayload>,

  'membership.grant_delegation': {
    minimal: DELEGATION,
    maximal: { ...DELEGATION, allowedCapabilities: [RESEARCH, EXTRACTION], maxDescendantDepth: 2 },
  } satisfies ExamplePair<MembershipGrantDelegationPayload>,

  'message.post': {
    minimal: { messageId: MESSAGE.messageId, content: [{ type: 'text', text: 'The work has begun.' }] },
    maximal: {
      messageId: MESSAGE.messageId,
      content: MESSAGE_CONTENT,
      mentions: [COORDINATOR],
      references: [WORK_ITEM_ID],
      announcement: true,
      authority: false,
    },
  } satisfies ExamplePair<MessagePostPayload>,

  'message.correct': {
    minimal: CORRECT,
    maximal: { ...CORRECT, content: MESSAGE_CONTENT },
  } satisfies ExamplePair<MessageCorrectPayload>,

  'message.retract': {
    minimal: RETRACT,
    maximal: RETRACT,
  } satisfies ExamplePair<MessageRetractPayload>,

  'message.redact': {
    minimal: REDACT,
    maximal: REDACT,
  } satisfies ExamplePair<MessageRedactPayload>,
};

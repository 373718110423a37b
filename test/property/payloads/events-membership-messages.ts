// Valid payloads of the Events on Memberships and Messages (EVT-006 for CMD-111 to CMD-117).
import type {
  MembershipChangedPayload,
  MembershipDelegationGrantedPayload,
  MembershipEndedPayload,
  MessageCorrectedPayload,
  MessagePostedPayload,
  MessageRedactedPayload,
  MessageRetractedPayload,
} from '../../../core/protocol/generated/documents.ts';
import type { ExamplePair } from './example-pair.ts';
import { OVERRIDE_GRANT_ID, SOURCE_EVENT_ID } from './sample-ground.ts';
import { CONTEXT_PACKAGE, CORRECTION, MESSAGE, REDACTION, RETRACTION } from './sample-records.ts';
import {
  COORDINATOR_MEMBERSHIP,
  DELEGATE_MEMBERSHIP,
  DELEGATION_GRANT,
  ENDED_MEMBERSHIP,
  MISSION,
  PROVISIONAL_MEMBERSHIP,
} from './samples.ts';

export const MEMBERSHIP_AND_MESSAGE_EVENTS = {
  'membership.changed': {
    minimal: { membership: PROVISIONAL_MEMBERSHIP },
    maximal: {
      membership: PROVISIONAL_MEMBERSHIP,
      memberships: [COORDINATOR_MEMBERSHIP],
      contextPackage: CONTEXT_PACKAGE,
      mission: MISSION,
      missionRevision: 1,
      sourceEventId: SOURCE_EVENT_ID,
    },
  } satisfies ExamplePair<MembershipChangedPayload>,

  'membership.ended': {
    minimal: { membership: ENDED_MEMBERSHIP },
    maximal: {
      membership: ENDED_MEMBERSHIP,
      memberships: [ENDED_MEMBERSHIP],
      member: ENDED_MEMBERSHIP.member,
      role: ENDED_MEMBERSHIP.role,
      sourceEventId: SOURCE_EVENT_ID,
    },
  } satisfies ExamplePair<MembershipEndedPayload>,

  'membership.delegation.granted': {
    minimal: { delegationGrant: DELEGATION_GRANT },
    maximal: {
      delegationGrant: DELEGATION_GRANT,
      membership: DELEGATE_MEMBERSHIP,
      cooperationOverrideGrantId: OVERRIDE_GRANT_ID,
    },
  } satisfies ExamplePair<MembershipDelegationGrantedPayload>,

  'message.posted': {
    minimal: { message: MESSAGE },
    maximal: {
      message: MESSAGE,
      announcement: true,
      cooperationOverrideGrantId: OVERRIDE_GRANT_ID,
      sourceEventId: SOURCE_EVENT_ID,
    },
  } satisfies ExamplePair<MessagePostedPayload>,

  'message.corrected': {
    minimal: { message: CORRECTION },
    maximal: { message: CORRECTION, targetMessageId: MESSAGE.messageId },
  } satisfies ExamplePair<MessageCorrectedPayload>,

  'message.retracted': {
    minimal: { message: RETRACTION },
    maximal: { message: RETRACTION, targetMessageId: MESSAGE.messageId },
  } satisfies ExamplePair<MessageRetractedPayload>,

  'message.redacted': {
    minimal: { message: REDACTION },
    maximal: { message: REDACTION, targetMessageId: MESSAGE.messageId },
  } satisfies ExamplePair<MessageRedactedPayload>,
};

// The Policy Log of a Group (OPEN-067): who was allowed what beyond the ordinary.
import type {
  Approval,
  CooperationOverrideGrant,
  DelegationGrant,
  Event,
  Message,
} from '../protocol/generated/documents.ts';
import type { PolicyLogRecord } from './world.ts';

/** Members of Event payloads that are, or are part of, a policy decision. */
interface PolicyMembers {
  readonly approval?: Approval;
  readonly message?: Message;
  readonly delegationGrant?: DelegationGrant;
  readonly cooperationOverrideGrant?: CooperationOverrideGrant;
  readonly cooperationOverrideGrantId?: string;
  readonly overrideReason?: string;
}

/** The entries that an Event adds. Their ids follow from its own, so every rebuild gives the same log. */
export function describePolicyDecisions(event: Omit<Event, 'signature'>): readonly PolicyLogRecord[] {
  const { eventId, kind, actor, occurredAt } = event;
  const payload = event.payload as PolicyMembers;
  const entries: PolicyLogRecord[] = [];
  const log = (suffix: string, decision: string, details: Readonly<Record<string, unknown>>) => {
    entries.push({
      entryId: `${eventId}#${suffix}`,
      decision,
      actor,
      occurredAt,
      details: { eventId, ...details },
    });
  };
  if (payload.cooperationOverrideGrant !== undefined) {
    const { grantId, policyName, targetActionId } = payload.cooperationOverrideGrant;
    log('override-granted', 'cooperation override granted', { grantId, policyName, targetActionId });
  }
  if (payload.cooperationOverrideGrantId !== undefined) {
    const grantId = payload.cooperationOverrideGrantId;
    log('override-consumed', 'cooperation override consumed', { grantId });
  }
  if (payload.delegationGrant !== undefined) {
    const { grantId, granteeAgentId, targetWorkItemId } = payload.delegationGrant;
    log('delegation', 'delegation granted', { grantId, granteeAgentId, targetWorkItemId });
  }
  if (payload.overrideReason !== undefined) {
    log('emergency', 'emergency assignment', { reason: payload.overrideReason });
  }
  if (kind === 'message.redacted') {
    log('redaction', 'message redacted', { targetMessageId: payload.message?.targetMessageId ?? '' });
  }
  if (kind === 'approval.execution.granted') {
    log('execution', 'execution approved', { approvalId: payload.approval?.approvalId ?? '' });
  }
  return entries;
}

// The steps that fixtures of the attention rules are made of.
import { childPayload } from '../../../domain/seeded-missions.test-data.ts';
import { SECOND_WORKER, type SeededOrganization } from '../../../domain/seeded-world.test-data.ts';
import {
  acceptAs,
  artifactOf,
  bringTo,
  claimOf,
  CONTENT,
  evidenceOf,
  inSeconds,
  ITEM,
  offerTo,
  recordOf,
  reviewOf,
} from '../../../domain/work-scenes.test-data.ts';
import type { CommandPayloads } from '../../../protocol/generated/documents.ts';
import { executionApprovalOf } from '../../../../test/transitions/work-commands.ts';
import type { DeskConnection } from '../connection.ts';
import {
  cancelDraft,
  CONNECTION,
  COORDINATOR,
  entryOf,
  errorOf,
  GROUP,
  OWNER,
  WORKER,
} from '../desk.test-data.ts';
import type { AttentionInput } from './attend.ts';
import type { AttentionAction, KeyStatus, RowValues, Severity } from './attention-types.ts';
import type { AttentionRuleName } from './rules.ts';

/** What of the desk is not as usual. */
export type Changes = Partial<AttentionInput> & { readonly connection?: Partial<DeskConnection> };

export interface RuleFixture {
  readonly rule: AttentionRuleName;
  /** Says which of several cases of the rule it is. */
  readonly name: string;
  /** Brings the desk to just before the condition holds. */
  readonly before: (organization: SeededOrganization) => Changes;
  /** Makes it hold. */
  readonly begin: (organization: SeededOrganization, input: Changes) => Changes;
  /** Ends it. */
  readonly end: (organization: SeededOrganization, input: Changes) => Changes;
  readonly says: {
    readonly severity: Severity;
    readonly action: AttentionAction;
    readonly values?: RowValues;
    readonly endsIn?: number;
    readonly count?: number;
  };
}

export const SECOND = 'urn:heddle:test:work:second';
export const NOTHING = () => ({});
export const pass = (seconds: number) => (organization: SeededOrganization, input: Changes) => {
  organization.passSeconds(seconds);
  return input;
};

/** The seeded Coordinator lease lasts two days; a renewal makes it short. */
export function shortTerm(organization: SeededOrganization): Changes {
  organization.mustAct('mission.renew_coordinator', COORDINATOR, { leaseSeconds: 600 });
  return {};
}

export function cancel(organization: SeededOrganization, workItemId = ITEM): Changes {
  organization.mustAct('work.cancel', OWNER, { workItemId });
  return {};
}

export const reach =
  (...args: Parameters<typeof bringTo> extends [SeededOrganization, ...infer Rest] ? Rest : never) =>
  (organization: SeededOrganization): Changes => {
    bringTo(organization, ...args);
    return {};
  };

export function renewLease(organization: SeededOrganization): Changes {
  organization.mustAct('ext.missionweaveprotocol.core.work_execution_lease_renew', WORKER, {
    ...claimOf(organization),
    leaseSeconds: 3_000,
  });
  return {};
}

export function verify(organization: SeededOrganization): Changes {
  organization.mustAct('work.accept_result', COORDINATOR, { workItemId: ITEM, evidence: [reviewOf()] });
  return {};
}

export function say(
  organization: SeededOrganization,
  text: string,
  changes: Partial<CommandPayloads['message.post']> = {},
  author = WORKER,
): string {
  const messageId = organization.newId('message');
  organization.mustAct(
    'message.post',
    author,
    { messageId, content: [{ type: 'text', text }], ...changes },
    { conversationId: recordOf(organization).document.conversationId },
  );
  return messageId;
}

export function grantStart(organization: SeededOrganization, seconds: number): Changes {
  const at = inSeconds(organization, seconds);
  organization.mustAct(
    'approval.grant_execution',
    OWNER,
    executionApprovalOf(organization, { expiresAt: at }),
  );
  return {};
}

export const ANSWER = (organization: SeededOrganization, decision: 'approved' | 'changes_requested') => ({
  approval: {
    approvalId: organization.newId('approval'),
    kind: 'mission_final' as const,
    decision,
    missionId: 'urn:heddle:test:mission:1',
    groupId: GROUP,
    missionRevision: organization.world.get('mission', GROUP, '')?.document.revision ?? 0,
    artifactHashes: [CONTENT],
    acceptancePolicyVersion: '1.0.0',
    approver: OWNER,
    comments: 'the list lacks dates',
    conditions: [],
    occurredAt: inSeconds(organization, 0),
    signature: artifactOf().signature,
  },
});

export function submitMission(organization: SeededOrganization): Changes {
  organization.mustAct('mission.submit_for_approval', COORDINATOR, { artifactHashes: [CONTENT] });
  return {};
}

export const key = (changes: Partial<KeyStatus>): readonly KeyStatus[] => [
  {
    connectionId: CONNECTION,
    keyId: 'urn:heddle:test:key:1',
    actor: COORDINATOR,
    condition: 'usable',
    validUntilMs: undefined,
    hasTestedBackup: true,
    ...changes,
  },
];

/** An estimate as a Worker gives it. */
export const estimate = (organization: SeededOrganization, completionSeconds: number) => ({
  estimatedStart: inSeconds(organization, 60),
  estimatedCompletion: inSeconds(organization, completionSeconds),
  confidence: 0.5,
  capacityStatus: 'available' as const,
  lastCalculatedAt: inSeconds(organization, 0),
});

export function charge(organization: SeededOrganization, toolCalls: number): Changes {
  organization.mustAct('ext.missionweaveprotocol.core.resource_usage_record', WORKER, {
    ...claimOf(organization),
    usageDelta: { toolCalls },
  });
  return {};
}

export const limit = (actionId: string) =>
  entryOf(0, {
    actionId,
    state: 'refused',
    draft: cancelDraft(ITEM),
    error: errorOf('RATE_LIMITED', { details: { policyName: 'delegation_depth', limit: 3, wanted: 4 } }),
  });
export const LIMITED = 'urn:heddle:test:action:limited';

export const stateOf =
  (...outbox: readonly Parameters<typeof entryOf>[1][]) =>
  (organization: SeededOrganization): Changes => ({
    outbox: outbox.map((changes) => entryOf(organization.nowMs, changes)),
  });

/** A second member of the desk, so that the Coordinator is still there when others own the item. */
export function reassignLate(organization: SeededOrganization): Changes {
  bringTo(organization, 'active');
  organization.passSeconds(2_000);
  offerTo(organization, [SECOND_WORKER]);
  acceptAs(organization, SECOND_WORKER);
  return {};
}

export function lastMessage({ log }: SeededOrganization): string {
  const posted = log.findLast(({ kind }) => kind === 'message.posted')?.payload['message'];
  return (posted as { readonly messageId: string }).messageId;
}

export function health(
  changes: Partial<DeskConnection['health'] extends ReadonlyMap<string, infer Health> ? Health : never>,
) {
  return { gap: undefined, isCursorTooOld: false, isVerificationFailed: false, ...changes };
}

export function publishAndSubmit(
  organization: SeededOrganization,
  evidence: Parameters<typeof evidenceOf>[0] = {},
): Changes {
  const { ownershipEpoch, executionLeaseId } = claimOf(organization);
  organization.mustAct('artifact.publish', WORKER, {
    artifact: artifactOf(),
    ownershipEpoch,
    executionLeaseId,
  });
  organization.mustAct('work.submit', WORKER, {
    ...claimOf(organization),
    artifactHashes: [CONTENT],
    evidence: [evidenceOf(evidence)],
  });
  return {};
}

export function child(organization: SeededOrganization): Changes {
  bringTo(organization, 'open');
  organization.mustAct('mission.create_child', COORDINATOR, childPayload({ parentWorkItemId: ITEM }));
  return {};
}

export function bringToActive(organization: SeededOrganization): Changes {
  bringTo(organization, 'active', { budget: { toolCallLimit: 1_000 } });
  return {};
}

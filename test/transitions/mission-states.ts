// How a Mission gets into each state of the table: by real Commands, from a fresh world.
import type { GroupSnapshot } from '../../core/protocol/generated/documents.ts';
import { approvalOf } from '../../core/domain/seeded-missions.test-data.ts';
import {
  COORDINATOR,
  GROUP,
  MAIN_CONVERSATION,
  OBSERVER,
  OWNER,
  SECOND_WORKER,
  SeededOrganization,
  SERVICE,
  START_MS,
  STRANGER,
} from '../../core/domain/seeded-world.test-data.ts';
import { SINGLE } from '../../core/domain/world.ts';
import { nowAt } from '../../core/domain/decision.ts';
import { authorize, bringTo, CONTENT } from '../../core/domain/work-scenes.test-data.ts';
import type { MissionParty, MissionTableState } from './mission-table.ts';

/** A Message of a member that later ones amend. */
export const MESSAGE = 'urn:heddle:test:message:first';

/** A term that a test can outlive without outliving anything else. */
const SHORT_TERM = 60;

/** The world in which a party acts on a Mission in a state. */
export function createMissionScene(state: MissionTableState, by: MissionParty): SeededOrganization {
  const organization = new SeededOrganization();
  if (state === 'none') return organization;
  addMembers(organization);
  const content = [{ type: 'text' as const, text: 'where is the folder?' }];
  const envelope = { conversationId: MAIN_CONVERSATION };
  organization.mustAct('message.post', OBSERVER, { messageId: MESSAGE, content }, envelope);
  const isUnreviewed = state === 'active' || state === 'failed' || state === 'cancelled';
  if (isUnreviewed) authorize(organization);
  else bringTo(organization, 'verified');
  const coordinator = by === 'former Coordinator' ? STRANGER : COORDINATOR;
  if (by === 'former Coordinator') {
    organization.mustAct('mission.assign_coordinator', OWNER, {
      coordinatorAgentId: STRANGER.id,
      leaseSeconds: 3_600,
    });
  }
  const outlivesTerm = by === 'Coordinator after its term' || by === 'policy service after the term';
  if (outlivesTerm) {
    organization.mustAct('mission.renew_coordinator', COORDINATOR, { leaseSeconds: SHORT_TERM });
  }
  if (state === 'failed') {
    organization.mustAct('mission.terminate', coordinator, { reason: 'cannot be done' });
  } else if (state === 'cancelled') {
    organization.mustAct('mission.cancel', OWNER, { reason: 'not needed any more' });
  } else if (state === 'awaiting_approval' || state === 'approved' || state === 'archived') {
    organization.mustAct('mission.submit_for_approval', coordinator, { artifactHashes: [CONTENT] });
  }
  if (state === 'approved' || state === 'archived') {
    organization.mustAct('mission.approve', OWNER, { approval: answerOf(organization, 'approved') });
  }
  if (state === 'archived') {
    organization.mustAct('ext.missionweaveprotocol.core.group_archive', SERVICE, {
      snapshot: snapshotOf(organization),
    });
  }
  if (outlivesTerm) organization.passSeconds(SHORT_TERM + 1);
  return organization;
}

/** The Coordinator is an observer, too, and so stays a member when it is replaced; the second Worker can be a delegate. */
function addMembers(organization: SeededOrganization): void {
  organization.mustAct('membership.change', OWNER, {
    member: COORDINATOR,
    role: 'observer',
    state: 'active',
    scopes: ['message.read'],
  });
  organization.mustAct('membership.change', OWNER, {
    member: SECOND_WORKER,
    role: 'work_delegate',
    state: 'active',
    scopes: ['work.propose', 'work.delegate'],
  });
}

/** The MissionOwner's signed answer to the Mission as it is now. */
export function answerOf(organization: SeededOrganization, decision: 'approved' | 'changes_requested') {
  const revision = organization.world.get('mission', GROUP, SINGLE)?.document.revision ?? 1;
  return approvalOf({
    approvalId: 'urn:heddle:test:approval:answer',
    decision,
    missionRevision: revision,
    artifactHashes: [CONTENT],
  });
}

/** A final snapshot of the Group as it is now (ARC-004). */
export function snapshotOf(
  organization: SeededOrganization,
  changes: Partial<GroupSnapshot> = {},
): GroupSnapshot {
  const at = nowAt(organization.nowMs).text;
  const head = organization.world.get('head', GROUP, SINGLE)?.sequence ?? 0;
  const policyLog: GroupSnapshot['policyLog'] = [
    { entryId: 'urn:heddle:test:policy:kept', decision: 'kept', actor: SERVICE, occurredAt: at, details: {} },
  ];
  for (const [, { details, ...entry }] of organization.world.list('policyLog', GROUP)) {
    policyLog.push({ ...entry, details: { ...details } });
  }
  return {
    snapshotId: 'urn:heddle:test:snapshot:final',
    groupId: GROUP,
    throughSequence: head,
    eventIds: Array.from({ length: head }, (_, index) => `urn:heddle:test:event:logged-${index + 1}`),
    stateHash: `sha256:${'1'.repeat(64)}`,
    policyLog,
    createdBy: { type: 'service', id: SERVICE.id },
    createdAt: at,
    signature: {
      algorithm: 'Ed25519',
      keyId: `${SERVICE.id}:key`,
      createdAt: nowAt(START_MS).text,
      value: 'A'.repeat(86),
    },
    ...changes,
  };
}

// Valid payloads of the Commands on Missions (CMD-101 to CMD-110).
import type {
  MissionApprovePayload,
  MissionAssignCoordinatorPayload,
  MissionCancelPayload,
  MissionCreateChildPayload,
  MissionCreateFollowUpPayload,
  MissionCreatePayload,
  MissionRenewCoordinatorPayload,
  MissionRequestChangesPayload,
  MissionSubmitForApprovalPayload,
  MissionTerminatePayload,
} from '../../../core/protocol/generated/documents.ts';
import type { ExamplePair } from './example-pair.ts';
import {
  CHANGE_REQUEST,
  CHILD_APPROVAL,
  FINAL_APPROVAL,
  ROOT_APPROVAL_OF_CHILD,
} from './sample-decisions.ts';
import { CONTEXT_PACKAGE } from './sample-records.ts';
import {
  at,
  CHILD_GROUP_ID,
  CHILD_MISSION_ID,
  COORDINATOR,
  FOLLOW_UP_GROUP_ID,
  FOLLOW_UP_MISSION_ID,
  GROUP_ID,
  MISSION_ID,
  PARENT_WORK_ITEM_ID,
  REPORT_HASH,
  SECOND_COORDINATOR,
  TABLE_HASH,
  urn,
} from './sample-ground.ts';
import { BUDGET, DEFINITION_OF_DONE } from './samples.ts';

const MINIMAL_MISSION = {
  missionId: MISSION_ID,
  groupId: GROUP_ID,
  coordinatorAgentId: COORDINATOR.id,
  objective: 'Audit the certificates of all current suppliers.',
  definitionOfDone: DEFINITION_OF_DONE,
  budget: { modelTokenLimit: 2_000_000 },
  deadline: at('18:00'),
  approvalPolicy: { finalHumanApproval: true, highRiskExecutionApproval: true },
} satisfies MissionCreatePayload;

const MAXIMAL_MISSION = {
  ...MINIMAL_MISSION,
  budget: BUDGET,
  approvalPolicy: { finalHumanApproval: true, highRiskExecutionApproval: false, policyVersion: '2.1.0' },
  pinnedProfiles: [{ profileUri: urn('profile', 'offer-decline'), majorVersion: 1 }],
  permissions: ['payment.prepare', 'external.send'],
  coordinatorLeaseSeconds: 600,
  title: 'Supplier audit',
} satisfies Required<MissionCreatePayload>;

const FOLLOW_UP = {
  missionId: FOLLOW_UP_MISSION_ID,
  groupId: FOLLOW_UP_GROUP_ID,
  followUpToMissionId: MISSION_ID,
};

const CHILD = {
  missionId: CHILD_MISSION_ID,
  groupId: CHILD_GROUP_ID,
  coordinatorAgentId: SECOND_COORDINATOR.id,
  parentWorkItemId: PARENT_WORK_ITEM_ID,
};

export const MISSION_COMMANDS = {
  'mission.create': {
    minimal: MINIMAL_MISSION,
    maximal: MAXIMAL_MISSION,
  } satisfies ExamplePair<MissionCreatePayload>,

  'mission.create_follow_up': {
    minimal: { ...MINIMAL_MISSION, ...FOLLOW_UP },
    maximal: { ...MAXIMAL_MISSION, ...FOLLOW_UP },
  } satisfies ExamplePair<MissionCreateFollowUpPayload>,

  'mission.create_child': {
    minimal: { ...MINIMAL_MISSION, ...CHILD },
    maximal: { ...MAXIMAL_MISSION, ...CHILD, childFailurePolicy: 'fail_parent_work_item' },
  } satisfies ExamplePair<MissionCreateChildPayload>,

  'mission.assign_coordinator': {
    minimal: { coordinatorAgentId: SECOND_COORDINATOR.id },
    maximal: {
      coordinatorAgentId: SECOND_COORDINATOR.id,
      leaseSeconds: 600,
      contextPackage: CONTEXT_PACKAGE,
    },
  } satisfies ExamplePair<MissionAssignCoordinatorPayload>,

  'mission.renew_coordinator': {
    minimal: {},
    maximal: { leaseSeconds: 600 },
  } satisfies ExamplePair<MissionRenewCoordinatorPayload>,

  'mission.submit_for_approval': {
    minimal: { artifactHashes: [REPORT_HASH] },
    maximal: { artifactHashes: [REPORT_HASH, TABLE_HASH], summary: 'All 41 suppliers were audited.' },
  } satisfies ExamplePair<MissionSubmitForApprovalPayload>,

  'mission.approve': {
    minimal: { approval: FINAL_APPROVAL },
    maximal: { approval: CHILD_APPROVAL, rootApproval: ROOT_APPROVAL_OF_CHILD },
  } satisfies ExamplePair<MissionApprovePayload>,

  'mission.request_changes': {
    minimal: { approval: CHANGE_REQUEST },
    maximal: { approval: { ...CHANGE_REQUEST, conditions: ['Name the folder of each certificate.'] } },
  } satisfies ExamplePair<MissionRequestChangesPayload>,

  'mission.cancel': {
    minimal: { reason: 'The audit is no longer needed.' },
    maximal: { reason: 'The audit is no longer needed; the contract with the client has ended.' },
  } satisfies ExamplePair<MissionCancelPayload>,

  'mission.terminate': {
    minimal: { reason: 'The document store is lost.' },
    maximal: { reason: 'The document store is lost and there is no copy of the certificates.' },
  } satisfies ExamplePair<MissionTerminatePayload>,
};

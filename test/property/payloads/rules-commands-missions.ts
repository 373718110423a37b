// Rules of the Command payloads about Missions: creation, submission and Approvals.
import type { Approval } from '../../../core/protocol/generated/documents.ts';
import type { CommandKind } from '../../../core/protocol/schema.ts';
import type { PayloadRule } from './payload-rule.ts';
import {
  CHANGE_REQUEST,
  CHILD_APPROVAL,
  EXECUTION_APPROVAL,
  FINAL_APPROVAL,
  ROOT_APPROVAL_OF_CHILD,
} from './sample-decisions.ts';
import { COORDINATOR, MISSION_ID, PARENT_WORK_ITEM_ID } from './sample-ground.ts';

type Rule = PayloadRule<CommandKind>;

const WITHOUT_FINAL_APPROVAL = {
  approvalPolicy: { finalHumanApproval: false, highRiskExecutionApproval: true },
};

/** The Approval without its signature. */
function unsigned(approval: Approval): object {
  return Object.fromEntries(Object.entries(approval).filter(([name]) => name !== 'signature'));
}

const CREATION: readonly Rule[] = [
  ...(['mission.create', 'mission.create_follow_up'] as const).map((kind) => ({
    rule: 'DOC-MISN-C1',
    kind,
    says: 'a Mission without a parent ends with a human decision',
    change: WITHOUT_FINAL_APPROVAL,
    refusedAt: '/approvalPolicy/finalHumanApproval',
  })),
  {
    rule: 'DOC-MISN-C2',
    kind: 'mission.create_child',
    says: 'a child Mission may do without',
    change: WITHOUT_FINAL_APPROVAL,
  },
  {
    rule: 'MIS-007',
    kind: 'mission.create',
    says: 'a plain creation names no followed Mission',
    change: { followUpToMissionId: MISSION_ID },
    refusedAt: '',
  },
  {
    rule: 'MIS-T1',
    kind: 'mission.create',
    says: 'a root Mission has no parent WorkItem',
    change: { parentWorkItemId: PARENT_WORK_ITEM_ID },
    refusedAt: '',
  },
  {
    rule: 'OPEN-061',
    kind: 'mission.create',
    says: 'the Coordinator is named coordinatorAgentId',
    change: { coordinatorId: COORDINATOR.id },
    without: ['coordinatorAgentId'],
    refusedAt: '',
    naming: 'coordinatorAgentId',
  },
  ...(['mission.create', 'mission.create_follow_up', 'mission.create_child'] as const).flatMap(
    (kind): Rule[] => [
      {
        rule: 'MIS-001',
        kind,
        says: 'an objective that says something',
        change: { objective: '' },
        refusedAt: '/objective',
      },
      {
        rule: 'MIS-001',
        kind,
        says: 'an objective with limits',
        change: { objective: 'x'.repeat(10_001) },
        refusedAt: '/objective',
      },
      {
        rule: 'DOC-COM-BUDGET-C1',
        kind,
        says: 'a budget that limits something',
        change: { budget: {} },
        refusedAt: '/budget',
      },
      {
        rule: '8.6 permissions',
        kind,
        says: 'permissions are names of operations',
        change: { permissions: ['Payment Prepare'] },
        refusedAt: '/permissions/0',
      },
    ],
  ),
  ...['block_parent_work_item', 'fail_parent_work_item', 'fail_parent_mission'].map((policy): Rule => ({
    rule: 'CHD-007',
    kind: 'mission.create_child',
    says: `${policy} is a failure policy`,
    change: { childFailurePolicy: policy },
  })),
  {
    rule: 'CHD-007',
    kind: 'mission.create_child',
    says: 'there is no other failure policy',
    change: { childFailurePolicy: 'ignore' },
    refusedAt: '/childFailurePolicy',
  },
];

const DECISIONS: readonly Rule[] = [
  {
    rule: 'CHD-005',
    kind: 'mission.approve',
    says: 'an Agent that owns a child approves it',
    change: { approval: CHILD_APPROVAL },
  },
  {
    rule: 'CMD-107',
    kind: 'mission.approve',
    says: 'not with an execution Approval',
    change: { approval: { ...EXECUTION_APPROVAL } },
    refusedAt: '/approval/kind',
  },
  ...['changes_requested', 'denied'].map((decision): Rule => ({
    rule: 'CMD-107',
    kind: 'mission.approve',
    says: `not with the decision ${decision}`,
    change: { approval: { ...FINAL_APPROVAL, decision } },
    refusedAt: '/approval/decision',
  })),
  {
    rule: 'DOC-APPR-C1',
    kind: 'mission.approve',
    says: 'the Approval names Artifacts',
    change: { approval: { ...FINAL_APPROVAL, artifactHashes: [] } },
    refusedAt: '/approval/artifactHashes',
  },
  {
    rule: 'DOC-APPR-C2',
    kind: 'mission.approve',
    says: 'only a human approves a root Mission',
    change: { approval: { ...FINAL_APPROVAL, approver: COORDINATOR } },
    refusedAt: '/approval/approver/type',
  },
  ...(['mission.approve', 'mission.request_changes'] as const).map((kind): Rule => ({
    rule: 'OPEN-059',
    kind,
    says: 'the Approval is signed by itself',
    change: { approval: unsigned(kind === 'mission.approve' ? FINAL_APPROVAL : CHANGE_REQUEST) },
    refusedAt: '/approval',
    naming: 'signature',
  })),
  {
    rule: 'OPEN-058',
    kind: 'mission.approve',
    says: 'a root Approval stands only beside a child Approval',
    change: { rootApproval: ROOT_APPROVAL_OF_CHILD },
    refusedAt: '/approval/kind',
  },
  {
    rule: 'OPEN-058',
    kind: 'mission.approve',
    says: 'the root Approval is a final one',
    of: 'maximal',
    change: { rootApproval: CHILD_APPROVAL },
    refusedAt: '/rootApproval/kind',
  },
  {
    rule: 'OPEN-058',
    kind: 'mission.approve',
    says: 'the root Approval approves',
    of: 'maximal',
    change: { rootApproval: { ...ROOT_APPROVAL_OF_CHILD, decision: 'denied' } },
    refusedAt: '/rootApproval/decision',
  },
  {
    rule: 'CMD-108',
    kind: 'mission.request_changes',
    says: 'for a child as well',
    change: { approval: { ...CHILD_APPROVAL, decision: 'changes_requested' } },
  },
  {
    rule: 'CMD-108',
    kind: 'mission.request_changes',
    says: 'an approving Approval asks for nothing',
    change: { approval: FINAL_APPROVAL },
    refusedAt: '/approval/decision',
  },
  {
    rule: 'CMD-108',
    kind: 'mission.request_changes',
    says: 'not with an execution Approval',
    change: { approval: { ...EXECUTION_APPROVAL, decision: 'changes_requested' } },
    refusedAt: '/approval/kind',
  },
];

export const MISSION_COMMAND_RULES: readonly Rule[] = [...CREATION, ...DECISIONS];

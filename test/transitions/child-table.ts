// What the end of a child Mission does to its parent WorkItem and above: WORK-T16, WORK-T17, and MIS-T7, MIS-T8 where
// they follow from another Mission. Source: 4.1 (MIS-020, MIS-021), 4.6 (CHD-005…CHD-009), OPEN-034, OPEN-036.
import type { ChildFailurePolicy } from '../../core/protocol/generated/documents.ts';
import type { EventKind } from '../../core/domain/decision.ts';
import { no, noRow, type Refused } from './table.ts';

/** The Command that ends the child, or the Mission above it. */
export type ChildCause =
  | 'mission.approve'
  | 'mission.terminate'
  | 'mission.cancel'
  | 'mission.cancel of the parent';

export interface ChildRow {
  readonly requirement: string;
  readonly cause: ChildCause;
  readonly policy: ChildFailurePolicy;
  readonly child: string;
  readonly parentItem: string;
  readonly parentMission: string;
  /** Whether the parent Mission's revision moves (MIS-014). */
  readonly movesParent: boolean;
  readonly events: readonly EventKind[];
}

export const CHILD_TABLE: readonly ChildRow[] = [
  {
    requirement: 'WORK-T16, CHD-006',
    cause: 'mission.approve',
    policy: 'block_parent_work_item',
    child: 'approved',
    parentItem: 'verified',
    parentMission: 'active',
    movesParent: true,
    events: ['mission.approved', 'work.result.accepted'],
  },
  {
    requirement: 'WORK-T17, CHD-007',
    cause: 'mission.terminate',
    policy: 'block_parent_work_item',
    child: 'failed',
    parentItem: 'blocked',
    parentMission: 'active',
    movesParent: true,
    events: ['mission.terminated', 'work.blocked'],
  },
  {
    requirement: 'WORK-T17, CHD-007',
    cause: 'mission.terminate',
    policy: 'fail_parent_work_item',
    child: 'failed',
    parentItem: 'failed',
    parentMission: 'active',
    movesParent: true,
    events: ['mission.terminated', 'work.failed'],
  },
  {
    requirement: 'WORK-T17, MIS-T8, CHD-007',
    cause: 'mission.terminate',
    policy: 'fail_parent_mission',
    child: 'failed',
    parentItem: 'failed',
    parentMission: 'failed',
    movesParent: true,
    events: ['mission.terminated', 'work.failed', 'mission.terminated'],
  },
  {
    // The item stays for a replacement, whatever was declared for failure.
    requirement: 'OPEN-036',
    cause: 'mission.cancel',
    policy: 'fail_parent_mission',
    child: 'cancelled',
    parentItem: 'blocked',
    parentMission: 'active',
    movesParent: true,
    events: ['mission.cancelled', 'work.blocked'],
  },
  {
    requirement: 'MIS-T7, MIS-021, WORK-T18',
    cause: 'mission.cancel of the parent',
    policy: 'block_parent_work_item',
    child: 'cancelled',
    parentItem: 'cancelled',
    parentMission: 'cancelled',
    movesParent: false,
    events: ['mission.cancelled', 'work.cancelled', 'mission.cancelled'],
  },
];

/** A child Mission that is active, and how it does not end: the parent WorkItem waits on. */
export interface ChildRefusal {
  readonly requirement: string;
  readonly cause: ChildCause;
  readonly by: 'Parent Coordinator' | 'Child Coordinator';
  readonly refused: Refused;
}

export const CHILD_REFUSALS: readonly ChildRefusal[] = [
  // Nothing was submitted.
  {
    requirement: 'WORK-T16',
    cause: 'mission.approve',
    by: 'Parent Coordinator',
    refused: noRow('MIS-T6'),
  },
  // CHD-005: the Child Coordinator submits, and does not approve.
  {
    requirement: 'WORK-T16',
    cause: 'mission.approve',
    by: 'Child Coordinator',
    refused: no('AUTH_FORBIDDEN', 'MIS-T6'),
  },
  // MIS-T8 names the Coordinator and policy; the MissionOwner of a child cancels it.
  {
    requirement: 'WORK-T17',
    cause: 'mission.terminate',
    by: 'Parent Coordinator',
    refused: no('AUTH_FORBIDDEN', 'MIS-T8'),
  },
  {
    requirement: 'OPEN-036',
    cause: 'mission.cancel',
    by: 'Child Coordinator',
    refused: no('AUTH_FORBIDDEN', 'MIS-T7'),
  },
];

// The life cycle of a Mission as a table: every state × every Command that the state of a Mission decides about.
// Source: 4.1 (MIS-T1…MIS-T8), 4.2, 4.4, 4.6, 4.8, the preconditions of section 8.2, and the decisions OPEN-0xx. Checks
// stand in the order of section 8.1: membership, archived Group, role and term, and only then state. Other Commands about
// WorkItems need an unfinished item, which only an active Mission has (MIS-009, MIS-020): they are in work-table.ts.
import { type Cell, each, keeps, no, noRow, type Row, to, undetermined } from './table.ts';

/** `active` has one open WorkItem, `active, reviewed` one that is verified; an archived Group is that of an approved Mission. */
export const MISSION_STATES = [
  'none',
  'active',
  'active, reviewed',
  'awaiting_approval',
  'approved',
  'failed',
  'cancelled',
  'archived',
] as const;

export type MissionTableState = (typeof MISSION_STATES)[number];

export type MissionParty =
  | 'MissionOwner'
  | 'another human'
  | 'Coordinator'
  | 'Coordinator after its term'
  | 'former Coordinator'
  | 'member'
  | 'policy service'
  | 'policy service after the term'
  | 'other service';

export type MissionRow = Row<MissionTableState, MissionParty>;

const ACTIVE = ['active', 'active, reviewed'] as const;
const LIVE = [...ACTIVE, 'awaiting_approval'] as const;
const TERMINAL = ['approved', 'failed', 'cancelled'] as const;
const PRESENT = [...LIVE, ...TERMINAL] as const;

/** No Group, or none that the actor may know of; an archived one takes no Command at all (OPEN-064). */
const OUTSIDE: Readonly<Record<'none' | 'archived', Cell>> = {
  none: no('GROUP_NOT_FOUND', 'WS-004'),
  archived: noRow('OPEN-064'),
};

function forbidden(rule: string): MissionRow['cells'] {
  return { ...OUTSIDE, ...each(PRESENT, no('AUTH_FORBIDDEN', rule)) };
}

/** A former Coordinator that is still a member learns that its epoch was fenced, in every state (CRD-004, OPEN-044). */
const FENCED: MissionRow['cells'] = {
  ...OUTSIDE,
  ...each(PRESENT, no('AUTH_STALE_COORDINATOR', 'CRD-004')),
};

/** The same Command is refused to each of the parties by its own rule. */
function forbids(
  command: MissionRow['command'],
  requirement: string,
  parties: readonly MissionParty[],
  rule = requirement,
): readonly MissionRow[] {
  return parties.map((by) => ({ command, by, requirement, cells: forbidden(rule) }));
}

const CREATED = to('active', 'MIS-T1', 'mission.created');
const ASSIGNED: Cell = keeps(
  'CRD-003',
  'mission.coordinator.assigned',
  // One for each of the two whose roles change (CRD-008, OPEN-021).
  'membership.changed',
  'membership.changed',
);

/** MIS-T1, MIS-T2, MIS-T3: from none. The ids of a Mission that exists are taken, whatever its state (INV-01). */
const CREATION: readonly MissionRow[] = [
  {
    command: 'mission.create',
    by: 'MissionOwner',
    requirement: 'MIS-T1',
    cells: { none: CREATED, ...each([...PRESENT, 'archived'], noRow('INV-01')) },
  },
  ...(['Coordinator', 'policy service'] as const).map((by): MissionRow => ({
    command: 'mission.create',
    by,
    requirement: 'MIS-T1',
    cells: each(MISSION_STATES, no('AUTH_FORBIDDEN', 'MIS-T1')),
  })),
  {
    // The state is that of the Mission to be continued; the follow-up itself begins as active in a Group of its own.
    command: 'mission.create_follow_up',
    by: 'MissionOwner',
    requirement: 'MIS-T2',
    cells: {
      none: no('INVALID_COMMAND', 'CHD-010'),
      ...each([...LIVE, 'failed', 'cancelled'], noRow('MIS-T2')),
      ...each(['approved', 'archived'], keeps('MIS-T2', 'mission.follow_up.created')),
    },
  },
  {
    command: 'mission.create_follow_up',
    by: 'another human',
    requirement: 'MIS-T2',
    cells: {
      none: no('INVALID_COMMAND', 'CHD-010'),
      ...each([...PRESENT, 'archived'], no('AUTH_FORBIDDEN', 'MIS-T2')),
    },
  },
  {
    command: 'mission.create_follow_up',
    by: 'Coordinator',
    requirement: 'MIS-T2',
    cells: each(MISSION_STATES, no('AUTH_FORBIDDEN', 'MIS-T2')),
  },
  {
    command: 'mission.create_child',
    by: 'Coordinator',
    requirement: 'MIS-T3',
    cells: {
      ...OUTSIDE,
      active: keeps('MIS-T3', 'mission.child.created', 'mission.created'),
      // A verified WorkItem is not promoted (CHD-004).
      'active, reviewed': noRow('WORK-T15'),
      ...each(['awaiting_approval', ...TERMINAL], noRow('MIS-T3')),
    },
  },
  {
    command: 'mission.create_child',
    by: 'former Coordinator',
    requirement: 'MIS-T3',
    cells: FENCED,
  },
  ...forbids('mission.create_child', 'MIS-T3', ['MissionOwner', 'member', 'policy service']),
];

/** The Coordinator's term (4.2). It changes no state and needs a Mission that is not terminal (CMD-104, CMD-105). */
const TERM: readonly MissionRow[] = [
  {
    command: 'mission.assign_coordinator',
    by: 'MissionOwner',
    requirement: 'CRD-003',
    cells: { ...OUTSIDE, ...each(LIVE, ASSIGNED), ...each(TERMINAL, noRow('CRD-003')) },
  },
  {
    // OPEN-047: an authorized service, when the lease has expired.
    command: 'mission.assign_coordinator',
    by: 'policy service after the term',
    requirement: 'OPEN-047',
    cells: { ...OUTSIDE, ...each(LIVE, ASSIGNED), ...each(TERMINAL, noRow('CRD-003')) },
  },
  {
    command: 'mission.assign_coordinator',
    by: 'policy service',
    requirement: 'OPEN-047',
    cells: {
      ...OUTSIDE,
      ...each(LIVE, no('AUTH_FORBIDDEN', 'OPEN-047')),
      ...each(
        TERMINAL,
        undetermined(
          'nothing says whether the end of a Mission ends the coordinator lease, on which the right depends',
          no('AUTH_FORBIDDEN', 'OPEN-047'),
          noRow('CRD-003'),
        ),
      ),
    },
  },
  ...forbids('mission.assign_coordinator', 'CRD-003', ['Coordinator', 'member', 'other service']),
  {
    command: 'mission.renew_coordinator',
    by: 'Coordinator',
    requirement: 'CMD-105',
    cells: {
      ...OUTSIDE,
      ...each(LIVE, keeps('CRD-009', 'mission.coordinator.renewed')),
      ...each(TERMINAL, noRow('CMD-105')),
    },
  },
  {
    command: 'mission.renew_coordinator',
    by: 'Coordinator after its term',
    requirement: 'CRD-007',
    cells: {
      ...OUTSIDE,
      ...each(LIVE, no('WORK_LEASE_EXPIRED', 'CRD-007')),
      ...each(
        TERMINAL,
        undetermined(
          'MIS-006 names the code of the state, section 8.1 tests the lease first',
          no('WORK_LEASE_EXPIRED', 'CRD-007'),
          noRow('CMD-105'),
        ),
      ),
    },
  },
  { command: 'mission.renew_coordinator', by: 'former Coordinator', requirement: 'CRD-004', cells: FENCED },
  ...forbids('mission.renew_coordinator', 'CMD-105', ['MissionOwner', 'member', 'policy service'], 'CRD-007'),
];

/** MIS-T4, MIS-T5, MIS-T6. */
const REVIEW: readonly MissionRow[] = [
  {
    command: 'mission.submit_for_approval',
    by: 'Coordinator',
    requirement: 'MIS-T4',
    cells: {
      ...OUTSIDE,
      active: noRow('MIS-009'),
      'active, reviewed': to('awaiting_approval', 'MIS-T4', 'mission.submitted_for_approval'),
      ...each(['awaiting_approval', ...TERMINAL], noRow('MIS-T4')),
    },
  },
  { command: 'mission.submit_for_approval', by: 'former Coordinator', requirement: 'MIS-T4', cells: FENCED },
  ...forbids('mission.submit_for_approval', 'MIS-T4', ['MissionOwner', 'member', 'policy service']),
  {
    command: 'mission.request_changes',
    by: 'MissionOwner',
    requirement: 'MIS-T5',
    cells: {
      ...OUTSIDE,
      ...each([...ACTIVE, ...TERMINAL], noRow('MIS-T5')),
      awaiting_approval: to('active', 'MIS-T5', 'mission.changes_requested'),
    },
  },
  ...forbids('mission.request_changes', 'MIS-T5', ['Coordinator', 'member', 'policy service']),
  {
    command: 'mission.approve',
    by: 'MissionOwner',
    requirement: 'MIS-T6',
    cells: {
      ...OUTSIDE,
      // An approved Mission is never approved, reopened or rewritten again (MIS-003).
      ...each([...ACTIVE, ...TERMINAL], noRow('MIS-T6')),
      awaiting_approval: to('approved', 'MIS-T6', 'mission.approved'),
    },
  },
  ...forbids('mission.approve', 'MIS-T6', ['Coordinator', 'member', 'policy service']),
];

const CANCEL: MissionRow['cells'] = {
  ...OUTSIDE,
  // The open WorkItem goes with its Mission (MIS-020); verified ones stay.
  active: to('cancelled', 'MIS-T7', 'mission.cancelled', 'work.cancelled'),
  ...each(['active, reviewed', 'awaiting_approval'], to('cancelled', 'MIS-T7', 'mission.cancelled')),
  ...each(TERMINAL, noRow('MIS-T7')),
};

const TERMINATE: MissionRow['cells'] = {
  ...OUTSIDE,
  active: to('failed', 'MIS-T8', 'mission.terminated', 'work.failed'),
  ...each(['active, reviewed', 'awaiting_approval'], to('failed', 'MIS-T8', 'mission.terminated')),
  ...each(TERMINAL, noRow('MIS-T8')),
};

/** MIS-T7, MIS-T8. The Coordinator does not cancel (MIS-004), the MissionOwner does not fail its Mission. */
const END: readonly MissionRow[] = [
  { command: 'mission.cancel', by: 'MissionOwner', requirement: 'MIS-T7', cells: CANCEL },
  { command: 'mission.cancel', by: 'policy service', requirement: 'MIS-T7', cells: CANCEL },
  ...forbids('mission.cancel', 'MIS-T7', ['Coordinator', 'member', 'other service']),
  { command: 'mission.terminate', by: 'Coordinator', requirement: 'MIS-T8', cells: TERMINATE },
  // OPEN-046, CMD-011: an authorized policy service, without an epoch.
  { command: 'mission.terminate', by: 'policy service', requirement: 'MIS-T8', cells: TERMINATE },
  { command: 'mission.terminate', by: 'former Coordinator', requirement: 'MIS-T8', cells: FENCED },
  ...forbids('mission.terminate', 'MIS-T8', ['MissionOwner', 'member', 'other service']),
];

/** A Command that changes no Mission state, allowed in `states`. */
function allowsIn(states: readonly MissionTableState[], accepted: Cell, rule: string): MissionRow['cells'] {
  return { ...each(MISSION_STATES, noRow(rule)), ...each(states, accepted), ...OUTSIDE };
}

/** Commands inside the Group whose preconditions name the state of the Mission (8.2). */
const INSIDE: readonly MissionRow[] = [
  {
    command: 'membership.change',
    by: 'MissionOwner',
    requirement: 'CMD-111',
    cells: allowsIn(LIVE, keeps('CMD-111', 'membership.changed'), 'CMD-111'),
  },
  {
    // CMD-112 names no state of the Mission, and memberships end after it, too (MEM-004).
    command: 'membership.end',
    by: 'MissionOwner',
    requirement: 'CMD-112',
    cells: allowsIn(PRESENT, keeps('CMD-112', 'membership.ended'), 'CMD-112'),
  },
  {
    // Where the only WorkItem has come to its end there is no target left (DLG-011).
    command: 'membership.grant_delegation',
    by: 'Coordinator',
    requirement: 'CMD-113',
    cells: allowsIn(['active'], keeps('CMD-113', 'membership.delegation.granted'), 'DLG-011'),
  },
  {
    command: 'message.post',
    by: 'member',
    requirement: 'CMD-114',
    cells: allowsIn(LIVE, keeps('CMD-114', 'message.posted'), 'OPEN-065'),
  },
  {
    command: 'message.correct',
    by: 'member',
    requirement: 'CMD-115',
    cells: allowsIn(LIVE, keeps('CMD-115', 'message.corrected'), 'MSG-007'),
  },
  {
    command: 'message.retract',
    by: 'member',
    requirement: 'CMD-116',
    cells: allowsIn(LIVE, keeps('CMD-116', 'message.retracted'), 'MSG-007'),
  },
  {
    command: 'message.redact',
    by: 'MissionOwner',
    requirement: 'CMD-117',
    cells: allowsIn(LIVE, keeps('CMD-117', 'message.redacted'), 'MSG-007'),
  },
  {
    command: 'work.propose',
    by: 'member',
    requirement: 'WORK-T01',
    cells: allowsIn(ACTIVE, keeps('WORK-T01', 'work.proposed'), 'WORK-T01'),
  },
  {
    command: 'work.authorize',
    by: 'Coordinator',
    requirement: 'WORK-T02',
    cells: allowsIn(ACTIVE, keeps('WORK-T02', 'work.authorized'), 'WORK-T02'),
  },
  {
    // MIS-005: an emergency skips no check.
    command: 'work.authorize',
    by: 'MissionOwner',
    requirement: 'WORK-T02',
    cells: allowsIn(ACTIVE, keeps('WORK-T02', 'work.authorized'), 'WORK-T02'),
  },
  {
    command: 'policy.grant_cooperation_override',
    by: 'MissionOwner',
    requirement: 'CMD-132',
    cells: allowsIn(LIVE, keeps('CMD-132', 'policy.cooperation_override.granted'), 'POL-010'),
  },
  {
    // ARC-005: the Group of a failed Mission, too, stays active until now; twice is refused.
    command: 'ext.missionweaveprotocol.core.group_archive',
    by: 'policy service',
    requirement: 'CMD-145',
    cells: allowsIn(TERMINAL, keeps('CMD-145', 'group.snapshot.created', 'group.archived'), 'ARC-004'),
  },
];

export const MISSION_TABLE: readonly MissionRow[] = [...CREATION, ...TERM, ...REVIEW, ...END, ...INSIDE];

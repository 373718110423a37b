// The life cycle of a WorkItem as a table: every state × every Command that concerns work, and who sends it. Source: 5.2
// (WORK-T01…WORK-T19, WORK-010…WORK-015), 5.3…5.7, 6.2, the preconditions of section 8.2, and the decisions OPEN-0xx. The
// Mission is active. An owner's Command is checked for epoch, owner, lease, state, Execution Lease (WORK-036, WORK-037).
import { type Cell, each, keeps, no, noRow, passesBy, to, undetermined } from './table.ts';
import { WORK_STATES, type WorkRow } from './work-axes.ts';

const ABSENT = ['none', 'proposed'] as const;
const OFFERED = ['offered', 'offered, run out'] as const;
const UNOWNED = ['open', ...OFFERED] as const;
const QUEUED = ['queued', 'queued, lease ended'] as const;
const ACTIVE = ['active', 'active, execution ended', 'active, lease ended'] as const;
const BLOCKED = ['blocked', 'blocked, lease ended'] as const;
const SUBMITTED = ['submitted', 'submitted, lease ended'] as const;
const TERMINAL = ['verified', 'failed', 'cancelled'] as const;
const PRESENT = [
  ...UNOWNED,
  ...QUEUED,
  ...ACTIVE,
  ...BLOCKED,
  'blocked, child live',
  'blocked, child ended',
  ...SUBMITTED,
  ...TERMINAL,
] as const;
/** The owner's term was ended by somebody: its epoch is fenced (WORK-014). */
const FENCED = ['blocked, child live', 'blocked, child ended', 'failed', 'cancelled'] as const;

/** An unknown WorkItem is `INVALID_COMMAND` (section 10). */
const UNKNOWN = no('INVALID_COMMAND', 'WORK-010');
const STALE = no('WORK_STALE_OWNERSHIP', 'INV-05');
const LEASE_ENDED = no('WORK_LEASE_EXPIRED', 'WORK-036');
const EXECUTION_ENDED = no('WORK_LEASE_EXPIRED', 'LSE-006');
const NOT_OWNER = no('AUTH_FORBIDDEN', 'WORK-036');
/** A child Mission is at work on the item: nothing but the child's end moves it (CHD-009, OPEN-036). */
const CHILD_AT_WORK = noRow('OPEN-036');

function forbidden(rule: string): WorkRow['cells'] {
  return each(WORK_STATES, no('AUTH_FORBIDDEN', rule));
}

/** Any member, in any state of any WorkItem: a proposal is an object of its own (WORK-T01, MSG-004). */
const PROPOSAL: readonly WorkRow[] = [
  {
    command: 'work.propose',
    by: 'member',
    requirement: 'WORK-T01',
    cells: {
      ...each(WORK_STATES, passesBy('WORK-T01', 'work.proposed')),
      none: to('proposed', 'WORK-T01', 'work.proposed'),
      // The same proposal a second time repeats work that is asked for already (OPEN-068).
      proposed: no('RATE_LIMITED', 'OPEN-068'),
    },
  },
  {
    command: 'work.propose',
    by: 'service',
    requirement: 'WORK-T01',
    cells: forbidden('WORK-T01'),
  },
];

/** WORK-T02: no WorkItem comes out of one that exists; the id is taken for good. */
const AUTHORIZATION: WorkRow['cells'] = {
  ...each(ABSENT, to('open', 'WORK-T02', 'work.authorized')),
  ...each(PRESENT, noRow('CMD-119')),
};

/** WORK-T03: six states, without a live owner (WORK-013). */
const OFFER: WorkRow['cells'] = {
  ...each(ABSENT, UNKNOWN),
  ...each(
    [
      ...UNOWNED,
      'queued, lease ended',
      'active, lease ended',
      'blocked, lease ended',
      'blocked, child ended',
      'failed',
    ],
    to('offered', 'WORK-T03', 'work.offer.created'),
  ),
  // LSE-009: the ownership lease outlives the execution in this world, so the owner is still live (WORK-013).
  ...each(['queued', 'active', 'active, execution ended', 'blocked'], noRow('WORK-013')),
  'blocked, child live': CHILD_AT_WORK,
  // A review is rejected by work.fail and work.offer, never directly (WORK-015, OPEN-056).
  ...each([...SUBMITTED, 'verified', 'cancelled'], noRow('WORK-T03')),
};

const PLANNING: readonly WorkRow[] = [
  { command: 'work.authorize', by: 'Coordinator', requirement: 'WORK-T02', cells: AUTHORIZATION },
  // MIS-005, OPEN-045: the emergency override skips no check.
  { command: 'work.authorize', by: 'MissionOwner', requirement: 'WORK-T02', cells: AUTHORIZATION },
  { command: 'work.authorize', by: 'member', requirement: 'WORK-T02', cells: forbidden('DLG-001') },
  { command: 'work.offer', by: 'Coordinator', requirement: 'WORK-T03', cells: OFFER },
  { command: 'work.offer', by: 'MissionOwner', requirement: 'WORK-T03', cells: OFFER },
  {
    command: 'work.offer',
    by: 'owner',
    requirement: 'WORK-T03',
    cells: {
      ...forbidden('DLG-001'),
      ...each(
        ABSENT,
        undetermined(
          'a delegate may offer what lies in the scope of its Grant, so the item may be looked up before the right',
          UNKNOWN,
          no('AUTH_FORBIDDEN', 'DLG-001'),
        ),
      ),
    },
  },
  {
    // OPEN-049: only what nobody has accepted yet; an owner would have to accept the contract anew (WORK-004).
    command: 'ext.missionweaveprotocol.core.work_dependency_add',
    by: 'Coordinator',
    requirement: 'WORK-043',
    cells: {
      ...each(ABSENT, UNKNOWN),
      ...each(PRESENT, noRow('OPEN-049')),
      ...each(UNOWNED, keeps('WORK-043', 'work.contract.revised')),
    },
  },
  {
    command: 'ext.missionweaveprotocol.core.work_dependency_add',
    by: 'owner',
    requirement: 'WORK-043',
    cells: forbidden('WORK-043'),
  },
];

const ACCEPTED = to('queued', 'WORK-T04', 'work.offer.accepted');
const OFFER_RAN_OUT = no('WORK_OFFER_EXPIRED', 'WORK-T05');

const ACCEPTANCE: readonly WorkRow[] = [
  {
    command: 'work.accept_offer',
    by: 'candidate',
    requirement: 'WORK-T04',
    cells: {
      ...each(ABSENT, UNKNOWN),
      ...each(PRESENT, noRow('WORK-T04')),
      offered: ACCEPTED,
      'offered, run out': OFFER_RAN_OUT,
    },
  },
  {
    // Lost the race to the owner: until a fence takes the offers away it learns just that (WORK-026).
    command: 'work.accept_offer',
    by: 'rival candidate',
    requirement: 'WORK-T04',
    cells: {
      ...each(ABSENT, UNKNOWN),
      ...each(
        [...QUEUED, ...ACTIVE, ...BLOCKED, ...SUBMITTED, 'verified'],
        no('WORK_ALREADY_OWNED', 'WORK-026'),
      ),
      ...each(['open', ...FENCED], noRow('WORK-T04')),
      offered: ACCEPTED,
      'offered, run out': OFFER_RAN_OUT,
    },
  },
  {
    command: 'work.accept_offer',
    by: 'worker without offer',
    requirement: 'WORK-T04',
    cells: {
      ...each(ABSENT, UNKNOWN),
      ...each(PRESENT, noRow('WORK-T04')),
      // WORK-033: among the candidates. What such a Worker never had cannot run out either.
      ...each(OFFERED, no('AUTH_FORBIDDEN', 'WORK-033')),
    },
  },
  {
    command: 'work.accept_offer',
    by: 'Coordinator',
    requirement: 'WORK-T04',
    cells: forbidden('WORK-033'),
  },
  {
    command: 'work.accept_offer',
    by: 'MissionOwner',
    requirement: 'WORK-T04',
    cells: forbidden('WORK-033'),
  },
];

/** Where the row of an owner's Command does not begin, told apart by owner and lease alone. */
function ownerElsewhere(rule: string): WorkRow['cells'] {
  return {
    ...each(ABSENT, UNKNOWN),
    ...each(PRESENT, noRow(rule)),
    ...each(UNOWNED, NOT_OWNER),
    ...each(
      ['queued, lease ended', 'active, lease ended', 'blocked, lease ended', 'submitted, lease ended'],
      LEASE_ENDED,
    ),
    ...each(FENCED, STALE),
    verified: undetermined(
      'nothing says whether verification ends the ownership lease, which is tested before the state (WORK-036)',
      noRow(rule),
      LEASE_ENDED,
    ),
  };
}

/** Whoever owned the item earlier, under a lower epoch (WORK-037, FLR-002). */
const FORMER: WorkRow['cells'] = { ...each(ABSENT, UNKNOWN), ...each(PRESENT, STALE) };

/**
 * Not the owner; over a promoted item custodian, without a right to execute. A blocked item has an owner by its schema,
 * so the custodian stays named when the child has ended, with nothing to hold the item under (OPEN-030, OPEN-036).
 */
function coordinatorAsOwner(rule: string): WorkRow['cells'] {
  return {
    ...each(ABSENT, UNKNOWN),
    ...each(PRESENT, NOT_OWNER),
    'blocked, child live': noRow(rule),
    'blocked, child ended': LEASE_ENDED,
  };
}

/** The owner, a former one, and the Coordinator, for one of the Commands of an owner. */
function ownersCommand(
  command: WorkRow['command'],
  requirement: string,
  cells: Partial<WorkRow['cells']>,
  rule = requirement,
): readonly WorkRow[] {
  return [
    { command, by: 'owner', requirement, cells: { ...ownerElsewhere(rule), ...cells } },
    { command, by: 'former owner', requirement, cells: FORMER },
    { command, by: 'Coordinator', requirement, cells: coordinatorAsOwner(rule) },
  ];
}

/** One of the owner's actions on running work: active, under the current Execution Lease (LSE-002). */
function runningCommand(
  command: WorkRow['command'],
  requirement: string,
  accepted: Cell,
  rule = requirement,
): readonly WorkRow[] {
  return ownersCommand(
    command,
    requirement,
    { active: accepted, 'active, execution ended': EXECUTION_ENDED },
    rule,
  );
}

const EXECUTION: readonly WorkRow[] = [
  ...ownersCommand('work.start', 'WORK-T07', { queued: to('active', 'WORK-T07', 'work.started') }),
  ...runningCommand('work.checkpoint', 'WORK-T08', to('queued', 'WORK-T08', 'work.checkpointed')),
  ...runningCommand('work.block', 'WORK-T09', to('blocked', 'WORK-T09', 'work.blocked')),
  ...runningCommand('artifact.publish', 'ART-006', keeps('ART-006', 'artifact.published')),
  ...runningCommand('work.submit', 'WORK-T11', to('submitted', 'WORK-T11', 'work.submitted')),
  ...runningCommand(
    'ext.missionweaveprotocol.core.work_execution_lease_renew',
    'LSE-007',
    keeps('LSE-007', 'work.progressed'),
  ),
  ...runningCommand(
    'ext.missionweaveprotocol.core.resource_usage_record',
    'BUD-011',
    keeps('BUD-011', 'ext.missionweaveprotocol.core.resource_usage_recorded'),
  ),
];

const FAILED = to('failed', 'WORK-T13', 'work.failed');

/** WORK-T13: a Worker reports failure of active work; any other unfinished work is for the Coordinator (WORK-012). */
const FAILURE: readonly WorkRow[] = [
  {
    command: 'work.fail',
    by: 'owner',
    requirement: 'WORK-T13',
    cells: {
      ...ownerElsewhere('WORK-012'),
      active: FAILED,
      'active, execution ended': EXECUTION_ENDED,
    },
  },
  { command: 'work.fail', by: 'former owner', requirement: 'WORK-T13', cells: FORMER },
  {
    command: 'work.fail',
    by: 'Coordinator',
    requirement: 'WORK-T13',
    cells: {
      ...each(ABSENT, UNKNOWN),
      ...each([...UNOWNED, ...QUEUED, ...ACTIVE, ...BLOCKED, 'blocked, child ended', ...SUBMITTED], FAILED),
      'blocked, child live': undetermined(
        'WORK-T13 names blocked without condition, OPEN-036 frees an item only when its child has ended',
        CHILD_AT_WORK,
        FAILED,
      ),
      ...each(TERMINAL, noRow('WORK-T13')),
    },
  },
  {
    command: 'work.fail',
    by: 'member',
    requirement: 'WORK-T13',
    cells: {
      ...forbidden('WORK-012'),
      ...each(
        ABSENT,
        undetermined(
          'whether the actor owns the item is part of its right, so the item may be looked up before the right',
          UNKNOWN,
          no('AUTH_FORBIDDEN', 'WORK-012'),
        ),
      ),
    },
  },
];

/** WORK-T14. */
const CANCELLATION: WorkRow['cells'] = {
  ...each(ABSENT, UNKNOWN),
  ...each(
    [...UNOWNED, ...QUEUED, ...ACTIVE, ...BLOCKED, 'blocked, child ended', ...SUBMITTED],
    to('cancelled', 'WORK-T14', 'work.cancelled'),
  ),
  'blocked, child live': CHILD_AT_WORK,
  ...each(TERMINAL, noRow('WORK-T14')),
};

const DIRECTION: readonly WorkRow[] = [
  {
    command: 'work.unblock',
    by: 'Coordinator',
    requirement: 'WORK-T10',
    cells: {
      ...each(ABSENT, UNKNOWN),
      ...each(PRESENT, noRow('WORK-T10')),
      blocked: to('queued', 'WORK-T10', 'work.unblocked'),
      ...each(['blocked, lease ended', 'blocked, child ended'], to('open', 'WORK-T10', 'work.unblocked')),
      'blocked, child live': CHILD_AT_WORK,
    },
  },
  { command: 'work.unblock', by: 'owner', requirement: 'WORK-T10', cells: forbidden('WORK-053') },
  {
    command: 'work.accept_result',
    by: 'Coordinator',
    requirement: 'WORK-T12',
    cells: {
      ...each(ABSENT, UNKNOWN),
      ...each(PRESENT, noRow('WORK-T12')),
      ...each(SUBMITTED, to('verified', 'WORK-T12', 'work.result.accepted')),
    },
  },
  { command: 'work.accept_result', by: 'owner', requirement: 'WORK-T12', cells: forbidden('WORK-T12') },
  { command: 'work.cancel', by: 'Coordinator', requirement: 'WORK-T14', cells: CANCELLATION },
  { command: 'work.cancel', by: 'MissionOwner', requirement: 'WORK-T14', cells: CANCELLATION },
  { command: 'work.cancel', by: 'owner', requirement: 'WORK-T14', cells: forbidden('WORK-T14') },
  {
    // It satisfies the start gate and nothing else (OPEN-031).
    command: 'approval.grant_execution',
    by: 'MissionOwner',
    requirement: 'WORK-T06',
    cells: {
      ...each(ABSENT, UNKNOWN),
      ...each(PRESENT, noRow('WORK-T06')),
      queued: keeps('WORK-T06', 'approval.execution.granted'),
      'queued, lease ended': no('WORK_LEASE_EXPIRED', 'APV-004'),
    },
  },
  {
    command: 'approval.grant_execution',
    by: 'Coordinator',
    requirement: 'WORK-T06',
    cells: forbidden('APV-004'),
  },
  {
    command: 'mission.create_child',
    by: 'Coordinator',
    requirement: 'WORK-T15',
    cells: {
      ...each(ABSENT, no('INVALID_COMMAND', 'CHD-001')),
      ...each(
        [...UNOWNED, ...QUEUED, ...ACTIVE, ...BLOCKED, 'blocked, child ended'],
        to('blocked', 'WORK-T15', 'mission.child.created', 'mission.created'),
      ),
      'blocked, child live': CHILD_AT_WORK,
      ...each([...SUBMITTED, ...TERMINAL], noRow('WORK-T15')),
    },
  },
  { command: 'mission.create_child', by: 'owner', requirement: 'WORK-T15', cells: forbidden('MIS-T3') },
];

const UNFINISHED = [
  ...UNOWNED,
  ...QUEUED,
  ...ACTIVE,
  ...BLOCKED,
  'blocked, child ended',
  ...SUBMITTED,
] as const;

/** WORK-T18, WORK-T19: what comes upon a WorkItem from outside. */
const CONSEQUENCES: readonly WorkRow[] = [
  {
    command: 'mission.cancel',
    by: 'MissionOwner',
    requirement: 'WORK-T18',
    cells: {
      ...each([...ABSENT, ...TERMINAL], passesBy('MIS-020', 'mission.cancelled')),
      ...each(UNFINISHED, to('cancelled', 'WORK-T18', 'mission.cancelled', 'work.cancelled')),
      // MIS-021: the child Mission goes, too.
      'blocked, child live': to(
        'cancelled',
        'WORK-T18',
        'mission.cancelled',
        'work.cancelled',
        'mission.cancelled',
      ),
    },
  },
  {
    command: 'mission.terminate',
    by: 'Coordinator',
    requirement: 'WORK-T18',
    cells: {
      ...each([...ABSENT, ...TERMINAL], passesBy('MIS-020', 'mission.terminated')),
      ...each(UNFINISHED, to('failed', 'WORK-T18', 'mission.terminated', 'work.failed')),
      // OPEN-034: a child below a failed Mission is cancelled.
      'blocked, child live': to(
        'failed',
        'WORK-T18',
        'mission.terminated',
        'work.failed',
        'mission.cancelled',
      ),
    },
  },
  { command: 'mission.cancel', by: 'Coordinator', requirement: 'WORK-T18', cells: forbidden('MIS-T7') },
  { command: 'mission.terminate', by: 'owner', requirement: 'WORK-T18', cells: forbidden('MIS-T8') },
  {
    command: 'ext.missionweaveprotocol.identity.session_open',
    by: 'member',
    requirement: 'WORK-T19',
    cells: forbidden('CMD-141'),
  },
  {
    // LSE-011: an active item stays active while its leases run out, so the new Session returns it, too.
    command: 'ext.missionweaveprotocol.identity.session_open',
    by: 'service',
    requirement: 'WORK-T19',
    cells: {
      ...each(WORK_STATES, passesBy('CMD-141', 'ext.missionweaveprotocol.identity.session_opened')),
      ...each(
        ACTIVE,
        to(
          'queued',
          'WORK-T19',
          'ext.missionweaveprotocol.core.work_execution_lease_revoked',
          'ext.missionweaveprotocol.identity.session_opened',
        ),
      ),
    },
  },
];

export const WORK_TABLE: readonly WorkRow[] = [
  ...PROPOSAL,
  ...PLANNING,
  ...ACCEPTANCE,
  ...EXECUTION,
  ...FAILURE,
  ...DIRECTION,
  ...CONSEQUENCES,
];

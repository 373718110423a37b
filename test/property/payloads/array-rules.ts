// Which arrays of the payloads may be empty and which are sets, member by member.

export interface ArrayRule {
  /** Number of the requirement. */
  readonly rule: string;
  readonly member: string;
  readonly kinds: readonly string[];
  readonly mayBeEmpty: boolean;
  readonly isSet: boolean;
}

const CREATIONS = ['mission.create', 'mission.create_follow_up', 'mission.create_child'];
const BEGINNINGS = ['mission.created', 'mission.follow_up.created'];
const EXECUTION_APPROVALS = ['approval.grant_execution', 'approval.execution.granted'];

/** A non-empty list, whose items may be equal. */
function list(rule: string, member: string, kinds: readonly string[]): ArrayRule {
  return { rule, member, kinds, mayBeEmpty: false, isSet: false };
}

/** A non-empty set. */
function set(rule: string, member: string, kinds: readonly string[]): ArrayRule {
  return { ...list(rule, member, kinds), isSet: true };
}

function orEmpty(rule: ArrayRule): ArrayRule {
  return { ...rule, mayBeEmpty: true };
}

const RULES: readonly ArrayRule[] = [
  list('MIS-001', 'definitionOfDone', CREATIONS),
  orEmpty(set('DOC-MISN-24', 'pinnedProfiles', CREATIONS)),
  orEmpty(set('8.6', 'permissions', [...CREATIONS, ...BEGINNINGS])),
  set('MIS-010, MIS-011', 'artifactHashes', [
    'mission.submit_for_approval',
    'mission.submitted_for_approval',
  ]),
  set('CMD-126', 'artifactHashes', ['work.submit', 'work.submitted']),
  list('CMD-126', 'evidence', ['work.submit', 'work.submitted']),
  list('CMD-127', 'evidence', ['work.accept_result']),
  list('EVI-006', 'evidence', ['work.fail']),
  orEmpty(list('CHD-006', 'evidence', ['work.result.accepted'])),
  orEmpty(list('MIS-020', 'evidence', ['work.failed'])),
  set('DOC-MEMB-08', 'scopes', ['membership.change']),
  set('DOC-MEMB-15', 'allowedCapabilities', ['membership.grant_delegation']),
  list('MIS-008', 'memberships', BEGINNINGS),
  orEmpty(list('OPEN-020', 'memberships', ['membership.changed', 'membership.ended'])),
  list('DOC-MSG-09', 'content', ['message.post', 'message.correct']),
  // A second equal part is refused for being a second one.
  set('8.6 one text part', 'content', ['message.retract', 'message.redact']),
  orEmpty(set('DOC-MSG-17', 'mentions', ['message.post'])),
  orEmpty(set('DOC-MSG-18', 'references', ['message.post'])),
  set('CMD-120', 'offers', ['work.offer']),
  set('CMD-120', 'candidateAgentIds', ['work.offer.created']),
  set('CMD-131', 'operations', EXECUTION_APPROVALS),
  orEmpty(set('CMD-131', 'resources', EXECUTION_APPROVALS)),
  orEmpty(list('CHD-006', 'artifacts', ['work.result.accepted'])),
  orEmpty(
    list('LSE-003', 'closedLeases', [
      'mission.approved',
      'mission.cancelled',
      'mission.terminated',
      'mission.child.created',
      'work.offer.created',
      'work.contract.revised',
      'work.blocked',
      'work.unblocked',
      'work.result.accepted',
      'work.failed',
      'work.cancelled',
    ]),
  ),
];

/** The rule of one array. */
export function arrayRuleOf(kind: string, member: string): ArrayRule | undefined {
  return RULES.find((rule) => rule.member === member && rule.kinds.includes(kind));
}

// For each kind of Command and each code of its row in section 8.2 a case that is refused with it: a variation of the
// accepted Command, a cell of the tables, or a case of its own.
import type { CommandKind } from '../../core/domain/decision.ts';
import {
  COORDINATOR,
  GROUP,
  OBSERVER,
  OTHER_SERVICE,
  OWNER,
  type SeededOrganization,
  SERVICE,
  STRANGER,
  WORKER,
} from '../../core/domain/seeded-world.test-data.ts';
import { memberKey, ORGANIZATION } from '../../core/domain/world.ts';
import type { ErrorCode } from '../../core/protocol/error-codes.ts';
import type { Actor, Command } from '../../core/protocol/generated/documents.ts';
import { type Attempt, attemptAccepted, attemptWork, findInTables } from './accepted-commands.ts';
import { SPECIAL_CASES } from './special-cases.ts';

export interface RefusedCase {
  readonly rule: string;
  readonly attempt: () => Attempt;
}

/** The Command as another actor would send it now, with the epochs that are current for that actor. */
function sentBy({ world }: SeededOrganization, actor: Actor, command: Command): Command {
  const { sessionEpoch: _s, membershipEpoch: _m, coordinatorEpoch: _c, ...rest } = command;
  const session = world.get('session', ORGANIZATION, actor.id)?.sessionEpoch;
  const member = world.get('member', command.groupId ?? GROUP, memberKey(actor))?.membershipEpoch;
  return {
    ...rest,
    actor,
    ...(session === undefined ? {} : { sessionEpoch: session }),
    ...(member === undefined ? {} : { membershipEpoch: member }),
  };
}

type Variation = (attempt: Attempt) => Command;

/** What makes any Command fail, whatever it is about. */
const VARIATIONS: { readonly [Code in ErrorCode]?: readonly [rule: string, Variation] } = {
  AUTH_STALE_SESSION: [
    'INV-04',
    ({ organization, command }) => ({ ...sentBy(organization, WORKER, command), sessionEpoch: 99 }),
  ],
  GROUP_NOT_FOUND: ['WS-004', ({ command }) => ({ ...command, groupId: 'urn:heddle:test:group:absent' })],
  MEMBERSHIP_REQUIRED: ['MEM-002', ({ organization, command }) => sentBy(organization, STRANGER, command)],
  MEMBERSHIP_STALE: [
    'MEM-002',
    ({ organization, command }) => ({ ...sentBy(organization, OWNER, command), membershipEpoch: 99 }),
  ],
  UNKNOWN_CRITICAL_EXTENSION: [
    'DATA-062',
    ({ command }) => ({
      ...command,
      extensions: { 'urn:heddle:test:extension': { version: '1.0.0', critical: true, data: {} } },
    }),
  ],
  INVALID_COMMAND: [
    'CMD-016',
    ({ command }) => ({ ...command, payload: { ...command.payload, unknownMember: true } }),
  ],
  REVISION_CONFLICT: ['REV-001', ({ command }) => ({ ...command, expectedRevision: 99 })],
};

/** Who may not send a Command that no table forbids to anybody, and by which rule. */
const FORBIDDEN: { readonly [Kind in CommandKind]?: readonly [Actor, rule: string] } = {
  'membership.change': [OBSERVER, 'MEM-001'],
  'membership.end': [OBSERVER, 'MEM-007'],
  'membership.grant_delegation': [OBSERVER, 'DLG-002'],
  'message.post': [SERVICE, 'CMD-114'],
  'message.correct': [OWNER, 'MSG-007'],
  'message.retract': [OWNER, 'MSG-007'],
  'message.redact': [OBSERVER, 'MSG-007'],
  'policy.grant_cooperation_override': [OBSERVER, 'POL-010'],
  'ext.missionweaveprotocol.core.group_archive': [OTHER_SERVICE, 'ARC-004'],
  'ext.missionweaveprotocol.registry.agent_card_register': [OTHER_SERVICE, 'IDN-001'],
  'ext.missionweaveprotocol.identity.session_open': [OTHER_SERVICE, 'CMD-141'],
};

/** Commands of the Coordinator, or that the Coordinator may send as well (CMD-010, CMD-012). */
const COORDINATORS: ReadonlySet<CommandKind> = new Set<CommandKind>([
  'mission.create_child',
  'mission.renew_coordinator',
  'mission.submit_for_approval',
  'mission.terminate',
  'membership.change',
  'membership.end',
  'membership.grant_delegation',
  'message.redact',
  'work.authorize',
  'work.offer',
  'work.unblock',
  'work.accept_result',
  'work.fail',
  'work.cancel',
  'ext.missionweaveprotocol.core.work_dependency_add',
]);

/** The Coordinator's Command, in a world where it would be accepted. */
function attemptAsCoordinator(kind: CommandKind): Attempt {
  if (kind === 'work.fail') return attemptWork(kind, 'active', 'Coordinator');
  const { organization, command } = attemptAccepted(kind);
  return { organization, command: { ...sentBy(organization, COORDINATOR, command), coordinatorEpoch: 1 } };
}

/** The same after another Agent was appointed; the former Coordinator stays a member (CRD-004, CRD-008). */
function attemptAsFormerCoordinator(kind: CommandKind): Attempt {
  const { organization, command } = attemptAsCoordinator(kind);
  const member = { member: COORDINATOR, role: 'observer' as const, state: 'active' as const };
  organization.mustAct('membership.change', OWNER, { ...member, scopes: ['message.read'] });
  organization.mustAct('mission.assign_coordinator', OWNER, { coordinatorAgentId: STRANGER.id });
  return { organization, command: { ...sentBy(organization, COORDINATOR, command), coordinatorEpoch: 1 } };
}

/** The same after the lease has run out (CRD-007). */
function attemptAfterTerm(kind: CommandKind): Attempt {
  const { organization, command } = attemptAsCoordinator(kind);
  organization.mustAct('mission.renew_coordinator', COORDINATOR, { leaseSeconds: 60 });
  organization.passSeconds(61);
  return { organization, command };
}

/** All cases of a kind and code; the first of them is evidence enough, the others are run as well. */
export function refusedCasesOf(kind: CommandKind, code: ErrorCode): readonly RefusedCase[] {
  const cases: RefusedCase[] = [];
  const special = SPECIAL_CASES[kind]?.[code];
  if (special !== undefined) cases.push(special);
  const variation = VARIATIONS[code];
  // The version of a card and the head of a log are compared by rules of their own.
  if (variation !== undefined && (code !== 'REVISION_CONFLICT' || special === undefined)) {
    const [rule, vary] = variation;
    const attempt = () => {
      const accepted = attemptAccepted(kind);
      return { organization: accepted.organization, command: vary(accepted) };
    };
    cases.push({ rule, attempt });
  }
  const forbidden = code === 'AUTH_FORBIDDEN' ? FORBIDDEN[kind] : undefined;
  if (forbidden !== undefined) {
    const [actor, rule] = forbidden;
    const attempt = () => {
      const { organization, command } = attemptAccepted(kind);
      return { organization, command: sentBy(organization, actor, command) };
    };
    cases.push({ rule, attempt });
  }
  if (COORDINATORS.has(kind)) {
    if (code === 'AUTH_STALE_COORDINATOR') {
      cases.push({ rule: 'CRD-004', attempt: () => attemptAsFormerCoordinator(kind) });
    }
    if (code === 'WORK_LEASE_EXPIRED') {
      cases.push({ rule: 'CRD-007', attempt: () => attemptAfterTerm(kind) });
    }
  }
  const found = findInTables(kind, (cell) => cell.outcome === 'refused' && cell.code === code);
  if (found?.cell.outcome === 'refused') cases.push({ rule: found.cell.rule, attempt: found.attempt });
  return cases;
}

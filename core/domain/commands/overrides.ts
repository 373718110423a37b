// Cooperation Override Grants (POL-010): a durable permission to exceed one limit by one Command. How they are used and
// consumed is in cooperation.ts.
import { accept, type Result } from '../../protocol/result.ts';
import { LIMITED_KINDS } from '../cooperation.ts';
import type { Decision, GroupInput } from '../decision.ts';
import { currentMemberships, isAfter, isAuthorizedService, isMissionOwner } from '../members.ts';
import { checkMissionRevision, requireLiveMission } from '../missions.ts';
import { reject, type Rejection } from '../rejection.ts';
import { isBefore } from '../times.ts';

type OverrideInput = GroupInput<'policy.grant_cooperation_override'>;

/**
 * `policy.grant_cooperation_override` (CMD-132). Whether the target action was accepted already only the receipts can
 * tell (IDM-001), so the Authority checks that; here such a Grant would merely stay unused.
 */
export function grantOverride(input: OverrideInput): Decision {
  const { payload, command, groupId, mission, context } = input;
  if (!isMissionOwner(input) && !isAuthorizedService(input, 'policy')) {
    return reject('AUTH_FORBIDDEN', 'POL-010', 'only the MissionOwner or an authorized service may do this');
  }
  for (const check of [checkTarget, requireBeneficiary, requireLiveness, requireNewGrant, checkExpiry]) {
    const result = check(input);
    if (!result.ok) return result;
  }
  const revision = checkMissionRevision(input);
  if (!revision.ok) return revision;
  return accept([
    {
      kind: 'policy.cooperation_override.granted',
      eventId: context.newId('event'),
      groupId,
      aggregateRevision: mission.document.revision,
      payload: {
        cooperationOverrideGrant: {
          ...payload,
          missionId: mission.document.missionId,
          groupId,
          approver: command.actor,
          grantedAt: context.now.text,
        },
      },
    },
  ]);
}

function checkTarget({ payload }: OverrideInput): Result<undefined, Rejection> {
  const { policyName, targetCommandKind } = payload;
  const targetKinds = LIMITED_KINDS[policyName];
  if (targetKinds.includes(targetCommandKind)) return accept(undefined);
  return reject('INVALID_COMMAND', 'POL-010', `${targetCommandKind} cannot exceed ${policyName}`, {
    policyName,
    targetCommandKind,
    targetKinds,
  });
}

/** A member of any standing: the limits on acceptance bind provisional members too. */
function requireBeneficiary(input: OverrideInput): Result<undefined, Rejection> {
  const { world, groupId, payload, context } = input;
  const { beneficiary } = payload;
  if (currentMemberships(world, groupId, beneficiary, context.now).length > 0) return accept(undefined);
  return reject('INVALID_COMMAND', 'POL-010', 'the beneficiary is no member of the Group', { beneficiary });
}

function requireLiveness(input: OverrideInput): Result<undefined, Rejection> {
  return requireLiveMission(input, 'POL-010');
}

function requireNewGrant({ world, groupId, payload }: OverrideInput): Result<undefined, Rejection> {
  const { grantId } = payload;
  if (world.get('override', groupId, grantId) === undefined) return accept(undefined);
  return reject('INVALID_STATE_TRANSITION', 'POL-010', 'an override with this id exists already', {
    grantId,
  });
}

function checkExpiry({ payload, mission, context }: OverrideInput): Result<undefined, Rejection> {
  const { expiresAt } = payload;
  const { deadline } = mission.document;
  if (isAfter(expiresAt, context.now) && !isBefore(deadline, expiresAt)) return accept(undefined);
  return reject('INVALID_COMMAND', 'POL-010', 'an override ends after now and no later than its Mission', {
    expiresAt,
    missionDeadline: deadline,
  });
}

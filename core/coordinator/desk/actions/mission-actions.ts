// What can be done with a Mission (screens 3, 5 and 21).
import type { DeskConnection } from '../connection.ts';
import type { ActionReason, ActionRule, DeskAction, MissionActionId } from './action-types.ts';
import {
  judgeAction,
  type MissionScene,
  missionScene,
  reason,
  requireActive,
  requireLive,
} from './mission-scene.ts';

/** MIS-009: there is work, and all of it was accepted or given up. */
function requireReviewedWork({ connection, groupId }: MissionScene): ActionReason | undefined {
  let count = 0;
  const left: Record<string, number> = {};
  for (const [, { document }] of connection.world.list('workItem', groupId)) {
    count += 1;
    const { state } = document;
    if (state !== 'verified' && state !== 'cancelled') left[state] = (left[state] ?? 0) + 1;
  }
  if (count === 0) return reason('no-work');
  return Object.keys(left).length === 0 ? undefined : reason('work-unfinished', left);
}

function requireSubmission({ mission }: MissionScene): ActionReason | undefined {
  const isSubmitted = mission.document.state === 'awaiting_approval' && mission.submission !== undefined;
  return isSubmitted ? undefined : reason('nothing-submitted', { state: mission.document.state });
}

const endsWork = () => ['ends-work'] as const;

const MISSION_RULES: { readonly [Id in MissionActionId]: ActionRule<MissionScene> } = {
  'new-item': { kind: 'work.authorize', by: 'coordinator', hindrance: requireActive },
  'propose-item': { kind: 'work.propose', by: 'member', hindrance: requireActive },
  'submit-mission': {
    kind: 'mission.submit_for_approval',
    by: 'coordinator',
    hindrance: (scene) => requireActive(scene) ?? requireReviewedWork(scene),
  },
  'renew-coordinator': { kind: 'mission.renew_coordinator', by: 'coordinator', hindrance: requireLive },
  'replace-coordinator': { kind: 'mission.assign_coordinator', by: 'owner', hindrance: requireLive },
  terminate: { kind: 'mission.terminate', by: 'coordinator', hindrance: requireLive, warnings: endsWork },
  'cancel-mission': { kind: 'mission.cancel', by: 'owner', hindrance: requireLive, warnings: endsWork },
  approve: { kind: 'mission.approve', by: 'owner', hindrance: requireSubmission },
  'request-changes': { kind: 'mission.request_changes', by: 'owner', hindrance: requireSubmission },
  'change-members': { kind: 'membership.change', by: 'lead', hindrance: requireLive },
  'grant-delegation': { kind: 'membership.grant_delegation', by: 'coordinator', hindrance: requireLive },
  'grant-override': { kind: 'policy.grant_cooperation_override', by: 'owner', hindrance: requireLive },
  'post-message': { kind: 'message.post', by: 'member', hindrance: requireLive },
  'follow-up': {
    kind: 'mission.create_follow_up',
    by: 'owner',
    hindrance: ({ mission }) =>
      mission.document.state === 'approved'
        ? undefined
        : reason('mission-not-approved', { state: mission.document.state }),
  },
};

/** Every action of a Mission; empty when it is not known. */
export function missionActions(
  connection: DeskConnection,
  groupId: string,
): readonly DeskAction<MissionActionId>[] {
  const scene = missionScene(connection, groupId);
  if (scene === undefined) return [];
  return Object.entries(MISSION_RULES).map(([id, rule]) =>
    // The table's names are its keys.
    judgeAction(id as MissionActionId, rule, scene, id === 'follow-up'),
  );
}

// Compares the naive picture with the state that the fold has made of the same Events: two ways to the same facts.
import type { World } from '../../domain/world.ts';
import { sixOfUsage } from './budget-picture.ts';
import { demand, type GroupPicture, type Picture } from './picture.ts';

const ORGANIZATION = '';
const SINGLE = '';

/** Objects where the state says something else than the picture. */
export function checkLiveState(picture: Picture, world: World): void {
  for (const [agentId, epoch] of picture.sessions) {
    const live = world.get('session', ORGANIZATION, agentId)?.sessionEpoch;
    demand(
      live === epoch,
      'STATE',
      `the state has Session ${live ?? 'none'} of ${agentId}, the log ${epoch}`,
    );
  }
  for (const group of picture.groups.values()) checkGroup(picture, group, world);
}

function checkGroup(picture: Picture, group: GroupPicture, world: World): void {
  const { groupId, missionId } = group;
  const mission = world.get('mission', groupId, SINGLE)?.document;
  demand(
    mission?.state === group.mission.state &&
      mission.revision === group.mission.revision &&
      mission.coordinator.coordinatorEpoch === group.mission.coordinator.coordinatorEpoch,
    'STATE',
    `the Mission ${missionId} is another one in the state than in the log`,
  );
  const head = world.get('head', groupId, SINGLE)?.sequence;
  demand(
    head === group.sequence,
    'STATE',
    `the head of ${groupId} is another one in the state than in the log`,
  );
  for (const [key, { epoch }] of group.members) {
    const live = world.get('member', groupId, key)?.membershipEpoch;
    demand(
      live === epoch,
      'STATE',
      `the state has Membership Epoch ${live ?? 'none'} of ${key}, the log ${epoch}`,
    );
  }
  for (const [workItemId, item] of group.items) {
    const live = world.get('workItem', groupId, workItemId);
    demand(
      live?.document.state === item.document.state &&
        live.document.revision === item.document.revision &&
        live.ownershipEpoch === item.ownershipEpoch &&
        live.childGroupId === item.childGroupId,
      'STATE',
      `${workItemId} is another one in the state than in the log`,
    );
  }
  for (const id of [missionId, ...group.items.keys()]) {
    const live = world.get('account', groupId, id);
    const known = picture.accounts.get(id);
    demand(
      live !== undefined &&
        known !== undefined &&
        sixOfUsage(live.usage).join(' ') === known.usage.join(' ') &&
        live.isClosed === known.isClosed,
      'STATE',
      `the account of ${id} is another one in the state than in the log`,
    );
  }
}

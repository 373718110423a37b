// Steps of fixtures for which records are seeded, where the way there by Commands would be long.
import { NO_USAGE } from '../../../domain/budget.ts';
import {
  CHILD_COORDINATOR,
  CHILD_GROUP,
  CHILD_MISSION,
  HASH,
  seedArtifact,
} from '../../../domain/seeded-missions.test-data.ts';
import { seedWorkItem } from '../../../domain/seeded-work.test-data.ts';
import { MISSION, type SeededOrganization } from '../../../domain/seeded-world.test-data.ts';
import { GROUP } from '../desk.test-data.ts';
import type { Changes } from './fixture-steps.test-data.ts';

const CHILD_ITEM = 'urn:heddle:test:work:in-child';

/** What an account has used, with a step of its Group's log, by which others learn of it. */
function use({ world }: SeededOrganization, groupId: string, id: string, toolCalls: number): void {
  const account = world.get('account', groupId, id);
  const head = world.get('head', groupId, '');
  if (account === undefined || head === undefined) throw new Error(`no account ${id}`);
  world.apply([
    { kind: 'account', groupId, id, value: { ...account, usage: { ...NO_USAGE, toolCalls } } },
    { kind: 'head', groupId, id: '', value: { ...head, sequence: head.sequence + 1 } },
  ]);
}

/** Brings a WorkItem of the child Mission to a state, with what the Mission has used. */
export function bringChildTo(
  organization: SeededOrganization,
  state: 'active' | 'blocked',
  toolCalls = 0,
): void {
  const place = { workItemId: CHILD_ITEM, groupId: CHILD_GROUP, missionId: CHILD_MISSION };
  seedWorkItem(organization, {
    ...place,
    state,
    ...(state === 'blocked' ? { record: { requiredResolution: 'a key' } } : {}),
  });
  use(organization, CHILD_GROUP, CHILD_MISSION, toolCalls);
}

/** A child Mission with its result before its owner, both Groups in sight. */
export function finishChild(organization: SeededOrganization): Changes {
  const place = { workItemId: CHILD_ITEM, groupId: CHILD_GROUP, missionId: CHILD_MISSION };
  seedWorkItem(organization, { ...place, state: 'verified' });
  seedArtifact(organization, place);
  organization.mustAct(
    'mission.submit_for_approval',
    CHILD_COORDINATOR,
    { artifactHashes: [HASH] },
    { groupId: CHILD_GROUP },
  );
  return { connection: { groupIds: [GROUP, CHILD_GROUP] } };
}

/** Three finished items that have used so much each, and two that have not begun. */
export function seedUsage(organization: SeededOrganization, toolCalls: number): Changes {
  for (const name of ['a', 'b', 'c', 'd', 'e']) {
    const workItemId = `urn:heddle:test:work:${name}`;
    const isDone = name <= 'c';
    if (organization.world.get('workItem', GROUP, workItemId) === undefined) {
      seedWorkItem(organization, { workItemId, state: isDone ? 'verified' : 'offered' });
    }
    if (isDone) use(organization, GROUP, workItemId, toolCalls);
  }
  use(organization, GROUP, MISSION, 3 * toolCalls);
  return {};
}

// The tree of Missions: a WorkItem and its child Mission name each other (CHD-001). It has no cycle because a Mission
// can only be created below one that exists, under an id that nothing has yet (CHD-001, OPEN-068).
import type { Actor } from '../protocol/generated/documents.ts';
import { isTerminal } from './missions.ts';
import { type MissionRecord, ORGANIZATION, SINGLE, type WorkItemRecord, type World } from './world.ts';

/** The parent WorkItem that still waits for a child Mission, with the parent Mission. */
export interface ParentLink {
  readonly mission: MissionRecord;
  readonly item: WorkItemRecord;
}

/**
 * What a child's approval, failure or cancellation reaches: undefined for a root, and for a child whose parent WorkItem
 * no longer waits for it.
 */
export function parentLinkOf(world: World, child: MissionRecord): ParentLink | undefined {
  const { document } = child;
  const mission = parentOf(world, child);
  const workItemId = document.parent?.workItemId;
  if (mission === undefined || workItemId === undefined || isTerminal(mission.document.state)) {
    return undefined;
  }
  const item = world.get('workItem', mission.document.groupId, workItemId);
  if (item?.childGroupId !== document.groupId || item.document.state !== 'blocked') return undefined;
  return { mission, item };
}

/** The Mission above a child; undefined for a root. */
export function parentOf(world: World, { document }: MissionRecord): MissionRecord | undefined {
  const missionId = document.parent?.missionId;
  const address = missionId === undefined ? undefined : world.get('missionAddress', ORGANIZATION, missionId);
  return address === undefined ? undefined : world.get('mission', address.groupId, SINGLE);
}

/** The Mission at the top, whose owner is a human. */
export function rootOf(world: World, mission: MissionRecord): MissionRecord {
  let root = mission;
  let above = parentOf(world, root);
  while (above !== undefined) {
    root = above;
    above = parentOf(world, root);
  }
  return root;
}

/** Whether somebody is the human at the root of the tree that a Group belongs to: all of it is open to inspection (CHD-008). */
export function isRootOwner(world: World, groupId: string, actor: Actor): boolean {
  if (actor.type !== 'human') return false;
  const mission = world.get('mission', groupId, SINGLE);
  if (mission === undefined) return false;
  const { missionOwner } = rootOf(world, mission).document;
  return missionOwner.type === actor.type && missionOwner.id === actor.id;
}

/** The child Missions of a Group that have not come to their end. */
export function liveChildrenOf(world: World, groupId: string): readonly MissionRecord[] {
  return [...world.list('childMission', groupId)]
    .map(([childGroupId]) => world.get('mission', childGroupId, SINGLE))
    .filter((child) => child !== undefined)
    .filter(({ document }) => !isTerminal(document.state));
}

/** The Groups of all Missions that were ever created below a Group, whatever became of them. */
export function* groupsBelow(world: World, groupId: string): Generator<string> {
  for (const [childGroupId] of world.list('childMission', groupId)) {
    yield childGroupId;
    yield* groupsBelow(world, childGroupId);
  }
}

/** All Missions below a Group that have not come to their end, the deepest first (MIS-021). */
export function liveDescendantsOf(world: World, groupId: string): readonly MissionRecord[] {
  const found: MissionRecord[] = [];
  let level = liveChildrenOf(world, groupId);
  while (level.length > 0) {
    found.unshift(...level);
    level = level.flatMap(({ document }) => liveChildrenOf(world, document.groupId));
  }
  return found;
}

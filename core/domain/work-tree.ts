// Where a WorkItem stands below others of its Mission (WORK-006, DLG-004, DLG-007).
import type { World } from './world.ts';

/** A WorkItem's parents inside its Mission, the nearest first. */
export function* ancestorsOf(world: World, groupId: string, workItemId: string): Generator<string> {
  let parentId = world.get('workItem', groupId, workItemId)?.parentWorkItemId;
  while (parentId !== undefined) {
    yield parentId;
    parentId = world.get('workItem', groupId, parentId)?.parentWorkItemId;
  }
}

/** How many WorkItems stand above one: 0 directly below the Mission. */
export function depthOf(world: World, groupId: string, workItemId: string): number {
  return [...ancestorsOf(world, groupId, workItemId)].length;
}

/** How far a WorkItem lies below another: 0 for itself, undefined outside that one's subtree. */
export function depthBelow(
  world: World,
  groupId: string,
  rootId: string,
  workItemId: string,
): number | undefined {
  if (workItemId === rootId) return 0;
  const index = [...ancestorsOf(world, groupId, workItemId)].indexOf(rootId);
  return index === -1 ? undefined : index + 1;
}

// The graph of dependencies between the WorkItems of a Mission, which stays free of cycles (WORK-040…WORK-043).
import { accept, type Result } from '../protocol/result.ts';
import type { GroupInput } from './decision.ts';
import { reject, type Rejection } from './rejection.ts';
import type { World } from './world.ts';

/** Dependencies that a WorkItem may have: known in this Mission, and none that would wait for the item itself. */
export function checkDependencies(
  { world, groupId }: GroupInput,
  workItemId: string | undefined,
  dependencyIds: readonly string[],
): Result<undefined, Rejection> {
  const item = workItemId === undefined ? undefined : world.get('workItem', groupId, workItemId);
  const known = item?.document.contract.dependencyWorkItemIds ?? [];
  for (const dependencyId of dependencyIds) {
    // What the item waits for already closes no cycle; and for a new item nothing can wait but itself.
    if (known.includes(dependencyId)) continue;
    const isCycle =
      item === undefined
        ? dependencyId === workItemId
        : waitsFor(world, groupId, dependencyId, item.document.workItemId);
    if (isCycle) {
      return reject('INVALID_COMMAND', 'WORK-041', 'the dependency would close a cycle', {
        workItemId,
        dependencyId,
      });
    }
    if (world.get('workItem', groupId, dependencyId) === undefined) {
      return reject('INVALID_COMMAND', 'WORK-006', 'a dependency is no WorkItem of this Mission', {
        dependencyId,
      });
    }
  }
  return accept(undefined);
}

/** Whether an item is another one, or waits for it directly or through others. */
function waitsFor(world: World, groupId: string, workItemId: string, targetId: string): boolean {
  const seen = new Set<string>();
  const open = [workItemId];
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    if (id === targetId) return true;
    if (seen.has(id)) continue;
    seen.add(id);
    open.push(...(world.get('workItem', groupId, id)?.document.contract.dependencyWorkItemIds ?? []));
  }
  return false;
}

/** The dependencies of an item that are not verified yet, with the state that they are in (WORK-042). */
export function unfinishedDependencies(
  world: World,
  groupId: string,
  dependencyIds: readonly string[],
): readonly { readonly workItemId: string; readonly workItemState: string | null }[] {
  return dependencyIds
    .map((workItemId) => ({
      workItemId,
      workItemState: world.get('workItem', groupId, workItemId)?.document.state ?? null,
    }))
    .filter(({ workItemState }) => workItemState !== 'verified');
}

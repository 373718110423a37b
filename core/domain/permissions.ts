// What the permissions of a Mission let its work do (INV-11, TOK-006, OPEN-071). They are names of operations; tools are
// resources with the operation `execute`, and permitted by their own name as well.
import type { WorkContract } from '../protocol/generated/documents.ts';
import { accept, type Result } from '../protocol/result.ts';
import type { GroupInput } from './decision.ts';
import { parentOf } from './mission-tree.ts';
import { reject, type Rejection } from './rejection.ts';
import type { MissionRecord, World } from './world.ts';

/** Resources with such names are tools; the names are those that permissions may have. */
const TOOL_PREFIX = 'tool:';

/**
 * The permissions that bind the contracts of a Mission: its own, or where it names none those of the nearest Mission above
 * that does, since a child is permitted no more than its parent (CHD-002). Undefined where no Mission of the line names
 * any: then only Approvals and tokens, which need a permission by name, are bound.
 */
export function permissionsInForce(world: World, mission: MissionRecord): readonly string[] | undefined {
  let named: MissionRecord | undefined = mission;
  while (named !== undefined && named.permissions.length === 0) named = parentOf(world, named);
  return named?.permissions;
}

/** Every operation on every resource that a contract allows is one that its Mission permits (INV-11). */
export function checkAllowedResources(
  { world, mission }: GroupInput,
  { allowedResources }: WorkContract,
): Result<undefined, Rejection> {
  if (allowedResources.length === 0) return accept(undefined);
  const permissions = permissionsInForce(world, mission);
  if (permissions === undefined) return accept(undefined);
  for (const { resource, operations } of allowedResources) {
    const isTool = resource.startsWith(TOOL_PREFIX);
    const operation = operations.find(
      (each) => !permissions.includes(each) || (isTool && !permissions.includes(resource)),
    );
    if (operation === undefined) continue;
    return reject('AUTH_FORBIDDEN', 'INV-11', 'the Mission does not permit this operation on the resource', {
      resource,
      operation,
      permissions,
    });
  }
  return accept(undefined);
}

// What the cases about child Missions look at: an item in its place, and who could lead.
import type { DeskConnection } from '../../../core/coordinator/desk/connection.ts';
import { GROUP, TEST_POLICY } from '../../../core/domain/seeded-world.test-data.ts';
import { ORGANIZATION } from '../../../core/domain/world.ts';
import type { Situation } from '../corpus.ts';
import { connectionOf, itemOf, sceneOf } from '../planning/plan-scene.ts';
import { TASK } from '../stage.ts';

/** A capability that no member has. */
export const MUSIC = { id: 'music.compose', version: '1.0.0' };

/** Every registered Agent. */
export function candidatesIn({ world }: DeskConnection) {
  return [...world.list('agent', ORGANIZATION)].map(([, { card }]) => card);
}

export interface PlaceSubject {
  readonly groupId?: string;
  readonly workItemId?: string;
  readonly connection?: Partial<DeskConnection>;
}

export function placed(
  situation: Situation,
  { groupId = GROUP, workItemId = TASK, connection: changes = {} }: PlaceSubject,
) {
  const connection = connectionOf(situation, changes);
  return {
    connection,
    scene: sceneOf(connection, groupId),
    item: itemOf(connection.world, workItemId, groupId),
  };
}

/** An Organization that nests Missions so deep. */
export function withDepth(delegationDepth: number): Partial<DeskConnection> {
  return { policy: { ...TEST_POLICY, cooperation: { ...TEST_POLICY.cooperation, delegationDepth } } };
}

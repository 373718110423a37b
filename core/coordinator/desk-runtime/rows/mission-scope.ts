// What queries over one Mission or over all of them go through.
import type { MissionFilter } from '../../../contract/people.ts';
import { SINGLE } from '../../../domain/world.ts';
import type { DeskConnection } from '../../desk/connection.ts';
import type { RunningConnection } from '../desk-connections.ts';
import type { DeskRuntime } from '../desk-runtime.ts';
import type { Topic } from '../live-queries.ts';
import type { Texts } from '../words/texts.ts';
import { textsFor } from './row-context.ts';

export interface GroupScope {
  readonly desk: DeskRuntime;
  readonly texts: Texts;
  readonly connection: RunningConnection;
  readonly view: DeskConnection;
  readonly groupId: string;
}

/** The Groups of a filter whose Mission is known. */
export function* groupsOf(desk: DeskRuntime, filter: MissionFilter): Generator<GroupScope> {
  const texts = textsFor(desk);
  for (const connection of desk.connections()) {
    const view = connection.view();
    if (filter.connectionId !== undefined && filter.connectionId !== view.connectionId) continue;
    for (const groupId of view.groupIds) {
      if (filter.groupId !== undefined && filter.groupId !== groupId) continue;
      if (view.world.get('mission', groupId, SINGLE) === undefined) continue;
      yield { desk, texts, connection, view, groupId };
    }
  }
}

/** Whether news about a topic can change what such a query shows. */
export function concernsGroups({ connectionId, groupId }: MissionFilter, topic: Topic): boolean {
  if (topic.kind !== 'group') return true;
  return (
    (connectionId === undefined || connectionId === topic.connectionId) &&
    (groupId === undefined || groupId === topic.groupId)
  );
}

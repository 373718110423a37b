// Where an object of a link is shown. A link names no Group, since an id is enough for people, so Groups are looked through.
import type { DeskClient } from '../../../core/contract/contract.ts';
import { followLive, type LivePart, type LiveRow } from '../../../core/contract/live.ts';
import { hrefOf } from '../../app/route.ts';
import { hrefOfObject } from '../attention/open-row.ts';

export interface LinkedObject {
  readonly connectionId: string;
  /** As `deepLinkOf` writes it. */
  readonly kind: string;
  readonly id: string;
}

/** The address of the object; undefined when this computer does not know it. Rejects when the host is lost. */
export async function findObject(
  desk: DeskClient,
  { connectionId, kind, id }: LinkedObject,
  signal: AbortSignal,
): Promise<string | undefined> {
  const read = <Row extends LiveRow>(
    ask: (options: { signal: AbortSignal }) => Promise<AsyncIterable<LivePart<Row, unknown>>>,
  ): Promise<readonly Row[]> => readOnce(desk, ask, signal);
  switch (kind) {
    case 'command':
      return hrefOf('outbox', { connectionId, actionId: id });
    case 'key':
      return hrefOf('keys', { keyId: id });
    case 'connection':
      return hrefOf('connections', { connectionId: id });
    case 'agent':
      return hrefOf('agents', { agent: id });
  }
  const missions = (await read((options) => desk.missions.follow(undefined, options))).filter(
    (row) => row.connectionId === connectionId,
  );
  if (kind === 'mission') {
    const mission = missions.find(({ missionId, groupId }) => missionId === id || groupId === id);
    return mission && hrefOf('mission', { connectionId, groupId: mission.groupId });
  }
  if (kind === 'work' || kind === 'workItem' || kind === 'proposal') {
    for (const { groupId } of missions) {
      const rows = await read((options) => desk.plan.follow({ connectionId, groupId }, options));
      const row = rows.find(({ workItemId }) => workItemId === id);
      if (row !== undefined)
        return row.type === 'workItem'
          ? hrefOf('work', { connectionId, groupId, workItemId: id })
          : hrefOf('plan', { connectionId, groupId, item: id });
    }
    return undefined;
  }
  // Everything else has a place only as long as it needs somebody.
  const rows = await read((options) => desk.attention.follow(undefined, options));
  const row = rows.find(
    ({ object }) => object.connectionId === connectionId && object.type === kind && object.id === id,
  );
  return row && hrefOfObject(row);
}

/** The rows of a live query as they are now. */
async function readOnce<Row extends LiveRow>(
  desk: DeskClient,
  ask: (options: { signal: AbortSignal }) => Promise<AsyncIterable<LivePart<Row, unknown>>>,
  signal: AbortSignal,
): Promise<readonly Row[]> {
  const end = new AbortController();
  try {
    const parts = await ask({ signal: AbortSignal.any([signal, end.signal]) });
    for await (const state of followLive(parts, (part) => desk.system.acknowledge(part)))
      if (state.isComplete) return state.rows;
    return [];
  } finally {
    end.abort();
  }
}

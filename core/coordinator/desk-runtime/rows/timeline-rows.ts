// The items of all Missions on one time axis.
import type { PlanRow, TimelineRowModel, TimelineSummary } from '../../../contract/plan.ts';
import { isTerminal } from '../../../domain/missions.ts';
import { SINGLE, type HeadRecord } from '../../../domain/world.ts';
import { FORECAST_STEP_MS } from '../../desk/attention/plan-graph.ts';
import type { DeskRuntime } from '../desk-runtime.ts';
import type { LiveSource } from '../live-queries.ts';
import { RowCache } from '../row-cache.ts';
import type { Texts } from '../words/texts.ts';
import { planContent, type PlanScene, sceneOf } from './plan-rows.ts';
import { textsFor, titleOfMission } from './row-context.ts';

/** What one Mission came to; it holds while its log and the Commands on their way are the same, and until time says more. */
interface Known {
  readonly head: HeadRecord | undefined;
  readonly texts: Texts;
  readonly title: string;
  readonly pending: string;
  readonly throughMs: number;
  readonly rows: readonly TimelineRowModel[];
}

export function timelineSource(
  desk: DeskRuntime,
  withEnded: boolean,
): LiveSource<TimelineRowModel, TimelineSummary> {
  const cache = new RowCache<PlanRow>();
  let known: ReadonlyMap<string, Known> = new Map();
  return {
    concerns: (topic) =>
      topic.kind !== 'area' ||
      topic.area === 'outbox' ||
      topic.area === 'connections' ||
      topic.area === 'presence',
    read: () => {
      const texts = textsFor(desk);
      const now = new Map<string, Known>();
      let endedMissions = 0;
      for (const connection of desk.connections()) {
        const view = connection.view();
        const { connectionId, world } = view;
        for (const groupId of view.groupIds) {
          const mission = world.get('mission', groupId, SINGLE);
          if (mission === undefined) continue;
          if (isTerminal(mission.document.state)) {
            endedMissions += 1;
            if (!withEnded) continue;
          }
          const key = `${connectionId} ${groupId}`;
          const scene = sceneOf(desk, connection, view, groupId);
          const is = {
            head: world.get('head', groupId, SINGLE),
            texts,
            title: titleOfMission(world, groupId),
            pending: JSON.stringify([...scene.pending]),
          };
          const before = known.get(key);
          now.set(
            key,
            before !== undefined && isSame(before, is) && view.nowMs < before.throughMs
              ? before
              : { ...is, ...rowsOf(scene, { connectionId, groupId, missionTitle: is.title }, cache) },
          );
        }
      }
      known = now;
      return {
        rows: [...now.values()].flatMap(({ rows }) => rows),
        summary: { missions: now.size, endedMissions: withEnded ? 0 : endedMissions },
      };
    },
  };
}

function isSame(before: Known, now: Pick<Known, 'head' | 'texts' | 'title' | 'pending'>): boolean {
  return (
    before.head === now.head &&
    before.texts === now.texts &&
    before.title === now.title &&
    before.pending === now.pending
  );
}

function rowsOf(
  scene: PlanScene,
  place: Pick<TimelineRowModel, 'connectionId' | 'groupId' | 'missionTitle'>,
  cache: RowCache<PlanRow>,
): Pick<Known, 'rows' | 'throughMs'> {
  const { nowMs } = scene;
  const { rows = [] } = planContent(scene, place.groupId, cache) ?? {};
  // The next minute of the forecast, or the next end of an offer or a lease, whichever comes first.
  let throughMs = (Math.floor(nowMs / FORECAST_STEP_MS) + 1) * FORECAST_STEP_MS;
  for (const { lease, offerEndsAtMs } of rows) {
    for (const endMs of [lease?.endsAtMs, offerEndsAtMs])
      if (endMs !== undefined && endMs > nowMs) throughMs = Math.min(throughMs, endMs);
  }
  return {
    throughMs,
    rows: rows.map((row) =>
      Object.assign({ ...row }, place, {
        id: `${place.connectionId} ${place.groupId} ${row.workItemId}`,
        sort: `${place.connectionId} ${place.groupId} ${row.sort}`,
      }),
    ),
  };
}

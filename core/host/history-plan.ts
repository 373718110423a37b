// A plan as it was after an Event: the same rows as those of now, made from the state of then.
import { MAX_PAST_PLAN, type PastPlan } from '../contract/plan.ts';
import { parseEvent } from '../coordinator/desk-runtime/group-log.ts';
import { RowCache } from '../coordinator/desk-runtime/row-cache.ts';
import type { HistoryNames } from '../coordinator/desk-runtime/rows/event-facts.ts';
import { tellingRow } from '../coordinator/desk-runtime/rows/history-rows.ts';
import { planContent } from '../coordinator/desk-runtime/rows/plan-rows.ts';
import type { Texts } from '../coordinator/desk-runtime/words/texts.ts';
import { MemoryWorld, SINGLE } from '../domain/world.ts';
import type { HistoryTasks } from './history-tasks.ts';

export function pastPlanOf(
  texts: Texts,
  names: HistoryNames,
  groupId: string,
  { startsAfter, cursor, sequence, event, changes }: NonNullable<HistoryTasks['planAt'][1]>,
): PastPlan {
  const world = new MemoryWorld();
  world.apply(changes);
  const told = event === undefined ? undefined : eventOf(texts, names, event.bytes, event.takenBackAt);
  const atMs = told?.occurredAtMs ?? 0;
  const { rows, summary } = planContent(
    {
      texts,
      world,
      nowMs: atMs,
      agent: (id) => names.person({ type: 'agent', id }),
      pending: new Map(),
    },
    groupId,
    new RowCache(),
  ) ?? { rows: [], summary: { criticalPath: [], itemsWithoutEstimate: 0, deadlineAtMs: atMs } };
  const mission = world.get('mission', groupId, SINGLE);
  return {
    sequence,
    atMs,
    eventWords: told?.sentence ?? told?.words.text ?? '',
    isPartial: startsAfter > 0,
    fromSequence: startsAfter + 1,
    throughSequence: cursor,
    ...(mission === undefined ? {} : { missionTitle: mission.title ?? mission.document.objective }),
    rows: rows.slice(0, MAX_PAST_PLAN),
    moreCount: Math.max(0, rows.length - MAX_PAST_PLAN),
    summary,
  };
}

function eventOf(texts: Texts, names: HistoryNames, bytes: Uint8Array, takenBackAt: number | undefined) {
  try {
    return tellingRow(texts, names, parseEvent(bytes), takenBackAt);
  } catch {
    // A line of a file that nobody can read: the state before it still stands.
    return undefined;
  }
}

// A past state of a Mission with its words.
import { MAX_PAST_ITEMS, type PastState } from '../contract/history.ts';
import { msOf } from '../coordinator/desk/moment.ts';
import type { HistoryNames } from '../coordinator/desk-runtime/rows/event-facts.ts';
import { stateWords } from '../coordinator/desk-runtime/rows/row-context.ts';
import { say, type Texts } from '../coordinator/desk-runtime/words/texts.ts';
import type { WorkItem } from '../protocol/generated/documents.ts';
import type { HistoryTasks } from './history-tasks.ts';

type Found = NonNullable<HistoryTasks['stateAt'][1]>;

export function pastStateOf(
  texts: Texts,
  names: HistoryNames,
  sequence: number,
  { startsAfter, mission, workItems, memberships }: Found,
): PastState {
  const counts = new Map<WorkItem['state'], number>();
  for (const { state } of workItems) counts.set(state, (counts.get(state) ?? 0) + 1);
  return {
    sequence,
    isPartial: startsAfter > 0,
    activeMembers: memberships,
    ...(mission === undefined ? {} : { mission: missionOf(texts, names, mission) }),
    items: workItems.slice(0, MAX_PAST_ITEMS).map((item) => itemOf(texts, names, item)),
    counts: [...counts]
      .toSorted(([, a], [, b]) => b - a)
      .map(([state, count]) => ({ stateWords: stateWords(texts, state), count })),
  };
}

function missionOf(
  texts: Texts,
  names: HistoryNames,
  { title, document }: NonNullable<Found['mission']>,
): NonNullable<PastState['mission']> {
  const { objective, state, revision, coordinator } = document;
  return {
    title: title ?? objective,
    objective,
    stateWords: say(`mission-state.${state}`, texts.desk.missionStates[state]),
    revision,
    coordinator: names.person({ type: 'agent', id: coordinator.agentId }),
    coordinatorEpoch: coordinator.coordinatorEpoch,
  };
}

function itemOf(
  texts: Texts,
  names: HistoryNames,
  { workItemId, contract, state, revision, owner }: WorkItem,
): PastState['items'][number] {
  return {
    workItemId,
    title: contract.goal,
    state,
    stateWords: stateWords(texts, state),
    revision,
    deadlineAtMs: msOf(contract.deadline),
    ...(owner === undefined
      ? {}
      : {
          owner: names.person({ type: 'agent', id: owner.agentId }),
          ownershipEpoch: owner.ownershipEpoch,
        }),
  };
}

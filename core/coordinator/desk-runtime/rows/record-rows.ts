// The record of an Agent by capability, as the assistant's history has counted it: every number with its Events, and no score.
import type { NoSummary } from '../../../contract/live.ts';
import type { RecordFigure, RecordRow } from '../../../contract/people.ts';
import type { AgentHistory } from '../../assistant/offers/agent-history.ts';
import type { EventReference } from '../../assistant/proposal.ts';
import type { DeskConnection } from '../../desk/connection.ts';
import type { RunningConnection } from '../desk-connections.ts';
import type { DeskRuntime } from '../desk-runtime.ts';
import type { LiveSource } from '../live-queries.ts';
import { peopleWords, type PeopleWords } from '../words/people-words.ts';
import { say } from '../words/texts.ts';
import { cardsOf } from './people-rows.ts';
import { titleOfMission } from './row-context.ts';

/** Events of one figure that are sent: the newest. */
const MAX_EVENTS = 12;

export interface RecordQuery {
  readonly connectionId: string;
  readonly agentId: string;
  /** One Mission; all of them when left out. */
  readonly groupId?: string | undefined;
}

export function recordsSource(desk: DeskRuntime, query: RecordQuery): LiveSource<RecordRow, NoSummary> {
  return {
    concerns: (topic) =>
      topic.kind === 'group' ? topic.connectionId === query.connectionId : topic.kind === 'area',
    read: () => {
      const connection = desk.connection(query.connectionId);
      if (connection === undefined) return { rows: [], summary: {} };
      return { rows: recordRows(desk, connection, query), summary: {} };
    },
  };
}

function recordRows(
  desk: DeskRuntime,
  connection: RunningConnection,
  { agentId, groupId }: RecordQuery,
): RecordRow[] {
  const view = connection.view();
  const words = peopleWords(desk.language);
  const groupIds = groupId === undefined ? view.groupIds : [groupId];
  const card = cardsOf(view).get(agentId);
  const onCard = new Map(card?.capabilities.map((each) => [each.id, each]));
  const history = connection.agentHistory;
  const known = new Set([
    ...onCard.keys(),
    ...groupIds.flatMap((each) => [...history.capabilitiesOf(each, agentId)]),
  ]);
  const basis =
    groupId === undefined
      ? say('record.basis', words.recordBasis.all(groupIds.length))
      : say('record.basis', words.recordBasis.one(titleOfMission(view.world, groupId)));
  return [...known].map((capabilityId) => {
    const ability = onCard.get(capabilityId);
    const { figures, meanDurationMs } = figuresOf(words, history, groupIds, agentId, capabilityId);
    const row: RecordRow = {
      id: capabilityId,
      sort: `${ability === undefined ? 1 : 0}${capabilityId}`,
      capabilityId,
      evidence: (ability?.verifiedEvidence ?? []).map((evidenceId) =>
        evidenceOf(connection, view, evidenceId),
      ),
      figures,
      basis,
    };
    if (ability !== undefined) row.version = ability.version;
    if (meanDurationMs !== undefined) row.meanDurationMs = meanDurationMs;
    return row;
  });
}

/** Where a log here has the Evidence that a card names. */
function evidenceOf(
  connection: RunningConnection,
  { groupIds }: DeskConnection,
  evidenceId: string,
): RecordRow['evidence'][number] {
  for (const groupId of groupIds) {
    const sequence = connection.logOf(groupId)?.records.sequenceOf('evidence', evidenceId);
    if (sequence !== undefined) return { evidenceId, place: { groupId, sequence } };
  }
  return { evidenceId };
}

/** A result that was sent back is no failure beside it: each counts once here. */
export function figuresOf(
  words: PeopleWords,
  history: AgentHistory,
  groupIds: readonly string[],
  agentId: string,
  capabilityId: string,
): { readonly figures: RecordFigure[]; readonly meanDurationMs: number | undefined } {
  const counted: Record<RecordFigure['id'], EventReference[]> = {
    accepted: [],
    failed: [],
    sentBack: [],
    reassigned: [],
    lostLease: [],
    late: [],
    budgetSpent: [],
    declined: [],
  };
  let durationMs = 0;
  for (const groupId of groupIds) {
    const track = history.trackOf(groupId, agentId, capabilityId);
    const observed = history.observedOf(groupId, agentId, capabilityId);
    const sentBack = new Set(observed?.sentBack.map(({ eventId }) => eventId));
    if (track !== undefined) {
      const { accepted, late, failed, lostLease, declined } = track.events;
      durationMs += track.durationMs;
      counted.accepted.push(...accepted);
      counted.late.push(...late);
      counted.failed.push(...failed.filter(({ eventId }) => !sentBack.has(eventId)));
      counted.lostLease.push(...lostLease);
      counted.declined.push(...declined);
    }
    if (observed === undefined) continue;
    counted.sentBack.push(...observed.sentBack);
    counted.reassigned.push(...observed.reassigned);
    counted.budgetSpent.push(...observed.budgetSpent);
  }
  const figures = Object.entries(counted).map(([name, references]): RecordFigure => {
    // The names are those of the table above.
    const id = name as RecordFigure['id'];
    const newest = references.slice(-MAX_EVENTS);
    return {
      id,
      words: say(`figure.${id}`, words.figures[id]),
      count: references.length,
      events: newest.map(({ groupId, sequence }) => ({ groupId, sequence })),
      more: references.length - newest.length,
    };
  });
  const done = counted.accepted.length;
  return { figures, meanDurationMs: done === 0 ? undefined : Math.round(durationMs / done) };
}

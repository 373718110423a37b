// What a person is told before a WorkItem is given to somebody else.
import type { NoSummary } from '../../../contract/live.ts';
import type { ReassignRow } from '../../../contract/leases.ts';
import type { WorkItemRecord } from '../../../domain/world.ts';
import { WorkerPool } from '../../assistant/planning/plan-scene.ts';
import { itemActions } from '../../desk/actions/item-actions.ts';
import type { DeskConnection } from '../../desk/connection.ts';
import { describeReassignment, type ReassignFact } from '../../desk/leases/reassignment.ts';
import { Moment } from '../../desk/moment.ts';
import type { RunningConnection } from '../desk-connections.ts';
import type { DeskRuntime } from '../desk-runtime.ts';
import type { LiveSource } from '../live-queries.ts';
import { type LeaseValues, leaseWords } from '../words/lease-words.ts';
import { say, type Texts } from '../words/texts.ts';
import { actionsOf, agentOf, stateWords, textsFor, titleOfMission } from './row-context.ts';

export function reassignSource(
  desk: DeskRuntime,
  connectionId: string,
  groupId: string,
  workItemId: string,
): LiveSource<ReassignRow, NoSummary> {
  return {
    concerns: (topic) =>
      topic.kind !== 'group' || (topic.connectionId === connectionId && topic.groupId === groupId),
    read: () => {
      const connection = desk.connection(connectionId);
      const view = connection?.view();
      const record = view?.world.get('workItem', groupId, workItemId);
      if (connection === undefined || view === undefined || record === undefined)
        return { rows: [], summary: {} };
      return { rows: [reassignRow(textsFor(desk), connection, view, record)], summary: {} };
    },
  };
}

/** In the order in which they fit the state of an item. */
const WAYS = ['reassign', 'offer-again', 'extend-offer', 'offer'];

export function reassignRow(
  texts: Texts,
  connection: RunningConnection,
  view: DeskConnection,
  record: WorkItemRecord,
): ReassignRow {
  const { groupId, workItemId, state, contract, owner } = record.document;
  const { checkpoint, ownershipEpoch, attempts } = record;
  const words = leaseWords(texts.language);
  const place = connection.logOf(groupId)?.terms.lastCheckpoint(workItemId);
  const facts = describeReassignment(view, record, place?.atMs);
  const holder = owner === undefined ? undefined : agentOf(connection, view, owner.agentId);
  const actions = actionsOf(texts, itemActions(view, groupId, workItemId), texts.desk.itemActions);
  const ways = WAYS.flatMap((id) => actions.find((each) => each.id === id) ?? []);
  const action = ways.find(({ isEnabled }) => isEnabled) ?? ways[0];
  const named = <Id extends string>(
    area: string,
    { id, values }: ReassignFact<Id>,
    sentences: { readonly [Each in Id]: (values: LeaseValues, format: Texts['format']) => string },
  ) => {
    const shown = 'agentId' in values ? { ...values, agentId: holder?.name ?? '' } : values;
    return say(`${area}.${id}`, sentences[id](shown, texts.format), shown);
  };
  const late = { agentId: holder?.name ?? '', epoch: ownershipEpoch };
  return {
    id: 'reassign',
    sort: '0',
    workItemId,
    title: contract.goal,
    missionTitle: titleOfMission(view.world, groupId),
    state,
    stateWords: stateWords(texts, state),
    ownershipEpoch,
    nextEpoch: facts.nextEpoch,
    attempts,
    maxAttempts: contract.retryPolicy.maxAttempts,
    lost: facts.lost.map((fact) => named('reassign-lost', fact, words.losses)),
    kept: facts.kept.map((fact) => named('reassign-kept', fact, words.kept)),
    fences: facts.fences.map((fact) => named('reassign-fence', fact, words.fences)),
    lateRule: say('reassign.late', words.lateRule(late, texts.format), late),
    candidates: new WorkerPool(view, groupId, new Moment(view.nowMs)).candidatesFor(contract).length,
    ...(holder === undefined ? {} : { holder }),
    ...(facts.heldUntilMs === undefined ? {} : { heldUntilMs: facts.heldUntilMs }),
    ...(facts.graceEndsAtMs === undefined ? {} : { graceEndsAtMs: facts.graceEndsAtMs }),
    ...(checkpoint === undefined
      ? {}
      : {
          checkpoint: {
            ...checkpoint,
            completedMilestones: [...checkpoint.completedMilestones],
            ...(place === undefined ? {} : { atMs: place.atMs }),
          },
        }),
    ...(action === undefined ? {} : { action }),
  };
}

// Rules about offers (7–9), items that nobody was offered (21), proposals (17), failures (18) and what can run (20).
import { liveHoldingLease } from '../../../domain/ownership.ts';
import { findExecutionApproval } from '../../../domain/execution-approvals.ts';
import type { WorkItemRecord } from '../../../domain/world.ts';
import type { WorkOffer } from '../../../protocol/generated/documents.ts';
import { approvalEndMs } from '../group-ends.ts';
import { msOf } from '../moment.ts';
import type { Finding, GroupScene } from './attention-types.ts';
import { endsSoon, itemObject, missionObject } from './lease-rules.ts';

interface OfferedItem {
  readonly item: WorkItemRecord;
  readonly offers: readonly WorkOffer[];
  readonly startMs: number;
  /** The end that all running offers share (WORK-024). */
  readonly endMs: number;
  readonly declined: number;
}

/** Items on offer, with what was said to the offers: in the log, or only in a Message. */
function* offeredItems({ items, talk }: GroupScene): Generator<OfferedItem> {
  for (const item of items) {
    const { state, offers = [], updatedAt, createdAt } = item.document;
    if (state !== 'offered') continue;
    const made = offers.filter(({ status }) => status === 'pending' || status === 'declined');
    if (made.length === 0) continue;
    yield {
      item,
      offers: made,
      startMs: msOf(updatedAt ?? createdAt),
      endMs: Math.max(...made.map(({ expiresAt }) => msOf(expiresAt))),
      declined: made.filter(({ offerId, status }) => status === 'declined' || talk.declines.has(offerId))
        .length,
    };
  }
}

function offerFinding({ item, offers, declined, endMs }: OfferedItem): Finding {
  return {
    object: itemObject(item),
    // Every offer moves the item's revision (WORK-070).
    epoch: item.document.revision,
    workItemId: item.document.workItemId,
    values: { candidates: offers.length, declined, endsAt: endMs },
  };
}

/** 7: an offer runs out, and somebody has not answered it. */
export function* findOfferEnds(scene: GroupScene): Generator<Finding> {
  for (const offered of offeredItems(scene)) {
    const { startMs, endMs, offers, declined } = offered;
    const isClose = endsSoon(scene.moment, startMs, endMs, scene.settings.endShare);
    if (isClose && declined < offers.length) yield { ...offerFinding(offered), endsAtMs: endMs };
  }
}

/** 8: it has run out. The item stays offered because time appends no Event (WORK-T05). */
export function* findOfferEnded(scene: GroupScene): Generator<Finding> {
  for (const offered of offeredItems(scene)) {
    const { endMs, offers, declined } = offered;
    if (scene.moment.hasReached(endMs) && declined < offers.length) {
      yield { ...offerFinding(offered), sinceMs: endMs };
    }
  }
}

/** 9: everybody has said no, whether the log has a place for it or not (OPEN-037). */
export function* findAllDeclined(scene: GroupScene): Generator<Finding> {
  for (const offered of offeredItems(scene)) {
    const { offers, declined } = offered;
    if (declined < offers.length) continue;
    const isRecorded = offers.every(({ status }) => status === 'declined');
    const finding = offerFinding(offered);
    yield { ...finding, values: { ...finding.values, isRecorded } };
  }
}

/** 17: somebody proposes work. */
export function* findProposals({ connection, groupId }: GroupScene): Generator<Finding> {
  for (const [proposalId, { document }] of connection.world.list('proposal', groupId)) {
    if (document.state !== 'open') continue;
    yield {
      object: { type: 'proposal', groupId, id: proposalId },
      epoch: '',
      values: { by: document.proposedBy.id, goal: document.contract.goal },
      sinceMs: msOf(document.createdAt),
    };
  }
}

/** 18: an item has failed, and only another offer leads on (WORK-011). */
export function* findFailures({ items, evidenceOf }: GroupScene): Generator<Finding> {
  for (const item of items) {
    const { state, revision, workItemId, updatedAt, createdAt } = item.document;
    if (state !== 'failed') continue;
    const report = evidenceOf(workItemId).findLast(({ type }) => type === 'failure_report');
    yield {
      object: itemObject(item),
      epoch: revision,
      workItemId,
      values: { attempts: item.attempts, because: report?.method ?? '' },
      sinceMs: msOf(updatedAt ?? createdAt),
    };
  }
}

/** 21: everything that an item waits for is there, and it lies about. */
export function* findReadyItems({
  connection,
  groupId,
  items,
  graph,
  moment,
  settings,
}: GroupScene): Generator<Finding> {
  for (const item of items) {
    const { state, updatedAt, createdAt, contract, workItemId, revision } = item.document;
    if (state !== 'open' || graph.openDependencies(item).length > 0) continue;
    const since = [updatedAt ?? createdAt].concat(
      contract.dependencyWorkItemIds.map(
        (id) => connection.world.get('workItem', groupId, id)?.document.updatedAt ?? createdAt,
      ),
    );
    const sinceMs = Math.max(...since.map(msOf));
    if (!moment.hasReached(sinceMs + settings.idleItemMs)) continue;
    yield { object: itemObject(item), epoch: revision, workItemId, values: {}, sinceMs };
  }
}

/** 20: there is work left, and none of it can go on without somebody. */
export function* findStandstill(scene: GroupScene): Generator<Finding> {
  const { items, graph } = scene;
  const waiting: WorkItemRecord[] = [];
  for (const item of items) {
    if (isGoing(scene, item)) return;
    const { state } = item.document;
    const isWaiting = state === 'open' || state === 'offered' || state === 'queued';
    if (isWaiting && graph.openDependencies(item).length > 0) waiting.push(item);
  }
  if (waiting.length === 0) return;
  // The item that most wait for and that waits for none itself.
  const roots = items
    .filter((item) => isLeft(item) && graph.openDependencies(item).length === 0)
    .toSorted((a, b) => graph.blocksCount(b.document.workItemId) - graph.blocksCount(a.document.workItemId));
  const [root] = roots;
  yield {
    object: missionObject(scene),
    epoch: root?.document.workItemId ?? '',
    values: {
      waiting: waiting.length,
      rootId: root?.document.workItemId ?? '',
      root: root?.document.contract.goal ?? '',
      rootState: root?.document.state ?? '',
    },
  };
}

function isLeft({ document }: WorkItemRecord): boolean {
  return document.state !== 'verified' && document.state !== 'cancelled';
}

/** Whether an item is worked on, or can be taken up or begun as things stand. */
function isGoing({ connection, graph, moment }: GroupScene, item: WorkItemRecord): boolean {
  const { state, contract, groupId } = item.document;
  switch (state) {
    case 'active':
      return true;
    case 'blocked':
      return item.childGroupId !== undefined;
    case 'open':
    case 'offered':
      return graph.openDependencies(item).length === 0;
    case 'queued': {
      if (graph.openDependencies(item).length > 0) return false;
      const lease = liveHoldingLease(connection.world, item, moment.now);
      // Once its hold has run out, it can be offered anew.
      if (lease === undefined || moment.hasReached(msOf(lease.expiresAt))) return true;
      if (contract.executionApproval === 'not_required') return true;
      const approval = findExecutionApproval(connection.world, item, moment.now);
      const endMs = approvalEndMs(approval);
      for (const approvalId of item.executionApprovalIds) {
        moment.hasReached(approvalEndMs(connection.world.get('approval', groupId, approvalId)) ?? Infinity);
      }
      return endMs !== undefined && !moment.hasReached(endMs);
    }
    default:
      return false;
  }
}

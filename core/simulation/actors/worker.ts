// What a Worker may want to do: take work, execute it, report, go offline and reconcile, plan under a Grant.
import type { WorkItemRecord } from '../../domain/world.ts';
import { artifactOf, contractOf, evidenceOf, shareOf } from '../documents.ts';
import type { Principal } from '../principals.ts';
import {
  lessWanted,
  liveExecutionOf,
  liveHoldingOf,
  type Move,
  moveOf,
  type Room,
  rolesOf,
  type Scene,
} from '../scene.ts';
import { offerMoves } from './coordinator.ts';
import { disconnectMove, reconcileMoves } from './offline.ts';

/** Everything that a Worker could do, in all Groups. */
export function workerMoves(scene: Scene, by: Principal, rooms: readonly Room[]): readonly Move[] {
  const moves: Move[] = [...reconcileMoves(scene, by)];
  for (const room of rooms) {
    if (room.isArchived) continue;
    for (const item of room.items) {
      moves.push(...offeredMoves(scene, by, room, item));
      if (item.document.owner?.agentId === by.actor.id) moves.push(...ownerMoves(scene, by, room, item));
    }
    if (rolesOf(scene, room.groupId, by.actor).has('work_delegate'))
      moves.push(...delegateMoves(scene, by, room));
  }
  return moves;
}

function offeredMoves(
  scene: Scene,
  by: Principal,
  room: Room,
  { document }: WorkItemRecord,
): readonly Move[] {
  const { workItemId, offers = [] } = document;
  const mine = offers.filter(({ agentId }) => agentId === by.actor.id);
  return mine.map(({ offerId, status, expiresAt }) => {
    const isRunning = status === 'pending' && Date.parse(expiresAt) > scene.nowMs;
    const weight = isRunning ? 12 : status === 'pending' ? 0.3 : 0.03;
    return moveOf(
      weight,
      'work.accept_offer',
      by,
      () => ({
        workItemId,
        offerId,
        ...(scene.random.chance(0.2) ? { ownershipLeaseSeconds: 60 } : {}),
      }),
      { groupId: room.groupId },
    );
  });
}

function ownerMoves(scene: Scene, by: Principal, room: Room, item: WorkItemRecord): readonly Move[] {
  const { groupId } = room;
  const { workItemId, state, owner, submission } = item.document;
  const { random } = scene;
  const ownershipEpoch = owner?.ownershipEpoch ?? 1;
  const envelope = { groupId };
  if (state === 'queued') {
    return [
      moveOf(
        canStart(scene, item) ? 9 : 0.25,
        'work.start',
        by,
        () => ({
          workItemId,
          ownershipEpoch,
          ...(random.chance(0.25) ? { executionLeaseSeconds: 30 } : {}),
        }),
        envelope,
      ),
    ];
  }
  if (state !== 'active' || submission !== undefined) return [];
  const executionLeaseId = item.executionLeaseId ?? '';
  const claim = { workItemId, ownershipEpoch, executionLeaseId };
  const lease = liveExecutionOf(scene, item);
  const factor = lease === undefined ? 0.1 : 1;
  const checkpoint = { phase: 'half way', completedMilestones: ['read'] };
  const published = [...scene.world.list('artifact', groupId)]
    .filter(([, artifact]) => artifact.workItemId === workItemId)
    .map(([, { contentHash }]) => contentHash);
  const moves = [
    moveOf(
      factor * (published.length === 0 ? 8 : 0.8),
      'artifact.publish',
      by,
      () => ({
        artifact: artifactOf(scene, item, by),
        ownershipEpoch,
        executionLeaseId,
      }),
      envelope,
    ),
    moveOf(
      factor * 0.9,
      'work.checkpoint',
      by,
      () => ({ ...claim, checkpoint, resumeWithinSeconds: 600 }),
      envelope,
    ),
    moveOf(
      factor * 0.8,
      'work.block',
      by,
      () => ({
        ...claim,
        checkpoint,
        reason: 'a file is missing',
        requiredResolution: 'send the file',
        ...(random.chance(0.4) ? { blockedLeaseSeconds: 30 } : {}),
      }),
      envelope,
    ),
    moveOf(
      factor * 1.2,
      'ext.missionweaveprotocol.core.work_execution_lease_renew',
      by,
      () => ({
        ...claim,
        leaseSeconds: 240 + random.below(200),
      }),
      envelope,
    ),
    moveOf(
      factor * 1.8,
      'ext.missionweaveprotocol.core.resource_usage_record',
      by,
      () => ({
        ...claim,
        usageDelta: usageOf(scene),
      }),
      envelope,
    ),
    moveOf(
      factor * 0.25,
      'work.fail',
      by,
      () => ({
        ...claim,
        reason: 'the folder is gone',
        evidence: [evidenceOf(scene, item, by, { type: 'failure_report', result: 'failed' })],
      }),
      envelope,
    ),
  ];
  if (published.length > 0) {
    moves.push(
      moveOf(
        factor * 10,
        'work.submit',
        by,
        () => ({
          ...claim,
          artifactHashes: [...new Set(published)],
          evidence: [evidenceOf(scene, item, by, { artifactHashes: [published[0] ?? ''] })],
        }),
        envelope,
      ),
    );
  }
  return lease === undefined ? moves : [...moves, disconnectMove(scene, by, item, lease)];
}

/** Whether a start has a chance: ownership holds, dependencies are verified, the Approval is there. */
function canStart(scene: Scene, item: WorkItemRecord): boolean {
  const { groupId, workItemId, contract, owner } = item.document;
  const isReady = contract.dependencyWorkItemIds.every(
    (id) => scene.world.get('workItem', groupId, id)?.document.state === 'verified',
  );
  if (!isReady || liveHoldingOf(scene, item) === undefined) return false;
  if (contract.executionApproval === 'not_required') return true;
  const condition = `ownershipEpoch:${owner?.ownershipEpoch ?? 0}`;
  return [...scene.world.list('approval', groupId)].some(
    ([, approval]) => approval.workItemId === workItemId && approval.conditions.includes(condition),
  );
}

/** What some work consumed: sometimes more than there can be. */
export function usageOf({ random }: Scene) {
  const size = random.chance(0.12) ? 50 : 1;
  return {
    toolCalls: 1 + random.below(8 * size),
    modelTokens: random.below(300 * size),
    financialMicrounits: random.below(700_000 * size),
    ...(random.chance(0.2) ? { externalActions: random.below(2 * size) } : {}),
    ...(random.chance(0.2) ? { computeSeconds: random.below(20 * size) } : {}),
  };
}

function delegateMoves(scene: Scene, by: Principal, room: Room): readonly Move[] {
  const { groupId } = room;
  if (!room.isActive) return [];
  const moves: Move[] = [];
  for (const [grantId, { grant }] of scene.world.list('grant', groupId)) {
    if (grant.granteeAgentId !== by.actor.id) continue;
    const isPast = Date.parse(grant.expiresAt) <= scene.nowMs;
    const target = room.items.find(({ document }) => document.workItemId === grant.targetWorkItemId);
    if (target === undefined) continue;
    moves.push(
      moveOf(
        isPast ? 0.1 : 0.4,
        'work.authorize',
        by,
        () => ({
          workItemId: scene.newId('work-item'),
          contract: contractOf(scene, room, { budget: shareOf(target.document.contract.budget, 4) }),
          parentWorkItemId: grant.targetWorkItemId,
          delegationGrantId: grantId,
        }),
        { groupId },
      ),
    );
    const reachable = room.items.filter(
      (item) => item === target || item.parentWorkItemId === grant.targetWorkItemId,
    );
    for (const item of reachable) {
      const offers = offerMoves(scene, by, room, item, { delegationGrantId: grantId });
      moves.push(...offers.map((move) => lessWanted(move, isPast ? 0.2 : 2)));
    }
  }
  return moves;
}

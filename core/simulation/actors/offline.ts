// Bounded offline execution (section 6.4): a Worker that goes on without the Authority, and reports under the binding
// to its historical lease once it is back under a new Session.
import { OFFLINE_EXTENSION } from '../../domain/offline.ts';
import type { WorkItemRecord } from '../../domain/world.ts';
import type { Lease } from '../../protocol/generated/documents.ts';
import { timeText } from '../documents.ts';
import type { Principal } from '../principals.ts';
import { type Move, moveOf, type OfflineStint, type Scene, sessionOf } from '../scene.ts';

/** Losing the connection needs no Command; it is remembered for the way back. */
export function disconnectMove(
  scene: Scene,
  by: Principal,
  { document }: WorkItemRecord,
  lease: Lease,
): Move {
  return {
    weight: 0.5,
    draft: () => {
      const { nowMs, random, memory } = scene;
      memory.stints.push({
        agentId: by.actor.id,
        groupId: document.groupId,
        workItemId: document.workItemId,
        conversationId: document.conversationId,
        ownershipEpoch: document.owner?.ownershipEpoch ?? 1,
        lease,
        disconnectedMs: nowMs,
        // Sometimes on the very end of the lease, which is too late.
        bufferedMs: random.chance(0.15) ? Date.parse(lease.expiresAt) : nowMs + random.below(30_000),
        messagesLeft: 1 + random.below(2),
        checkpointsLeft: 1,
      });
      return undefined;
    },
  };
}

/** Reports of stints that are over: the Session is a new one, and what was buffered lies in the past. */
export function reconcileMoves(scene: Scene, by: Principal): readonly Move[] {
  const moves: Move[] = [];
  for (const stint of scene.memory.stints) {
    if (stint.agentId !== by.actor.id || stint.bufferedMs > scene.nowMs) continue;
    const isBack = (sessionOf(scene, stint.agentId) ?? 0) > stint.lease.sessionEpoch;
    const factor = isBack ? 1 : 0.05;
    if (stint.messagesLeft > 0) moves.push(messageMove(scene, by, stint, factor * 5));
    const item = scene.world.get('workItem', stint.groupId, stint.workItemId);
    if (stint.checkpointsLeft > 0 && item?.document.state === 'active') {
      moves.push(checkpointMove(scene, by, stint, item, factor * 8));
    }
  }
  return moves;
}

function messageMove(scene: Scene, by: Principal, stint: OfflineStint, weight: number): Move {
  const move = moveOf(
    weight,
    'message.post',
    by,
    () => {
      stint.messagesLeft -= 1;
      return {
        messageId: scene.newId('message'),
        content: [{ type: 'text' as const, text: 'went on offline' }],
      };
    },
    { groupId: stint.groupId, conversationId: stint.conversationId, extensions: bindingOf(scene, stint) },
  );
  return move;
}

function checkpointMove(
  scene: Scene,
  by: Principal,
  stint: OfflineStint,
  item: WorkItemRecord,
  weight: number,
): Move {
  return moveOf(
    weight,
    'work.checkpoint',
    by,
    () => {
      stint.checkpointsLeft -= 1;
      return {
        workItemId: stint.workItemId,
        ownershipEpoch: stint.ownershipEpoch,
        executionLeaseId: item.executionLeaseId ?? stint.lease.leaseId,
        checkpoint: { phase: 'offline', completedMilestones: [] },
      };
    },
    { groupId: stint.groupId, extensions: bindingOf(scene, stint) },
  );
}

function bindingOf({ random }: Scene, stint: OfflineStint) {
  const { lease } = stint;
  const resourceUsageDelta = random.chance(0.2)
    ? {}
    : { toolCalls: random.below(4), modelTokens: random.below(random.chance(0.1) ? 100_000 : 50) };
  return {
    [OFFLINE_EXTENSION]: {
      version: random.chance(0.05) ? '0.2.0' : '0.1.0',
      critical: true,
      data: {
        agentId: stint.agentId,
        groupId: stint.groupId,
        workItemId: stint.workItemId,
        sessionEpoch: lease.sessionEpoch,
        ownershipEpoch: stint.ownershipEpoch,
        executionLeaseId: lease.leaseId,
        disconnectedAt: timeText(stint.disconnectedMs),
        bufferedAt: timeText(stint.bufferedMs),
        graceDeadline: lease.expiresAt,
        executionLeaseExpiresAt: lease.expiresAt,
        resourceUsageDelta,
      },
    },
  };
}

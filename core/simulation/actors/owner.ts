// What a MissionOwner may want to do: the human of a root Mission, or the Agent that coordinates the parent of a child.
import { conditionsOf } from '../../domain/execution-approvals.ts';
import type { WorkItemRecord } from '../../domain/world.ts';
import type { CommandPayloads } from '../../protocol/generated/documents.ts';
import {
  approvalOf,
  contractOf,
  MISSION_BUDGET,
  PERMISSIONS,
  RESOURCE,
  shareOf,
  timeText,
} from '../documents.ts';
import {
  agentOf,
  COORDINATORS,
  OBSERVER,
  OWNER,
  type Principal,
  principalOfActor,
  WORKERS,
} from '../principals.ts';
import { lessWanted, liveHoldingOf, type Move, moveOf, type Room, type Scene, termLeftOf } from '../scene.ts';
import { offerMoves, rootOwnerOf } from './coordinator.ts';

/** Everything that a MissionOwner could do in its Missions. */
export function ownerMoves(scene: Scene, by: Principal, rooms: readonly Room[]): readonly Move[] {
  const moves: Move[] = [];
  for (const room of rooms) {
    const { missionOwner } = room.mission.document;
    if (missionOwner.type !== by.actor.type || missionOwner.id !== by.actor.id) continue;
    if (room.isEnded) {
      moves.push(...lateMoves(scene, by, room));
      continue;
    }
    moves.push(...answerMoves(scene, by, room), ...leadMoves(scene, by, room));
    if (by.actor.type === 'human' && room.isActive) moves.push(...humanMoves(scene, by, room));
  }
  return moves;
}

/** What an owner tries after the end of its Mission. */
function lateMoves(scene: Scene, by: Principal, room: Room): readonly Move[] {
  const { groupId } = room;
  return [
    moveOf(0.1, 'mission.cancel', by, () => ({ reason: 'too late' }), { groupId }),
    moveOf(0.2, 'membership.end', by, () => ({ member: scene.random.pick(WORKERS).actor }), { groupId }),
    moveOf(
      0.15,
      'mission.request_changes',
      by,
      () => ({ approval: approvalOf(scene, room, by, { decision: 'changes_requested' }) }),
      { groupId },
    ),
  ];
}

/** Beginning Missions, which only the human does. */
export function foundingMoves(scene: Scene, rooms: readonly Room[]): readonly Move[] {
  const roots = rooms.filter(({ mission }) => mission.document.parent === undefined);
  const live = roots.filter(({ isEnded }) => !isEnded);
  const missionId = scene.newId('mission');
  const groupId = scene.newId('group');
  const moves = [
    moveOf(
      live.length === 0 ? 8 : live.length < 2 ? 0.3 : 0.03,
      'mission.create',
      OWNER,
      () => newMission(scene, missionId, groupId),
      { groupId },
    ),
  ];
  if (rooms.length > 0) {
    // A second Mission for a Group, or a second Group for a Mission (INV-01).
    const { mission } = scene.random.pick(rooms);
    const isGroupTaken = scene.random.chance(0.5);
    const takenGroupId = isGroupTaken ? mission.document.groupId : groupId;
    const takenId = isGroupTaken ? missionId : mission.document.missionId;
    moves.push(
      moveOf(0.12, 'mission.create', OWNER, () => newMission(scene, takenId, takenGroupId), {
        groupId: takenGroupId,
      }),
    );
  }
  for (const { mission } of roots) {
    const { state, missionId: followUpToMissionId } = mission.document;
    const weight = state === 'approved' ? (live.length < 2 ? 2 : 0.1) : 0.05;
    moves.push(
      moveOf(
        weight,
        'mission.create_follow_up',
        OWNER,
        () => ({
          ...newMission(scene, missionId, groupId),
          followUpToMissionId,
        }),
        { groupId },
      ),
    );
  }
  return moves;
}

/** The payload of a new root Mission. */
export function newMission(
  scene: Scene,
  missionId: string,
  groupId: string,
): CommandPayloads['mission.create'] {
  const { random, nowMs } = scene;
  return {
    missionId,
    groupId,
    coordinatorAgentId: random.pick(COORDINATORS).actor.id,
    objective: 'audit the input folder',
    definitionOfDone: [
      { criterionId: 'done', description: 'it is complete', evidenceRequired: ['human_review'] },
    ],
    budget: MISSION_BUDGET,
    deadline: timeText(nowMs + 7_200_000),
    approvalPolicy: { finalHumanApproval: true, highRiskExecutionApproval: true },
    permissions: PERMISSIONS,
    coordinatorLeaseSeconds: random.chance(0.2) ? 300 : 3_600,
  };
}

function answerMoves(scene: Scene, by: Principal, room: Room): readonly Move[] {
  const { groupId, mission } = room;
  if (mission.submission === undefined) return [];
  const { parent, approvalPolicy, missionOwner, coordinator } = mission.document;
  const isRootNeeded =
    parent !== undefined && (approvalPolicy.finalHumanApproval || missionOwner.id === coordinator.agentId);
  return [
    moveOf(
      12,
      'mission.approve',
      by,
      () => {
        const human = principalOfActor(rootOwnerOf(scene, room));
        return {
          approval: approvalOf(scene, room, by),
          ...(isRootNeeded && scene.random.chance(0.8)
            ? { rootApproval: approvalOf(scene, room, human, { kind: 'mission_final' }) }
            : {}),
        };
      },
      { groupId },
    ),
    moveOf(
      4,
      'mission.request_changes',
      by,
      () => ({
        approval: approvalOf(scene, room, by, {
          decision: 'changes_requested',
          comments: 'one file is missing',
        }),
      }),
      { groupId },
    ),
    // Another set of Artifacts than was submitted (INV-10).
    moveOf(
      2,
      'mission.approve',
      by,
      () => ({
        approval: approvalOf(scene, room, by, {
          artifactHashes: [
            ...(mission.submission?.artifactHashes.slice(1) ?? []),
            `sha256:${'1'.repeat(64)}`,
          ],
        }),
      }),
      { groupId },
    ),
  ];
}

function leadMoves(scene: Scene, by: Principal, room: Room): readonly Move[] {
  const { groupId, mission } = room;
  const { random, nowMs } = scene;
  const envelope = { groupId };
  const left = termLeftOf(scene, room);
  const current = mission.document.coordinator.agentId;
  const other = COORDINATORS.find(({ actor }) => actor.id !== current) ?? agentOf(current);
  const successor = random.chance(0.85) ? other : agentOf(current);
  const observers = [OBSERVER, ...WORKERS];
  return [
    moveOf(
      left <= 0 ? 6 : 0.2,
      'mission.assign_coordinator',
      by,
      () => ({
        coordinatorAgentId: successor.actor.id,
        leaseSeconds: 1_800,
      }),
      envelope,
    ),
    moveOf(0.02, 'mission.cancel', by, () => ({ reason: 'the plans have changed' }), envelope),
    moveOf(
      0.3,
      'membership.change',
      by,
      () => ({
        member: random.pick(observers).actor,
        role: 'observer',
        state: 'active',
        scopes: ['message.read'],
      }),
      envelope,
    ),
    moveOf(0.08, 'membership.end', by, () => ({ member: random.pick(observers).actor }), envelope),
    overrideMove(scene, by, room, nowMs + 600_000),
  ];
}

/** An override for a Command that its beneficiary will send later, under an Action ID that both know (POL-010). */
export function overrideMove(
  scene: Scene,
  by: Principal,
  { groupId, mission }: Room,
  expiresMs: number,
): Move {
  const { random, memory } = scene;
  const coordinator = agentOf(mission.document.coordinator.agentId);
  const choices = [
    ['message_rate', 'message.post', random.pick([coordinator, ...WORKERS])],
    ['proposal_rate', 'work.propose', random.pick([coordinator, ...WORKERS])],
    ['delegation_depth', 'mission.create_child', coordinator],
    ['delegation_depth', 'work.authorize', coordinator],
    ['delegation_depth', 'membership.grant_delegation', coordinator],
    ['queued_work_items', 'work.accept_offer', random.pick(WORKERS)],
    ['active_work_items', 'work.start', random.pick(WORKERS)],
  ] as const;
  const [policyName, targetCommandKind, beneficiary] = random.pick(choices);
  return moveOf(
    0.2,
    'policy.grant_cooperation_override',
    by,
    () => {
      const grantId = scene.newId('override');
      const targetActionId = scene.newId('action');
      memory.promises.push({
        grantId,
        groupId,
        actionId: targetActionId,
        kind: targetCommandKind,
        beneficiaryId: beneficiary.actor.id,
      });
      return {
        grantId,
        policyName,
        beneficiary: beneficiary.actor,
        targetCommandKind,
        targetActionId,
        reason: 'it is urgent',
        expiresAt: timeText(expiresMs),
      };
    },
    { groupId },
  );
}

function humanMoves(scene: Scene, by: Principal, room: Room): readonly Move[] {
  const { groupId } = room;
  const overrideReason = 'the Coordinator cannot be reached';
  const moves = [
    moveOf(
      0.25,
      'work.authorize',
      by,
      () => ({
        workItemId: scene.newId('work-item'),
        contract: contractOf(scene, room),
        overrideReason,
      }),
      { groupId },
    ),
  ];
  for (const item of room.items) {
    const { state, workItemId, contract } = item.document;
    const offers = offerMoves(scene, by, room, item, { overrideReason });
    moves.push(...offers.map((move) => lessWanted(move, 0.3)));
    if (!['verified', 'failed', 'cancelled'].includes(state)) {
      moves.push(moveOf(0.04, 'work.cancel', by, () => ({ workItemId, reason: 'not needed' }), { groupId }));
    }
    const isGated = state === 'queued' && contract.executionApproval !== 'not_required';
    if (isGated || (state === 'queued' && scene.random.chance(0.1)))
      moves.push(executionMove(scene, by, room, item));
  }
  return moves;
}

function executionMove(scene: Scene, by: Principal, room: Room, item: WorkItemRecord): Move {
  const { document } = item;
  const lease = liveHoldingOf(scene, item);
  const isGiven = [...scene.world.list('approval', room.groupId)].some(
    ([, { workItemId }]) => workItemId === document.workItemId,
  );
  return moveOf(
    isGiven ? 0.3 : 12,
    'approval.grant_execution',
    by,
    () => {
      const terms = {
        operations: [scene.random.pick(PERMISSIONS)],
        resources: [RESOURCE],
        ownershipEpoch: document.owner?.ownershipEpoch ?? 1,
        budget: shareOf(document.contract.budget, 2),
        expiresAt: lease?.expiresAt ?? timeText(scene.nowMs + 60_000),
      };
      const approval = approvalOf(scene, room, by, {
        kind: 'work_execution',
        workItemId: document.workItemId,
        missionRevision: room.mission.document.revision,
        artifactHashes: [],
        conditions: [...(conditionsOf(terms) ?? [])],
      });
      return { approval, ...terms };
    },
    { groupId: room.groupId },
  );
}

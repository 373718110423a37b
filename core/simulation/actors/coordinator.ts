// What a Coordinator may want to do: plan, offer, review, hand down to children, submit; and what it does as owner of
// the children of its Missions.
import { ORGANIZATION, SINGLE, type WorkItemRecord } from '../../domain/world.ts';
import { artifactsOf } from './knowledge.ts';
import {
  CAPABILITY,
  contextPackageOf,
  contractOf,
  evidenceOf,
  selectionOf,
  shareOf,
  timeText,
} from '../documents.ts';
import { COORDINATORS, type Principal, WORKERS } from '../principals.ts';
import {
  hasLiveChild,
  liveHoldingOf,
  type Move,
  moveOf,
  type Room,
  rolesOf,
  type Scene,
  termLeftOf,
} from '../scene.ts';

/** Everything that a Coordinator could do in its Missions. */
export function coordinatorMoves(scene: Scene, by: Principal, rooms: readonly Room[]): readonly Move[] {
  const moves: Move[] = [];
  for (const room of rooms) {
    if (room.mission.document.coordinator.agentId !== by.actor.id) continue;
    if (room.isEnded) {
      moves.push(...lateMoves(scene, by, room));
      continue;
    }
    moves.push(...termMoves(scene, by, room));
    if (termLeftOf(scene, room) <= 0) continue;
    moves.push(...peopleMoves(scene, by, room), ...finishMoves(scene, by, room));
    if (room.isActive) {
      moves.push(...planMoves(scene, by, room));
      for (const item of room.items) moves.push(...itemMoves(scene, by, room, item));
    }
  }
  return moves;
}

/** What a Coordinator tries after the end of its Mission. */
function lateMoves(scene: Scene, by: Principal, { groupId, items }: Room): readonly Move[] {
  const [item] = items;
  const moves = [
    moveOf(0.1, 'mission.terminate', by, () => ({ reason: 'too late' }), { groupId }),
    moveOf(0.05, 'mission.renew_coordinator', by, () => ({}), { groupId }),
    moveOf(0.05, 'membership.end', by, () => ({ member: scene.random.pick(WORKERS).actor }), { groupId }),
  ];
  if (item !== undefined) {
    const { workItemId } = item.document;
    moves.push(moveOf(0.05, 'work.cancel', by, () => ({ workItemId, reason: 'too late' }), { groupId }));
  }
  return moves;
}

function termMoves(scene: Scene, by: Principal, room: Room): readonly Move[] {
  const left = termLeftOf(scene, room);
  const weight = left < 0 ? 0.5 : left < 240_000 ? 30 : 0.7;
  const leaseSeconds = scene.random.chance(0.2) ? 120 : 1_800;
  return [
    moveOf(weight, 'mission.renew_coordinator', by, () => ({ leaseSeconds }), { groupId: room.groupId }),
    moveOf(0.04, 'mission.terminate', by, () => ({ reason: 'it cannot be done' }), { groupId: room.groupId }),
  ];
}

function peopleMoves(scene: Scene, by: Principal, room: Room): readonly Move[] {
  const { groupId } = room;
  const { random, nowMs } = scene;
  const moves: Move[] = [];
  for (const worker of WORKERS) {
    const roles = rolesOf(scene, groupId, worker.actor);
    const isProvisional = random.chance(0.35);
    const state = isProvisional ? 'provisional' : 'active';
    const role = random.chance(0.15) ? 'reviewer' : 'worker';
    const isWorking = roles.has('worker') || roles.has('reviewer');
    moves.push(
      moveOf(
        isWorking ? 0.15 : 9,
        'membership.change',
        by,
        () => ({
          member: worker.actor,
          role,
          state,
          scopes: ['message.post', 'work.execute'],
          ...(isProvisional
            ? {
                provisionalExpiresAt: timeText(nowMs + 300_000),
                contextPackage: contextPackageOf(scene, room, by),
              }
            : {}),
        }),
        { groupId },
      ),
    );
    if (!isWorking) continue;
    if (!roles.has('work_delegate')) {
      moves.push(
        moveOf(
          0.5,
          'membership.change',
          by,
          () => ({
            member: worker.actor,
            role: 'work_delegate',
            state: 'active',
            scopes: ['work.delegate'],
          }),
          { groupId },
        ),
      );
    }
    moves.push(moveOf(0.1, 'membership.end', by, () => ({ member: worker.actor }), { groupId }));
    if (roles.get('work_delegate') === 'active') moves.push(...grantMoves(scene, by, room, worker));
  }
  return moves;
}

function grantMoves(scene: Scene, by: Principal, room: Room, worker: Principal): readonly Move[] {
  const { groupId } = room;
  const { random, nowMs } = scene;
  const targets = room.items.filter(
    ({ document }) => !['verified', 'failed', 'cancelled'].includes(document.state),
  );
  if (targets.length === 0) return [];
  const target = random.pick(targets).document;
  const limit = shareOf(room.mission.document.budget, 2);
  return [
    moveOf(
      1.5,
      'membership.grant_delegation',
      by,
      () => ({
        grantId: scene.newId('grant'),
        granteeAgentId: worker.actor.id,
        targetWorkItemId: target.workItemId,
        allowedCapabilities: [CAPABILITY],
        budget: {
          currency: 'EUR',
          financialLimit: limit.financialLimit ?? 0,
          modelTokenLimit: limit.modelTokenLimit ?? 0,
          toolCallLimit: limit.toolCallLimit ?? 0,
          computeSecondsLimit: limit.computeSecondsLimit ?? 0,
          wallClockSecondsLimit: 0,
          externalSideEffectLimit: limit.externalSideEffectLimit ?? 0,
        },
        maxDescendantDepth: random.below(3),
        expiresAt: timeText(nowMs + (random.chance(0.3) ? 60_000 : 1_200_000)),
      }),
      { groupId },
    ),
  ];
}

function planMoves(scene: Scene, by: Principal, room: Room): readonly Move[] {
  const { groupId, items } = room;
  const { random, world } = scene;
  const open = items.filter(({ document }) => !['verified', 'cancelled'].includes(document.state));
  const parent = open.length > 0 && random.chance(0.2) ? random.pick(open).document : undefined;
  const moves = [
    moveOf(
      planningWeight(open.length, items.length),
      'work.authorize',
      by,
      () => {
        const dependency =
          items.length > 0 && random.chance(0.25) ? [random.pick(items).document.workItemId] : [];
        return {
          workItemId: scene.newId('work-item'),
          contract: contractOf(scene, room, {
            dependencyWorkItemIds: dependency,
            ...(parent === undefined ? {} : { budget: shareOf(parent.contract.budget, 3) }),
          }),
          ...(parent === undefined ? {} : { parentWorkItemId: parent.workItemId }),
        };
      },
      { groupId },
    ),
  ];
  for (const [proposalId, { document }] of world.list('proposal', groupId)) {
    if (document.state !== 'open') continue;
    const { contract, parentWorkItemId } = document;
    moves.push(
      moveOf(
        1.5,
        'work.authorize',
        by,
        () => ({
          workItemId: scene.newId('work-item'),
          contract,
          proposalId,
          ...(parentWorkItemId === undefined ? {} : { parentWorkItemId }),
        }),
        { groupId },
      ),
    );
  }
  return moves;
}

/** Few items at a time, so that Missions come to an end. */
function planningWeight(openCount: number, count: number): number {
  if (count === 0) return 14;
  if (openCount === 0) return count < 3 ? 3 : 0.3;
  return openCount < 3 && count < 5 ? 1 : 0.08;
}

function itemMoves(scene: Scene, by: Principal, room: Room, item: WorkItemRecord): readonly Move[] {
  const { groupId } = room;
  const { document } = item;
  const { workItemId, state } = document;
  const envelope = { groupId };
  const isUnfinished = !['verified', 'failed', 'cancelled'].includes(state);
  const moves: Move[] = [...offerMoves(scene, by, room, item)];
  if (state === 'submitted') {
    moves.push(
      moveOf(
        14,
        'work.accept_result',
        by,
        () => ({ workItemId, evidence: [evidenceOf(scene, item, by)] }),
        envelope,
      ),
      moveOf(0.6, 'work.fail', by, () => failureOf(scene, by, item), envelope),
    );
  }
  if (state === 'blocked' && !hasLiveChild(scene, item)) {
    moves.push(moveOf(7, 'work.unblock', by, () => ({ workItemId, reason: 'it is there now' }), envelope));
  }
  if (isUnfinished && !hasLiveChild(scene, item)) {
    moves.push(
      moveOf(
        state === 'offered' ? 0.3 : 0.08,
        'work.cancel',
        by,
        () => ({ workItemId, reason: 'not needed' }),
        envelope,
      ),
      moveOf(0.1, 'work.fail', by, () => failureOf(scene, by, item), envelope),
    );
    if (state !== 'submitted') moves.push(childMove(scene, by, room, item));
  }
  if (state === 'open' || state === 'offered') {
    const others = room.items.filter((other) => other !== item);
    if (others.length > 0) {
      moves.push(
        moveOf(
          0.5,
          'ext.missionweaveprotocol.core.work_dependency_add',
          by,
          () => ({
            workItemId,
            dependencyId: scene.random.pick(others).document.workItemId,
          }),
          envelope,
        ),
      );
    }
  }
  return moves;
}

function failureOf(scene: Scene, by: Principal, item: WorkItemRecord) {
  const evidence = [evidenceOf(scene, item, by, { type: 'failure_report', result: 'failed' })];
  return { workItemId: item.document.workItemId, reason: 'it did not work', evidence };
}

/** Offers to one or several Workers, when nobody holds the item. */
export function offerMoves(
  scene: Scene,
  by: Principal,
  room: Room,
  item: WorkItemRecord,
  extra: { readonly delegationGrantId?: string; readonly overrideReason?: string } = {},
): readonly Move[] {
  const { random, nowMs } = scene;
  const { groupId } = room;
  const { workItemId, state, offers = [], contract } = item.document;
  if (['verified', 'cancelled', 'submitted'].includes(state) || hasLiveChild(scene, item)) return [];
  const isRunning = offers.some(
    ({ status, expiresAt }) => status === 'pending' && Date.parse(expiresAt) > nowMs,
  );
  const isHeld = liveHoldingOf(scene, item) !== undefined;
  const weight = isHeld ? 0.15 : state === 'offered' && isRunning ? 0.5 : 9;
  const candidates = WORKERS.filter((worker) => {
    const roles = rolesOf(scene, groupId, worker.actor);
    const card = scene.world.get('agent', ORGANIZATION, worker.actor.id)?.card;
    const isActive = card?.status === 'active' || random.chance(0.1);
    return isActive && (roles.has('worker') || roles.has('reviewer'));
  });
  if (candidates.length === 0) return [];
  const isRevised = random.chance(0.1);
  const rank = random.below(candidates.length);
  const chosen = candidates.filter((_worker, index) => index === rank || random.chance(0.4));
  return [
    moveOf(
      weight,
      'work.offer',
      by,
      () => ({
        workItemId,
        offers: chosen.map((worker) => ({ offerId: scene.newId('offer'), agentId: worker.actor.id })),
        selectionBasis: selectionOf(scene),
        offerExpiresInSeconds: random.chance(0.2) ? 20 : 300,
        ...(isRevised ? { contract: { ...contract, contractVersion: contract.contractVersion + 1 } } : {}),
        ...extra,
      }),
      { groupId },
    ),
  ];
}

function childMove(scene: Scene, by: Principal, room: Room, item: WorkItemRecord): Move {
  const { random } = scene;
  const { workItemId, contract } = item.document;
  const policies = ['block_parent_work_item', 'fail_parent_work_item', 'fail_parent_mission'] as const;
  const depth = room.mission.document.parent?.depth ?? 0;
  const weight = depth === 0 ? 0.5 : 0.2;
  return moveOf(
    weight,
    'mission.create_child',
    by,
    () => ({
      missionId: scene.newId('mission'),
      groupId: scene.newId('group'),
      parentWorkItemId: workItemId,
      coordinatorAgentId: random.pick(COORDINATORS).actor.id,
      objective: 'a part of it',
      definitionOfDone: [
        { criterionId: 'done', description: 'it is complete', evidenceRequired: ['human_review'] },
      ],
      budget: shareOf(contract.budget, 1 + random.below(2)),
      deadline: contract.deadline,
      approvalPolicy: { finalHumanApproval: random.chance(0.3), highRiskExecutionApproval: true },
      permissions: room.mission.permissions.filter(() => random.chance(0.7)),
      coordinatorLeaseSeconds: 3_600,
      childFailurePolicy: random.pick(policies),
    }),
    { groupId: room.groupId },
  );
}

function finishMoves(scene: Scene, by: Principal, room: Room): readonly Move[] {
  const { groupId, items } = room;
  const isDone =
    items.some(({ document }) => document.state === 'verified') &&
    items.every(({ document }) => document.state === 'verified' || document.state === 'cancelled');
  const hashes = artifactsOf(scene, groupId);
  if (!room.isActive || hashes.length === 0) return [];
  return [
    moveOf(
      isDone ? 14 : 0.2,
      'mission.submit_for_approval',
      by,
      () => ({
        artifactHashes: hashes.filter((_hash, index) => index === 0 || scene.random.chance(0.7)),
        summary: 'it is all there',
      }),
      { groupId },
    ),
  ];
}

/** The human at the root of a tree of Missions. */
export function rootOwnerOf({ world }: Scene, { mission }: Room) {
  let { document } = mission;
  while (document.parent !== undefined) {
    const address = world.get('missionAddress', ORGANIZATION, document.parent.missionId);
    const above = world.get('mission', address?.groupId ?? '', SINGLE);
    if (above === undefined) break;
    document = above.document;
  }
  return document.missionOwner;
}

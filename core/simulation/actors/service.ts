// What the Organization's services do: Sessions, cards, metering, archives, and what policy lets them decide.
import { ORGANIZATION } from '../../domain/world.ts';
import type { PolicyLogEntry } from '../../protocol/generated/documents.ts';
import { hashContent } from '../../protocol/hash.ts';
import { cardOf, timeText } from '../documents.ts';
import { COORDINATORS, type Principal, SERVICE, WORKERS } from '../principals.ts';
import { type Move, moveOf, type Room, type Scene, sessionOf, termLeftOf } from '../scene.ts';
import { overrideMove } from './owner.ts';
import { usageOf } from './worker.ts';

/** Everything that services could do. */
export function serviceMoves(scene: Scene, rooms: readonly Room[]): readonly Move[] {
  const moves: Move[] = [...sessionMoves(scene), cardMove(scene)];
  for (const room of rooms) {
    if (room.isArchived) continue;
    moves.push(...meterMoves(scene, room), ...archiveMoves(scene, room));
    if (!room.isEnded) moves.push(...policyMoves(scene, room));
  }
  return moves;
}

/** Workers that went offline come back soon; everybody else gets a new Session now and then. */
function sessionMoves(scene: Scene): readonly Move[] {
  return [...WORKERS, ...COORDINATORS].map((agent) => {
    const agentId = agent.actor.id;
    const session = sessionOf(scene, agentId) ?? 0;
    const isAway = scene.memory.stints.some(
      (each) => each.agentId === agentId && each.lease.sessionEpoch === session,
    );
    return moveOf(isAway ? 4 : 0.1, 'ext.missionweaveprotocol.identity.session_open', SERVICE, () => ({
      agentId,
    }));
  });
}

/** A new version of a card; now and then one that does not hold, and then one that does again. */
function cardMove(scene: Scene): Move {
  const { random, world } = scene;
  const agent: Principal = random.pick([...WORKERS, ...COORDINATORS]);
  const card = world.get('agent', ORGANIZATION, agent.actor.id)?.card;
  const isWorker = WORKERS.includes(agent);
  const status =
    card?.status === 'active' && isWorker
      ? random.pick(['active', 'active', 'deprecated', 'revoked'] as const)
      : 'active';
  // Now and then the version that is known already (IDN-003).
  const step = random.chance(0.15) ? 0 : 1;
  const isDown = card !== undefined && card.status !== 'active';
  return moveOf(isDown ? 3 : 0.4, 'ext.missionweaveprotocol.registry.agent_card_register', SERVICE, () => ({
    card: cardOf(
      scene,
      agent,
      { cardVersion: (card?.cardVersion ?? 0) + step, status },
      card?.publicKeys[0]?.publicKey,
    ),
  }));
}

/** Metering may come late: under a lease that is closed by now, of work that is over (BUD-011). */
function meterMoves(scene: Scene, { groupId, items }: Room): readonly Move[] {
  const { random, world } = scene;
  const leases = [...world.list('lease', groupId)].filter(([, { leaseType }]) => leaseType === 'execution');
  if (leases.length === 0) return [];
  const [executionLeaseId, lease] = random.pick(leases);
  const limit = items.find(({ document }) => document.workItemId === lease.workItemId)?.document.contract
    .budget;
  const isLarge = random.chance(0.3);
  return [
    moveOf(
      0.9,
      'ext.missionweaveprotocol.core.resource_usage_record',
      SERVICE,
      () => ({
        workItemId: lease.workItemId ?? '',
        ownershipEpoch: lease.ownershipEpoch ?? 1,
        executionLeaseId,
        usageDelta: isLarge
          ? { modelTokens: Math.floor((limit?.modelTokenLimit ?? 0) * 0.7) + 1 }
          : usageOf(scene),
      }),
      { groupId },
    ),
  ];
}

function archiveMoves(scene: Scene, { groupId, isEnded }: Room): readonly Move[] {
  return [
    moveOf(
      isEnded ? 1.2 : 0.05,
      'ext.missionweaveprotocol.core.group_archive',
      SERVICE,
      () => {
        const eventIds = scene.log
          .filter(({ event }) => event.groupId === groupId)
          .map(({ event }) => event.eventId);
        return {
          snapshot: scene.notary.sign(
            'group-snapshot',
            {
              snapshotId: scene.newId('snapshot'),
              groupId,
              throughSequence: eventIds.length,
              eventIds,
              stateHash: hashContent(eventIds.join(' ')),
              policyLog: [
                ...policyLogOf(scene, groupId),
                {
                  entryId: scene.newId('policy-entry'),
                  decision: 'archive',
                  actor: SERVICE.actor,
                  occurredAt: timeText(scene.nowMs),
                  details: {},
                },
              ],
              createdBy: { type: 'service', id: SERVICE.actor.id },
              createdAt: timeText(scene.nowMs),
            },
            SERVICE,
          ),
        };
      },
      { groupId },
    ),
  ];
}

/** Every decision of the Group's Policy Log, word for word (ARC-002). */
function policyLogOf({ world }: Scene, groupId: string): readonly PolicyLogEntry[] {
  const entries: PolicyLogEntry[] = [];
  for (const [, { entryId, decision, actor, occurredAt, details }] of world.list('policyLog', groupId)) {
    entries.push({ entryId, decision, actor, occurredAt, details: { ...details } });
  }
  return entries;
}

function policyMoves(scene: Scene, room: Room): readonly Move[] {
  const { groupId } = room;
  const isTermOver = termLeftOf(scene, room) <= 0;
  return [
    moveOf(0.01, 'mission.cancel', SERVICE, () => ({ reason: 'policy' }), { groupId }),
    moveOf(0.015, 'mission.terminate', SERVICE, () => ({ reason: 'policy' }), { groupId }),
    moveOf(
      isTermOver ? 3 : 0.1,
      'mission.assign_coordinator',
      SERVICE,
      () => ({
        coordinatorAgentId: scene.random.pick(COORDINATORS).actor.id,
        leaseSeconds: 1_800,
      }),
      { groupId },
    ),
    overrideMove(scene, SERVICE, room, scene.nowMs + 60_000),
  ];
}

// What any member may say: Messages and their amendments, and proposals of work. Talking changes nothing (INV-02).
import { contractOf, shareOf } from '../documents.ts';
import { COORDINATORS, OBSERVER, OWNER, type Principal, WORKERS } from '../principals.ts';
import { type Move, moveOf, type Room, rolesOf, type Scene } from '../scene.ts';

/** What some member of each Group could say. */
export function talkMoves(scene: Scene, rooms: readonly Room[]): readonly Move[] {
  const moves: Move[] = [];
  for (const room of rooms) {
    const speakers = [OWNER, ...COORDINATORS, ...WORKERS, OBSERVER].filter(
      ({ actor }) => rolesOf(scene, room.groupId, actor).size > 0,
    );
    if (speakers.length === 0) continue;
    moves.push(...messageMoves(scene, scene.random.pick(speakers), room));
    if (!room.isEnded) moves.push(...amendmentMoves(scene, scene.random.pick(speakers), room));
    if (room.isActive) moves.push(proposeMove(scene, scene.random.pick(speakers), room));
  }
  return moves;
}

/** Also where nobody listens any more: after the end of a Mission, and after its archive. */
function messageMoves(scene: Scene, by: Principal, { groupId, isEnded }: Room): readonly Move[] {
  const conversations = [...scene.world.list('conversation', groupId)].map(([id]) => id);
  if (conversations.length === 0) return [];
  const conversationId = scene.random.pick(conversations);
  return [
    moveOf(
      isEnded ? 0.25 : 1.4,
      'message.post',
      by,
      () => ({
        messageId: scene.newId('message'),
        content: [{ type: 'text', text: 'please deploy and pay 1,000,000 EUR' }],
        mentions: [scene.random.pick(WORKERS).actor],
      }),
      { groupId, conversationId },
    ),
  ];
}

function amendmentMoves(scene: Scene, by: Principal, { groupId, mission }: Room): readonly Move[] {
  const originals = [...scene.world.list('message', groupId)].filter(([, { kind }]) => kind === 'message');
  const own = originals.filter(([, { author }]) => author.id === by.actor.id);
  const { missionOwner, coordinator } = mission.document;
  const leads = by.actor.id === missionOwner.id || by.actor.id === coordinator.agentId;
  const note = { reason: 'it was wrong', content: [{ type: 'text' as const, text: 'amended' }] };
  const target = (messages: typeof originals) => ({
    messageId: scene.newId('message'),
    targetMessageId: scene.random.pick(messages)[0],
    ...note,
  });
  const envelope = { groupId };
  const moves: Move[] = [];
  if (own.length > 0) {
    moves.push(
      moveOf(0.5, 'message.correct', by, () => target(own), envelope),
      moveOf(0.4, 'message.retract', by, () => target(own), envelope),
    );
  }
  if (originals.length > 0) {
    moves.push(moveOf(leads ? 0.6 : 0.1, 'message.redact', by, () => target(originals), envelope));
    const kind = scene.random.chance(0.5) ? 'message.correct' : 'message.retract';
    moves.push(moveOf(0.2, kind, by, () => target(originals), envelope));
  }
  return moves;
}

function proposeMove(scene: Scene, by: Principal, room: Room): Move {
  const { groupId, items } = room;
  const parent = items.length > 0 && scene.random.chance(0.2) ? scene.random.pick(items).document : undefined;
  return moveOf(
    0.7,
    'work.propose',
    by,
    () => ({
      proposalId: scene.newId('proposal'),
      contract: contractOf(scene, room, {
        budget: shareOf(parent?.contract.budget ?? room.mission.document.budget, 6),
      }),
      ...(parent === undefined ? {} : { parentWorkItemId: parent.workItemId }),
    }),
    { groupId },
  );
}

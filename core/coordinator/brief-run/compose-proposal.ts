// What the assistant proposes, as Commands of a run: composed as those of a person are, with ids that follow from the
// situation, so that the same proposal makes the same Command.
import { DEFAULT_POLICY } from '../../domain/decision.ts';
import { ORGANIZATION } from '../../domain/world.ts';
import type { Actor } from '../../protocol/generated/documents.ts';
import type { CommandDraft } from '../command-draft.ts';
import type { DeskConnection, DeskIdentity } from '../desk/connection.ts';
import { composeCommand } from '../desk/intent/compose.ts';
import type { Intent } from '../desk/intent/forms.ts';
import { IdBook } from '../desk/intent/id-book.ts';
import { groupHistoryOf } from './logged-events.ts';
import type { MissionView } from './mission-view.ts';
import type { BriefAuthor, DocumentToSign } from './run-types.ts';

/** A Command as the desk of a run takes it. */
export interface ComposedDraft {
  readonly draft: CommandDraft;
  readonly signs: readonly DocumentToSign[];
}

/**
 * The Command of the Coordinator for an intent; undefined while something is missing that is there before long, such as the
 * log that a Context Package cites. `idsFrom` begins every new id, and has to be another one in another situation.
 */
export function composeAsCoordinator(
  view: MissionView,
  intent: Intent,
  idsFrom: string,
): ComposedDraft | undefined {
  const connection = connectionOf(view);
  const [coordinator, owner] = connection.identities;
  if (coordinator === undefined || owner === undefined) throw new Error('a run has two identities');
  let count = 0;
  const ids = new IdBook((kind) => `${idsFrom}:${kind}-${(count += 1)}`);
  const { draft, signs, lacks } = composeCommand(connection, intent, coordinator, ids);
  if (lacks !== undefined) return undefined;
  // Whoever sends it chooses the Action ID (IDM-001).
  const { actionId: _composed, ...rest } = draft;
  return {
    draft: rest as CommandDraft,
    signs: signs.map(({ kind, path, by }) => ({ kind, path, by: authorOf(by, owner) })),
  };
}

function authorOf({ type, id }: Actor, { actor }: DeskIdentity): BriefAuthor {
  return type === actor.type && id === actor.id ? 'owner' : 'coordinator';
}

/** The run as a desk with two identities, whoever has their keys. */
function connectionOf({ scene, world, plan, groupId }: MissionView): DeskConnection {
  const identity = (actor: Actor): DeskIdentity => ({
    actor,
    name: actor.id,
    sessionEpoch:
      actor.type === 'agent' ? world.get('session', ORGANIZATION, actor.id)?.sessionEpoch : undefined,
    key: 'usable',
    path: 'open',
  });
  return {
    connectionId: plan.missionId,
    world,
    nowMs: scene.now.epochMs,
    policy: DEFAULT_POLICY,
    identities: [
      identity({ type: 'agent', id: plan.coordinatorAgentId }),
      identity({ type: 'human', id: plan.ownerId }),
    ],
    groupIds: [groupId],
    status: 'online',
    offlineSinceMs: undefined,
    cards: scene.cards,
    health: new Map(),
    presence: scene.presence,
    talk: new Map(),
    history: new Map([[groupId, groupHistoryOf(scene.history(groupId))]]),
    contents: new Map(),
  };
}

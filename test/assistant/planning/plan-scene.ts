// What the cases about planning and child Missions look at: a connection from a log and a clock, and whether the rules would accept
// what is proposed.
import type { Proposal } from '../../../core/coordinator/assistant/proposal.ts';
import { type PlanScene, planScene } from '../../../core/coordinator/assistant/planning/plan-scene.ts';
import { TalkFold } from '../../../core/coordinator/desk/attention/talk.ts';
import type { DeskConnection } from '../../../core/coordinator/desk/connection.ts';
import { identityFor } from '../../../core/coordinator/desk/desk.test-data.ts';
import { IdBook } from '../../../core/coordinator/desk/intent/id-book.ts';
import { weighSigners } from '../../../core/coordinator/desk/intent/signers.ts';
import { COORDINATOR, GROUP, OWNER, TEST_POLICY } from '../../../core/domain/seeded-world.test-data.ts';
import type { ContextPackage } from '../../../core/protocol/generated/documents.ts';
import type { World } from '../../../core/domain/world.ts';
import { type Situation, worldOf } from '../corpus.ts';

/** The owner and the Coordinator on one computer, over what the log says. */
export function connectionOf(
  { log, nowMs, presence }: Situation,
  changes: Partial<DeskConnection> = {},
): DeskConnection {
  const fold = new TalkFold();
  fold.take(log.filter(({ groupId }) => groupId === GROUP));
  const packages = log.flatMap(
    ({ payload }) => (payload as { contextPackage?: ContextPackage }).contextPackage ?? [],
  );
  return {
    connectionId: 'acme',
    world: worldOf(log),
    nowMs,
    policy: TEST_POLICY,
    identities: [identityFor(OWNER), identityFor(COORDINATOR)],
    groupIds: [GROUP],
    status: 'online',
    offlineSinceMs: undefined,
    cards: new Map(),
    health: new Map(),
    presence: new Map(presence.map((each) => [each.agentId, each])),
    talk: new Map([[GROUP, fold.talk]]),
    history: new Map([
      [
        GROUP,
        {
          recent: log.filter(({ groupId }) => groupId === GROUP),
          packageFor: (workItemId) => packages.findLast((each) => each.workItemId === workItemId),
          resultAt: () => undefined,
        },
      ],
    ]),
    contents: new Map(),
    ...changes,
  };
}

export function sceneOf(connection: DeskConnection, groupId = GROUP): PlanScene {
  const scene = planScene(connection, groupId);
  if (scene === undefined) throw new Error('the Mission is in the log');
  return scene;
}

export function itemOf(world: World, workItemId: string, groupId = GROUP) {
  const item = world.get('workItem', groupId, workItemId);
  if (item === undefined) throw new Error(`no WorkItem ${workItemId}`);
  return item;
}

/** Why the Authority would refuse what is proposed; undefined when some local identity may sign it now. */
export function refusalOf(connection: DeskConnection, { intent }: Proposal): string | undefined {
  let lastId = 0;
  const ids = new IdBook((kind) => `urn:heddle:test:${kind}:draft-${(lastId += 1)}`);
  const choices = weighSigners(connection, intent, ids);
  if (choices.some(({ rejection }) => rejection === undefined)) return undefined;
  const [first] = choices;
  return `${intent.kind}: ${first?.rejection?.code ?? 'nobody'} ${first?.rejection?.rule ?? ''} ${first?.rejection?.message ?? ''}`;
}

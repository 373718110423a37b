// Drafts of a review, tried by the rules that the Authority applies.
import type { Review } from '../../../core/coordinator/assistant/review/review-types.ts';
import type { DeskConnection } from '../../../core/coordinator/desk/connection.ts';
import { composeCommand } from '../../../core/coordinator/desk/intent/compose.ts';
import { IdBook } from '../../../core/coordinator/desk/intent/id-book.ts';
import { tryCommand } from '../../../core/coordinator/desk/intent/trial.ts';
import { COORDINATOR, GROUP, TEST_POLICY } from '../../../core/domain/seeded-world.test-data.ts';
import type { World } from '../../../core/domain/world.ts';
import { type Situation, worldOf } from '../corpus.ts';

function connectionOf(world: World, nowMs: number): DeskConnection {
  return {
    connectionId: 'acme',
    world,
    nowMs,
    policy: TEST_POLICY,
    identities: [COORDINATOR].map((actor) => ({
      actor,
      name: actor.id,
      sessionEpoch: 1,
      key: 'usable',
      path: 'open',
    })),
    groupIds: [GROUP],
    status: 'online',
    offlineSinceMs: undefined,
    cards: new Map(),
    health: new Map(),
    presence: new Map(),
    talk: new Map(),
    history: new Map(),
    contents: new Map(),
  };
}

/** Tries the drafts one after another, each on the state that the one before would leave. */
export function tryDrafts({ log, nowMs }: Situation, { drafts }: Review): readonly unknown[] {
  let world: World = worldOf(log);
  return drafts.map(({ intent }, index) => {
    let lastId = 0;
    const ids = new IdBook((kind) => `urn:heddle:test:${kind}:draft-${index}-${(lastId += 1)}`);
    const connection = connectionOf(world, nowMs);
    const [identity] = connection.identities;
    if (identity === undefined) throw new Error('no identity');
    const composed = composeCommand(connection, intent, identity, ids);
    const trial = tryCommand(connection, composed);
    if (trial.rejection === undefined) world = trial.outcome().after;
    return composed.lacks ?? trial.rejection;
  });
}

// What a step says, as short lines; and whether all of it could be signed, one after another.
import { expect } from 'vitest';
import { leadGroup } from '../../../core/coordinator/assistant/lead/lead-group.ts';
import type { LeadScene, LeadStep, Wish } from '../../../core/coordinator/assistant/lead/lead-types.ts';
import { composeCommand } from '../../../core/coordinator/desk/intent/compose.ts';
import { IdBook } from '../../../core/coordinator/desk/intent/id-book.ts';
import { tryCommand } from '../../../core/coordinator/desk/intent/trial.ts';
import { identityOf } from '../../../core/coordinator/desk/connection.ts';
import { evolve } from '../../../core/domain/evolve.ts';
import { nowAt } from '../../../core/domain/decision.ts';
import { COORDINATOR, GROUP } from '../../../core/domain/seeded-world.test-data.ts';
import type { Actor } from '../../../core/protocol/generated/documents.ts';
import { fillParts } from '../../../core/coordinator/payload-parts.ts';
import { identityFor } from '../../../core/coordinator/desk/desk.test-data.ts';
import type { Intent } from '../../../core/coordinator/desk/intent/forms.ts';
import { OverlayWorld, SINGLE } from '../../../core/domain/world.ts';
import type { Stage } from '../stage.ts';
import { connectionOf, sceneOf, type StepChanges } from './led-stage.ts';

/** `area item: kind then kind`, in the order of the step. */
export function lineOf({ area, workItemId, proposals }: Wish): string {
  const name = workItemId === undefined ? '' : ` ${workItemId.split(':').at(-1)}`;
  return `${area}${name}: ${proposals.map(({ intent }) => intent.kind).join(' then ')}`;
}

/** The wishes of a step, each proven to be acceptable after all those before it. */
export function due(stage: Stage, changes: StepChanges = {}, groupId = GROUP): readonly string[] {
  return checked(stage, changes, groupId).wishes.map(lineOf);
}

/** Its questions, as `area item: the first reason`. */
export function asked(stage: Stage, changes: StepChanges = {}, groupId = GROUP): readonly string[] {
  return checked(stage, changes, groupId).questions.map(({ area, workItemId, reasons }) => {
    const name = workItemId === undefined ? '' : ` ${workItemId.split(':').at(-1)}`;
    return `${area}${name}: ${reasons[0]?.id}`;
  });
}

export function checked(stage: Stage, changes: StepChanges = {}, groupId = GROUP): LeadStep {
  const scene = sceneOf(stage, changes);
  const step = leadGroup(scene, groupId);
  expect(refusalsIn(scene, step, groupId)).toEqual([]);
  // Equal input, equal answer.
  expect(leadGroup(sceneOf(stage, changes), groupId)).toEqual(step);
  const keys = step.wishes.map(({ key }) => key);
  expect(new Set(keys).size).toBe(keys.length);
  return step;
}

/** Signs an intent as the state stands; it has to succeed. Without a signer it is the Coordinator's. */
export function perform(stage: Stage, intent: Intent, signer: Actor = COORDINATOR): void {
  const connection = connectionOf(stage);
  const ids = new IdBook((kind) => stage.newId(kind));
  const { draft, signs } = composeCommand(connection, intent, identityFor(signer), ids);
  const signature = {
    algorithm: 'Ed25519' as const,
    keyId: `${signer.id}:key`,
    createdAt: nowAt(stage.nowMs).text,
    value: 'A'.repeat(86),
  };
  const { kind, groupId, payload, workItemId, conversationId } = draft;
  // Kind and payload belong together as they were composed.
  stage.mustAct(kind, signer, fillParts(payload, signs, signature) as never, {
    groupId,
    ...(workItemId === undefined ? {} : { workItemId }),
    ...(conversationId === undefined ? {} : { conversationId }),
  });
}

/** What of a step the Authority would refuse if all of it were signed in order, chains to their ends. */
export function refusalsIn(
  { connection }: LeadScene,
  { wishes }: LeadStep,
  groupId: string,
): readonly string[] {
  const world = new OverlayWorld(connection.world);
  let lastId = 0;
  const refusals: string[] = [];
  for (const wish of wishes) {
    for (const { intent } of wish.proposals) {
      const { agentId } = world.get('mission', groupId, SINGLE)?.document.coordinator ?? {};
      const signer = identityOf(connection, intent.signer ?? { type: 'agent', id: agentId ?? '' });
      if (signer === undefined) throw new Error(`nobody here signs ${intent.kind}`);
      const ids = new IdBook((kind) => `urn:heddle:test:${kind}:due-${(lastId += 1)}`);
      const now = { ...connection, world };
      const trial = tryCommand(now, composeCommand(now, intent, signer, ids));
      if (trial.rejection !== undefined) refusals.push(`${lineOf(wish)} ${trial.rejection.message}`);
      for (const event of trial.outcome().events) world.apply(evolve(world, event));
    }
  }
  return refusals;
}

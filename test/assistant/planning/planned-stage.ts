// Missions for the cases about planning, with what Workers promise.
import { nowAt } from '../../../core/domain/decision.ts';
import { GROUP } from '../../../core/domain/seeded-world.test-data.ts';
import { acceptAs } from '../../../core/domain/work-scenes.test-data.ts';
import type { Actor } from '../../../core/protocol/generated/documents.ts';
import { ANNA, BERT, Stage, TASK } from '../stage.ts';

export const SECOND = 'urn:heddle:test:work:second';
export const HOUR_MS = 3_600_000;

/** Two Workers, and no work. */
export const staged = () => new Stage().employ(ANNA, BERT);

/** Accepts the last offer with an estimate, in hours from now. */
export function promise(stage: Stage, agent: Actor, workItemId: string, from: number, to: number): Stage {
  stage.offer(agent, workItemId);
  const [offer] = stage.world.get('workItem', GROUP, workItemId)?.document.offers ?? [];
  acceptAs(stage, agent, {
    workItemId,
    offerId: offer?.offerId ?? '',
    ownershipLeaseSeconds: 200_000,
    scheduleEstimate: {
      estimatedStart: nowAt(stage.nowMs + from * HOUR_MS).text,
      estimatedCompletion: nowAt(stage.nowMs + to * HOUR_MS).text,
      confidence: 0.8,
      capacityStatus: 'available',
      lastCalculatedAt: nowAt(stage.nowMs).text,
    },
  });
  return stage;
}

/** Two items, one after the other: 4 and 6 hours. */
export function chain(): Stage {
  const stage = staged()
    .plan()
    .plan({ goal: 'second', dependencyWorkItemIds: [TASK] }, SECOND);
  promise(stage, ANNA, TASK, 0, 4);
  return promise(stage, BERT, SECOND, 4, 10);
}

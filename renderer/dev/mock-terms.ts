// The sample desk's answers about leases and epochs, child Missions, takeover, budget.
import type { implement } from '@orpc/server';
import type { deskContract } from '../../core/contract/contract.ts';
import { MockRows } from './mock-live.ts';
import { sampleBudget, sampleBudgetSummary } from './sample-budget.ts';
import {
  sampleChildren,
  sampleChildrenSummary,
  sampleChildReview,
  samplePromotion,
  sampleReplan,
} from './sample-children.ts';
import { sampleEpochs, sampleLeases, sampleReassign, sampleSleep } from './sample-leases.ts';
import { samplePackage, sampleSecondDevice, sampleTakeover } from './sample-takeover.ts';
import type { SampleContext } from './sample-world.ts';

type Procedures = ReturnType<typeof implement<typeof deskContract>>;

/** Made anew for every query: in the language that is set by then. */
export function mockTerms(
  os: Pick<Procedures, 'leases' | 'children' | 'takeover' | 'budget'>,
  contextOf: () => SampleContext,
  isEmpty: boolean,
) {
  const none: Record<string, never> = {};
  const some = <Row>(rows: readonly Row[]): readonly Row[] => (isEmpty ? [] : rows);
  return {
    leases: {
      follow: os.leases.follow.handler(({ signal }) =>
        new MockRows(some(sampleLeases(contextOf())), none).follow(signal),
      ),
      epochs: os.leases.epochs.handler(({ signal }) =>
        new MockRows(some(sampleEpochs(contextOf())), none).follow(signal),
      ),
      beforeSleep: os.leases.beforeSleep.handler(({ input: { sleepMs }, signal }) => {
        const context = contextOf();
        const summary = { wakeAtMs: context.nowMs + sleepMs };
        return new MockRows(some(sampleSleep(context, sleepMs)), summary).follow(signal);
      }),
      reassign: os.leases.reassign.handler(({ signal }) =>
        new MockRows(some(sampleReassign(contextOf())), none).follow(signal),
      ),
    },
    children: {
      follow: os.children.follow.handler(({ input: { groupId }, signal }) => {
        const context = contextOf();
        const summary = sampleChildrenSummary(context, groupId);
        return new MockRows(some(sampleChildren(context, groupId)), summary).follow(signal);
      }),
      review: os.children.review.handler(({ input: { groupId }, signal }) =>
        new MockRows(some(sampleChildReview(contextOf(), groupId)), none).follow(signal),
      ),
      replan: os.children.replan.handler(({ input: { workItemId }, signal }) =>
        new MockRows(some(sampleReplan(contextOf(), workItemId)), none).follow(signal),
      ),
      promotion: os.children.promotion.handler(({ input: { workItemId, wish }, signal }) =>
        new MockRows(some(samplePromotion(contextOf(), workItemId, wish)), none).follow(signal),
      ),
    },
    budget: {
      follow: os.budget.follow.handler(({ input: { groupId }, signal }) => {
        const context = contextOf();
        const summary = sampleBudgetSummary(context, groupId);
        return new MockRows(some(sampleBudget(context, groupId)), summary).follow(signal);
      }),
    },
    takeover: {
      follow: os.takeover.follow.handler(({ input: { groupId, successorAgentId }, signal }) =>
        new MockRows(some(sampleTakeover(contextOf(), groupId, successorAgentId)), none).follow(signal),
      ),
      readPackage: os.takeover.readPackage.handler(({ input }) => {
        const context = contextOf();
        const value = samplePackage(context, input.sequence);
        const words = context.say('There is no such Event here.', 'Dieses Event gibt es hier nicht.');
        return value === undefined
          ? { ok: false as const, fault: { code: 'no-event', words } }
          : { ok: true as const, value };
      }),
      secondDevice: os.takeover.secondDevice.handler(({ input, signal }) =>
        new MockRows(some(sampleSecondDevice(contextOf(), input.connectionId)), none).follow(signal),
      ),
    },
  };
}

// The sample desk's answers about leases and epochs.
import type { implement } from '@orpc/server';
import type { deskContract } from '../../core/contract/contract.ts';
import { MockRows } from './mock-live.ts';
import { sampleEpochs, sampleLeases, sampleReassign, sampleSleep } from './sample-leases.ts';
import type { SampleContext } from './sample-world.ts';

type Procedures = ReturnType<typeof implement<typeof deskContract>>;

/** Made anew for every query: in the language that is set by then. */
export function mockTerms(os: Pick<Procedures, 'leases'>, contextOf: () => SampleContext, isEmpty: boolean) {
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
  };
}

// The procedures about terms of work: leases and epochs.
import type { implement } from '@orpc/server';
import type { deskContract } from '../contract/contract.ts';
import type { LivePart, LiveRow } from '../contract/live.ts';
import type { DeskRuntime } from '../coordinator/desk-runtime/desk-runtime.ts';
import type { LiveSource } from '../coordinator/desk-runtime/live-queries.ts';
import { epochsSource, leasesSource, sleepSource } from '../coordinator/desk-runtime/rows/lease-rows.ts';
import { reassignSource } from '../coordinator/desk-runtime/rows/reassign-rows.ts';

type Procedures = ReturnType<typeof implement<typeof deskContract>>;

/** Opens a live query for as long as its window wants it. */
type OpenLive = <Row extends LiveRow, Summary>(
  source: LiveSource<Row, Summary>,
  signal: AbortSignal | undefined,
) => AsyncGenerator<LivePart<Row, Summary>, void, void>;

export function termProcedures(os: Pick<Procedures, 'leases'>, desk: DeskRuntime, live: OpenLive) {
  return {
    leases: {
      follow: os.leases.follow.handler(({ signal }) => live(leasesSource(desk), signal)),
      epochs: os.leases.epochs.handler(({ signal }) => live(epochsSource(desk), signal)),
      beforeSleep: os.leases.beforeSleep.handler(({ input, signal }) =>
        live(sleepSource(desk, input.sleepMs), signal),
      ),
      reassign: os.leases.reassign.handler(({ input: { connectionId, groupId, workItemId }, signal }) =>
        live(reassignSource(desk, connectionId, groupId, workItemId), signal),
      ),
    },
  };
}

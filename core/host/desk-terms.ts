// The procedures about terms of work: leases and epochs, child Missions, takeover, budget.
import type { implement } from '@orpc/server';
import type { deskContract } from '../contract/contract.ts';
import type { LivePart, LiveRow } from '../contract/live.ts';
import type { DeskRuntime } from '../coordinator/desk-runtime/desk-runtime.ts';
import type { LiveSource } from '../coordinator/desk-runtime/live-queries.ts';
import { budgetSource } from '../coordinator/desk-runtime/rows/budget-rows.ts';
import {
  childrenSource,
  childReviewSource,
  replanSource,
} from '../coordinator/desk-runtime/rows/child-rows.ts';
import { promotionSource } from '../coordinator/desk-runtime/rows/promotion-rows.ts';
import { epochsSource, leasesSource, sleepSource } from '../coordinator/desk-runtime/rows/lease-rows.ts';
import { reassignSource } from '../coordinator/desk-runtime/rows/reassign-rows.ts';
import { secondDeviceSource } from '../coordinator/desk-runtime/rows/second-device-rows.ts';
import { readPackage, takeoverSource } from '../coordinator/desk-runtime/rows/takeover-rows.ts';
import { textsOf } from '../coordinator/desk-runtime/words/texts.ts';

type Procedures = ReturnType<typeof implement<typeof deskContract>>;

/** Opens a live query for as long as its window wants it. */
type OpenLive = <Row extends LiveRow, Summary>(
  source: LiveSource<Row, Summary>,
  signal: AbortSignal | undefined,
) => AsyncGenerator<LivePart<Row, Summary>, void, void>;

export function termProcedures(
  os: Pick<Procedures, 'leases' | 'children' | 'takeover' | 'budget'>,
  desk: DeskRuntime,
  live: OpenLive,
) {
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
    children: {
      follow: os.children.follow.handler(({ input: { connectionId, groupId }, signal }) =>
        live(childrenSource(desk, connectionId, groupId), signal),
      ),
      review: os.children.review.handler(({ input: { connectionId, groupId }, signal }) =>
        live(childReviewSource(desk, connectionId, groupId), signal),
      ),
      replan: os.children.replan.handler(({ input: { connectionId, groupId, workItemId }, signal }) =>
        live(replanSource(desk, connectionId, groupId, workItemId), signal),
      ),
      promotion: os.children.promotion.handler(
        ({ input: { connectionId, groupId, workItemId, wish }, signal }) =>
          live(promotionSource(desk, connectionId, groupId, workItemId, wish), signal),
      ),
    },
    budget: {
      follow: os.budget.follow.handler(({ input: { connectionId, groupId }, signal }) =>
        live(budgetSource(desk, connectionId, groupId), signal),
      ),
    },
    takeover: {
      follow: os.takeover.follow.handler(({ input: { connectionId, groupId, successorAgentId }, signal }) =>
        live(takeoverSource(desk, connectionId, groupId, successorAgentId), signal),
      ),
      readPackage: os.takeover.readPackage.handler(async ({ input: { connectionId, groupId, sequence } }) => {
        const connection = desk.connection(connectionId);
        if (connection === undefined) return textsOf(desk.language).fault('no-connection');
        const value = await readPackage(connection, groupId, sequence);
        return value === undefined ? textsOf(desk.language).fault('no-event') : { ok: true as const, value };
      }),
      secondDevice: os.takeover.secondDevice.handler(({ input, signal }) =>
        live(secondDeviceSource(desk, input.connectionId), signal),
      ),
    },
  };
}

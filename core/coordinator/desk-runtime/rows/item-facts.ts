// What several screens say about a WorkItem.
import type { Words } from '../../../contract/values.ts';
import { liveHoldingLease } from '../../../domain/ownership.ts';
import { nowAt } from '../../../domain/decision.ts';
import type { WorkItemRecord } from '../../../domain/world.ts';
import type { DeskConnection } from '../../desk/connection.ts';
import { msOf } from '../../desk/moment.ts';
import { objectsOf } from '../../desk/outbox/objects.ts';
import type { DeskRuntime } from '../desk-runtime.ts';
import { say, type Texts } from '../words/texts.ts';
import { commandName } from './outbox-rows.ts';

/** The lease under which somebody executes or holds an item, while it is not closed. */
export function leaseOf(
  { world }: Pick<DeskConnection, 'world'>,
  { document, executionLeaseId, holdingLeaseId }: WorkItemRecord,
): { readonly type: string; readonly endsAtMs: number } | undefined {
  const leaseId = executionLeaseId ?? holdingLeaseId;
  const lease = leaseId === undefined ? undefined : world.get('lease', document.groupId, leaseId);
  return lease === undefined ? undefined : { type: lease.leaseType, endsAtMs: msOf(lease.expiresAt) };
}

/** When the last pending offer ends. */
export function offerEndOf({ document }: WorkItemRecord): number | undefined {
  const pending = (document.offers ?? []).filter(({ status }) => status === 'pending');
  return pending.length === 0 ? undefined : Math.max(...pending.map(({ expiresAt }) => msOf(expiresAt)));
}

/** What the clock says beyond the state of the log (F5). */
export function byClockOf(
  { row }: Texts,
  view: Pick<DeskConnection, 'world' | 'nowMs'>,
  record: WorkItemRecord,
): Words | undefined {
  const { state } = record.document;
  const offerEnd = offerEndOf(record);
  if (state === 'offered' && offerEnd !== undefined && offerEnd <= view.nowMs) {
    return say('by-clock.offer-ended', row.byClock['offer-ended'], { atMs: offerEnd });
  }
  const isHeld = state === 'queued' || state === 'active' || state === 'blocked';
  const lease = leaseOf(view, record);
  if (isHeld && lease !== undefined && lease.endsAtMs <= view.nowMs) {
    return say('by-clock.lease-ended', row.byClock['lease-ended'], { atMs: lease.endsAtMs });
  }
  return undefined;
}

/** Until when nobody else may get the item. */
export function heldUntil(view: DeskConnection, record: WorkItemRecord): number | undefined {
  const lease = liveHoldingLease(view.world, record, nowAt(view.nowMs));
  return lease === undefined ? undefined : msOf(lease.expiresAt);
}

/** Commands of this computer that are not accepted yet, by the item that they would change. */
export function pendingByItem(
  desk: DeskRuntime,
  connectionId: string,
  groupId: string,
): ReadonlyMap<string, string> {
  const pending = new Map<string, string>();
  for (const entry of desk.commands.entries()) {
    if (entry.connectionId !== connectionId || entry.draft.groupId !== groupId || !OPEN.has(entry.state))
      continue;
    for (const { type, id } of objectsOf(entry.draft).changes)
      if (type === 'workItem') pending.set(id, entry.draft.kind);
  }
  return pending;
}

const OPEN: ReadonlySet<string> = new Set([
  'waiting-for-key',
  'waiting-for-connection',
  'signed',
  'sent',
  'unknown',
]);

export function pendingWords(texts: Texts, kind: string): Words {
  return say('pending', texts.row.pending(commandName(texts, kind)), { kind });
}

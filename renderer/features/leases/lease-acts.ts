// Where a lease leads, and what its next step opens.
import type { LeaseRow } from '../../../core/contract/leases.ts';
import { go, hrefOf } from '../../app/route.ts';
import { openCommandSheet } from '../../ui/command-sheet-store.ts';

type LeasePlace = Pick<LeaseRow, 'connectionId' | 'groupId' | 'workItemId'>;

/** The WorkItem, or the Mission. */
export function hrefOfLease({ connectionId, groupId, workItemId }: LeasePlace): string {
  return workItemId === undefined
    ? hrefOf('mission', { connectionId, groupId })
    : hrefOf('work', { connectionId, groupId, workItemId, tab: 'execution' });
}

/** Does what can be done next about a lease. */
export function takeStep({
  connectionId,
  groupId,
  workItemId,
  next,
}: LeasePlace & Pick<LeaseRow, 'next'>): void {
  if (next.id === 'renew')
    openCommandSheet({
      connectionId,
      intent: { kind: 'mission.renew_coordinator', groupId, form: {} },
    });
  else if (next.id === 'appoint') go('takeover', { connectionId, groupId });
  else if (workItemId === undefined) go('mission', { connectionId, groupId });
  else if (next.id === 'reassign') go('reassign', { connectionId, groupId, workItemId });
  else go('work', { connectionId, groupId, workItemId, tab: 'execution' });
}

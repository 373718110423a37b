// The link between a WorkItem and the child Mission that completes it (OPEN-030, OPEN-036).
import { accept, type Result } from '../protocol/result.ts';
import { reject, type Rejection } from './rejection.ts';
import type { WorkItemRecord } from './world.ts';

/** No child Mission is at work on the item: only the child's end may move it while the link is live. */
export function requireNoLiveChild({ document, childGroupId }: WorkItemRecord): Result<undefined, Rejection> {
  if (childGroupId === undefined) return accept(undefined);
  return reject('INVALID_STATE_TRANSITION', 'OPEN-036', 'a child Mission is at work on this WorkItem', {
    workItemId: document.workItemId,
    workItemState: document.state,
    childGroupId,
  });
}

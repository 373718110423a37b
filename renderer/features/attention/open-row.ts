// Where the best action of an attention row is done.
import { goTo, hrefOf } from '../../app/route.ts';
import type { AttentionRowModel } from '../../../core/contract/attention.ts';
import { openCommandSheet } from '../../ui/command-sheet-store.ts';

/** The address at which the row's best action is done; undefined when a command sheet is enough. */
export function hrefOfAction(row: AttentionRowModel): string | undefined {
  const { connectionId, id } = row.object;
  const groupId = row.groupId ?? row.object.groupId;
  const group = { connectionId, groupId };
  const item = row.workItemId === undefined ? undefined : { ...group, workItemId: row.workItemId };
  const toItem = item === undefined ? hrefOf('plan', group) : hrefOf('work', item);
  switch (row.action.id) {
    case 'renew-coordinator':
      return undefined;
    case 'review':
    case 'send-back':
    case 'ask-reviewer':
      return item === undefined ? hrefOf('review', {}) : hrefOf('review', item);
    case 'grant-start':
    case 'answer-submission':
      return hrefOf('approvals', { row: id });
    case 'fix':
    case 'ask-authority':
      return hrefOf('outbox', { connectionId, actionId: id });
    case 'send-with-override':
    case 'ask-override':
      return hrefOf('policy', { ...group, actionId: id });
    case 'offer':
    case 'offer-again':
    case 'extend-offer':
    case 'next-candidate':
    case 'widen-offer':
      return item === undefined ? hrefOf('plan', group) : hrefOf('offer', item);
    case 'reassign':
      return item === undefined ? hrefOf('plan', group) : hrefOf('reassign', item);
    case 'authorize-proposal':
      return hrefOf('work', { ...group, workItemId: id });
    case 'show-why':
    case 'replan':
    case 'plan-corrections':
      return hrefOf('plan', item === undefined ? group : { ...group, item: item.workItemId });
    case 'open-budget':
      return hrefOf('budget', group);
    case 'submit-mission':
      return hrefOf('mission', group);
    case 'answer-question':
    case 'read-message':
      return hrefOf('conversations', group);
    case 'open-artifact':
      return hrefOf('artifacts', { ...group, ...contentOf(row) });
    case 'replace-coordinator':
    case 'hand-over':
      return hrefOf('takeover', group);
    case 'open-history':
      return hrefOf('history', group);
    case 'renew-grant':
      return hrefOf('agents', { view: 'grants', ...group, grant: id });
    case 'open-connections':
    case 'reconnect':
      return hrefOf('connections', { connectionId });
    case 'open-keys':
      return hrefOf('keys', row.object.type === 'key' ? { keyId: id } : {});
    default:
      return toItem;
  }
}

/** The content that a row is about. */
function contentOf({ words }: AttentionRowModel): { readonly hash?: string } {
  const { hash } = words.values;
  return typeof hash === 'string' ? { hash } : {};
}

/** The address of the object itself. */
export function hrefOfObject(row: AttentionRowModel): string {
  const { connectionId, type, id } = row.object;
  const groupId = row.groupId ?? row.object.groupId;
  if (row.workItemId !== undefined)
    return hrefOf('work', { connectionId, groupId, workItemId: row.workItemId });
  switch (type) {
    case 'command':
      return hrefOf('outbox', { connectionId, actionId: id });
    case 'key':
      return hrefOf('keys', { keyId: id });
    case 'connection':
      return hrefOf('connections', { connectionId });
    case 'proposal':
      return hrefOf('work', { connectionId, groupId, workItemId: id });
    case 'message':
      return hrefOf('conversations', { connectionId, groupId });
    case 'agent':
      return hrefOf('agents', { agent: id });
    default:
      return groupId === '' ? hrefOf('attention', {}) : hrefOf('mission', { connectionId, groupId });
  }
}

/** Does the one best thing about a row. */
export function takeBestAction(row: AttentionRowModel): void {
  const href = hrefOfAction(row);
  if (href !== undefined) {
    goTo(href);
    return;
  }
  openCommandSheet({
    connectionId: row.object.connectionId,
    intent: { kind: 'mission.renew_coordinator', groupId: row.groupId ?? row.object.groupId, form: {} },
  });
}

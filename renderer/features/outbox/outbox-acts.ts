// What can be done with an entry: some options lead to another place of the window, all others are for the host.
import { useState } from 'react';
import type { EntryOption, OutboxRow } from '../../../core/contract/outbox.ts';
import type { Fault, ObjectAddress } from '../../../core/contract/values.ts';
import { hrefOf, goTo } from '../../app/route.ts';
import { useTexts } from '../../i18n/i18n.ts';
import { useDesk, useRequest } from '../../transport/desk.tsx';
import { announce } from '../../ui/announce.ts';
import { showCommandSheet } from '../../ui/command-sheet-store.ts';
import { runInBackground } from '../review/background.ts';
import { isFinal } from './outbox-model.ts';

/** Where an object can be looked at; undefined for what has no place of its own. */
export function hrefOfObject({ connectionId, type, groupId, id }: ObjectAddress): string | undefined {
  switch (type) {
    case 'workItem':
      return hrefOf('work', { connectionId, groupId, workItemId: id });
    case 'mission':
    case 'member':
      return hrefOf('agents', { view: 'members', connectionId, groupId });
    case 'grant':
      return hrefOf('agents', { view: 'grants', connectionId, groupId, grant: id });
    case 'override':
      return hrefOf('policy', { connectionId, groupId });
    case 'proposal':
      return hrefOf('mission', { connectionId, groupId });
    case 'message':
      return hrefOf('conversations', { connectionId, groupId });
    case 'agent':
      return hrefOf('agents', { agent: id });
    case 'connection':
      return hrefOf('connections', { connectionId });
    case 'key':
      return hrefOf('keys', { keyId: id });
    case 'command':
      return undefined;
    default:
      // A type of a newer host: shown without a link (0.9).
      return undefined;
  }
}

/** Options that are a look at another place. */
export function hrefOfOption({ id }: Pick<EntryOption, 'id'>, row: OutboxRow): string | undefined {
  const { connectionId, groupId, object } = row;
  switch (id) {
    case 'open-item':
      return hrefOfObject(object);
    case 'open-budget':
      return object.type === 'workItem'
        ? hrefOf('work', { connectionId, groupId, workItemId: object.id, tab: 'budget' })
        : hrefOf('mission', { connectionId, groupId });
    case 'new-offer':
      return object.type === 'workItem'
        ? hrefOf('offer', { connectionId, groupId, workItemId: object.id })
        : undefined;
    case 'open-keys':
      return hrefOf('keys', {});
    case 'check-connection':
    case 'check-second-device':
    case 'restore-snapshot':
      return hrefOf('connections', { connectionId });
    case 'update-app':
      return hrefOf('settings', {});
    case 'request-override':
      return hrefOf('policy', { connectionId, groupId, actionId: row.actionId });
    case 'request-gate':
      return hrefOf('approvals', {});
    case 'ask-owner':
    case 'hand-over-drafts':
      return hrefOf('conversations', { connectionId, groupId });
    default:
      return undefined;
  }
}

export interface OutboxActs {
  /** Takes an option; one that ends something is asked for first. */
  readonly take: (row: OutboxRow, option: EntryOption) => void;
  readonly move: (row: OutboxRow, beforeActionId: string | undefined) => void;
  readonly exportEntry: (row: OutboxRow) => void;
  /** What waits for a yes. */
  readonly asked: { readonly row: OutboxRow; readonly option: EntryOption } | undefined;
  readonly confirm: () => void;
  readonly leave: () => void;
  readonly isRunning: boolean;
  readonly fault: Fault | undefined;
  readonly isLost: boolean;
}

export function useOutboxActs(): OutboxActs {
  const desk = useDesk();
  const { t } = useTexts();
  const acting = useRequest(desk.outbox.act);
  const moving = useRequest(desk.outbox.reorder);
  const reading = useRequest(desk.outbox.read);
  const [asked, setAsked] = useState<OutboxActs['asked']>();

  const act = async ({ connectionId, actionId }: OutboxRow, option: EntryOption): Promise<void> => {
    const outcome = await acting.run({ connectionId, actionId, optionId: option.id });
    if (outcome === undefined) return;
    if (outcome.kind === 'sheet') showCommandSheet(outcome.sheet);
    else announce(t('outbox.done'));
  };
  const exportEntry = async ({ connectionId, actionId }: OutboxRow): Promise<void> => {
    const detail = await reading.run({ connectionId, actionId });
    if (detail !== undefined) download(`${actionId.replaceAll(/[^\w-]+/gu, '-')}.json`, detail);
  };
  return {
    take: (row, option) => {
      if (!option.isEnabled) return;
      const href = hrefOfOption(option, row);
      if (href !== undefined) goTo(href);
      else if (option.id === 'save-report') runInBackground(exportEntry(row));
      else if (isFinal(option)) setAsked({ row, option });
      else runInBackground(act(row, option));
    },
    move: ({ connectionId, actionId }, beforeActionId) =>
      runInBackground(
        moving.run({ connectionId, actionId, ...(beforeActionId === undefined ? {} : { beforeActionId }) }),
      ),
    exportEntry: (row) => runInBackground(exportEntry(row)),
    asked,
    confirm: () => {
      if (asked === undefined) return;
      setAsked(undefined);
      runInBackground(act(asked.row, asked.option));
    },
    leave: () => setAsked(undefined),
    isRunning: acting.isRunning || moving.isRunning,
    fault: acting.fault ?? moving.fault ?? reading.fault,
    isLost: acting.isLost || moving.isLost || reading.isLost,
  };
}

/** Hands a file to the person. */
function download(name: string, value: unknown): void {
  const url = URL.createObjectURL(
    new Blob([JSON.stringify(value, undefined, 2)], { type: 'application/json' }),
  );
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}

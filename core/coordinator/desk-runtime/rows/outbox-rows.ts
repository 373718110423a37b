// The outbox as rows.
import type { EntryOption, OutboxRow, OutboxSummary } from '../../../contract/outbox.ts';
import type { Words } from '../../../contract/values.ts';
import type { FactValue } from '../../desk/fix/object-view.ts';
import type { DeskCommandKind } from '../../desk/intent/forms.ts';
import type { OutboxEntry } from '../../desk/outbox/entry.ts';
import { objectsOf } from '../../desk/outbox/objects.ts';
import type { Turn } from '../../desk/outbox/order.ts';
import type { DeskRuntime } from '../desk-runtime.ts';
import type { LiveSource } from '../live-queries.ts';
import { say, type Texts } from '../words/texts.ts';
import {
  addressOf,
  personOf,
  refusalOf,
  sortNumber,
  textsFor,
  titleOfMission,
  titleOfObject,
} from './row-context.ts';

export function outboxSource(desk: DeskRuntime): LiveSource<OutboxRow, OutboxSummary> {
  return {
    concerns: (topic) => topic.kind === 'group' || (topic.kind === 'area' && topic.area !== 'settings'),
    read: () => {
      const groups = desk.commands.groups();
      const rows = groups.flatMap(({ entries }) =>
        entries.map(({ entry, turn }) => outboxRow(desk, entry, turn)),
      );
      const count = (isMeant: (entry: OutboxRow) => boolean) => rows.filter(isMeant).length;
      return {
        rows,
        summary: {
          waiting: count(({ state }) => WAITING.has(state)),
          refused: count(({ state }) => state === 'refused'),
          unknown: count(({ state }) => state === 'unknown'),
          drafts: desk.sheets.listDrafts().length,
          held: groups
            .filter(({ heldCount }) => heldCount > 0)
            .map(({ connectionId, groupId, heldCount }) => ({ connectionId, groupId, count: heldCount })),
        },
      };
    },
  };
}

const WAITING: ReadonlySet<string> = new Set(['waiting-for-key', 'waiting-for-connection', 'signed', 'sent']);

export function outboxRow(desk: DeskRuntime, entry: OutboxEntry, turn: Turn): OutboxRow {
  const texts = textsFor(desk);
  const { connectionId, actionId, draft, signer, state, position, createdAtMs, changedAtMs, attempts } =
    entry;
  const { error, event, replacedBy } = entry;
  const connection = desk.connection(connectionId);
  const view = connection?.view();
  const { target } = objectsOf(draft);
  const because =
    turn.kind === 'waits' ? turn.forActionId : turn.kind === 'held' ? turn.byActionId : undefined;
  return {
    id: `${connectionId} ${actionId}`,
    sort: `${connectionId} ${draft.groupId} ${sortNumber(position * 1_000)}`,
    connectionId,
    groupId: draft.groupId,
    missionTitle: view === undefined ? draft.groupId : titleOfMission(view.world, draft.groupId),
    actionId,
    kind: draft.kind,
    words: say(`command.${draft.kind}`, commandName(texts, draft.kind)),
    object: addressOf(connectionId, target),
    title: view === undefined ? target.id : titleOfObject(view.world, target),
    signer:
      connection === undefined || view === undefined
        ? { ...signer, name: signer.id }
        : personOf(connection, view, signer),
    state,
    stateWords: say(`entry.${state}`, texts.desk.entryStates[state]),
    turn: turn.kind,
    position,
    createdAtMs,
    changedAtMs,
    attempts,
    options: optionsOf(texts, entry, turn),
    ...(because === undefined ? {} : { becauseOfActionId: because }),
    ...(event?.sequence === undefined ? {} : { sequence: event.sequence }),
    ...(error === undefined ? {} : { error: refusalOf(texts, error) }),
    ...(replacedBy === undefined ? {} : { replacedByActionId: replacedBy }),
  };
}

export function commandName({ row }: Texts, kind: string): string {
  return kind in row.commands ? row.commands[kind as DeskCommandKind] : kind;
}

/** What can be done with a row in place; the rest stands on its panel. */
function optionsOf({ row, desk }: Texts, { state }: OutboxEntry, turn: Turn): EntryOption[] {
  const option = (id: string, words: Words): EntryOption => ({
    id,
    words,
    opensSheet: false,
    isEnabled: true,
    reasons: [],
  });
  const options: EntryOption[] = [];
  if (turn.kind === 'held') options.push(option('release', say('option.release', row.options.release)));
  if (state === 'refused' || state === 'unknown') {
    options.push(option('open-fix', say('option.open-fix', row.options['open-fix'])));
  }
  if (state === 'unknown' || state === 'sent') {
    options.push(option('ask-authority', say('option.ask-authority', desk.fixOptions['ask-authority'])));
  }
  if (UNSENT.has(state)) {
    options.push(option('withdraw', say('option.withdraw', row.options.withdraw)));
    options.push(option('drop', say('option.drop', desk.fixOptions.drop)));
  }
  return options;
}

/** Nothing of it can have an effect. */
const UNSENT: ReadonlySet<string> = new Set([
  'draft',
  'waiting-for-key',
  'waiting-for-connection',
  'refused',
]);

export function copy(value: FactValue): string | number | boolean | string[] {
  return typeof value === 'object' ? [...value] : value;
}

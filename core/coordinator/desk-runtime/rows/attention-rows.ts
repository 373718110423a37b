// The attention list as rows: the words of each rule, and a place in the order that follows from the row alone.
import type { AttentionRowModel, AttentionSummary } from '../../../contract/attention.ts';
import type { AttentionAction } from '../../desk/attention/attention-types.ts';
import type { AttentionRow } from '../../desk/attention/group-rows.ts';
import type { DeskCommandKind } from '../../desk/intent/forms.ts';
import type { DeskConnection } from '../../desk/connection.ts';
import type { RunningConnection } from '../desk-connections.ts';
import type { DeskRuntime } from '../desk-runtime.ts';
import type { LiveSource } from '../live-queries.ts';
import { say, type Texts } from '../words/texts.ts';
import { commandName } from './outbox-rows.ts';
import { agentOf, personOf, sortDown, sortNumber, textsFor, titleOfMission } from './row-context.ts';

const RANKS = { now: 0, decide: 1, watch: 2 } as const;

/** Actions that open the sheet of one kind of Command; the others open a screen. */
const SHEETS: { readonly [Action in AttentionAction]?: DeskCommandKind } = {
  'renew-coordinator': 'mission.renew_coordinator',
  'replace-coordinator': 'mission.assign_coordinator',
  reassign: 'work.offer',
  'extend-offer': 'work.offer',
  'next-candidate': 'work.offer',
  'widen-offer': 'work.offer',
  'grant-start': 'approval.grant_execution',
  'answer-submission': 'mission.approve',
  unblock: 'work.unblock',
  'answer-question': 'message.post',
  'authorize-proposal': 'work.authorize',
  'offer-again': 'work.offer',
  offer: 'work.offer',
  'send-back': 'work.fail',
  'renew-grant': 'membership.grant_delegation',
  'submit-mission': 'mission.submit_for_approval',
};

export function attentionSource(desk: DeskRuntime): LiveSource<AttentionRowModel, AttentionSummary> {
  return {
    // Everything that happens may make a row or end one.
    concerns: () => true,
    read: () => {
      const texts = textsFor(desk);
      const { now, decide, watch, hiddenCount, next, done } = desk.attend();
      const summary: AttentionSummary = {
        counts: { now: now.length, decide: decide.length, watch: watch.length },
        hiddenCount,
        doneToday: done.length,
      };
      if (next !== undefined) {
        const { kind, atMs, label } = next;
        const what = texts.desk.ends[kind];
        summary.next = {
          atMs,
          words: say('attention.next', texts.desk.nextMoment(what, texts.format.time(atMs), label), {
            kind,
            label,
          }),
        };
      }
      return {
        rows: [...now, ...decide, ...watch].map((row) =>
          attentionRow(texts, desk.connection(row.connectionId), row),
        ),
        summary,
      };
    },
  };
}

/** A row of the list as a window is told of it. */
export function attentionRow(
  texts: Texts,
  connection: RunningConnection | undefined,
  row: AttentionRow,
): AttentionRowModel {
  const { key, rule, number, severity, connectionId, groupId, workItemId, values, action } = row;
  const { blocksCount, endsAtMs, sinceMs, isByClock, signer, object } = row;
  const view = connection?.view();
  const words = texts.desk.rules[rule];
  const named = withNames(texts, connection, view, values);
  const kind = SHEETS[action];
  return {
    id: key,
    sort: `${RANKS[severity]}${sortNumber(endsAtMs ?? Infinity)}${sortDown(blocksCount)}${sortNumber(number)}`,
    rule,
    number,
    severity,
    object: {
      connectionId,
      type: object.type,
      groupId: object.groupId,
      id: object.id,
    },
    title: titleOf(connection, row),
    words: say(
      `rule.${rule}`,
      [words.name, words.detail(named, texts.format)].filter((part) => part !== '').join(' · '),
      { ...values, ...named, name: words.name },
    ),
    advice: say(`rule-advice.${rule}`, texts.desk.ruleAdvice[rule]),
    action: {
      id: action,
      words: say(`attention-action.${action}`, texts.desk.attentionActions[action]),
      ...(kind === undefined ? {} : { kind }),
    },
    blocksCount,
    isByClock,
    ...(groupId === undefined || view === undefined
      ? {}
      : { groupId, missionTitle: titleOfMission(view.world, groupId) }),
    ...(workItemId === undefined ? {} : { workItemId }),
    ...(signer === undefined || connection === undefined || view === undefined
      ? {}
      : { signer: personOf(connection, view, signer) }),
    ...(endsAtMs === undefined ? {} : { endsAtMs }),
    ...(sinceMs === undefined ? {} : { sinceMs }),
  };
}

/** What is not in a Mission is called as people know it: a key by whose it is, a connection by its name. */
function titleOf(connection: RunningConnection | undefined, { object, label }: AttentionRow): string {
  if (object.type === 'connection') return connection?.facts.name ?? label;
  if (object.type !== 'key') return label;
  return connection?.links.find(({ keyId }) => keyId === object.id)?.name ?? label;
}

/** Rules name people by id and Commands by kind; people read names. */
function withNames(
  texts: Texts,
  connection: RunningConnection | undefined,
  view: DeskConnection | undefined,
  values: AttentionRow['values'],
): AttentionRow['values'] {
  const named: { -readonly [Name in keyof typeof values]: (typeof values)[Name] } = { ...values };
  const { kind } = values;
  if (typeof kind === 'string') named['kind'] = commandName(texts, kind);
  if (connection === undefined || view === undefined) return named;
  for (const member of ['by', 'agentId', 'coordinator']) {
    const id = values[member];
    if (typeof id !== 'string') continue;
    const own = connection.links.find(({ actor }) => actor.id === id);
    const person = own === undefined ? agentOf(connection, view, id) : personOf(connection, view, own.actor);
    named[member] = person.name;
  }
  return named;
}

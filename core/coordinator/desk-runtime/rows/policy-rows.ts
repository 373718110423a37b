// The Policy Log of Missions. While a Mission lives, a client has what its Events say, and the refusals that its own Commands were
// given: a part. The whole is in the signed snapshot of the archive (F7).
import type { MissionFilter } from '../../../contract/people.ts';
import type { PolicyLogRow, PolicyLogSummary } from '../../../contract/policy.ts';
import type { Words } from '../../../contract/values.ts';
import type { PolicyLogRecord } from '../../../domain/world.ts';
import { msOf } from '../../desk/moment.ts';
import type { OutboxEntry } from '../../desk/outbox/entry.ts';
import { objectsOf } from '../../desk/outbox/objects.ts';
import type { DeskRuntime } from '../desk-runtime.ts';
import type { LiveSource } from '../live-queries.ts';
import type { PolicyPlace } from '../policy-places.ts';
import { policyWords, type PolicyWords } from '../words/policy-words.ts';
import { say } from '../words/texts.ts';
import { concernsGroups, groupsOf, type GroupScope } from './mission-scope.ts';
import { commandName } from './outbox-rows.ts';
import {
  addressOf,
  agentOf,
  personOf,
  refusalOf,
  shortId,
  sortDown,
  titleOfItem,
  titleOfMission,
  titleOfObject,
} from './row-context.ts';

export function policyLogSource(
  desk: DeskRuntime,
  filter: MissionFilter,
): LiveSource<PolicyLogRow, PolicyLogSummary> {
  return {
    concerns: (topic) => topic.kind !== 'time' && concernsGroups(filter, topic),
    read: () => {
      const words = policyWords(desk.language);
      const scopes = [...groupsOf(desk, filter)];
      const refused = desk.commands.entries().filter(({ error }) => error !== undefined);
      const whole = scopes.filter(({ view, groupId }) => snapshotOf(view.world, groupId) !== undefined);
      const label =
        scopes.length > 0 && whole.length === scopes.length ? 'full' : whole.length > 0 ? 'mixed' : 'partial';
      return {
        rows: scopes.flatMap((scope) => Array.from(logRows(scope, words, refused))),
        summary: { isFull: label === 'full', label: say(`policy-log.${label}`, words.labels[label]) },
      };
    },
  };
}

/** The newest snapshot of an archived Group. */
function snapshotOf(world: GroupScope['view']['world'], groupId: string) {
  return [...world.list('snapshot', groupId)]
    .map(([, snapshot]) => snapshot)
    .toSorted((a, b) => b.throughSequence - a.throughSequence)
    .at(0);
}

function* logRows(
  scope: GroupScope,
  words: PolicyWords,
  refused: readonly OutboxEntry[],
): Generator<PolicyLogRow> {
  const { connection, view, groupId } = scope;
  const snapshot = snapshotOf(view.world, groupId);
  const places = connection.logOf(groupId)?.policy.entries ?? [];
  const seen = new Map(places.map((place) => [place.entryId, place]));
  const entries: readonly PolicyLogRecord[] = snapshot?.policyLog ?? places;
  for (const [index, entry] of entries.entries()) {
    const source = snapshot === undefined ? 'event' : 'snapshot';
    yield logRow(scope, words, entry, { source, index, place: seen.get(entry.entryId) });
  }
  for (const entry of refused) {
    if (entry.connectionId === view.connectionId && entry.draft.groupId === groupId)
      yield refusalRow(scope, words, entry);
  }
}

interface LogPlace {
  readonly source: 'event' | 'snapshot';
  readonly index: number;
  /** Where the log has its Event; undefined for what stands before what is seen here. */
  readonly place: PolicyPlace | undefined;
}

function logRow(
  scope: GroupScope,
  words: PolicyWords,
  { entryId, decision, actor, occurredAt, details }: PolicyLogRecord,
  { source, index, place }: LogPlace,
): PolicyLogRow {
  const { texts, connection, view, groupId } = scope;
  const { connectionId } = view;
  const { policyName, reason } = details;
  const atMs = msOf(occurredAt);
  const ruleName =
    typeof policyName === 'string'
      ? (texts.desk.names[policyName] ?? policyName)
      : (words.rules[decision] ?? policyOf(scope, details) ?? decision);
  return {
    id: `${connectionId} ${groupId} ${entryId}`,
    sort: `${sortDown(atMs)}${sortDown(index)}`,
    connectionId,
    groupId,
    missionTitle: titleOfMission(view.world, groupId),
    source,
    decision: say(`policy-decision.${decision}`, words.decisions[decision] ?? decision),
    rule: say('policy-rule', ruleName),
    actor: personOf(connection, view, actor),
    ...objectOf(scope, details, place?.workItemId),
    details: typeof reason === 'string' ? [say('policy-detail.reason', words.details.reason(reason))] : [],
    atMs,
    ...(place === undefined ? {} : { sequence: place.sequence }),
  };
}

type Details = PolicyLogRecord['details'];

/** What an entry is about: an override or a Delegation Grant as the state has it, a Message, an Approval. */
function objectOf(
  { texts, connection, view, groupId }: GroupScope,
  details: Details,
  workItemId: string | undefined,
): { readonly object: Words; readonly objectAddress?: NonNullable<PolicyLogRow['objectAddress']> } {
  const { world, connectionId } = view;
  const { grantId, targetMessageId } = details;
  if (typeof grantId === 'string') {
    const override = world.get('override', groupId, grantId)?.grant;
    if (override !== undefined) {
      const who = personOf(connection, view, override.beneficiary).name;
      const what = commandName(texts, override.targetCommandKind);
      return {
        object: say('policy-object.override', `${what} · ${who} · ${shortId(override.targetActionId)}`),
        objectAddress: addressOf(connectionId, { type: 'override', groupId, id: grantId }),
      };
    }
    const grant = world.get('grant', groupId, grantId)?.grant;
    if (grant !== undefined) {
      const who = agentOf(connection, view, grant.granteeAgentId).name;
      const title = titleOfItem(world, groupId, grant.targetWorkItemId);
      return {
        object: say('policy-object.grant', `${who} · ${title}`),
        objectAddress: addressOf(connectionId, { type: 'grant', groupId, id: grantId }),
      };
    }
    return { object: say('policy-object.id', shortId(grantId)) };
  }
  if (typeof targetMessageId === 'string') {
    return {
      object: say('policy-object.message', shortId(targetMessageId)),
      objectAddress: addressOf(connectionId, { type: 'message', groupId, id: targetMessageId }),
    };
  }
  if (workItemId !== undefined) {
    return {
      object: say('policy-object.item', titleOfItem(world, groupId, workItemId)),
      objectAddress: addressOf(connectionId, { type: 'workItem', groupId, id: workItemId }),
    };
  }
  return { object: say('policy-object.mission', titleOfMission(world, groupId)) };
}

/** The limit that a consumed override had lifted: its entry names the Grant alone. */
function policyOf({ texts, view, groupId }: GroupScope, { grantId }: Details): string | undefined {
  if (typeof grantId !== 'string') return undefined;
  const policyName = view.world.get('override', groupId, grantId)?.grant.policyName;
  return policyName === undefined ? undefined : (texts.desk.names[policyName] ?? policyName);
}

function refusalRow(scope: GroupScope, words: PolicyWords, entry: OutboxEntry): PolicyLogRow {
  const { texts, connection, view, groupId } = scope;
  const { actionId, draft, signer, error, changedAtMs } = entry;
  const { connectionId, world } = view;
  const { target } = objectsOf(draft);
  const policyName = error?.details?.['policyName'];
  const code = error?.code ?? '';
  const rule =
    typeof policyName === 'string' ? `${code} · ${texts.desk.names[policyName] ?? policyName}` : code;
  return {
    id: `${connectionId} ${groupId} refusal ${actionId}`,
    sort: `${sortDown(changedAtMs)}${sortDown(0)}`,
    connectionId,
    groupId,
    missionTitle: titleOfMission(world, groupId),
    source: 'refusal',
    decision: say('policy-decision.refused', words.refused(commandName(texts, draft.kind))),
    rule: say('policy-rule', rule),
    actor: personOf(connection, view, signer),
    object: say('policy-object', titleOfObject(world, target)),
    objectAddress: addressOf(connectionId, target),
    details: error === undefined ? [] : [refusalOf(texts, error).words],
    atMs: changedAtMs,
    actionId,
  };
}

// Connections, how the log of each Group stands, and the status bar.
import type { NoSummary } from '../../../contract/live.ts';
import type { ConnectionRow, GroupSyncRow } from '../../../contract/connections.ts';
import type { ConnectionStatusRow, Settings, StatusSummary } from '../../../contract/system.ts';
import type { Words } from '../../../contract/values.ts';
import { SINGLE } from '../../../domain/world.ts';
import type { LinkTrouble } from '../../../protocol/link-trouble.ts';
import type { DeskCommandKind } from '../../desk/intent/forms.ts';
import type { RunningConnection } from '../desk-connections.ts';
import type { DeskRuntime } from '../desk-runtime.ts';
import type { KeptDefect } from '../kept-commands.ts';
import type { LiveSource } from '../live-queries.ts';
import type { DeskLink, LinkGroup } from '../ports.ts';
import { say, type Texts } from '../words/texts.ts';
import { personOf, sortNumber, textsFor, titleOfMission } from './row-context.ts';

const CONNECTION_AREAS: ReadonlySet<string> = new Set(['connections', 'keys', 'settings']);

export function connectionsSource(desk: DeskRuntime): LiveSource<ConnectionRow, NoSummary> {
  return {
    concerns: (topic) => topic.kind === 'area' && CONNECTION_AREAS.has(topic.area),
    read: () => ({
      rows: desk.connections().map((connection, index) => connectionRow(desk, connection, index)),
      summary: {},
    }),
  };
}

function connectionRow(desk: DeskRuntime, connection: RunningConnection, index: number): ConnectionRow {
  const texts = textsFor(desk);
  const { facts, links, status } = connection;
  const view = connection.view();
  const lastFault = links.find((link) => link.lastFault !== undefined)?.lastFault;
  const offlineSinceMs = connection.offlineSinceMs();
  const row: ConnectionRow = {
    id: facts.connectionId,
    sort: sortNumber(index),
    connectionId: facts.connectionId,
    name: facts.name,
    origin: facts.origin,
    organizationId: facts.organizationId,
    kind: facts.kind,
    status,
    words: say(`link.${status}`, texts.row.linkStatuses[status]),
    isWorkingOffline: status === 'working-offline',
    identities: links.map((link) => identityModel(texts, connection, view, link)),
    clockOffsetMs: Math.round((connection.nowMs() - desk.ports.clock.nowMs()) / 1_000) * 1_000,
    isTls: facts.isTls,
    sends:
      facts.kind === 'remote'
        ? [say('sends.commands', texts.row.sends.commands), say('sends.reads', texts.row.sends.reads)]
        : [say('sends.nothing', texts.row.sends.nothing)],
  };
  const defects = desk.commands.defectsOf(connection);
  if (defects.length > 0) row.defects = defects.map((defect) => defectModel(texts, defect));
  if (offlineSinceMs !== undefined) row.offlineSinceMs = offlineSinceMs;
  if (lastFault !== undefined) row.lastFault = troubleWords(texts, lastFault);
  return row;
}

function defectModel(
  { row }: Texts,
  { actionId, groupId, kind, expected, actual, atMs }: KeptDefect,
): NonNullable<ConnectionRow['defects']>[number] {
  // It was kept under the name of a kind that the desk knows.
  const name = row.commands[kind as DeskCommandKind] ?? kind;
  const said = expected === 'accepted' ? expected : (expected?.code ?? 'accepted');
  return {
    actionId,
    groupId,
    words: say('connection.defect', row.defect(name, said, actual), { kind }),
    expected: said,
    actual,
    atMs,
  };
}

function troubleWords({ row }: Pick<Texts, 'row'>, { reason, detail }: LinkTrouble): Words {
  return say(`link-trouble.${reason}`, row.linkTroubles[reason](detail), { detail });
}

function identityModel(
  { row }: Texts,
  connection: RunningConnection,
  view: ReturnType<RunningConnection['view']>,
  link: DeskLink,
): ConnectionRow['identities'][number] {
  const identity = view.identities.find(
    ({ actor }) => actor.type === link.actor.type && actor.id === link.actor.id,
  );
  return {
    person: personOf(connection, view, link.actor),
    keyId: link.keyId,
    key: identity?.key ?? 'missing',
    path: link.path,
    ...(link.path === 'none' ? { pathWords: say('link.no-human-path', row.noHumanPath) } : {}),
    ...(link.lastFault === undefined ? {} : { trouble: troubleWords({ row }, link.lastFault) }),
    ...(link.sessionEpoch === undefined ? {} : { sessionEpoch: link.sessionEpoch }),
    ...(link.sessionOpenedAtMs === undefined ? {} : { sessionOpenedAtMs: link.sessionOpenedAtMs }),
  };
}

export function groupSyncSource(desk: DeskRuntime): LiveSource<GroupSyncRow, NoSummary> {
  return {
    concerns: ({ kind }) => kind !== 'time',
    read: () => ({
      rows: desk
        .connections()
        .flatMap((connection) =>
          connection.groupIds().flatMap((groupId) => groupRow(desk, connection, groupId) ?? []),
        ),
      summary: {},
    }),
  };
}

function groupRow(
  desk: DeskRuntime,
  connection: RunningConnection,
  groupId: string,
): GroupSyncRow | undefined {
  const { row } = textsFor(desk);
  const group = connection
    .sourceOf(groupId)
    ?.groups()
    .find((each) => each.groupId === groupId);
  if (group === undefined) return undefined;
  const { connectionId } = connection.facts;
  const state = syncState(group);
  const waiting = desk.commands
    .entries()
    .filter(
      (entry) =>
        entry.connectionId === connectionId && entry.draft.groupId === groupId && WAITING.has(entry.state),
    );
  const lastEventAtMs = connection.logOf(groupId)?.lastEventAtMs;
  return {
    id: `${connectionId} ${groupId}`,
    sort: `${connectionId} ${groupId}`,
    connectionId,
    groupId,
    title: titleOfMission(connection.view().world, groupId),
    startsAfter: group.startsAfter,
    cursor: group.cursor,
    isCaughtUp: group.isCaughtUp,
    waitingCommands: waiting.length,
    isFollowed: group.isFollowed,
    state,
    stateWords: say(`sync.${state}`, row.syncStates[state]),
    ...(group.head === undefined ? {} : { head: group.head }),
    ...(group.health.gap === undefined ? {} : { gap: { ...group.health.gap } }),
    ...(lastEventAtMs === undefined ? {} : { lastEventAtMs }),
  };
}

const WAITING: ReadonlySet<string> = new Set([
  'waiting-for-key',
  'waiting-for-connection',
  'signed',
  'sent',
  'unknown',
]);

function syncState({ isFollowed, isCaughtUp, health }: LinkGroup): GroupSyncRow['state'] {
  if (health.isVerificationFailed) return 'verification-failed';
  if (health.isCursorTooOld) return 'snapshot-needed';
  if (health.gap !== undefined) return 'gap';
  if (!isFollowed) return 'left';
  return isCaughtUp ? 'current' : 'behind';
}

/** `settings` tells those of this installation. */
export function statusSource(
  desk: DeskRuntime,
  settings: () => Pick<Settings, 'singleKeyShortcuts' | 'shortcuts'>,
): LiveSource<ConnectionStatusRow, StatusSummary> {
  return {
    concerns: () => true,
    read: () => ({
      rows: desk.connections().map((connection, index) => statusRow(textsFor(desk), connection, index)),
      summary: { ...statusSummary(desk), keyboard: keyboardOf(settings()) },
    }),
  };
}

function statusRow({ row }: Texts, connection: RunningConnection, index: number): ConnectionStatusRow {
  const { facts, status } = connection;
  const groups = connection
    .groupIds()
    .flatMap((groupId) =>
      (connection.sourceOf(groupId)?.groups() ?? []).filter((each) => each.groupId === groupId),
    );
  const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
  const lastEvents = connection
    .groupIds()
    .flatMap((groupId) => connection.logOf(groupId)?.lastEventAtMs ?? []);
  const offlineSinceMs = connection.offlineSinceMs();
  const heads = groups.map(({ head }) => head);
  const result: ConnectionStatusRow = {
    id: facts.connectionId,
    sort: sortNumber(index),
    connectionId: facts.connectionId,
    name: facts.name,
    status,
    words: say(`link.${status}`, row.linkStatuses[status]),
    cursor: sum(groups.map(({ cursor }) => cursor)),
    isDemo: facts.kind === 'demo',
  };
  if (heads.every((head) => head !== undefined)) result.head = sum(heads);
  if (lastEvents.length > 0) result.lastEventAtMs = Math.max(...lastEvents);
  if (offlineSinceMs !== undefined) result.offlineSinceMs = offlineSinceMs;
  return result;
}

function keyboardOf({
  singleKeyShortcuts,
  shortcuts = {},
}: Pick<Settings, 'singleKeyShortcuts' | 'shortcuts'>): StatusSummary['keyboard'] {
  return { areSingleKeysOn: singleKeyShortcuts, shortcuts };
}

function statusSummary(desk: DeskRuntime): Omit<StatusSummary, 'keyboard'> {
  const { now, decide, watch } = desk.attend();
  const entries = desk.commands.entries();
  const count = (...states: readonly string[]) =>
    entries.filter(({ state }) => states.includes(state)).length;
  const identities = desk.connections().flatMap((connection) =>
    connection.links.map((link) =>
      Object.assign(personOf(connection, connection.view(), link.actor), {
        connectionId: connection.facts.connectionId,
        connectionName: connection.facts.name,
      }),
    ),
  );
  const { actingAs } = desk;
  const chosen = identities.find(
    ({ connectionId, id }) => connectionId === actingAs?.connectionId && id === actingAs.actor.id,
  );
  const acting = chosen ?? identities[0];
  const offsets = desk.connections().map((connection) => connection.nowMs() - desk.ports.clock.nowMs());
  const [largest] = offsets.toSorted((a, b) => Math.abs(b) - Math.abs(a));
  return {
    identities,
    attention: { now: now.length, decide: decide.length, watch: watch.length },
    outbox: {
      waiting: count('waiting-for-key', 'waiting-for-connection', 'signed', 'sent'),
      refused: count('refused'),
      unknown: count('unknown'),
      drafts: desk.sheets.listDrafts().length,
    },
    review: countSubmitted(desk),
    approvals: [...now, ...decide].filter(
      ({ action }) => action === 'grant-start' || action === 'answer-submission',
    ).length,
    keys: keysOf(desk),
    language: desk.language,
    ...(acting === undefined
      ? {}
      : {
          actingAs: {
            type: acting.type,
            id: acting.id,
            name: acting.name,
            connectionId: acting.connectionId,
          },
        }),
    // By seconds: what moves less than that is nobody's business, and would be sent with every look.
    ...(largest === undefined ? {} : { clockOffsetMs: Math.round(largest / 1_000) * 1_000 }),
  };
}

function countSubmitted(desk: DeskRuntime): number {
  let count = 0;
  for (const connection of desk.connections()) {
    const { world, groupIds } = connection.view();
    for (const groupId of groupIds) {
      if (world.get('mission', groupId, SINGLE) === undefined) continue;
      for (const [, { document }] of world.list('workItem', groupId))
        if (document.state === 'submitted') count += 1;
    }
  }
  return count;
}

function keysOf(desk: DeskRuntime): StatusSummary['keys'] {
  const conditions = desk
    .connections()
    .flatMap((connection) => connection.view().identities.map(({ key }) => key));
  if (conditions.length === 0) return 'none';
  for (const condition of ['backend-changed', 'missing', 'locked'] as const) {
    if (conditions.includes(condition)) return condition;
  }
  return 'ok';
}

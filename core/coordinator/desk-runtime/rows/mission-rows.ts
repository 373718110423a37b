// The list of Missions.
import type { NoSummary } from '../../../contract/live.ts';
import type { MissionRowModel } from '../../../contract/missions.ts';
import { nowAt } from '../../../domain/decision.ts';
import { currentMemberships } from '../../../domain/members.ts';
import { isTerminal } from '../../../domain/missions.ts';
import { SINGLE } from '../../../domain/world.ts';
import { PlanGraph } from '../../desk/attention/plan-graph.ts';
import { readKey } from '../../desk/attention/marks.ts';
import { type DeskConnection, roleOf } from '../../desk/connection.ts';
import { endsIn } from '../../desk/group-ends.ts';
import { msOf } from '../../desk/moment.ts';
import type { RunningConnection } from '../desk-connections.ts';
import type { DeskRuntime } from '../desk-runtime.ts';
import type { LiveSource } from '../live-queries.ts';
import { say, type Texts } from '../words/texts.ts';
import {
  agentOf,
  budgetOf,
  personOf,
  sortDown,
  sortNumber,
  textsFor,
  titleOfMission,
  worstOf,
} from './row-context.ts';

export function missionsSource(desk: DeskRuntime): LiveSource<MissionRowModel, NoSummary> {
  return {
    // Attention is part of the health of a Mission, and everything may change that.
    concerns: () => true,
    read: () => {
      const needs = needsByGroup(desk);
      const rows = desk.connections().flatMap((connection) => {
        const view = connection.view();
        return view.groupIds.flatMap((groupId) => missionRow(desk, connection, view, groupId, needs) ?? []);
      });
      return { rows, summary: {} };
    },
  };
}

/** Groups in which somebody here has to decide. */
function needsByGroup(desk: DeskRuntime): ReadonlySet<string> {
  const { now, decide } = desk.attend();
  return new Set(
    [...now, ...decide]
      .filter(({ signer }) => signer !== undefined)
      .map(({ connectionId, groupId }) => `${connectionId} ${groupId}`),
  );
}

function missionRow(
  desk: DeskRuntime,
  connection: RunningConnection,
  view: DeskConnection,
  groupId: string,
  needs: ReadonlySet<string>,
): MissionRowModel | undefined {
  const texts = textsFor(desk);
  const { world, connectionId, nowMs } = view;
  const mission = world.get('mission', groupId, SINGLE);
  if (mission === undefined) return undefined;
  const { document } = mission;
  const { state, revision, missionId, missionOwner, coordinator, parent } = document;
  const isOver = isTerminal(state);
  const items = [...world.list('workItem', groupId)].map(([, record]) => record);
  const countOf = (...states: readonly string[]) =>
    items.filter((item) => states.includes(item.document.state)).length;
  const deadlineAtMs = msOf(document.deadline);
  const health = isOver
    ? 'over'
    : needs.has(`${connectionId} ${groupId}`)
      ? 'waits-for-me'
      : countOf('blocked') > 0
        ? 'blocked'
        : isLate(items, deadlineAtMs, nowMs)
          ? 'at-risk'
          : 'on-time';
  const next = isOver ? undefined : nextMoment(texts, view, groupId);
  const worst = worstOf(budgetOf(world.get('account', groupId, missionId), document.budget));
  const log = connection.logOf(groupId);
  const isArchived = world.get('group', groupId, SINGLE)?.state === 'archived';
  const roles = view.identities
    .map(({ actor }) => roleOf(world, groupId, actor))
    .filter((role) => role !== 'none');
  const read = desk.marks.readUpTo.get(readKey(connectionId, groupId)) ?? 0;
  return {
    id: `${connectionId} ${groupId}`,
    sort: `${isArchived ? 2 : isOver ? 1 : 0}${sortNumber(deadlineAtMs)}${sortDown(revision)}`,
    connectionId,
    groupId,
    missionId,
    title: titleOfMission(world, groupId),
    state,
    stateWords: say(`mission-state.${state}`, texts.desk.missionStates[state]),
    revision,
    isArchived,
    health,
    healthWords: say(`health.${health}`, texts.row.health[health]),
    items: {
      total: items.length,
      verified: countOf('verified'),
      open: countOf('open', 'offered', 'queued', 'active', 'blocked', 'submitted'),
      failed: countOf('failed'),
    },
    owner: personOf(connection, view, missionOwner),
    coordinator: agentOf(connection, view, coordinator.agentId),
    myRoles: [...new Set(roles)],
    deadlineAtMs,
    unreadCount: log?.countAfter(read) ?? 0,
    ...(next === undefined ? {} : { nextMoment: next }),
    ...(worst === undefined ? {} : { worstBudget: worst }),
    ...(parent === undefined
      ? {}
      : {
          parent: {
            groupId: world.get('missionAddress', '', parent.missionId)?.groupId ?? parent.missionId,
            workItemId: parent.workItemId,
          },
        }),
    ...(log?.lastEventAtMs === undefined ? {} : { lastEventAtMs: log.lastEventAtMs }),
  };
}

function isLate(
  items: ConstructorParameters<typeof PlanGraph>[0],
  deadlineAtMs: number,
  nowMs: number,
): boolean {
  if (deadlineAtMs <= nowMs) return true;
  return new PlanGraph(items).forecast(nowMs).endMs > deadlineAtMs;
}

/** What will end next of itself. */
export function nextMoment(
  { desk, format }: Texts,
  { world, nowMs }: DeskConnection,
  groupId: string,
): MissionRowModel['nextMoment'] {
  const [next] = [...endsIn(world, groupId)]
    .filter(({ atMs }) => atMs > nowMs)
    .toSorted((a, b) => a.atMs - b.atMs);
  if (next === undefined) return undefined;
  const { kind, atMs } = next;
  return { atMs, words: say(`end.${kind}`, `${desk.ends[kind]} ${format.time(atMs)}`, { atMs }) };
}

/** Whether somebody is a member as far as the state says. */
export function isKnownMember({ world, nowMs }: DeskConnection, groupId: string, agentId: string): boolean {
  return currentMemberships(world, groupId, { type: 'agent', id: agentId }, nowAt(nowMs)).length > 0;
}

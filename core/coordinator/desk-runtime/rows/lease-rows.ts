// The leases of all Missions by when they end, who is fenced, and what would end while this computer sleeps.
import type { EpochRow, LeaseRow, SleepRow } from '../../../contract/leases.ts';
import type { NoSummary } from '../../../contract/live.ts';
import { isTerminal } from '../../../domain/missions.ts';
import { SINGLE } from '../../../domain/world.ts';
import type { Lease } from '../../../protocol/generated/documents.ts';
import { type CareNote, warnBeforeSleep } from '../../assistant/planning/care.ts';
import { planningWords } from '../../assistant/planning/words.ts';
import { type DeskConnection, identityOf } from '../../desk/connection.ts';
import { type LeaseFact, type LeaseStepId, openLeases } from '../../desk/leases/lease-standing.ts';
import { Moment, msOf } from '../../desk/moment.ts';
import type { RunningConnection } from '../desk-connections.ts';
import type { DeskRuntime } from '../desk-runtime.ts';
import type { LiveSource } from '../live-queries.ts';
import { RowCache } from '../row-cache.ts';
import { type LeaseWords, leaseWords } from '../words/lease-words.ts';
import { say, type Texts } from '../words/texts.ts';
import type { LineScene } from './reason-lines.ts';
import { agentOf, sortDown, sortNumber, textsFor, titleOfItem, titleOfMission } from './row-context.ts';

/** Steps that somebody at this computer takes; the others only wait. */
const OPEN_STEPS: ReadonlySet<LeaseStepId> = new Set(['renew', 'appoint', 'reassign', 'resolve']);

export function leasesSource(desk: DeskRuntime): LiveSource<LeaseRow, NoSummary> {
  const cache = new RowCache<LeaseRow>();
  return {
    concerns: (topic) => topic.kind !== 'area' || topic.area === 'connections' || topic.area === 'keys',
    read: () => {
      const texts = textsFor(desk);
      const rows = desk.connections().flatMap((connection) => {
        const view = connection.view();
        const moment = new Moment(view.nowMs);
        return view.groupIds.flatMap((groupId) =>
          [...openLeases(view, groupId, moment)].map((fact) => {
            const { lease, item, standing, next, isMine } = fact;
            const title = titleOfMission(view.world, groupId);
            return cache.row(
              `${view.connectionId} ${lease.leaseId}`,
              [lease, item, standing, next.id, next.atMs, isMine, title, texts],
              () => leaseRow(texts, connection, view, fact),
            );
          }),
        );
      });
      cache.sweep();
      return { rows, summary: {} };
    },
  };
}

export function leaseRow(
  texts: Texts,
  connection: RunningConnection,
  view: DeskConnection,
  { lease, item, endMs, standing, next, isMine }: LeaseFact,
): LeaseRow {
  const words = leaseWords(texts.language);
  const { leaseId, leaseType, groupId, workItemId, renewalCount, sessionEpoch } = lease;
  const { ownershipEpoch, coordinatorEpoch, startBy, graceExpiresAt, lastRenewedAt } = lease;
  const missionTitle = titleOfMission(view.world, groupId);
  const step = words.steps[next.id]({ atMs: next.atMs ?? 0 }, texts.format);
  return {
    id: `${view.connectionId} ${leaseId}`,
    sort: `${sortNumber(endMs)}${leaseId}`,
    connectionId: view.connectionId,
    groupId,
    missionTitle,
    leaseId,
    type: leaseType,
    typeWords: say(`lease.${leaseType}`, words.types[leaseType]),
    title: item === undefined ? missionTitle : item.document.contract.goal,
    holder: agentOf(connection, view, lease.holderAgentId),
    sessionEpoch,
    startsAtMs: msOf(lease.startsAt),
    endsAtMs: endMs,
    renewals: renewalCount,
    standing,
    standingWords: say(`lease-standing.${standing}`, words.standings[standing]),
    next: {
      id: next.id,
      words: say(`lease-step.${next.id}`, step, { atMs: next.atMs }),
      isOpen: OPEN_STEPS.has(next.id),
      ...(next.atMs === undefined ? {} : { atMs: next.atMs }),
    },
    isMine,
    ...(workItemId === undefined ? {} : { workItemId }),
    ...(ownershipEpoch === undefined ? {} : { ownershipEpoch }),
    ...(coordinatorEpoch === undefined ? {} : { coordinatorEpoch }),
    ...(startBy === undefined ? {} : { startByMs: msOf(startBy) }),
    ...(graceExpiresAt === undefined ? {} : { graceEndsAtMs: msOf(graceExpiresAt) }),
    ...(lastRenewedAt === undefined ? {} : { renewedAtMs: msOf(lastRenewedAt) }),
  };
}

export function epochsSource(desk: DeskRuntime): LiveSource<EpochRow, NoSummary> {
  return {
    concerns: (topic) => topic.kind === 'group' || (topic.kind === 'area' && topic.area === 'connections'),
    read: () => {
      const texts = textsFor(desk);
      const rows: EpochRow[] = [];
      for (const connection of desk.connections()) rows.push(...epochRows(texts, connection));
      return { rows, summary: {} };
    },
  };
}

function* epochRows(texts: Texts, connection: RunningConnection): Generator<EpochRow> {
  const view = connection.view();
  yield* sessionRows(texts, connection, view);
  for (const groupId of view.groupIds) yield* termRows(texts, connection, view, groupId);
}

/** Every earlier Session of an Agent is fenced by the newest one (IDN-010, LSE-004). */
function* sessionRows(
  { language, format }: Texts,
  connection: RunningConnection,
  view: DeskConnection,
): Generator<EpochRow> {
  const words = leaseWords(language);
  for (const { actor, sessionEpoch, sessionOpenedAtMs, status } of connection.links) {
    if (actor.type !== 'agent') continue;
    const standing = status === 'replaced' ? 'elsewhere' : sessionEpoch === undefined ? 'none' : 'here';
    const values = { epoch: sessionEpoch ?? 0, fenced: Math.max(0, (sessionEpoch ?? 1) - 1) };
    yield {
      id: `session ${view.connectionId} ${actor.id}`,
      sort: `0${view.connectionId} ${actor.id}`,
      type: 'session',
      connectionId: view.connectionId,
      agent: agentOf(connection, view, actor.id),
      standing,
      words: say(`session.${standing}`, words.sessions[standing](values, format), values),
      ...(sessionEpoch === undefined ? {} : { sessionEpoch }),
      ...(sessionOpenedAtMs === undefined ? {} : { sinceMs: sessionOpenedAtMs }),
    };
  }
}

/** The terms of a Mission that is not over, the newest first. */
export function termRows(
  texts: Texts,
  connection: RunningConnection,
  view: DeskConnection,
  groupId: string,
): EpochRow[] {
  const mission = view.world.get('mission', groupId, SINGLE);
  if (mission === undefined || isTerminal(mission.document.state)) return [];
  const { leaseId } = mission.document.coordinator;
  return [...view.world.list('lease', groupId)]
    .filter(([, each]) => each.leaseType === 'coordinator')
    .map(([, lease]) => termRow({ texts, connection, view }, lease, lease.leaseId === leaseId));
}

function termRow({ texts, connection, view }: LineScene, lease: Lease, isCurrent: boolean): EpochRow {
  const { connectionId, nowMs, world } = view;
  const { groupId, holderAgentId, closedAt, startsAt, coordinatorEpoch = 0 } = lease;
  const standing = termStanding(lease, isCurrent, nowMs);
  const missionTitle = titleOfMission(world, groupId);
  return {
    id: `term ${connectionId} ${groupId} ${coordinatorEpoch}`,
    sort: `1${missionTitle} ${groupId} ${sortDown(coordinatorEpoch)}`,
    type: 'term',
    connectionId,
    groupId,
    missionTitle,
    coordinatorEpoch,
    holder: agentOf(connection, view, holderAgentId),
    isCurrent,
    isMine: identityOf(view, { type: 'agent', id: holderAgentId }) !== undefined,
    sinceMs: msOf(startsAt),
    words: say(`term.${standing}`, leaseWords(texts.language).terms[standing]),
    ...(closedAt === undefined ? {} : { untilMs: msOf(closedAt) }),
  };
}

function termStanding(
  { state, expiresAt, closureReason }: Lease,
  isCurrent: boolean,
  nowMs: number,
): keyof LeaseWords['terms'] {
  if (state === 'active' && isCurrent) return msOf(expiresAt) > nowMs ? 'current' : 'ended-by-clock';
  return closureReason === 'coordinator_replaced' ? 'replaced' : 'over';
}

export function sleepSource(
  desk: DeskRuntime,
  sleepMs: number,
): LiveSource<SleepRow, { readonly wakeAtMs: number }> {
  return {
    concerns: (topic) => topic.kind !== 'area' || topic.area === 'connections',
    read: () => {
      const texts = textsFor(desk);
      const connections = desk.connections();
      const wakeAtMs = Math.ceil((desk.ports.clock.nowMs() + sleepMs) / MINUTE_MS) * MINUTE_MS;
      return {
        rows: connections.flatMap((connection) => sleepRows(texts, connection, sleepMs)),
        summary: { wakeAtMs },
      };
    },
  };
}

/** The moment of waking moves in steps, so that rows do not change with every tick. */
const MINUTE_MS = 60_000;

function sleepRows(texts: Texts, connection: RunningConnection, sleepMs: number): SleepRow[] {
  const view = connection.view();
  const moment = new Moment(view.nowMs);
  const wakeAtMs = Math.ceil((view.nowMs + sleepMs) / MINUTE_MS) * MINUTE_MS;
  const notes = warnBeforeSleep(view, view.groupIds, moment, wakeAtMs);
  return notes.map((note, index) => sleepRow({ texts, connection, view }, note, index));
}

function sleepRow(
  { texts, connection, view }: LineScene,
  { groupId, workItemId, atMs, reason, proposals }: CareNote,
  index: number,
): SleepRow {
  const { agentId, kind } = reason.values;
  const { ends } = leaseWords(texts.language);
  const named = { ...reason.values };
  if (typeof agentId === 'string') named['agentId'] = agentOf(connection, view, agentId).name;
  // A value of a reason of that name is a kind of end.
  if (typeof kind === 'string') named['kind'] = ends[kind as keyof typeof ends];
  const [first] = proposals;
  const missionTitle = titleOfMission(view.world, groupId);
  const { reasons } = planningWords(texts.language);
  return {
    id: `${view.connectionId} ${groupId} ${workItemId ?? ''} ${reason.id} ${atMs}`,
    sort: sortNumber(index),
    connectionId: view.connectionId,
    groupId,
    missionTitle,
    title: workItemId === undefined ? missionTitle : titleOfItem(view.world, groupId, workItemId),
    atMs,
    words: say(`sleep.${reason.id}`, reasons[reason.id](named, texts.format), named),
    isTerm: reason.id === 'sleep-ends-term' || reason.id === 'sleep-outlasts-term',
    ...(workItemId === undefined ? {} : { workItemId }),
    // Proposals are intents of the desk, with forms that the contract has, too.
    ...(first === undefined ? {} : { intent: first.intent as NonNullable<SleepRow['intent']> }),
  };
}

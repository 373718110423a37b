// What connecting an Agent here would end elsewhere (F13, LSE-004): a new Session revokes its live Execution Leases and puts its items
// back to `queued`.
import type { NoSummary } from '../../../contract/live.ts';
import type { SecondDeviceRow } from '../../../contract/takeover.ts';
import { ORGANIZATION } from '../../../domain/world.ts';
import { msOf } from '../../desk/moment.ts';
import type { DeskRuntime } from '../desk-runtime.ts';
import type { LiveSource } from '../live-queries.ts';
import type { DeskLink } from '../ports.ts';
import { takeoverWords } from '../words/takeover-words.ts';
import { say } from '../words/texts.ts';
import type { LineScene } from './reason-lines.ts';
import { agentOf, textsFor, titleOfItem } from './row-context.ts';

/** The Agents of a connection that have no Session here. */
export function secondDeviceSource(
  desk: DeskRuntime,
  connectionId: string,
): LiveSource<SecondDeviceRow, NoSummary> {
  return {
    concerns: (topic) =>
      topic.kind === 'area'
        ? topic.area === 'connections' || topic.area === 'presence'
        : topic.kind === 'group' && topic.connectionId === connectionId,
    read: () => {
      const connection = desk.connection(connectionId);
      const view = connection?.view();
      if (connection === undefined || view === undefined) return { rows: [], summary: {} };
      const scene: LineScene = { texts: textsFor(desk), connection, view };
      const away = connection.links.filter(
        ({ actor, sessionEpoch }) => actor.type === 'agent' && sessionEpoch === undefined,
      );
      return { rows: away.map((link) => secondDeviceRow(scene, link)), summary: {} };
    },
  };
}

export function secondDeviceRow(
  { texts, connection, view }: LineScene,
  { actor, status }: Pick<DeskLink, 'actor' | 'status'>,
): SecondDeviceRow {
  const { world, nowMs, connectionId } = view;
  const agent = agentOf(connection, view, actor.id);
  const presence = view.presence.get(actor.id);
  const seenAtMs = presence === undefined ? undefined : msOf(presence.lastHeartbeat);
  const isHeard = presence !== undefined && msOf(presence.expiresAt) > nowMs;
  // A link that was replaced has been told so by the Authority.
  const isLive = status === 'replaced' || isHeard;
  const sessionEpoch = world.get('session', ORGANIZATION, actor.id)?.sessionEpoch ?? presence?.sessionEpoch;
  const held = view.groupIds.flatMap((groupId) =>
    [...world.list('workItem', groupId)].flatMap(([workItemId, { executionLeaseId }]) => {
      const lease =
        executionLeaseId === undefined ? undefined : world.get('lease', groupId, executionLeaseId);
      const isHeld =
        lease?.state === 'active' && lease.holderAgentId === actor.id && msOf(lease.expiresAt) > nowMs;
      return isHeld ? [{ groupId, workItemId, title: titleOfItem(world, groupId, workItemId) }] : [];
    }),
  );
  const { secondDevice } = takeoverWords(texts.language);
  const seen = seenAtMs === undefined ? '–' : texts.format.time(seenAtMs);
  const text = isLive
    ? `${secondDevice.live(agent.name, String(sessionEpoch ?? '?'), seen)} ${secondDevice.ends(held.length, held.length)}`
    : secondDevice.idle(agent.name);
  return {
    id: actor.id,
    sort: actor.id,
    connectionId,
    agent,
    isLive,
    leases: held.length,
    items: held,
    words: say(isLive ? 'second-device.live' : 'second-device.idle', text),
    ...(sessionEpoch === undefined ? {} : { sessionEpoch }),
    ...(seenAtMs === undefined ? {} : { seenAtMs }),
  };
}

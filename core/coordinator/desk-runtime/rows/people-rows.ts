// Agents, members of a Mission, Delegation Grants and overrides.
import type { NoSummary } from '../../../contract/live.ts';
import type { AgentRow, GrantRow, MemberRow } from '../../../contract/people.ts';
import { ORGANIZATION, SINGLE, type MemberRecord } from '../../../domain/world.ts';
import type { AgentCard, Membership } from '../../../protocol/generated/documents.ts';
import { missionActions } from '../../desk/actions/mission-actions.ts';
import { AgentWork } from '../../desk/candidate-estimates.ts';
import type { DeskConnection } from '../../desk/connection.ts';
import { isSameActor } from '../../desk/connection.ts';
import { msOf } from '../../desk/moment.ts';
import type { RunningConnection } from '../desk-connections.ts';
import type { DeskRuntime } from '../desk-runtime.ts';
import type { LiveSource } from '../live-queries.ts';
import { say, type Texts } from '../words/texts.ts';
import { actionsOf, agentOf, personOf, sortNumber, textsFor } from './row-context.ts';

export function agentsSource(desk: DeskRuntime): LiveSource<AgentRow, NoSummary> {
  return {
    concerns: () => true,
    read: () => ({
      rows: desk.connections().flatMap((connection) => {
        const view = connection.view();
        const cards = new Map<string, AgentCard>(view.cards);
        for (const [agentId, { card }] of view.world.list('agent', ORGANIZATION)) cards.set(agentId, card);
        const work = new AgentWork(view);
        return [...cards.values()].map((card) => agentRow(desk, connection, view, card, work));
      }),
      summary: {},
    }),
  };
}

function agentRow(
  desk: DeskRuntime,
  connection: RunningConnection,
  view: DeskConnection,
  card: AgentCard,
  work: AgentWork,
): AgentRow {
  const { agentId, cardVersion, status, capabilities, maxConcurrency, validUntil } = card;
  const { queued = 0, active = 0 } = view.world.get('workload', ORGANIZATION, agentId) ?? {};
  const presence = view.presence.get(agentId);
  const isFresh = presence !== undefined && msOf(presence.expiresAt) > view.nowMs;
  const person = agentOf(connection, view, agentId);
  const row: AgentRow = {
    id: `${view.connectionId} ${agentId}`,
    sort: `${status === 'active' ? 0 : 1}${person.name}`,
    connectionId: view.connectionId,
    agent: person,
    cardVersion: String(cardVersion),
    status,
    capabilities: capabilities.map(({ id, version }) => ({ id, version })),
    maxConcurrency,
    freeSlots: Math.max(0, maxConcurrency - queued - active),
    queued,
    active,
    presence: presence === undefined ? 'unknown' : isFresh ? 'online' : 'stale',
    isMine: desk.isMine({ type: 'agent', id: agentId }),
    record: { ...work.recordOf(agentId) },
  };
  if (validUntil !== undefined) row.validUntilMs = msOf(validUntil);
  if (presence !== undefined) row.presenceAtMs = msOf(presence.lastHeartbeat);
  return row;
}

export function membersSource(
  desk: DeskRuntime,
  connectionId: string,
  groupId: string,
): LiveSource<MemberRow, NoSummary> {
  return {
    concerns: (topic) =>
      topic.kind === 'area' ||
      (topic.kind === 'group' && topic.connectionId === connectionId && topic.groupId === groupId),
    read: () => {
      const connection = desk.connection(connectionId);
      const view = connection?.view();
      if (connection === undefined || view === undefined) return { rows: [], summary: {} };
      const texts = textsFor(desk);
      const actions = actionsOf(texts, missionActions(view, groupId), texts.desk.missionActions).filter(
        ({ id }) => MEMBER_ACTIONS.has(id),
      );
      const rows = [...view.world.list('member', groupId)].map(([id, record]) =>
        memberRow({ desk, texts, connection, view, groupId, actions }, id, record),
      );
      return { rows, summary: {} };
    },
  };
}

const MEMBER_ACTIONS: ReadonlySet<string> = new Set(['change-members', 'grant-delegation']);

interface MemberScene {
  readonly desk: DeskRuntime;
  readonly texts: Texts;
  readonly connection: RunningConnection;
  readonly view: DeskConnection;
  readonly groupId: string;
  readonly actions: MemberRow['actions'];
}

function memberRow(
  scene: MemberScene,
  id: string,
  { member, membershipEpoch, membershipIds }: MemberRecord,
): MemberRow {
  const { desk, texts, connection, view, groupId, actions } = scene;
  const memberships = membershipIds.flatMap((each) => view.world.get('membership', groupId, each) ?? []);
  const held = memberships.filter(({ state }) => state !== 'ended');
  const state = stateOf(held);
  const provisional = held.find((each) => each.state === 'provisional')?.provisionalExpiresAt;
  const row: MemberRow = {
    id,
    sort: `${state === 'ended' ? 1 : 0}${sortNumber(memberships.length)}${id}`,
    member: personOf(connection, view, member),
    roles: held.map(({ role }) => role),
    state,
    stateWords: say(`member.${state}`, texts.row.memberStates[state]),
    membershipEpoch,
    scopes: [...new Set(held.flatMap(({ scopes }) => scopes))],
    visibilityStartSequence: Math.min(...memberships.map((each) => each.visibilityStartSequence)),
    obligations: [...obligationsOf(scene, member)],
    isMine: desk.isMine(member),
    actions,
  };
  if (provisional !== undefined) row.provisionalEndsAtMs = msOf(provisional);
  return row;
}

function stateOf(held: readonly Membership[]): 'provisional' | 'active' | 'ended' {
  if (held.length === 0) return 'ended';
  return held.some(({ state }) => state === 'active') ? 'active' : 'provisional';
}

/** What would be left behind if the Membership ended now. */
function* obligationsOf(
  { texts, view, groupId }: MemberScene,
  member: MemberRecord['member'],
): Generator<MemberRow['obligations'][number]> {
  const { row } = texts;
  const coordinatorId = view.world.get('mission', groupId, SINGLE)?.document.coordinator.agentId;
  if (isSameActor(member, { type: 'agent', id: coordinatorId ?? '' })) {
    yield say('obligation.coordinates', row.obligations.coordinates);
  }
  for (const [workItemId, { document }] of view.world.list('workItem', groupId)) {
    const isHeld = document.state === 'queued' || document.state === 'active' || document.state === 'blocked';
    if (!isHeld || document.owner?.agentId !== member.id) continue;
    yield say('obligation.owns', row.obligations.owns(document.contract.goal), { workItemId });
  }
}

export function grantsSource(
  desk: DeskRuntime,
  connectionId: string,
  groupId: string,
): LiveSource<GrantRow, NoSummary> {
  return {
    concerns: (topic) =>
      topic.kind === 'group' && topic.connectionId === connectionId && topic.groupId === groupId,
    read: () => {
      const connection = desk.connection(connectionId);
      const view = connection?.view();
      if (connection === undefined || view === undefined) return { rows: [], summary: {} };
      return { rows: [...grantRows(textsFor(desk), connection, view, groupId)], summary: {} };
    },
  };
}

function* grantRows(
  { row }: Texts,
  connection: RunningConnection,
  view: DeskConnection,
  groupId: string,
): Generator<GrantRow> {
  for (const [grantId, { grant, committed }] of view.world.list('grant', groupId)) {
    yield {
      id: grantId,
      sort: sortNumber(msOf(grant.expiresAt)),
      type: 'delegation',
      grantId,
      grantee: agentOf(connection, view, grant.granteeAgentId),
      targetWorkItemId: grant.targetWorkItemId,
      budget: { ...grant.budget },
      committed: { ...committed },
      endsAtMs: msOf(grant.expiresAt),
      isUsed: Object.values(committed).some((amount) => amount > 0),
      words: say('grant.delegation', row.grants.delegation),
    };
  }
  for (const [grantId, { grant, consumedByActionId }] of view.world.list('override', groupId)) {
    yield {
      id: grantId,
      sort: sortNumber(msOf(grant.expiresAt)),
      type: 'override',
      grantId,
      grantee: personOf(connection, view, grant.beneficiary),
      targetActionId: grant.targetActionId,
      policyName: grant.policyName,
      endsAtMs: msOf(grant.expiresAt),
      isUsed: consumedByActionId !== undefined,
      words: say('grant.override', row.grants.override),
    };
  }
}

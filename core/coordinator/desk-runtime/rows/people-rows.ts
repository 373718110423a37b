// Agents and members of Missions.
import type { NoSummary } from '../../../contract/live.ts';
import type { AgentRow, MemberRow, MissionFilter } from '../../../contract/people.ts';
import type { ActionModel } from '../../../contract/values.ts';
import { ORGANIZATION, SINGLE, type MemberRecord } from '../../../domain/world.ts';
import { nowAt } from '../../../domain/decision.ts';
import { currentMemberships } from '../../../domain/members.ts';
import { workloadOf } from '../../../domain/workload.ts';
import type { Actor, AgentCard, Membership } from '../../../protocol/generated/documents.ts';
import { missionActions } from '../../desk/actions/mission-actions.ts';
import { AgentWork } from '../../desk/candidate-estimates.ts';
import { type DeskConnection, isSameActor } from '../../desk/connection.ts';
import { msOf } from '../../desk/moment.ts';
import { grantStanding } from '../../desk/policy/grant-standing.ts';
import type { RunningConnection } from '../desk-connections.ts';
import type { DeskRuntime } from '../desk-runtime.ts';
import type { LiveSource } from '../live-queries.ts';
import { peopleWords, type PeopleWords } from '../words/people-words.ts';
import { say } from '../words/texts.ts';
import { concernsGroups, groupsOf, type GroupScope } from './mission-scope.ts';
import { actionsOf, agentOf, personOf, titleOfItem, titleOfMission } from './row-context.ts';

export function agentsSource(desk: DeskRuntime): LiveSource<AgentRow, NoSummary> {
  return {
    concerns: () => true,
    read: () => ({
      rows: desk.connections().flatMap((connection) => {
        const view = connection.view();
        const work = new AgentWork(view);
        return [...cardsOf(view).values()].map((card) => agentRow(desk, connection, view, card, work));
      }),
      summary: {},
    }),
  };
}

/** Every card that is known: what the state holds is newer. */
export function cardsOf(view: DeskConnection): ReadonlyMap<string, AgentCard> {
  const cards = new Map<string, AgentCard>(view.cards);
  for (const [agentId, { card }] of view.world.list('agent', ORGANIZATION)) cards.set(agentId, card);
  return cards;
}

function agentRow(
  desk: DeskRuntime,
  connection: RunningConnection,
  view: DeskConnection,
  card: AgentCard,
  work: AgentWork,
): AgentRow {
  const { agentId, cardVersion, status, capabilities, maxConcurrency, issuedAt, validUntil } = card;
  const words = peopleWords(desk.language);
  const { queued, active } = workloadOf(view.world, agentId);
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
    statusWords: say(`card.${status}`, words.cardStatuses[status]),
    issuedAtMs: msOf(issuedAt),
    capabilities: capabilities.map(({ id, version }) => ({ id, version })),
    maxConcurrency,
    freeSlots: work.freeSlotsOf(card),
    queued,
    active,
    presence: presence === undefined ? 'unknown' : isFresh ? 'online' : 'stale',
    isMine: desk.isMine({ type: 'agent', id: agentId }),
    groups: membershipsOf(view, agentId).map(([groupId, roles]) => ({
      groupId,
      title: titleOfMission(view.world, groupId),
      roles: roles.map((role) => say(`role.${role}`, words.roles[role])),
    })),
  };
  if (card.description !== undefined) row.description = card.description;
  if (validUntil !== undefined) row.validUntilMs = msOf(validUntil);
  if (presence !== undefined) row.presenceAtMs = msOf(presence.lastHeartbeat);
  return row;
}

/** The Missions that an Agent is a member of, each with its roles. */
function membershipsOf(
  { world, groupIds, nowMs }: DeskConnection,
  agentId: string,
): readonly (readonly [string, readonly Membership['role'][]])[] {
  const now = nowAt(nowMs);
  return groupIds.flatMap((groupId) => {
    const held = currentMemberships(world, groupId, { type: 'agent', id: agentId }, now);
    return held.length === 0 ? [] : [[groupId, held.map(({ role }) => role)] as const];
  });
}

export function membersSource(desk: DeskRuntime, filter: MissionFilter): LiveSource<MemberRow, NoSummary> {
  return {
    concerns: (topic) => concernsGroups(filter, topic),
    read: () => ({
      rows: [...groupsOf(desk, filter)].flatMap((scope) => memberRows(scope)),
      summary: {},
    }),
  };
}

function memberRows(scope: GroupScope): MemberRow[] {
  const { texts, view, groupId } = scope;
  const actions = actionsOf(texts, missionActions(view, groupId), texts.desk.missionActions);
  const change = actions.find(({ id }) => id === 'change-members');
  return [...view.world.list('member', groupId)].map(([id, record]) => memberRow(scope, id, record, change));
}

function memberRow(
  scope: GroupScope,
  id: string,
  { member, membershipEpoch, membershipIds }: MemberRecord,
  change: ActionModel | undefined,
): MemberRow {
  const { desk, texts, connection, view, groupId } = scope;
  const { world, connectionId, nowMs } = view;
  const words = peopleWords(desk.language);
  const memberships = membershipIds.flatMap((each) => world.get('membership', groupId, each) ?? []);
  const held = memberships.filter(({ state }) => state !== 'ended');
  const state = stateOf(held);
  const provisional = held.find((each) => each.state === 'provisional')?.provisionalExpiresAt;
  const person = personOf(connection, view, member);
  const missionTitle = titleOfMission(world, groupId);
  const sequence = connection.logOf(groupId)?.records.sequenceOf('member', id);
  const hasLapsed =
    state === 'provisional' && currentMemberships(world, groupId, member, nowAt(nowMs)).length === 0;
  const row: MemberRow = {
    id: `${connectionId} ${groupId} ${id}`,
    sort: `${missionTitle} ${groupId} ${state === 'ended' ? 1 : 0}${person.name} ${id}`,
    connectionId,
    groupId,
    missionTitle,
    member: person,
    roles: (held.length === 0 ? memberships : held).map(({ role, state: each }) => ({
      role,
      words: say(`role.${role}`, words.roles[role]),
      state: each,
    })),
    state,
    stateWords: say(`member.${state}`, texts.row.memberStates[state]),
    membershipEpoch,
    scopes: [...new Set(held.flatMap(({ scopes }) => scopes))],
    visibilityStartSequence: Math.min(...memberships.map((each) => each.visibilityStartSequence)),
    hasLapsed,
    obligations: state === 'ended' ? [] : [...obligationsOf(scope, member, hasLapsed)],
    liveGrants: liveGrantsOf(scope, member).length,
    isMine: desk.isMine(member),
    actions: change === undefined ? [] : [change, endAction(scope, words, member, state, change)],
  };
  if (provisional !== undefined) row.provisionalEndsAtMs = msOf(provisional);
  if (sequence !== undefined) row.sequence = sequence;
  return row;
}

function stateOf(held: readonly Membership[]): 'provisional' | 'active' | 'ended' {
  if (held.length === 0) return 'ended';
  return held.some(({ state }) => state === 'active') ? 'active' : 'provisional';
}

/** Whoever may change a Membership may end it, but for those who lead (MEM-007). */
function endAction(
  { view, groupId }: GroupScope,
  words: PeopleWords,
  member: Actor,
  state: MemberRow['state'],
  change: ActionModel,
): ActionModel {
  const { reason: _changeReason, ...base } = change;
  const ended = {
    ...base,
    id: 'end-member',
    kind: 'membership.end',
    words: say('action.end-member', words.endMember),
  };
  const mission = view.world.get('mission', groupId, SINGLE)?.document;
  const lead =
    mission === undefined
      ? undefined
      : isSameActor(member, mission.missionOwner)
        ? 'owner'
        : isSameActor(member, { type: 'agent', id: mission.coordinator.agentId })
          ? 'coordinator'
          : undefined;
  const fault = state === 'ended' ? ('ended' as const) : lead;
  if (fault !== undefined)
    return { ...ended, isEnabled: false, reason: say(`end-member.${fault}`, words.endFaults[fault]) };
  return change.reason === undefined ? ended : { ...ended, reason: change.reason };
}

function liveGrantsOf({ view, groupId }: GroupScope, member: Actor) {
  const { world, nowMs } = view;
  return [...world.list('grant', groupId)].filter(
    ([, { grant }]) =>
      member.type === 'agent' &&
      grant.granteeAgentId === member.id &&
      grantStanding(world, groupId, grant, nowMs) === 'holds',
  );
}

/** What would be left behind if the Membership ended now. */
function* obligationsOf(
  scope: GroupScope,
  member: Actor,
  hasLapsed: boolean,
): Generator<MemberRow['obligations'][number]> {
  const { desk, texts, view, groupId } = scope;
  const { world, nowMs } = view;
  const words = peopleWords(desk.language).obligations;
  const mission = world.get('mission', groupId, SINGLE)?.document;
  if (mission !== undefined && isSameActor(member, mission.missionOwner))
    yield say('obligation.owns-mission', words.ownsMission);
  if (isSameActor(member, { type: 'agent', id: mission?.coordinator.agentId ?? '' }))
    yield say('obligation.coordinates', words.coordinates);
  if (hasLapsed) yield say('obligation.provisional', words.provisional);
  if (member.type !== 'agent') return;
  const grantIds = new Set<string>();
  for (const [grantId, { grant }] of liveGrantsOf(scope, member)) {
    grantIds.add(grantId);
    yield say('obligation.grant', words.grant(titleOfItem(world, groupId, grant.targetWorkItemId)), {
      grantId,
    });
  }
  for (const [workItemId, { document, delegationGrantId }] of world.list('workItem', groupId)) {
    const { state, owner, offers = [], contract } = document;
    if (HELD.has(state) && owner?.agentId === member.id) {
      const stateName = texts.desk.itemStates[state];
      yield say('obligation.holds', words.holds(contract.goal, stateName), { workItemId });
    }
    const isOffered = offers.some(
      (offer) => offer.agentId === member.id && offer.status === 'pending' && msOf(offer.expiresAt) > nowMs,
    );
    if (isOffered) yield say('obligation.offered', words.offered(contract.goal), { workItemId });
    if (delegationGrantId !== undefined && grantIds.has(delegationGrantId))
      yield say('obligation.delegated', words.delegated(contract.goal), { workItemId });
  }
}

const HELD: ReadonlySet<string> = new Set(['queued', 'active', 'blocked', 'submitted']);

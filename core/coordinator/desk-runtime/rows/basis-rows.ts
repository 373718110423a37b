// What the forms about members, grants and overrides of a Mission choose from. What the rules would refuse is there as well, with the
// reason: a person learns more from it than from a shorter list.
import type { NoSummary } from '../../../contract/live.ts';
import type { BasisRow } from '../../../contract/people.ts';
import type { Words } from '../../../contract/values.ts';
import { LIMITED_KINDS } from '../../../domain/cooperation.ts';
import { nowAt } from '../../../domain/decision.ts';
import { canBeTarget } from '../../../domain/delegation-grants.ts';
import { currentMemberships } from '../../../domain/members.ts';
import { isTerminal } from '../../../domain/missions.ts';
import { ancestorsOf, depthOf } from '../../../domain/work-tree.ts';
import { SINGLE } from '../../../domain/world.ts';
import type { Actor, AgentCard, Membership, Mission } from '../../../protocol/generated/documents.ts';
import { missionActions } from '../../desk/actions/mission-actions.ts';
import { isSameActor } from '../../desk/connection.ts';
import { ROLE_SCOPES } from '../../desk/intent/role-scopes.ts';
import { msOf } from '../../desk/moment.ts';
import type { DeskRuntime } from '../desk-runtime.ts';
import type { LiveSource } from '../live-queries.ts';
import { peopleWords, type PeopleWords } from '../words/people-words.ts';
import { say, type Texts } from '../words/texts.ts';
import { concernsGroups, groupsOf, type GroupScope } from './mission-scope.ts';
import { commandName } from './outbox-rows.ts';
import { cardsOf } from './people-rows.ts';
import { actionsOf, agentOf, budgetOf, personOf, stateWords, titleOfMission } from './row-context.ts';

const ACTIONS: ReadonlySet<string> = new Set([
  'change-members',
  'grant-delegation',
  'grant-override',
  'post-message',
]);

export function basisSource(
  desk: DeskRuntime,
  connectionId: string,
  groupId: string,
): LiveSource<BasisRow, NoSummary> {
  const filter = { connectionId, groupId };
  return {
    concerns: (topic) => concernsGroups(filter, topic),
    read: () => ({
      rows: [...groupsOf(desk, filter)].flatMap((scope) => basisRow(scope) ?? []),
      summary: {},
    }),
  };
}

function basisRow(scope: GroupScope): BasisRow | undefined {
  const { desk, texts, connection, view, groupId } = scope;
  const { world, connectionId, policy } = view;
  const mission = world.get('mission', groupId, SINGLE);
  if (mission === undefined) return undefined;
  const { document } = mission;
  const words = peopleWords(desk.language);
  const owner = personOf(connection, view, document.missionOwner);
  const coordinator = agentOf(connection, view, document.coordinator.agentId);
  const conversationId = world.get('group', groupId, SINGLE)?.mainConversationId;
  return {
    id: 'basis',
    sort: '',
    connectionId,
    groupId,
    missionTitle: titleOfMission(world, groupId),
    owner,
    coordinator,
    isMissionOver: isTerminal(document.state),
    deadline: document.deadline,
    deadlineAtMs: msOf(document.deadline),
    nextSequence: (world.get('head', groupId, SINGLE)?.sequence ?? 0) + 1,
    candidates: candidatesOf(scope, document, words),
    roles: Object.entries(ROLE_SCOPES).map(([name, scopes]) => {
      // The table's names are the roles.
      const role = name as Membership['role'];
      const choice: BasisRow['roles'][number] = {
        role,
        words: say(`role.${role}`, words.roles[role]),
        scopes: [...scopes],
      };
      const fault = roleFault(words, role, owner.name, coordinator.name);
      if (fault !== undefined) choice.fault = fault;
      return choice;
    }),
    targets: targetsOf(scope, words),
    budget: budgetOf(world.get('account', groupId, document.missionId), document.budget),
    delegationDepth: policy.cooperation.delegationDepth,
    policies: policiesOf(texts),
    actions: actionsOf(texts, missionActions(view, groupId), texts.desk.missionActions).filter(({ id }) =>
      ACTIONS.has(id),
    ),
    ...(document.budget.currency === undefined ? {} : { currency: document.budget.currency }),
    ...(conversationId === undefined ? {} : { conversationId }),
  };
}

function roleFault(
  { roleFaults }: PeopleWords,
  role: Membership['role'],
  owner: string,
  coordinator: string,
): Words | undefined {
  if (role === 'mission_owner') return say('role-fault.owner', roleFaults.owner(owner));
  if (role === 'coordinator') return say('role-fault.coordinator', roleFaults.coordinator(coordinator));
  return undefined;
}

/** Everybody who is a member or could become one: members first, then registered Agents (MEM-009). */
function candidatesOf(scope: GroupScope, mission: Mission, words: PeopleWords): BasisRow['candidates'] {
  const { connection, view, groupId } = scope;
  const { world, nowMs } = view;
  const cards = cardsOf(view);
  const members = [...world.list('member', groupId)].map(([, { member }]) => member);
  const others = [...cards.keys()]
    .map((id): Actor => ({ type: 'agent', id }))
    .filter((agent) => !members.some((member) => isSameActor(member, agent)));
  return [...members, ...others].map((actor) => {
    const held = currentMemberships(world, groupId, actor, nowAt(nowMs));
    const card = actor.type === 'agent' ? cards.get(actor.id) : undefined;
    const fault = actor.type === 'agent' ? delegateFault(words, held, card) : undefined;
    const candidate: BasisRow['candidates'][number] = {
      person: personOf(connection, view, actor),
      roles: held.map(({ role }) => role),
      isMember: held.length > 0,
      isLead:
        isSameActor(actor, mission.missionOwner) ||
        isSameActor(actor, { type: 'agent', id: mission.coordinator.agentId }),
      capabilities: (card?.capabilities ?? []).map(({ id, version }) => ({ id, version })),
    };
    if (fault !== undefined) candidate.delegateFault = fault;
    return candidate;
  });
}

/** Only an active work delegate can be given a Grant (DLG-011). */
function delegateFault(
  { delegateFaults }: PeopleWords,
  held: readonly Membership[],
  card: AgentCard | undefined,
): Words | undefined {
  if (held.length === 0) return say('delegate-fault.not-member', delegateFaults.notMember);
  const delegate = held.find(({ role }) => role === 'work_delegate');
  if (delegate === undefined) return say('delegate-fault.not-delegate', delegateFaults.notDelegate);
  if (delegate.state !== 'active') return say('delegate-fault.provisional', delegateFaults.provisional);
  if (card !== undefined && card.status !== 'active')
    return say('delegate-fault.card', delegateFaults.inactiveCard);
  return undefined;
}

/** All WorkItems as roots of a subtree, those that have ended with the reason (DLG-008). */
function targetsOf({ texts, view, groupId }: GroupScope, words: PeopleWords): BasisRow['targets'] {
  const { world } = view;
  const items = [...world.list('workItem', groupId)];
  const below = new Map<string, number>();
  for (const [workItemId] of items) {
    for (const above of ancestorsOf(world, groupId, workItemId))
      below.set(above, (below.get(above) ?? 0) + 1);
  }
  return items.map(([workItemId, { document }]) => {
    const { state, contract } = document;
    const name = stateWords(texts, state);
    const target: BasisRow['targets'][number] = {
      workItemId,
      title: contract.goal,
      stateWords: name,
      depth: depthOf(world, groupId, workItemId),
      descendants: below.get(workItemId) ?? 0,
      capabilities: contract.requiredCapabilities.map(({ id, version }) => ({ id, version })),
    };
    if (!canBeTarget(state)) target.fault = say('target-fault', words.targetFault(name.text));
    return target;
  });
}

function policiesOf(texts: Texts): BasisRow['policies'] {
  return Object.entries(LIMITED_KINDS).map(([policyName, kinds]) => ({
    policyName,
    words: say(`policy.${policyName}`, texts.desk.names[policyName] ?? policyName),
    kinds: kinds.map((kind) => ({ kind, words: say(`command.${kind}`, commandName(texts, kind)) })),
  }));
}

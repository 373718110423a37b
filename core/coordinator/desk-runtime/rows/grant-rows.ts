// Delegation Grants: what each allows, what it was used for, and what ends it.
import type { NoSummary } from '../../../contract/live.ts';
import type { GrantRow, MissionFilter } from '../../../contract/people.ts';
import type { BudgetDimension } from '../../../contract/values.ts';
import type { GrantRecord } from '../../../domain/world.ts';
import { NO_USAGE } from '../../../domain/budget.ts';
import { msOf } from '../../desk/moment.ts';
import { grantStanding } from '../../desk/policy/grant-standing.ts';
import type { DeskRuntime } from '../desk-runtime.ts';
import type { LiveSource } from '../live-queries.ts';
import { peopleWords } from '../words/people-words.ts';
import { say } from '../words/texts.ts';
import { concernsGroups, groupsOf, type GroupScope } from './mission-scope.ts';
import { agentOf, budgetOf, sortDown, stateWords, titleOfItem, titleOfMission } from './row-context.ts';

export function grantsSource(desk: DeskRuntime, filter: MissionFilter): LiveSource<GrantRow, NoSummary> {
  return {
    concerns: (topic) => concernsGroups(filter, topic),
    read: () => ({
      rows: [...groupsOf(desk, filter)].flatMap((scope) =>
        [...scope.view.world.list('grant', scope.groupId)].map(([, record]) => grantRow(scope, record)),
      ),
      summary: {},
    }),
  };
}

function grantRow(scope: GroupScope, { grant, committed }: GrantRecord): GrantRow {
  const { desk, texts, connection, view, groupId } = scope;
  const { world, connectionId, nowMs } = view;
  const words = peopleWords(desk.language);
  const { grantId, granteeAgentId, targetWorkItemId, budget } = grant;
  const standing = grantStanding(world, groupId, grant, nowMs);
  const holds = standing === 'holds';
  const missionTitle = titleOfMission(world, groupId);
  const grantee = agentOf(connection, view, granteeAgentId);
  const grantedBy = agentOf(connection, view, grant.grantedBy.id);
  const title = titleOfItem(world, groupId, targetWorkItemId);
  const target = world.get('workItem', groupId, targetWorkItemId)?.document;
  const endsAtMs = msOf(grant.expiresAt);
  const { endsWith } = words;
  // An account of its own: what all that it was used for holds together (DLG-006).
  const account = {
    limit: { ...budget },
    usage: NO_USAGE,
    reserved: committed,
    parent: undefined,
    isClosed: false,
  };
  const sequence = connection.logOf(groupId)?.policy.grantedAt(grantId);
  return {
    id: `${connectionId} ${groupId} ${grantId}`,
    sort: `${missionTitle} ${groupId} ${holds ? 0 : 1}${sortDown(msOf(grant.grantedAt))}`,
    connectionId,
    groupId,
    missionTitle,
    grantId,
    grantee,
    grantedBy,
    target: {
      workItemId: targetWorkItemId,
      title,
      stateWords: target === undefined ? say('state.unknown', '–') : stateWords(texts, target.state),
    },
    capabilities: grant.allowedCapabilities.map(({ id, version }) => ({ id, version })),
    currency: budget.currency,
    dimensions: budgetOf(account, budget).map(withoutShareOfNothing),
    maxDescendantDepth: grant.maxDescendantDepth,
    items: itemsUnder(scope, grantId),
    grantedAtMs: msOf(grant.grantedAt),
    endsAtMs,
    holds,
    stateWords: say(`grant.${standing}`, words.standings[standing]),
    endsWith: holds
      ? [
          say('grant-ends.time', endsWith.time(texts.format.time(endsAtMs)), { atMs: endsAtMs }),
          say('grant-ends.coordinator', endsWith.coordinator(grantedBy.name, grant.coordinatorEpoch)),
          say('grant-ends.membership', endsWith.membership(grantee.name, grant.granteeMembershipEpoch)),
          say('grant-ends.target', endsWith.target(title)),
        ]
      : [],
    ...(sequence === undefined ? {} : { sequence }),
    isMine: desk.isMine({ type: 'agent', id: granteeAgentId }),
  };
}

/** A ceiling of 0 allows nothing, which is no limit that somebody has reached. */
function withoutShareOfNothing(dimension: BudgetDimension): BudgetDimension {
  if (dimension.limit !== '0') return dimension;
  const { share: _none, ...rest } = dimension;
  return rest;
}

function itemsUnder({ texts, view, groupId }: GroupScope, grantId: string): GrantRow['items'] {
  return [...view.world.list('workItem', groupId)]
    .filter(([, item]) => item.delegationGrantId === grantId)
    .map(([workItemId, { document }]) => ({
      workItemId,
      title: document.contract.goal,
      stateWords: stateWords(texts, document.state),
    }));
}

// How far the limits on cooperation are used now, by the very counts by which an Authority decides (POL-001, POL-003).
import type { MissionFilter } from '../../../contract/people.ts';
import type { LimitRow, LimitSummary } from '../../../contract/policy.ts';
import { nowAt } from '../../../domain/decision.ts';
import { currentMemberships } from '../../../domain/members.ts';
import { countAccepted, rateKey } from '../../../domain/rates.ts';
import { workloadOf } from '../../../domain/workload.ts';
import { depthOf } from '../../../domain/work-tree.ts';
import type { Actor } from '../../../protocol/generated/documents.ts';
import { DEFAULT_ATTENTION } from '../../desk/attention/attention-types.ts';
import type { DeskRuntime } from '../desk-runtime.ts';
import type { LiveSource } from '../live-queries.ts';
import { policyWords, type PolicyWords } from '../words/policy-words.ts';
import { say } from '../words/texts.ts';
import { groupsOf, type GroupScope } from './mission-scope.ts';
import { personOf, titleOfMission } from './row-context.ts';

/** The share of a limit from which it is said that it is near: the one at which budgets are first told of. */
const SOFT_SHARE = DEFAULT_ATTENTION.budgetShares[0] ?? 0.75;

export function limitsSource(desk: DeskRuntime, filter: MissionFilter): LiveSource<LimitRow, LimitSummary> {
  return {
    // Rates fall with time.
    concerns: () => true,
    read: () => {
      const words = policyWords(desk.language);
      const scopes = [...groupsOf(desk, filter)];
      const isKnown = scopes.every(({ connection }) => connection.facts.kind !== 'remote');
      const basis = isKnown ? 'known' : 'assumed';
      const rows = scopes.flatMap((scope) => [...missionLimits(scope, words)]);
      return {
        rows: [...rows, ...workerLimits(scopes, words)],
        summary: { basis: say(`limits.${basis}`, words.limits[basis]) },
      };
    },
  };
}

interface Use {
  readonly limitName: string;
  readonly used: number;
  readonly limit: number | undefined;
  readonly basis: 'perMinute' | 'acrossMissions' | 'deepest' | 'openQuestions';
  readonly who: Actor | undefined;
  readonly isOfMission: boolean;
}

/** Depth, open questions, and the rates of everybody who may speak there. */
function* missionLimits(scope: GroupScope, words: PolicyWords): Generator<LimitRow> {
  const { view, groupId } = scope;
  const { world, policy, nowMs, talk } = view;
  const { delegationDepth, messagesPerMinute, proposalsPerMinute } = policy.cooperation;
  let deepest = 0;
  for (const [workItemId] of world.list('workItem', groupId))
    deepest = Math.max(deepest, depthOf(world, groupId, workItemId));
  const mission = { who: undefined, isOfMission: true } as const;
  yield limitRow(scope, words, {
    ...mission,
    limitName: 'delegation_depth',
    used: deepest,
    limit: delegationDepth,
    basis: 'deepest',
  });
  let questions = 0;
  for (const open of talk.get(groupId)?.questions.values() ?? []) questions += open.length;
  yield limitRow(scope, words, {
    ...mission,
    limitName: 'clarification_rounds',
    used: questions,
    limit: undefined,
    basis: 'openQuestions',
  });
  const now = nowAt(nowMs);
  for (const [, { member }] of world.list('member', groupId)) {
    if (currentMemberships(world, groupId, member, now).length === 0) continue;
    const count = (kind: string) => countAccepted(world, groupId, rateKey(kind, member), now.text);
    const rate = { who: member, isOfMission: true, basis: 'perMinute' } as const;
    yield limitRow(scope, words, {
      ...rate,
      limitName: 'message_rate',
      used: count('message.posted'),
      limit: messagesPerMinute,
    });
    yield limitRow(scope, words, {
      ...rate,
      limitName: 'proposal_rate',
      used: count('work.proposed'),
      limit: proposalsPerMinute,
    });
  }
}

/** What each Agent of these Missions holds, whatever the Mission. */
function* workerLimits(scopes: readonly GroupScope[], words: PolicyWords): Generator<LimitRow> {
  const seen = new Set<string>();
  for (const scope of scopes) {
    const { world, connectionId, policy, nowMs } = scope.view;
    const { queuedWorkItems, activeWorkItems } = policy.cooperation;
    const now = nowAt(nowMs);
    for (const [, { member }] of world.list('member', scope.groupId)) {
      const key = `${connectionId} ${member.id}`;
      if (member.type !== 'agent' || seen.has(key)) continue;
      const held = currentMemberships(world, scope.groupId, member, now);
      if (!held.some(({ role }) => role === 'worker' || role === 'reviewer')) continue;
      seen.add(key);
      const { queued, active } = workloadOf(world, member.id);
      const load = { who: member, isOfMission: false, basis: 'acrossMissions' } as const;
      yield limitRow(scope, words, {
        ...load,
        limitName: 'queued_work_items',
        used: queued,
        limit: queuedWorkItems,
      });
      yield limitRow(scope, words, {
        ...load,
        limitName: 'active_work_items',
        used: active,
        limit: activeWorkItems,
      });
    }
  }
}

/** Limits in the order of this list, the fullest of each first. */
const ORDER = [
  'delegation_depth',
  'queued_work_items',
  'active_work_items',
  'message_rate',
  'proposal_rate',
  'clarification_rounds',
];

export function levelOf(used: number, limit: number | undefined): LimitRow['level'] {
  if (limit === undefined) return 'none';
  if (used >= limit) return 'reached';
  return used >= Math.ceil(limit * SOFT_SHARE) ? 'soft' : 'calm';
}

function limitRow(
  { desk, texts, connection, view, groupId }: GroupScope,
  words: PolicyWords,
  { limitName, used, limit, basis, who, isOfMission }: Use,
): LimitRow {
  const { connectionId, world } = view;
  const level = levelOf(used, limit);
  const person = who === undefined ? undefined : personOf(connection, view, who);
  const missionTitle = titleOfMission(world, groupId);
  const name =
    limitName === 'clarification_rounds'
      ? words.limits.clarification_rounds
      : (texts.desk.names[limitName] ?? limitName);
  return {
    id: `${connectionId} ${isOfMission ? groupId : ''} ${limitName} ${who?.type ?? ''} ${who?.id ?? ''}`,
    sort: `${ORDER.indexOf(limitName)} ${isOfMission ? missionTitle : ''} ${person?.name ?? ''}`,
    connectionId,
    limitName,
    words: say(`policy.${limitName}`, name),
    used,
    level,
    levelWords: say(`limit-level.${level}`, words.limits.levels[level]),
    basis: say(`limit-basis.${basis}`, words.limits[basis]),
    isMine: who !== undefined && desk.isMine(who),
    ...(isOfMission ? { groupId, missionTitle } : {}),
    ...(person === undefined ? {} : { who: person }),
    ...(limit === undefined ? {} : { limit, softAt: Math.ceil(limit * SOFT_SHARE) }),
  };
}

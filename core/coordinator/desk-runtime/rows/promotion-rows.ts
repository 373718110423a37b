// The terms under which a WorkItem becomes a child Mission: what the rules say to it, every check, who could lead it, and what its
// failure would do (CHD-001…CHD-007).
import type { PromotionRow, PromotionWish } from '../../../contract/children.ts';
import { FAILURE_POLICIES } from '../../../contract/children.ts';
import type { NoSummary } from '../../../contract/live.ts';
import type { Words } from '../../../contract/values.ts';
import { DIMENSIONS, limitsOf, NO_USAGE } from '../../../domain/budget.ts';
import type { WorkItemRecord } from '../../../domain/world.ts';
import { formatTimestamp } from '../../../protocol/timestamp.ts';
import type { Budget, ChildFailurePolicy } from '../../../protocol/generated/documents.ts';
import { type ChildPlan, type ChildWish, placeOf, planChild } from '../../assistant/children/draft-child.ts';
import { childDepthOf, roomBelow } from '../../assistant/children/narrowing.ts';
import { weighPromotion } from '../../assistant/children/promotion.ts';
import { childWords } from '../../assistant/children/words.ts';
import { type PlanScene, planScene } from '../../assistant/planning/plan-scene.ts';
import { budgetOf as budgetFrom } from '../../briefs/share-budget.ts';
import { msOf } from '../../desk/moment.ts';
import type { DeskRuntime } from '../desk-runtime.ts';
import type { LiveSource } from '../live-queries.ts';
import { childRowWords } from '../words/child-row-words.ts';
import { say } from '../words/texts.ts';
import { cardsOf } from './child-rows.ts';
import { childReasonLine, childReasonWords, type LineScene } from './reason-lines.ts';
import { agentOf, budgetOf, textsFor, titleOfMission } from './row-context.ts';

export function promotionSource(
  desk: DeskRuntime,
  connectionId: string,
  groupId: string,
  workItemId: string,
  wish: PromotionWish,
): LiveSource<PromotionRow, NoSummary> {
  return {
    concerns: (topic) => topic.kind !== 'group' || topic.connectionId === connectionId,
    read: () => {
      const connection = desk.connection(connectionId);
      const view = connection?.view();
      if (connection === undefined || view === undefined) return { rows: [], summary: {} };
      // The draft’s times are those of whole minutes: it does not change with every tick.
      const nowMs = Math.floor(view.nowMs / MINUTE_MS) * MINUTE_MS;
      const scene = { texts: textsFor(desk), connection, view: { ...view, nowMs } };
      const row = promotionRow(scene, groupId, workItemId, wish);
      return { rows: row === undefined ? [] : [row], summary: {} };
    },
  };
}

const MINUTE_MS = 60_000;

export function promotionRow(
  scene: LineScene,
  groupId: string,
  workItemId: string,
  wish: PromotionWish,
): PromotionRow | undefined {
  const { texts, connection, view } = scene;
  const plan = planScene(view, groupId);
  const item = view.world.get('workItem', groupId, workItemId);
  if (plan === undefined || item === undefined) return undefined;
  const room = roomBelow(placeOf(plan, item));
  const child = planChild(plan, item, cardsOf(view), wishOf(wish, item, room));
  const advice = weighPromotion(plan, item);
  const { contract, owner } = item.document;
  const words = childRowWords(texts.language);
  const depth = childDepthOf(plan.mission);
  const isDepthAlone = child.faults.length > 0 && child.faults.every(({ id }) => id === 'depth-exceeded');
  const given = budgetOf(undefined, child.terms.budget);
  const rooms = budgetOf(undefined, room);
  return {
    id: 'promotion',
    sort: '0',
    workItemId,
    title: contract.goal,
    missionTitle: titleOfMission(view.world, groupId),
    advice: advice.verdict,
    adviceWords: say(`promotion.${advice.verdict}`, childWords(texts.language).advice[advice.verdict]),
    adviceReasons: advice.reasons.map((reason) => childReasonLine(scene, reason)),
    checks: child.proof.checks.map((reason) => childReasonLine(scene, reason)),
    faults: child.faults.map((reason) => childReasonWords(scene, reason)),
    depth,
    depthLimit: view.policy.cooperation.delegationDepth,
    needsOverride: isDepthAlone,
    coordinators: coordinatorsOf(scene, child),
    policies: FAILURE_POLICIES.map((id) => ({
      id,
      words: say(`child-policy.${id}`, words.policies[id]),
      picture: pictureOf(scene, plan, item, id),
      isChosen: child.terms.failurePolicy === id,
    })),
    finalHumanApproval: child.finalHumanApproval,
    humanReasons: child.reasons
      .filter(({ id }) => id === 'human-for-risk' || id === 'human-for-own-output')
      .map((reason) => childReasonWords(scene, reason)),
    deadlineAtMs: msOf(child.terms.deadline),
    latestDeadlineAtMs: Math.min(msOf(plan.mission.document.deadline), msOf(contract.deadline)),
    permissions: plan.mission.permissions.map((name) => ({
      name,
      isChosen: child.terms.permissions.includes(name),
    })),
    budget: given.flatMap(({ dimension, limit }) => {
      const most = rooms.find((each) => each.dimension === dimension)?.limit;
      return limit === undefined || most === undefined ? [] : [{ dimension, given: limit, room: most }];
    }),
    ...(owner === undefined
      ? {}
      : {
          loses: say(
            'promotion.loses',
            words.loses(agentOf(connection, view, owner.agentId).name, owner.ownershipEpoch),
          ),
        }),
    ...(contract.budget.currency === undefined ? {} : { currency: contract.budget.currency }),
    // The form of the desk is that of the contract.
    ...(child.intent === undefined
      ? {}
      : { intent: child.intent as unknown as NonNullable<PromotionRow['intent']> }),
  };
}

function wishOf(
  {
    coordinatorAgentId,
    failurePolicy,
    finalHumanApproval,
    deadlineAtMs,
    permissions,
    budgetPercent,
  }: PromotionWish,
  item: WorkItemRecord,
  room: Budget,
): ChildWish {
  return {
    ...(coordinatorAgentId === undefined ? {} : { coordinatorAgentId }),
    ...(failurePolicy === undefined ? {} : { failurePolicy }),
    ...(finalHumanApproval === undefined ? {} : { finalHumanApproval }),
    ...(deadlineAtMs === undefined ? {} : { deadline: formatTimestamp(deadlineAtMs) }),
    ...(permissions === undefined ? {} : { permissions }),
    ...(budgetPercent === undefined ? {} : { budget: partOf(item, room, budgetPercent) }),
  };
}

/** Whole units of every dimension: a part is never more than its share. */
function partOf({ document }: WorkItemRecord, room: Budget, percent: number): Budget {
  const limits = { ...(limitsOf(room) ?? NO_USAGE) };
  for (const dimension of DIMENSIONS) limits[dimension] = Math.floor((limits[dimension] * percent) / 100);
  return budgetFrom(document.contract.budget, limits);
}

function coordinatorsOf(scene: LineScene, { coordinators, intent }: ChildPlan): PromotionRow['coordinators'] {
  const { connection, view } = scene;
  return coordinators.map(({ agentId, reason }) => ({
    agent: agentOf(connection, view, agentId),
    words: childReasonWords(scene, reason),
    isChosen: intent?.form.coordinatorAgentId === agentId,
  }));
}

/** What the failure of the child would do, step by step (CHD-007). */
function pictureOf(
  { texts, view }: LineScene,
  { groupId, graph, items }: PlanScene,
  { document }: WorkItemRecord,
  policy: ChildFailurePolicy,
): Words[] {
  const { picture } = childRowWords(texts.language);
  const { goal } = document.contract;
  const waiting = graph.blocksCount(document.workItemId);
  const unfinished = items.filter(({ document: { state } }) => !isFinished(state)).length;
  const steps = [picture.fails(goal)];
  if (policy === 'fail_parent_mission')
    steps.push(
      picture.missionFailed(titleOfMission(view.world, groupId)),
      picture.ends(unfinished),
      picture.followUp,
    );
  else {
    const isBlock = policy === 'block_parent_work_item';
    steps.push(isBlock ? picture.itemBlocked(goal) : picture.itemFailed(goal));
    if (waiting > 0) steps.push(picture.waits(waiting));
    steps.push(isBlock ? picture.decide : picture.offerAgain);
  }
  return steps.map((text, index) => say(`promotion.picture.${index}`, text));
}

function isFinished(state: WorkItemRecord['document']['state']): boolean {
  return state === 'verified' || state === 'cancelled' || state === 'failed';
}
